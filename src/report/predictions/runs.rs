//! A part of the page for each run.

use std::collections::BTreeMap;

use maud::{Markup, html};
use text::Severity;

use super::super::prose;
use super::{Facts, Numbered, account};
use crate::messages::catalogue;
use crate::wording::predict::not_decided;
use crate::wording::predictions::{self as wording, Replay};

/// The name of a run, what is not decided about it, and its reports.
pub fn section(
    number: usize,
    run: &Facts<'_>,
    reports: &[Numbered<'_>],
    replay: &Replay,
    texts: &BTreeMap<String, String>,
) -> Markup {
    let catalogue = catalogue();
    let title = format!("run-{number}");
    html! {
        section class="run" aria-labelledby=(title) {
            h2 id=(title) { code { (run.name) } " " small { (wording::judged(run.events, run.prediction.reports.len())) } }
            (open_questions(run))
            @for one in reports.iter().filter(|one| one.run == number) { (account::article(one, &catalogue, replay, texts)) }
        }
    }
}

/// The candidates that are not decided, and the findings.
fn open_questions(run: &Facts<'_>) -> Markup {
    let undecided = not_decided(run.prediction);
    html! {
        @if !undecided.is_empty() || !run.findings.is_empty() {
            ul class="open" {
                @for sentence in &undecided { li { (sentence) } }
                @for finding in run.findings {
                    li {
                        b { (severity(finding.severity)) ": " } (prose(&finding.message))
                        @if let Some(help) = &finding.help { br; small { (prose(help)) } }
                    }
                }
            }
        }
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
