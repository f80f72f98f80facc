//! Expressions between two moments: when their parts are known, and when their target type is (JLS
//! 15.2, poly expressions). A standalone expression has its type at once; a lambda, a method
//! reference, a generic call, the diamond and conditionals of those wait for the target.

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::{ExprId, LambdaBody, StmtId, TypeDeclId, VarId};

use crate::infer::Bounds;
use crate::scope::Scope;
use crate::types::Value;
use crate::types::{ClassId, Method, Phase, Ty, VariableId};

/// An expression whose parts are attributed.
#[derive(Debug, Clone)]
pub(super) enum Operand {
    /// A standalone expression.
    Typed(Typed),
    /// A value of this type that no expression gives: what a method reference passes on.
    Given(Ty),
    /// A lambda.
    Lambda(Lambda),
    /// A method reference.
    Reference(Reference),
    /// A generic method call or a creation with a diamond (JLS 15.12, 15.9).
    Call(Box<Pending>),
    /// A conditional expression whose type the target decides (JLS 15.25).
    Conditional {
        expr: ExprId,
        then: Rc<Operand>,
        otherwise: Rc<Operand>,
    },
    /// A switch expression whose type the target decides (JLS 15.28.1), by its results.
    Switch {
        expr: ExprId,
        results: Vec<Rc<Operand>>,
    },
}

/// A standalone expression.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub(super) expr: ExprId,
    /// Its type, captured.
    pub(super) ty: Ty,
    /// The erased type that the value has as it comes: of the declaration it comes from.
    pub(super) raw: Ty,
    pub(super) value: Option<Value>,
}

/// A lambda and the scope it stands in.
#[derive(Debug, Clone)]
pub(super) struct Lambda {
    pub(super) expr: ExprId,
    pub(super) scope: Scope,
    pub(super) parameters: Vec<VarId>,
    /// Types of the parameters, where written.
    pub(super) explicit: Option<Vec<Ty>>,
    pub(super) body: LambdaBody,
}

/// A method reference.
#[derive(Debug, Clone)]
pub(super) struct Reference {
    pub(super) expr: ExprId,
    pub(super) scope: Scope,
    pub(super) qualifier: ReferenceQualifier,
    pub(super) type_arguments: Vec<Ty>,
    /// The only method it can mean, where there is only one (JLS 15.13.1).
    pub(super) exact: Option<Rc<Method>>,
    /// The name; `<init>` for `new`.
    pub(super) name: Arc<str>,
}

/// The part before `::`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceQualifier {
    /// An expression of this type.
    Value(Ty),
    /// A type.
    Type(Ty),
    /// `super`, of this type.
    Super(Ty),
}

impl ReferenceQualifier {
    /// The type before `::`, or that of the expression.
    pub(super) fn ty(self) -> Ty {
        match self {
            ReferenceQualifier::Value(ty)
            | ReferenceQualifier::Type(ty)
            | ReferenceQualifier::Super(ty) => ty,
        }
    }

    /// Returns whether a type is written, so that the first argument may be the receiver.
    pub(super) fn is_type(self) -> bool {
        matches!(self, ReferenceQualifier::Type(_))
    }
}

/// Which construct makes a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallPlace {
    /// A method call expression, or a method reference.
    Call(ExprId),
    /// An instance creation.
    New(ExprId),
    /// `this(..)` or `super(..)`.
    ConstructorCall(StmtId),
    /// The constructor call of an enum constant.
    EnumConstant(TypeDeclId, usize),
    /// The implied `super()` of a class.
    ImpliedSuper(TypeDeclId),
}

/// A call whose method is chosen, and whose type arguments are not.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub(super) place: CallPlace,
    pub(super) scope: Scope,
    pub(super) selected: Selected,
    pub(super) arguments: Vec<Rc<Operand>>,
    pub(super) receiver: Receiver,
}

/// A method that applies to arguments.
#[derive(Debug, Clone)]
pub(super) struct Selected {
    pub(super) method: Rc<Method>,
    pub(super) phase: Phase,
    /// The type that it is a member of.
    pub(super) site: Ty,
    /// One for each argument, in terms of inference variables.
    pub(super) formals: Vec<Ty>,
    /// The type of the arguments that are packed into an array, in a variable arity invocation.
    pub(super) packed: Option<Ty>,
    /// In terms of inference variables, wildcards captured: once for all, as what the call is
    /// passed to may have inferred the captured types.
    pub(super) result: Ty,
    /// The type parameters that it is instantiated for: those of a diamond's class included.
    pub(super) parameters: Vec<VariableId>,
    /// The bounds of inference variables from applicability (JLS 18.5.1).
    pub(super) bounds: Bounds,
    /// True if an unchecked conversion was necessary.
    pub(super) unchecked: bool,
}

/// How a call names what it is called on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Receiver {
    /// `m(..)`, a member of this enclosing class; whether it is the innermost one.
    Enclosing(ClassId, bool),
    /// `m(..)`, imported.
    Imported,
    /// `T.m(..)`.
    Type,
    /// `e.m(..)`.
    Value(ExprId),
    /// `super.m(..)`.
    Super,
    /// A constructor, of the class itself.
    New,
    /// A constructor, of the superclass of the class at hand.
    Subclass,
}

/// The purpose of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// Its value is not used, or used as it comes.
    Raw,
    /// Used at its own type.
    Own,
    /// Assigned to or passed as this type, which erases to the second one.
    Type(Ty, Ty),
    /// Cast to this type.
    Cast(Ty),
}

impl Target {
    /// The type it wants, if it wants one.
    pub(super) fn ty(self) -> Option<Ty> {
        match self {
            Target::Raw | Target::Own => None,
            Target::Type(ty, _) | Target::Cast(ty) => Some(ty),
        }
    }
}
