//! The constraint graph: nodes with sets of objects, edges along which they flow, and what waits for objects to arrive.

use std::collections::VecDeque;

use index_vec::IndexVec;
use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::Use;
use crate::node::NodeId;
use crate::types::{TypeId, Types};

#[derive(Debug)]
struct Data {
    /// What it holds.
    set: RoaringBitmap,
    /// The part of it that has not been handed on yet.
    arrived: RoaringBitmap,
    edges: Vec<NodeId>,
    uses: Vec<Use>,
    /// Objects of other types do not get in.
    filter: Option<TypeId>,
}

/// Nodes and edges. Nodes on a circle hold the same and are made one (Hardekopf and Lin, lazy cycle detection), if none of
/// them filters what another lets in.
#[derive(Debug, Default)]
pub(super) struct Graph {
    nodes: IndexVec<NodeId, Data>,
    /// The node that stands for each, or one on the way to it.
    parents: IndexVec<NodeId, NodeId>,
    connected: FxHashSet<(NodeId, NodeId)>,
    /// What waits at which node.
    waiting: FxHashSet<(NodeId, Use)>,
    /// Edges on which a circle was looked for.
    tried: FxHashSet<(NodeId, NodeId)>,
    pending: VecDeque<NodeId>,
    /// Objects that went along edges: the measure of effort.
    pub(super) effort: u64,
}

impl Graph {
    /// Adds a node that holds nothing.
    pub(super) fn push(&mut self, filter: Option<TypeId>) {
        let node = self.nodes.push(Data {
            set: RoaringBitmap::new(),
            arrived: RoaringBitmap::new(),
            edges: Vec::new(),
            uses: Vec::new(),
            filter,
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

    /// Everything in `source` is in `target`, too.
    pub(super) fn connect(&mut self, source: NodeId, target: NodeId, types: &Types<'_>) {
        let (source, target) = (self.find(source), self.find(target));
        if source != target && self.connected.insert((source, target)) {
            self.nodes[source].edges.push(target);
            if !self.nodes[source].set.is_empty() {
                let new = std::mem::take(&mut self.nodes[source].set);
                self.add(target, &new, types);
                self.nodes[source].set = new;
            }
        }
    }

    /// Objects arrive.
    pub(super) fn add(&mut self, node: NodeId, objects: &RoaringBitmap, types: &Types<'_>) {
        let node = self.find(node);
        let data = &mut self.nodes[node];
        let passing = data.filter.and_then(|ty| types.passing(ty));
        let mut new = match passing {
            Some(passing) => objects & passing,
            None => objects.clone(),
        };
        new -= &data.set;
        if new.is_empty() {
            return;
        }
        self.effort += new.len();
        data.set |= &new;
        if data.arrived.is_empty() {
            self.pending.push_back(node);
        }
        data.arrived |= new;
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
    pub(super) fn step(&mut self, types: &Types<'_>) -> Option<(RoaringBitmap, Vec<Use>)> {
        let node = self.pending.pop_front()?;
        if self.find(node) != node {
            return Some((RoaringBitmap::new(), Vec::new()));
        }
        let arrived = std::mem::take(&mut self.nodes[node].arrived);
        let mut circles = Vec::new();
        for index in 0..self.nodes[node].edges.len() {
            let target = self.nodes[node].edges[index];
            let target = self.find(target);
            if target == node {
                continue;
            }
            let before = self.nodes[target].set.len();
            self.add(target, &arrived, types);
            if before == self.nodes[target].set.len() && before == self.nodes[node].set.len() {
                circles.push(target);
            }
        }
        let uses = self.nodes[node].uses.clone();
        for target in circles {
            if self.tried.insert((node, target)) {
                self.collapse(node, target);
            }
        }
        Some((arrived, uses))
    }

    /// Makes the nodes on a path back from `target` to `node` one.
    fn collapse(&mut self, node: NodeId, target: NodeId) {
        let filter = self.nodes[node].filter;
        if self.nodes[target].filter != filter {
            return;
        }
        let Some(path) = self.path(target, node, filter) else { return };
        for member in path {
            self.unite(node, member);
        }
    }

    /// The nodes on a path between two through nodes with the same filter.
    fn path(&mut self, from: NodeId, to: NodeId, filter: Option<TypeId>) -> Option<Vec<NodeId>> {
        let mut seen = FxHashSet::from_iter([from]);
        let mut path: Vec<(NodeId, usize)> = vec![(from, 0)];
        while let Some(&mut (node, ref mut next)) = path.last_mut() {
            let Some(&edge) = self.nodes[node].edges.get(*next) else {
                path.pop();
                continue;
            };
            *next += 1;
            let edge = self.find(edge);
            if edge == to {
                return Some(path.into_iter().map(|(node, _)| node).collect());
            }
            if self.nodes[edge].filter == filter && seen.insert(edge) {
                path.push((edge, 0));
            }
        }
        None
    }

    /// Makes `other` part of `node`.
    fn unite(&mut self, node: NodeId, other: NodeId) {
        let (node, other) = (self.find(node), self.find(other));
        if node == other {
            return;
        }
        self.parents[other] = node;
        let gone = &mut self.nodes[other];
        let (set, edges, uses) =
            (std::mem::take(&mut gone.set), std::mem::take(&mut gone.edges), std::mem::take(&mut gone.uses));
        gone.arrived = RoaringBitmap::new();
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
        if kept.arrived.is_empty() {
            self.pending.push_back(node);
        }
        kept.arrived = kept.set.clone();
    }

    /// The sets, and for each node the one that stands for it.
    pub(super) fn finish(mut self) -> (IndexVec<NodeId, RoaringBitmap>, IndexVec<NodeId, NodeId>) {
        for node in self.parents.indices() {
            self.parents[node] = self.find(node);
        }
        (self.nodes.into_iter().map(|data| data.set).collect(), self.parents)
    }
}
