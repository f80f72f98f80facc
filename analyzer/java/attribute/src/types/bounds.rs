//! Greatest lower bounds (JLS 5.1.10) and least upper bounds (JLS 4.10.4).

use super::{ClassId, Kind, Ty, TyList, Types, Wildcard};

/// Deeper least upper bounds than this are taken for infinite types.
const DEEPEST: u32 = 2;

impl Types<'_> {
    /// `T1 & .. & Tn`, without what others imply; classes come before interfaces. `Object` of
    /// nothing.
    pub(crate) fn intersection(&self, types: &[Ty]) -> Ty {
        let mut members: Vec<Ty> = Vec::with_capacity(types.len());
        for &ty in types {
            match self.kind(ty) {
                Kind::Intersection(inner) => inner
                    .iter()
                    .for_each(|&member| self.add_member(member, &mut members)),
                _ => self.add_member(ty, &mut members),
            }
        }

        members.sort_by_key(|&member| {
            self.class_of(member)
                .is_some_and(|class| self.class_data(class).is_interface())
        });
        match *members {
            [] => self.known().object,
            [only] => only,
            _ => self.intern(Kind::Intersection(members.into())),
        }
    }

    /// Types that still hold what capture has not filled in are compared by identity alone.
    fn add_member(&self, ty: Ty, members: &mut Vec<Ty>) {
        let implied = |sub: Ty, sup: Ty| {
            sub == sup || sup == self.known().object || self.is_erased_subtype(sub, sup)
        };
        if members.iter().any(|&member| implied(member, ty)) {
            return;
        }
        members.retain(|&member| !implied(ty, member));
        members.push(ty);
    }

    /// Subtyping where class types are concerned whose arguments, if any, are the same.
    fn is_erased_subtype(&self, sub: Ty, sup: Ty) -> bool {
        match self.kind(sup) {
            Kind::Class(class, _) => self.as_super(sub, class) == Some(sup),
            _ => false,
        }
    }

    /// The type itself, or the array type that bounds a type variable.
    pub(crate) fn array_bound(&self, ty: Ty) -> Ty {
        match self.kind(ty) {
            Kind::Variable(_) | Kind::Captured(_) => {
                let bounds = self.bounds_of(ty);
                bounds
                    .iter()
                    .copied()
                    .find(|&bound| self.component(bound).is_some())
                    .unwrap_or(ty)
            }
            _ => ty,
        }
    }

    /// The least upper bound of reference types; the unknown if one of them is.
    pub(crate) fn lub(&self, types: &[Ty]) -> Ty {
        self.lub_at(types, 0)
    }

    fn lub_at(&self, types: &[Ty], depth: u32) -> Ty {
        let mut types: Vec<Ty> = types.iter().copied().filter(|&ty| ty != Ty::NULL).collect();
        types.dedup();
        if types.contains(&Ty::UNKNOWN) {
            return Ty::UNKNOWN;
        }

        match *types {
            [] => Ty::NULL,
            [only] => only,
            _ if types
                .iter()
                .any(|&general| types.iter().all(|&ty| self.is_subtype(ty, general))) =>
            {
                let general =
                    |general: &&Ty| types.iter().all(|&ty| self.is_subtype(ty, **general));
                types.iter().find(general).copied().unwrap_or(Ty::UNKNOWN)
            }
            _ => self.lub_of_distinct(&types, depth),
        }
    }

    fn lub_of_distinct(&self, types: &[Ty], depth: u32) -> Ty {
        let components: Option<Vec<Ty>> = types.iter().map(|&ty| self.component(ty)).collect();
        if let Some(components) = components.filter(|c| !c.iter().any(|ty| ty.is_primitive())) {
            let component = self.lub_at(&components, depth);
            return self.array_of(component);
        }
        let candidates = self.minimal_candidates(types);
        let members: Vec<Ty> = candidates
            .into_iter()
            .map(|class| self.candidate(class, types, depth))
            .collect();
        self.intersection(&members)
    }

    /// `MEC`: the classes that all types have as supertypes and of which none is a subclass of
    /// another.
    fn minimal_candidates(&self, types: &[Ty]) -> Vec<ClassId> {
        let mut common = self.superclasses(types[0]);
        common.retain(|&class| {
            types[1..]
                .iter()
                .all(|&ty| self.as_super(ty, class).is_some())
        });
        let is_minimal = |class: &ClassId| {
            !common
                .iter()
                .any(|other| other != class && self.is_subclass(*other, *class))
        };
        common.iter().copied().filter(is_minimal).collect()
    }

    /// `EC`: the classes of all supertypes, nearest first, of class before interface.
    fn superclasses(&self, ty: Ty) -> Vec<ClassId> {
        let mut found: Vec<ClassId> = Vec::new();
        let mut todo = vec![ty];
        while let Some(next) = todo.pop() {
            match self.kind(next) {
                Kind::Class(class, _) if !found.contains(&class) => {
                    found.push(class);
                    todo.extend(self.declared_supertypes(class).into_iter().rev());
                }
                Kind::Array(_) => todo.extend(self.array_supertypes().into_iter().rev()),
                Kind::Variable(_) | Kind::Captured(_) => {
                    let bounds = self.bounds_of(next);
                    todo.extend(bounds.iter().rev().filter(|&&bound| bound != next));
                }
                Kind::Intersection(members) => todo.extend(members.iter().rev()),
                _ => {}
            }
            if found.len() + todo.len() > MOST_SUPERCLASSES {
                break;
            }
        }

        found
    }

    /// `lcp`: the least parameterization of a class that contains those of all types.
    fn candidate(&self, class: ClassId, types: &[Ty], depth: u32) -> Ty {
        let parameterizations = types
            .iter()
            .filter_map(|&ty| self.as_super(ty, class))
            .map(|ty| self.arguments(ty));
        let merged = parameterizations.reduce(|left, right| {
            if left.len() != right.len() {
                return [].into();
            }
            left.iter()
                .zip(right.iter())
                .map(|(&l, &r)| self.least_containing(l, r, depth))
                .collect::<TyList>()
        });
        self.class_type(class, &merged.unwrap_or_default())
    }

    /// `lcta`: the least type argument that contains both.
    fn least_containing(&self, left: Ty, right: Ty, depth: u32) -> Ty {
        use Kind::Wildcard as W;
        if left == right {
            return left;
        }

        let wildcard = match (self.kind(left), self.kind(right)) {
            (W(Wildcard::Super(l)), W(Wildcard::Super(r))) => {
                Wildcard::Super(self.intersection(&[l, r]))
            }
            (W(Wildcard::Super(l)), _) => self.lower_containing(l, right),
            (_, W(Wildcard::Super(r))) => self.lower_containing(r, left),
            (W(Wildcard::Unbounded), _) | (_, W(Wildcard::Unbounded)) => Wildcard::Unbounded,
            _ if depth >= DEEPEST => Wildcard::Unbounded,
            _ => Wildcard::Extends(self.lub_at(
                &[self.upper_bound(left), self.upper_bound(right)],
                depth + 1,
            )),
        };

        self.wildcard(wildcard)
    }

    fn lower_containing(&self, bound: Ty, other: Ty) -> Wildcard {
        match self.kind(other) {
            Kind::Wildcard(_) => Wildcard::Unbounded,
            _ => Wildcard::Super(self.intersection(&[bound, other])),
        }
    }
}

/// No class has more supertypes; more mean a circle through bounds.
const MOST_SUPERCLASSES: usize = 10_000;
