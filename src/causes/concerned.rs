//! Kept monitored calls by what they touch.

use std::collections::{BTreeMap, BTreeSet};

use java_types::ClassName;
use plan::{Decision, Plan};

/// The kept calls of a plan by class and by property.
pub struct Concerned<'a> {
    all: u64,
    by_class: BTreeMap<String, BTreeSet<usize>>,
    by_property: BTreeMap<&'a str, u64>,
}

impl<'a> Concerned<'a> {
    /// Looks at all generators. O(generators), with logarithms.
    pub fn new(plan: &'a Plan) -> Self {
        let mut concerned = Concerned {
            all: 0,
            by_class: BTreeMap::new(),
            by_property: BTreeMap::new(),
        };
        let kept = plan
            .generators
            .iter()
            .filter(|generator| generator.decision == Decision::Keep);

        for (row, generator) in kept.enumerate() {
            let owner = owner(&generator.site.callee).map(str::to_owned);
            for class in [Some(generator.site.class.binary()), owner]
                .into_iter()
                .flatten()
            {
                concerned.by_class.entry(class).or_default().insert(row);
            }
            *concerned
                .by_property
                .entry(&generator.property)
                .or_default() += 1;
            concerned.all += 1;
        }

        concerned
    }

    /// The number of all.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// The number of those in these classes or of a method that one of them declares.
    pub fn of_classes(&self, classes: &BTreeSet<&ClassName>) -> u64 {
        let rows: BTreeSet<usize> = classes
            .iter()
            .filter_map(|class| self.by_class.get(&class.binary()))
            .flatten()
            .copied()
            .collect();
        rows.len() as u64
    }

    /// The number of those of these properties.
    pub fn of_properties(&self, names: &BTreeSet<&str>) -> u64 {
        let counts = names.iter().filter_map(|name| self.by_property.get(name));
        counts.sum()
    }
}

/// `app.Session` of `app.Session.send(int)`.
fn owner(callee: &str) -> Option<&str> {
    let name = callee.split('(').next()?;
    name.rsplit_once('.').map(|(class, _)| class)
}
