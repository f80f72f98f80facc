//! The nodes of the constraints, and their objects.

use index_vec::define_index_type;
use ir::{AllocationId, CallSiteId, ClassId, FieldId, LocalId, MethodId, Program};

use crate::models::{Base, PartId};

define_index_type! {
    /// An abstract object: 0 is the library's, n + 1 that of allocation n, then one for each class
    /// of the sources that constructors called from outside make, then those that calls of modelled
    /// methods make.
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

    /// Returns what code outside the sources makes of a class by its constructors.
    pub(crate) fn constructed(program: &Program, class: ClassId) -> Self {
        ObjectId::from_usize(1 + program.allocations.len() + class.index())
    }
}

/// The run-time objects that an abstract object stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// Every object of code without sources that is not one of the others.
    Library,
    /// Objects that one allocation makes.
    Allocated(AllocationId),
    /// Objects of exactly this class that code outside the sources makes by its constructors.
    Constructed(ClassId),
    /// Objects that a modelled library method makes at one call.
    Made {
        /// The call; `None` where all calls have it in common.
        site: Option<CallSiteId>,
        /// How it is told from others.
        novelty: Novelty,
    },
    /// Everything that has escaped and fits one type: the solver's abbreviation, in no set that it
    /// gives out.
    Escaped,
}

/// How the objects that a library method makes are told from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Novelty {
    /// New each time, and the call's result.
    Result,
    /// New each time; made by what the method calls in turn.
    Inside,
    /// Made once and given out by many calls, of which the models do not know all.
    Constant,
    /// A part of the objects that an abstract one stands for, such as a view of a map: whoever
    /// asks one of those for it gets it, under no other name unless they have escaped.
    Of(ObjectId),
    /// Perhaps given out before: another abstract object may stand for the same one.
    Unknown,
}

impl Object {
    /// The allocation that makes it, if one does.
    pub fn allocation(self) -> Option<AllocationId> {
        match self {
            Object::Allocated(allocation) => Some(allocation),
            Object::Library | Object::Constructed(_) | Object::Made { .. } | Object::Escaped => {
                None
            }
        }
    }
}

define_index_type! {
    /// A model that is applied at a call.
    pub struct Application = u32;
    DISPLAY_FORMAT = "a{}";
}

/// A place inside an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A field.
    Field(FieldId),
    /// A part, as models name them.
    Part(PartId),
}

/// A local of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable {
    /// The method.
    pub method: MethodId,
    /// The local.
    pub local: LocalId,
}

impl Variable {
    /// The local of the method.
    pub const fn new(method: MethodId, local: LocalId) -> Self {
        Variable { method, local }
    }
}

impl From<Variable> for Node {
    fn from(variable: Variable) -> Self {
        Node::Local(variable.method, variable.local)
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
    /// A part of an object of the library, as models name them.
    Part(ObjectId, PartId),
    /// The values of a model's term, at one call.
    Term(Application, Base),
    /// A part of what a term may be.
    TermPart(Application, Base, PartId),
    /// The receivers of a call in a model, if the model says of which type they are; the type's
    /// number.
    Receiver(Application, u32, u32),
    /// The receivers and arguments of calls in models: 0 for the receiver, then the
    /// arguments.
    Asked(u32, u32),
    /// Everything that models pass to methods of the sources, and get from them, on the thread of
    /// the call or elsewhere.
    Passed,
    /// What they pass to methods that run on any thread, at any time; what finalizers are called on.
    Elsewhere,
    /// A static field; an instance field that code without sources uses, of whatever object.
    Static(FieldId),
    /// The results of a method.
    Return(MethodId),
    /// The results, new objects apart, of a method that gives back new ones.
    Given(MethodId),
    /// The results of such a method for code outside the sources.
    Outside(MethodId),
    /// The results of such methods for models during a call.
    Inside(CallSiteId),
    /// The results that arrive at a call, new objects apart, if its method gives those back.
    Result(CallSiteId),
    /// The captured values of a functional object.
    Captured(AllocationId),
    /// Escaped objects that fit a type, by its number.
    Escaped(u32),
    /// The contents of such a place in escaped objects that fit a type, by its number.
    Found(u32, Slot),
    /// Values that are put there.
    Put(u32, Slot),
    /// Everything that has escaped to code without sources, or is thrown: whoever throws, anyone
    /// may catch.
    Library,
}

impl Node {
    /// Returns whether it is a value inside a model.
    pub(crate) fn is_of_a_model(self) -> bool {
        matches!(
            self,
            Node::Term(..) | Node::TermPart(..) | Node::Receiver(..) | Node::Asked(..)
        )
    }

    /// Returns whether objects in it may be found by others than the activation that holds them.
    pub fn is_shared(self) -> bool {
        match self {
            Node::Local(..) | Node::Return(_) | Node::Result(_) => false,
            Node::Given(_) | Node::Outside(_) | Node::Inside(_) => false,
            _ => !self.is_of_a_model(),
        }
    }
}
