//! Context-free grammars:
//!
//! ```text
//! grammar     = rule ("," rule)*
//! rule        = NAME "->" alternative ("|" alternative)*
//! alternative = part part*
//! part        = ("epsilon" | NAME | EVENT | "(" alternative ("|" alternative)* ")") ("*" | "+")*
//! ```
//! The first nonterminal is the start; several rules of one nonterminal are alternatives.
//! Categories: `match` where the word so far is in the language, `fail` where no continuation of it
//! is, `nonfail` elsewhere.
//!
//! A grammar is used in two ways: [`Recognizer`] follows it exactly, and [`Grammar::approximation`]
//! is a machine.

mod approximation;
mod parse;
mod print;
mod recognizer;

use index_vec::{IndexVec, define_index_type};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use super::{Alphabet, FormulaError, SymbolId, Translation};
pub use recognizer::Recognizer;

define_index_type! {
    /// A nonterminal of a grammar.
    struct NonterminalId = u32;
    DISPLAY_FORMAT = "n{}";
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    Terminal(SymbolId),
    Nonterminal(NonterminalId),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    head: NonterminalId,
    body: Vec<Part>,
}

/// A grammar without the rules that no word comes from.
#[derive(Debug, Clone)]
pub struct Grammar {
    symbols: usize,
    start: NonterminalId,
    rules: Vec<Rule>,
    /// The positions of its rules.
    rules_of: IndexVec<NonterminalId, Vec<usize>>,
    /// True for each nonterminal that derives the empty word.
    nullable: IndexVec<NonterminalId, bool>,
    components: Vec<Component>,
    component_of: IndexVec<NonterminalId, usize>,
}

/// Nonterminals that lead to each other.
#[derive(Debug, Clone)]
struct Component {
    members: Vec<NonterminalId>,
    /// True if a rule mentions a member.
    is_recursive: bool,
    /// True if members are mentioned at the start of a rule only.
    is_left_linear: bool,
    /// True if members are mentioned at the end of a rule only.
    is_right_linear: bool,
}

impl Grammar {
    /// The grammar that a text stands for.
    ///
    /// # Errors
    /// Syntax; names that are neither an event nor a nonterminal; nonterminals with the name of an
    /// event.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Grammar, FormulaError> {
        parse::parse(text, alphabet)
    }

    /// The grammar of a text that names its own events, as [`Grammar::text`] gives it: all words
    /// that no rule is of. Any other event is one after which nothing goes on:
    /// [`Recognizer::fail`].
    ///
    /// # Errors
    /// Syntax.
    pub fn parse_alone(text: &str) -> Result<(Grammar, Alphabet), FormulaError> {
        parse::parse_alone(text)
    }

    /// The grammar of these rules over nonterminals `0..nonterminals`, the first of which is the
    /// start.
    fn new(symbols: usize, nonterminals: usize, mut rules: Vec<Rule>) -> Grammar {
        let productive = closure(nonterminals, &rules, |part, productive| match part {
            Part::Terminal(_) => true,
            Part::Nonterminal(id) => productive[id],
        });
        rules.retain(|rule| {
            rule.body
                .iter()
                .all(|part| !matches!(part, Part::Nonterminal(id) if !productive[*id]))
        });
        let nullable = closure(nonterminals, &rules, |part, nullable| match part {
            Part::Terminal(_) => false,
            Part::Nonterminal(id) => nullable[id],
        });

        let mut rules_of: IndexVec<NonterminalId, Vec<usize>> =
            (0..nonterminals).map(|_| Vec::new()).collect();
        rules
            .iter()
            .enumerate()
            .for_each(|(at, rule)| rules_of[rule.head].push(at));
        let (components, component_of) = components(nonterminals, &rules);

        Grammar {
            symbols,
            start: NonterminalId::from_raw(0),
            rules,
            rules_of,
            nullable,
            components,
            component_of,
        }
    }

    fn rules_of(&self, id: NonterminalId) -> impl Iterator<Item = &Rule> {
        self.rules_of[id].iter().map(|&at| &self.rules[at])
    }

    /// Returns whether each recursion is at the left end only or at the right end only: the
    /// language is then regular.
    pub fn is_strongly_regular(&self) -> bool {
        self.components
            .iter()
            .all(|component| component.is_left_linear || component.is_right_linear)
    }

    /// A machine for this grammar (Mohri and Nederhof 2001: in a nested recursion, it forgets which
    /// call it returns from).
    ///
    /// If the result is exact, its categories mean what they say. If not, every word of the
    /// language, and every beginning of one, is one for the machine too, but not the other way
    /// round: `match` and `nonfail` hold wherever they might, `fail` only where it is certain, and
    /// in every other state it might hold as well. A machine that would be too large is replaced by
    /// one state in which nothing is certain.
    pub fn approximation(&self) -> Translation {
        approximation::approximate(self)
    }
}

/// The nonterminals with a rule of which every part `holds`, given those found so far.
fn closure(
    nonterminals: usize,
    rules: &[Rule],
    holds: impl Fn(Part, &IndexVec<NonterminalId, bool>) -> bool,
) -> IndexVec<NonterminalId, bool> {
    let mut found: IndexVec<NonterminalId, bool> = (0..nonterminals).map(|_| false).collect();
    loop {
        let fresh =
            |rule: &&Rule| !found[rule.head] && rule.body.iter().all(|&part| holds(part, &found));
        let heads: Vec<NonterminalId> = rules.iter().filter(fresh).map(|rule| rule.head).collect();
        if heads.is_empty() {
            return found;
        }
        heads.into_iter().for_each(|head| found[head] = true);
    }
}

fn components(
    nonterminals: usize,
    rules: &[Rule],
) -> (Vec<Component>, IndexVec<NonterminalId, usize>) {
    let mut graph = DiGraph::<(), (), u32>::new();
    let nodes: Vec<_> = (0..nonterminals).map(|_| graph.add_node(())).collect();
    for rule in rules {
        for part in &rule.body {
            if let Part::Nonterminal(id) = part {
                graph.add_edge(nodes[rule.head.index()], nodes[id.index()], ());
            }
        }
    }

    let mut component_of: IndexVec<NonterminalId, usize> = (0..nonterminals).map(|_| 0).collect();
    let mut components: Vec<Component> = Vec::new();
    for nodes in kosaraju_scc(&graph) {
        let members: Vec<NonterminalId> = nodes
            .iter()
            .map(|node| NonterminalId::from(node.index()))
            .collect();
        members
            .iter()
            .for_each(|&member| component_of[member] = components.len());
        components.push(Component {
            members,
            is_recursive: false,
            is_left_linear: true,
            is_right_linear: true,
        });
    }

    for rule in rules {
        let own = component_of[rule.head];
        let is_member =
            |part: &Part| matches!(part, Part::Nonterminal(id) if component_of[*id] == own);
        let mentions: Vec<bool> = rule.body.iter().map(is_member).collect();
        let component = &mut components[own];
        component.is_recursive |= mentions.contains(&true);
        component.is_left_linear &= !mentions.iter().skip(1).any(|&mention| mention);
        component.is_right_linear &= !mentions.iter().rev().skip(1).any(|&mention| mention);
    }

    (components, component_of)
}
