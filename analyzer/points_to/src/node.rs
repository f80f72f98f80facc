//! What the constraints are about.

use index_vec::define_index_type;
use ir::{AllocationId, FieldId, LocalId, MethodId};

define_index_type! {
    /// An abstract object: 0 is the library's, n + 1 that of allocation n.
    pub struct ObjectId = u32;
    DISPLAY_FORMAT = "o{}";
}

define_index_type! {
    /// A node of the constraint graph.
    pub(crate) struct NodeId = u32;
    DISPLAY_FORMAT = "n{}";
}

impl ObjectId {
    /// Stands for every object that is made by code without sources.
    pub const LIBRARY: ObjectId = ObjectId::from_raw_unchecked(0);

    /// The object of an allocation.
    pub fn of(allocation: AllocationId) -> Self {
        ObjectId::from_raw(allocation.raw() + 1)
    }
}

/// What an abstract object stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// Every object of code without sources that is not one of the others.
    Library,
    /// What one allocation makes.
    Allocated(AllocationId),
}

impl Object {
    /// The allocation that makes it, if one does.
    pub fn allocation(self) -> Option<AllocationId> {
        match self {
            Object::Allocated(allocation) => Some(allocation),
            Object::Library => None,
        }
    }
}

/// A place that holds references.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A local of a method.
    Local(MethodId, LocalId),
    /// A field of an object.
    Field(ObjectId, FieldId),
    /// The elements of an array.
    Elements(ObjectId),
    /// A static field; an instance field that code without sources uses, of whatever object.
    Static(FieldId),
    /// What a method returns.
    Return(MethodId),
    /// What a functional object has captured.
    Captured(AllocationId),
    /// What has escaped and fits a type, by its number.
    Escaped(u32),
    /// Everything that has escaped to code without sources, or is thrown: whoever throws, anyone may catch.
    Library,
}

impl Node {
    /// Whether objects in it may be found by others than the activation that holds them.
    pub fn is_shared(self) -> bool {
        !matches!(self, Node::Local(..) | Node::Return(_))
    }
}
