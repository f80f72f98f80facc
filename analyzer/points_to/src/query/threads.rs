//! Objects that one thread has to itself.

use ir::{FieldId, Program};
use roaring::RoaringBitmap;

use super::contents::Contents;
use crate::node::{Node, ObjectId};
use crate::properties::Handing;
use crate::result::PointsTo;

/// The objects that one thread alone ever gets hold of: the one that makes them.
///
/// A thread gets hold of an object that it did not make by reading it from a static field or from
/// an object that it has, from code without sources, or because a method that it begins with (one
/// that may run at any time) is called with it. So an object may be in several threads only if it
/// is in one of those places, or is held by an object that may be. Different threads may each have
/// objects of their own that one abstract object stands for.
#[derive(Debug, Clone)]
pub struct OneThread {
    shared: RoaringBitmap,
    all_shared: bool,
}

impl OneThread {
    /// Follows what objects hold from the places that all threads see. O(sum of the sizes of all
    /// points-to sets).
    ///
    /// Code that could not be read may do anything with any object: if a gap may hide anything, no
    /// object is one thread's own.
    pub fn new(program: &Program, points_to: &PointsTo) -> Self {
        Self::beyond(program, points_to, &|_, _| false)
    }

    /// The same, where some fields are `own`: of each object that the abstract object stands for, one
    /// thread alone writes and reads the field, whichever threads have hold of the object.
    pub fn beyond(
        program: &Program,
        points_to: &PointsTo,
        own: &dyn Fn(ObjectId, FieldId) -> bool,
    ) -> Self {
        // Each thread that shares an object may read its contents.
        let is_own = |node| match node {
            Node::Field(object, field) => own(object, field),
            _ => false,
        };
        let contents = Contents::without(points_to, &is_own);
        OneThread {
            shared: contents.confined_in(points_to, starts(program, points_to)),
            all_shared: program.unread().is_some(),
        }
    }

    /// Returns whether no two threads may ever have hold of the same object that the abstract
    /// object stands for. O(log objects).
    pub fn owns(&self, object: ObjectId) -> bool {
        !self.all_shared && !self.shared.contains(object.raw())
    }
}

/// Returns what several threads may get hold of without reading it from an object.
fn starts(program: &Program, points_to: &PointsTo) -> RoaringBitmap {
    let mut found = RoaringBitmap::from_iter([ObjectId::LIBRARY.raw()]);
    let handing = Handing::of(program, &points_to.reachable, &points_to.targets);
    for (node, set) in points_to.holders() {
        let is_everywhere = matches!(
            node,
            Node::Static(_) | Node::Library | Node::Escaped(_) | Node::Elsewhere
        );
        if is_everywhere || handing.hands_on(program, node) {
            found |= set;
        }
    }

    for &method in &points_to.anytime {
        let parameters = program.methods[method]
            .body
            .iter()
            .flat_map(|body| &body.parameters);
        parameters.for_each(|&parameter| found |= points_to.held(Node::Local(method, parameter)));
        // The caller gets its result, and may be any thread.
        for returned in [
            Node::Return(method),
            Node::Given(method),
            Node::Outside(method),
        ] {
            found |= points_to.held(returned);
        }
    }

    // An object that is not identified may be one that the library has.
    let not_told_apart = points_to
        .all_objects()
        .filter(|&object| !points_to.is_identified(object));
    found.extend(not_told_apart.map(ObjectId::raw));
    found.extend(
        points_to
            .all_objects()
            .filter(|&object| runs_at_any_time(program, points_to, object))
            .map(ObjectId::raw),
    );

    found
}

/// Returns whether an object is a function that another thread may call.
fn runs_at_any_time(program: &Program, points_to: &PointsTo, object: ObjectId) -> bool {
    points_to
        .function(program, object)
        .is_some_and(|body| points_to.anytime.contains(&body))
}
