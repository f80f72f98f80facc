//! The beginning of a report: what went, in numbers, after each step.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use maud::{Markup, html};
use plan::{Plan, PropertyRow, Reduction, Totals, Verdict};

use super::properties::{calls_of, events_of};
use super::{anchor, colour, prose, unfinished_first};
use crate::causes::{Remedied, general, number_that_matter};
use crate::wording::report::{self as wording, caption, title};
use crate::wording::{grouped, reduction, verdict};

/// With more properties than this, those that have nothing left are folded.
const UNFOLDED: usize = 12;

/// Events that are named.
const BUSIEST: usize = 10;

/// The columns of steps.
const STEPS: [Reduction; 4] = [
    Reduction::Residual0,
    Reduction::Residual1,
    Reduction::Residual2,
    Reduction::Nop,
];

/// The figures of the whole plan, then a row for each property.
pub fn section(plan: &Plan, causes: &[Remedied<'_>]) -> Markup {
    let all = plan.totals.values().copied().sum();
    html! {
        section id="summary" aria-labelledby="summary-title" {
            h2 id="summary-title" { (title::SUMMARY) }
            (headline(all, causes))
            (figures(plan, all))
            (busiest_events(plan))
            (key())
            (table(plan, &plan.totals, caption::CALLS_LEFT))
            p class="hint" {
                (wording::MONITORED_CALL)
            }
        }
    }
}

/// The result in one sentence, and the thing in the program that concerns most of what is left, with
/// its remedy.
fn headline(all: Totals, causes: &[Remedied<'_>]) -> Markup {
    let first = causes.first().filter(|first| first.matters());
    let others = number_that_matter(causes).saturating_sub(1);
    html! {
        p class="headline" { (wording::headline(all.generators, all.kept)) }
        @if let Some(first) = first {
            p class="cause" {
                strong { "Largest cause: " } (prose(&first.what)) @if let Some(concerned) = first.concerned_of(all.kept) { "; " (concerned) } @if first.alone > 0 { ", " (wording::alone(first.alone)) } ". "
                @if !first.remedy.is_empty() { strong { "What to do: " } (prose(&first.remedy)) ". " }
                @if others > 0 { a href="#unresolved" { (wording::more_causes(others)) } }
            }
        }
    }
}

fn figures(plan: &Plan, all: Totals) -> Markup {
    let count = |verdict| {
        plan.properties
            .iter()
            .filter(|property| property.verdict == verdict)
            .count()
    };
    let transitions = plan
        .properties
        .iter()
        .flat_map(|property| &property.transitions);

    let removed = transitions
        .clone()
        .filter(|transition| transition.removed_by.is_some())
        .count();
    let silenced = all.generators - all.kept;
    html! {
        ul class="figures" {
            li { strong { (share(silenced, all.generators)) } " silenced: " (grouped(silenced)) " of " (grouped(all.generators)) " monitored calls" }
            li { strong { (grouped(all.kept)) } " monitored calls are kept" }
            li { strong { (grouped(removed as u64)) } " of " (grouped(transitions.count() as u64)) " transitions are removed" }
            li {
                strong { (plan.properties.len()) } @if plan.properties.len() == 1 { " property: " } @else { " properties: " } (count(Verdict::Satisfied)) " cannot be violated, "
                (count(Verdict::Residual)) " still monitored, " (count(Verdict::Violated)) " always violated"
            }
            li { strong { (grouped(general(plan).len() as u64)) } " " a href="#assumptions" { "assumptions" } }
            li { strong { (grouped(plan.sources.len() as u64)) } " " (wording::source_files(plan.sources.len())) }
        }
    }
}

/// Returns what the colours mean, here and in the drawings.
fn key() -> Markup {
    let steps = STEPS.iter().zip(wording::MEANINGS).map(|(&step, meaning)| {
        let text = format!("{}: {meaning}", reduction(step));
        (colour(step), text)
    });
    let kept = ("stays", wording::STAYS.to_owned());

    html! {
        ul class="key" aria-label="Colours" {
            @for (class, text) in std::iter::once(kept).chain(steps) {
                li {
                    svg class="swatch" width="30" height="10" aria-hidden="true" {
                        g class=(format!("edge {class}")) { path d="M1 5L29 5" {} }
                    }
                    (text)
                }
            }
        }
    }
}

/// A row for each property and one for all: what there is at first, after each step, and the share
/// that goes.
pub fn table(plan: &Plan, totals: &BTreeMap<String, Totals>, caption: &str) -> Markup {
    let all = unfinished_first(plan);
    let of = |property: &PropertyRow| totals.get(&property.name).copied().unwrap_or_default();
    let is_finished = |(_, property): &(usize, &PropertyRow)| of(property).kept == 0;
    let (finished, unfinished): (Vec<_>, Vec<_>) = match all.len() {
        0..=UNFOLDED => (Vec::new(), all),
        _ => all.into_iter().partition(is_finished),
    };
    let rows = |properties: &[(usize, &PropertyRow)]| {
        html! { tbody { @for (index, property) in properties { (row(*index, property, of(property))) } } }
    };

    html! {
        div class="wide whole" tabindex="0" role="region" aria-label=(caption) {
            table class="by-property" {
                caption { (caption) "." }
                (head())
                (rows(&unfinished))
                @if plan.properties.len() > 1 {
                    tfoot { tr { th scope="row" { "All" } td {} (numbers(totals.values().copied().sum())) } }
                }
            }
        }
        @if !finished.is_empty() {
            details {
                summary { (wording::finished(finished.len())) }
                div class="wide" tabindex="0" role="region" aria-label=(wording::finished(finished.len())) {
                    table class="by-property" { (head()) (rows(&finished)) }
                }
            }
        }
    }
}

fn head() -> Markup {
    html! {
        thead {
            tr {
                th scope="col" { "Property" }
                th scope="col" { "Verdict" }
                th class="number" scope="col" { "At first" }
                @for step in STEPS { th class="number" scope="col" { (reduction(step)) } }
                th class="number" scope="col" { "Kept" }
                th scope="col" { "Silenced" }
            }
        }
    }
}

/// The events of all properties that have most kept calls, as links to these.
fn busiest_events(plan: &Plan) -> Markup {
    let properties = plan.properties.iter().enumerate();
    let mut events: Vec<(u64, usize, &PropertyRow, &str)> = properties
        .flat_map(|(index, row)| {
            let kept = events_of(plan, row).into_iter();
            kept.map(move |(event, kept, _)| (kept, index, row, event))
        })
        .filter(|(kept, ..)| *kept > 0)
        .collect();
    events.sort_by_key(|&(kept, index, _, event)| (Reverse(kept), index, event));

    html! {
        @if events.len() > 1 {
            div class="wide" tabindex="0" role="region" aria-label=(caption::BUSIEST_EVENTS) {
                table class="events" {
                    caption { (caption::BUSIEST_EVENTS) "." }
                    thead { tr { th class="number" scope="col" { "Kept" } th scope="col" { "Event" } th scope="col" { "Property" } } }
                    tbody {
                        @for (kept, index, row, event) in events.iter().take(BUSIEST) {
                            tr {
                                td class="number" { (calls_of(*index, event, Some("keep"), *kept)) }
                                td { code { (event) } }
                                td { a href=(format!("#{}", anchor(*index))) { code { (row.name) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn row(index: usize, property: &PropertyRow, totals: Totals) -> Markup {
    html! {
        tr {
            th scope="row" { a href=(format!("#{}", anchor(index))) { code { (property.name) } } }
            td { (verdict(property.verdict)) }
            (numbers(totals))
        }
    }
}

fn numbers(totals: Totals) -> Markup {
    let Totals {
        generators,
        residual0,
        residual1,
        residual2,
        nop,
        kept,
    } = totals;
    let taken = [residual0, residual1, residual2, nop];
    let left = taken.iter().scan(generators, |left, taken| {
        *left -= *taken;
        Some(*left)
    });

    html! {
        td class="number" { (grouped(generators)) }
        @for (taken, left) in taken.into_iter().zip(left) {
            td class="number" { (grouped(left)) @if taken > 0 { " " small { "\u{2212}" (grouped(taken)) } } }
        }
        td class="number" { (grouped(kept)) }
        td class="share" { (bar(taken, generators)) " " (share(generators - kept, generators)) }
    }
}

/// The steps' shares side by side.
fn bar(taken: [u64; 4], all: u64) -> Markup {
    const WIDTH: f64 = 120.0;
    let scale = WIDTH / (all.max(1) as f64);
    let starts = taken.iter().scan(0, |sum, taken| {
        *sum += taken;
        Some(*sum - taken)
    });

    html! {
        svg class="bar" width="120" height="10" aria-hidden="true" {
            rect class="rest" width="120" height="10" {}
            @for ((&step, taken), start) in STEPS.iter().zip(taken).zip(starts) {
                @if taken > 0 {
                    rect class=(colour(step)) x=(format!("{:.1}", start as f64 * scale)) width=(format!("{:.1}", taken as f64 * scale)) height="10" {}
                }
            }
        }
    }
}

/// A share in whole percent, rounded down: all is said of all alone.
pub fn share(part: u64, all: u64) -> String {
    match (part, all) {
        (_, 0) => "\u{2013}".to_owned(),
        (part, all) if part > 0 && part * 100 < all => "<1 %".to_owned(),
        (part, all) => format!("{} %", part * 100 / all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_never_rounded_up() {
        assert_eq!(
            [
                share(999, 1000),
                share(1000, 1000),
                share(1, 1000),
                share(0, 7)
            ],
            ["99 %", "100 %", "<1 %", "0 %"]
        );
        assert_eq!(share(0, 0), "\u{2013}");
    }
}
