//! `residua check`: parse and validate properties, compile the code in them, and look up their names.

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

    findings.extend(of_program(&files, &CheckSettings::new(args)?, console)?);
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

/// Returns what is wrong with the files, given the program: with their names, and with the code of
/// those whose names are right. Without a program that are errors which any program would have;
/// without a JDK there are none.
fn of_program(
    files: &[PropertyFile],
    settings: &CheckSettings,
    console: Console,
) -> Result<Vec<Diagnostic>> {
    let has_program = !settings.sources.is_empty();
    let has_code = |file: &PropertyFile| property_code::has_code(&file.specification);
    if !has_program && !files.iter().any(has_code) {
        return Ok(Vec::new());
    }
    let Some(known) = program::classes(settings, console)? else {
        return Ok(Vec::new());
    };

    let mut findings = Vec::new();
    let mut sound = Vec::new();
    for file in files {
        let mut found = Vec::new();
        if has_program {
            found = analyzer::findings_of_names(&file.specification, &known.hierarchy);
        }
        if count(&found, Severity::Error) == 0 {
            sound.push(file);
        }
        findings.extend(found.into_iter().map(|found| found.with_source(&file.text)));
    }
    let surroundings = Surroundings {
        hierarchy: &known.hierarchy,
        jdk: known.class_path.jdk(),
        classes: &settings.classes,
        class_path: &settings.class_path,
        has_program,
    };
    findings.extend(property_code::findings(sound, surroundings));

    Ok(findings)
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
