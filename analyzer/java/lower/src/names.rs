//! Names: variables, fields, instances (JLS 6.5, 15.8, 15.11).

use std::sync::Arc;

use ir::{ArithmeticKind, Hides, LocalId};
use java_attribute::NameMeaning;
use java_syntax::ast::{ExprId, ExprKind, TypeDeclId, TypeRef, VarId};
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::types;

impl<'a> BodyLowering<'_, 'a> {
    /// The value of a simple or qualified name.
    pub(crate) fn lower_name(
        &mut self,
        id: ExprId,
        qualifier: Option<ExprId>,
        name: &str,
        span: Span,
    ) -> LocalId {
        match self.facts().names.get(&id) {
            Some(&NameMeaning::Local(var)) => self.read_var(var, span),
            Some(meaning @ NameMeaning::Field { .. }) => {
                let meaning = meaning.clone();
                self.load_named(&meaning, qualifier, span)
            }
            Some(NameMeaning::ArrayLength) if qualifier.is_some() => {
                let array = qualifier
                    .map(|array| self.expr(array))
                    .into_iter()
                    .collect();
                self.compute(ArithmeticKind::ArrayLength, array, types::INT, span)
            }
            _ => {
                let object = qualifier.filter(|&qualifier| self.is_value(qualifier));
                object.into_iter().for_each(|part| self.effect(part));
                let (ty, reason) = (self.static_type(id), format!("`{name}` is not resolved"));
                if self.may_be_program_field(qualifier, name) {
                    self.hides(Hides::Field(name.into()), span, &reason);
                }
                self.missing(ty, span, &reason)
            }
        }
    }

    /// Returns whether an unresolved name may be a field of the sources: of an object that an
    /// expression gives, be its type as unknown as it may, for it may have come out of the library.
    pub(crate) fn may_be_program_field(&self, qualifier: Option<ExprId>, name: &str) -> bool {
        qualifier.is_some_and(|qualifier| !self.is_type_name(qualifier))
            && self.unit.numbering.has_objects_named(name)
    }

    /// Returns whether an unresolved name's qualifier is surely an expression.
    pub(crate) fn is_value(&self, id: ExprId) -> bool {
        match self.tree().exprs[id].kind {
            ExprKind::Name(_) | ExprKind::Select { .. } => {
                matches!(
                    self.facts().names.get(&id),
                    Some(NameMeaning::Local(_) | NameMeaning::Field { .. })
                )
            }
            ExprKind::Type(_) | ExprKind::Super(_) => false,
            _ => true,
        }
    }

    fn load_named(
        &mut self,
        meaning: &NameMeaning,
        qualifier: Option<ExprId>,
        span: Span,
    ) -> LocalId {
        let NameMeaning::Field {
            owner,
            declared_in,
            name,
            ty,
            is_static,
            receiver_class,
            constant,
        } = meaning
        else {
            return self.unknown(Type::object(), span, "a name that is no field");
        };

        let object = self.field_receiver(qualifier, receiver_class.as_ref(), *is_static, &[], span);
        // javac copies the constant, but tests a written object for null.
        if let Some(constant) = constant {
            object
                .into_iter()
                .for_each(|object| self.require_not_null(object, span));
            return self.constant(constant.clone(), ty.clone(), span);
        }

        let field = self.unit.field_ref(owner, declared_in, name);
        self.load(object, field, ty.clone(), span)
    }

    /// The object whose field a name means; a qualifier that is not needed is evaluated all the
    /// same.
    pub(crate) fn field_receiver(
        &mut self,
        qualifier: Option<ExprId>,
        receiver_class: Option<&Arc<str>>,
        is_static: bool,
        later: &[ExprId],
        span: Span,
    ) -> Option<LocalId> {
        match qualifier {
            None if is_static => None,
            None => Some(self.instance_of(receiver_class, span)),
            Some(qualifier) if self.is_type_name(qualifier) => None,
            Some(qualifier) => match self.tree().exprs[qualifier].kind {
                ExprKind::Super(_) if is_static => None,
                ExprKind::Super(ref class) => Some(self.super_receiver(class.as_ref(), span)),
                _ => Some(self.operand(qualifier, later)).filter(|_| !is_static),
            },
        }
    }

    /// The local that holds a variable: its own, or that of a captured value.
    pub(crate) fn read_var(&mut self, id: VarId, span: Span) -> LocalId {
        if let Some(&local) = self.vars.get(&id) {
            return local;
        }
        let declared = self.tree().vars[id].name.span;
        // A variable of this code that has no local yet.
        if contains(self.code.span, declared) {
            return self.var(id);
        }
        match self.captures {
            Some(_) => self.capture_var(id),
            None => self.captured_by_class(id, span),
        }
    }

    fn capture_var(&mut self, id: VarId) -> LocalId {
        let name = self.tree().vars[id].name.text.clone();
        let local = self.graph.local(Some(name), self.var_type(id));
        self.vars.insert(id, local);
        if let Some(captures) = &mut self.captures {
            captures.vars.insert(id, local);
        }
        local
    }

    /// A variable that this class, or one around it, captured: `val$x` of that class's instance.
    fn captured_by_class(&mut self, id: VarId, span: Span) -> LocalId {
        let mut class = Some(self.code.class);
        while let Some(candidate) = class {
            if self
                .facts()
                .captures
                .get(&candidate)
                .is_some_and(|captured| captured.contains(&id))
            {
                let name = &self.facts().type_names[candidate];
                let instance = self.instance_of(Some(name), span);
                let field = Arc::from(format!("val${}", self.tree().vars[id].name.text));
                let field = self.unit.field_ref(name, name, &field);
                return self.load(Some(instance), field, self.var_type(id), span);
            }
            class = self.unit.lexical_outer(candidate);
        }

        let reason = format!(
            "`{}` is not captured by the class around it",
            self.tree().vars[id].name.text
        );
        self.unknown(self.var_type(id), span, &reason)
    }

    /// `this` or `Outer.this`.
    pub(crate) fn lower_this(&mut self, class: Option<&TypeRef>, ty: &Type, span: Span) -> LocalId {
        match class {
            None => self.instance_of(None, span),
            Some(_) => self.instance_of(ty.class_name(), span),
        }
    }

    /// The receiver of `super.m(..)` and `T.super.m(..)`: `this`, or the instance of the enclosing
    /// class `T`.
    pub(crate) fn super_receiver(&mut self, class: Option<&TypeRef>, span: Span) -> LocalId {
        let named = class.and_then(|class| self.written(class));
        let enclosing = named
            .as_ref()
            .and_then(Type::class_name)
            .filter(|name| self.is_enclosing(name))
            .cloned();
        self.instance_of(enclosing.as_ref(), span)
    }

    fn is_enclosing(&self, name: &str) -> bool {
        let mut class = Some(self.code.class);
        while let Some(candidate) = class {
            if *self.facts().type_names[candidate] == *name {
                return true;
            }
            class = self.unit.lexical_outer(candidate);
        }
        false
    }

    /// The innermost instance of a class around this code, this one included; `this` where none is
    /// named.
    pub(crate) fn instance_of(&mut self, class: Option<&Arc<str>>, span: Span) -> LocalId {
        let mut at = self.code.class;
        let Some(class) = class.filter(|&class| self.facts().type_names[at] != *class) else {
            return self.this(span);
        };
        let mut instance = None;

        while let Some(outer) = self.unit.outer_instance_class(at) {
            let next = self.outer_of(at, outer, instance, span);
            if self.facts().type_names[outer] == *class {
                return next;
            }
            (at, instance) = (outer, Some(next));
        }

        self.unknown(
            Type::class(class.clone()),
            span,
            "no enclosing instance is known",
        )
    }

    /// The outer instance of an instance of class `at`; of this code's own instance if none is
    /// given.
    fn outer_of(
        &mut self,
        at: TypeDeclId,
        outer: TypeDeclId,
        inner: Option<LocalId>,
        span: Span,
    ) -> LocalId {
        let object = match inner {
            Some(inner) => inner,
            // The field may not be set yet, so constructors use their parameter.
            None if self.code.is_constructor => return self.outer_parameter(outer),
            None => self.this(span),
        };
        let owner = &self.facts().type_names[at];
        let field = self
            .unit
            .field_ref(owner, owner, &self.unit.outer_field(at));

        self.load(
            Some(object),
            field,
            Type::class(self.facts().type_names[outer].clone()),
            span,
        )
    }

    /// A constructor's parameter for the outer instance; captured in its lambdas.
    pub(crate) fn outer_parameter(&mut self, outer: TypeDeclId) -> LocalId {
        if let Some(local) = self.outer {
            return local;
        }
        let local = self
            .graph
            .local(None, Type::class(self.facts().type_names[outer].clone()));
        self.outer = Some(local);
        if let Some(captures) = &mut self.captures {
            captures.outer = Some(local);
        }
        local
    }

    /// `this`; captured in lambdas.
    pub(crate) fn this(&mut self, span: Span) -> LocalId {
        if let Some(local) = self.receiver {
            return local;
        }
        let ty = Type::class(self.class_name().clone());
        if self.captures.is_none() || self.code.is_static {
            return self.unknown(ty, span, "`this` in a static context");
        }
        let local = self.graph.local(Some(Arc::from("this")), ty);
        self.receiver = Some(local);
        if let Some(captures) = &mut self.captures {
            captures.receiver = Some(local);
        }
        local
    }

    /// The receiver of a plain call whose method is not known: any instance around this code, if
    /// there is one.
    pub(crate) fn instance_if_any(&mut self, span: Span) -> Option<LocalId> {
        if self.code.is_static {
            return None;
        }

        let this = self.this(span);
        let mut at = self.code.class;
        let Some(mut outer) = self.unit.outer_instance_class(at) else {
            return Some(this);
        };
        let chosen = self.temporary(Type::object());
        self.assign(chosen, this, span);
        let mut instance = None;

        // The method may be one of each class around this code, so each instance may be meant.
        loop {
            let (another, chosen_now) = (self.graph.block(), self.graph.block());
            let is_it = self.undetermined(types::BOOLEAN, span);
            let next = self.outer_of(at, outer, instance, span);
            self.graph.branch(is_it, another, chosen_now);
            self.graph.start(another);
            self.assign(chosen, next, span);
            self.graph.goto(chosen_now);
            self.graph.start(chosen_now);
            (at, instance) = (outer, Some(next));
            match self.unit.outer_instance_class(at) {
                Some(further) => outer = further,
                None => return Some(chosen),
            }
        }
    }
}

/// Returns whether a place lies within a stretch of the same text.
pub(crate) fn contains(stretch: Span, place: Span) -> bool {
    stretch.start <= place.start && place.end <= stretch.end
}
