//! Plans.

use std::path::Path;

use date::diagnostic::Diagnostic;
use instrument::plan::{Plan, PlanError};

use super::{shown, text_file};
use crate::failure::{Rejected, about_file};

/// Reads the plan at `path`.
pub fn read(path: &Path) -> Result<Plan, Rejected> {
    let text = text_file(path, "plan").map_err(|mut unread| {
        unread.help.get_or_insert_with(|| "run `residua analyze` first: it writes the plan".to_owned());
        unread
    })?;
    instrument::plan::parse(&text, &shown(path)).map_err(|error| match error {
        PlanError::Malformed(diagnostic) => Rejected::from(*diagnostic),
        PlanError::Unreadable { .. } => Rejected::from(about_file(&shown(path), "unreadable", error.to_string())),
    })
}

/// The error for a file that the plan was made from and that is another one now.
pub fn changed(file: &str) -> Diagnostic {
    about_file(file, "stale-plan", format!("`{file}` has changed since the plan was made"))
        .with_help("run `residua analyze` again")
}
