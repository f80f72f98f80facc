//! `residua check`: parse and validate properties.

use anyhow::Result;
use date::diagnostic::{Diagnostic, Severity};
use serde_json::json;

use super::{Outcome, print};
use crate::cli::{CheckArgs, Format, fidelity};
use crate::console::Console;
use crate::inputs::properties;
use crate::sarif;

/// Tells everything there is to say about the files; errors are objections, not failures.
pub fn run(args: &CheckArgs, console: Console) -> Result<Outcome> {
    let (files, mut findings) = properties::all_files(&args.files);
    findings.extend(files.iter().flat_map(|file| properties::read_one(file, fidelity(args.compat)).1));
    let errors = count(&findings, Severity::Error);
    match args.format {
        Format::Text => {
            console.findings(&findings)?;
            print(&summary(files.len(), errors, count(&findings, Severity::Warning)))?;
        }
        Format::Json => print(&(serde_json::to_string_pretty(&json!({ "diagnostics": findings }))? + "\n"))?,
        Format::Sarif => print(&sarif::render(sarif::of_diagnostics(&findings))?)?,
    }
    Ok(if errors == 0 { Outcome::Done } else { Outcome::Objections })
}

fn count(findings: &[Diagnostic], severity: Severity) -> usize {
    findings.iter().filter(|finding| finding.severity == severity).count()
}

fn summary(files: usize, errors: usize, warnings: usize) -> String {
    let counted = |number: usize, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    format!("{}: {}, {}\n", counted(files, "file"), counted(errors, "error"), counted(warnings, "warning"))
}
