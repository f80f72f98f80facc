//! The things in a program that keep calls monitored and that its owner may change, from a plan.
//!
//! `@Service` on 23 classes and `@Entity` on 7 are one entry: Spring may use 30 classes. Places of
//! one sort with one remedy stand together, those first that concern the most monitored calls.

mod concerned;
mod families;
mod general;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use plan::{Assumption, Cause, CauseSort, Plan};
use serde::Serialize;

use crate::wording::causes as wording;
use concerned::{Concerned, Rows};
pub use general::{General, general};

/// Things with one remedy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Remedied<'a> {
    /// Their sort.
    pub sort: CauseSort,
    /// One sentence.
    pub what: String,
    /// The change that removes them, as a sentence; empty where there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub remedy: String,
    /// The number of kept monitored calls in the classes that are open because of them, or of
    /// methods of these: an upper bound of what the remedy silences. Of missing types the number of
    /// calls that cannot be resolved.
    pub calls: u64,
    /// The number of those among them that no other thing concerns.
    pub alone: u64,
    /// These kept calls as positions in [`Plan::generators`]; none of missing types.
    #[serde(skip)]
    pub rows: Rows,
    /// True if anything may happen to every class because of them.
    pub every_class: bool,
    /// Where they are, in order.
    pub places: BTreeSet<Place<'a>>,
}

/// A place in a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place<'a> {
    /// The file.
    pub file: &'a str,
    /// The line, from 1; 0 for the whole file.
    pub line: u32,
}

impl Remedied<'_> {
    /// Says how many of the `kept` calls it concerns; nothing where its calls are others.
    pub fn concerned_of(&self, kept: u64) -> Option<String> {
        let is_known = self.sort != CauseSort::MissingType || self.every_class;
        is_known.then(|| wording::concerns(self.calls, kept))
    }

    /// Returns whether a call depends on it.
    pub fn matters(&self) -> bool {
        self.calls > 0
    }
}

/// The number of those that a call depends on.
pub fn number_that_matter(causes: &[Remedied<'_>]) -> usize {
    causes.iter().filter(|one| one.matters()).count()
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// Things of a plan that have one sort and one family.
#[derive(Debug, Default)]
struct Group<'a> {
    causes: BTreeSet<&'a Cause>,
    places: BTreeSet<Place<'a>>,
}

/// The things of `plan`, those first that concern every class, then those that concern the most
/// calls. O(generators + assumptions), with logarithms.
pub fn causes(plan: &Plan) -> Vec<Remedied<'_>> {
    let mut groups: BTreeMap<(CauseSort, &str), Group<'_>> = BTreeMap::new();
    for assumption in &plan.assumptions {
        let Some(cause) = &assumption.cause else {
            continue;
        };
        let group = groups
            .entry((cause.sort, families::family(cause)))
            .or_default();
        group.causes.insert(cause);
        group.places.extend(place(assumption));
    }

    let concerned = Concerned::new(plan);
    let mut all: Vec<Remedied<'_>> = groups
        .into_iter()
        .map(|((sort, family), group)| remedied(sort, family, group, &concerned))
        .collect();
    count_alone(&mut all);
    all.sort_by_key(|one| (!one.every_class, Reverse(one.calls)));
    all
}

/// Counts the calls of each thing that no other thing concerns.
fn count_alone(all: &mut [Remedied<'_>]) {
    let mut times: BTreeMap<usize, usize> = BTreeMap::new();
    for row in all.iter().flat_map(|one| &one.rows) {
        *times.entry(*row).or_default() += 1;
    }
    for one in all {
        let alone = one.rows.iter().filter(|row| times[row] == 1);
        one.alone = alone.count() as u64;
    }
}

fn place(assumption: &Assumption) -> Option<Place<'_>> {
    Some(Place {
        file: assumption.file.as_deref()?,
        line: assumption.line.unwrap_or_default(),
    })
}

fn remedied<'a>(
    sort: CauseSort,
    family: &str,
    group: Group<'a>,
    concerned: &Concerned<'_>,
) -> Remedied<'a> {
    let every_class = group.causes.iter().any(|cause| cause.every_class);
    let classes: BTreeSet<_> = group
        .causes
        .iter()
        .filter_map(|cause| cause.class.as_ref())
        .collect();
    let names: BTreeSet<&str> = group
        .causes
        .iter()
        .map(|cause| &*cause.name)
        .filter(|name| !name.is_empty())
        .collect();
    let rows = match sort {
        _ if every_class => concerned.all(),
        CauseSort::MissingType => Rows::new(),
        CauseSort::AsWritten => concerned.of_properties(&names),
        _ => concerned.of_classes(&classes),
    };
    let calls = match sort {
        CauseSort::MissingType if !every_class => {
            group.causes.iter().map(|cause| cause.calls).sum()
        }
        _ => rows.len() as u64,
    };
    let told = wording::Told {
        sort,
        family,
        names: &names.into_iter().collect::<Vec<_>>(),
        why: group.causes.first().map_or("", |cause| &*cause.why),
        classes: classes.len(),
        every_class,
        places: group.places.len(),
        calls,
    };

    Remedied {
        sort,
        what: wording::what(&told),
        remedy: wording::remedy(&told),
        calls,
        alone: 0,
        rows,
        every_class,
        places: group.places,
    }
}

#[cfg(test)]
mod tests;
