//! Dependency declarations of Clara (Bodden, "Clara: a framework for partially evaluating
//! finite-state runtime monitors"): aspects whose `dependent` advice an automaton speaks of.
//!
//! | Clara | property |
//! |---|---|
//! | dependency variables | parameters of a context: identity, partial bindings, slicing |
//! | dependent advice | an event; its body is what a report stands for |
//! | final state | bad state, reported at each entry |
//! | missing edge of a symbol | an edge to a state that nothing leads out of |
//! | several initial states, several edges of one symbol | the states are sets of states; one with a final state is bad |
//! | `strong`, `weak` | bad from the execution on by which all strong advice has executed |
//!
//! Advice that is not `dependent`, pointcuts that no dependent advice uses, and other members of
//! aspects are not looked at.

mod machine;
mod parse;
mod translate;

use crate::Fidelity;
use crate::assembly::assemble;
use crate::fidelity::Differences;
use crate::mop::lower;
use date::model::Specification;
use text::{Diagnostic, Source};

/// Reads an aspect with dependency declarations (`.aj`). `file` is its path as the user gave it.
///
/// # Errors
/// Syntax errors, the first; else what is wrong with names and machines, the first of each
/// declaration.
pub fn read(file: &str, text: &str) -> Result<Specification, Vec<Diagnostic>> {
    let source = Source::new(file, text);
    let aspect = parse::parse(&source).map_err(|error| vec![error])?;
    let translated = translate::translate(&aspect, &source)?;
    let clara = Differences::new(&source, "Clara", Fidelity::Documented);
    assemble(&lower::draft(&translated, &source, &clara)?, &source)
}
