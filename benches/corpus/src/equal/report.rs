//! Reports of a run.

use anyhow::{Context, Result};

/// One report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The number of the thread that raised the event.
    pub thread: u64,
    /// The property.
    pub property: String,
    /// The line, without identity hashes: they differ between runs.
    pub text: String,
    /// The instance, with them: within a run, they tell objects apart.
    pub instance: String,
}

impl Report {
    /// Reads a line of `reporter/Reporter.java`: `THREAD<tab>residua: violation of PROPERTY in ..
    /// (INSTANCE)`.
    ///
    /// # Errors
    /// It is no such line.
    pub fn read(line: &str) -> Result<Report> {
        let parts = || {
            let (thread, text) = line.split_once('\t')?;
            let property = text
                .strip_prefix("residua: violation of ")?
                .split_once(" in ")?
                .0;
            let instance = text.strip_suffix(')')?.rsplit_once(" (")?.1;
            let text = without_hashes(text);
            Some(Report {
                thread: thread.parse().ok()?,
                property: property.to_owned(),
                text,
                instance: instance.to_owned(),
            })
        };
        parts().with_context(|| format!("no report: {line}"))
    }
}

/// `app.Session@1b2c3d` becomes `app.Session@`.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split('@');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + "@" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit())
    })
}
