//! Calls.

use std::sync::Arc;

use text::Span;

use super::{Enclosing, FileId, LocalId, MethodId, PointId};

/// How a call finds its callee (JVMS 6.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// `invokestatic`.
    Static,
    /// `invokespecial`, or a call of a private method: the callee is the resolved method itself.
    Special,
    /// `invokevirtual`.
    Virtual,
    /// `invokeinterface`.
    Interface,
}

/// Which construct of the language makes the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallSyntax {
    /// A method invocation expression.
    Invocation,
    /// The constructor call of a class instance creation, enum constant or anonymous class.
    Creation,
    /// `super(..)` or `this(..)`, written or implied: raises no call event.
    ConstructorInvocation,
    /// `super.m(..)`, `T.super.m(..)`: raises no call event, but the execution it reaches does.
    SuperInvocation,
    /// The implicit `iterator()`, `hasNext()` and `next()` of an enhanced for over an `Iterable`.
    ForEach,
    /// The implicit `close()` of a resource.
    Resource,
    /// The call that a method reference makes when its object is invoked; the site stands in a
    /// synthetic body.
    MethodReference,
    /// Inserted by the compiler (boxing, string concatenation, string switch, enum `values`, record
    /// pattern accessors, initializer bodies): raises no call event, what it calls back does.
    Inserted,
}

/// A method as an instruction names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodRef {
    /// The qualifying type of JLS 13.1, as in the instruction (`[Lx;` for an array's method).
    pub owner: Arc<str>,
    /// Name; `<init>` for a constructor.
    pub name: Arc<str>,
    /// Erased descriptor of the method declaration.
    pub descriptor: Arc<str>,
}

/// The static target of a call, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Resolved as javac does.
    Resolved(MethodRef),
    /// Not resolved: one of these (every method of that name and arity that the receiver's possible
    /// types offer).
    Candidates(Vec<MethodRef>),
    /// Nothing is known but the name and the number of arguments as written.
    Unresolved {
        /// Name as written.
        name: Arc<str>,
        /// Number of arguments as written.
        arity: usize,
    },
}

impl Target {
    /// The methods that the call names; none where it is not resolved.
    pub fn named(&self) -> &[MethodRef] {
        match self {
            Target::Resolved(callee) => std::slice::from_ref(callee),
            Target::Candidates(callees) => callees,
            Target::Unresolved { .. } => &[],
        }
    }
}

/// A call statement.
#[derive(Debug, Clone)]
pub struct CallSite {
    /// The method whose body holds it.
    pub method: MethodId,
    /// The source point it is (a copy of).
    pub point: PointId,
    /// How the callee is found.
    pub kind: CallKind,
    /// The static target.
    pub target: Target,
    /// The receiver; the new object for constructors.
    pub receiver: Option<LocalId>,
    /// Arguments in order, varargs packed, outer instances and captured variables of inner classes
    /// first as javac passes them.
    pub arguments: Vec<LocalId>,
    /// The local that gets the result, if it is used.
    pub result: Option<LocalId>,
}

/// A call in the source text. All copies of it (finally blocks) share its decisions.
#[derive(Debug, Clone)]
pub struct Point {
    /// The file.
    pub file: FileId,
    /// The called method's name token, `new` for constructor calls, the loop or resource for
    /// implicit calls, the whole expression for method references.
    pub span: Span,
    /// The construct.
    pub syntax: CallSyntax,
    /// Class and source method (or lambda by position) around it, as the plan names them.
    pub enclosing: Enclosing,
    /// From 0: the n-th point of this callee (owner, name, descriptor) in the enclosing source
    /// method or lambda, in evaluation order. 0 for unresolved targets.
    pub ordinal: u32,
    /// True if javac may emit the point several times (inside finally blocks and instance
    /// initializers).
    pub copied: bool,
}
