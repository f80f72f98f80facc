//! The sites that cost most: the events that a run has counted, by place, beside what a plan
//! decides there.

use std::collections::BTreeSet;
use std::fmt::Write;

use plan::{Decision, Generator};
use serde::Serialize;

use crate::counts::{Counts, Planned, Site, share};
use crate::wording::reduction;

/// The sites with most events, the most first.
#[derive(Debug, Serialize)]
pub struct Ranking<'a> {
    /// Events of all sites.
    pub events: u64,
    /// The silenced ones of them.
    pub silenced: u64,
    /// The first of them.
    pub sites: Vec<Ranked<'a>>,
}

/// A site and what is known of it.
#[derive(Debug, Serialize)]
pub struct Ranked<'a> {
    /// As of [`Site`].
    pub property: &'a str,
    /// As of [`Site`].
    pub event: &'a str,
    /// As of [`Site`].
    pub place: &'a str,
    /// How many came from here.
    pub events: u64,
    /// The decision of the plan about the generators there, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// Why, for people.
    pub why: BTreeSet<String>,
}

impl<'a> Ranking<'a> {
    /// The `top` sites of `counts`.
    pub fn new(counts: &'a Counts, planned: &Planned<'_>, top: usize) -> Self {
        let ranked = |(site, &events): (&'a Site, &u64)| {
            let decision = planned.decision(site).map(|(decision, _)| decision);
            let deciding = planned
                .at(site)
                .iter()
                .filter(|row| Some(row.decision) == decision);
            Ranked {
                property: &site.property,
                event: &site.event,
                place: &site.place,
                events,
                decision,
                why: deciding.map(|row| why(row)).collect(),
            }
        };

        let mut sites: Vec<Ranked<'_>> = counts.iter().map(ranked).collect();
        let silenced = sites
            .iter()
            .filter(|site| site.decision == Some(Decision::Silence))
            .map(|site| site.events)
            .sum();
        sites.sort_by_key(|site| std::cmp::Reverse(site.events));
        sites.truncate(top);

        Ranking {
            events: counts.values().sum(),
            silenced,
            sites,
        }
    }

    /// The place of the first site that is kept.
    pub fn first_kept(&self) -> Option<&'a str> {
        let mut sites = self.sites.iter();
        let kept = sites.find(|site| site.decision == Some(Decision::Keep))?;
        Some(kept.place)
    }

    /// The ranking as one JSON object.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// How many events there were, and the share of them that the plan silences.
    pub fn headline(&self) -> String {
        format!(
            "{} events, {} of them silenced by the plan",
            self.events,
            share(self.silenced, self.events)
        )
    }

    /// The ranking for people; `nanoseconds` is what one event takes, where that has been measured.
    pub fn text(&self, nanoseconds: Option<f64>) -> String {
        let mut text = self.headline() + "\n";
        for (place, site) in self.sites.iter().enumerate() {
            let Ranked {
                property,
                event,
                place: at,
                events,
                decision,
                why,
            } = site;
            let _ = write!(
                text,
                "{:>3}. {events} ({}",
                place + 1,
                share(*events, self.events)
            );
            if let Some(nanoseconds) = nanoseconds {
                let _ = write!(text, ", about {:.3} s", *events as f64 * nanoseconds / 1e9);
            }
            let _ = writeln!(
                text,
                ") {at}: `{event}` of `{property}`, {}",
                fate(*decision)
            );
            for why in why {
                let _ = writeln!(text, "       {why}");
            }
        }

        text
    }
}

/// Returns what becomes of a site's events.
pub fn fate(decision: Option<Decision>) -> &'static str {
    match decision {
        Some(Decision::Keep) => "kept",
        Some(Decision::Silence) => "silenced",
        None => "not in the plan",
    }
}

fn why(row: &Generator) -> String {
    match row.by {
        Some(step) => format!("{}: {}", reduction(step), row.why),
        None => row.why.clone(),
    }
}
