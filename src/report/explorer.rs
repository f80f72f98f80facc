//! The frame that the script fills: the table of generators with its filters, the detail beside it,
//! packages and files.

use maud::{Markup, html};
use plan::Plan;

use super::page;
use crate::wording::reduction;
use crate::wording::report::{self as wording, title};
use plan::Reduction::{Nop, Residual0, Residual1, Residual2};

/// The generators, filtered.
pub fn generators(plan: &Plan) -> Markup {
    html! {
        section id="generators" aria-labelledby="generators-title" {
            h2 id="generators-title" { (title::CALLS) }
            (without_scripts())
            div class="scripted printed" {
                (filters(plan))
                p id="count" role="status" aria-live="polite" {}
                p id="hint" class="hint" role="status" {}
                p id="unknown" role="status" {}
                div class="explorer" {
                    div {
                        table id="rows" role="grid" aria-labelledby="generators-title" {
                            thead {
                                tr {
                                    @for (key, title) in COLUMNS {
                                        th scope="col" { button type="button" data-order=(key) { (title) } }
                                    }
                                }
                            }
                            tbody {}
                        }
                        (pages())
                    }
                    section id="detail" tabindex="-1" aria-label=(title::SELECTED) {}
                }
                p class="hint" { "Keys: " kbd { "/" } " to the filter, " kbd { "?" } " for all of them." }
            }
        }
    }
}

/// The columns of the table: what orders by it, and its title.
const COLUMNS: [(&str, &str); 5] = [
    ("place", "Place"),
    ("event", "Event"),
    ("point", "Point"),
    ("decision", "Decision"),
    ("why", "Why"),
];

fn without_scripts() -> Markup {
    let (command, explains) = wording::INSTEAD_OF_SCRIPTS;
    html! {
        noscript {
            p { (wording::CALLS_NEED_SCRIPTS) code { (command) } (explains) }
        }
    }
}

fn filters(plan: &Plan) -> Markup {
    let steps = [Residual0, Residual1, Residual2, Nop].map(reduction);
    html! {
        form id="filters" role="search" aria-label="Filter the monitored calls" {
            label { "Text "
                input id="words" type="search" autocomplete="off" spellcheck="false"
                    placeholder="words, File.java:12, kept, event:open, g7"; }
            label { "Property " select id="property" {
                option value="" { "all" }
                @for (index, row) in plan.properties.iter().enumerate() { option value=(index) { (row.name) } }
            } }
            label { "Event " select id="event" { option value="" { "all" } } }
            label { "Decision " select id="decision" {
                option value="" { "all" } option value="keep" { "kept" } option value="silence" { "silenced" }
            } }
            label { "Reason " select id="step" {
                option value="" { "all" }
                @for (index, step) in steps.iter().enumerate() { option value=(index + 1) { (step) } }
            } }
            label { "Path to a report " select id="way" {
                option value="" { "any" } option value="ordered" { "in order" } option value="unordered" { "order not known" }
                option value="none" { "none" }
            } }
            label { "Package " select id="package" { option value="" { "all" } } }
            span id="chips" {}
            button id="show-all" type="button" { "Show all" }
        }
    }
}

fn pages() -> Markup {
    html! {
        nav id="pages" aria-label="Pages of the table" {
            button type="button" data-page="first" { "First" }
            button type="button" data-page="previous" { "Previous" }
            span id="page" {}
            button type="button" data-page="next" { "Next" }
            button type="button" data-page="last" { "Last" }
        }
    }
}

/// Packages, the files in each, and the source of the selected one.
pub fn packages() -> Markup {
    html! {
        section id="packages" aria-labelledby="packages-title" {
            h2 id="packages-title" { (title::PACKAGES) }
            noscript { p { (wording::PACKAGES_NEED_SCRIPTS) } }
            div class="scripted browser" {
                div class="wide" tabindex="0" role="region" aria-label=(wording::table_of(title::PACKAGES)) {
                    table id="tree" {
                        thead { tr {
                            th scope="col" { "Package or file" } th class="number" scope="col" { "Calls" }
                            th class="number" scope="col" { "Silenced" } th class="number" scope="col" { "Kept" } th scope="col" { "Reasons" }
                        } }
                        tbody {}
                    }
                    p { button id="all-packages" type="button" hidden { "Show all packages" } }
                }
                section id="source" tabindex="-1" aria-label=(title::SOURCE) {}
            }
            p class="hint scripted" { (wording::MARKS) }
        }
    }
}

/// The keys of the page: each with its act.
const KEYS: [page::Key; 10] = [
    (&["/"], "to the filter"),
    (
        &["\u{2191}", "\u{2193}"],
        "to the row above or below, also from the filter, and to the monitored call before or behind in a source",
    ),
    (&["Page \u{2191}", "Page \u{2193}"], "a hundred rows"),
    (&["Home", "End"], "to the first row, to the last"),
    (
        &["Enter"],
        "to the detail of the row, and from the filter to that of the first row",
    ),
    (
        &["\u{2190}", "\u{2192}"],
        "in the detail: one step of the run back or forward",
    ),
    (&["Esc"], "back from the detail; in the filter: empty it"),
    (
        &["+", "\u{2212}", "0"],
        "in a drawing: larger, smaller, fit to the page",
    ),
    (&["Ctrl"], "with the wheel on a drawing: larger or smaller"),
    (&["?"], "this list"),
];

/// The list of keys, which a key opens.
pub fn keys() -> Markup {
    page::keys(title::KEYS, &KEYS)
}
