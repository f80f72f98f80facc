//! Class instance creation (JLS 15.9): the object, then the arguments in order, then the
//! constructor call.
//!
//! javac passes an inner class's outer instance before the written arguments and the captured
//! variables of a local class behind them.

use std::sync::Arc;

use ir::{AllocationKind, CallKind, CallSyntax, Constant, Hides, LocalId, StatementKind, Target};
use java_attribute::Creation;
use java_syntax::ast::{ExprId, ExprKind, TypeDeclId};
use java_types::descriptor::{Primitive, Type};
use text::Span;

use crate::body::BodyLowering;
use crate::calls::{Invoke, inserted, parameters_of};
use crate::types;

const MATCH_EXCEPTION: &str = "java/lang/MatchException";
const MATCH_EXCEPTION_PARAMETERS: &str = "(Ljava/lang/String;Ljava/lang/Throwable;)V";

impl<'a> BodyLowering<'_, 'a> {
    /// `new T(..)`, `outer.new T(..)`, `new T(..) { .. }`.
    pub(crate) fn lower_creation(
        &mut self,
        id: ExprId,
        outer: Option<ExprId>,
        arguments: &'a [ExprId],
        body: Option<TypeDeclId>,
        span: Span,
    ) -> LocalId {
        let Some(creation) = self.facts().creations.get(&id) else {
            return self.unresolved_creation(id, outer, arguments, body, span);
        };
        let ty = Type::class(creation.class.clone());
        let object = self.allocate(AllocationKind::Instance, ty, self.tree().exprs[id].span);
        let outer = outer.map(|outer| self.non_null(outer, arguments));
        let passed = self.constructor_arguments(
            creation,
            Vec::new(),
            outer,
            body.is_some(),
            arguments,
            span,
        );
        self.invoke_constructor(&creation.target, object, passed, CallSyntax::Creation, span);

        object
    }

    /// All arguments of a constructor in javac's order: the outer instance, `leading` ones (name
    /// and ordinal of an enum constant), those written, captured variables. The written outer
    /// instance of an anonymous class's superclass is one of the written arguments.
    pub(crate) fn constructor_arguments(
        &mut self,
        creation: &'a Creation,
        leading: Vec<LocalId>,
        outer: Option<LocalId>,
        is_anonymous: bool,
        arguments: &'a [ExprId],
        span: Span,
    ) -> Vec<LocalId> {
        let mut passed = Vec::with_capacity(arguments.len() + 2);
        match (outer, &creation.outer) {
            (Some(outer), None) => passed.push(outer),
            (Some(outer), Some(_)) if !is_anonymous => passed.push(outer),
            (outer, Some(class)) => {
                passed.push(self.instance_of(Some(class), span));
                passed.extend(outer);
            }
            (None, None) => {}
        }
        passed.extend(leading);

        let parameters = parameters_of(&creation.target);
        let parameters = parameters
            .as_deref()
            .map(|all| &all[passed.len().min(all.len())..]);
        passed.extend(self.arguments(arguments, creation.varargs.as_ref(), parameters, span));
        passed.extend(self.captured_variables(creation, span));

        passed
    }

    /// Returns what is passed to a constructor without being written: the outer instance first,
    /// captured variables last.
    pub(crate) fn implied_arguments(&mut self, creation: &'a Creation, span: Span) -> Vec<LocalId> {
        let outer = creation
            .outer
            .as_ref()
            .map(|class| self.instance_of(Some(class), span));
        outer
            .into_iter()
            .chain(self.captured_variables(creation, span))
            .collect()
    }

    pub(crate) fn captured_variables(&mut self, creation: &Creation, span: Span) -> Vec<LocalId> {
        let captured = creation
            .captures_of
            .and_then(|class| self.facts().captures.get(&class));
        captured
            .into_iter()
            .flatten()
            .map(|&var| self.read_var(var, span))
            .collect()
    }

    /// An anonymous class below one that is nowhere to be found: somebody makes an object of it
    /// with what it captures.
    fn hand_over(&mut self, body: TypeDeclId, span: Span, reason: &str) {
        self.hides(Hides::Object(self.unit.class_id(body)), span, reason);
        let captured = self.facts().captures.get(&body).into_iter().flatten();
        let mut values: Vec<LocalId> = captured.map(|&var| self.read_var(var, span)).collect();
        if self.unit.outer_instance_class(body).is_some() {
            values.push(self.this(span));
        }
        self.missing_effect(values, span, reason);
    }

    /// Calls a constructor on a new object, or on `this`.
    pub(crate) fn invoke_constructor(
        &mut self,
        target: &Target,
        object: LocalId,
        arguments: Vec<LocalId>,
        syntax: CallSyntax,
        span: Span,
    ) {
        self.invoke(Invoke {
            kind: CallKind::Special,
            target: target.clone(),
            receiver: Some(object),
            arguments,
            result: None,
            syntax,
            is_emitted: true,
            span,
        });
    }

    fn unresolved_creation(
        &mut self,
        id: ExprId,
        outer: Option<ExprId>,
        arguments: &'a [ExprId],
        body: Option<TypeDeclId>,
        span: Span,
    ) -> LocalId {
        if let Some(outer) = outer {
            self.expr(outer);
        }

        let passed = self.arguments(arguments, None, None, span);
        let (ty, reason) = (
            self.static_type(id),
            "the class that is created is not known",
        );

        if let Some(body) = body {
            self.hand_over(body, span, reason);
        }

        let object = self.missing(ty, span, reason);
        let target = Target::Unresolved {
            name: Arc::from("<init>"),
            arity: arguments.len(),
        };
        self.invoke_constructor(&target, object, passed, CallSyntax::Creation, span);

        object
    }

    /// The value of an expression that must not be null where it is evaluated: an outer instance,
    /// what a method reference is bound to. `this`, new objects and constants (JLS 15.29) never
    /// are; javac tests the instance of a class further out, and class literals, all the same.
    pub(crate) fn non_null(&mut self, id: ExprId, later: &[ExprId]) -> LocalId {
        let value = self.operand(id, later);
        let is_new = matches!(self.tree().exprs[id].kind, ExprKind::New { .. });
        let constant = self
            .facts()
            .exprs
            .get(id)
            .and_then(|facts| facts.constant.as_ref());
        let is_constant = constant.is_some_and(|constant| !matches!(constant, Constant::Class(_)));
        if !is_new && !is_constant && self.receiver != Some(value) {
            self.require_not_null(value, self.tree().exprs[id].span);
        }
        value
    }

    /// `Objects.requireNonNull(value)`, as javac inserts it.
    pub(crate) fn require_not_null(&mut self, value: LocalId, span: Span) {
        let descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;";
        let invoke = inserted(
            CallKind::Static,
            "java/util/Objects",
            "requireNonNull",
            descriptor,
            None,
            vec![value],
            span,
        );
        self.invoke(Invoke {
            result: None,
            ..invoke
        });
    }

    /// A new object of a library class, made by code that the compiler inserts.
    fn inserted_creation(
        &mut self,
        class: &str,
        descriptor: &str,
        arguments: Vec<LocalId>,
        span: Span,
    ) -> LocalId {
        let object = self.inserted_object(class, span);
        self.inserted_constructor(class, descriptor, object, arguments, span)
    }

    fn inserted_object(&mut self, class: &str, span: Span) -> LocalId {
        self.allocate(AllocationKind::Instance, Type::class(class), span)
    }

    /// Runs the constructor of an object that code of the compiler made; the object.
    fn inserted_constructor(
        &mut self,
        class: &str,
        descriptor: &str,
        object: LocalId,
        arguments: Vec<LocalId>,
        span: Span,
    ) -> LocalId {
        self.invoke(inserted(
            CallKind::Special,
            class,
            "<init>",
            descriptor,
            Some(object),
            arguments,
            span,
        ));
        object
    }

    /// The error of a failed assertion.
    pub(crate) fn assertion_error(&mut self, message: Option<ExprId>, span: Span) -> LocalId {
        let class = "java/lang/AssertionError";
        let object = self.inserted_object(class, span);
        let value = message.map(|message| self.expr(message));
        let parameter = value.map(|value| match self.type_of(value) {
            Type::Primitive(Primitive::Byte | Primitive::Short) => types::INT,
            ty if ty.is_reference() => Type::object(),
            ty => ty,
        });
        let descriptor = crate::methods::descriptor(parameter, None);
        let arguments = value.into_iter().collect();
        self.inserted_constructor(class, &descriptor, object, arguments, span)
    }

    /// Returns what an exhaustive switch throws where no case takes its selector.
    pub(crate) fn match_failure(&mut self, span: Span) -> LocalId {
        if !self.unit.numbering.has_match_exception {
            return self.inserted_creation(
                "java/lang/IncompatibleClassChangeError",
                "()V",
                Vec::new(),
                span,
            );
        }

        let message = self.constant(Constant::Null, types::string(), span);
        let cause = self.constant(Constant::Null, types::throwable(), span);
        self.inserted_creation(
            MATCH_EXCEPTION,
            MATCH_EXCEPTION_PARAMETERS,
            vec![message, cause],
            span,
        )
    }

    /// Returns what a record pattern throws where an accessor threw `cause`.
    pub(crate) fn accessor_failure(&mut self, cause: LocalId, span: Span) -> LocalId {
        let object = self.inserted_object(MATCH_EXCEPTION, span);
        let message = self.inserted_on(
            cause,
            types::THROWABLE,
            "toString",
            "()Ljava/lang/String;",
            Vec::new(),
            span,
        );
        let message =
            message.unwrap_or_else(|| self.constant(Constant::Null, types::string(), span));

        self.inserted_constructor(
            MATCH_EXCEPTION,
            MATCH_EXCEPTION_PARAMETERS,
            object,
            vec![message, cause],
            span,
        )
    }

    /// A new array with the given elements.
    pub(crate) fn packed_locals(&mut self, values: &[LocalId], ty: &Type, span: Span) -> LocalId {
        let array = self.allocate(AllocationKind::Array, ty.clone(), span);
        let element = types::element(ty).unwrap_or_else(Type::object);
        for (position, &value) in values.iter().enumerate() {
            let index = self.integer(position as i64, span);
            let source = self.coerced(value, &element, span);
            self.graph.push(
                StatementKind::ArrayStore {
                    array,
                    index,
                    source,
                },
                span,
            );
        }

        array
    }
}
