//! The account of one report: its sentence, its steps, the remedy and the replay.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::super::prose;
use super::{Numbered, lanes};
use crate::messages::Catalogue;
use crate::wording::predict::sentence;
use crate::wording::predictions::{self as wording, Replay};

/// All about one report.
pub fn article(
    one: &Numbered<'_>,
    catalogue: &Catalogue,
    replay: &Replay,
    texts: &BTreeMap<String, String>,
) -> Markup {
    let Numbered { number, report, .. } = one;
    let title = format!("report-{number}-title");
    let remedy = catalogue.find(report.kind.word()).map(|code| &code.remedy);
    let events: usize = report.witness.runs.iter().map(length).sum();
    html! {
        article id=(format!("report-{number}")) class=(format!("report {}", report.kind.word())) tabindex="-1"
            data-report=(number) data-kind=(report.kind.word()) aria-labelledby=(title) {
            h3 id=(title) { (number) ". " (prose(&wording::name(report))) }
            p class="sentence" { (prose(&sentence(report))) }
            (lanes::table(report, texts))
            @if let Some(remedy) = remedy { p { b { (wording::REMEDY) } (prose(remedy)) } }
            p { b { (wording::REPLAY) } code class="command" { (replay.command(*number)) } }
            p class="hint" { (wording::FOUND) (wording::found_by(report.method)) " " (wording::order(events)) }
        }
    }
}

/// The number of positions from the first to the last.
fn length((first, last): &(u32, u32)) -> usize {
    (last - first) as usize + 1
}
