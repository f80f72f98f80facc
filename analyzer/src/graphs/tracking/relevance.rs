//! Which methods matter for one object.

use std::collections::{BTreeMap, BTreeSet};

use ir::{BlockId, CallSiteId, MethodId, MethodKind, Program};
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::statement::statements;

use points_to::PointsTo;
use points_to::{Callee, Dispatch};

/// The call graph in both directions.
#[derive(Debug, Default)]
pub struct Relevance {
    /// The calls that may run each method, in id order.
    sites: BTreeMap<MethodId, Vec<CallSiteId>>,
    /// The methods that run inside statements which do not call them, by method, block and index.
    inside: FxHashMap<(MethodId, BlockId, usize), Vec<MethodId>>,
    /// The methods in whose statements each method may run though they do not call it.
    around: BTreeMap<MethodId, Vec<MethodId>>,
    callers: BTreeMap<MethodId, Vec<MethodId>>,
    callees: BTreeMap<MethodId, Vec<MethodId>>,
    anytime: Methods,
    /// The static initializers that uses of classes run.
    initialized: RoaringBitmap,
    initializing: Methods,
}

/// A set of methods.
#[derive(Debug, Clone, Default)]
pub struct Methods(RoaringBitmap);

impl FromIterator<MethodId> for Methods {
    fn from_iter<I: IntoIterator<Item = MethodId>>(methods: I) -> Self {
        Methods(methods.into_iter().map(MethodId::raw).collect())
    }
}

impl Methods {
    /// Returns whether a method is in it.
    pub fn contains(&self, method: MethodId) -> bool {
        self.0.contains(method.raw())
    }

    /// Adds those of another set.
    pub fn include(&mut self, other: &Methods) {
        self.0 |= &other.0;
    }

    /// Removes those that are not in another set.
    pub fn intersect(&mut self, other: &Methods) {
        self.0 &= &other.0;
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its methods in id order.
    pub fn iter(&self) -> impl Iterator<Item = MethodId> {
        self.0.iter().map(MethodId::from_raw)
    }
}

impl Relevance {
    /// Turns the call graph around. O(call targets).
    pub fn new(program: &Program, dispatch: &Dispatch<'_>, points_to: &PointsTo) -> Self {
        let mut relevance = Relevance::default();
        for (&site, targets) in &points_to.targets {
            for target in targets {
                if let Callee::Method(callee) = *target {
                    relevance.sites.entry(callee).or_default().push(site);
                    relevance.connect(program.calls[site].method, callee);
                }
            }
        }
        for &method in &points_to.reachable {
            let before = points_to.first_uses.before(method).iter().copied();
            let mut callees: BTreeSet<MethodId> = before.collect();
            for (block, index, statement) in statements(program, method) {
                let inside = points_to.inside(program, dispatch, statement);
                if !inside.is_empty() {
                    callees.extend(&inside);
                    relevance.inside.insert((method, block, index), inside);
                }
            }
            for callee in callees {
                relevance.around.entry(callee).or_default().push(method);
                relevance.connect(method, callee);
                if program.methods[callee].kind == MethodKind::StaticInitializer {
                    relevance.initialized.insert(callee.raw());
                }
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
        relevance.initializing = relevance.reachable_from(points_to.first_uses.initializers());
        relevance
    }

    fn connect(&mut self, caller: MethodId, callee: MethodId) {
        self.callers.entry(callee).or_default().push(caller);
        self.callees.entry(caller).or_default().push(callee);
    }

    /// The methods that may run inside a statement which does not call them: those that a library
    /// calls back, and static initializers. O(1).
    pub fn inside(&self, method: MethodId, block: BlockId, index: usize) -> &[MethodId] {
        let inside = self.inside.get(&(method, block, index));
        inside.map_or(&[], Vec::as_slice)
    }

    /// The methods in whose statements a method may run though they do not call it, in id order: a
    /// library calls it back, or it is a static initializer.
    pub fn around(&self, method: MethodId) -> &[MethodId] {
        self.around.get(&method).map_or(&[], |methods| methods)
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

    /// Every method that one of `methods` may call, they included, but for what runs because a class
    /// is used first. O(call targets).
    pub fn called_from(&self, methods: impl IntoIterator<Item = MethodId>) -> Methods {
        let mut closed = RoaringBitmap::new();
        let mut pending: Vec<MethodId> = methods.into_iter().collect();
        while let Some(method) = pending.pop() {
            if closed.insert(method.raw()) {
                let callees = self.callees_of(method).iter().copied();
                pending.extend(callees.filter(|callee| !self.initialized.contains(callee.raw())));
            }
        }
        Methods(closed)
    }

    /// Every static initializer that uses of classes run, and what such ones call.
    pub fn initializing(&self) -> &Methods {
        &self.initializing
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
