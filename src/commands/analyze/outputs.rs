//! The files that `analyze` writes: the plan, the report, and the residual properties in the
//! languages of their files.

use std::collections::BTreeSet;
use std::path::Path;

use analyzer::{Analysis, Optimized};
use anyhow::Result;
use languages::comments::{self, Notation, Written};
use languages::lrv::{self, Keys};
use languages::{self, Fidelity, mop, yaml};
use plan::Plan;
use text::{Diagnostic, Severity};

use crate::counts::Counts;
use crate::inputs::plans;
use crate::inputs::properties::{Properties, PropertyFile, named_in};
use crate::output::FileSet;
use crate::report;

/// The files, and what a residual property says that the language of its original has nothing for.
pub(super) fn outputs(
    plan: &Plan,
    analysis: &Analysis,
    properties: &Properties,
    fidelity: Fidelity,
    counts: Option<&Counts>,
) -> Result<(FileSet, Vec<Diagnostic>)> {
    let mut files = FileSet::default();
    let mut unsaid = Vec::new();
    files.add("plan.json", plan::render(plan)?);
    files.add(
        "report.html",
        report::render(plan, &plans::unchanged_texts(plan), counts),
    );
    let stems = analysis
        .specifications
        .iter()
        .map(|optimized| optimized.residual.name.as_str());

    for ((name, optimized), file) in residual_names(stems)
        .iter()
        .zip(&analysis.specifications)
        .zip(&properties.files)
    {
        let commented =
            |printed, notation| with_comments(file, fidelity, optimized, printed, notation);
        let extension = Path::new(&file.specification.file)
            .extension()
            .and_then(|extension| extension.to_str());
        let in_yaml = yaml::print(&optimized.residual);
        let in_yaml = if extension.is_some_and(is_yaml) {
            commented(in_yaml, Notation::Yaml)
        } else {
            in_yaml
        };
        files.add(&format!("{name}.yaml"), in_yaml);
        let written = match extension {
            Some("mop") => {
                let text = mop::print_residual(&optimized.residual);
                text.map(|text| text.map(|text| commented(text, Notation::Java)))
            }
            Some("lrv") => residual_script(optimized, file, fidelity).map(Some),
            _ => continue,
        };
        match written {
            Ok(text) => text.into_iter().for_each(|text| {
                files.add(&format!("{name}.{}", extension.unwrap_or_default()), text)
            }),
            Err(refused) => unsaid.extend(
                refused
                    .into_iter()
                    .map(|refused| not_written(refused, name)),
            ),
        }
    }

    Ok((files, unsaid))
}

fn is_yaml(extension: &str) -> bool {
    matches!(extension, "yaml" | "yml")
}

/// The text of a residual property in the language of its file, with the file's comments.
fn with_comments(
    file: &PropertyFile,
    fidelity: Fidelity,
    optimized: &Optimized,
    printed: String,
    notation: Notation,
) -> String {
    let written = Written {
        text: &file.text,
        specification: &optimized.original,
        notation,
    };
    comments::carried_over(written, printed, |text| {
        let beside = |name: &str| named_in(Path::new(&file.specification.file), name);
        let reading = languages::read_with(&file.specification.file, text, fidelity, &beside);
        reading.ok().map(|reading| reading.specification)
    })
}

/// Notes that a residual property is there in YAML alone.
fn not_written(refused: Diagnostic, name: &str) -> Diagnostic {
    let help = format!("the residual property is in `{name}.yaml` alone");
    Diagnostic {
        severity: Severity::Note,
        ..refused
    }
    .with_help(help)
}

/// The residual of a LARVA script as a script: the original without what is gone, or else written
/// anew.
///
/// # Errors
/// A property that LARVA cannot express.
fn residual_script(
    optimized: &Optimized,
    file: &PropertyFile,
    fidelity: Fidelity,
) -> Result<String, Vec<Diagnostic>> {
    let beside = |name: &str| named_in(Path::new(&file.specification.file), name);
    let pruned = lrv::pruned(
        &file.text,
        fidelity,
        &optimized.original,
        &optimized.residual,
        &beside,
    );
    let anew = || {
        let text = lrv::print(&optimized.residual, Keys::Assigned, fidelity)?;
        Ok(with_comments(
            file,
            fidelity,
            optimized,
            text,
            Notation::Larva,
        ))
    };

    pruned.map_or_else(anew, Ok)
}

/// `stem.residual` for each file, to which an extension is added; for a stem that was there before,
/// `stem-2.residual` and so on.
fn residual_names<'a>(stems: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |stem: &str| {
        let numbered = (1..).map(|n| {
            if n == 1 {
                stem.to_owned()
            } else {
                format!("{stem}-{n}")
            }
        });
        numbered
            .map(|stem| format!("{stem}.residual"))
            .find(|name| taken.insert(name.clone()))
            .unwrap_or_default()
    };

    stems.map(name).collect()
}

/// Removes residual properties of earlier runs, which are not of this plan.
pub(super) fn remove_other_residuals(folder: &Path, files: &FileSet) {
    let is_other = |path: &Path| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let is_residual = stem.is_some_and(|stem| stem.ends_with(".residual"));
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        is_residual && !files.names().any(|written| written == name)
    };
    let entries = folder
        .read_dir()
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());

    // What cannot be removed stays; the plan does not name it.
    entries
        .filter(|path| is_other(path))
        .for_each(|path| drop(std::fs::remove_file(path)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residuals_of_equal_stems_do_not_overwrite_each_other() {
        let names = residual_names(["p", "q", "p", "p-2"].into_iter());
        assert_eq!(
            names,
            ["p", "q", "p-2", "p-2-2"].map(|stem| format!("{stem}.residual"))
        );
    }
}
