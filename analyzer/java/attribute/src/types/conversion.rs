//! Conversions and the contexts that allow them (JLS 5), promotion of numbers (JLS 5.6).

use super::{Kind, Ty, Types, Wildcard};

/// The phases of overload resolution (JLS 15.12.2), in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Phase {
    /// By strict invocation.
    Strict,
    /// By loose invocation: boxing and unboxing, too.
    Loose,
    /// By variable arity invocation.
    Varargs,
}

impl Phase {
    /// In order.
    pub(crate) const ALL: [Phase; 3] = [Phase::Strict, Phase::Loose, Phase::Varargs];

    /// Returns whether boxing and unboxing are allowed.
    pub(crate) fn boxes(self) -> bool {
        self != Phase::Strict
    }
}

/// The ways to use a value of one type where another is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compatibility {
    No,
    /// By an unchecked conversion from a raw type (JLS 5.1.9).
    Unchecked,
    Yes,
}

impl Types<'_> {
    /// Compatibility in a strict or loose invocation context (JLS 5.3); an assignment context
    /// allows constants more.
    pub(crate) fn compatibility(&self, from: Ty, to: Ty, boxes: bool) -> Compatibility {
        if from == Ty::UNKNOWN || to == Ty::UNKNOWN {
            self.assume();
            return Compatibility::Yes;
        }
        match (from.is_primitive(), to.is_primitive()) {
            _ if from == Ty::VOID || to == Ty::VOID => Compatibility::No,
            (false, false) | (true, true) => self.unchecked_subtype(from, to),
            _ if !boxes => Compatibility::No,
            (true, false) => match self.known().boxed(from) {
                Some(boxed) => self.unchecked_subtype(boxed, to),
                None => Compatibility::No,
            },
            (false, true) => match self.unboxed(from) {
                Some(unboxed) => self.unchecked_subtype(unboxed, to),
                None => Compatibility::No,
            },
        }
    }

    /// Subtyping, or by unchecked conversion from a raw type.
    fn unchecked_subtype(&self, from: Ty, to: Ty) -> Compatibility {
        if self.is_subtype(from, to) {
            return Compatibility::Yes;
        }
        match (self.kind(from), self.kind(to)) {
            (Kind::Array(from), Kind::Array(to)) if !from.is_primitive() => {
                self.unchecked_subtype(from, to)
            }
            (_, Kind::Class(class, _)) => match self.as_super(from, class) {
                Some(found) if self.is_raw(found) => Compatibility::Unchecked,
                _ => Compatibility::No,
            },
            (_, Kind::Intersection(members)) => {
                let all = members
                    .iter()
                    .map(|&member| self.unchecked_subtype(from, member));
                all.fold(Compatibility::Yes, |sum, next| {
                    if sum == Compatibility::Yes { next } else { sum }
                })
            }
            _ => Compatibility::No,
        }
    }

    /// Returns whether a type is fully there at run time (JLS 4.7): no type arguments but unbounded
    /// wildcards. The arguments of classes around it are not looked at.
    pub(crate) fn is_reifiable(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Class(_, arguments) => arguments.iter().all(|&argument| {
                matches!(self.kind(argument), Kind::Wildcard(Wildcard::Unbounded))
            }),
            Kind::Array(component) => self.is_reifiable(component),
            Kind::Variable(_) | Kind::Captured(_) | Kind::Intersection(_) | Kind::Inference(_) => {
                false
            }
            _ => true,
        }
    }

    /// The primitive type that a reference type unboxes to (JLS 5.1.8): a wrapper, or a variable
    /// bounded by one.
    pub(crate) fn unboxed(&self, ty: Ty) -> Option<Ty> {
        match self.kind(ty) {
            Kind::Class(..) => self.known().unboxed(ty),
            Kind::Variable(_) | Kind::Captured(_) => self.bounded(|types| {
                types
                    .bounds_of(ty)
                    .iter()
                    .find_map(|&bound| types.unboxed(bound))
            }),
            Kind::Intersection(members) => members.iter().find_map(|&member| self.unboxed(member)),
            _ => None,
        }
    }

    /// The type itself if it is primitive, else what it unboxes to.
    pub(crate) fn as_primitive(&self, ty: Ty) -> Option<Ty> {
        if ty.is_primitive() {
            Some(ty)
        } else {
            self.unboxed(ty)
        }
    }

    /// The reference type of a value as an object: the wrapper of a primitive type.
    pub(crate) fn boxed(&self, ty: Ty) -> Ty {
        self.known().boxed(ty).unwrap_or(ty)
    }

    /// Unary numeric promotion (JLS 5.6); `None` for what is no number.
    pub(crate) fn promoted(&self, ty: Ty) -> Option<Ty> {
        let ty = self.as_primitive(ty).filter(|ty| ty.is_numeric())?;
        Some(if ty < Ty::INT { Ty::INT } else { ty })
    }

    /// Binary numeric promotion (JLS 5.6).
    pub(crate) fn promoted_pair(&self, left: Ty, right: Ty) -> Option<Ty> {
        Some(self.promoted(left)?.max(self.promoted(right)?))
    }
}
