//! The summary and the findings that `analyze` prints.

use std::path::Path;

use anyhow::Result;
use indexmap::IndexMap;
use plan::Plan;
use text::{Diagnostic, Severity, Span};

use crate::cli::Format;
use crate::commands::print;
use crate::console::Console;
use crate::counts::{Counts, Planned};
use crate::ranking::Ranking;
use crate::settings::Settings;
use crate::summary::Summary;
use crate::wording::analyze as wording;
use crate::{counts, sarif};

/// Diagnostics that are told on stderr; more of them nobody reads there.
const TOLD: usize = 20;

/// The codes of notes that are told: on results that are not there.
const TOLD_NOTES: [&str; 2] = ["not-in-mop", "lrv-inexpressible"];

pub(super) fn tell(
    settings: &Settings,
    console: Console,
    plan: &Plan,
    diagnostics: &[Diagnostic],
    written: &[String],
) -> Result<()> {
    let summary = Summary::new(plan, diagnostics, written);
    match settings.format {
        Format::Text => {
            if console.is_verbose() {
                console.findings(diagnostics)?;
            } else {
                console.findings(&worst(diagnostics))?;
            }
            let kept = match written {
                [] => format!("up to date: {}\n", settings.out.display()),
                _ => String::new(),
            };
            let events = match &settings.counts {
                Some(path) => events(&counts::read(path)?, plan, path),
                None => String::new(),
            };
            print(&(summary.text() + &events + &kept))?;
        }
        Format::Json => print(&summary.json()?)?,
        Format::Sarif => {
            let findings = [sarif::of_diagnostics(diagnostics), sarif::of_plan(plan)].concat();
            print(&sarif::render(findings, Some(plan))?)?;
        }
    }

    Ok(())
}

/// Which share of the events of a run goes.
fn events(counts: &Counts, plan: &Plan, path: &Path) -> String {
    format!(
        "{}: {}\n",
        path.display(),
        Ranking::new(counts, &Planned::new(plan), 0).headline()
    )
}

/// The worst diagnostics, in their order, and how many there are beside them: of sources those that
/// say the same are one with the first of them, and most notes are what `check` and `--format json`
/// are for.
fn worst(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut told: IndexMap<(&str, &str, Option<Span>), (&Diagnostic, usize)> = IndexMap::new();
    let is_note = |finding: &Diagnostic| {
        finding.severity == Severity::Note && !TOLD_NOTES.contains(&finding.code.as_str())
    };

    for diagnostic in diagnostics.iter().filter(|diagnostic| !is_note(diagnostic)) {
        let place = (!diagnostic.file.ends_with(".java")).then_some(diagnostic.span);
        told.entry((&diagnostic.code, &diagnostic.message, place))
            .or_insert((diagnostic, 0))
            .1 += 1;
    }

    let mut told: Vec<(usize, (&Diagnostic, usize))> = told.into_values().enumerate().collect();
    told.sort_by_key(|(place, (diagnostic, _))| (std::cmp::Reverse(diagnostic.severity), *place));
    told.truncate(TOLD);
    told.sort_by_key(|(place, _)| *place);
    let shown: usize = told.iter().map(|(_, (_, count))| count).sum();
    let mut told: Vec<Diagnostic> = told
        .into_iter()
        .map(|(_, (diagnostic, count))| counted(diagnostic, count))
        .collect();
    let notes = diagnostics
        .iter()
        .filter(|diagnostic| is_note(diagnostic))
        .count();
    let findings = diagnostics.len() - notes - shown;
    told.extend((findings + notes > 0).then(|| wording::not_shown(findings, notes)));

    told
}

/// A diagnostic for `count` that say the same.
fn counted(diagnostic: &Diagnostic, count: usize) -> Diagnostic {
    if count == 1 {
        return diagnostic.clone();
    }
    let help = wording::the_same(diagnostic.help.as_deref(), count - 1);
    diagnostic.clone().with_help(help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::about_file;

    #[test]
    fn what_says_the_same_is_told_once_and_notes_are_counted() {
        let one = |severity, message: &str| Diagnostic {
            severity,
            ..about_file("F.java", "w", message)
        };
        let [warning, note] = [
            one(Severity::Warning, "missing"),
            one(Severity::Note, "so it is"),
        ];
        let told = worst(&[warning.clone(), note, warning.clone(), warning]);
        assert_eq!(told[0].help.as_deref(), Some("the same at 2 more places"));
        assert_eq!(
            (told.len(), told[1].message.split(';').next()),
            (2, Some("1 note is not shown"))
        );
        assert!(worst(&[one(Severity::Warning, "alone")])[0].help.is_none());
    }

    #[test]
    fn errors_are_told_before_the_rest_is_cut() {
        let mut diagnostics: Vec<Diagnostic> = (0..TOLD + 5)
            .map(|n| Diagnostic {
                severity: Severity::Warning,
                ..about_file("f", "w", n.to_string())
            })
            .collect();
        diagnostics.push(about_file("f", "e", "the error"));
        let told = worst(&diagnostics);
        assert_eq!(told.len(), TOLD + 1);
        assert_eq!(told[TOLD - 1].message, "the error");
        assert!(
            told[TOLD]
                .message
                .starts_with("6 more findings are not shown")
        );
        let note = Diagnostic {
            severity: Severity::Note,
            ..about_file("f", "n", "by the way")
        };
        let told = worst(&[diagnostics, vec![note.clone(), note]].concat());
        assert!(
            told[TOLD]
                .message
                .starts_with("6 more findings and 2 notes are not shown")
        );
    }
}
