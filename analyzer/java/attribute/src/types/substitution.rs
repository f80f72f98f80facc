//! Replacing type variables and inference variables in types.

use super::{Contents, InferenceId, Kind, Ty, TyList, Types, VariableId, Wildcard};

impl Types<'_> {
    /// `ty[variables := arguments]`. A variable without argument stays.
    pub(crate) fn substitute(&self, ty: Ty, variables: &[VariableId], arguments: &[Ty]) -> Ty {
        if variables.is_empty() {
            return ty;
        }
        self.rewrite(ty, Contents::VARIABLE, &|_, kind| match kind {
            Kind::Variable(id) => variables
                .iter()
                .position(|v| v == id)
                .and_then(|i| arguments.get(i).copied()),
            _ => None,
        })
    }

    /// [`Types::substitute`] in each type.
    pub(crate) fn substitute_all(
        &self,
        types: &[Ty],
        variables: &[VariableId],
        arguments: &[Ty],
    ) -> TyList {
        types
            .iter()
            .map(|&ty| self.substitute(ty, variables, arguments))
            .collect()
    }

    /// Replaces inference variables; those for which `instance` has nothing stay.
    pub(crate) fn instantiate(&self, ty: Ty, instance: &dyn Fn(InferenceId) -> Option<Ty>) -> Ty {
        self.rewrite(ty, Contents::INFERENCE, &|_, kind| match kind {
            Kind::Inference(id) => instance(*id),
            _ => None,
        })
    }

    /// Replaces each part of a type for which `replace` gives a type. Parts that contain nothing of
    /// `relevant` stay as they are.
    pub(crate) fn rewrite(
        &self,
        ty: Ty,
        relevant: Contents,
        replace: &dyn Fn(Ty, &Kind) -> Option<Ty>,
    ) -> Ty {
        if !self.has(ty, relevant) {
            return ty;
        }

        let kind = self.kind(ty);
        if let Some(replacement) = replace(ty, &kind) {
            return replacement;
        }

        let rewrite = |ty: Ty| self.rewrite(ty, relevant, replace);
        match kind {
            Kind::Class(class, arguments) => self.intern(Kind::Class(
                class,
                arguments.iter().map(|&t| rewrite(t)).collect(),
            )),
            Kind::Intersection(members) => self.intern(Kind::Intersection(
                members.iter().map(|&t| rewrite(t)).collect(),
            )),
            Kind::Array(component) => {
                let component = self.upper_bound_of_wildcard(rewrite(component));
                self.array_of(component)
            }
            Kind::Wildcard(wildcard) => self.rewrite_wildcard(wildcard, rewrite),
            _ => ty,
        }
    }

    fn upper_bound_of_wildcard(&self, ty: Ty) -> Ty {
        if matches!(self.kind(ty), Kind::Wildcard(_)) {
            self.upper_bound(ty)
        } else {
            ty
        }
    }

    /// A bound that becomes a wildcard itself gives its own bound, where the direction is the same.
    fn rewrite_wildcard(&self, wildcard: Wildcard, rewrite: impl Fn(Ty) -> Ty) -> Ty {
        let rewritten = match wildcard {
            Wildcard::Unbounded => Wildcard::Unbounded,
            Wildcard::Extends(bound) => match self.kind(rewrite(bound)) {
                Kind::Wildcard(Wildcard::Extends(inner)) => Wildcard::Extends(inner),
                Kind::Wildcard(_) => Wildcard::Unbounded,
                kind => Wildcard::Extends(self.intern(kind)),
            },
            Wildcard::Super(bound) => match self.kind(rewrite(bound)) {
                Kind::Wildcard(Wildcard::Super(inner)) => Wildcard::Super(inner),
                Kind::Wildcard(_) => Wildcard::Unbounded,
                kind => Wildcard::Super(self.intern(kind)),
            },
        };
        self.wildcard(rewritten)
    }
}
