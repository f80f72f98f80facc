//! Lambda expressions and method references (JLS 15.13, 15.27): functional objects whose bodies are
//! synthetic methods.

use std::sync::Arc;

use ir::{
    AllocationKind, CallKind, CallSyntax, Enclosing, Hides, LocalId, Method, MethodId, MethodKind,
};
use java_attribute::{CallTarget, Creation, Functional, ReferenceTarget};
use java_syntax::ast::{ExprId, ExprKind, Ident, LambdaBody, Stmt, StmtKind, VarId};
use java_types::descriptor::Type;
use text::Span;

use crate::body::{BodyLowering, Captures, Code};
use crate::calls::parameters_of;
use crate::methods::descriptor;
use crate::names::contains;
use crate::unit::{Capture, FunctionalBody, UnitLowering};

const PRIVATE_STATIC_SYNTHETIC: u16 = 0x0002 | 0x0008 | 0x1000;

impl Captures {
    fn kinds(&self) -> Vec<Capture> {
        let receiver = self.receiver.map(|_| Capture::Receiver);
        let outer = self.outer.map(|_| Capture::Outer);
        receiver
            .into_iter()
            .chain(outer)
            .chain(self.vars.keys().copied().map(Capture::Var))
            .collect()
    }

    fn locals(&self) -> impl Iterator<Item = LocalId> + '_ {
        self.receiver
            .into_iter()
            .chain(self.outer)
            .chain(self.vars.values().copied())
    }
}

impl<'a> BodyLowering<'_, 'a> {
    /// A lambda expression or method reference: the functional object.
    pub(crate) fn lower_functional(&mut self, id: ExprId, ty: &Type, span: Span) -> LocalId {
        let functional = self.facts().functionals.get(&id);
        let kind = &self.tree().exprs[id].kind;
        if let ExprKind::Lambda { parameters, body } = kind {
            return match functional {
                Some(functional) => self.lower_lambda(id, parameters, *body, functional),
                None => self.lambda_of_missing(id, parameters, *body, ty),
            };
        }

        let ExprKind::MethodReference {
            qualifier, name, ..
        } = kind
        else {
            return self.unknown(ty.clone(), span, "what is no function has the place of one");
        };

        match functional.and_then(|functional| Some((functional, functional.reference.as_ref()?))) {
            Some((functional, reference)) => {
                self.lower_reference(id, *qualifier, reference, functional)
            }
            None => self.reference_of_missing(*qualifier, name, ty, span),
        }
    }

    /// A method reference whose function, or whose method, is nowhere to be found: a library's
    /// function, which calls whatever has the name.
    fn reference_of_missing(
        &mut self,
        qualifier: ExprId,
        name: &Ident,
        ty: &Type,
        span: Span,
    ) -> LocalId {
        let reason = format!("what `{}` refers to is not known", name.text);
        let name = if &*name.text == "new" {
            Arc::from("<init>")
        } else {
            name.text.clone()
        };
        self.hides(Hides::Method(name), span, &reason);
        let receiver = match self.tree().exprs[qualifier].kind {
            ExprKind::Super(_) => Some(self.this(span)),
            _ if self.is_type_name(qualifier) => None,
            _ => Some(self.expr(qualifier)),
        };
        self.missing_effect(receiver.into_iter().collect(), span, &reason);
        self.missing(ty.clone(), span, &reason)
    }

    fn lower_lambda(
        &mut self,
        id: ExprId,
        parameters: &'a [VarId],
        body: LambdaBody,
        functional: &Functional,
    ) -> LocalId {
        let span = self.tree().exprs[id].span;
        let known = self.unit.functionals.get(&id).cloned();
        let known = known.unwrap_or_else(|| self.lambda_body(id, parameters, body, functional));
        let captures = known
            .captures
            .iter()
            .map(|&capture| self.captured(capture, span))
            .collect();
        self.functional_object(known.method, captures, functional, span)
    }

    /// A lambda for an interface that is nowhere to be found: a library's, which runs it whenever
    /// it likes.
    fn lambda_of_missing(
        &mut self,
        id: ExprId,
        parameters: &'a [VarId],
        body: LambdaBody,
        ty: &Type,
    ) -> LocalId {
        self.missing_effect(
            Vec::new(),
            self.tree().exprs[id].span,
            "the functional interface is not known",
        );
        let functional = Functional {
            interface: ty
                .class_name()
                .cloned()
                .unwrap_or_else(|| Arc::from("java/lang/Object")),
            markers: Vec::new(),
            method: Arc::from("?"),
            descriptor: descriptor(parameters.iter().map(|_| Type::object()), None),
            parameters: parameters
                .iter()
                .map(|&parameter| self.var_type(parameter))
                .collect(),
            result: self.may_return(body).then(Type::object),
            reference: None,
        };

        self.lower_lambda(id, parameters, body, &functional)
    }

    /// Returns whether a lambda body may have a value.
    fn may_return(&self, body: LambdaBody) -> bool {
        match body {
            LambdaBody::Expr(value) => self
                .facts()
                .calls
                .get(&value)
                .is_none_or(|call| call.result.is_some()),
            LambdaBody::Block(block) => {
                let block = self.tree().stmts[block].span;
                let returns = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Return(Some(_)));
                self.tree()
                    .stmts
                    .iter()
                    .any(|stmt| returns(stmt) && contains(block, stmt.span))
            }
        }
    }

    fn captured(&mut self, capture: Capture, span: Span) -> LocalId {
        match capture {
            Capture::Receiver => self.this(span),
            Capture::Var(var) => self.read_var(var, span),
            Capture::Outer => match self.unit.outer_instance_class(self.code.class) {
                Some(outer) => self.outer_parameter(outer),
                None => self.this(span),
            },
        }
    }

    /// Lowers the body of a lambda; copies of clean-up code share it, as javac makes one method of
    /// it.
    fn lambda_body(
        &mut self,
        id: ExprId,
        parameters: &'a [VarId],
        body: LambdaBody,
        functional: &Functional,
    ) -> FunctionalBody {
        let span = self.tree().exprs[id].span;
        let enclosing = self.lambda_enclosing();
        let code = Code {
            method: self.unit.reserve_synthetic(
                self.code.class,
                MethodKind::Lambda,
                enclosing.clone(),
                span,
            ),
            enclosing,
            span,
            result: functional.result.clone(),
            is_copied: false,
            ..self.code.clone()
        };

        let mut inner = BodyLowering::new(self.unit, code);
        inner.captures = Some(Captures::default());
        let own: Vec<LocalId> = parameters
            .iter()
            .map(|&parameter| inner.var(parameter))
            .collect();
        inner.lambda_code(body);
        let body = inner.finish_lambda(own);
        self.unit.functionals.insert(id, body.clone());

        body
    }

    fn lambda_enclosing(&mut self) -> Enclosing {
        let method = format!("{}/lambda#{}", self.code.enclosing.method, self.lambdas);
        self.lambdas += 1;
        Enclosing {
            class: self.code.enclosing.class.clone(),
            method: Arc::from(method),
        }
    }

    fn lambda_code(&mut self, body: LambdaBody) {
        match body {
            LambdaBody::Block(block) => {
                self.stmt(block);
                if let Some(ty) = self.code.result.clone().filter(|_| self.graph.is_live()) {
                    let value =
                        self.missing(ty, self.code.span, "the functional interface is not known");
                    self.graph.end(self.return_of(Some(value)));
                }
            }
            LambdaBody::Expr(value) => match self.code.result.clone() {
                None => self.effect(value),
                Some(ty) => {
                    let span = self.tree().exprs[value].span;
                    let value = self.expr(value);
                    let value = self.coerced(value, &ty, span);
                    self.graph.end(self.return_of(Some(value)));
                }
            },
        }
    }

    fn finish_lambda(mut self, own: Vec<LocalId>) -> FunctionalBody {
        let captures = self.captures.take().unwrap_or_default();
        let method = self.code.method;
        let body = FunctionalBody {
            method,
            captures: captures.kinds(),
        };
        self.finish_synthetic(captures.locals().chain(own).collect());
        body
    }

    /// Hands over a synthetic body, whose descriptor follows from its parameters.
    fn finish_synthetic(self, parameters: Vec<LocalId>) {
        let types = parameters.iter().map(|&parameter| self.type_of(parameter));
        let descriptor = descriptor(types, self.code.result.as_ref());
        self.unit.part.methods[self.code.method].descriptor = descriptor;
        self.finish(parameters);
    }

    fn functional_object(
        &mut self,
        body: MethodId,
        captures: Vec<LocalId>,
        functional: &Functional,
        span: Span,
    ) -> LocalId {
        let kind = AllocationKind::Functional {
            interface: functional.interface.clone(),
            markers: functional.markers.clone(),
            name: functional.method.clone(),
            descriptor: functional.descriptor.clone(),
            body,
            captures,
        };
        self.allocate(kind, Type::class(functional.interface.clone()), span)
    }

    /// A method reference: what it captures is evaluated now, its one call stands in a synthetic
    /// body.
    fn lower_reference(
        &mut self,
        id: ExprId,
        qualifier: ExprId,
        reference: &'a ReferenceTarget,
        functional: &'a Functional,
    ) -> LocalId {
        let span = self.tree().exprs[id].span;
        let captures = match reference {
            ReferenceTarget::Method(target) if target.kind != CallKind::Static => {
                vec![self.bound_receiver(qualifier, span)]
            }
            ReferenceTarget::Constructor(creation) if self.finds_instance(creation) => {
                let own = self.this(span);
                std::iter::once(own)
                    .chain(self.captured_variables(creation, span))
                    .collect()
            }
            ReferenceTarget::Constructor(creation) => self.implied_arguments(creation, span),
            ReferenceTarget::Method(_)
            | ReferenceTarget::Unbound(_)
            | ReferenceTarget::Array(_) => Vec::new(),
        };

        // Copies of clean-up code share the body.
        let known = self.unit.functionals.get(&id).cloned();
        let known =
            known.unwrap_or_else(|| self.reference_body(id, &captures, reference, functional));
        self.functional_object(known.method, captures, functional, span)
    }

    /// Returns whether a reference to the constructor of an inner class finds the outer instance
    /// from `this` when it runs, as the method that javac makes of it does; in constructors `this`
    /// need not be there yet.
    fn finds_instance(&self, creation: &Creation) -> bool {
        creation
            .outer
            .as_ref()
            .is_some_and(|outer| *outer != *self.class_name())
            && !self.code.is_constructor
    }

    /// The receiver of `expression::m`, evaluated once and not null (JLS 15.13.3).
    fn bound_receiver(&mut self, qualifier: ExprId, span: Span) -> LocalId {
        match self.tree().exprs[qualifier].kind {
            ExprKind::Super(ref class) => self.super_receiver(class.as_ref(), span),
            ExprKind::This(_) => self.expr(qualifier),
            _ => self.non_null(qualifier, &[]),
        }
    }

    fn reference_body(
        &mut self,
        id: ExprId,
        captures: &[LocalId],
        reference: &ReferenceTarget,
        functional: &Functional,
    ) -> FunctionalBody {
        let span = self.tree().exprs[id].span;
        let enclosing = self.code.enclosing.clone();
        let method = self.unit.reserve_synthetic(
            self.code.class,
            MethodKind::MethodReference,
            enclosing,
            span,
        );
        let captured: Vec<Type> = captures.iter().map(|&local| self.type_of(local)).collect();
        let code = Code {
            method,
            span,
            result: functional.result.clone(),
            is_static: true,
            is_reference: true,
            is_copied: self.is_copied(),
            ..self.code.clone()
        };

        let mut inner = BodyLowering::new(self.unit, code);
        // Captured values come first, and the parameters of the function behind them.
        let taken: Vec<LocalId> = captured.into_iter().map(|ty| inner.temporary(ty)).collect();
        if let ReferenceTarget::Constructor(creation) = reference
            && inner.finds_instance(creation)
        {
            inner.receiver = taken.first().copied();
        }
        let own: Vec<LocalId> = functional
            .parameters
            .iter()
            .map(|ty| inner.temporary(ty.clone()))
            .collect();

        let result = inner.reference_call(reference, &taken, &own, span);
        inner.return_reference(result, span);
        inner.finish_synthetic(taken.into_iter().chain(own).collect());
        let body = FunctionalBody {
            method,
            captures: Vec::new(),
        };
        self.unit.functionals.insert(id, body.clone());

        body
    }

    fn return_reference(&mut self, result: Option<LocalId>, span: Span) {
        let wanted = self.code.result.clone();
        let value = result.zip(wanted).map(|(value, wanted)| {
            let value = self.coerced(value, &wanted, span);
            if wanted.is_reference() {
                self.cast(value, wanted, span)
            } else {
                value
            }
        });
        self.graph.end(self.return_of(value));
    }

    /// The call that a method reference makes: captured values first, then its own parameters.
    fn reference_call(
        &mut self,
        reference: &ReferenceTarget,
        captured: &[LocalId],
        own: &[LocalId],
        span: Span,
    ) -> Option<LocalId> {
        match reference {
            ReferenceTarget::Method(target) => {
                self.reference_invocation(target, captured.first().copied(), own, span)
            }
            ReferenceTarget::Unbound(target) => {
                let (receiver, arguments) = own.split_first()?;
                self.reference_invocation(target, Some(*receiver), arguments, span)
            }
            ReferenceTarget::Constructor(creation) => {
                Some(self.reference_creation(creation, captured, own, span))
            }
            ReferenceTarget::Array(ty) => {
                Some(self.allocate(AllocationKind::Array, ty.clone(), span))
            }
        }
    }

    fn reference_invocation(
        &mut self,
        target: &CallTarget,
        receiver: Option<LocalId>,
        arguments: &[LocalId],
        span: Span,
    ) -> Option<LocalId> {
        let parameters = parameters_of(&target.target);
        let arguments = self.passed_on(
            arguments,
            target.varargs.as_ref(),
            parameters.as_deref(),
            span,
        );
        let syntax = if target.is_super {
            CallSyntax::SuperInvocation
        } else {
            CallSyntax::MethodReference
        };

        let result = target.result.clone().filter(|_| self.code.result.is_some());
        self.invoke_target(
            &CallTarget {
                result,
                ..target.clone()
            },
            receiver,
            arguments,
            syntax,
            span,
        )
    }

    fn reference_creation(
        &mut self,
        creation: &Creation,
        captured: &[LocalId],
        own: &[LocalId],
        span: Span,
    ) -> LocalId {
        let (outer, variables) =
            captured.split_at(usize::from(creation.outer.is_some()).min(captured.len()));
        let parameters = parameters_of(&creation.target);
        let parameters = parameters
            .as_deref()
            .map(|all| &all[outer.len().min(all.len())..]);
        let object = self.allocate(
            AllocationKind::Instance,
            Type::class(creation.class.clone()),
            span,
        );

        let outer = if self.finds_instance(creation) {
            vec![self.instance_of(creation.outer.as_ref(), span)]
        } else {
            outer.to_vec()
        };
        let arguments = self.passed_on(own, creation.varargs.as_ref(), parameters, span);
        let arguments = outer
            .into_iter()
            .chain(arguments)
            .chain(variables.iter().copied())
            .collect();
        self.invoke_constructor(
            &creation.target,
            object,
            arguments,
            CallSyntax::MethodReference,
            span,
        );

        object
    }

    /// Parameters of a synthetic body as arguments: the last ones packed where the call has
    /// variable arity.
    fn passed_on(
        &mut self,
        own: &[LocalId],
        varargs: Option<&(usize, Type)>,
        parameters: Option<&[Type]>,
        span: Span,
    ) -> Vec<LocalId> {
        let fixed = varargs
            .map_or(own.len(), |(first, _)| *first)
            .min(own.len());
        let mut passed = Vec::with_capacity(fixed + 1);

        for (position, &value) in own[..fixed].iter().enumerate() {
            passed.push(
                match parameters.and_then(|parameters| parameters.get(position)) {
                    Some(parameter) => self.coerced(value, parameter, span),
                    None => value,
                },
            );
        }

        if let Some((_, array)) = varargs {
            passed.push(self.packed_locals(&own[fixed..], array, span));
        }

        passed
    }
}

impl UnitLowering<'_> {
    /// A synthetic static method without a descriptor and body yet.
    fn reserve_synthetic(
        &mut self,
        class: java_syntax::ast::TypeDeclId,
        kind: MethodKind,
        enclosing: Enclosing,
        span: Span,
    ) -> MethodId {
        let prefix = if kind == MethodKind::Lambda {
            "lambda"
        } else {
            "reference"
        };
        let name = Arc::from(format!("{prefix}#{}", self.next_synthetic(class)));

        self.part.methods.push(Method {
            class: self.class_id(class),
            name,
            descriptor: Arc::from("()V"),
            access: PRIVATE_STATIC_SYNTHETIC,
            kind,
            span,
            enclosing,
            annotations: Vec::new(),
            body: None,
        })
    }
}
