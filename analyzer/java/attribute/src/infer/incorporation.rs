//! Incorporation of new bounds (JLS 18.3): what each new bound implies together with those that are
//! there.

use super::{Bounds, MOST_STEPS};
use crate::types::{InferenceId, Kind, Ty, Types};

/// How a bound relates its variable to its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    /// The type is a subtype of the variable.
    Lower,
    /// The type is a supertype of the variable.
    Upper,
}

impl Bounds {
    /// `id = ty`.
    pub(super) fn add_equal(&mut self, types: &Types, id: InferenceId, ty: Ty) -> bool {
        if !self.insert(types, id, Relation::Equal, ty) {
            return !self.failed;
        }

        let bounds = self.variables[&id].clone();
        let others = bounds.equal.iter().filter(|&&other| other != ty);
        let consistent = others
            .into_iter()
            .all(|&other| self.equal(types, ty, other))
            && bounds
                .lower
                .iter()
                .all(|&lower| self.bound(types, lower, ty))
            && bounds
                .upper
                .iter()
                .all(|&upper| self.bound(types, ty, upper));

        if !consistent {
            return self.fail();
        }
        if let Kind::Inference(other) = types.kind(ty) {
            let variable = types.intern(Kind::Inference(id));
            return self.add_equal(types, other, variable);
        }

        !Self::is_proper(types, ty) || self.instantiate(types, id, ty)
    }

    /// `ty <: id`.
    pub(super) fn add_lower(&mut self, types: &Types, id: InferenceId, ty: Ty) -> bool {
        if ty == Ty::NULL || !self.insert(types, id, Relation::Lower, ty) {
            return !self.failed;
        }
        let bounds = self.variables[&id].clone();
        let consistent = bounds
            .equal
            .iter()
            .chain(&bounds.upper)
            .all(|&above| self.bound(types, ty, above));
        consistent || self.fail()
    }

    /// `id <: ty`.
    pub(super) fn add_upper(&mut self, types: &Types, id: InferenceId, ty: Ty) -> bool {
        if !self.insert(types, id, Relation::Upper, ty) {
            return !self.failed;
        }
        if let Kind::Intersection(members) = types.kind(ty) {
            return members
                .iter()
                .all(|&member| self.add_upper(types, id, member));
        }

        let bounds = self.variables[&id].clone();
        let consistent = bounds
            .equal
            .iter()
            .chain(&bounds.lower)
            .all(|&below| self.bound(types, below, ty))
            && bounds
                .upper
                .iter()
                .all(|&other| self.same_parameterization(types, ty, other));

        consistent || self.fail()
    }

    /// Stores a bound; false if it is there, or if the variable is not one of these.
    fn insert(&mut self, types: &Types, id: InferenceId, relation: Relation, ty: Ty) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            self.failed = true;
        }

        let itself = types.intern(Kind::Inference(id)) == ty;
        let Some(bounds) = self
            .variables
            .get_mut(&id)
            .filter(|_| !itself && !self.failed)
        else {
            return false;
        };
        let list = match relation {
            Relation::Equal => &mut bounds.equal,
            Relation::Lower => &mut bounds.lower,
            Relation::Upper => &mut bounds.upper,
        };

        if list.contains(&ty) {
            return false;
        }

        list.push(ty);
        true
    }

    /// `sub <: sup`, implied by two bounds. JLS 18.3 asks for subtyping; javac is content with an
    /// unchecked conversion, so that `C extends Comparable` satisfies the bound `Comparable<?>`,
    /// and programs rely on it.
    fn bound(&mut self, types: &Types, sub: Ty, sup: Ty) -> bool {
        let (sub, sup) = (self.apply(types, sub), self.apply(types, sup));
        if !self.is_unchecked(types, sub, sup) {
            return self.subtype(types, sub, sup);
        }
        self.unchecked |= !types.is_reifiable(sup);
        true
    }

    /// Two upper bounds that are parameterizations of one class have equal arguments where neither
    /// is a wildcard.
    fn same_parameterization(&mut self, types: &Types, left: Ty, right: Ty) -> bool {
        let (Kind::Class(l, _), Kind::Class(r, _)) = (types.kind(left), types.kind(right)) else {
            return true;
        };
        let pair = match (types.as_super(left, r), types.as_super(right, l)) {
            (Some(left), _) => (left, right),
            (None, Some(right)) => (left, right),
            (None, None) => return true,
        };
        let (left, right) = (types.arguments(pair.0), types.arguments(pair.1));
        let exact =
            |&(&l, &r): &(&Ty, &Ty)| l != r && !types.is_wildcard(l) && !types.is_wildcard(r);

        left.len() != right.len()
            || left
                .iter()
                .zip(right.iter())
                .filter(exact)
                .all(|(&l, &r)| self.equal(types, l, r))
    }

    /// `id := ty` in all other bounds.
    pub(super) fn instantiate(&mut self, types: &Types, id: InferenceId, ty: Ty) -> bool {
        let Some(bounds) = self.variables.get_mut(&id) else {
            return true;
        };
        if bounds.instance.is_some() {
            return true;
        }

        bounds.instance = Some(ty);
        let mut implied: Vec<(InferenceId, Relation, Ty)> = Vec::new();
        for (&other, bounds) in &self.variables {
            let lists = [
                (Relation::Equal, &bounds.equal),
                (Relation::Lower, &bounds.lower),
                (Relation::Upper, &bounds.upper),
            ];
            for (relation, list) in lists {
                let affected = list
                    .iter()
                    .filter(|&&bound| Self::mentioned(types, bound).contains(&id));
                implied.extend(affected.map(|&bound| (other, relation, self.apply(types, bound))));
            }
        }

        implied
            .into_iter()
            .all(|(other, relation, bound)| match relation {
                Relation::Equal => self.add_equal(types, other, bound),
                Relation::Lower => self.add_lower(types, other, bound),
                Relation::Upper => self.add_upper(types, other, bound),
            })
    }
}
