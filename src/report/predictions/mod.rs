//! The page of `predict --html`: the reports about recorded runs, for people. One file that needs no
//! other and no network. All that it says stands in the page without scripts; the script filters, and
//! leads from report to report. The same runs give the same bytes.

mod account;
mod lanes;
mod overview;
mod runs;
mod summary;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use predict::{Kind, Prediction, Report};
use text::Diagnostic;

use super::page;
use crate::wording::predictions::{self as wording, Replay, title};

/// The script, one file for each part.
const SCRIPT: &str = concat!(
    "(() => {\n'use strict';\n",
    include_str!("../script/elements.js"),
    include_str!("script/filter.js"),
    include_str!("script/commands.js"),
    include_str!("script/start.js"),
    "})();\n"
);

/// The style sheet: that of all pages, and that of this one.
const STYLE: &str = concat!(include_str!("../base.css"), include_str!("style.css"));

/// The facts about one run.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// Its name.
    pub name: &'a str,
    /// The number of its events.
    pub events: usize,
    /// What was found.
    pub prediction: &'a Prediction,
    /// The findings about the run as a whole.
    pub findings: &'a [Diagnostic],
}

/// A report with its number on the page, from 1.
#[derive(Debug, Clone, Copy)]
struct Numbered<'a> {
    number: usize,
    run: usize,
    report: &'a Report,
}

/// The page about `runs`. `texts` holds sources by the names that the runs have for them; of one that is
/// not there no line is shown. Takes time and space in proportion to the reports.
pub fn render(runs: &[Facts<'_>], replay: &Replay, texts: &BTreeMap<String, String>) -> String {
    let reports = numbered(runs);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (page::head(wording::WINDOW, SCRIPT, STYLE))
            body {
                header {
                    h1 { (wording::PAGE) }
                    nav aria-label="Parts" {
                        a href="#summary" { (title::SUMMARY) }
                        @if !reports.is_empty() { a href="#list" { (title::REPORTS) } }
                    }
                    button id="show-keys" class="scripted" type="button" { (title::KEYS) }
                }
                main {
                    (summary::section(runs, &reports, replay, texts))
                    @if !reports.is_empty() { (overview::section(runs, &reports)) }
                    @for (number, run) in runs.iter().enumerate() {
                        (runs::section(number, run, &reports, replay, texts))
                    }
                }
                footer { "Made by residua " (env!("CARGO_PKG_VERSION")) "." }
                (summary::keys())
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string() + "\n"
}

/// The reports of all runs, numbered as `predict --format json` has them.
fn numbered<'a>(runs: &[Facts<'a>]) -> Vec<Numbered<'a>> {
    let all = runs.iter().enumerate().flat_map(|(run, facts)| {
        let reports = facts.prediction.reports.iter();
        reports.map(move |report| (run, report))
    });
    all.enumerate()
        .map(|(index, (run, report))| Numbered {
            number: index + 1,
            run,
            report,
        })
        .collect()
}

/// The mark of a kind, in its colour.
fn badge(kind: Kind) -> Markup {
    html! { span class=(format!("badge {}", kind.word())) { (wording::kind(kind).0) } }
}
