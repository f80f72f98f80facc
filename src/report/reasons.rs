//! Why generators stay, what may be changed, and what the results rest on.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use plan::{Decision, Generator, Plan};

use super::prose;
use crate::causes::{General, Place, Remedied, general};
use crate::wording::grouped;
use crate::wording::report::{self as wording, title};

/// Places of one thing that are listed; more are counted.
const PLACES: usize = 12;

/// Rows that are shown at once; a longer table is folded.
const UNFOLDED: usize = 12;

/// The kept generators by the reason why they are, most frequent first.
pub fn kept(plan: &Plan) -> Markup {
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    kept_generators(plan).for_each(|generator| *reasons.entry(&generator.why).or_default() += 1);
    let mut reasons: Vec<(&str, u64)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    html! {
        section id="reasons" aria-labelledby="reasons-title" {
            h2 id="reasons-title" { (title::KEPT) }
            @if reasons.is_empty() {
                p { (wording::NONE_STAYS) }
            } @else {
                (folded(title::KEPT, reasons.len(), &html! {
                    table {
                        thead { tr { th class="number" scope="col" { "Kept" } th scope="col" { "Why" } } }
                        tbody {
                            @for (why, count) in &reasons {
                                tr {
                                    td class="number" { a class="scripted" href="#generators" data-why=(why) { (grouped(*count)) }
                                        noscript { (grouped(*count)) } }
                                    td { (prose(why)) }
                                }
                            }
                        }
                    }
                }))
            }
        }
    }
}

fn kept_generators(plan: &Plan) -> impl Iterator<Item = &Generator> + Clone {
    plan.generators
        .iter()
        .filter(|generator| generator.decision == Decision::Keep)
}

/// Returns what keeps calls monitored and may be changed, each thing with its remedy, its places and
/// the number of kept generators that it concerns.
pub fn unresolved(plan: &Plan, causes: &[Remedied<'_>]) -> Markup {
    let without_target = plan
        .generators
        .iter()
        .filter(|generator| generator.site.callee.is_empty())
        .count();

    let numbered = || causes.iter().enumerate();
    let first: Vec<_> = numbered().filter(|(_, cause)| cause.matters()).collect();
    let others: Vec<_> = numbered().filter(|(_, cause)| !cause.matters()).collect();
    html! {
        section id="unresolved" aria-labelledby="unresolved-title" {
            h2 id="unresolved-title" { (title::UNRESOLVED) }
            @if causes.is_empty() {
                p { (wording::ALL_FOLLOWED) }
            } @else {
                p { (wording::UNKNOWN_STAYS) }
                @if !first.is_empty() { (folded(title::UNRESOLVED, first.len(), &table(&first))) }
                @if !others.is_empty() {
                    details id="without-calls" {
                        summary { (wording::without_calls(others.len())) }
                        div class="wide" tabindex="0" role="region" aria-label=(wording::table_of(title::WITHOUT_CALLS)) { (table(&others)) }
                    }
                }
            }
            @if without_target > 0 {
                p { (grouped(without_target as u64)) (wording::UNKNOWN_METHOD) }
            }
        }
    }
}

/// The things with their numbers, which links and the script know.
fn table(causes: &[(usize, &Remedied<'_>)]) -> Markup {
    html! {
        table class="by-remedy" {
            thead { tr {
                th class="number" scope="col" { "Calls at most" } th class="number" scope="col" { "Because of this alone" } th scope="col" { "What" }
                th scope="col" { "What to do" } th scope="col" { "Where" }
            } }
            tbody {
                @for (number, cause) in causes {
                    tr id=(format!("cause-{number}")) {
                        td class="number" { (calls(*number, cause)) }
                        td class="number alone" { (grouped(cause.alone)) }
                        td { (prose(&cause.what)) }
                        td { @if cause.remedy.is_empty() { (wording::NO_REMEDY) } @else { (prose(&cause.remedy)) } }
                        td { (places(&cause.places)) }
                    }
                }
            }
        }
    }
}

/// The number of calls that a thing concerns, as a link to them.
fn calls(number: usize, cause: &Remedied<'_>) -> Markup {
    let calls = grouped(cause.calls);
    if cause.rows.is_empty() {
        return html! { (calls) };
    }
    html! {
        a class="scripted" href="#generators" data-cause=(number) { (calls) }
        noscript { (calls) }
    }
}

/// Returns what the results rest on.
pub fn assumptions(plan: &Plan) -> Markup {
    let general = general(plan);
    html! {
        section id="assumptions" aria-labelledby="assumptions-title" {
            h2 id="assumptions-title" { (title::ASSUMPTIONS) }
            p { (wording::WHEREVER_THESE_HOLD)
                a href="#unresolved" { (wording::LINK_TO_UNRESOLVED) } "." }
            div class="wide" tabindex="0" role="region" aria-label=(wording::table_of(title::ASSUMPTIONS)) {
                table {
                    thead { tr { th scope="col" { "Assumption" } th scope="col" { "What" } th scope="col" { "Where" } } }
                    tbody {
                        @for General { id, text, places: all } in &general {
                            tr { td { code { (id) } } td { (prose(text)) } td { (places(all)) } }
                        }
                    }
                }
            }
        }
    }
}

fn places(places: &BTreeSet<Place<'_>>) -> Markup {
    html! {
        @for place in places.iter().take(PLACES) {
            code { (place) } " "
        }
        @if places.len() > PLACES {
            details {
                summary { "and " (grouped((places.len() - PLACES) as u64)) " more places" }
                @for place in places.iter().skip(PLACES) { code { (place) } " " }
            }
        }
    }
}

fn folded(title: &str, rows: usize, table: &Markup) -> Markup {
    html! {
        details open[rows <= UNFOLDED] {
            summary { (rows) " " @if rows == 1 { "entry" } @else { "entries" } }
            div class="wide" tabindex="0" role="region" aria-label=(wording::table_of(title)) { (table) }
        }
    }
}
