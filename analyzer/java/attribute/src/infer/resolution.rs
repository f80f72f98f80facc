//! Resolution: instantiations for inference variables (JLS 18.4).

use super::{Bounds, VariableBounds};
use crate::types::{InferenceId, Kind, Ty, Types};

impl Bounds {
    /// Finds instantiations for these variables and all that they depend on. Variables for which
    /// there are none end as unknown; says whether there are none of those.
    pub(crate) fn resolve(&mut self, types: &Types, wanted: &[InferenceId]) -> bool {
        let mut success = true;
        while let Some(next) = self.next_to_resolve(types, wanted) {
            success &= self.resolve_together(types, &next);
        }
        success
    }

    /// [`Bounds::resolve`] for all variables.
    pub(crate) fn resolve_all(&mut self, types: &Types) -> bool {
        let all: Vec<InferenceId> = self.variables.keys().copied().collect();
        self.resolve(types, &all)
    }

    fn is_resolved(&self, id: InferenceId) -> bool {
        self.variables
            .get(&id)
            .is_none_or(|bounds| bounds.instance.is_some())
    }

    /// The smallest set of variables that depend on no others, from those that the wanted ones
    /// depend on.
    fn next_to_resolve(&self, types: &Types, wanted: &[InferenceId]) -> Option<Vec<InferenceId>> {
        let unresolved = wanted.iter().copied().find(|&id| !self.is_resolved(id))?;
        let reachable = self.dependencies(types, unresolved);
        reachable
            .iter()
            .map(|&id| self.dependencies(types, id))
            .min_by_key(Vec::len)
    }

    /// The unresolved variables that the resolution of one depends on, itself included, sorted.
    pub(crate) fn dependencies(&self, types: &Types, id: InferenceId) -> Vec<InferenceId> {
        let mut found = vec![id];
        let mut next = 0;
        while next < found.len() {
            let Some(bounds) = self.variables.get(&found[next]) else {
                break;
            };
            for &bound in bounds
                .equal
                .iter()
                .chain(&bounds.lower)
                .chain(&bounds.upper)
            {
                for other in Self::mentioned(types, bound) {
                    if !found.contains(&other) && !self.is_resolved(other) {
                        found.push(other);
                    }
                }
            }
            next += 1;
        }

        found.sort_unstable();
        found
    }

    fn resolve_together(&mut self, types: &Types, ids: &[InferenceId]) -> bool {
        let mut attempt = self.clone();
        let chosen = ids.iter().all(|&id| match attempt.variables.get(&id) {
            Some(bounds) if bounds.instance.is_none() => match candidate(types, bounds) {
                Some(ty) => attempt.add_equal(types, id, ty),
                None => false,
            },
            _ => true,
        });
        if chosen && attempt.holds() {
            *self = attempt;
            return true;
        }
        self.resolve_by_fresh_variables(types, ids)
    }

    /// The second attempt of JLS 18.4: fresh type variables with the bounds of the inference
    /// variables.
    fn resolve_by_fresh_variables(&mut self, types: &Types, ids: &[InferenceId]) -> bool {
        let mut attempt = self.clone();
        let open: Vec<InferenceId> = ids
            .iter()
            .copied()
            .filter(|&id| !self.is_resolved(id))
            .collect();
        let lower = |id: &InferenceId| {
            Some(proper(types, &self.variables[id].lower)).filter(|lower| !lower.is_empty())
        };
        let fresh = open
            .iter()
            .map(|id| types.fresh_variable(lower(id).map(|lower| types.lub(&lower))));

        let fresh: Vec<Ty> = fresh.collect();
        let instance = |id: InferenceId| {
            open.iter()
                .position(|&other| other == id)
                .map(|index| fresh[index])
        };

        for (id, &variable) in open.iter().zip(&fresh) {
            let upper: Vec<Ty> = self.variables[id]
                .upper
                .iter()
                .map(|&ty| types.instantiate(ty, &instance))
                .collect();
            types.set_upper_bound(variable, types.intersection(&upper));
        }

        let consistent = open
            .iter()
            .zip(&fresh)
            .all(|(&id, &variable)| attempt.add_equal(types, id, variable));

        if consistent && attempt.holds() {
            *self = attempt;
            return true;
        }

        for id in open {
            if let Some(bounds) = self.variables.get_mut(&id) {
                bounds.instance = Some(candidate(types, bounds).unwrap_or(Ty::UNKNOWN));
            }
        }

        false
    }
}

/// Returns what the proper bounds of a variable suggest.
fn candidate(types: &Types, bounds: &VariableBounds) -> Option<Ty> {
    if let Some(&equal) = bounds
        .equal
        .iter()
        .find(|&&ty| Bounds::is_proper(types, ty))
    {
        return Some(equal);
    }
    let lower = proper(types, &bounds.lower);

    if !lower.is_empty() {
        return Some(types.lub(&lower));
    }

    let upper = proper(types, &bounds.upper);
    if bounds.throws
        && upper
            .iter()
            .all(|&ty| types.is_subtype(types.known().runtime_exception, ty))
    {
        return Some(types.known().runtime_exception);
    }
    (!upper.is_empty()).then(|| types.intersection(&upper))
}

fn proper(types: &Types, bounds: &[Ty]) -> Vec<Ty> {
    bounds
        .iter()
        .copied()
        .filter(|&ty| Bounds::is_proper(types, ty))
        .collect()
}

/// Returns whether a type is an inference variable.
pub(crate) fn as_variable(types: &Types, ty: Ty) -> Option<InferenceId> {
    match types.kind(ty) {
        Kind::Inference(id) => Some(id),
        _ => None,
    }
}
