//! The access to members (JLS 6.6).

use java_types::Access;

use super::Attributor;
use super::operand::Receiver;
use crate::types::{CONSTRUCTOR, ClassId, Method};

impl Attributor<'_, '_> {
    /// Returns whether code of a class may call a method at all. Which protected members of which
    /// objects it may use does not change what a call means in a program that compiles. Protected
    /// constructors are for `super(..)` and anonymous subclasses (JLS 6.6.2.2), which see them by
    /// [`Self::is_inherited`].
    pub(super) fn is_accessible(&self, method: &Method, from: Option<ClassId>) -> bool {
        let Some(from) = from else { return true };
        match method.access {
            access if access.has(Access::PUBLIC) => true,
            access if access.is_private() => self.types.same_outermost(method.class, from),
            access if access.has(Access::PROTECTED) => {
                self.types.same_package(method.class, from)
                    || &*method.name != CONSTRUCTOR
                        && self
                            .around(from)
                            .any(|class| self.types.is_subclass(class, method.class))
            }
            _ => self.types.same_package(method.class, from),
        }
    }

    /// Returns whether a subclass in code of a class may call a constructor of its superclass (JLS
    /// 6.6.2.2).
    fn is_inherited(&self, constructor: &Method, from: Option<ClassId>) -> bool {
        constructor.access.has(Access::PROTECTED) || self.is_accessible(constructor, from)
    }

    /// Returns whether a candidate of a call in code of a class counts.
    pub(super) fn is_candidate(
        &self,
        method: &Method,
        receiver: Receiver,
        from: Option<ClassId>,
    ) -> bool {
        match receiver {
            Receiver::Subclass => self.is_inherited(method, from),
            _ => self.is_accessible(method, from),
        }
    }

    /// The class and those around it, from the inside out.
    pub(super) fn around(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(Some(class), |&class| self.types.class_data(class).outer)
    }
}
