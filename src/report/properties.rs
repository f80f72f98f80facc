//! The properties of a report: each as a drawing, with the fate of each transition.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use date::model::Explanation;
use maud::{Markup, html};
use plan::{Decision, Plan, PropertyRow, TransitionRow};

use super::automaton;
use super::{anchor, colour, prose, unfinished_first};
use crate::lookup::model_of;
use crate::wording::report::{self as wording, title};
use crate::wording::{grouped, reduction, verdict};

/// With more properties than this, each is folded away until it is asked for.
const UNFOLDED: usize = 6;

/// All properties, those first of which something is left.
pub fn section(plan: &Plan) -> Markup {
    html! {
        section id="properties" aria-labelledby="properties-title" {
            h2 id="properties-title" { (title::PROPERTIES) }
            @for (index, row) in unfinished_first(plan) {
                (property(plan, index, row))
            }
        }
    }
}

fn property(plan: &Plan, index: usize, row: &PropertyRow) -> Markup {
    let kept = plan.totals.get(&row.name).map_or(0, |totals| totals.kept);
    html! {
        details class="property" id=(anchor(index)) open[plan.properties.len() <= UNFOLDED] {
            summary {
                h3 { code { (row.name) } }
                " " span class="hint" { (verdict(row.verdict)) ", " (wording::calls_kept(kept)) }
            }
            div {
                (words(plan, row))
                p { "From " code { (row.file) } ". "
                    a class="scripted" href="#generators" data-property=(index) { (wording::ITS_CALLS) }
                    @if kept > 0 { span class="scripted" { ", " a href="#generators" data-property=(index) data-decision="keep" { (wording::ITS_KEPT_CALLS) } } } }
                (events(&events_of(plan, row), index))
                (drawn(plan, row, index))
                details class="transitions" {
                    summary { (wording::TRANSITIONS) }
                    div class="wide" tabindex="0" role="region" aria-label="Transitions" { (transitions(&row.transitions)) }
                }
            }
        }
    }
}

/// The kept and all monitored calls of each event of a property, those first of which most are kept.
pub fn events_of<'a>(plan: &'a Plan, row: &PropertyRow) -> Vec<(&'a str, u64, u64)> {
    let mut counts: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let calls = plan.generators.iter();
    for call in calls.filter(|call| call.property == row.name) {
        let (kept, all) = counts.entry(&call.event).or_default();
        *kept += u64::from(call.decision == Decision::Keep);
        *all += 1;
    }
    let mut events: Vec<_> = counts
        .into_iter()
        .map(|(event, (kept, all))| (event, kept, all))
        .collect();
    events.sort_by_key(|&(event, kept, all)| (Reverse(kept), Reverse(all), event));
    events
}

fn events(events: &[(&str, u64, u64)], property: usize) -> Markup {
    html! {
        @if !events.is_empty() {
            div class="wide" tabindex="0" role="region" aria-label=(title::EVENTS_OF_PROPERTY) {
                table class="events" {
                    thead { tr { th scope="col" { "Event" } th class="number" scope="col" { "Monitored calls" } th class="number" scope="col" { "Kept" } } }
                    tbody {
                        @for (event, kept, all) in events {
                            tr {
                                th scope="row" { code { (event) } }
                                td class="number" { (calls_of(property, event, None, *all)) }
                                td class="number" { (calls_of(property, event, Some("keep"), *kept)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A number of calls as a link to them in the table.
pub fn calls_of(property: usize, event: &str, decision: Option<&str>, number: u64) -> Markup {
    let shown = grouped(number);
    html! {
        @if number == 0 { (shown) } @else {
            a class="scripted" href="#generators" data-property=(property) data-event=(event) data-decision=[decision] { (shown) }
            noscript { (shown) }
        }
    }
}

/// The message and the help of a property, as its author wrote them.
fn words(plan: &Plan, row: &PropertyRow) -> Markup {
    let model = model_of(plan, &row.name);
    let explanation = model.map(|model| model.property.explanation.clone());
    let Explanation { message, help } = explanation.unwrap_or_default();
    html! {
        @if let Some(message) = message { p class="message" { (prose(&message)) } }
        @if let Some(help) = help { p class="help" { (prose(&help)) } }
    }
}

fn drawn(plan: &Plan, row: &PropertyRow, index: usize) -> Markup {
    match automaton::drawing(plan, row, &format!("automaton-{index}")) {
        Some(drawing) => html! {
            div class="drawing" tabindex="0" role="region" aria-label="Automaton" { (drawing) }
        },
        None => {
            html! { p { (wording::TOO_LARGE) } }
        }
    }
}

fn transitions(rows: &[TransitionRow]) -> Markup {
    html! {
        table {
            thead { tr { th scope="col" { "Transition" } th scope="col" { "Removed" } th scope="col" { "Why" } } }
            tbody {
                @for row in rows {
                    tr {
                        td { (transition(row)) }
                        td { @if let Some(step) = row.removed_by { span class=(format!("badge {}", colour(step))) { (reduction(step)) } } }
                        td { (row.why) }
                    }
                }
            }
        }
    }
}

fn transition(row: &TransitionRow) -> Markup {
    let arrow = html! { code { (row.from) " \u{2014}" (row.event) "\u{2192} " (row.to) } };
    match row.removed_by {
        Some(_) => html! { del { (arrow) } },
        None => arrow,
    }
}
