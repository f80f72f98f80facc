//! What the analysis found.

use std::collections::{BTreeMap, BTreeSet};

use ir::{CallSiteId, LocalId, MethodId};
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::node::{Node, ObjectId};
use crate::dispatch::Callee;

/// Points-to sets and the call graph.
#[derive(Debug)]
pub struct PointsTo {
    sets: FxHashMap<Node, RoaringBitmap>,
    shared: RoaringBitmap,
    empty: RoaringBitmap,
    /// Every method that may run.
    pub reachable: BTreeSet<MethodId>,
    /// What each reachable call may run.
    pub targets: BTreeMap<CallSiteId, BTreeSet<Callee>>,
    /// Methods that run at any time, on any thread: static initializers, finalizers, whatever the library may call back.
    pub anytime: BTreeSet<MethodId>,
}

impl PointsTo {
    pub(super) fn new(
        nodes: Vec<(Node, RoaringBitmap)>,
        reachable: BTreeSet<MethodId>,
        targets: BTreeMap<CallSiteId, BTreeSet<Callee>>,
        anytime: BTreeSet<MethodId>,
    ) -> Self {
        let mut shared = RoaringBitmap::new();
        for (_, set) in nodes.iter().filter(|(node, _)| node.is_shared()) {
            shared |= set;
        }
        let sets = nodes.into_iter().filter(|(_, set)| !set.is_empty()).collect();
        PointsTo { sets, shared, empty: RoaringBitmap::new(), reachable, targets, anytime }
    }

    /// The objects that `node` may hold.
    pub fn objects(&self, node: Node) -> &RoaringBitmap {
        self.sets.get(&node).unwrap_or(&self.empty)
    }

    /// Whether a local may hold an object.
    pub fn may_hold(&self, method: MethodId, local: LocalId, object: ObjectId) -> bool {
        self.objects(Node::Local(method, local)).contains(object.raw())
    }

    /// Whether an object may be found in a field, an array, a thrown exception or by code without sources: by others than
    /// the activations that hand it to each other as arguments and results.
    pub fn is_shared(&self, object: ObjectId) -> bool {
        object == ObjectId::LIBRARY || self.shared.contains(object.raw())
    }
}
