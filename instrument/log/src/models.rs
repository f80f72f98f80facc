//! Which calls of the JDK have an effect on other threads, by the table that the recorder reads at
//! run time, too. Here the type is the one that the call names, so the answer covers all of its
//! objects.

use java_types::hierarchy::Hierarchy;
use rustc_hash::FxHashMap;

use crate::library::MODELS;

/// The word for calls without an effect.
const NONE: &str = "none";

/// The table.
#[derive(Debug)]
pub struct Models {
    types: FxHashMap<&'static str, FxHashMap<&'static str, &'static str>>,
    /// The longest first.
    packages: Vec<(&'static str, &'static str)>,
}

impl Models {
    /// Reads the table.
    pub fn new() -> Self {
        let mut models = Models {
            types: FxHashMap::default(),
            packages: Vec::new(),
        };
        let rows = MODELS
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        for row in rows {
            let mut columns = row.split('\t');
            let mut next = || columns.next().unwrap_or_default();
            let (ty, methods, effect) = (next(), next(), next());
            if ty.ends_with(['.', '$']) {
                models.packages.push((ty, effect));
                continue;
            }
            let known = models.types.entry(ty).or_default();
            known.extend(methods.split(',').map(|method| (method, effect)));
        }
        models
            .packages
            .sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        models
    }

    /// Says whether a call may have an effect. `owner` is the internal name of the type that the
    /// call names.
    pub fn matters(&self, owner: &str, method: &str, hierarchy: &Hierarchy) -> bool {
        let name = owner.replace('/', ".");
        if let Some(effect) = self.of_type(&name, method) {
            return effect != NONE;
        }
        // An effect that any type above has, in whatever order: the receiver decides at run time.
        let above = hierarchy.supertypes(owner);
        let any = above
            .names()
            .iter()
            .filter_map(|above| self.of_type(&above.replace('/', "."), method))
            .any(|effect| effect != NONE);
        any || !above.complete() || self.of_package(&name) != NONE
    }

    fn of_type(&self, ty: &str, method: &str) -> Option<&'static str> {
        let methods = self.types.get(ty)?;
        methods.get(method).or_else(|| methods.get("*")).copied()
    }

    fn of_package(&self, ty: &str) -> &'static str {
        let found = self.packages.iter().find(|(name, _)| ty.starts_with(name));
        found.map_or("all", |(_, effect)| effect)
    }
}
