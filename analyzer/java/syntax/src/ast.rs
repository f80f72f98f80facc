//! The tree of a compilation unit: every construct of Java 8 to 21 (JLS chapters 6 to 15), without
//! comments and layout.
//!
//! Expressions and statements live in arenas of their [`Unit`] and refer to each other by id, so
//! that no depth of nesting overflows a stack on dropping, and later phases keep their findings in
//! side tables indexed by id. Parentheses leave no node. Spans are those of the whole construct
//! unless a field says otherwise.

mod declarations;
mod expressions;
mod ids;
mod imports;
mod modules;
mod patterns;
mod statements;
mod switches;
mod types;
mod units;

pub use declarations::{
    EnumConstant, FieldDecl, Member, MethodDecl, Modifiers, Nesting, TypeDecl, TypeDeclKind,
    TypeParameter, Var,
};
pub use expressions::{BinaryOp, Expr, ExprKind, LambdaBody, Literal, UnaryOp};
pub use ids::{ExprId, StmtId, TypeDeclId, VarId};
pub use imports::Import;
pub use modules::{Directive, Module};
pub use patterns::{Pattern, PatternKind};
pub use statements::{Catch, Resource, Stmt, StmtKind};
pub use switches::{Case, Label, Switch};
pub use types::{Ident, Primitive, TypeArgument, TypeRef, TypeRefKind};
pub use units::{Annotation, Damage, Unit};
