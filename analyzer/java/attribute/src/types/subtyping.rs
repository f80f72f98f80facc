//! Subtyping (JLS 4.10) and containment of type arguments (JLS 4.5.1) between proper types.
//!
//! Where a part of the program is missing the answer is yes, and the assumption is counted, so that
//! whoever asked can tell what is certain from what is not.

use super::{ClassId, Contents, Kind, Ty, TyList, Types, Wildcard};

impl Types<'_> {
    /// How many answers so far rested on something that is missing.
    pub(crate) fn assumptions(&self) -> u32 {
        self.assumptions.get()
    }

    pub(crate) fn assume(&self) -> bool {
        self.assumptions.set(self.assumptions.get() + 1);
        true
    }

    /// `sub <: sup`. The subtype's wildcards are captured.
    pub(crate) fn is_subtype(&self, sub: Ty, sup: Ty) -> bool {
        if sub == sup {
            return true;
        }
        if sub == Ty::UNKNOWN || sup == Ty::UNKNOWN {
            return self.assume();
        }
        if sub.is_primitive() || sup.is_primitive() {
            return primitive_subtype(sub, sup);
        }
        if sub == Ty::VOID || sup == Ty::VOID || sup == Ty::NULL {
            return false;
        }
        if sub == Ty::NULL || sup == self.known().object {
            return true;
        }

        self.assuming_circles(|types| types.is_reference_subtype(sub, sup))
    }

    /// Questions that lead back to themselves through bounds hold.
    fn assuming_circles(&self, question: impl FnOnce(&Self) -> bool) -> bool {
        self.bounded(|types| Some(question(types))).unwrap_or(true)
    }

    fn is_reference_subtype(&self, sub: Ty, sup: Ty) -> bool {
        match (self.kind(sub), self.kind(sup)) {
            (_, Kind::Intersection(members)) => {
                members.iter().all(|&member| self.is_subtype(sub, member))
            }
            (_, Kind::Captured(_))
                if self
                    .lower_bound(sup)
                    .is_some_and(|lower| self.is_subtype(sub, lower)) =>
            {
                true
            }
            (Kind::Intersection(members), _) => {
                members.iter().any(|&member| self.is_subtype(member, sup))
            }
            (Kind::Variable(_) | Kind::Captured(_), _) => self
                .bounds_of(sub)
                .iter()
                .any(|&bound| self.is_subtype(bound, sup)),
            (Kind::Array(sub), Kind::Array(sup)) => {
                !sub.is_primitive() && !sup.is_primitive() && self.is_subtype(sub, sup)
            }
            (Kind::Array(_), Kind::Class(..)) => self.array_supertypes().contains(&sup),
            (Kind::Class(class, _), Kind::Class(wanted, arguments)) => {
                self.is_class_subtype(sub, class, wanted, &arguments)
            }
            _ => false,
        }
    }

    fn is_class_subtype(
        &self,
        sub: Ty,
        class: ClassId,
        wanted: ClassId,
        arguments: &TyList,
    ) -> bool {
        match self.as_super(self.capture_again(sub), wanted) {
            None => self.is_incomplete(class) && self.assume(),
            Some(_) if arguments.is_empty() => true,
            Some(found) => {
                let found = self.arguments(found);
                found.len() == arguments.len()
                    && found
                        .iter()
                        .zip(arguments.iter())
                        .all(|(&found, &wanted)| self.contains(wanted, found))
            }
        }
    }

    /// `argument <= container`: whether a type argument is contained by another.
    pub(crate) fn contains(&self, container: Ty, argument: Ty) -> bool {
        if container == argument {
            return true;
        }
        if container == Ty::UNKNOWN || argument == Ty::UNKNOWN {
            return self.assume();
        }

        match (self.kind(container), self.kind(argument)) {
            (Kind::Wildcard(Wildcard::Unbounded), _) => true,
            (Kind::Wildcard(Wildcard::Extends(bound)), _) => {
                self.is_subtype(self.upper_bound(argument), bound)
            }
            (Kind::Wildcard(Wildcard::Super(bound)), Kind::Wildcard(Wildcard::Super(lower))) => {
                self.is_subtype(bound, lower)
            }
            (Kind::Wildcard(Wildcard::Super(_)), Kind::Wildcard(_)) => false,
            (Kind::Wildcard(Wildcard::Super(bound)), _) => self.is_subtype(bound, argument),
            _ => {
                self.has(container, Contents::UNKNOWN)
                    && self.is_same_but_unknown(container, argument)
            }
        }
    }

    /// Returns whether two types differ at most where one of them is unknown.
    fn is_same_but_unknown(&self, left: Ty, right: Ty) -> bool {
        if left == Ty::UNKNOWN || right == Ty::UNKNOWN {
            return self.assume();
        }
        match (self.kind(left), self.kind(right)) {
            (Kind::Class(l, left), Kind::Class(r, right)) => {
                l == r
                    && left.len() == right.len()
                    && left
                        .iter()
                        .zip(right.iter())
                        .all(|(&l, &r)| self.is_same_but_unknown(l, r))
            }
            (Kind::Array(l), Kind::Array(r)) => self.is_same_but_unknown(l, r),
            _ => left == right,
        }
    }
}

/// JLS 4.10.1; subtyping among primitive types is widening.
fn primitive_subtype(sub: Ty, sup: Ty) -> bool {
    let widest = [
        Ty::BYTE,
        Ty::SHORT,
        Ty::INT,
        Ty::LONG,
        Ty::FLOAT,
        Ty::DOUBLE,
    ];
    let rank = |ty: Ty| widest.iter().position(|&wide| wide == ty);
    match (rank(sub), rank(sup)) {
        (Some(sub), Some(sup)) => sub <= sup,
        (None, Some(sup)) => sub == Ty::CHAR && sup >= 2,
        _ => false,
    }
}
