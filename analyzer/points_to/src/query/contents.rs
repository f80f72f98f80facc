//! What objects hold: in fields, elements, parts and captured values.

use std::borrow::Cow;

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use crate::node::{Node, ObjectId};
use crate::result::PointsTo;

/// The places inside each object.
#[derive(Debug, Clone)]
pub struct Contents(FxHashMap<u32, Vec<Node>>);

impl Contents {
    /// Finds all of them. O(nodes).
    pub fn new(points_to: &PointsTo) -> Self {
        Self::without(points_to, &|_| false)
    }

    /// Finds all but some. O(nodes).
    pub(super) fn without(points_to: &PointsTo, is_left_out: &dyn Fn(Node) -> bool) -> Self {
        let mut contents: FxHashMap<u32, Vec<Node>> = FxHashMap::default();
        for (node, _) in points_to.holders() {
            if is_left_out(node) {
                continue;
            }
            let holder = match node {
                Node::Field(object, _) | Node::Elements(object) | Node::Part(object, _) => object,
                Node::Captured(allocation) => ObjectId::of(allocation),
                _ => continue,
            };
            contents.entry(holder.raw()).or_default().push(node);
        }
        Contents(contents)
    }

    /// Returns these objects, what they hold, what that holds, and so on; the object of the library
    /// where one of them holds whatever has escaped. O(sizes of the sets).
    pub fn reached_from(&self, points_to: &PointsTo, objects: RoaringBitmap) -> RoaringBitmap {
        let mut found = self.reached(points_to, objects, |node| points_to.objects(node));
        let mut each = found.iter().map(ObjectId::from_raw);
        if each.any(|object| points_to.is_opaque(object)) {
            found.insert(ObjectId::LIBRARY.raw());
        }
        found
    }

    /// The same, but for what has escaped: those who ask know it anyway.
    pub(super) fn confined_in(
        &self,
        points_to: &PointsTo,
        objects: RoaringBitmap,
    ) -> RoaringBitmap {
        self.reached(points_to, objects, |node| {
            Cow::Borrowed(points_to.held(node))
        })
    }

    fn reached<'p>(
        &self,
        points_to: &PointsTo,
        objects: RoaringBitmap,
        held: impl Fn(Node) -> Cow<'p, RoaringBitmap>,
    ) -> RoaringBitmap {
        let mut found = objects;
        let mut new: Vec<u32> = found.iter().collect();
        while let Some(object) = new.pop() {
            let holder = points_to.holder(ObjectId::from_raw(object));
            for node in self.0.get(&holder.raw()).into_iter().flatten() {
                let fresh = held(*node).into_owned() - &found;
                new.extend(&fresh);
                found |= fresh;
            }
        }
        found
    }
}
