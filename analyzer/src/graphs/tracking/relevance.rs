//! Which methods matter for one object.

use std::collections::{BTreeMap, BTreeSet};

use index_vec::IndexVec;
use ir::{BlockId, CallSiteId, MethodId, MethodKind, Program, StatementKind};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
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
    callers: IndexVec<MethodId, Vec<MethodId>>,
    callees: IndexVec<MethodId, Vec<MethodId>>,
    /// Methods that call each other, callees first.
    circles: Vec<Vec<MethodId>>,
    sizes: IndexVec<MethodId, Size>,
    entered: Methods,
    anytime: Methods,
    /// The static initializers that uses of classes run.
    initialized: RoaringBitmap,
    initializing: Methods,
}

/// The size of a method's part of a graph.
#[derive(Debug, Default)]
struct Size {
    blocks: usize,
    /// The methods that each of its calls may run; no call that runs none.
    calls: Vec<Vec<MethodId>>,
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

    /// Says of each of the first `count` methods of the program whether it is in the set: to ask for many
    /// is faster so. O(count).
    fn flags(&self, count: usize) -> IndexVec<MethodId, bool> {
        let mut flags: IndexVec<MethodId, bool> = (0..count).map(|_| false).collect();
        self.iter().for_each(|method| flags[method] = true);
        flags
    }

    /// Its methods in id order.
    pub fn iter(&self) -> impl Iterator<Item = MethodId> {
        self.0.iter().map(MethodId::from_raw)
    }
}

impl Relevance {
    /// Turns the call graph around. The program begins at `entries`. O(statements + call targets).
    pub fn new(
        program: &Program,
        dispatch: &Dispatch<'_>,
        points_to: &PointsTo,
        entries: &[MethodId],
    ) -> Self {
        let none = || program.methods.iter().map(|_| Vec::new()).collect();
        let mut relevance = Relevance {
            callers: none(),
            callees: none(),
            sizes: program
                .methods
                .indices()
                .map(|method| Size::of(program, points_to, method))
                .collect(),
            ..Relevance::default()
        };
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

        for methods in relevance.callers.iter_mut().chain(&mut relevance.callees) {
            methods.sort();
            methods.dedup();
        }
        relevance.circles = circles(&relevance.callees);
        relevance.entered = relevance.reachable_from(entries.iter().copied());
        relevance.anytime = relevance.reachable_from(points_to.anytime.iter().copied());
        relevance.initializing = relevance.reachable_from(points_to.first_uses.initializers());
        relevance
    }

    fn connect(&mut self, caller: MethodId, callee: MethodId) {
        self.callers[callee].push(caller);
        self.callees[caller].push(callee);
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
        &self.callees[method]
    }

    /// All methods in the order in which effects go through the program, callees first: those that
    /// call each other together.
    pub fn circles(&self) -> &[Vec<MethodId>] {
        &self.circles
    }

    /// Returns whether the part of a graph that belongs to these methods has more nodes than `most`.
    /// It has a node for each block, and two for each call that runs one of the `followed` methods.
    /// O(methods of the program + statements of the methods).
    pub fn are_larger_than(&self, methods: &Methods, followed: &Methods, most: usize) -> bool {
        let followed = followed.flags(self.sizes.len());
        let mut nodes = 0;
        methods.iter().any(|method| {
            nodes += self.sizes[method].nodes(&followed);
            nodes > most
        })
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

    /// Every method that may run because the program begins at one of its entry points.
    pub fn entered(&self) -> &Methods {
        &self.entered
    }

    /// Every method that may run at any time, or be called by one that does.
    pub fn anytime(&self) -> &Methods {
        &self.anytime
    }
}

impl Size {
    fn of(program: &Program, points_to: &PointsTo, method: MethodId) -> Self {
        let run_by = |statement: &StatementKind| {
            let StatementKind::Call(site) = statement else {
                return None;
            };
            let targets = points_to.targets.get(site)?.iter();
            let methods = targets.filter_map(|target| match target {
                Callee::Method(callee) => Some(*callee),
                Callee::Library => None,
            });
            Some(methods.collect()).filter(|methods: &Vec<MethodId>| !methods.is_empty())
        };
        let body = program.methods[method].body.as_ref();
        Size {
            blocks: body.map_or(0, |body| body.blocks.len()),
            calls: statements(program, method)
                .filter_map(|(_, _, statement)| run_by(statement))
                .collect(),
        }
    }

    /// The nodes; `followed` says of each method whether it is followed.
    fn nodes(&self, followed: &IndexVec<MethodId, bool>) -> usize {
        let is_followed = |methods: &&Vec<MethodId>| methods.iter().any(|&method| followed[method]);
        self.blocks + 2 * self.calls.iter().filter(is_followed).count()
    }
}

/// The methods that call each other, each once, callees first. O(call targets).
fn circles(callees: &IndexVec<MethodId, Vec<MethodId>>) -> Vec<Vec<MethodId>> {
    let mut graph = DiGraph::new();
    for method in callees.indices() {
        graph.add_node(method);
    }
    let node = |method: MethodId| NodeIndex::new(method.index());
    for (caller, callees) in callees.iter_enumerated() {
        for &callee in callees {
            graph.add_edge(node(caller), node(callee), ());
        }
    }
    let together = |nodes: Vec<NodeIndex>| nodes.into_iter().map(|node| graph[node]).collect();
    tarjan_scc(&graph).into_iter().map(together).collect()
}

fn close(
    edges: &IndexVec<MethodId, Vec<MethodId>>,
    start: impl IntoIterator<Item = MethodId>,
) -> Methods {
    let mut is_in: IndexVec<MethodId, bool> = edges.iter().map(|_| false).collect();
    let mut closed = Vec::new();
    let mut pending: Vec<MethodId> = start.into_iter().collect();
    while let Some(method) = pending.pop() {
        if !std::mem::replace(&mut is_in[method], true) {
            closed.push(method);
            pending.extend(edges[method].iter().filter(|&&next| !is_in[next]));
        }
    }
    closed.sort_unstable();
    closed.into_iter().collect()
}
