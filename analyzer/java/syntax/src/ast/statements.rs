//! Statements.

use text::Span;

use super::ids::{ExprId, StmtId, TypeDeclId, VarId};
use super::switches::Switch;
use super::types::Ident;

/// A statement.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// Its kind.
    pub kind: StmtKind,
    /// The whole statement.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug, Clone)]
pub enum StmtKind {
    /// `{ .. }`.
    Block(Vec<StmtId>),
    /// A declaration of one local variable (a declaration of several is several statements).
    Local {
        /// The variable.
        var: VarId,
        /// Its initializer.
        initial: Option<ExprId>,
    },
    /// A local class, interface, enum or record.
    Type(TypeDeclId),
    /// An expression.
    Expr(ExprId),
    /// `this(..)`, `super(..)`, `outer.super(..)`.
    ConstructorCall {
        /// `super` instead of `this`.
        is_super: bool,
        /// The outer instance.
        outer: Option<ExprId>,
        /// Arguments.
        arguments: Vec<ExprId>,
    },
    /// `if`.
    If {
        /// The test.
        test: ExprId,
        /// If true.
        then: StmtId,
        /// If false.
        otherwise: Option<StmtId>,
    },
    /// `while`.
    While {
        /// The test.
        test: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `do`.
    DoWhile {
        /// The body.
        body: StmtId,
        /// The test.
        test: ExprId,
    },
    /// `for (;;)`.
    For {
        /// Initial statements.
        initial: Vec<StmtId>,
        /// The test.
        test: Option<ExprId>,
        /// Update expressions.
        update: Vec<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `for (T x : e)`.
    ForEach {
        /// The variable.
        var: VarId,
        /// The array or collection.
        iterable: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `label: statement`.
    Labeled {
        /// The label.
        label: Ident,
        /// The statement.
        body: StmtId,
    },
    /// `break`.
    Break(Option<Ident>),
    /// `continue`.
    Continue(Option<Ident>),
    /// `yield`.
    Yield(ExprId),
    /// `return`.
    Return(Option<ExprId>),
    /// `throw`.
    Throw(ExprId),
    /// `assert test : message`.
    Assert {
        /// The test.
        test: ExprId,
        /// The message.
        message: Option<ExprId>,
    },
    /// `synchronized`.
    Synchronized {
        /// The object.
        object: ExprId,
        /// A block.
        body: StmtId,
    },
    /// A switch statement.
    Switch(Switch),
    /// `try`.
    Try {
        /// Resources, in order.
        resources: Vec<Resource>,
        /// A block.
        body: StmtId,
        /// Catch clauses, in order.
        catches: Vec<Catch>,
        /// A block.
        finally: Option<StmtId>,
    },
    /// `;`.
    Empty,
}

/// A resource of a try statement.
#[derive(Debug, Clone)]
pub enum Resource {
    /// `T x = e`.
    Declared {
        /// The variable.
        var: VarId,
        /// Its value.
        initial: ExprId,
    },
    /// An existing variable or field.
    Named(ExprId),
}

/// A catch clause.
#[derive(Debug, Clone)]
pub struct Catch {
    /// Its parameter.
    pub var: VarId,
    /// A block.
    pub body: StmtId,
}
