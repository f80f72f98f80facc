//! The meaning of the code of a finding.

use crate::failure::Rejected;
use crate::messages;
use crate::wording::explain as wording;

/// Describes a code: what it means, what to do about it, and an example.
///
/// # Errors
/// No finding has the code; with the nearest one.
pub fn explain(code: &str) -> Result<String, Rejected> {
    let catalogue = messages::catalogue();
    if let Some(known) = catalogue.find(code) {
        return Ok(format!("{code}: {}\n\n{}", known.ranks(), known.text()));
    }

    Err(wording::unknown_code(code, catalogue.names()).into())
}
