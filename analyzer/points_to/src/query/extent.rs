//! Escape: how far objects get from the activation that makes them.

use index_vec::IndexVec;
use ir::{LocalId, MethodId, Program};

use crate::node::{Node, ObjectId};
use crate::result::PointsTo;

/// How far the objects get that an abstract object stands for, each seen from the activation (one
/// run of a method's body) that makes it. In order: what a case says may happen, and what those
/// before it say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// Nothing but locals of that activation refers to it; library methods with models have it
    /// while they run.
    Activation,
    /// Methods that the activation calls are handed it, and may hand it back to each other and to
    /// the activation. When the activation ends, nothing refers to it: it does not *escape its
    /// method*.
    Callees,
    /// The activation returns it to its caller. It is in locals only, so the thread that made it
    /// has it to itself.
    Callers,
    /// A field, an array, a container, a functional object, an exception or code without sources
    /// may refer to it.
    Heap,
}

/// The extents of all objects: escape analysis as a question to a finished solution
/// (flow-insensitive, one answer for all objects of an allocation).
///
/// An object leaves the activation that makes it by being stored, captured or thrown, or by being
/// handed to code without a model, all of which [`PointsTo::is_shared`] sees, or by being returned.
/// It gets into another activation as an argument, which arrives in a parameter. So an object that
/// is not shared, that the method which makes it does not return, and that no parameter and no
/// other method's local holds, is in locals of one activation. This holds for recursive methods,
/// too, whose activations hand it to each other in the same two ways.
#[derive(Debug, Clone)]
pub struct Extents {
    extents: IndexVec<ObjectId, Extent>,
}

impl Extents {
    /// Finds all of them. O(sum of the sizes of all points-to sets).
    ///
    /// Code that could not be read may do anything with any object: if a gap may hide anything,
    /// everything is [`Extent::Heap`].
    pub fn new(program: &Program, points_to: &PointsTo) -> Self {
        let least = |object| {
            let is_known = points_to.is_identified(object) && program.unread().is_none();
            if is_known && !points_to.is_shared(object) {
                Extent::Activation
            } else {
                Extent::Heap
            }
        };
        let mut extents: IndexVec<ObjectId, Extent> = points_to.all_objects().map(least).collect();

        for (node, set) in points_to.holders() {
            for object in set
                .iter()
                .map(ObjectId::from_raw)
                .filter(|&object| points_to.is_identified(object))
            {
                let seen = extent_in(node, points_to.maker(object, program), program);
                extents[object] = extents[object].max(seen);
            }
        }

        Extents { extents }
    }

    /// How far the objects of an abstract object may get; [`Extent::Heap`] for those that are not
    /// told from others. O(1).
    pub fn of(&self, object: ObjectId) -> Extent {
        self.extents[object]
    }

    /// Returns whether an object may be referred to when the activation that makes it has ended.
    /// O(1).
    pub fn escapes_its_method(&self, object: ObjectId) -> bool {
        self.of(object) > Extent::Callees
    }
}

/// Returns what it means that a node holds an object of this maker. Shared nodes are counted
/// already.
fn extent_in(node: Node, maker: Option<MethodId>, program: &Program) -> Extent {
    match node {
        Node::Local(method, local)
            if Some(method) != maker || is_parameter(program, method, local) =>
        {
            Extent::Callees
        }
        Node::Return(method) if Some(method) == maker => Extent::Callers,
        _ => Extent::Activation,
    }
}

fn is_parameter(program: &Program, method: MethodId, local: LocalId) -> bool {
    program.methods[method]
        .body
        .as_ref()
        .is_some_and(|body| body.parameters.contains(&local))
}
