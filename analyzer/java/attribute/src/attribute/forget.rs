//! A lambda body is attributed again where its parameters turn out to have other types than in an
//! earlier attempt (JLS 15.12.2.1, 18.5.2): all that was found out about the text inside is
//! forgotten before. Tables by expression and statement are written anew as their places are
//! reached; what is found only sometimes is removed when they are.

use java_syntax::ast::{ExprId, StmtId, TypeDeclId};
use text::Span;

use super::Attributor;

impl Attributor<'_, '_> {
    /// Forgets the classes and the bodies of lambdas inside a stretch of text. O(log of the types +
    /// lambdas so far + types inside).
    pub(super) fn forget(&mut self, text: Span) {
        let exprs = &self.unit.exprs;
        self.bodies
            .retain(|&lambda, _| !is_inside(exprs[lambda].span, text));
        let decls = &self.unit.type_decls;
        let first = decls
            .as_raw_slice()
            .partition_point(|decl| decl.span.start < text.start);
        let inside = decls
            .iter_enumerated()
            .skip(first)
            .take_while(|(_, decl)| decl.span.start < text.end);
        let inside: Vec<TypeDeclId> = inside.map(|(decl, _)| decl).collect();
        inside.into_iter().for_each(|decl| self.forget_class(decl));
    }

    fn forget_class(&mut self, decl: TypeDeclId) {
        self.attributed.remove(&decl);
        self.anonymous_supers.remove(&decl);
        self.out.implied_super.remove(&decl);
        self.types
            .forget_header(self.types.source_class(self.index, decl));
        for index in 0..self.unit.type_decls[decl].constants.len() {
            self.out.constants.remove(&(decl, index));
        }
    }

    /// Forgets what was found out about an expression, apart from those inside of it.
    pub(super) fn forget_expr(&mut self, expr: ExprId) {
        self.out.names.remove(&expr);
        self.out.calls.remove(&expr);
        self.out.creations.remove(&expr);
        self.out.functionals.remove(&expr);
    }

    /// Forgets what was found out about a statement, apart from the code inside of it.
    pub(super) fn forget_stmt(&mut self, stmt: StmtId) {
        self.out.for_eachs.remove(&stmt);
        self.out.constructor_calls.remove(&stmt);
    }
}

/// Returns whether a stretch of text is a proper part of another one.
fn is_inside(part: Span, whole: Span) -> bool {
    whole.start <= part.start
        && part.end <= whole.end
        && (part.start, part.end) != (whole.start, whole.end)
}
