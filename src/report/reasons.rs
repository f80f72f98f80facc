//! Why generators stay, what could not be resolved, and what the results rest on.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use plan::{Assumption, Decision, Generator, Plan};

use super::summary::grouped;
use crate::wording::report::{self as wording, title};

/// Assumptions about something in the program that could not be followed. The others hold for every
/// program.
const UNRESOLVED: [&str; 3] = ["open-class", "missing-type", "monitored-as-written"];

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
                (folded(reasons.len(), &html! {
                    table {
                        thead { tr { th class="number" scope="col" { "Kept" } th scope="col" { "Why" } } }
                        tbody {
                            @for (why, count) in &reasons {
                                tr {
                                    td class="number" { a class="scripted" href="#generators" data-why=(why) { (grouped(*count)) }
                                        noscript { (grouped(*count)) } }
                                    td { (why) }
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

/// Returns what could not be resolved, each thing with its places and with the kept generators that
/// it touches.
pub fn unresolved(plan: &Plan) -> Markup {
    let (mine, _) = things(plan);
    let touching = Touching::new(plan);
    let mut mine: Vec<(Thing<'_>, Option<u64>)> = mine
        .into_iter()
        .map(|thing| (touching.count(thing.text), thing))
        .map(|(count, thing)| (thing, count))
        .collect();
    mine.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let without_target = plan
        .generators
        .iter()
        .filter(|generator| generator.site.callee.is_empty())
        .count();

    html! {
        section id="unresolved" aria-labelledby="unresolved-title" {
            h2 id="unresolved-title" { (title::UNRESOLVED) }
            @if mine.is_empty() {
                p { (wording::ALL_FOLLOWED) }
            } @else {
                p { (wording::UNKNOWN_STAYS) }
                (folded(mine.len(), &html! {
                    table {
                        thead { tr {
                            th class="number" scope="col" { "Kept" } th scope="col" { "What" } th scope="col" { "Where" }
                        } }
                        tbody {
                            @for (thing, count) in &mine {
                                tr {
                                    td class="number" { @match count { Some(count) => (grouped(*count)), None => "\u{2013}" } }
                                    td { (thing.text) }
                                    td { (places(&thing.places)) }
                                }
                            }
                        }
                    }
                }))
            }
            @if without_target > 0 {
                p { (grouped(without_target as u64)) (wording::UNKNOWN_METHOD) }
            }
        }
    }
}

/// Returns what the results rest on.
pub fn assumptions(plan: &Plan) -> Markup {
    let (_, general) = things(plan);
    html! {
        section id="assumptions" aria-labelledby="assumptions-title" {
            h2 id="assumptions-title" { (title::ASSUMPTIONS) }
            p { (wording::WHEREVER_THESE_HOLD)
                a href="#unresolved" { (wording::LINK_TO_UNRESOLVED) } "." }
            div class="wide" tabindex="0" role="region" aria-label=(title::ASSUMPTIONS) {
                table {
                    thead { tr { th scope="col" { "Assumption" } th scope="col" { "What" } th scope="col" { "Where" } } }
                    tbody {
                        @for thing in &general {
                            tr { td { code { (thing.id) } } td { (thing.text) } td { (places(&thing.places)) } }
                        }
                    }
                }
            }
        }
    }
}

/// Assumptions of one text, with all their places.
struct Thing<'a> {
    id: &'a str,
    text: &'a str,
    places: BTreeSet<(&'a str, u32)>,
}

/// Returns what could not be resolved, and the rest.
fn things(plan: &Plan) -> (Vec<Thing<'_>>, Vec<Thing<'_>>) {
    let mut things: BTreeMap<(&str, &str), BTreeSet<(&str, u32)>> = BTreeMap::new();
    for Assumption {
        id,
        text,
        file,
        line,
    } in &plan.assumptions
    {
        let places = things.entry((id, text)).or_default();
        places.extend(file.as_deref().map(|file| (file, line.unwrap_or_default())));
    }
    let things = things
        .into_iter()
        .map(|((id, text), places)| Thing { id, text, places });

    things.partition(|thing| UNRESOLVED.contains(&thing.id))
}

/// Kept generators by the names that assumptions speak of.
struct Touching<'a> {
    all: u64,
    /// Sets of rows by class, by class of the callee and by property.
    by_name: BTreeMap<Cow<'a, str>, BTreeSet<usize>>,
}

impl<'a> Touching<'a> {
    fn new(plan: &'a Plan) -> Self {
        let mut by_name: BTreeMap<Cow<'a, str>, BTreeSet<usize>> = BTreeMap::new();
        for (row, generator) in kept_generators(plan).enumerate() {
            let owner = generator
                .site
                .callee
                .split('(')
                .next()
                .and_then(|name| name.rsplit_once('.'));
            let names = [
                Some(Cow::Owned(generator.site.class.binary())),
                Some(Cow::Borrowed(generator.property.as_str())),
                owner.map(|(class, _)| Cow::Borrowed(class)),
            ];
            names.into_iter().flatten().for_each(|name| {
                by_name.entry(name).or_default().insert(row);
            });
        }

        Touching {
            all: kept_generators(plan).count() as u64,
            by_name,
        }
    }

    /// How many touch what a sentence speaks of: everything where it speaks of every class, else
    /// what its first name in backquotes names. None where it speaks of classes that only the
    /// analysis can tell.
    fn count(&self, text: &str) -> Option<u64> {
        if text.starts_with("every class below") {
            return None;
        }
        if text.contains("every class") {
            return Some(self.all);
        }
        let name = text.split('`').nth(1)?;
        Some(self.by_name.get(name).map_or(0, |rows| rows.len() as u64))
    }
}

fn places(places: &BTreeSet<(&str, u32)>) -> Markup {
    html! {
        @for (file, line) in places.iter().take(PLACES) {
            code { (file) @if *line > 0 { ":" (line) } } " "
        }
        @if places.len() > PLACES { "and " (places.len() - PLACES) " more places" }
    }
}

fn folded(rows: usize, table: &Markup) -> Markup {
    html! {
        details open[rows <= UNFOLDED] {
            summary { (rows) " " @if rows == 1 { "entry" } @else { "entries" } }
            div class="wide" tabindex="0" role="region" aria-label="Reasons" { (table) }
        }
    }
}
