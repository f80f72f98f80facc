//! The meaning of the code of a finding.

use text::nearest;

use crate::failure::{Rejected, about_file};
use crate::messages;

/// Describes a code: what it means, what to do about it, and an example.
///
/// # Errors
/// No finding has the code; with the nearest one.
pub fn explain(code: &str) -> Result<String, Rejected> {
    let catalogue = messages::catalogue();
    if let Some(known) = catalogue.find(code) {
        return Ok(format!("{code}: {}\n\n{}", known.ranks(), known.text()));
    }

    let message = format!("no finding has the code `{code}`");
    let finding = about_file("", "unknown-code", message);
    Err(match nearest(code, catalogue.names()) {
        Some(near) => finding.with_help(format!("did you mean `{near}`?")),
        None => finding.with_help("a code stands in brackets behind `error` or `warning`"),
    }
    .into())
}
