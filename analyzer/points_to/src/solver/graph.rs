//! The constraint graph: nodes with sets of objects, edges along which they flow, and what waits
//! for objects to arrive.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use index_vec::IndexVec;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::Use;
use super::stops::Stops;
use crate::constraints::Recorded;
use crate::node::{NodeId, ObjectId};
use crate::type_id::TypeId;
use crate::types::Types;

/// How many objects are compared at once in large sets.
const OBJECTS_OF_A_WORD: u64 = 64;

#[derive(Debug)]
struct Data {
    /// Its objects.
    set: RoaringBitmap,
    /// The part of it that has not been handed on yet.
    arrived: RoaringBitmap,
    edges: Vec<NodeId>,
    uses: Vec<Use>,
    /// Objects of other types do not get in.
    filter: Option<TypeId>,
    /// True if it selects from what has escaped.
    selects: bool,
    /// True if it holds what has escaped, and what it holds escapes.
    is_open: bool,
}

/// Nodes and edges. Nodes on a circle hold the same and are made one from time to time, if none of
/// them filters what another lets in.
///
/// Escaped objects may be in many nodes. One object stands for all of them that fit the node's
/// filter ([`Types::escaped`]); the objects themselves are in the library's node, and in those that
/// select from it.
#[derive(Debug, Default)]
pub(super) struct Graph {
    nodes: IndexVec<NodeId, Data>,
    /// The node that stands for each, or one on the way to it.
    parents: IndexVec<NodeId, NodeId>,
    connected: FxHashSet<(NodeId, NodeId)>,
    /// The uses that wait at each node.
    waiting: FxHashSet<(NodeId, Use)>,
    edges_at_next_join: usize,
    pending: VecDeque<NodeId>,
    /// The library's node and those that select from it: what arrives in them waits until nothing
    /// else is pending.
    delayed: VecDeque<NodeId>,
    /// The node of what has escaped.
    library: Option<NodeId>,
    escaping: RoaringBitmap,
    /// The marks, which nodes with a filter hold up.
    pub(super) stops: Stops,
    /// Escaped objects that need not be selected: another escaped one is like each of them.
    left_out: RoaringBitmap,
    /// The constraints as they were stated, before any nodes were made one; `None` unless somebody
    /// will ask why.
    recorded: Option<Recorded>,
    /// The effort so far ([`super::EFFORT_WITH_MODELS`]): the same on every machine.
    pub(super) effort: u64,
}

/// A graph that nothing is added to any more.
pub(super) struct Finished {
    /// The objects of each node.
    pub(super) sets: IndexVec<NodeId, RoaringBitmap>,
    /// For each node the one that stands for it.
    pub(super) representatives: IndexVec<NodeId, NodeId>,
    /// The constraints, if they were recorded.
    pub(super) recorded: Option<Recorded>,
}

impl Graph {
    /// An empty graph; with `recording` it keeps every constraint.
    pub(super) fn new(recording: bool) -> Self {
        Graph {
            recorded: recording.then(Recorded::default),
            ..Graph::default()
        }
    }

    /// Returns whether constraints are kept.
    pub(super) fn is_recording(&self) -> bool {
        self.recorded.is_some()
    }

    /// Adds a node that holds nothing. One that selects gets the objects that have escaped, others
    /// what stands for them.
    pub(super) fn push(&mut self, filter: Option<TypeId>, selects: bool) {
        let node = self.nodes.push(Data {
            set: RoaringBitmap::new(),
            arrived: RoaringBitmap::new(),
            edges: Vec::new(),
            uses: Vec::new(),
            filter,
            selects,
            is_open: false,
        });
        self.parents.push(node);
    }

    /// The node that stands for one. O(log nodes), amortized.
    pub(super) fn find(&mut self, node: NodeId) -> NodeId {
        let mut root = node;
        while self.parents[root] != root {
            let above = self.parents[self.parents[root]];
            self.parents[root] = above;
            root = above;
        }
        root
    }

    /// Objects that begin in a node, or go there from `origin` though not all do that are in it.
    /// They fit the node as far as the library decides what class they are.
    pub(super) fn give(
        &mut self,
        origin: Option<NodeId>,
        node: NodeId,
        objects: &RoaringBitmap,
        types: &mut Types<'_>,
    ) {
        if let Some(recorded) = &mut self.recorded {
            recorded.give(origin, node, objects);
        }
        // No edge brings them again when the filter lets more in.
        debug_assert!(
            self.nodes[node]
                .filter
                .is_none_or(|filter| types.refused(filter, objects).is_empty())
        );
        self.hand_on(node, objects, types);
    }

    /// Everything in `source` is in `target`, too.
    pub(super) fn connect(&mut self, source: NodeId, target: NodeId, types: &mut Types<'_>) {
        if let Some(recorded) = &mut self.recorded {
            recorded.connect(source, target);
        }

        self.effort += 1;
        let (source, target) = (self.find(source), self.find(target));
        // Of what has escaped, a node gets one object that stands for all that fit its filter.
        if self.library == Some(source) && !self.nodes[target].selects {
            return self.add_everything_that_fits(target, types);
        }
        if source != target && self.connected.insert((source, target)) {
            self.nodes[source].edges.push(target);
            if !self.nodes[source].set.is_empty() {
                let all = std::mem::take(&mut self.nodes[source].set);
                self.hand_on(target, &self.offered(source, &all), types);
                self.nodes[source].set = all;
            }
        }
    }

    /// Opens a node: escaped objects are in it, and its objects escape.
    pub(super) fn open(&mut self, node: NodeId, types: &mut Types<'_>) {
        if let (Some(recorded), Some(library)) = (&mut self.recorded, self.library) {
            recorded.connect(node, library);
            recorded.connect(library, node);
        }
        let node = self.find(node);
        if std::mem::replace(&mut self.nodes[node].is_open, true) {
            return;
        }
        self.add_everything_that_fits(node, types);
        self.give_to_library(&self.nodes[node].set.clone(), types);
    }

    /// Returns what stands for all that has escaped and fits.
    fn everything_that_fits(&self, node: NodeId, types: &Types<'_>) -> Option<u32> {
        types
            .escaped(self.nodes[node].filter.unwrap_or(Types::EVERYTHING))
            .map(ObjectId::raw)
    }

    fn add_everything_that_fits(&mut self, node: NodeId, types: &mut Types<'_>) {
        if let Some(everything) = self.everything_that_fits(node, types) {
            self.hand_on(node, &RoaringBitmap::from_iter([everything]), types);
        }
    }

    fn give_to_library(&mut self, objects: &RoaringBitmap, types: &mut Types<'_>) {
        if let Some(library) = self.library {
            self.hand_on(library, objects, types);
        }
    }

    /// Objects arrive from another node.
    fn hand_on(&mut self, node: NodeId, objects: &RoaringBitmap, types: &mut Types<'_>) {
        self.effort += 1 + objects.len() / OBJECTS_OF_A_WORD;
        let node = self.find(node);
        // Most sets that arrive are one object, which is there already.
        if single(objects).is_some_and(|only| self.nodes[node].set.contains(only)) {
            return;
        }

        let filter = self.nodes[node].filter;
        let mut objects = Cow::Borrowed(objects);
        self.stops.stop(node, filter.is_some(), &mut objects);
        let mut new = match filter {
            Some(filter) => types.pass(&objects, filter),
            None => objects.into_owned(),
        };
        new -= &self.nodes[node].set;

        // Objects that get into an open node escape.
        if self.nodes[node].is_open && !new.is_empty() {
            self.give_to_library(&new, types);
        }

        self.abridge(node, &mut new, types);
        if new.is_empty() {
            return;
        }

        self.effort += new.len();
        if self.library == Some(node) {
            self.escaping |= &new;
        }

        let data = &mut self.nodes[node];
        include(&mut data.set, &new);
        let is_first = data.arrived.is_empty();
        if is_first {
            data.arrived = new
        } else {
            include(&mut data.arrived, &new)
        }

        if is_first {
            self.schedule(node);
        }
    }

    /// A mark begins in a node. Those who ask why never hear of it.
    pub(super) fn give_mark(&mut self, node: NodeId, mark: ObjectId, types: &mut Types<'_>) {
        self.give_marks(node, &RoaringBitmap::from_iter([mark.raw()]), types);
    }

    /// As [`Graph::give_mark`], for some.
    pub(super) fn give_marks(
        &mut self,
        node: NodeId,
        marks: &RoaringBitmap,
        types: &mut Types<'_>,
    ) {
        if !marks.is_empty() {
            self.hand_on(node, marks, types);
        }
    }

    /// The marks that have come to a node which holds them up, or to one on a circle with it; `None`
    /// if there are none.
    pub(super) fn stopped(&mut self, node: NodeId) -> Option<&RoaringBitmap> {
        let node = self.find(node);
        self.stops.at(node)
    }

    /// Everything that has come to a node, or to one on a circle with it.
    pub(super) fn all_in(&mut self, node: NodeId) -> RoaringBitmap {
        let node = self.find(node);
        self.nodes[node].set.clone()
    }

    /// The marks that have come to a node, and go on from there.
    pub(super) fn marks_at(&mut self, node: NodeId) -> RoaringBitmap {
        let node = self.find(node);
        self.stops.marks_in(&self.nodes[node].set)
    }

    /// Leaves out of what arrives what the node has in another form: what has escaped, next to what
    /// stands for it.
    fn abridge(&self, node: NodeId, new: &mut RoaringBitmap, types: &Types<'_>) {
        // The library's node has the escaped objects themselves, so nothing stands for them there.
        if self.library == Some(node) {
            new.remove_range(types.abbreviations());
            return;
        }

        let Some(everything) = self.everything_that_fits(node, types) else {
            return;
        };
        let arrives = new.contains(everything);

        if !arrives && !self.nodes[node].set.contains(everything) {
            return;
        }

        new.remove_range(types.abbreviations());
        if let Some(library) = self.library {
            *new -= &self.nodes[library].set;
        }
        if arrives {
            new.insert(everything);
        }
    }

    /// Makes a node that of what has escaped.
    pub(super) fn make_library(&mut self, library: NodeId) {
        self.library = Some(library);
    }

    /// The objects that have escaped since the last time.
    pub(super) fn escaping(&mut self) -> Option<RoaringBitmap> {
        (!self.escaping.is_empty()).then(|| std::mem::take(&mut self.escaping))
    }

    fn schedule(&mut self, node: NodeId) {
        if self.nodes[node].selects || self.library == Some(node) {
            self.delayed.push_back(node)
        } else {
            self.pending.push_back(node)
        }
    }

    /// Something waits for the objects of a node; those that are there, unless it waits already.
    pub(super) fn add_use(&mut self, node: NodeId, used: Use) -> Option<RoaringBitmap> {
        let node = self.find(node);
        self.waiting.insert((node, used)).then(|| {
            self.nodes[node].uses.push(used);
            self.nodes[node].set.clone()
        })
    }

    /// Hands on what has arrived in the next node; what has arrived, and what waits for it.
    pub(super) fn step(&mut self, types: &mut Types<'_>) -> Option<(RoaringBitmap, Vec<Use>)> {
        self.join_circles(types);
        let node = self
            .pending
            .pop_front()
            .or_else(|| self.delayed.pop_front())?;

        // It has become part of another node, which is scheduled by itself.
        if self.find(node) != node {
            return Some((RoaringBitmap::new(), Vec::new()));
        }

        let arrived = std::mem::take(&mut self.nodes[node].arrived);
        let offered = self.offered(node, &arrived);
        for index in 0..self.nodes[node].edges.len() {
            let target = self.nodes[node].edges[index];
            if self.find(target) != node {
                self.hand_on(target, &offered, types);
            }
        }

        let uses = self.nodes[node].uses.clone();
        Some((arrived, uses))
    }

    /// Of objects in a node, those that go along its edges.
    fn offered<'a>(&self, source: NodeId, objects: &'a RoaringBitmap) -> Cow<'a, RoaringBitmap> {
        if self.library == Some(source) {
            Cow::Owned(objects - &self.left_out)
        } else {
            Cow::Borrowed(objects)
        }
    }

    /// An object that has escaped is like another one that has: it need not be selected.
    pub(super) fn leave_out(&mut self, object: ObjectId) {
        self.left_out.insert(object.raw());
    }

    /// These filters let more in than they did: what was kept out arrives now. O(nodes + edges).
    pub(super) fn admit(&mut self, wider: &BTreeSet<TypeId>, types: &mut Types<'_>) {
        let is_wider = |graph: &Graph, node: NodeId| {
            graph.nodes[node]
                .filter
                .is_some_and(|ty| wider.contains(&ty))
        };
        for source in self.nodes.indices() {
            let targets = self.targets(source, is_wider);
            if targets.is_empty() {
                continue;
            }
            let offered =
                self.offered(source, &self.nodes[source].set).as_ref() & types.of_library();
            for target in targets {
                self.hand_on(target, &offered, types);
            }
        }
    }

    /// The nodes at the other ends of a node's edges that are of interest.
    fn targets(
        &mut self,
        source: NodeId,
        of_interest: impl Fn(&Graph, NodeId) -> bool,
    ) -> Vec<NodeId> {
        let mut targets: Vec<NodeId> = self.nodes[source].edges.clone();
        targets
            .iter_mut()
            .for_each(|target| *target = self.find(*target));
        targets.retain(|&target| of_interest(self, target));
        targets
    }

    /// Returns what waits for objects at nodes where this one has arrived.
    pub(super) fn uses_of(&self, object: ObjectId) -> impl Iterator<Item = &Use> {
        self.nodes
            .iter()
            .filter(move |data| data.set.contains(object.raw()))
            .flat_map(|data| &data.uses)
    }

    /// Makes the nodes of each circle one, if the graph has grown much since the last time. O(nodes
    /// + edges).
    fn join_circles(&mut self, types: &mut Types<'_>) {
        if self.connected.len() < self.edges_at_next_join {
            return;
        }

        // A search for each growth by half: all of them together cost as much as a few of the last.
        self.edges_at_next_join = self.connected.len() * 3 / 2;
        let mut alike: DiGraph<(), (), u32> =
            DiGraph::with_capacity(self.nodes.len(), self.connected.len());
        self.nodes.iter().for_each(|_| {
            alike.add_node(());
        });

        for node in self.nodes.indices() {
            for index in 0..self.nodes[node].edges.len() {
                let target = self.find(self.nodes[node].edges[index]);
                // Nodes with different filters may hold different objects, though they are on a
                // circle.
                let is_alike = self.nodes[target].filter == self.nodes[node].filter
                    && self.stops.is_holding(target) == self.stops.is_holding(node);
                if target != node && is_alike {
                    alike.add_edge(node.raw().into(), target.raw().into(), ());
                }
            }
        }

        for circle in kosaraju_scc(&alike) {
            for member in circle.iter().skip(1) {
                self.unite(
                    NodeId::from_usize(circle[0].index()),
                    NodeId::from_usize(member.index()),
                    types,
                );
            }
        }
    }

    /// Makes `other` part of `node`. The library's node is on no circle: its edges lead to nodes
    /// that have none.
    fn unite(&mut self, node: NodeId, other: NodeId, types: &mut Types<'_>) {
        let (node, other) = (self.find(node), self.find(other));
        if node == other {
            return;
        }

        self.parents[other] = node;
        self.stops.unite(node, other);
        let gone = &mut self.nodes[other];
        let (set, edges, uses) = (
            std::mem::take(&mut gone.set),
            std::mem::take(&mut gone.edges),
            std::mem::take(&mut gone.uses),
        );
        gone.arrived = RoaringBitmap::new();
        let was_open = gone.is_open;

        for edge in edges {
            let target = self.find(edge);
            if target != node && self.connected.insert((node, target)) {
                self.nodes[node].edges.push(target);
            }
        }

        for used in uses {
            if self.waiting.insert((node, used)) {
                self.nodes[node].uses.push(used);
            }
        }

        // Each has handed on its own alone: all of both goes once more.
        let kept = &mut self.nodes[node];
        kept.set |= set;
        kept.is_open |= was_open;
        let is_first = kept.arrived.is_empty();
        kept.arrived = kept.set.clone();

        if is_first {
            self.schedule(node);
        }
        if self.nodes[node].is_open {
            self.give_to_library(&self.nodes[node].set.clone(), types);
        }
    }

    /// Returns what each of the objects that stand for others stands for. O(filters).
    pub(super) fn escaped(&self, types: &mut Types<'_>) -> BTreeMap<ObjectId, RoaringBitmap> {
        let all = self
            .library
            .map(|library| self.nodes[library].set.clone())
            .unwrap_or_default();
        let filters: Vec<TypeId> = types.filters().collect();
        let stands_for = |filter| Some((types.escaped(filter)?, types.pass(&all, filter)));
        filters.into_iter().filter_map(stands_for).collect()
    }

    /// Returns what a node holds; what stands for several objects there is not spelled out.
    pub(super) fn held(&mut self, node: NodeId) -> RoaringBitmap {
        let node = self.find(node);
        self.nodes[node].set.clone()
    }

    /// Returns whether a node holds nothing, nor anything that has escaped and fits it.
    /// O(abbreviations * objects that have escaped).
    pub(super) fn holds_nothing(&mut self, node: NodeId, types: &mut Types<'_>) -> bool {
        let node = self.find(node);
        let set = &self.nodes[node].set;
        let filters = filters_of(set, types);
        let is_told_apart = set.len() > filters.len() as u64;
        let escaped = self.library.map(|library| &self.nodes[library].set);
        !is_told_apart
            && filters
                .into_iter()
                .all(|filter| escaped.is_none_or(|all| types.pass(all, filter).is_empty()))
    }

    /// The objects that have escaped.
    pub(super) fn all_escaped(&self) -> RoaringBitmap {
        self.library
            .map(|library| self.nodes[library].set.clone())
            .unwrap_or_default()
    }

    /// Returns whether a node holds an object, by itself or among what has escaped, which that is
    /// in. O(abbreviations).
    pub(super) fn holds_escaped(
        &mut self,
        node: NodeId,
        object: u32,
        types: &mut Types<'_>,
    ) -> bool {
        let node = self.find(node);
        let set = &self.nodes[node].set;
        let one = RoaringBitmap::from_iter([object]);
        let filters = filters_of(set, types);
        set.contains(object)
            || filters
                .into_iter()
                .any(|filter| !types.pass(&one, filter).is_empty())
    }

    /// Returns the graph in its final form.
    pub(super) fn finish(mut self) -> Finished {
        for node in self.parents.indices() {
            self.parents[node] = self.find(node);
        }
        let nodes = self.nodes.into_iter();
        Finished {
            sets: nodes.map(|data| data.set - self.stops.marks()).collect(),
            representatives: self.parents,
            recorded: self.recorded,
        }
    }
}

/// The types that what stands for escaped objects in a set fits.
fn filters_of(set: &RoaringBitmap, types: &Types<'_>) -> Vec<TypeId> {
    types
        .abbreviated_in(set)
        .filter_map(|object| types.abbreviated(object))
        .collect()
}

/// Adds objects. Most are one, and then the set is not made anew.
fn include(set: &mut RoaringBitmap, objects: &RoaringBitmap) {
    match single(objects) {
        Some(only) => {
            set.insert(only);
        }
        None => *set |= objects,
    }
}

/// The object, if there is one alone. O(1) for small sets.
fn single(objects: &RoaringBitmap) -> Option<u32> {
    objects.min().filter(|&first| objects.max() == Some(first))
}
