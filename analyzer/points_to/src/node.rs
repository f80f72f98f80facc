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

    /// The allocation that makes it; `None` for the library's.
    pub fn allocation(self) -> Option<AllocationId> {
        self.raw().checked_sub(1).map(AllocationId::from_raw)
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
    /// A static field.
    Static(FieldId),
    /// What a method returns.
    Return(MethodId),
    /// What a functional object has captured.
    Captured(AllocationId),
    /// Everything that is thrown.
    Thrown,
    /// Everything that has escaped to code without sources.
    Library,
}

impl Node {
    /// Whether objects in it may be found by others than the activation that holds them.
    pub fn is_shared(self) -> bool {
        !matches!(self, Node::Local(..) | Node::Return(_))
    }
}
