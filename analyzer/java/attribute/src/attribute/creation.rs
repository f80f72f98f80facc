//! Class instance creation (JLS 15.9) and the other places that call constructors: `this(..)` and
//! `super(..)` (JLS 8.8.7.1), enum constants (JLS 8.9.1), the `super()` that nobody writes (JLS
//! 8.8.7).

use std::rc::Rc;
use std::sync::Arc;

use ir::{MethodRef, Target};
use java_syntax::ast::{
    ExprId, ExprKind, Nesting, StmtId, StmtKind, TypeDeclId, TypeRef, TypeRefKind,
};

use super::Attributor;
use super::candidates::Candidates;
use super::completed::AnonymousSuper;
use super::invocation::Invocation;
use super::operand::{CallPlace, Operand, Pending, Receiver, Selected, Target as Wanted, Typed};
use crate::infer::Bounds;
use crate::order::has_diamond;
use crate::scope::{Entry, Scope};
use crate::tables::Creation;
use crate::types::{CONSTRUCTOR, ClassId, Header, Phase, Ty};

impl Attributor<'_, '_> {
    /// `new T(..)`, `outer.new T(..)`, with or without a class body.
    pub(super) fn creation(&mut self, scope: &Scope, expr: ExprId) -> Rc<Operand> {
        let ExprKind::New {
            outer,
            ty,
            arguments,
            body,
            ..
        } = &self.unit.exprs[expr].kind
        else {
            return self.unknown(expr);
        };

        let class = self.created_type(scope, *outer, ty);
        let arguments: Vec<Rc<Operand>> = arguments
            .iter()
            .map(|&argument| self.operand(scope, argument))
            .collect();
        let selected = match self.types.class_of(class) {
            Some(interface)
                if body.is_some() && self.types.class_data(interface).is_interface() =>
            {
                self.interface_creation(class, interface, has_diamond(ty))
            }
            _ => {
                let receiver = if body.is_some() {
                    Receiver::Subclass
                } else {
                    Receiver::New
                };
                let candidates = self.constructor_candidates(class, has_diamond(ty), receiver);
                self.certain_method(scope, &candidates, &arguments, &[])
            }
        };

        match selected {
            Some(selected) => {
                let (place, scope) = (CallPlace::New(expr), scope.clone());
                self.settle(Pending {
                    place,
                    scope,
                    selected,
                    arguments,
                    receiver: Receiver::New,
                })
            }
            None => self.unresolved_creation(scope, expr, class, &arguments),
        }
    }

    /// The type that is instantiated; after an outer instance, a member of its type.
    fn created_type(&mut self, scope: &Scope, outer: Option<ExprId>, ty: &TypeRef) -> Ty {
        let Some(outer) = outer else {
            return self.written(scope, ty);
        };
        let instance = outer;
        let outer = self.value(scope, instance, Wanted::Own);
        self.outer_types.insert(instance, self.types.erasure(outer));
        let TypeRefKind::Named(parts) = &ty.kind else {
            return Ty::UNKNOWN;
        };
        let Some((name, arguments)) = parts.first() else {
            return Ty::UNKNOWN;
        };

        let arguments = self.type_arguments(scope, arguments.as_deref().unwrap_or_default());
        let classes = self.member_classes(outer);
        let member = classes.iter().find_map(|&class| {
            let class = self.types.class_name(class);
            self.types.names.member(&class, &name.text)
        });

        member.map_or(Ty::UNKNOWN, |member| {
            self.types
                .member_type(outer, self.types.class_id(&member), &arguments)
        })
    }

    /// The innermost class around a place whose instance can be the outer instance of `class`, if
    /// that has one.
    fn enclosing_instance(&self, scope: &Scope, class: ClassId) -> Option<Arc<str>> {
        let data = self.types.class_data(class);
        let outer = data.outer.filter(|_| data.has_outer_instance)?;
        let mut before_instance = false;

        for entry in scope.entries() {
            match entry {
                Entry::Prologue => before_instance = true,
                Entry::Class(decl) => {
                    let around = self.types.source_class(self.index, *decl);
                    if !before_instance && self.types.is_subclass(around, outer) {
                        return Some(self.types.class_name(around));
                    }
                    before_instance = false;
                }
                _ => {}
            }
        }

        None
    }

    /// An anonymous class that implements an interface calls the constructor of `Object`.
    fn interface_creation(&self, ty: Ty, interface: ClassId, diamond: bool) -> Option<Selected> {
        let object = self.types.known_class(self.types.known().object);
        let method = self.types.constructors(object).first()?.clone();
        let mut bounds = Bounds::default();
        let data = self.types.class_data(interface);
        let mut result = ty;

        if diamond {
            let own = &data.parameters[data.parameters.len() - data.own_parameters..];
            let variables = bounds.declare(self.types, own, &[], (Vec::new(), [].into()));
            result = self
                .types
                .substitute(self.types.this_type(interface), own, &variables);
        }

        let formals = Vec::new();
        let site = self.types.known().object;
        let (phase, parameters) = (Phase::Strict, Vec::new());
        Some(Selected {
            method,
            phase,
            site,
            formals,
            packed: None,
            result,
            parameters,
            bounds,
            unchecked: false,
        })
    }

    fn unresolved_creation(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        class: Ty,
        arguments: &[Rc<Operand>],
    ) -> Rc<Operand> {
        arguments.iter().for_each(|argument| {
            self.finish(argument, Wanted::Own);
        });
        self.blame(expr, class, arguments);

        if self
            .types
            .class_of(class)
            .is_some_and(|class| !self.types.is_incomplete(class))
        {
            self.unresolved_creations.insert(expr);
        }
        if let ExprKind::New {
            body: Some(body), ..
        } = &self.unit.exprs[expr].kind
        {
            self.class(scope, *body);
            let ty = self
                .types
                .this_type(self.types.source_class(self.index, *body));
            return self.standalone(expr, ty, None);
        }

        self.standalone(expr, class, None)
    }

    /// `this(..)`, `super(..)`, `outer.super(..)`.
    pub(super) fn constructor_call(&mut self, scope: &Scope, stmt: StmtId) {
        let StmtKind::ConstructorCall {
            is_super,
            outer,
            arguments,
        } = &self.unit.stmts[stmt].kind
        else {
            return;
        };
        let Some(class) = self.enclosing_class(scope) else {
            return;
        };

        let scope = scope.with(Entry::Prologue);
        if let Some(outer) = outer {
            self.value(&scope, *outer, Wanted::Own);
        }

        let ty = if *is_super {
            self.superclass(class)
        } else {
            self.types.this_type(class)
        };
        let arguments: Vec<Rc<Operand>> = arguments
            .iter()
            .map(|&argument| self.operand(&scope, argument))
            .collect();

        self.construct(&scope, CallPlace::ConstructorCall(stmt), ty, arguments);
    }

    /// The constructor call of an enum constant, and the class of its body.
    pub(super) fn enum_constant(&mut self, scope: &Scope, decl: TypeDeclId, index: usize) {
        let constant = &self.unit.type_decls[decl].constants[index];
        let ty = self
            .types
            .this_type(self.types.source_class(self.index, decl));
        let arguments: Vec<Rc<Operand>> = constant
            .arguments
            .iter()
            .map(|&a| self.operand(scope, a))
            .collect();
        self.construct(scope, CallPlace::EnumConstant(decl, index), ty, arguments);
        constant
            .body
            .into_iter()
            .for_each(|body| self.class(scope, body));
    }

    /// The `super()` of constructors that call none.
    pub(super) fn implied_super(&mut self, scope: &Scope, decl: TypeDeclId) {
        let class = self.types.source_class(self.index, decl);
        if self.types.class_data(class).is_interface() || self.out.implied_super.contains_key(&decl)
        {
            return;
        }
        let ty = self.superclass(class);
        if self.types.class_of(ty) == Some(self.types.known_class(self.types.known().enumeration)) {
            self.implied_super_of_enum(decl);
            return;
        }
        let scope = scope.with(Entry::Prologue);
        self.construct(&scope, CallPlace::ImpliedSuper(decl), ty, Vec::new());
    }

    /// Constructors of enums pass name and ordinal to that of `Enum`.
    fn implied_super_of_enum(&mut self, decl: TypeDeclId) {
        let class: Arc<str> = "java/lang/Enum".into();
        let method = MethodRef {
            owner: class.clone(),
            name: CONSTRUCTOR.into(),
            descriptor: "(Ljava/lang/String;I)V".into(),
        };
        let target = Target::Resolved(method);
        let creation = Creation {
            target,
            class,
            varargs: None,
            outer: None,
            captures_of: None,
        };

        self.out.implied_super.insert(decl, creation);
    }

    fn superclass(&self, class: ClassId) -> Ty {
        self.types
            .header(class)
            .superclass
            .unwrap_or(self.types.known().object)
    }

    fn construct(&mut self, scope: &Scope, place: CallPlace, ty: Ty, arguments: Vec<Rc<Operand>>) {
        let candidates: Candidates = self.constructor_candidates(ty, false, Receiver::Subclass);
        match self.certain_method(scope, &candidates, &arguments, &[]) {
            Some(selected) => {
                let scope = scope.clone();
                self.complete(
                    &Pending {
                        place,
                        scope,
                        selected,
                        arguments,
                        receiver: Receiver::New,
                    },
                    None,
                );
            }
            None => arguments.iter().for_each(|argument| {
                self.finish(argument, Wanted::Own);
            }),
        }
    }

    /// Notes the constructor that a place calls.
    pub(super) fn note_creation(&mut self, pending: &Pending, invocation: &Invocation) -> Typed {
        let selected = &pending.selected;
        let outer = if self.writes_outer(pending.place) {
            None
        } else {
            self.enclosing_instance(&pending.scope, selected.method.class)
        };
        let creation = self.creation_of(selected, invocation, outer);
        match pending.place {
            CallPlace::New(expr) => return self.note_new(expr, pending, invocation, creation),
            CallPlace::ConstructorCall(stmt) => {
                drop(self.out.constructor_calls.insert(stmt, creation))
            }
            CallPlace::ImpliedSuper(decl) => drop(self.out.implied_super.insert(decl, creation)),
            CallPlace::EnumConstant(decl, index) => {
                self.note_constant(decl, index, creation, invocation, selected)
            }
            CallPlace::Call(_) => {}
        }

        Typed {
            expr: ExprId::new(0),
            ty: invocation.result,
            raw: invocation.result,
            value: None,
        }
    }

    /// Returns whether the outer instance is written: `outer.new T(..)`, `outer.super(..)`.
    fn writes_outer(&self, place: CallPlace) -> bool {
        match place {
            CallPlace::New(expr) => matches!(
                self.unit.exprs[expr].kind,
                ExprKind::New { outer: Some(_), .. }
            ),
            CallPlace::ConstructorCall(stmt) => {
                matches!(
                    self.unit.stmts[stmt].kind,
                    StmtKind::ConstructorCall { outer: Some(_), .. }
                )
            }
            CallPlace::Call(_) | CallPlace::EnumConstant(..) | CallPlace::ImpliedSuper(_) => false,
        }
    }

    fn creation_of(
        &self,
        selected: &Selected,
        invocation: &Invocation,
        outer: Option<Arc<str>>,
    ) -> Creation {
        let class = selected.method.class;
        let name = self.types.class_name(class);
        Creation {
            target: Target::Resolved(MethodRef {
                owner: name.clone(),
                name: CONSTRUCTOR.into(),
                descriptor: selected.method.descriptor.clone(),
            }),
            class: name,
            varargs: self.varargs(selected, invocation),
            outer,
            captures_of: self.capturing(class),
        }
    }

    /// The declaration of a class that may capture variables of code around it.
    fn capturing(&self, class: ClassId) -> Option<TypeDeclId> {
        let (unit, decl) = self.types.declaration(class)?;
        let captures = matches!(
            self.unit.type_decls.get(decl)?.nesting,
            Nesting::Local(_) | Nesting::Anonymous(_)
        );
        (unit == self.index && captures).then_some(decl)
    }

    fn note_new(
        &mut self,
        expr: ExprId,
        pending: &Pending,
        invocation: &Invocation,
        creation: Creation,
    ) -> Typed {
        let ExprKind::New { body, outer, .. } = &self.unit.exprs[expr].kind else {
            return self.typed(expr, invocation.result, invocation.result);
        };
        let Some(body) = *body else {
            self.out.creations.insert(expr, creation);
            return self.typed(
                expr,
                invocation.result,
                self.types.erasure(invocation.result),
            );
        };

        let outer = outer.and_then(|outer| self.outer_types.get(&outer).copied());
        let class = self.types.source_class(self.index, body);
        if let Some(superclass) = outer.and(self.types.internal_name(invocation.result)) {
            self.types
                .names
                .set_superclass(self.types.class_name(class), superclass);
        }

        let header = Header {
            superclass: Some(invocation.result),
            interfaces: Vec::new(),
        };
        self.types
            .set_header(class, self.types.anonymous_header(header));
        let own = self.anonymous_creation(body, creation, invocation, &pending.selected, outer);
        self.out.creations.insert(expr, own);
        self.class(&pending.scope, body);
        let ty = self.types.this_type(class);

        self.typed(expr, ty, self.types.erasure(ty))
    }

    /// The creation of an anonymous class, whose constructor passes its parameters on to that of
    /// the superclass.
    fn anonymous_creation(
        &mut self,
        body: TypeDeclId,
        superclass: Creation,
        invocation: &Invocation,
        selected: &Selected,
        outer: Option<Ty>,
    ) -> Creation {
        let class = self.types.source_class(self.index, body);
        let mut formals: Vec<Ty> = outer.into_iter().collect();
        let written = selected.method.formals.len() - usize::from(invocation.packed.is_some());
        formals.extend(
            invocation
                .formals
                .iter()
                .take(written)
                .map(|&formal| self.types.erasure(formal)),
        );
        formals.extend(
            invocation
                .packed
                .map(|packed| self.types.array_of(self.types.erasure(packed))),
        );

        let data = self.types.class_data(class);
        let own_outer = data
            .outer
            .filter(|_| data.has_outer_instance)
            .map(|outer| self.types.class_name(outer));
        let name = self.types.class_name(class);
        let all: Vec<Ty> = self
            .types
            .implied_formals(class)
            .into_iter()
            .chain(formals.iter().copied())
            .collect();

        let creation = Creation {
            target: Target::Resolved(MethodRef {
                owner: name.clone(),
                name: CONSTRUCTOR.into(),
                descriptor: self.types.method_descriptor(&all, Ty::VOID),
            }),
            class: name,
            varargs: superclass.varargs.clone(),
            outer: own_outer,
            captures_of: Some(body),
        };

        let varargs = selected.method.is_varargs();
        self.anonymous_supers
            .insert(body, AnonymousSuper { formals, varargs });
        self.out.implied_super.insert(
            body,
            Creation {
                varargs: None,
                ..superclass
            },
        );

        creation
    }

    fn note_constant(
        &mut self,
        decl: TypeDeclId,
        index: usize,
        creation: Creation,
        invocation: &Invocation,
        selected: &Selected,
    ) {
        let creation = match self.unit.type_decls[decl].constants[index].body {
            Some(body) => self.anonymous_creation(body, creation, invocation, selected, None),
            None => creation,
        };
        self.out.constants.insert((decl, index), creation);
    }

    /// The constructor that `T::new` calls.
    pub(super) fn constructed(
        &self,
        scope: &Scope,
        selected: &Selected,
        invocation: &Invocation,
    ) -> Option<Creation> {
        let outer = self.enclosing_instance(scope, selected.method.class);
        Some(self.creation_of(selected, invocation, outer))
    }

    /// Adds the captured variables to the descriptors of the constructors of local and anonymous
    /// classes, once it is known what they capture: javac passes them last.
    pub(super) fn pass_captured_variables(&mut self) {
        let captured: Vec<(TypeDeclId, String)> = self
            .out
            .captures
            .iter()
            .map(|(&decl, vars)| (decl, self.captured_descriptors(vars)))
            .collect();
        for (decl, text) in captured {
            for creation in self
                .all_creations()
                .filter(|creation| creation.captures_of == Some(decl))
            {
                if let Target::Resolved(method) = &mut creation.target {
                    method.descriptor = method.descriptor.replace(')', &format!("{text})")).into();
                }
            }
        }
    }

    fn captured_descriptors(&self, vars: &[java_syntax::ast::VarId]) -> String {
        vars.iter()
            .map(|&var| self.erased_or_object(self.vars[var]).to_string())
            .collect()
    }

    fn all_creations(&mut self) -> impl Iterator<Item = &mut Creation> {
        let out = &mut self.out;
        let referenced =
            out.functionals
                .values_mut()
                .filter_map(|functional| match &mut functional.reference {
                    Some(crate::tables::ReferenceTarget::Constructor(creation)) => Some(creation),
                    _ => None,
                });
        out.creations
            .values_mut()
            .chain(out.constants.values_mut())
            .chain(out.constructor_calls.values_mut())
            .chain(out.implied_super.values_mut())
            .chain(referenced)
    }
}

impl CallPlace {
    /// The expression, if it is one.
    pub(super) fn expr(self) -> Option<ExprId> {
        match self {
            CallPlace::Call(expr) | CallPlace::New(expr) => Some(expr),
            CallPlace::ConstructorCall(_)
            | CallPlace::EnumConstant(..)
            | CallPlace::ImpliedSuper(_) => None,
        }
    }
}
