//! The rows of a plan, as the weaver looks for them.

use std::collections::{BTreeMap, BTreeSet};

use java_types::ClassName;
use plan::{Decision, Generator, GeneratorKind};

/// The rows of a plan, found by class, kind and callee.
#[derive(Debug, Default)]
pub struct Rows<'p> {
    rows: BTreeMap<(ClassName, GeneratorKind, String), Vec<&'p Generator>>,
    /// By class: what a call, reference or access looks like that another compiler writes
    /// otherwise.
    of_class: BTreeMap<&'p ClassName, Vec<&'p Generator>>,
    /// By outermost class and callee: code that is elsewhere in the class file than in the source.
    of_nest: BTreeMap<(ClassName, String), Vec<&'p Generator>>,
    /// Groups of which a row is monitored after all, so that all are.
    broken: BTreeSet<u32>,
}

impl<'p> Rows<'p> {
    /// The rows of a plan.
    pub fn new(generators: &'p [Generator]) -> Self {
        let mut rows = Rows::default();
        for row in generators {
            let is_body = matches!(
                row.site.kind,
                GeneratorKind::Execution | GeneratorKind::Initialization
            );
            let callee = if is_body {
                row.site.enclosing.as_str()
            } else {
                &row.site.callee
            };
            rows.rows
                .entry((row.site.class.clone(), row.site.kind, callee.to_owned()))
                .or_default()
                .push(row);
            rows.of_class.entry(&row.site.class).or_default().push(row);
            rows.of_nest
                .entry((row.site.class.outermost(), row.site.callee.clone()))
                .or_default()
                .push(row);
        }

        rows
    }

    /// Monitors all rows of these groups.
    pub fn break_groups(&mut self, groups: &BTreeSet<u32>) {
        self.broken.extend(groups);
    }

    /// Returns whether a row is silenced, and may be.
    pub fn silences(&self, row: &Generator) -> bool {
        row.decision == Decision::Silence
            && row.group.is_none_or(|group| !self.broken.contains(&group))
    }

    /// The rows of a callee (for executions and initializations: of a method) in a class.
    pub fn at(&self, class: ClassName, kind: GeneratorKind, callee: String) -> &[&'p Generator] {
        self.rows
            .get(&(class, kind, callee))
            .map_or(&[], Vec::as_slice)
    }

    /// The rows of a class.
    pub fn of_class(&self, class: &ClassName) -> &[&'p Generator] {
        self.of_class.get(class).map_or(&[], Vec::as_slice)
    }

    /// The rows of a callee in a class, the classes in it and those that it is in.
    pub fn of_nest(&self, class: &ClassName, callee: &str) -> &[&'p Generator] {
        self.of_nest
            .get(&(class.outermost(), callee.to_owned()))
            .map_or(&[], Vec::as_slice)
    }
}
