//! Which methods matter for one object.

use std::collections::BTreeMap;

use ir::{CallSiteId, MethodId, Program};
use roaring::RoaringBitmap;

use points_to::Callee;
use points_to::PointsTo;

/// The call graph in both directions.
#[derive(Debug, Default)]
pub struct Relevance {
    /// The calls that may run each method, in id order.
    sites: BTreeMap<MethodId, Vec<CallSiteId>>,
    /// The calls of libraries during which each method may run, in id order.
    around: BTreeMap<MethodId, Vec<CallSiteId>>,
    callers: BTreeMap<MethodId, Vec<MethodId>>,
    callees: BTreeMap<MethodId, Vec<MethodId>>,
    anytime: Methods,
}

/// A set of methods.
#[derive(Debug, Clone, Default)]
pub struct Methods(RoaringBitmap);

impl Methods {
    /// Returns whether a method is in it.
    pub fn contains(&self, method: MethodId) -> bool {
        self.0.contains(method.raw())
    }

    /// Its methods in id order.
    pub fn iter(&self) -> impl Iterator<Item = MethodId> {
        self.0.iter().map(MethodId::from_raw)
    }
}

impl Relevance {
    /// Turns the call graph around. O(call targets).
    pub fn new(program: &Program, points_to: &PointsTo) -> Self {
        let mut relevance = Relevance::default();
        for (&site, targets) in &points_to.targets {
            for target in targets {
                if let Callee::Method(callee) = *target {
                    relevance.sites.entry(callee).or_default().push(site);
                    relevance.connect(program.calls[site].method, callee);
                }
            }
        }
        for (&site, methods) in &points_to.during {
            for &callee in methods {
                relevance.around.entry(callee).or_default().push(site);
                relevance.connect(program.calls[site].method, callee);
            }
        }

        for methods in relevance
            .callers
            .values_mut()
            .chain(relevance.callees.values_mut())
        {
            methods.sort();
            methods.dedup();
        }
        relevance.anytime = relevance.reachable_from(points_to.anytime.iter().copied());
        relevance
    }

    fn connect(&mut self, caller: MethodId, callee: MethodId) {
        self.callers.entry(callee).or_default().push(caller);
        self.callees.entry(caller).or_default().push(callee);
    }

    /// The calls of libraries that may call a method back while they run, in id order.
    pub fn calls_around(&self, method: MethodId) -> &[CallSiteId] {
        self.around.get(&method).map_or(&[], |sites| sites)
    }

    /// The calls that may run a method, in id order.
    pub fn calls_of(&self, method: MethodId) -> &[CallSiteId] {
        self.sites.get(&method).map_or(&[], |sites| sites)
    }

    /// The methods that a method may call, in id order.
    pub fn callees_of(&self, method: MethodId) -> &[MethodId] {
        self.callees.get(&method).map_or(&[], |callees| callees)
    }

    /// All methods that call others, with these, in id order.
    pub fn calls(&self) -> impl Iterator<Item = (MethodId, &[MethodId])> {
        self.callees
            .iter()
            .map(|(&caller, callees)| (caller, &callees[..]))
    }

    /// Every method from which one of `methods` may be called, they included. O(call targets).
    pub fn reaching(&self, methods: impl IntoIterator<Item = MethodId>) -> Methods {
        close(&self.callers, methods)
    }

    /// Every method that one of `methods` may call, they included. O(call targets).
    pub fn reachable_from(&self, methods: impl IntoIterator<Item = MethodId>) -> Methods {
        close(&self.callees, methods)
    }

    /// Every method that may run at any time, or be called by one that does.
    pub fn anytime(&self) -> &Methods {
        &self.anytime
    }
}

fn close(
    edges: &BTreeMap<MethodId, Vec<MethodId>>,
    start: impl IntoIterator<Item = MethodId>,
) -> Methods {
    let mut closed = RoaringBitmap::new();
    let mut pending: Vec<MethodId> = start.into_iter().collect();
    while let Some(method) = pending.pop() {
        if closed.insert(method.raw()) {
            pending.extend(edges.get(&method).into_iter().flatten());
        }
    }
    Methods(closed)
}
