//! The events that a run of a woven program has counted, by place, and what a plan does to them.

use std::collections::BTreeMap;
use std::path::Path;

use plan::{Decision, Generator, Plan, Reduction, Totals};
use text::{Diagnostic, Span};

use crate::failure::Rejected;
use crate::inputs::{shown, text_file};

/// The remedy for a file that holds no counts.
const WRITTEN_BY: &str = "a woven program writes the file: `java -Dresidua.count.places=FILE ..`";

/// How often each property was told of each event at each place.
pub type Counts = BTreeMap<Site, u64>;

/// A source of events, as far as a run can tell them apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// The property that was told.
    pub property: String,
    /// The event.
    pub event: String,
    /// `FILE:LINE`.
    pub place: String,
}

/// Reads what `residua.count.places` has written.
///
/// # Errors
/// The file cannot be read, or a line of it is no count.
pub fn read(path: &Path) -> Result<Counts, Rejected> {
    let text = text_file(path, "file of counts").map_err(|mut unread| {
        unread.help.get_or_insert_with(|| WRITTEN_BY.to_owned());
        unread
    })?;
    let mut counts = Counts::new();
    for (number, line) in text.lines().enumerate() {
        let Some((site, count)) = site(line) else {
            let span = Span {
                line: number as u32 + 1,
                column: 1,
                end: line.len() as u32,
                ..Span::default()
            };
            let message = "no count: expected `PROPERTY<tab>EVENT<tab>FILE:LINE<tab>NUMBER`";
            let finding = Diagnostic::error(&shown(path), span, "no-count", message);
            let finding = Diagnostic {
                source_line: Some(line.to_owned()),
                ..finding
            };
            return Err(finding.with_help(WRITTEN_BY).into());
        };
        let sum: &mut u64 = counts.entry(site).or_default();
        *sum = sum.saturating_add(count);
    }

    Ok(counts)
}

fn site(line: &str) -> Option<(Site, u64)> {
    let mut parts = line.rsplitn(4, '\t');
    let (count, place, event, property) =
        (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let [property, event, place] = [property, event, place].map(str::to_owned);
    Some((
        Site {
            property,
            event,
            place,
        },
        count.parse().ok()?,
    ))
}

/// The generators of a plan by their sites. O(generators · log generators) to make.
#[derive(Debug)]
pub struct Planned<'a>(BTreeMap<(&'a str, &'a str, String), Vec<&'a Generator>>);

impl<'a> Planned<'a> {
    /// Returns the sites of `plan`.
    pub fn new(plan: &'a Plan) -> Self {
        let mut rows: BTreeMap<(&str, &str, String), Vec<&Generator>> = BTreeMap::new();
        for row in &plan.generators {
            let place = format!("{}:{}", running_file(row), row.site.line);
            rows.entry((row.property.as_str(), row.event.as_str(), place))
                .or_default()
                .push(row);
        }
        Planned(rows)
    }

    /// The generators that may have raised what was counted at `site`; none if the plan has no such
    /// site.
    pub fn at<'s>(&'s self, site: &'s Site) -> &'s [&'a Generator] {
        let key: (&str, &str, String) = (&site.property, &site.event, site.place.clone());
        self.0.get(&key).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns what the plan decides of all that was counted at `site`: silent is what all its
    /// generators are, by the last of the steps that took them. None if the plan has no such site.
    pub fn decision(&self, site: &Site) -> Option<(Decision, Option<Reduction>)> {
        let here = self.at(site);
        let decision = here.iter().map(|row| row.decision).min()?;
        let by = here
            .iter()
            .filter_map(|row| row.by)
            .max()
            .filter(|_| decision == Decision::Silence);
        Some((decision, by))
    }
}

/// The file of a row as the running program says it, by the package of its class: sources may stand
/// elsewhere.
fn running_file(row: &Generator) -> String {
    let name = row.site.file.rsplit('/').next().unwrap_or(&row.site.file);
    match row.site.class.internal().rsplit_once('/') {
        Some((package, _)) => format!("{package}/{name}"),
        None => name.to_owned(),
    }
}

/// The events of each property of `plan`, of which `planned` was made, as [`Totals`] has them of generators: all, those that each
/// step took, and those that stay. What the plan knows nothing of stays. Properties of which
/// nothing was counted have none.
pub fn by_step(counts: &Counts, plan: &Plan, planned: &Planned<'_>) -> BTreeMap<String, Totals> {
    let mut totals: BTreeMap<String, Totals> = plan
        .properties
        .iter()
        .map(|property| (property.name.clone(), Totals::default()))
        .collect();

    for (site, &events) in counts {
        let Some(total) = totals.get_mut(&site.property) else {
            continue;
        };
        total.generators += events;
        let by = planned.decision(site).and_then(|(_, by)| by);
        *match by {
            None => &mut total.kept,
            Some(Reduction::Residual0) => &mut total.residual0,
            Some(Reduction::Residual1) => &mut total.residual1,
            Some(Reduction::Residual2) => &mut total.residual2,
            Some(Reduction::Nop) => &mut total.nop,
        } += events;
    }

    totals
}

/// `12.3 %`.
pub fn share(part: u64, whole: u64) -> String {
    let percent = if whole == 0 {
        0.0
    } else {
        100.0 * part as f64 / whole as f64
    };
    format!("{percent:.1} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_whatever_names_contain() {
        let (site, count) = site("a\tb\te\tapp/Main.java:12\t40").unwrap();
        assert_eq!(
            (site.property.as_str(), site.place.as_str(), count),
            ("a\tb", "app/Main.java:12", 40)
        );
        assert!(super::site("p\te\t40").is_none() && super::site("p\te\tx:1\tmany").is_none());
    }
}
