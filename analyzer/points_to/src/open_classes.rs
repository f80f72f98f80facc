//! The classes that the library may make objects of, by their supertypes.

use std::sync::Arc;

use indexmap::IndexMap;
use ir::{ClassId, Program};
use rustc_hash::FxBuildHasher;

/// Classes that are open to the library, under each of their supertypes and themselves.
#[derive(Debug, Default)]
pub(crate) struct OpenClasses {
    below: IndexMap<Arc<str>, Vec<Arc<str>>, FxBuildHasher>,
    /// Classes with a supertype that is missing: they may be below anything.
    incomplete: Vec<Arc<str>>,
}

impl OpenClasses {
    /// These classes. O(classes * supertypes).
    pub(crate) fn new<'a>(
        program: &Program,
        classes: impl IntoIterator<Item = &'a ClassId>,
    ) -> Self {
        let mut open = OpenClasses::default();
        for &class in classes {
            let name = &program.classes[class].name;
            let supertypes = program.hierarchy.supertypes(name);
            for above in supertypes.names() {
                open.below
                    .entry(above.clone())
                    .or_default()
                    .push(name.clone());
            }
            if !supertypes.complete() {
                open.incomplete.push(name.clone());
            }
        }

        open
    }

    /// Adds others.
    pub(crate) fn include(&mut self, others: &OpenClasses) {
        for (above, below) in &others.below {
            self.below
                .entry(above.clone())
                .or_default()
                .extend(below.iter().cloned());
        }
        self.incomplete.extend(others.incomplete.iter().cloned());
    }

    /// Returns whether one of them is this class or may be below it. O(1).
    pub(crate) fn any_below(&self, class: &str) -> bool {
        !self.incomplete.is_empty() || self.below.contains_key(class)
    }

    /// Returns the classes that are this class or may be below it; some twice.
    pub(crate) fn below(&self, class: &str) -> impl Iterator<Item = &Arc<str>> {
        self.below
            .get(class)
            .into_iter()
            .flatten()
            .chain(&self.incomplete)
    }
}
