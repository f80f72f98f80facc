//! Which methods matter for one object.

use std::collections::{BTreeMap, BTreeSet};

use ir::{MethodId, Program};

use points_to::Callee;
use points_to::PointsTo;

/// The call graph backwards.
#[derive(Debug, Default)]
pub struct Relevance {
    callers: BTreeMap<MethodId, BTreeSet<MethodId>>,
    callees: BTreeMap<MethodId, BTreeSet<MethodId>>,
}

impl Relevance {
    /// Turns the call graph around. O(call targets).
    pub fn new(program: &Program, points_to: &PointsTo) -> Self {
        let mut relevance = Relevance::default();
        for (&site, targets) in &points_to.targets {
            let caller = program.calls[site].method;
            for target in targets {
                if let Callee::Method(callee) = *target {
                    relevance.callers.entry(callee).or_default().insert(caller);
                    relevance.callees.entry(caller).or_default().insert(callee);
                }
            }
        }
        relevance
    }

    /// Every method from which one of `methods` may be called, they included.
    pub fn reaching(&self, methods: impl IntoIterator<Item = MethodId>) -> BTreeSet<MethodId> {
        close(&self.callers, methods)
    }

    /// Every method that one of `methods` may call, they included.
    pub fn reachable_from(&self, methods: impl IntoIterator<Item = MethodId>) -> BTreeSet<MethodId> {
        close(&self.callees, methods)
    }
}

fn close(
    edges: &BTreeMap<MethodId, BTreeSet<MethodId>>,
    start: impl IntoIterator<Item = MethodId>,
) -> BTreeSet<MethodId> {
    let mut closed = BTreeSet::new();
    let mut pending: Vec<MethodId> = start.into_iter().collect();
    while let Some(method) = pending.pop() {
        if closed.insert(method) {
            pending.extend(edges.get(&method).into_iter().flatten());
        }
    }
    closed
}
