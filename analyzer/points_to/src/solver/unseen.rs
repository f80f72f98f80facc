//! Members that the sources do not show.
//!
//! A processor adds methods and fields to a class: `@Setter` a method that overrides one of the
//! superclass, `@Delegate` one that fits the arguments better than the method that is written. A
//! call on an object of such a class, or of one below it, may run a method that nobody sees,
//! whatever else it may run.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{ClassId, FieldRef, Program};
use rustc_hash::FxHashSet;

/// The classes that may have members which the sources do not show: declared in them or inherited.
#[derive(Debug, Default)]
pub(super) struct Unseen {
    rewritten: BTreeSet<ClassId>,
    classes: FxHashSet<Arc<str>>,
}

impl Unseen {
    /// Adds classes that were rewritten, and those below. O(classes * supertypes) if there is a new
    /// one among them.
    pub(super) fn add(&mut self, program: &Program, rewritten: &BTreeSet<ClassId>) {
        if rewritten.is_subset(&self.rewritten) {
            return;
        }

        self.rewritten.extend(rewritten);
        let names: FxHashSet<&str> = rewritten
            .iter()
            .map(|&class| &*program.classes[class].name)
            .collect();
        let is_below = |name: &str| {
            program
                .hierarchy
                .supertypes(name)
                .names()
                .iter()
                .any(|at| names.contains(&**at))
        };

        let all = program.classes.iter().map(|class| &class.name);
        self.classes.extend(
            all.filter(|name| names.contains(&***name) || is_below(name))
                .cloned(),
        );
    }

    /// Returns whether a call on an object of the class may run a method that is not seen.
    pub(super) fn has_methods(&self, class: &str) -> bool {
        self.classes.contains(class)
    }

    /// Returns whether a field may be meant that is nearer than the one that is known.
    pub(super) fn hides(&self, program: &Program, field: &FieldRef) -> bool {
        let is_inherited = || {
            field
                .field
                .is_none_or(|id| program.classes[program.fields[id].class].name != field.owner)
        };
        self.classes.contains(&field.owner) && is_inherited()
    }
}
