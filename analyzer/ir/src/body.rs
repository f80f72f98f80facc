//! Bodies of methods.

use std::collections::BTreeSet;
use std::sync::Arc;

use index_vec::IndexVec;
use java_types::descriptor::Type;
use text::Span;

use super::{AllocationId, BlockId, CallSiteId, FieldRef, LocalId, MethodId};

/// A control-flow graph.
#[derive(Debug, Clone, Default)]
pub struct Body {
    /// All locals: parameters first (the receiver before all), then variables and temporaries.
    pub locals: IndexVec<LocalId, Local>,
    /// The receiver and the parameters in order.
    pub parameters: Vec<LocalId>,
    /// All blocks; the entry is block 0 and has no predecessor.
    pub blocks: IndexVec<BlockId, Block>,
    /// Classes that the code may initialize though no statement shows it: enums whose constants a
    /// switch tells apart.
    pub initialized: BTreeSet<Arc<str>>,
}

/// A local variable or temporary.
#[derive(Debug, Clone)]
pub struct Local {
    /// The name in the source; `None` for a temporary.
    pub name: Option<Arc<str>>,
    /// Erased type.
    pub ty: Type,
}

/// A straight-line run of statements.
#[derive(Debug, Clone)]
pub struct Block {
    /// In order of execution.
    pub statements: Vec<Statement>,
    /// How the block ends.
    pub terminator: Terminator,
    /// The handlers of exceptions that this block's statements and terminator throw. They are tried
    /// in order; an exception that none catches leaves the method.
    pub handlers: Vec<Handler>,
}

/// A catch clause, or the exceptional copy of a finally block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler {
    /// The classes caught; empty for any throwable.
    pub caught: Vec<Arc<str>>,
    /// The block where control goes.
    pub target: BlockId,
    /// The local that holds the exception there.
    pub exception: LocalId,
}

/// A statement and its place.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The effect of the statement.
    pub kind: StatementKind,
    /// The source text it stems from.
    pub span: Span,
}

/// The effect of a statement. References are copied, primitives are not tracked beyond constants
/// and comparisons.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `target = constant`.
    Constant {
        /// Assigned.
        target: LocalId,
        /// The value.
        value: Constant,
    },
    /// `target = source`, widening or unchanged.
    Assign {
        /// Assigned.
        target: LocalId,
        /// Read.
        source: LocalId,
    },
    /// `target = (type) source`; throws where the type does not fit (a primitive conversion never
    /// does).
    Cast {
        /// Assigned.
        target: LocalId,
        /// Read.
        source: LocalId,
        /// Erased type.
        ty: Type,
    },
    /// `target = source instanceof type`.
    InstanceOf {
        /// Assigned.
        target: LocalId,
        /// Tested.
        source: LocalId,
        /// Erased type.
        ty: Type,
    },
    /// Arithmetic, comparison (of primitives or references) or negation.
    Compute {
        /// Assigned.
        target: LocalId,
        /// Which; division and remainder of integers may throw.
        kind: ArithmeticKind,
        /// Operands in order.
        operands: Vec<LocalId>,
    },
    /// `target = object.field`, or a static field where `object` is absent; may run a static
    /// initializer then.
    Load {
        /// Assigned.
        target: LocalId,
        /// Receiver; throws where null.
        object: Option<LocalId>,
        /// The field.
        field: FieldRef,
    },
    /// `object.field = source`, or a static field where `object` is absent.
    Store {
        /// Receiver; throws where null.
        object: Option<LocalId>,
        /// The field.
        field: FieldRef,
        /// Stored.
        source: LocalId,
    },
    /// `target = array[index]`; `array.length` is a [`StatementKind::Compute`].
    ArrayLoad {
        /// Assigned.
        target: LocalId,
        /// The array.
        array: LocalId,
        /// The index.
        index: LocalId,
    },
    /// `array[index] = source`.
    ArrayStore {
        /// The array.
        array: LocalId,
        /// The index.
        index: LocalId,
        /// Stored.
        source: LocalId,
    },
    /// Makes an object or array without running a constructor (a [`StatementKind::Call`] of
    /// `<init>` follows for classes), or a functional object.
    Allocate {
        /// Assigned.
        target: LocalId,
        /// Which allocation.
        site: AllocationId,
    },
    /// A call.
    Call(CallSiteId),
    /// Enters (`true`) or leaves the monitor of the object.
    Monitor {
        /// The object.
        object: LocalId,
        /// Enter or leave.
        enter: bool,
    },
    /// Code that lowering could not follow: may do anything, to any object, and throw. See
    /// [`super::Gap`].
    Unknown,
}

/// A constant.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// `null`.
    Null,
    /// `boolean`.
    Bool(bool),
    /// `byte`, `short`, `char`, `int`, `long`.
    Integer(i64),
    /// `float`, `double`.
    Floating(f64),
    /// A string; interned, an object of the library.
    Str(Arc<str>),
    /// A class literal; an object of the library.
    Class(Type),
    /// An undetermined value of a primitive type, or of a default; a string whose characters are
    /// not known.
    Unknown,
}

/// The operation of a [`StatementKind::Compute`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in JLS 15.15 to 15.24")]
pub enum ArithmeticKind {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    UnsignedShiftRight,
    And,
    Or,
    Xor,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Not,
    Negate,
    Complement,
    ArrayLength,
}

/// How a block ends.
#[derive(Debug, Clone)]
pub enum Terminator {
    /// To a block.
    Goto(BlockId),
    /// Two ways.
    Branch {
        /// A boolean.
        condition: LocalId,
        /// If true.
        then: BlockId,
        /// If false.
        otherwise: BlockId,
    },
    /// Many ways; which value leads where is not kept.
    Switch {
        /// The value that is switched on.
        value: LocalId,
        /// All successors, without repetition.
        targets: Vec<BlockId>,
    },
    /// Leaves the method normally.
    Return(Option<LocalId>),
    /// Throws the object; to a handler or out of the method.
    Throw(LocalId),
    /// Never reached.
    Unreachable,
}

/// An expression that makes an object.
#[derive(Debug, Clone)]
pub struct AllocationSite {
    /// The method whose body holds it.
    pub method: MethodId,
    /// The kind of thing that is made.
    pub kind: AllocationKind,
    /// Erased type of the object (exact: the object's run-time class, but for functional objects).
    pub ty: Type,
    /// The `new` expression, array initializer, lambda or method reference.
    pub span: Span,
}

/// The kind of thing that an allocation makes.
#[derive(Debug, Clone)]
pub enum AllocationKind {
    /// `new T(..)`.
    Instance,
    /// `new T[..]`, an initializer or a varargs array.
    Array,
    /// A lambda expression or method reference: an object of a functional interface whose single
    /// method runs `body` with the captured values before its own arguments.
    Functional {
        /// The functional interface.
        interface: Arc<str>,
        /// The other interfaces of an intersection type that it is made for (JLS 9.9), in order.
        markers: Vec<Arc<str>>,
        /// Name of its method.
        name: Arc<str>,
        /// Erased descriptor of its method.
        descriptor: Arc<str>,
        /// The lambda's body, or the synthetic body of a method reference (one call).
        body: MethodId,
        /// Captured locals of the enclosing body, in the order of `body`'s first parameters.
        captures: Vec<LocalId>,
    },
}
