//! Declarations of types, their members and variables.

use std::sync::Arc;

use text::Span;

use super::ids::{ExprId, StmtId, TypeDeclId, VarId};
use super::types::{Ident, TypeRef};

/// Modifiers and the annotations among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Access flags as in JVMS 4.1, 4.5, 4.6 for what is written (nothing implied).
    pub access: u16,
    /// `default` method.
    pub is_default: bool,
    /// `sealed`.
    pub sealed: bool,
    /// `non-sealed`.
    pub non_sealed: bool,
    /// Names of the annotations, as written, dotted.
    pub annotations: Vec<Arc<str>>,
}

/// The kind of a declared type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum TypeDeclKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

/// The place in which a type is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// In the unit.
    TopLevel,
    /// Directly in the body of another type.
    Member(TypeDeclId),
    /// In a body of code inside another type.
    Local(TypeDeclId),
    /// The body of an instance creation or enum constant inside another type.
    Anonymous(TypeDeclId),
}

/// A type declaration.
#[derive(Debug, Clone)]
pub struct TypeDecl {
    /// Its kind.
    pub kind: TypeDeclKind,
    /// Its place among the other declarations.
    pub nesting: Nesting,
    /// Simple name; empty for an anonymous class. Its span is the place of the `new`'s type for
    /// those.
    pub name: Ident,
    /// Written modifiers.
    pub modifiers: Modifiers,
    /// Type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// `extends` of a class; for an anonymous class the class or interface that is instantiated,
    /// unless it is named after an outer instance: what that means depends on the instance's type.
    pub extends: Option<TypeRef>,
    /// `implements`, or an interface's `extends`.
    pub implements: Vec<TypeRef>,
    /// `permits`.
    pub permits: Vec<TypeRef>,
    /// Components of a record.
    pub components: Vec<VarId>,
    /// True if the last component is `T...`.
    pub varargs: bool,
    /// Constants of an enum.
    pub constants: Vec<EnumConstant>,
    /// Members in order of text (enum constants apart).
    pub members: Vec<Member>,
    /// The whole declaration; of an anonymous class its body.
    pub span: Span,
}

/// A type parameter.
#[derive(Debug, Clone)]
pub struct TypeParameter {
    /// Its name.
    pub name: Ident,
    /// Its bounds.
    pub bounds: Vec<TypeRef>,
}

/// A constant of an enum.
#[derive(Debug, Clone)]
pub struct EnumConstant {
    /// Its name.
    pub name: Ident,
    /// Arguments of the constructor call.
    pub arguments: Vec<ExprId>,
    /// Its class body.
    pub body: Option<TypeDeclId>,
}

/// A member of a type.
#[derive(Debug, Clone)]
pub enum Member {
    /// One declarator of a field declaration.
    Field(FieldDecl),
    /// A method, constructor, compact constructor or annotation element.
    Method(MethodDecl),
    /// `{ .. }` or `static { .. }`.
    Initializer {
        /// True if it is static.
        is_static: bool,
        /// A block.
        body: StmtId,
    },
    /// A member type.
    Type(TypeDeclId),
}

/// A field.
#[derive(Debug, Clone)]
pub struct FieldDecl {
    /// Written modifiers.
    pub modifiers: Modifiers,
    /// Type, the declarator's own dimensions included.
    pub ty: TypeRef,
    /// Its name.
    pub name: Ident,
    /// Its initializer ([`ExprKind::ArrayInitializer`](super::ExprKind::ArrayInitializer) where braces are written).
    pub initial: Option<ExprId>,
    /// True if the initializer could not be understood: it is in
    /// [`Unit::damage`](super::Unit::damage) and `initial` is `None`.
    pub damaged: bool,
}

/// A method or constructor.
#[derive(Debug, Clone)]
pub struct MethodDecl {
    /// Written modifiers.
    pub modifiers: Modifiers,
    /// Type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// `None` for constructors.
    pub result: Option<TypeRef>,
    /// Its name; the class's for constructors.
    pub name: Ident,
    /// Parameters, receiver parameters left out; empty for a compact constructor.
    pub parameters: Vec<VarId>,
    /// True if the last parameter is `T...`.
    pub varargs: bool,
    /// A record's compact constructor.
    pub compact: bool,
    /// `throws`.
    pub throws: Vec<TypeRef>,
    /// A block.
    pub body: Option<StmtId>,
    /// True if the body could not be understood: it is in [`Unit::damage`](super::Unit::damage) and
    /// `body` is `None`.
    pub damaged: bool,
    /// The whole declaration.
    pub span: Span,
}

/// A local variable, parameter or record component.
#[derive(Debug, Clone)]
pub struct Var {
    /// Its name; `_` for an unnamed one.
    pub name: Ident,
    /// `None` for `var` and for implicitly typed lambda parameters. A varargs parameter has its
    /// array type.
    pub ty: Option<TypeRef>,
    /// Alternatives of a multi-catch parameter beyond `ty`.
    pub alternatives: Vec<TypeRef>,
    /// True if `final` is written.
    pub is_final: bool,
}
