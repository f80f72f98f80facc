//! The understood subset of Java. What is outside it is an opaque term, kept as text.

use serde::{Deserialize, Serialize};

use crate::ids::ContextId;

/// A resolved name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Name {
    /// As written, without a context qualifier.
    pub text: String,
    /// The kind of the name.
    pub kind: NameKind,
}

impl Name {
    /// A name of the given kind.
    pub fn new(text: impl Into<String>, kind: NameKind) -> Self {
        Name {
            text: text.into(),
            kind,
        }
    }

    /// `Thread.currentThread()`, which is a value that each event comes with, and no call that may
    /// do something.
    pub fn current_thread() -> Self {
        Name::new("Thread.currentThread()", NameKind::CurrentThread)
    }
}

/// The thing that a name stands for. Names are searched innermost-out: locals of the code, event
/// variables, then parameters, variables, clocks and channels of the context and its ancestors.
/// Every other name belongs to Java.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameKind {
    /// A local variable (or lambda parameter) of the code itself.
    Local,
    /// A variable that an event binds (parameter, pattern variable or `where` result).
    EventVariable,
    /// A parameter (key) of this context.
    Parameter(ContextId),
    /// A monitoring variable of this context.
    Variable(ContextId),
    /// A clock of this context.
    Clock(ContextId),
    /// A channel of this context.
    Channel(ContextId),
    /// The thread that raises the event: [`Name::current_thread`].
    CurrentThread,
    /// A type, package, field or method name of Java, left to the compiler.
    Java,
}

/// A literal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Literal {
    /// `null`.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// `int`.
    Int(i32),
    /// `long`.
    Long(i64),
    /// `float`.
    Float(f32),
    /// `double`.
    Double(f64),
    /// `char`, as a UTF-16 unit.
    Char(u16),
    /// A string, escapes resolved (lone surrogates replaced).
    Str(String),
}

/// Prefix operators without effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnaryOp {
    /// `!`
    Not,
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `~`
    Complement,
}

/// Binary operators (JLS 15.17 to 15.24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    UShr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

/// The target of an assignment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Assigned {
    /// A variable, parameter, event variable or local.
    Name(Name),
    /// A field of a program object or an array element, or a static field: always a write to
    /// program state.
    Program(Box<Expr>),
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expr {
    /// A literal.
    Literal(Literal),
    /// A name.
    Name(Name),
    /// `object.field`, where `object` may be a type or package name.
    Field {
        /// The object or type.
        object: Box<Expr>,
        /// The field's name.
        field: String,
    },
    /// A call into the program, the JDK or the specification's methods: an opaque term.
    Call {
        /// The receiver or type; absent for a plain `m(..)`.
        receiver: Option<Box<Expr>>,
        /// Method name.
        method: String,
        /// Arguments.
        arguments: Vec<Expr>,
    },
    /// `new T(..)`.
    New {
        /// The type as written.
        ty: String,
        /// Arguments.
        arguments: Vec<Expr>,
    },
    /// `array[index]`.
    Index {
        /// The array.
        array: Box<Expr>,
        /// The index.
        index: Box<Expr>,
    },
    /// A prefix operator.
    Unary {
        /// Which.
        op: UnaryOp,
        /// Operand.
        operand: Box<Expr>,
    },
    /// A binary operator.
    Binary {
        /// Which.
        op: BinaryOp,
        /// Left operand.
        left: Box<Expr>,
        /// Right operand.
        right: Box<Expr>,
    },
    /// `test ? then : otherwise`.
    Conditional {
        /// The test.
        test: Box<Expr>,
        /// If true.
        then: Box<Expr>,
        /// If false.
        otherwise: Box<Expr>,
    },
    /// `operand instanceof T` (without pattern).
    InstanceOf {
        /// The operand.
        operand: Box<Expr>,
        /// The type as written.
        ty: String,
    },
    /// `(T) operand`.
    Cast {
        /// The type as written.
        ty: String,
        /// The operand.
        operand: Box<Expr>,
    },
    /// `target = value`, `target op= value`.
    Assign {
        /// The assigned target.
        target: Assigned,
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// The value.
        value: Box<Expr>,
    },
    /// `++x`, `x++`, `--x`, `x--`.
    Increment {
        /// The changed target.
        target: Assigned,
        /// 1 or -1.
        by: i8,
        /// True if the value is the old one (postfix).
        postfix: bool,
    },
    /// Anything else, as text. Its names are in [`super::Code::names`]; it may do anything that
    /// Java can.
    Opaque(String),
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stmt {
    /// An expression for its effect.
    Expr(Expr),
    /// `T x = initial;`
    Local {
        /// Type as written (`var` included).
        ty: String,
        /// Name.
        name: String,
        /// Initial value.
        initial: Option<Expr>,
    },
    /// `if (test) then else otherwise`.
    If {
        /// The test.
        test: Expr,
        /// If true.
        then: Vec<Stmt>,
        /// If false.
        otherwise: Vec<Stmt>,
    },
    /// `while (test) body`.
    While {
        /// The test.
        test: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `{ .. }`.
    Block(Vec<Stmt>),
    /// `return;` in a `where` drops the event.
    Return,
    /// Anything else, as text.
    Opaque(String),
}

impl Expr {
    /// The expressions directly inside this one, in text order; none inside opaque text.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Literal(_) | Expr::Name(_) | Expr::Opaque(_) => Vec::new(),
            Expr::Field { object, .. } => vec![object],
            Expr::Call {
                receiver,
                arguments,
                ..
            } => receiver.iter().map(|r| &**r).chain(arguments).collect(),
            Expr::New { arguments, .. } => arguments.iter().collect(),
            Expr::Index { array, index } => vec![array, index],
            Expr::Unary { operand, .. }
            | Expr::InstanceOf { operand, .. }
            | Expr::Cast { operand, .. } => {
                vec![operand]
            }
            Expr::Binary { left, right, .. } => vec![left, right],
            Expr::Conditional {
                test,
                then,
                otherwise,
            } => vec![test, then, otherwise],
            Expr::Assign { target, value, .. } => {
                target.place().into_iter().chain([&**value]).collect()
            }
            Expr::Increment { target, .. } => target.place().into_iter().collect(),
        }
    }
}

impl Assigned {
    /// Returns the expression that is written; `None` for a name.
    pub fn place(&self) -> Option<&Expr> {
        match self {
            Assigned::Name(_) => None,
            Assigned::Program(place) => Some(place),
        }
    }
}
