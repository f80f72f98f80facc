//! Names in expressions (JLS 6.5.2, 6.5.6, 15.11): variables, fields, types and packages.

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::{ExprId, ExprKind, Ident, TypeDeclId, TypeRefKind, VarId};
use java_types::descriptor::Type;

use super::Attributor;
use super::operand::{Operand, Target};
use crate::finding::Finding;
use crate::names::TypeName;
use crate::scope::{Entry, Scope};
use crate::tables::NameMeaning;
use crate::types::Value;
use crate::types::{ClassId, Field, Kind, Ty};

/// The meaning of a simple name as a variable.
enum Variable {
    Local(VarId),
    /// A member of this enclosing class, which is the innermost one or not.
    Member(Rc<Field>, ClassId, bool),
    Imported(Rc<Field>),
}

/// The part before a dot.
#[derive(Debug, Clone)]
pub(super) enum Qualifier {
    /// An expression of this type.
    Value(ExprId, Ty),
    Type(Ty),
    /// `super` of this type.
    Super(Ty),
    /// A package, or something that is nowhere to be found.
    Package(Vec<Arc<str>>),
}

/// Bounds of bounds are followed so far: in broken code they can lead in a circle.
const BOUNDS_IN_A_ROW: u32 = 20;

impl Attributor<'_, '_> {
    /// A simple name in an expression position (JLS 6.5.6.1).
    pub(super) fn name(&mut self, scope: &Scope, expr: ExprId, name: &Ident) -> Rc<Operand> {
        match self.variable(scope, &name.text) {
            Some(variable) => self.variable_operand(expr, variable),
            None => {
                let message = format!("the name `{}` is not known here", name.text);
                self.findings
                    .push(Finding::warning(name.span, "unresolved-name", message));
                self.unknown(expr)
            }
        }
    }

    fn variable(&self, scope: &Scope, name: &Arc<str>) -> Option<Variable> {
        let from = self.enclosing_class(scope);
        let mut innermost = true;
        for entry in scope.entries() {
            match entry {
                Entry::Local(local, var) if local == name => return Some(Variable::Local(*var)),
                Entry::Class(decl) => {
                    let class = self.types.source_class(self.index, *decl);
                    if let Some(field) = self.types.field(class, name, from) {
                        return Some(Variable::Member(field, class, innermost));
                    }
                    innermost = false;
                }
                _ => {}
            }
        }

        self.types
            .static_import(self.index, name)
            .map(Variable::Imported)
    }

    fn variable_operand(&mut self, expr: ExprId, variable: Variable) -> Rc<Operand> {
        match variable {
            Variable::Local(var) => {
                self.out.names.insert(expr, NameMeaning::Local(var));
                let ty = self.vars[var];
                let value = self.var_values.get(&var).cloned();
                let captured = self.types.capture(ty);
                self.standalone_as(expr, captured, self.types.erasure(ty), value)
            }
            Variable::Member(field, class, innermost) => {
                let is_static = field.access.is_static();
                let owner = if is_static && !innermost {
                    field.class
                } else {
                    class
                };
                let receiver = (!is_static).then(|| self.types.class_name(class));
                self.field_operand(expr, &field, self.types.this_type(class), owner, receiver)
            }
            Variable::Imported(field) => {
                self.field_operand(expr, &field, Ty::UNKNOWN, field.class, None)
            }
        }
    }

    /// A field as a member of a type, named through the class `owner`.
    pub(super) fn field_operand(
        &mut self,
        expr: ExprId,
        field: &Field,
        site: Ty,
        owner: ClassId,
        receiver_class: Option<Arc<str>>,
    ) -> Rc<Operand> {
        let value = self.types.field_constant(field);
        let (ty, raw) = self.field_meaning(expr, field, site, owner, receiver_class);
        self.standalone_as(expr, ty, raw, value)
    }

    /// Notes which field a name means; its type as a member of `site`, and the erased type of its
    /// declaration.
    fn field_meaning(
        &mut self,
        expr: ExprId,
        field: &Field,
        site: Ty,
        owner: ClassId,
        receiver_class: Option<Arc<str>>,
    ) -> (Ty, Ty) {
        let raw = self.types.erasure(field.ty);
        let meaning = NameMeaning::Field {
            owner: self.types.class_name(owner),
            declared_in: self.types.class_name(field.class),
            name: field.name.clone(),
            ty: self.types.erased(raw).unwrap_or_else(Type::object),
            is_static: field.access.is_static(),
            receiver_class,
            constant: self.types.field_constant(field).as_ref().map(Value::to_ir),
        };
        self.out.names.insert(expr, meaning);

        (
            self.types
                .capture(self.types.member_field_type(field, site)),
            raw,
        )
    }

    /// `qualifier.name` in an expression position (JLS 6.5.6.2, 15.11).
    pub(super) fn select(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        qualifier: ExprId,
        name: &Ident,
    ) -> Rc<Operand> {
        match self.qualifier(scope, qualifier) {
            Qualifier::Value(_, ty) | Qualifier::Super(ty) => {
                self.select_of_value(scope, expr, ty, name)
            }
            Qualifier::Type(ty) => match self.static_field(scope, ty, &name.text) {
                Some(field) => {
                    let owner = self.types.class_of(ty).unwrap_or(field.class);
                    self.field_operand(expr, &field, ty, owner, None)
                }
                None => self.unknown_member(scope, expr, ty, name),
            },
            Qualifier::Package(parts) => {
                let message = format!(
                    "neither a type nor a variable `{}` is known here",
                    parts.join(".")
                );
                self.findings.push(Finding::warning(
                    self.unit.exprs[qualifier].span,
                    "unresolved-name",
                    message,
                ));
                self.unknown(expr)
            }
        }
    }

    fn select_of_value(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        ty: Ty,
        name: &Ident,
    ) -> Rc<Operand> {
        if self.types.component(self.types.array_bound(ty)).is_some() && &*name.text == "length" {
            self.out.names.insert(expr, NameMeaning::ArrayLength);
            return self.standalone(expr, Ty::INT, None);
        }

        let from = self.enclosing_class(scope);
        let erased = self.types.class_of(self.types.erasure(ty));
        let classes = self.member_classes(ty);
        match classes
            .iter()
            .find_map(|&class| self.types.field(class, &name.text, from))
        {
            Some(field) => {
                let owner = erased
                    .filter(|&class| self.types.is_subclass(class, field.class))
                    .unwrap_or(field.class);
                let site = self.types.capture(ty);
                let (ty, raw) = self.field_meaning(expr, &field, site, owner, None);
                self.standalone_as(expr, ty, raw, None)
            }
            None => self.unknown_member(scope, expr, ty, name),
        }
    }

    /// Reports a missing member of a known type. A type that is not known has a finding already.
    fn unknown_member(&mut self, _: &Scope, expr: ExprId, ty: Ty, name: &Ident) -> Rc<Operand> {
        let complete = self
            .member_classes(ty)
            .iter()
            .all(|&class| !self.types.is_incomplete(class));
        if ty != Ty::UNKNOWN && complete {
            let message = format!("no field `{}` is known here", name.text);
            self.findings
                .push(Finding::warning(name.span, "unresolved-name", message));
        }
        self.unknown(expr)
    }

    /// The classes whose members a value of the type has, in the order in which they are looked
    /// through.
    pub(super) fn member_classes(&self, ty: Ty) -> Vec<ClassId> {
        match self.types.kind(ty) {
            Kind::Class(class, _) => vec![class],
            Kind::Array(_) => vec![self.types.known_class(self.types.known().object)],
            Kind::Intersection(members) => members
                .iter()
                .flat_map(|&member| self.member_classes(member))
                .collect(),
            Kind::Variable(_) | Kind::Captured(_) => self.bounding_classes(ty, BOUNDS_IN_A_ROW),
            _ => Vec::new(),
        }
    }

    /// The classes of a type variable's bounds; of those that are variables again, those of theirs.
    fn bounding_classes(&self, variable: Ty, in_a_row: u32) -> Vec<ClassId> {
        let bounds = self.types.bounds_of(variable);
        let classes = bounds
            .iter()
            .flat_map(|&bound| match self.types.kind(bound) {
                Kind::Variable(_) | Kind::Captured(_) if in_a_row > 0 => {
                    self.bounding_classes(bound, in_a_row - 1)
                }
                _ => self.member_classes(bound),
            });
        classes.collect()
    }

    fn static_field(&self, scope: &Scope, ty: Ty, name: &Arc<str>) -> Option<Rc<Field>> {
        self.types
            .field(self.types.class_of(ty)?, name, self.enclosing_class(scope))
    }

    /// Attributes the part before a dot or `::` (JLS 6.5.2): variables go before types, types
    /// before packages.
    pub(super) fn qualifier(&mut self, scope: &Scope, expr: ExprId) -> Qualifier {
        match &self.unit.exprs[expr].kind {
            ExprKind::Name(name) => match self.variable(scope, &name.text) {
                Some(variable) => {
                    let operand = self.variable_operand(expr, variable);
                    Qualifier::Value(expr, self.finish(&operand, Target::Own))
                }
                None => self.type_or_package(scope, expr, name),
            },
            ExprKind::Select { qualifier, name } => {
                self.select_qualifier(scope, expr, *qualifier, name)
            }
            ExprKind::Type(ty) => {
                let ty = self.written(scope, ty);
                self.type_qualifier(expr, ty)
            }
            ExprKind::Super(ty) => {
                let ty = self.super_type(scope, ty.as_ref());
                self.standalone(expr, ty, None);
                Qualifier::Super(ty)
            }
            _ => Qualifier::Value(expr, self.value(scope, expr, Target::Own)),
        }
    }

    fn type_or_package(&mut self, scope: &Scope, expr: ExprId, name: &Ident) -> Qualifier {
        match self.types.names.simple(self.place(scope), &name.text) {
            Some(TypeName::Class(class)) => {
                let class = self.types.class_id(&class);
                self.type_qualifier(expr, self.types.class_type(class, &[]))
            }
            Some(TypeName::Variable(..)) => {
                let ty = java_syntax::ast::TypeRef {
                    kind: TypeRefKind::Named(vec![(name.clone(), None)]),
                    span: name.span,
                };
                let ty = self.written(scope, &ty);
                self.type_qualifier(expr, ty)
            }
            None => match self.types.names.missing_import(self.index, name) {
                Some(class) => {
                    let class = self.types.class_id(&class);
                    self.type_qualifier(expr, self.types.class_type(class, &[]))
                }
                None => self.package_qualifier(scope, expr, vec![name.text.clone()]),
            },
        }
    }

    fn type_qualifier(&mut self, expr: ExprId, ty: Ty) -> Qualifier {
        if let Some(erased) = self.types.erased(ty) {
            self.out.names.insert(expr, NameMeaning::Type(erased));
        }
        Qualifier::Type(ty)
    }

    /// A name with nothing behind it that is known; it is no variable for certain only where all
    /// variables are known.
    fn package_qualifier(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        parts: Vec<Arc<str>>,
    ) -> Qualifier {
        if !self.may_have_more_variables(scope) {
            self.out.names.insert(expr, NameMeaning::Package);
        }
        Qualifier::Package(parts)
    }

    /// Returns whether variables may be in scope that nothing shows: fields of missing supertypes,
    /// or imported from a missing type.
    fn may_have_more_variables(&self, scope: &Scope) -> bool {
        let is_incomplete = |decl: &TypeDeclId| {
            self.types
                .is_incomplete(self.types.source_class(self.index, *decl))
        };
        scope
            .entries()
            .any(|entry| matches!(entry, Entry::Class(decl) if is_incomplete(decl)))
            || self.types.imports_missing_members(self.index)
    }

    fn select_qualifier(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        qualifier: ExprId,
        name: &Ident,
    ) -> Qualifier {
        match self.deeper(|this| this.qualifier(scope, qualifier)) {
            Some(Qualifier::Package(parts)) => self.in_package(scope, expr, parts, name),
            Some(Qualifier::Type(ty)) => self.member_qualifier(scope, expr, ty, name),
            Some(Qualifier::Value(_, ty) | Qualifier::Super(ty)) => {
                let operand = self.select_of_value(scope, expr, ty, name);
                Qualifier::Value(expr, self.finish(&operand, Target::Own))
            }
            None => Qualifier::Package(Vec::new()),
        }
    }

    /// The class of a package, or a longer name of a package.
    fn in_package(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        mut parts: Vec<Arc<str>>,
        name: &Ident,
    ) -> Qualifier {
        parts.push(name.text.clone());
        let class: Arc<str> = parts.join("/").into();
        if self.types.names.exists(&class) {
            let class = self.types.class_id(&class);
            return self.type_qualifier(expr, self.types.class_type(class, &[]));
        }
        self.package_qualifier(scope, expr, parts)
    }

    fn member_qualifier(&mut self, scope: &Scope, expr: ExprId, ty: Ty, name: &Ident) -> Qualifier {
        if let Some(field) = self.static_field(scope, ty, &name.text) {
            let owner = self.types.class_of(ty).unwrap_or(field.class);
            let operand = self.field_operand(expr, &field, ty, owner, None);
            return Qualifier::Value(expr, self.finish(&operand, Target::Own));
        }
        self.member_type_qualifier(scope, expr, ty, name)
    }

    fn member_type_qualifier(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        ty: Ty,
        name: &Ident,
    ) -> Qualifier {
        let member = self.types.class_of(ty).and_then(|class| {
            let class = self.types.class_name(class);
            self.types.names.member(&class, &name.text)
        });
        match member {
            Some(member) => {
                let member = self.types.class_id(&member);
                let ty = self.types.member_type(ty, member, &[]);
                self.type_qualifier(expr, ty)
            }
            None => {
                let operand = self.unknown_member(scope, expr, ty, name);
                Qualifier::Value(expr, self.finish(&operand, Target::Own))
            }
        }
    }

    /// The class before `::new` (JLS 15.13): a type, even where a variable has its name.
    pub(super) fn class_qualifier(&mut self, scope: &Scope, expr: ExprId) -> Qualifier {
        match &self.unit.exprs[expr].kind {
            ExprKind::Name(name) => self.type_or_package(scope, expr, name),
            ExprKind::Select { qualifier, name } => {
                match self.deeper(|this| this.class_qualifier(scope, *qualifier)) {
                    Some(Qualifier::Package(parts)) => self.in_package(scope, expr, parts, name),
                    Some(Qualifier::Type(ty)) => self.member_type_qualifier(scope, expr, ty, name),
                    _ => Qualifier::Package(Vec::new()),
                }
            }
            _ => self.qualifier(scope, expr),
        }
    }
}
