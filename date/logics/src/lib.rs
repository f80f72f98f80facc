//! The logics of parametric monitoring (fsm, ere, ltl, ptltl, cfg): from the text of a formula over
//! event names to a complete deterministic automaton.
//!
//! | word | meaning |
//! |---|---|
//! | [`Alphabet`] | the event names; a formula need not mention all of them |
//! | [`Machine`] | a complete deterministic automaton over an alphabet |
//! | [`Category`] | what a handler asks for (`@match`); each state holds a set of them |
//! | [`Translation`] | a machine, and whether it means exactly what the formula means |
//! | [`FormulaError`] | what is wrong with a formula, with its place in the formula's text |
//!
//! After every event the categories of the new state are tested; before the first event nothing is.
//! Nothing here knows of files, events' patterns or parameters.
//!
//! ```
//! use logics::{Alphabet, Category, Logic, translate};
//!
//! let alphabet = Alphabet::new(["open", "close"]);
//! let machine = translate(Logic::Ere, "(open close)* close", &alphabet)?.machine;
//! let twice = [alphabet.symbol("close"), alphabet.symbol("close")];
//! let state = machine.run(twice.into_iter().flatten());
//! assert!(machine.holds(state, &Category::new("fail")));
//! # Ok::<(), logics::FormulaError>(())
//! ```

mod alphabet;
mod category;
pub mod cfg;
pub mod ere;
mod error;
pub mod fsm;
pub mod ltl;
mod machine;
pub mod ptltl;
mod temporal;
mod tokens;

pub use alphabet::{Alphabet, SymbolId};
pub use category::Category;
pub use error::FormulaError;
pub use machine::{Machine, MachineStateId};

/// A language in which formulas are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Logic {
    /// Finite state machines.
    Fsm,
    /// Extended regular expressions.
    Ere,
    /// Linear temporal logic over the future and the past.
    Ltl,
    /// Linear temporal logic over the past.
    Ptltl,
    /// Context-free grammars.
    Cfg,
}

impl Logic {
    /// Every logic, by the name that properties give it.
    pub const NAMES: [(&'static str, Logic); 6] = [
        ("fsm", Logic::Fsm),
        ("ere", Logic::Ere),
        ("ltl", Logic::Ltl),
        ("ftltl", Logic::Ltl),
        ("ptltl", Logic::Ptltl),
        ("cfg", Logic::Cfg),
    ];

    /// The logic of this name, in any case.
    pub fn named(name: &str) -> Option<Logic> {
        Self::NAMES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|&(_, logic)| logic)
    }
}

/// A formula as a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translation {
    /// The machine. [`Machine::categories`] are those that a handler may name.
    pub machine: Machine,
    /// True if the machine means exactly what the formula means. Where not (grammars that are not
    /// regular) it is an approximation: see [`cfg::Grammar::approximation`] for what its categories
    /// say.
    pub is_exact: bool,
}

/// The machine of a formula.
///
/// # Errors
/// What is wrong with the formula: syntax, names that neither the alphabet nor the formula has, too
/// many states.
pub fn translate(
    logic: Logic,
    formula: &str,
    alphabet: &Alphabet,
) -> Result<Translation, FormulaError> {
    let machine = match logic {
        Logic::Fsm => fsm::machine(formula, alphabet)?,
        Logic::Ere => ere::machine(formula, alphabet)?,
        Logic::Ltl => ltl::machine(formula, alphabet)?,
        Logic::Ptltl => ptltl::machine(formula, alphabet)?,
        Logic::Cfg => return Ok(cfg::Grammar::parse(formula, alphabet)?.approximation()),
    };
    Ok(Translation {
        machine,
        is_exact: true,
    })
}
