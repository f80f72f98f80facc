//! The text of grammars.

use indexmap::IndexSet;

use super::{Grammar, NonterminalId, Part, Rule};
use crate::tokens::Tokens;
use crate::{Alphabet, FormulaError};

pub(super) fn parse(text: &str, alphabet: &Alphabet) -> Result<Grammar, FormulaError> {
    let tokens = Tokens::new(text, &["->"]);
    let names = heads(tokens.clone(), alphabet)?;
    let mut parser = Parser {
        tokens,
        alphabet,
        nonterminals: names.len(),
        names,
        rules: Vec::new(),
    };
    parser.grammar()?;

    Ok(Grammar::new(
        alphabet.len(),
        parser.nonterminals,
        parser.rules,
    ))
}

/// The grammar of a text whose events are all words in it that no rule is of, and these events.
pub(super) fn parse_alone(text: &str) -> Result<(Grammar, Alphabet), FormulaError> {
    let mut tokens = Tokens::new(text, &["->"]);
    let heads = heads(tokens.clone(), &Alphabet::default())?;
    let mut events = Vec::new();
    while !tokens.peek().is_empty() {
        if tokens.at_word() && tokens.peek() != "epsilon" && !heads.contains(tokens.peek()) {
            events.push(tokens.peek());
        }
        tokens.advance();
    }
    let alphabet = Alphabet::new(events);
    Ok((parse(text, &alphabet)?, alphabet))
}

/// All names before an arrow, in order.
fn heads<'a>(
    mut tokens: Tokens<'a>,
    alphabet: &Alphabet,
) -> Result<IndexSet<&'a str>, FormulaError> {
    let mut names = IndexSet::new();
    while !tokens.peek().is_empty() {
        if tokens.at_word() && tokens.peek_second() == "->" {
            if alphabet.symbol(tokens.peek()).is_some() {
                let message = format!("`{}` is an event, and a nonterminal here", tokens.peek());
                return Err(FormulaError::new(tokens.range(), message)
                    .with_help("give the nonterminal another name"));
            }
            names.insert(tokens.peek());
        }
        tokens.advance();
    }
    Ok(names)
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    alphabet: &'a Alphabet,
    names: IndexSet<&'a str>,
    /// How many there are, with those that stand for groups and repetitions.
    nonterminals: usize,
    rules: Vec<Rule>,
}

impl Parser<'_> {
    fn grammar(&mut self) -> Result<(), FormulaError> {
        self.rule()?;
        while self.tokens.accept(",") {
            self.rule()?;
        }
        self.tokens.end("`|`, `,`, or more of this alternative")
    }

    fn rule(&mut self) -> Result<(), FormulaError> {
        let head = self.tokens.word("a nonterminal and `->`")?;
        self.tokens.expect("->")?;
        match self.names.get_index_of(head.text) {
            Some(at) => self.alternatives(NonterminalId::from(at)),
            None => Err(FormulaError::new(head.range, "expected a nonterminal")),
        }
    }

    fn alternatives(&mut self, head: NonterminalId) -> Result<(), FormulaError> {
        loop {
            let body = self.alternative()?;
            self.rules.push(Rule { head, body });
            if !self.tokens.accept("|") {
                return Ok(());
            }
        }
    }

    fn alternative(&mut self) -> Result<Vec<Part>, FormulaError> {
        let mut body = self.part()?;
        while (self.tokens.at_word() && self.tokens.peek_second() != "->")
            || self.tokens.peek() == "("
        {
            body.extend(self.part()?);
        }
        Ok(body)
    }

    fn part(&mut self) -> Result<Vec<Part>, FormulaError> {
        let part = self.single()?;
        let mut repeats = false;
        let mut may_lack = false;

        while matches!(self.tokens.peek(), "*" | "+") {
            repeats = true;
            may_lack |= self.tokens.peek() == "*";
            self.tokens.advance();
        }

        Ok(match (part, repeats) {
            (Some(part), true) => {
                let some = self.repeated(part);
                if may_lack {
                    vec![some]
                } else {
                    vec![part, some]
                }
            }
            (part, _) => part.into_iter().collect(),
        })
    }

    /// An event or nonterminal, or nothing for the empty word.
    fn single(&mut self) -> Result<Option<Part>, FormulaError> {
        if self.tokens.accept("epsilon") {
            return Ok(None);
        }
        if self.tokens.accept("(") {
            self.tokens.enter()?;
            let group = self.fresh();
            self.alternatives(group)?;
            self.tokens.leave();
            self.tokens.expect(")")?;
            return Ok(Some(Part::Nonterminal(group)));
        }

        let word = self
            .tokens
            .word("an event, a nonterminal, `epsilon` or `(`")?;
        if let Some(at) = self.names.get_index_of(word.text) {
            return Ok(Some(Part::Nonterminal(NonterminalId::from(at))));
        }

        let known = self.names.iter().copied().chain(self.alphabet.names());
        let unknown = FormulaError::unknown("event or nonterminal", word.text, word.range, known);
        self.alphabet
            .symbol(word.text)
            .map(|symbol| Some(Part::Terminal(symbol)))
            .ok_or(unknown)
    }

    fn fresh(&mut self) -> NonterminalId {
        self.nonterminals += 1;
        NonterminalId::from(self.nonterminals - 1)
    }

    /// A nonterminal for any number of `part`.
    fn repeated(&mut self, part: Part) -> Part {
        let head = self.fresh();
        self.rules.push(Rule {
            head,
            body: Vec::new(),
        });
        self.rules.push(Rule {
            head,
            body: vec![part, Part::Nonterminal(head)],
        });
        Part::Nonterminal(head)
    }
}
