//! Checks of a request, before anything is read.

use std::path::{Path, PathBuf};

use crate::weave::{Notice, WeaveError, WeaveReport, WeaveRequest};
use plan::Freshness;

/// Refuses a plan that was made of other files than those that are there now.
///
/// # Errors
/// Files have changed.
pub fn check_fresh(request: &WeaveRequest<'_>, report: &mut WeaveReport) -> Result<(), WeaveError> {
    let freshness = Freshness::of(request.plan, &request.base);
    if !freshness.changed.is_empty() {
        return Err(WeaveError::Stale(freshness.changed));
    }
    if let [first, more @ ..] = &freshness.missing[..] {
        report.notices.push(Notice::MissingFiles {
            first: first.clone(),
            more: more.len(),
        });
    }
    Ok(())
}

/// Refuses an output that lies inside an input, or around one.
///
/// # Errors
/// The output does.
pub fn check_output(request: &WeaveRequest<'_>) -> Result<(), WeaveError> {
    let absolute = |path: &PathBuf| path.canonicalize().ok();
    let output = absolute(&request.output);
    let Some(existing) = output.clone().or_else(|| nearest_existing(&request.output)) else {
        return Ok(());
    };
    let inside = |input: &PathBuf| absolute(input).is_some_and(|input| existing.starts_with(input));
    let around = |input: &PathBuf| {
        absolute(input)
            .zip(output.as_ref())
            .is_some_and(|(input, out)| input.starts_with(out))
    };

    let mut inputs = request.classes.iter();
    if inputs.any(|input| inside(input) || around(input)) {
        return Err(WeaveError::OutputIsInput(request.output.clone()));
    }
    Ok(())
}

/// The innermost folder around a path that is there; a relative path stands in the current folder.
fn nearest_existing(path: &Path) -> Option<PathBuf> {
    let whole = std::path::absolute(path).ok()?;
    whole
        .ancestors()
        .skip(1)
        .find_map(|folder| folder.canonicalize().ok())
}
