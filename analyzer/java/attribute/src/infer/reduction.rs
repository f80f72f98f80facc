//! Reduction of constraints on types to bounds (JLS 18.2.2 to 18.2.4). Every function says whether
//! the constraint can still hold.

use super::Bounds;
use crate::types::{ClassId, Compatibility, Kind, Ty, TyList, Types, Wildcard};

impl Bounds {
    /// `S -> T`: compatible in a loose invocation context (JLS 18.2.2).
    pub(crate) fn compatible(&mut self, types: &Types, from: Ty, to: Ty) -> bool {
        let (from, to) = (self.apply(types, from), self.apply(types, to));
        if from == Ty::VOID || to == Ty::VOID {
            return self.fail();
        }
        if Self::is_proper(types, from) && Self::is_proper(types, to) {
            return match types.compatibility(from, to, true) {
                Compatibility::No => self.fail(),
                Compatibility::Unchecked => {
                    self.unchecked = true;
                    true
                }
                Compatibility::Yes => true,
            };
        }
        if from.is_primitive() {
            return self.compatible(types, types.boxed(from), to);
        }
        if to.is_primitive() {
            return self.equal(types, from, types.boxed(to));
        }
        if self.is_unchecked(types, from, to) {
            self.unchecked = true;
            return true;
        }

        self.subtype(types, from, to)
    }

    /// Returns whether only a raw supertype leads from one type to the other.
    pub(super) fn is_unchecked(&self, types: &Types, from: Ty, to: Ty) -> bool {
        match (types.kind(from), types.kind(to)) {
            (Kind::Array(from), Kind::Array(to)) => self.is_unchecked(types, from, to),
            (_, Kind::Class(class, arguments)) if !arguments.is_empty() => types
                .as_super(from, class)
                .is_some_and(|found| types.is_raw(found)),
            _ => false,
        }
    }

    /// `S <: T` (JLS 18.2.3).
    pub(crate) fn subtype(&mut self, types: &Types, sub: Ty, sup: Ty) -> bool {
        let (sub, sup) = (self.apply(types, sub), self.apply(types, sup));
        if Self::is_proper(types, sub) && Self::is_proper(types, sup) {
            return types.is_subtype(sub, sup) || self.fail();
        }

        match (types.kind(sub), types.kind(sup)) {
            (Kind::Null | Kind::Unknown, _) | (_, Kind::Unknown) => true,
            (Kind::Inference(sub), Kind::Inference(sup)) if sub == sup => true,
            (Kind::Inference(id), Kind::Inference(_)) => {
                self.add_upper(types, id, sup) && {
                    let Kind::Inference(sup) = types.kind(sup) else {
                        return true;
                    };
                    self.add_lower(types, sup, sub)
                }
            }
            (Kind::Inference(id), _) => self.add_upper(types, id, sup),
            (_, Kind::Inference(id)) => self.add_lower(types, id, sub),
            (_, Kind::Intersection(members)) => members
                .iter()
                .all(|&member| self.subtype(types, sub, member)),
            (_, Kind::Class(class, arguments)) => self.class_subtype(types, sub, class, &arguments),
            (_, Kind::Array(component)) => self.array_subtype(types, sub, component),
            (_, Kind::Captured(_)) => match types.lower_bound(sup) {
                Some(lower) => self.subtype(types, sub, lower),
                None => self.fail(),
            },
            _ => self.fail(),
        }
    }

    fn class_subtype(
        &mut self,
        types: &Types,
        sub: Ty,
        class: ClassId,
        arguments: &TyList,
    ) -> bool {
        let Some(found) = types.as_super(sub, class) else {
            let incomplete = types
                .member_class(sub)
                .is_some_and(|class| types.is_incomplete(class));
            return incomplete && types.assume() || self.fail();
        };
        let found = types.arguments(found);

        if arguments.is_empty() {
            return true;
        }
        if found.len() != arguments.len() {
            return self.fail();
        }

        found
            .iter()
            .zip(arguments.iter())
            .all(|(&found, &wanted)| self.contained(types, found, wanted))
    }

    fn array_subtype(&mut self, types: &Types, sub: Ty, component: Ty) -> bool {
        let array = match types.kind(sub) {
            Kind::Array(_) => Some(sub),
            Kind::Variable(_) | Kind::Captured(_) => types
                .bounds_of(sub)
                .iter()
                .copied()
                .find(|&bound| types.component(bound).is_some()),
            Kind::Intersection(members) => members
                .iter()
                .copied()
                .find(|&member| types.component(member).is_some()),
            _ => None,
        };
        match array.and_then(|array| types.component(array)) {
            Some(found) if found.is_primitive() || component.is_primitive() => {
                found == component || self.fail()
            }
            Some(found) => self.subtype(types, found, component),
            None => self.fail(),
        }
    }

    /// `S <= T`: containment of type arguments (JLS 18.2.3).
    fn contained(&mut self, types: &Types, argument: Ty, container: Ty) -> bool {
        use Wildcard::{Extends, Super, Unbounded};
        let object = types.known().object;
        match (types.kind(argument), types.kind(container)) {
            (_, Kind::Wildcard(Unbounded)) => true,
            (Kind::Wildcard(Extends(bound)), Kind::Wildcard(Extends(wanted))) => {
                self.subtype(types, bound, wanted)
            }
            (Kind::Wildcard(Unbounded), Kind::Wildcard(Extends(wanted))) => {
                self.subtype(types, object, wanted)
            }
            (Kind::Wildcard(Super(_)), Kind::Wildcard(Extends(wanted))) => {
                self.equal(types, object, wanted)
            }
            (_, Kind::Wildcard(Extends(wanted))) => self.subtype(types, argument, wanted),
            (Kind::Wildcard(Super(bound)), Kind::Wildcard(Super(wanted))) => {
                self.subtype(types, wanted, bound)
            }
            (Kind::Wildcard(_), Kind::Wildcard(Super(_))) => self.fail(),
            (_, Kind::Wildcard(Super(wanted))) => self.subtype(types, wanted, argument),
            (Kind::Wildcard(_), _) => self.fail(),
            _ => self.equal(types, argument, container),
        }
    }

    /// `S = T` (JLS 18.2.4).
    pub(crate) fn equal(&mut self, types: &Types, left: Ty, right: Ty) -> bool {
        let (left, right) = (self.apply(types, left), self.apply(types, right));
        if left == right || left == Ty::UNKNOWN || right == Ty::UNKNOWN {
            return true;
        }
        if Self::is_proper(types, left) && Self::is_proper(types, right) {
            return types.contains(left, right) && types.contains(right, left) || self.fail();
        }

        match (types.kind(left), types.kind(right)) {
            (Kind::Inference(id), _) if !right.is_primitive() => self.add_equal(types, id, right),
            (_, Kind::Inference(id)) if !left.is_primitive() => self.add_equal(types, id, left),
            (Kind::Class(l, left), Kind::Class(r, right))
                if l == r && left.len() == right.len() =>
            {
                left.iter()
                    .zip(right.iter())
                    .all(|(&left, &right)| self.equal(types, left, right))
            }
            (Kind::Array(left), Kind::Array(right)) => self.equal(types, left, right),
            (Kind::Wildcard(Wildcard::Extends(left)), Kind::Wildcard(Wildcard::Extends(right)))
            | (Kind::Wildcard(Wildcard::Super(left)), Kind::Wildcard(Wildcard::Super(right))) => {
                self.equal(types, left, right)
            }
            (Kind::Wildcard(Wildcard::Extends(bound)), Kind::Wildcard(Wildcard::Unbounded))
            | (Kind::Wildcard(Wildcard::Unbounded), Kind::Wildcard(Wildcard::Extends(bound))) => {
                self.equal(types, types.known().object, bound)
            }
            _ => self.fail(),
        }
    }
}
