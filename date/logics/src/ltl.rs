//! Linear temporal logic over the future and the past of infinite words: `[] <> o U R` (`R` is
//! `~U`), `(*) S <*> [*]`, the duals `~o ~(*) ~S`, and the connectives. Exactly one event is true
//! at each position, and nothing was true before the first. `U`, `R`, `S`, the implication and the
//! equivalence bind most loosely and do not chain.
//!
//! Categories: `violation` where no infinite continuation of the word so far satisfies the formula
//! (a bad prefix), and `validation` where all do (a good prefix). Both are final. Tools whose
//! `violation` is reported once for an instance are had by [`Machine::reporting_once`].

mod tableau;

use std::collections::BTreeSet;

use super::machine::TooManyStates;
use super::temporal::{Dialect, parse};
use super::{Alphabet, Category, FormulaError, Machine, SymbolId};
use tableau::{Node, Tableau};

/// More tableau nodes than this are not remembered in all states together.
const MAX_REMEMBERED: usize = 4_000_000;

/// The tableau nodes that a word has left open; none at all before the first event. Nodes from
/// which some continuation makes the formula true are doubled. Nodes from which some makes it false
/// are doubled, and one is added.
type Left = Option<Box<[Node]>>;

/// The machine of a formula: the subset construction over the nodes of its tableau from which an
/// infinite word goes on. Its categories are `violation` and `validation`.
///
/// The tableau has 2^operators nodes, and from each of them a run for every infinite word at most;
/// therefore states differ only where the sets of satisfying continuations do, or where the past
/// operators remember different things.
///
/// # Errors
/// Syntax; events that do not exist; too many temporal operators or states.
pub fn machine(text: &str, alphabet: &Alphabet) -> Result<Machine, FormulaError> {
    let formula = parse(text, alphabet, Dialect::Ltl)?;
    let tableau = Tableau::new(&formula, alphabet.len()).ok_or_else(|| {
        let operators = formula.past_count() + formula.future_count();
        let message = format!(
            "{operators} different temporal operators over {} events are too many",
            alphabet.len()
        );
        FormulaError::new(0..text.len(), message)
    })?;
    explore(&tableau, alphabet.len()).map_err(|TooManyStates| FormulaError::too_large(text.len()))
}

fn explore(tableau: &Tableau, symbols: usize) -> Result<Machine, TooManyStates> {
    let mut remembered = 0;
    let step = |left: &Left, symbol: SymbolId| {
        let next = successors(tableau, left, symbol);
        remembered += next.len();
        if remembered > MAX_REMEMBERED {
            Err(TooManyStates)
        } else {
            Ok(Some(next))
        }
    };

    let holds = |left: &Left| {
        let lacks = |parity: Node| {
            left.as_ref()
                .is_some_and(|nodes| nodes.iter().all(|node| node % 2 != parity))
        };
        let violation = lacks(0).then(|| Category::new("violation"));
        let validation = lacks(1).then(|| Category::new("validation"));
        violation
            .into_iter()
            .chain(validation)
            .collect::<BTreeSet<Category>>()
    };

    Machine::explore(
        symbols,
        Category::set(["violation", "validation"]),
        None,
        step,
        holds,
    )
}

fn successors(tableau: &Tableau, left: &Left, symbol: SymbolId) -> Box<[Node]> {
    let mut next: Vec<Node> = match left {
        None => tableau
            .first(symbol)
            .map(|(node, is_true)| 2 * node + Node::from(!is_true))
            .collect(),
        Some(nodes) => nodes
            .iter()
            .flat_map(|&node| {
                tableau
                    .successors(node / 2, symbol)
                    .iter()
                    .map(move |&next| 2 * next + node % 2)
            })
            .collect(),
    };
    next.sort_unstable();
    next.dedup();

    next.into_boxed_slice()
}
