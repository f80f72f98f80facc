//! Bodies of classes (JLS 8, 9): their members' code, each in its scope.

use java_syntax::ast::{FieldDecl, Member, MethodDecl, StmtId, TypeDeclId, VarId};

use super::{Attributor, Results, Returns};
use crate::order::member_scope;
use crate::scope::{Entry, Scope};
use crate::types::{Ty, is_interface};

impl Attributor<'_, '_> {
    /// Attributes the body of a class that stands in `scope`, and all that is inside; without
    /// effect the second time.
    pub(super) fn class(&mut self, scope: &Scope, decl: TypeDeclId) {
        if !self.attributed.insert(decl) {
            return;
        }
        let around = std::mem::take(&mut self.results);
        if self.deeper(|this| this.class_body(scope, decl)).is_none() {
            self.too_deep(self.unit.type_decls[decl].span);
        }
        self.results = around;
    }

    fn class_body(&mut self, scope: &Scope, decl: TypeDeclId) {
        let class = self.types.source_class(self.index, decl);
        if self.types.class_data(class).has_outer_instance {
            self.out.outer_instances.insert(decl);
        }

        let tree = &self.unit.type_decls[decl];
        let body = scope.in_body(decl);
        self.declare_written(&body, &tree.components);
        let of_constants = body.with(Entry::Static);

        for index in 0..tree.constants.len() {
            self.enum_constant(&of_constants, decl, index);
        }

        for (index, member) in tree.members.iter().enumerate() {
            self.results = Results::default();
            self.member(&body, decl, index, member);
        }

        if !is_interface(tree) {
            self.implied_super(&body, decl);
        }
    }

    fn member(&mut self, body: &Scope, decl: TypeDeclId, index: usize, member: &Member) {
        let scope = member_scope(self.unit, decl, index, body);
        match member {
            Member::Field(field) => self.field_initializer(&scope, field),
            Member::Method(method) => self.method_body(&scope, decl, method),
            Member::Initializer { body, .. } => {
                self.statement(&scope, *body);
            }
            Member::Type(member) => self.class(body, *member),
        }
    }

    fn field_initializer(&mut self, scope: &Scope, field: &FieldDecl) {
        let ty = self.types.written(self.place(scope), &field.ty).ty;
        if let Some(initial) = field.initial {
            self.assigned(scope, initial, ty);
        }
    }

    /// The body of a method or constructor; that of a compact constructor has the components as
    /// parameters.
    fn method_body(&mut self, scope: &Scope, decl: TypeDeclId, method: &MethodDecl) {
        self.declare_written(scope, &method.parameters);
        let result = method
            .result
            .as_ref()
            .map(|result| self.types.written(self.place(scope), result).ty);
        let components = &self.unit.type_decls[decl].components;
        let parameters = if method.compact {
            components
        } else {
            &method.parameters
        };
        self.results.returns = match result {
            Some(ty) if ty != Ty::VOID => Returns::Method(ty),
            _ => Returns::Nothing,
        };

        if let Some(block) = method.body {
            self.code(scope, parameters, block);
        }
    }

    fn code(&mut self, scope: &Scope, parameters: &[VarId], block: StmtId) {
        let scope = self.with_variables(scope, parameters);
        self.statement(&scope, block);
    }

    /// Gives variables the types that are written for them in a header.
    fn declare_written(&mut self, scope: &Scope, vars: &[VarId]) {
        for &var in vars {
            let written = self.unit.vars[var].ty.as_ref();
            let ty = written.map_or(Ty::UNKNOWN, |ty| {
                self.types.written(self.place(scope), ty).ty
            });
            self.declare(var, ty);
        }
    }

    /// Gives a local variable its type.
    pub(super) fn declare(&mut self, var: VarId, ty: Ty) {
        self.vars[var] = ty;
        self.out.vars[var] = self.types.erased(ty);
    }
}
