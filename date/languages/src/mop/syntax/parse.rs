//! From text to tree.

pub(crate) mod cursor;
mod declarations;
pub(crate) mod event;
pub(crate) mod file;
mod pattern;
mod pointcut;
mod property;
mod signature;
mod spec;
mod types;

pub(crate) use pointcut::{PRIMITIVES, named_pointcut};

use crate::mop::syntax::tree::File;
use text::{Diagnostic, Source};

/// Parses a `.mop` file. Linear in the length of the text, but for lists of words that could begin
/// an event.
///
/// # Errors
/// In the order of the file, the first error of every specification, as far as its end can be
/// found, and the errors between specifications.
pub fn parse(source: &Source<'_>) -> Result<File, Vec<Diagnostic>> {
    file::file(source)
}
