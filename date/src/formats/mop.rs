//! JavaMOP specifications (`.mop`): the language of the JavaMOP and TraceMOP runtime verification tools.
//!
//! Each specification of a file becomes a context of the property, each of its formulas an automaton. What the original tools
//! do is followed (parametric slicing by identity, creation events, handlers that run after each event in whose state their
//! category holds); where it is a defect, what is documented is. What is not supported is an error that names it: `cflow`, `__SKIP`,
//! modifiers that hold threads up.

pub(super) mod lower;
pub mod syntax;
mod threads;
mod write;

pub use write::{print, print_residual};

use crate::diagnostic::Diagnostic;
use crate::formats::assembly::assemble;
use crate::model::Specification;
use crate::source::Source;

/// Reads a `.mop` file. `file` is its path as the user gave it.
///
/// # Errors
/// Syntax errors and what is not supported, the first of each specification; or everything that is wrong with names and Java.
pub fn read(file: &str, text: &str) -> Result<Specification, Vec<Diagnostic>> {
    let source = Source::new(file, text);
    let parsed = syntax::parse(&source)?;
    assemble(&lower::draft(&parsed, &source)?, &source)
}
