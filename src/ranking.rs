//! The sites that cost most: the events that a run has counted, by place, beside what a plan decides there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use date::diagnostic::{Diagnostic, Span};
use instrument::plan::{Decision, Generator, Plan};
use serde::Serialize;

use crate::failure::Rejected;
use crate::inputs::{shown, text_file};
use crate::wording::silenced_by;

/// How often each property was told of each event at each place.
pub type Counts = BTreeMap<Site, u64>;

/// Where events come from: what a run can tell apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    property: String,
    event: String,
    /// `FILE:LINE`.
    place: String,
}

/// The sites with most events, the most first.
#[derive(Debug, Serialize)]
pub struct Ranking<'a> {
    /// Events of all sites.
    events: u64,
    /// Those of them that the plan silences.
    silenced: u64,
    sites: Vec<Ranked<'a>>,
}

#[derive(Debug, Serialize)]
struct Ranked<'a> {
    property: &'a str,
    event: &'a str,
    place: &'a str,
    events: u64,
    /// What the plan decides of the generators there, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<Decision>,
    /// Why, for people.
    why: BTreeSet<String>,
}

/// Reads what `residua.count.places` has written.
///
/// # Errors
/// The file cannot be read, or a line of it is no count.
pub fn read_counts(path: &Path) -> Result<Counts, Rejected> {
    let text = text_file(path, "file of counts")?;
    let mut counts = Counts::new();
    for (number, line) in text.lines().enumerate() {
        let Some((site, count)) = site(line) else {
            let span = Span { line: number as u32 + 1, column: 1, end: line.len() as u32, ..Span::default() };
            let message = "no count: expected `PROPERTY<tab>EVENT<tab>FILE:LINE<tab>NUMBER`";
            let finding = Diagnostic::error(&shown(path), span, "no-count", message);
            let finding = Diagnostic { source_line: Some(line.to_owned()), ..finding };
            return Err(finding
                .with_help("a woven program writes the file: `java -Dresidua.count.places=FILE ..`")
                .into());
        };
        *counts.entry(site).or_default() += count;
    }
    Ok(counts)
}

fn site(line: &str) -> Option<(Site, u64)> {
    let mut parts = line.rsplitn(4, '\t');
    let (count, place, event, property) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let [property, event, place] = [property, event, place].map(str::to_owned);
    Some((Site { property, event, place }, count.parse().ok()?))
}

impl<'a> Ranking<'a> {
    /// The `top` sites of `counts`.
    pub fn new(counts: &'a Counts, plan: &Plan, top: usize) -> Self {
        let rows = rows_by_site(plan);
        let ranked = |(site, &events): (&'a Site, &u64)| {
            let here = rows.get(&(site.property.as_str(), site.event.as_str(), site.place.clone()));
            let here = here.map(Vec::as_slice).unwrap_or_default();
            Ranked {
                property: &site.property,
                event: &site.event,
                place: &site.place,
                events,
                decision: here.iter().map(|row| row.decision).min(),
                why: here
                    .iter()
                    .filter(|row| Some(row.decision) == here.iter().map(|r| r.decision).min())
                    .map(why)
                    .collect(),
            }
        };
        let mut sites: Vec<Ranked<'_>> = counts.iter().map(ranked).collect();
        let silenced =
            sites.iter().filter(|site| site.decision == Some(Decision::Silence)).map(|site| site.events).sum();
        sites.sort_by_key(|site| std::cmp::Reverse(site.events));
        sites.truncate(top);
        Ranking { events: counts.values().sum(), silenced, sites }
    }

    /// The ranking as one JSON object.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The ranking for people; `nanoseconds` is what one event takes, where that has been measured.
    pub fn text(&self, nanoseconds: Option<f64>) -> String {
        let mut text =
            format!("{} events, {} of them silenced by the plan\n", self.events, share(self.silenced, self.events));
        for (place, site) in self.sites.iter().enumerate() {
            let Ranked { property, event, place: at, events, decision, why } = site;
            let _ = write!(text, "{:>3}. {events} ({}", place + 1, share(*events, self.events));
            if let Some(nanoseconds) = nanoseconds {
                let _ = write!(text, ", about {:.3} s", *events as f64 * nanoseconds / 1e9);
            }
            let fate = match decision {
                Some(Decision::Keep) => "kept",
                Some(Decision::Silence) => "silenced",
                None => "not in the plan",
            };
            let _ = writeln!(text, ") {at}: `{event}` of `{property}`, {fate}");
            for why in why {
                let _ = writeln!(text, "       {why}");
            }
        }
        text
    }
}

fn why(row: &&Generator) -> String {
    match row.by {
        Some(step) => format!("{}: {}", silenced_by(step), row.why),
        None => row.why.clone(),
    }
}

fn rows_by_site(plan: &Plan) -> BTreeMap<(&str, &str, String), Vec<&Generator>> {
    let mut rows: BTreeMap<(&str, &str, String), Vec<&Generator>> = BTreeMap::new();
    for row in &plan.generators {
        let place = format!("{}:{}", running_file(row), row.line);
        rows.entry((row.property.as_str(), row.event.as_str(), place)).or_default().push(row);
    }
    rows
}

/// The file of a row as the running program says it, by the package of its class: sources may stand elsewhere.
fn running_file(row: &Generator) -> String {
    let name = row.file.rsplit('/').next().unwrap_or(&row.file);
    match row.class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{name}", package.replace('.', "/")),
        None => name.to_owned(),
    }
}

/// `12.3 %`.
fn share(part: u64, whole: u64) -> String {
    let percent = if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 };
    format!("{percent:.1} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_whatever_names_contain() {
        let (site, count) = site("a\tb\te\tapp/Main.java:12\t40").unwrap();
        assert_eq!((site.property.as_str(), site.place.as_str(), count), ("a\tb", "app/Main.java:12", 40));
        assert!(super::site("p\te\t40").is_none() && super::site("p\te\tx:1\tmany").is_none());
    }
}
