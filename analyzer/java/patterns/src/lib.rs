//! Matching the patterns of properties against calls and executions, as AspectJ matches the
//! pointcuts that such patterns stand for.
//!
//! A [`Pattern`] is a [`date::model::PointPattern`] with its types resolved. Asked about a [`Call`]
//! or an [`Execution`], it answers `None` (no object, no argument can make it match) or a
//! [`PointMatch`]: the tests that are left for run time, and whether a missing class made the
//! answer uncertain. Patterns that match nothing anywhere are explained by [`Pattern::near_miss`].
//!
//! What matches, in short (S is the type that the instruction names):
//!
//! | point | the declaring type is tested against |
//! |---|---|
//! | call of an instance method | S and those of its supertypes that have the method, declared or inherited |
//! | call of a static method | the class that declares the method |
//! | `new` | the class instantiated; `super(..)` and `this(..)` are no calls |
//! | `super.m()` | nothing: it is no call |
//! | read or write of a field | S and those of its supertypes that have the field; of a static one the class that declares it |
//! | read of an element | the static type of the array, and at run time the array |
//! | initialization | the class |
//! | execution | the class that declares the body, and its supertypes that have the method |
//! | catch block | the types that it is written for |
//!
//! A pattern with a target does not match on `null`, as `target` of AspectJ does not. A call that
//! has returned had a receiver, and so has a body.
//!
//! Modifiers are those of the member that the call, body or access is found to be of, as in
//! AspectJ, whatever a class above declares. Control flows are no matter of a point alone, and
//! nothing here looks at them.
//!
//! Fields that the compiler made, as those that hold captured variables, are no fields to a
//! pattern.
//!
//! Compiler-made methods (bridges, accessors; not lambda bodies) are neither called nor executed as
//! far as patterns are concerned: the source has no such thing.

mod answers;
mod boxing;
mod conformance;
mod declared;
mod declaring;
mod members;
mod modifiers;
mod near_miss;
mod pattern;
pub mod type_names;

use std::sync::Arc;

use date::model::JoinPoint;
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Primitive, Type};

pub use boxing::boxes;
pub use near_miss::{Miss, NearMiss};
pub use pattern::Pattern;

/// How a call instruction finds its callee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// `invokestatic`.
    Static,
    /// `invokespecial` of a method: private ones match, `super.m()` does not. Constructor calls
    /// other than those of [`CallKind::New`] never match.
    Special,
    /// `invokevirtual`.
    Virtual,
    /// `invokeinterface`.
    Interface,
    /// The `invokespecial` of `<init>` that completes a `new`.
    New,
}

/// A call, as the instruction has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call<'a> {
    /// How the callee is found.
    pub kind: CallKind,
    /// The class named, internal name or array descriptor: the erased static type of the receiver.
    pub owner: &'a str,
    /// The method named; `<init>` for constructors.
    pub name: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
    /// Class of `this` at the call; `None` in static code.
    pub caller: Option<&'a str>,
    /// The class whose code it is.
    pub within: &'a str,
}

/// A read or write of a field, or a read of an element, as the instruction has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldAccess<'a> {
    /// The class named: the erased static type of the object, or the class before a static field. Of
    /// an element the erased static type of the array, a descriptor; anything else is not known.
    pub owner: &'a str,
    /// The field named.
    pub name: &'a str,
    /// The descriptor of its type; `None` where that is not known.
    pub descriptor: Option<&'a str>,
    /// True if the field is static.
    pub is_static: bool,
    /// The kind of access: a read, a write, or a read of an element.
    pub join: JoinPoint,
    /// Class of `this` at the access; `None` in static code.
    pub caller: Option<&'a str>,
    /// The class whose code it is.
    pub within: &'a str,
}

/// Returns what an access takes and gives beside its object, as if it were a call: `ty` is the type
/// of what is read or written.
pub fn signature(join: JoinPoint, ty: Type) -> MethodDescriptor {
    let (parameters, result) = match join {
        JoinPoint::Set => (vec![ty], None),
        JoinPoint::Element => (vec![Type::Primitive(Primitive::Int)], Some(ty)),
        _ => (Vec::new(), Some(ty)),
    };
    MethodDescriptor { parameters, result }
}

/// A method or constructor with a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Execution<'a> {
    /// The class that declares it.
    pub class: &'a str,
    /// Its name; `<init>` for constructors.
    pub name: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
    /// Its flags.
    pub access: Access,
}

/// A catch block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handler<'a> {
    /// The exceptions that it is written for, by internal names; several for `A | B`.
    pub caught: &'a [Arc<str>],
    /// Class of `this` there; `None` in static code.
    pub caller: Option<&'a str>,
    /// The class whose code it is.
    pub within: &'a str,
}

/// The tests that are left for run time for one value, and its conversion to one of the type
/// wanted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Test {
    /// Nothing; `null` passes.
    Always,
    /// The value must be an instance of this type; `null` does not pass.
    InstanceOf(Type),
    /// The value must not be `null`; its static type says the rest.
    NotNull,
    /// Nothing; the primitive value is widened.
    Widened {
        /// Type of the value.
        from: Primitive,
        /// Type wanted.
        to: Primitive,
    },
    /// Nothing; the primitive value is boxed in its wrapper.
    Boxed(Primitive),
    /// Nothing; the wrapper is unboxed, `null` giving zero.
    Unboxed(Primitive),
    /// Nothing; there is no value (the result of a `void` method), and `null` stands for it.
    NoValue,
}

impl Test {
    /// Returns whether every value passes.
    pub fn always_passes(&self) -> bool {
        !matches!(self, Test::InstanceOf(_) | Test::NotNull)
    }

    /// Returns whether every value other than `null` passes.
    pub fn passes_objects(&self) -> bool {
        !matches!(self, Test::InstanceOf(_))
    }
}

/// A match, up to run-time tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointMatch {
    /// Test of the receiver; `Always` where the pattern binds none, and where the receiver cannot
    /// be `null`.
    pub target: Test,
    /// Tests of the arguments, one for each parameter of the descriptor.
    pub arguments: Vec<Test>,
    /// Test of the calling object (call) or receiver (execution); `Always` where the pattern binds
    /// none.
    pub caller: Test,
    /// Test of the result (returning) or the exception (throwing); `Always` where the pattern binds
    /// none.
    pub result: Test,
    /// A class is missing, so that it may in truth not match at all: it was matched by name, or
    /// where it may be.
    pub uncertain: bool,
}

impl PointMatch {
    /// Returns whether the point raises the event whenever it is passed.
    pub fn is_definite(&self) -> bool {
        self.is_definite_on_objects() && self.target.always_passes()
    }

    /// Returns whether the point raises the event whenever it is passed with a receiver that is not
    /// `null`.
    pub fn is_definite_on_objects(&self) -> bool {
        let tests = [&self.caller, &self.result];
        !self.uncertain
            && self.target.passes_objects()
            && tests
                .into_iter()
                .chain(&self.arguments)
                .all(Test::always_passes)
    }
}
