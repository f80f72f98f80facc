//! The objects that code outside the sources has been given, as far as is known.

use std::collections::BTreeSet;

use ir::{AllocationKind, CallSiteId, ClassId};

use roaring::RoaringBitmap;

use super::Solver;
use crate::dispatch::superclasses;
use crate::models::Model;
use crate::node::{Object, ObjectId};

/// Classes of the JDK whose own fields hold no objects but texts.
const HOLDING_NOTHING: [&str; 3] = ["java/lang/Object", "java/lang/Enum", "java/lang/Record"];

impl Solver<'_> {
    /// The calls whose arguments escape to a library, in order.
    pub(crate) fn given_to_library(&self) -> BTreeSet<CallSiteId> {
        self.given_to_library.iter().copied().collect()
    }

    /// Returns whether a method that a model describes, and that is not of the JDK, may give out what
    /// its library has.
    pub(crate) fn gets_of_foreign(&self) -> bool {
        self.gets_of_foreign
    }

    /// Notes a model that describes a static method.
    pub(super) fn note_giving(&mut self, owner: &str, model: &Model) {
        let is_of_jdk = || self.program.hierarchy.library().is_of_jdk(owner);
        if !self.gets_of_foreign && model.uses_escaped() && !is_of_jdk() {
            self.gets_of_foreign = true;
        }
    }

    /// Returns whether code outside the sources uses any class of theirs.
    pub(crate) fn has_open_classes(&self) -> bool {
        !self.opened.is_empty()
    }

    /// The objects that hold whatever has escaped: no model says what those of their class hold, or
    /// those of a class of a library above it.
    pub(super) fn opaque_objects(&self) -> RoaringBitmap {
        let is_opaque = |(id, object): &(ObjectId, &Object)| {
            let class = match object {
                _ if self.kinds[*id].is_some() => return self.is_opaque(self.kinds[*id]),
                Object::Constructed(class) => Some(&self.program.classes[*class].name),
                Object::Allocated(site) => {
                    let site = &self.program.allocations[*site];
                    let is_instance = matches!(site.kind, AllocationKind::Instance);
                    site.ty.class_name().filter(|_| is_instance)
                }
                Object::Library | Object::Made { .. } | Object::Escaped => return true,
            };
            class.is_some_and(|class| self.extends_library(class))
        };
        let objects = self.objects.iter_enumerated().filter(is_opaque);
        objects.map(|(id, _)| id.raw()).collect()
    }

    /// Returns whether a class is one of a library, or below one, with something to hold.
    fn extends_library(&self, class: &str) -> bool {
        let hierarchy = &self.program.hierarchy;
        let above = superclasses(hierarchy, class);
        above
            .iter()
            .any(|name| !hierarchy.is_source(name) && !HOLDING_NOTHING.contains(&&**name))
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
