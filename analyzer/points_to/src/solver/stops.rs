//! The marks of values that reflection follows ([`super::marks`]), as the graph has them: the
//! objects that are marks, and the nodes that hold them up.

use std::borrow::Cow;

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::{NodeId, ObjectId};

/// Marks, and where they have stopped. Nodes are those that stand for others.
#[derive(Debug, Default)]
pub(super) struct Stops {
    /// The objects that are marks.
    marks: RoaringBitmap,
    /// The nodes that hold marks up, those with a filter apart.
    holding: FxHashSet<NodeId>,
    /// The marks that have come to each node that holds them up.
    stopped: FxHashMap<NodeId, RoaringBitmap>,
}

impl Stops {
    /// An object is a mark.
    pub(super) fn add(&mut self, mark: ObjectId) {
        self.marks.insert(mark.raw());
    }

    /// A node holds marks up, though it has no filter. Nothing has come to it yet.
    pub(super) fn hold(&mut self, node: NodeId) {
        self.holding.insert(node);
    }

    /// Returns whether a node without a filter holds marks up.
    pub(super) fn is_holding(&self, node: NodeId) -> bool {
        self.holding.contains(&node)
    }

    /// Returns the marks among these objects.
    pub(super) fn marks_in(&self, objects: &RoaringBitmap) -> RoaringBitmap {
        &self.marks & objects
    }

    /// Takes the marks away.
    pub(super) fn take_marks(&self, objects: &mut Cow<'_, RoaringBitmap>) {
        if !self.marks.is_disjoint(objects) {
            *objects.to_mut() -= &self.marks;
        }
    }

    /// Objects come to a node: it takes the marks among them away if it holds these up.
    pub(super) fn stop(
        &mut self,
        node: NodeId,
        has_filter: bool,
        objects: &mut Cow<'_, RoaringBitmap>,
    ) {
        if self.marks.is_disjoint(objects) || !(has_filter || self.is_holding(node)) {
            return;
        }
        *self.stopped.entry(node).or_default() |= &**objects & &self.marks;
        self.take_marks(objects);
    }

    /// The marks that have come to a node; `None` if there are none.
    pub(super) fn at(&self, node: NodeId) -> Option<&RoaringBitmap> {
        self.stopped.get(&node)
    }

    /// A node becomes part of another one.
    pub(super) fn unite(&mut self, node: NodeId, other: NodeId) {
        if let Some(stopped) = self.stopped.remove(&other) {
            *self.stopped.entry(node).or_default() |= stopped;
        }
    }

    /// The objects that are marks.
    pub(super) fn marks(&self) -> &RoaringBitmap {
        &self.marks
    }
}
