//! Compilation units.

use std::sync::Arc;

use index_vec::IndexVec;
use text::Span;

use super::declarations::{TypeDecl, Var};
use super::expressions::Expr;
use super::ids::{ExprId, StmtId, TypeDeclId, VarId};
use super::imports::Import;
use super::modules::Module;
use super::statements::Stmt;
use super::types::{Ident, TypeRef};

/// A compilation unit.
#[derive(Debug, Clone, Default)]
pub struct Unit {
    /// Dotted name; empty for the unnamed package.
    pub package: String,
    /// In order.
    pub imports: Vec<Import>,
    /// The declaration of a `module-info.java`.
    pub module: Option<Module>,
    /// Top-level types, in order.
    pub types: Vec<TypeDeclId>,
    /// The class that a compact source file declares without a word (JLS 8.1.8). It has no name
    /// before [`Unit::name_implicit_class`].
    pub implicit_class: Option<TypeDeclId>,
    /// Arena of type declarations, nested, local and anonymous ones included.
    pub type_decls: IndexVec<TypeDeclId, TypeDecl>,
    /// Arena of expressions.
    pub exprs: IndexVec<ExprId, Expr>,
    /// Arena of statements.
    pub stmts: IndexVec<StmtId, Stmt>,
    /// Arena of local variables.
    pub vars: IndexVec<VarId, Var>,
    /// Every annotation of the text, wherever it stands, in order of position.
    pub annotations: Vec<Annotation>,
    /// Parts of the text that are not in the tree because they could not be understood.
    pub damage: Vec<Damage>,
}

impl Unit {
    /// Names the class that a compact source file declares, if this is one: it is called as its
    /// file is.
    pub fn name_implicit_class(&mut self, name: &str) {
        if let Some(class) = self.implicit_class {
            self.type_decls[class].name.text = name.into();
        }
    }

    /// The innermost type declaration of the tree around `span`. O(types).
    pub fn innermost_type(&self, span: Span) -> Option<TypeDeclId> {
        let around = |decl: &TypeDecl| decl.span.start <= span.start && span.end <= decl.span.end;
        let types = self
            .type_decls
            .iter_enumerated()
            .filter(|(_, decl)| around(decl));
        types
            .min_by_key(|(_, decl)| decl.span.end - decl.span.start)
            .map(|(id, _)| id)
    }
}

/// An annotation as written (JLS 9.7). [`Unit::innermost_type`] finds the type that it stands in or
/// on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// Its name.
    pub name: Vec<Ident>,
    /// The types of the class literals among its elements, those of nested annotations included.
    pub classes: Vec<TypeRef>,
    /// The texts of the string literals among its elements, as written.
    pub texts: Vec<Arc<str>>,
    /// All identifiers in it, such as `TEXT` of `@Check(Words.TEXT)`.
    pub names: Vec<Arc<str>>,
    /// The whole annotation.
    pub span: Span,
}

/// A part of the text that is not in the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The part that is left out: a method's body or a field's value (which say so too), a member, a type,
    /// or the whole file. Empty where something is missing from the text.
    pub span: Span,
    /// The place of the error.
    pub error: Span,
    /// A message for people.
    pub message: String,
    /// The innermost type declaration around it that is in the tree.
    pub within: Option<TypeDeclId>,
}
