//! Kept monitored calls by what they touch.

use std::collections::{BTreeMap, BTreeSet};

use java_types::ClassName;
use plan::{Decision, Plan};

/// Positions in [`Plan::generators`].
pub type Rows = BTreeSet<usize>;

/// The kept calls of a plan by class and by property.
pub struct Concerned<'a> {
    all: Rows,
    by_class: BTreeMap<String, Rows>,
    by_property: BTreeMap<&'a str, Rows>,
}

impl<'a> Concerned<'a> {
    /// Looks at all generators. O(generators), with logarithms.
    pub fn new(plan: &'a Plan) -> Self {
        let mut concerned = Concerned {
            all: Rows::new(),
            by_class: BTreeMap::new(),
            by_property: BTreeMap::new(),
        };
        let kept = plan
            .generators
            .iter()
            .enumerate()
            .filter(|(_, generator)| generator.decision == Decision::Keep);

        for (row, generator) in kept {
            let owner = owner(&generator.site.callee).map(str::to_owned);
            for class in [Some(generator.site.class.binary()), owner]
                .into_iter()
                .flatten()
            {
                concerned.by_class.entry(class).or_default().insert(row);
            }
            let of_property = concerned.by_property.entry(&generator.property);
            of_property.or_default().insert(row);
            concerned.all.insert(row);
        }

        concerned
    }

    /// All kept calls.
    pub fn all(&self) -> Rows {
        self.all.clone()
    }

    /// The kept calls in these classes, or of a method that one of them declares.
    pub fn of_classes(&self, classes: &BTreeSet<&ClassName>) -> Rows {
        let rows = classes
            .iter()
            .filter_map(|class| self.by_class.get(&class.binary()));
        rows.flatten().copied().collect()
    }

    /// The kept calls of these properties.
    pub fn of_properties(&self, names: &BTreeSet<&str>) -> Rows {
        let rows = names.iter().filter_map(|name| self.by_property.get(name));
        rows.flatten().copied().collect()
    }
}

/// `app.Session` of `app.Session.send(int)`.
fn owner(callee: &str) -> Option<&str> {
    let name = callee.split('(').next()?;
    name.rsplit_once('.').map(|(class, _)| class)
}
