//! Objects that nothing tells apart once they have escaped: those who ask something of whatever has
//! escaped need to see one of them alone.
//!
//! They are the library's, so fields and parts of them are the library's, and their types and
//! models say which methods run. There are thousands of them, and most fit most filters.

use ir::AllocationKind;
use java_types::descriptor::Type;

use super::Solver;
use crate::models::KindId;
use crate::node::{Object, ObjectId};
use crate::types::Made;

/// All that is told of such an object.
pub(super) type Likeness = (Option<KindId>, Made);

impl Solver<'_> {
    /// Returns whether another object that is like this one has escaped before.
    pub(super) fn is_like_one_escaped(&mut self, object: ObjectId) -> bool {
        self.is_of_library(object)
            && !self
                .likenesses
                .insert((self.kinds[object], self.types.made(object)))
    }

    /// Returns whether everything inside an object that has escaped is the library's.
    fn is_of_library(&self, object: ObjectId) -> bool {
        match self.objects[object] {
            Object::Made { .. } => !self.keeps_parts(object),
            Object::Allocated(site) => {
                let site = &self.program.allocations[site];
                matches!((&site.kind, &site.ty), (AllocationKind::Instance, Type::Class(name)) if self.has_no_fields(name))
            }
            Object::Library | Object::Constructed(_) | Object::Escaped => false,
        }
    }

    /// Returns whether an object holds something where code that has the object puts nothing.
    pub(super) fn keeps_parts(&self, object: ObjectId) -> bool {
        self.kinds[object].is_some_and(|kind| self.models.keeps_any(kind))
    }

    /// Returns whether a class and its supertypes are known, and declare no fields in the sources.
    fn has_no_fields(&self, class: &str) -> bool {
        let above = self.program.hierarchy.supertypes(class);
        above.complete()
            && !above
                .names()
                .iter()
                .any(|name| self.program.hierarchy.is_source(name))
    }
}
