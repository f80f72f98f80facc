//! The objects that code outside the sources has been given, as far as is known.

use std::collections::BTreeSet;

use ir::{AllocationKind, CallSiteId, ClassId};

use super::Solver;
use crate::node::{Object, ObjectId};

impl Solver<'_> {
    /// The calls whose arguments escape to a library, in order.
    pub(crate) fn given_to_library(&self) -> BTreeSet<CallSiteId> {
        self.given_to_library.iter().copied().collect()
    }

    /// Returns whether code outside the sources uses any class of theirs.
    pub(crate) fn has_open_classes(&self) -> bool {
        !self.opened.is_empty()
    }

    /// The classes of the sources of which an object has escaped. O(escaped objects).
    pub(crate) fn escaped_classes(&self) -> BTreeSet<ClassId> {
        self.graph
            .all_escaped()
            .iter()
            .filter_map(|object| self.class_of(ObjectId::from_raw(object)))
            .collect()
    }

    /// The class of the sources that an object is of; `None` of functional objects, arrays and
    /// those of libraries.
    fn class_of(&self, object: ObjectId) -> Option<ClassId> {
        match self.objects[object] {
            Object::Constructed(class) => Some(class),
            Object::Allocated(allocation) => {
                let site = &self.program.allocations[allocation];
                let is_instance = matches!(site.kind, AllocationKind::Instance);
                self.dispatch
                    .class(site.ty.class_name().filter(|_| is_instance)?)
            }
            Object::Library | Object::Made { .. } | Object::Escaped => None,
        }
    }
}
