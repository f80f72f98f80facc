//! The constraints that a solution meets, for those who ask why: [`crate::explore_recorded`] keeps
//! them.
//!
//! No fact is recorded with its reason. What an object's way to a node was is found by going
//! backwards from the node over constraints whose source holds the object.

use std::sync::Arc;

use index_vec::IndexVec;
use ir::{CallSiteId, MethodId};
use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::models::PartId;
use crate::node::{Application, NodeId, ObjectId};
use crate::result::Found;

/// The constraints that the solver has stated so far.
#[derive(Debug, Default)]
pub(crate) struct Recorded {
    /// Source and target.
    edges: FxHashSet<(NodeId, NodeId)>,
    /// Target and source: only these objects take the way.
    given: FxHashMap<(NodeId, NodeId), RoaringBitmap>,
    made: FxHashMap<NodeId, RoaringBitmap>,
}

/// All constraints, in the order of their targets.
#[derive(Debug, Default)]
pub struct Constraints {
    /// Target and source: what is in the one is in the other, as far as it fits. Sorted.
    edges: Vec<(NodeId, NodeId)>,
    /// The same for single objects: receivers go to the methods that are selected on them. Sorted.
    given: Vec<((NodeId, NodeId), RoaringBitmap)>,
    made: FxHashMap<NodeId, RoaringBitmap>,
    pub(crate) applied: IndexVec<Application, AppliedModel>,
    parts: IndexVec<PartId, Arc<str>>,
    /// Methods of the sources that models call, with the nodes where their receivers arrive.
    /// Sorted.
    pub(crate) inside: Vec<(MethodId, NodeId)>,
}

/// A model as it is applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AppliedModel {
    /// The call; `None` for what many calls have in common.
    pub(crate) site: Option<CallSiteId>,
    /// `List.add(int,Object)`.
    pub(crate) method: String,
    /// `FILE:LINE` of the model.
    pub(crate) place: String,
}

impl Recorded {
    /// Everything in `source` is in `target`, too.
    pub(crate) fn connect(&mut self, source: NodeId, target: NodeId) {
        self.edges.insert((target, source));
    }

    /// These objects are in `node`: from the beginning, or since they are in `origin`.
    pub(crate) fn give(&mut self, origin: Option<NodeId>, node: NodeId, objects: &RoaringBitmap) {
        match origin {
            Some(origin) => *self.given.entry((node, origin)).or_default() |= objects,
            None => *self.made.entry(node).or_default() |= objects,
        }
    }

    /// In order. O(n log n).
    pub(crate) fn finish(
        self,
        applied: IndexVec<Application, AppliedModel>,
        parts: IndexVec<PartId, Arc<str>>,
        mut inside: Vec<(MethodId, NodeId)>,
    ) -> Constraints {
        let mut edges: Vec<(NodeId, NodeId)> = self.edges.into_iter().collect();
        let mut given: Vec<((NodeId, NodeId), RoaringBitmap)> = self.given.into_iter().collect();
        edges.sort_unstable();
        given.sort_unstable_by_key(|(ends, _)| *ends);
        inside.sort_unstable();
        Constraints {
            edges,
            given,
            made: self.made,
            applied,
            parts,
            inside,
        }
    }
}

impl Constraints {
    /// Returns whether an object begins in a node. O(log objects).
    pub(crate) fn begins_in(&self, node: NodeId, object: ObjectId) -> bool {
        self.made
            .get(&node)
            .is_some_and(|objects| objects.contains(object.raw()))
    }

    /// The objects that go from one node to another one though not all do that are there.
    pub(crate) fn given(&self, target: NodeId, source: NodeId) -> Option<&RoaringBitmap> {
        let at = self
            .given
            .binary_search_by_key(&(target, source), |(ends, _)| *ends)
            .ok()?;
        Some(&self.given[at].1)
    }

    /// The name of a part of objects.
    pub(crate) fn part(&self, part: PartId) -> &str {
        &self.parts[part]
    }

    /// All nodes from which something goes to `target`, in order. O(log constraints + sources).
    pub(crate) fn sources(&self, target: NodeId) -> impl Iterator<Item = NodeId> {
        let edges = run(&self.edges, |edge| edge.0, target)
            .iter()
            .map(|edge| edge.1);
        edges.chain(
            run(&self.given, |(ends, _)| ends.0, target)
                .iter()
                .map(|(ends, _)| ends.1),
        )
    }

    /// The nodes from which an object that is in `target` may have come, in order. O(log
    /// constraints + sources).
    pub(crate) fn origins(&self, target: NodeId, object: ObjectId, found: &Found) -> Vec<NodeId> {
        let edges = run(&self.edges, |edge| edge.0, target)
            .iter()
            .map(|edge| edge.1);
        let holding =
            edges.filter(|&source| found.has(&found.sets[found.representatives[source]], object));
        let given = run(&self.given, |(ends, _)| ends.0, target).iter();
        let given = given
            .filter(|(_, objects)| found.has(objects, object))
            .map(|(ends, _)| ends.1);
        let mut origins: Vec<NodeId> = holding.chain(given).collect();
        origins.sort_unstable();
        origins.dedup();
        origins
    }
}

/// The part of a sorted list that has a key.
fn run<T, K: Ord + Copy>(list: &[T], key: impl Fn(&T) -> K, wanted: K) -> &[T] {
    let first = list.partition_point(|item| key(item) < wanted);
    let after = list.partition_point(|item| key(item) <= wanted);
    list.get(first..after).unwrap_or_default()
}
