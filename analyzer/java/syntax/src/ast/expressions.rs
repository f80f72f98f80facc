//! Expressions.

use std::sync::Arc;

use text::Span;

use super::ids::{ExprId, StmtId, TypeDeclId, VarId};
use super::patterns::Pattern;
use super::switches::Switch;
use super::types::{Ident, TypeArgument, TypeRef};

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// The whole expression.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// A simple name: a variable or field, or, as the qualifier of something, a type or package.
    Name(Ident),
    /// `qualifier.name`: a field, `array.length`, or a qualified type or package name.
    Select {
        /// Expression, type or package.
        qualifier: ExprId,
        /// The name.
        name: Ident,
    },
    /// A type where an expression stands: qualifier of a method reference (`int[]::clone`,
    /// `List<String>::size`).
    Type(TypeRef),
    /// `this`, or `Outer.this`.
    This(Option<TypeRef>),
    /// `super`, or `T.super`: only as a qualifier.
    Super(Option<TypeRef>),
    /// `T.class`.
    ClassLiteral(TypeRef),
    /// `qualifier.<T>m(..)`.
    Call {
        /// Expression, type, `super`; absent for a plain `m(..)`.
        qualifier: Option<ExprId>,
        /// Explicit type arguments.
        type_arguments: Vec<TypeArgument>,
        /// The method's name.
        name: Ident,
        /// Arguments.
        arguments: Vec<ExprId>,
    },
    /// `outer.new T<..>(..) { .. }`.
    New {
        /// The outer instance.
        outer: Option<ExprId>,
        /// The type; arguments that are an empty list are the diamond.
        ty: TypeRef,
        /// Arguments.
        arguments: Vec<ExprId>,
        /// Class body.
        body: Option<TypeDeclId>,
        /// The `new` token.
        new_span: Span,
    },
    /// `new T[n][m][]`; dimensions without expression are part of `ty`, the array's whole type.
    NewArray {
        /// The array's type.
        ty: TypeRef,
        /// Sizes of the first dimensions.
        sizes: Vec<ExprId>,
        /// An [`ExprKind::ArrayInitializer`].
        initial: Option<ExprId>,
    },
    /// `{ a, b }`; its type comes from around it.
    ArrayInitializer(Vec<ExprId>),
    /// `array[index]`.
    Index {
        /// The array.
        array: ExprId,
        /// The index.
        index: ExprId,
    },
    /// A prefix operator without effect.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// Operand.
        operand: ExprId,
    },
    /// `++x`, `x++`, `--x`, `x--`.
    Increment {
        /// The variable that is changed.
        target: ExprId,
        /// Down instead of up.
        decrement: bool,
        /// True if the value is the old one.
        postfix: bool,
    },
    /// A left-associative chain of one operator: `a + b + c` is one node with three operands.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Two or more, in order.
        operands: Vec<ExprId>,
    },
    /// `a && b && c` or `a || b || c`.
    Logical {
        /// `&&` instead of `||`.
        and: bool,
        /// Two or more, in order.
        operands: Vec<ExprId>,
    },
    /// `test ? then : otherwise`.
    Conditional {
        /// The test.
        test: ExprId,
        /// If true.
        then: ExprId,
        /// If false.
        otherwise: ExprId,
    },
    /// `target = value`.
    Assign {
        /// A name, select or index.
        target: ExprId,
        /// `None` for `=`, the operator of a compound assignment.
        op: Option<BinaryOp>,
        /// The value.
        value: ExprId,
    },
    /// `operand instanceof T` or `operand instanceof pattern`.
    InstanceOf {
        /// The operand.
        operand: ExprId,
        /// The type or pattern that it is tested against.
        pattern: Pattern,
    },
    /// `(T) operand`.
    Cast {
        /// The type.
        ty: TypeRef,
        /// The operand.
        operand: ExprId,
    },
    /// A lambda expression.
    Lambda {
        /// Parameters.
        parameters: Vec<VarId>,
        /// Its body.
        body: LambdaBody,
    },
    /// `qualifier::name`, `T::new`.
    MethodReference {
        /// Expression, type or `super`.
        qualifier: ExprId,
        /// Explicit type arguments.
        type_arguments: Vec<TypeArgument>,
        /// The name token; `new` for constructors.
        name: Ident,
    },
    /// A switch expression.
    Switch(Switch),
    /// A string template (preview in 21), processed by an unknown processor.
    Template {
        /// The processor.
        processor: ExprId,
        /// Embedded expressions.
        embedded: Vec<ExprId>,
    },
}

/// A lambda's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LambdaBody {
    /// An expression.
    Expr(ExprId),
    /// A block.
    Block(StmtId),
}

/// A literal; escapes and text blocks resolved.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum Literal {
    Null,
    Bool(bool),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Char(u16),
    Str(Arc<str>),
    /// A string with unpaired surrogates, which no `str` can hold: its UTF-16 units.
    StrUnits(Arc<[u16]>),
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    Complement,
}

/// Binary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    And,
    Or,
    Xor,
}
