//! `report.html`: what a plan says, for people. One file that needs no other and no network. Every
//! text from outside is shown as text: maud escapes it in the page, [`data`] in the data, the
//! script makes text nodes of it alone, and the [`policy`] forbids the rest. The same plan gives
//! the same bytes.

mod automaton;
mod data;
mod events;
mod excerpts;
mod explorer;
mod page;
mod policy;
pub mod predictions;
mod properties;
mod reasons;
mod squarify;
mod summary;
#[cfg(test)]
mod tests;
mod treemap;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use plan::{Plan, PropertyRow, Reduction, Verdict};

use crate::causes::causes;
use crate::counts::Counts;
use crate::wording::report as wording;
use excerpts::Excerpts;

/// The script, one file for each part of the page.
const SCRIPT: &str = concat!(
    "(() => {\n'use strict';\n",
    include_str!("script/model.js"),
    include_str!("script/elements.js"),
    include_str!("script/page.js"),
    include_str!("script/filter.js"),
    include_str!("script/table.js"),
    include_str!("script/detail.js"),
    include_str!("script/player.js"),
    include_str!("script/packages.js"),
    include_str!("script/source.js"),
    include_str!("script/map.js"),
    include_str!("script/zoom.js"),
    include_str!("script/address.js"),
    include_str!("script/start.js"),
    "})();\n"
);

/// The style sheet: that of all pages, and that of this one.
const STYLE: &str = concat!(include_str!("base.css"), include_str!("style.css"));

/// The class in the style sheet of a step.
fn colour(step: impl Into<Reduction>) -> &'static str {
    match step.into() {
        Reduction::Residual0 => "residual0",
        Reduction::Residual1 => "residual1",
        Reduction::Residual2 => "residual2",
        Reduction::Nop => "nop",
    }
}

/// The parts of the page: their anchors and titles.
const PARTS: [(&str, &str); 8] = [
    ("summary", "Summary"),
    ("events", "Events of a run"),
    ("properties", "Properties"),
    ("generators", "Monitored calls"),
    ("packages", "Packages and files"),
    ("reasons", "Why calls stay monitored"),
    ("unresolved", "Not resolved"),
    ("assumptions", "Assumptions"),
];

/// The report about `plan`. `texts` holds the sources by their paths below their roots, as the plan
/// was made from them; of one that is not there no line is shown. `counts` are the events of a run
/// with full monitoring, if there was one. Takes time and space in proportion to the plan.
pub fn render(plan: &Plan, texts: &BTreeMap<String, String>, counts: Option<&Counts>) -> String {
    let causes = causes(plan);
    let data = data::data(plan, &causes, &Excerpts::new(plan, texts));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (page::head(wording::WINDOW, SCRIPT, STYLE))
            body {
                header {
                    h1 { (wording::PAGE) }
                    nav aria-label="Parts" { @for (id, title) in PARTS.iter().filter(|(id, _)| *id != "events" || counts.is_some()) { a href=(format!("#{id}")) { (title) } } }
                    button id="show-keys" class="scripted" type="button" { (wording::title::KEYS) }
                }
                main {
                    (summary::section(plan, &causes))
                    @if let Some(counts) = counts { (events::section(plan, counts)) }
                    (properties::section(plan))
                    (explorer::generators(plan))
                    (explorer::packages())
                    (reasons::kept(plan))
                    (reasons::unresolved(plan, &causes))
                    (reasons::assumptions(plan))
                }
                footer { "Made by " (plan.tool.name) " " (plan.tool.version) " from " (plan.sources.len()) " " (wording::source_files(plan.sources.len())) "." }
                (explorer::keys())
                script id="data" type="application/json" { (PreEscaped(data.tables)) }
                script id="excerpts" type="application/json" { (PreEscaped(data.excerpts)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };

    page.into_string() + "\n"
}

/// The properties with their numbers in the plan, those first of which something is left, and of
/// these the ones with most kept calls; else as in the plan.
fn unfinished_first(plan: &Plan) -> Vec<(usize, &PropertyRow)> {
    let kept = |property: &PropertyRow| {
        plan.totals
            .get(&property.name)
            .map_or(0, |totals| totals.kept)
    };
    let is_finished =
        |property: &PropertyRow| property.verdict == Verdict::Satisfied && kept(property) == 0;
    let mut properties: Vec<(usize, &PropertyRow)> = plan.properties.iter().enumerate().collect();
    properties.sort_by_key(|(_, property)| (is_finished(property), Reverse(kept(property))));
    properties
}

/// A sentence in which what stands between backquotes is code. A single backquote stays.
fn prose(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    let is_code = |index: usize| index % 2 == 1 && index + 1 < parts.len();
    html! {
        @for (index, part) in parts.iter().enumerate() {
            @if is_code(index) { code { (part) } }
            @else if index % 2 == 1 { "`" (part) }
            @else { (part) }
        }
    }
}

/// Names may hold anything; places in the page go by number.
fn anchor(property: usize) -> String {
    format!("property-{property}")
}
