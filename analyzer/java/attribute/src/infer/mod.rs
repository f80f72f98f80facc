//! Type inference (JLS 18): bounds of inference variables, reduction of constraints to them,
//! incorporation, resolution.
//!
//! A [`Bounds`] is a value: overload resolution makes one for each candidate and keeps that of the
//! chosen one. What waits for a lambda's body or a nested call is the business of
//! [`crate::attribute`], which adds to the bounds as it learns.

mod incorporation;
mod reduction;
mod resolution;

pub(crate) use resolution::as_variable;

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::types::{Contents, InferenceId, Kind, Ty, TyList, Types, VariableId};

/// Bounds of inference variables (JLS 18.1.3) and what became of them so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bounds {
    variables: BTreeMap<InferenceId, VariableBounds>,
    /// Contradicted: no instantiation can satisfy all bounds.
    failed: bool,
    /// Some constraint needed an unchecked conversion (JLS 18.5.2).
    pub(crate) unchecked: bool,
    steps: u32,
}

/// The bounds of one inference variable.
#[derive(Debug, Clone, Default)]
struct VariableBounds {
    equal: Vec<Ty>,
    lower: Vec<Ty>,
    upper: Vec<Ty>,
    /// Appears in a `throws` clause (JLS 18.1.3).
    throws: bool,
    /// The instantiation, once there is one.
    instance: Option<Ty>,
}

/// More steps than this mean that bounds grow without end.
const MOST_STEPS: u32 = 5_000;

impl Bounds {
    /// Fresh inference variables for type parameters, with the bounds that the declaration gives
    /// them (JLS 18.1.3, B0); `throws` are the exceptions that the method declares, `site` the
    /// parameters of its class and what stands for them.
    pub(crate) fn declare(
        &mut self,
        types: &Types,
        parameters: &[VariableId],
        throws: &[Ty],
        site: (Vec<VariableId>, TyList),
    ) -> Rc<[Ty]> {
        let fresh: Vec<(InferenceId, Ty)> =
            parameters.iter().map(|_| types.fresh_inference()).collect();
        let variables: Rc<[Ty]> = fresh.iter().map(|&(_, ty)| ty).collect();

        for (&(id, _), &parameter) in fresh.iter().zip(parameters) {
            let declared = types.intern(Kind::Variable(parameter));
            let throws = throws.contains(&declared);
            self.variables.insert(
                id,
                VariableBounds {
                    throws,
                    ..VariableBounds::default()
                },
            );
        }

        for (&(id, _), &parameter) in fresh.iter().zip(parameters) {
            let declared = types.bounds_of(types.intern(Kind::Variable(parameter)));
            for &bound in declared.iter() {
                let bound = types.substitute(bound, parameters, &variables);
                self.add_upper(types, id, types.substitute(bound, &site.0, &site.1));
            }
        }

        variables
    }

    /// Adds all variables and bounds of a nested invocation.
    pub(crate) fn merge(&mut self, other: &Bounds) {
        self.failed |= other.failed;
        for (id, bounds) in &other.variables {
            self.variables.entry(*id).or_insert_with(|| bounds.clone());
        }
    }

    /// Returns whether the variables of a nested invocation have been merged into these.
    pub(crate) fn includes(&self, other: &Bounds) -> bool {
        other
            .variables
            .keys()
            .all(|id| self.variables.contains_key(id))
    }

    /// The bounds that a variable has so far: equal, lower, upper.
    pub(crate) fn of(&self, id: InferenceId) -> [&[Ty]; 3] {
        self.variables.get(&id).map_or([&[], &[], &[]], |bounds| {
            [&bounds.equal, &bounds.lower, &bounds.upper]
        })
    }

    /// Returns whether the bounds are not contradicted so far.
    pub(crate) fn holds(&self) -> bool {
        !self.failed
    }

    fn fail(&mut self) -> bool {
        self.failed = true;
        false
    }

    /// Returns whether the type mentions no inference variable.
    pub(crate) fn is_proper(types: &Types, ty: Ty) -> bool {
        !types.has(ty, Contents::INFERENCE)
    }

    /// The inference variables that a type mentions, each once.
    pub(crate) fn mentioned(types: &Types, ty: Ty) -> Vec<InferenceId> {
        let mut found = Vec::new();
        collect(types, ty, &mut found);
        found
    }

    /// The type with the variables replaced that have an instantiation.
    pub(crate) fn apply(&self, types: &Types, ty: Ty) -> Ty {
        if Self::is_proper(types, ty) {
            return ty;
        }
        types.instantiate(ty, &|id| {
            self.variables.get(&id).and_then(|bounds| bounds.instance)
        })
    }
}

fn collect(types: &Types, ty: Ty, found: &mut Vec<InferenceId>) {
    if Bounds::is_proper(types, ty) {
        return;
    }
    match types.kind(ty) {
        Kind::Inference(id) if !found.contains(&id) => found.push(id),
        Kind::Class(_, parts) | Kind::Intersection(parts) => {
            parts.iter().for_each(|&part| collect(types, part, found))
        }
        Kind::Array(part) => collect(types, part, found),
        Kind::Wildcard(
            crate::types::Wildcard::Extends(part) | crate::types::Wildcard::Super(part),
        ) => {
            collect(types, part, found);
        }
        _ => {}
    }
}
