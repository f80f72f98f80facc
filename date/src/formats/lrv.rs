//! LARVA scripts (`.lrv`): the language of the LARVA runtime verification tool.
//!
//! What LARVA's documentation promises is honoured where its compilers fall short: every `T+` means subtypes, Java
//! text is taken as it is, braces in strings and comments do not count. Sections out of order, which LARVA ignores
//! without a word, are errors. What is not supported yet is an error that names it: `INVARIANTS`, `equateUsing`,
//! `stringUsing`, `uponHandling`, imports in `METHODS`, repeating clocks.

mod alternatives;
mod blocks;
mod cursor;
mod events;
mod properties;
mod typing;

use crate::diagnostic::Diagnostic;
use crate::formats::assembly::assemble;
use crate::model::Specification;
use crate::source::Source;

use cursor::Cursor;

/// Reads a LARVA script. `file` is its path as the user gave it.
///
/// # Errors
/// The first syntax error or unsupported construct; or everything that is wrong with its names and its Java.
pub fn read(file: &str, text: &str) -> Result<Specification, Vec<Diagnostic>> {
    let source = Source::new(file, text);
    let without_comments = cursor::without_comments(text);
    let mut cursor = Cursor::new(&source, &without_comments);
    let draft = blocks::script(&mut cursor).map_err(|error| vec![error])?;
    assemble(&draft, &source)
}
