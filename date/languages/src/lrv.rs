//! LARVA scripts (`.lrv`): the language of the LARVA runtime verification tool.
//!
//! What LARVA's documentation promises is honoured where its compilers fall short: every `T+` means
//! subtypes, Java text is taken as it is, braces in strings and comments do not count, sections may
//! stand in any order. Where a script means something else to LARVA than to this reader, a warning
//! says so; or LARVA is followed, and a note says that.

mod alternatives;
mod blocks;
mod cursor;
mod deviations;
mod emission;
mod events;
mod invariants;
mod methods;
mod print;
mod properties;
mod pruned;
mod sections;
mod subtypes;
mod typing;
mod written;

use crate::assembly::assemble;
use crate::fidelity::Differences;
use crate::{Beside, Fidelity, Reading};
use text::{Diagnostic, Source};

use cursor::Cursor;
pub(crate) use cursor::{comments, without_comments};
pub use print::{Keys, print};
pub use pruned::pruned;

/// Reads a LARVA script, as LARVA documents its language or as its compiler takes it. `file` is its
/// path as the user gave it; `beside` reads the files that METHODS imports.
///
/// # Errors
/// The first syntax error or unsupported construct; or everything that is wrong with its names and
/// its Java.
pub fn read(
    file: &str,
    text: &str,
    fidelity: Fidelity,
    beside: Beside<'_>,
) -> Result<Reading, Vec<Diagnostic>> {
    let source = Source::new(file, text);
    let without_comments = without_comments(text);
    let differences = Differences::new(&source, "LARVA", fidelity);
    let mut cursor = Cursor::new(&source, &without_comments, &differences);
    let draft = blocks::script(&mut cursor, beside).map_err(|error| vec![error])?;
    let specification = assemble(&draft, &source)?;
    Ok(Reading {
        specification,
        findings: differences.into_findings(),
    })
}
