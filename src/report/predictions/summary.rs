//! The first part of the page: the numbers, and the next step; and the list of keys.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::super::{page, prose};
use super::{Facts, Numbered};
use crate::lookup::place_of;
use crate::wording::next;
use crate::wording::predictions::{self as wording, KINDS, Replay, title};

/// The numbers of reports by kind, and the command that replays the first one.
pub fn section(
    runs: &[Facts<'_>],
    reports: &[Numbered<'_>],
    replay: &Replay,
    texts: &BTreeMap<String, String>,
) -> Markup {
    let counts = KINDS.map(|kind| {
        let of_kind = reports.iter().filter(|one| one.report.kind == kind);
        (kind, of_kind.count())
    });
    html! {
        section id="summary" aria-labelledby="summary-title" {
            h2 id="summary-title" class="headline" { (wording::headline(&counts, runs.len())) }
            ul class="figures" {
                @for (kind, count) in counts {
                    li class=(if count > 0 { kind.word() } else { "none" }) {
                        strong { (count) } " " (if count == 1 { wording::kind(kind).0 } else { wording::kind(kind).1 })
                        br; small { (wording::meaning(kind)) }
                    }
                }
            }
            (next_step(reports, replay))
            @if texts.is_empty() && reports.iter().any(|one| has_place(one)) {
                p class="hint" { (prose(wording::NO_SOURCES)) }
            }
        }
    }
}

fn next_step(reports: &[Numbered<'_>], replay: &Replay) -> Markup {
    html! {
        div class="cause" {
            @if reports.is_empty() {
                p { b { (title::NEXT) ": " } (next::OTHER_INPUTS) "." }
            } @else {
                @if let Some(preparation) = replay.preparation() {
                    p { b { (title::NEXT) ". " } (wording::REPORTS_FIRST) code class="command" { (preparation) } }
                    p { (wording::REPLAY_FIRST) code class="command" { (replay.command(1)) } }
                } @else {
                    p { b { (title::NEXT) ". " } (wording::REPLAY_FIRST) code class="command" { (replay.command(1)) } }
                }
                p class="hint" { (prose(wording::COMMAND_HINT)) }
            }
        }
    }
}

fn has_place(one: &Numbered<'_>) -> bool {
    let mut steps = one.report.steps.iter();
    steps.any(|step| place_of(&step.line).is_some())
}

/// The keys of the page: each with its act.
const KEYS: [page::Key; 4] = [
    (&["/"], "to the filter"),
    (&["n", "p"], "to the next report, to the previous one"),
    (&["Esc"], "in the filter: empty it"),
    (&["?"], "this list"),
];

/// The list of keys, which a key opens.
pub fn keys() -> Markup {
    page::keys(title::KEYS, &KEYS)
}
