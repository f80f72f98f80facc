//! `residua check`: parse and validate properties, and compile the code in them.

use anyhow::Result;
use serde_json::json;
use text::{Diagnostic, Severity};

use super::{Outcome, print};
use crate::cli::{CheckArgs, Format, fidelity};
use crate::console::Console;
use crate::inputs::program;
use crate::inputs::properties::{self, PropertyFile};
use crate::inputs::property_code::{self, Surroundings};
use crate::sarif;
use crate::settings::CheckSettings;
use crate::wording::{counted, next};

/// Tells everything there is to say about the files; errors are objections, not failures.
pub fn run(args: &CheckArgs, console: Console) -> Result<Outcome> {
    let (paths, mut findings) = properties::all_files(&args.files);
    let mut files = Vec::new();
    for path in &paths {
        let (file, found) = properties::read_one(path, fidelity(args.compat));
        let is_sound = found
            .iter()
            .all(|finding| finding.severity != Severity::Error);
        findings.extend(found);
        files.extend(file.filter(|_| is_sound));
    }

    findings.extend(of_code(&files, &CheckSettings::new(args)?, console)?);
    let errors = count(&findings, Severity::Error);
    match args.format {
        Format::Text => {
            console.findings(&findings)?;
            print(&summary(
                paths.len(),
                errors,
                count(&findings, Severity::Warning),
            ))?;
            console.next(next::check(errors));
        }
        Format::Json => {
            print(&(serde_json::to_string_pretty(&json!({ "diagnostics": findings }))? + "\n"))?
        }
        Format::Sarif => print(&sarif::render(sarif::of_diagnostics(&findings), None)?)?,
    }

    Ok(if errors == 0 {
        Outcome::Done
    } else {
        Outcome::Objections
    })
}

/// Returns what `javac` finds wrong with the code of the files. Without a program that are errors
/// which any program would have; without a JDK there are none.
fn of_code(
    files: &[PropertyFile],
    settings: &CheckSettings,
    console: Console,
) -> Result<Vec<Diagnostic>> {
    if !files
        .iter()
        .any(|file| property_code::has_code(&file.specification))
    {
        return Ok(Vec::new());
    }
    let Some((hierarchy, jdk)) = program::classes(settings, console)? else {
        return Ok(Vec::new());
    };
    let (classes, class_path) = (&*settings.classes, &*settings.class_path);
    let has_program = !settings.sources.is_empty();

    Ok(property_code::findings(
        files,
        Surroundings {
            hierarchy: &hierarchy,
            jdk: &jdk,
            classes,
            class_path,
            has_program,
        },
    ))
}

fn count(findings: &[Diagnostic], severity: Severity) -> usize {
    findings
        .iter()
        .filter(|finding| finding.severity == severity)
        .count()
}

fn summary(files: usize, errors: usize, warnings: usize) -> String {
    format!(
        "{}: {}, {}\n",
        counted(files, "file", "files"),
        counted(errors, "error", "errors"),
        counted(warnings, "warning", "warnings")
    )
}
