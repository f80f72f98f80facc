//! Finite state machines:
//!
//! ```text
//! fsm   = state+ alias*
//! state = NAME "[" ((EVENT "->" | "default") NAME [","])* "]"
//! alias = "alias" NAME "=" ((NAME | "fail") [","])*
//! ```
//! The first state is initial. An event without a transition goes to the `default`, and without one
//! to the implicit state `fail`, which nothing leaves. Categories are the names of states and
//! aliases, `fail`, and `nonfail` in all other states.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::machine::TooManyStates;
use super::tokens::{Tokens, Word};
use super::{Alphabet, Category, FormulaError, Machine, SymbolId};

/// A target by name, before all states are known.
type Target<'a> = Word<'a>;

#[derive(Debug, Default)]
struct StateText<'a> {
    transitions: IndexMap<SymbolId, Target<'a>>,
    default: Option<Target<'a>>,
}

#[derive(Debug)]
struct AliasText<'a> {
    states: Vec<Word<'a>>,
    fails: bool,
}

/// A state, or the implicit failure.
type Place = Option<usize>;

#[derive(Debug)]
struct State {
    /// For each symbol.
    next: Vec<Place>,
    names: BTreeSet<Category>,
}

/// The machine of an fsm. Its categories are all names that handlers may use.
///
/// # Errors
/// Syntax; events, states that do not exist; a state, alias, transition or default that is there
/// twice.
pub fn machine(text: &str, alphabet: &Alphabet) -> Result<Machine, FormulaError> {
    let mut parser = Parser {
        tokens: Tokens::new(text, &["->"]),
        alphabet,
        states: IndexMap::new(),
        aliases: IndexMap::new(),
    };
    parser.fsm()?;
    let states = parser.resolve()?;
    let failing = parser.failing();
    let names = parser.states.keys().chain(parser.aliases.keys()).copied();

    let categories = Category::set(names.chain(["fail", "nonfail"]));
    let step = |place: &Place, symbol: SymbolId| {
        Ok(place.and_then(|state| states[state].next[symbol.index()]))
    };
    let holds =
        |place: &Place| place.map_or_else(|| failing.clone(), |state| states[state].names.clone());

    Machine::explore(alphabet.len(), categories, Some(0), step, holds)
        .map_err(|TooManyStates| FormulaError::too_large(text.len()))
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    alphabet: &'a Alphabet,
    states: IndexMap<&'a str, StateText<'a>>,
    aliases: IndexMap<&'a str, AliasText<'a>>,
}

impl<'a> Parser<'a> {
    fn fsm(&mut self) -> Result<(), FormulaError> {
        self.state()?;
        while !self.tokens.peek().is_empty() && self.tokens.peek() != "alias" {
            self.state()?;
        }
        while self.tokens.accept("alias") {
            self.alias()?;
        }
        self.tokens.end("`alias`")
    }

    /// A name that is no keyword.
    fn name(&mut self, what: &str) -> Result<Word<'a>, FormulaError> {
        match self.tokens.peek() {
            keyword @ ("fail" | "default" | "alias") => Err(self
                .tokens
                .expected(what)
                .with_help(format!("`{keyword}` has a meaning of its own"))),
            _ => self.tokens.word(what),
        }
    }

    /// A name for a new state or alias.
    fn new_name(&mut self, what: &str) -> Result<&'a str, FormulaError> {
        let name = self.name(what)?;
        let is_taken = self.states.contains_key(name.text) || self.aliases.contains_key(name.text);
        let twice = || {
            FormulaError::new(
                name.range.clone(),
                format!("`{}` is already defined", name.text),
            )
        };
        if is_taken {
            Err(twice())
        } else {
            Ok(name.text)
        }
    }

    fn state(&mut self) -> Result<(), FormulaError> {
        let name = self.new_name("the name of a state")?;
        self.tokens.expect("[")?;
        let mut state = StateText::default();
        while !self.tokens.accept("]") {
            self.transition(&mut state)?;
            self.tokens.accept(",");
        }
        self.states.insert(name, state);
        Ok(())
    }

    fn transition(&mut self, state: &mut StateText<'a>) -> Result<(), FormulaError> {
        let range = self.tokens.range();
        let twice = |what: String| {
            Err(FormulaError::new(
                range.clone(),
                format!("{what} is already given in this state"),
            ))
        };

        if self.tokens.accept("default") {
            let target = self.name("the name of a state")?;
            return match state.default.replace(target) {
                Some(_) => twice("`default`".to_owned()),
                None => Ok(()),
            };
        }

        let event = self.name("an event, `default` or `]`")?;
        let symbol = self.alphabet.resolve(event.text, event.range)?;
        self.tokens.expect("->")?;
        match state
            .transitions
            .insert(symbol, self.name("the name of a state")?)
        {
            Some(_) => twice(format!("the transition for `{}`", event.text)),
            None => Ok(()),
        }
    }

    fn alias(&mut self) -> Result<(), FormulaError> {
        let name = self.new_name("a name for the alias")?;
        self.tokens.expect("=")?;
        let mut alias = AliasText {
            states: Vec::new(),
            fails: false,
        };

        while !matches!(self.tokens.peek(), "" | "alias") {
            if self.tokens.accept("fail") {
                alias.fails = true
            } else {
                alias
                    .states
                    .push(self.name("the name of a state or `fail`")?)
            }
            self.tokens.accept(",");
        }

        self.aliases.insert(name, alias);
        Ok(())
    }

    fn state_number(&self, name: &Word<'a>) -> Result<usize, FormulaError> {
        let unknown = || {
            FormulaError::unknown(
                "state",
                name.text,
                name.range.clone(),
                self.states.keys().copied(),
            )
        };
        self.states.get_index_of(name.text).ok_or_else(unknown)
    }

    fn place(&self, target: Option<&Word<'a>>) -> Result<Place, FormulaError> {
        target.map(|target| self.state_number(target)).transpose()
    }

    fn resolve(&self) -> Result<Vec<State>, FormulaError> {
        let mut states = Vec::with_capacity(self.states.len());
        for (name, state) in &self.states {
            let default = self.place(state.default.as_ref())?;
            let mut next = vec![default; self.alphabet.len()];
            for (symbol, target) in &state.transitions {
                next[symbol.index()] = self.place(Some(target))?;
            }
            states.push(State {
                next,
                names: Category::set([*name, "nonfail"]),
            });
        }

        for (name, alias) in &self.aliases {
            for state in &alias.states {
                states[self.state_number(state)?]
                    .names
                    .insert(Category::new(name));
            }
        }

        Ok(states)
    }

    /// Returns the categories that hold in the implicit failure.
    fn failing(&self) -> BTreeSet<Category> {
        let aliases = self
            .aliases
            .iter()
            .filter(|(_, alias)| alias.fails)
            .map(|(name, _)| *name);
        Category::set(aliases.chain(["fail"]))
    }
}
