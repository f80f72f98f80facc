//! What the analysis found.

use std::collections::{BTreeMap, BTreeSet};

use index_vec::IndexVec;
use ir::{CallSiteId, LocalId, MethodId};
use roaring::RoaringBitmap;

use crate::dispatch::Callee;
use crate::node::{Node, NodeId, Object, ObjectId};
use crate::nodes::Nodes;

/// Points-to sets and the call graph.
#[derive(Debug)]
pub struct PointsTo {
    objects: IndexVec<ObjectId, Object>,
    nodes: Nodes,
    sets: IndexVec<NodeId, RoaringBitmap>,
    /// Whose set is that of each node.
    representatives: IndexVec<NodeId, NodeId>,
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
    pub(crate) fn new(
        objects: IndexVec<ObjectId, Object>,
        nodes: Nodes,
        sets: IndexVec<NodeId, RoaringBitmap>,
        representatives: IndexVec<NodeId, NodeId>,
        reachable: BTreeSet<MethodId>,
        targets: BTreeMap<CallSiteId, BTreeSet<Callee>>,
        anytime: BTreeSet<MethodId>,
    ) -> Self {
        let mut shared = RoaringBitmap::new();
        for (id, _) in nodes.all().filter(|(_, node)| node.is_shared()) {
            shared |= &sets[representatives[id]];
        }
        PointsTo {
            objects,
            nodes,
            sets,
            representatives,
            shared,
            empty: RoaringBitmap::new(),
            reachable,
            targets,
            anytime,
        }
    }

    /// What an abstract object stands for.
    pub fn object(&self, object: ObjectId) -> Object {
        self.objects[object]
    }

    /// Every abstract object, in order.
    pub fn all_objects(&self) -> impl Iterator<Item = ObjectId> {
        self.objects.indices()
    }

    /// The objects that `node` may hold.
    pub fn objects(&self, node: Node) -> &RoaringBitmap {
        self.nodes.find(node).map_or(&self.empty, |id| &self.sets[self.representatives[id]])
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
