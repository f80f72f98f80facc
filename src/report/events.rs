//! The events of a run with full monitoring: the share of them that goes, and the sites that most
//! of them come from.

use maud::{Markup, html};
use plan::{Plan, Totals};

use super::summary::{share, table};
use super::treemap;
use crate::counts::{Counts, Planned, by_step};
use crate::ranking::{Ranking, fate};
use crate::wording::grouped;
use crate::wording::report::{self as wording, caption, title};

/// Sites that are named.
const SITES: usize = 10;

/// Returns what the plan does to the events that `counts` has.
pub fn section(plan: &Plan, counts: &Counts) -> Markup {
    let planned = Planned::new(plan);
    let totals = by_step(counts, plan, &planned);
    let all: Totals = totals.values().copied().sum();
    let silenced = all.generators - all.kept;
    html! {
        section id="events" aria-labelledby="events-title" {
            h2 id="events-title" { (title::EVENTS) }
            ul class="figures" {
                li {
                    strong { (share(silenced, all.generators)) }
                    " of the events go: " (grouped(silenced)) " of " (grouped(all.generators))
                }
                li { strong { (grouped(all.kept)) } " events stay" }
            }
            p class="hint" {
                (wording::COUNTED)
            }
            (table(plan, &totals, caption::EVENTS_LEFT))
            (treemap::section(&planned, counts))
            (sites(&Ranking::new(counts, &planned, SITES)))
        }
    }
}

fn sites(ranking: &Ranking<'_>) -> Markup {
    html! {
        div class="wide" tabindex="0" role="region" aria-label=(caption::MOST_EVENTS) {
            table {
                caption { (caption::MOST_EVENTS) "." }
                thead {
                    tr {
                        th class="number" scope="col" { "Events" }
                        th class="number" scope="col" { "Share" }
                        th scope="col" { "Place" }
                        th scope="col" { "Event" }
                        th scope="col" { "Property" }
                        th scope="col" { "Decision" }
                    }
                }
                tbody {
                    @for site in &ranking.sites {
                        tr {
                            td class="number" { (grouped(site.events)) }
                            td class="number" { (share(site.events, ranking.events)) }
                            td { code { (site.place) } }
                            td { code { (site.event) } }
                            td { code { (site.property) } }
                            td { (fate(site.decision)) @for why in &site.why { br; small { (why) } } }
                        }
                    }
                }
            }
        }
    }
}
