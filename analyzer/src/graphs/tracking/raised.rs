//! The generators that methods raise and that concern the tracked object without naming it.

use std::collections::BTreeMap;
use std::sync::Arc;

use date::ids::GeneratorId;
use ir::MethodId;
use roaring::RoaringBitmap;

use super::relevance::Relevance;

/// For each method the generators in it and in whatever it may call.
#[derive(Debug, Default)]
pub struct Raised {
    by_method: BTreeMap<MethodId, Arc<RoaringBitmap>>,
}

impl Raised {
    /// Gathers the generators of each method from its callees. O(call targets * generators / word
    /// size).
    pub fn new(
        relevance: &Relevance,
        generators: impl IntoIterator<Item = (MethodId, GeneratorId)>,
    ) -> Self {
        let mut own: BTreeMap<MethodId, RoaringBitmap> = BTreeMap::new();
        for (method, generator) in generators {
            own.entry(method).or_default().insert(generator.raw());
        }

        let mut raised = Raised::default();
        // Callees come before their callers.
        for methods in relevance.circles() {
            // Methods that call each other raise the same.
            let mut all = RoaringBitmap::new();
            for method in methods {
                own.get(method)
                    .into_iter()
                    .for_each(|generators| all |= generators);
                let callees = relevance
                    .callees_of(*method)
                    .iter()
                    .filter_map(|callee| raised.by_method.get(callee));
                callees.for_each(|found| all |= &**found);
            }
            if !all.is_empty() {
                let all = Arc::new(all);
                raised
                    .by_method
                    .extend(methods.iter().map(|&method| (method, all.clone())));
            }
        }

        raised
    }

    /// Returns the `concerned` generators that a method may raise, or a method that it calls, in id
    /// order.
    pub fn by(&self, method: MethodId, concerned: &RoaringBitmap) -> Vec<GeneratorId> {
        let raised = self
            .by_method
            .get(&method)
            .map(|raised| &**raised & concerned);
        raised
            .into_iter()
            .flatten()
            .map(GeneratorId::from_raw)
            .collect()
    }
}
