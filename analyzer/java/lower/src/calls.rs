//! Method calls (JLS 15.12): receiver, arguments in order, then the call.

use std::sync::Arc;

use ir::{CallKind, CallSite, CallSyntax, LocalId, MethodRef, PointId, StatementKind, Target};
use java_attribute::{CallTarget, NameMeaning};
use java_syntax::ast::{ExprId, ExprKind, Ident};
use java_types::descriptor::{MethodDescriptor, Type};
use text::Span;

use crate::body::BodyLowering;
use crate::scopes::repeated_point;

/// A call that is about to be made, operands evaluated.
#[derive(Debug, Clone)]
pub(crate) struct Invoke {
    pub(crate) kind: CallKind,
    pub(crate) target: Target,
    pub(crate) receiver: Option<LocalId>,
    pub(crate) arguments: Vec<LocalId>,
    /// Erased type of the result, if it is used.
    pub(crate) result: Option<Type>,
    pub(crate) syntax: CallSyntax,
    /// True if javac emits this very call as an instruction, so that it counts for ordinals.
    pub(crate) is_emitted: bool,
    pub(crate) span: Span,
}

impl Invoke {
    /// A call that stands for a value of which nothing is known but its type.
    pub(crate) fn unknown_value(ty: Type, span: Span) -> Self {
        Invoke {
            kind: CallKind::Static,
            target: Target::Unresolved {
                name: Arc::from("?"),
                arity: 0,
            },
            receiver: None,
            arguments: Vec::new(),
            result: Some(ty),
            syntax: CallSyntax::Inserted,
            is_emitted: false,
            span,
        }
    }
}

/// A call target of which nothing is known but name and arity.
pub(crate) fn unresolved(name: &Arc<str>, arity: usize) -> CallTarget {
    CallTarget {
        target: Target::Unresolved {
            name: name.clone(),
            arity,
        },
        kind: CallKind::Virtual,
        receiver_class: None,
        is_super: false,
        varargs: None,
        result: Some(Type::object()),
    }
}

/// The parts of a method invocation expression.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) qualifier: Option<ExprId>,
    pub(crate) name: &'a Ident,
    pub(crate) arguments: &'a [ExprId],
}

impl<'a> BodyLowering<'_, 'a> {
    /// A method invocation; its result, if it has one and `used`.
    pub(crate) fn lower_call(&mut self, id: ExprId, call: Call<'a>, used: bool) -> Option<LocalId> {
        let target = self.facts().calls.get(&id).cloned();
        let target = target.unwrap_or_else(|| unresolved(&call.name.text, call.arguments.len()));
        let receiver = self.call_receiver(&target, call);
        let parameters = parameters_of(&target.target);
        let arguments = self.arguments(
            call.arguments,
            target.varargs.as_ref(),
            parameters.as_deref(),
            call.name.span,
        );

        // A static method is called as always.
        let is_super = target.is_super && receiver.is_some();
        let syntax = if is_super {
            CallSyntax::SuperInvocation
        } else {
            CallSyntax::Invocation
        };
        let kind = if receiver.is_some() {
            target.kind
        } else {
            CallKind::Static
        };

        let used_target = CallTarget {
            result: target.result.clone().filter(|_| used),
            kind,
            ..target
        };
        self.invoke_target(&used_target, receiver, arguments, syntax, call.name.span)
    }

    /// The receiver of a call; a qualifier that is not needed is evaluated all the same.
    fn call_receiver(&mut self, target: &CallTarget, call: Call<'a>) -> Option<LocalId> {
        let is_static = target.kind == CallKind::Static;
        match call.qualifier {
            None if is_static => None,
            None if matches!(target.target, Target::Unresolved { .. }) => {
                self.instance_if_any(call.name.span)
            }
            None => Some(self.instance_of(target.receiver_class.as_ref(), call.name.span)),
            Some(qualifier) if self.is_type_name(qualifier) => None,
            Some(qualifier) => match &self.tree().exprs[qualifier].kind {
                ExprKind::Super(_) if is_static => None,
                ExprKind::Super(class) => Some(self.super_receiver(class.as_ref(), call.name.span)),
                _ => Some(self.operand(qualifier, call.arguments)).filter(|_| !is_static),
            },
        }
    }

    /// Returns whether an expression is a qualifier without a value: a type or package.
    pub(crate) fn is_type_name(&self, id: ExprId) -> bool {
        match self.tree().exprs[id].kind {
            ExprKind::Type(_) => true,
            ExprKind::Name(_) | ExprKind::Select { .. } => {
                matches!(
                    self.facts().names.get(&id),
                    Some(NameMeaning::Type(_) | NameMeaning::Package)
                )
            }
            _ => false,
        }
    }

    /// Arguments in order: the last ones packed into an array where the call has variable arity,
    /// each converted to the type of its parameter. An array that nothing is packed into stands at
    /// `span`.
    pub(crate) fn arguments(
        &mut self,
        written: &'a [ExprId],
        varargs: Option<&(usize, Type)>,
        parameters: Option<&[Type]>,
        span: Span,
    ) -> Vec<LocalId> {
        let fixed = varargs
            .map_or(written.len(), |(first, _)| *first)
            .min(written.len());
        let mut passed = Vec::with_capacity(fixed + 1);

        for position in 0..fixed {
            // A later argument may assign the variable that this one reads (JLS 15.7.4).
            let value = self.operand(written[position], &written[position + 1..]);
            let span = self.tree().exprs[written[position]].span;
            passed.push(
                match parameters.and_then(|parameters| parameters.get(position)) {
                    Some(parameter) => self.coerced(value, parameter, span),
                    None => value,
                },
            );
        }

        if let Some((_, array)) = varargs {
            passed.push(self.packed(&written[fixed..], array, span));
        }

        passed
    }

    /// Makes a call whose target attribution found.
    pub(crate) fn invoke_target(
        &mut self,
        target: &CallTarget,
        receiver: Option<LocalId>,
        arguments: Vec<LocalId>,
        syntax: CallSyntax,
        span: Span,
    ) -> Option<LocalId> {
        let CallTarget {
            target,
            kind,
            result,
            ..
        } = target.clone();
        self.invoke(Invoke {
            kind,
            target,
            receiver,
            arguments,
            result,
            syntax,
            is_emitted: true,
            span,
        })
    }

    /// Makes a call; its result, if there is one. Nothing is made where control does not come.
    pub(crate) fn invoke(&mut self, invoke: Invoke) -> Option<LocalId> {
        let result = invoke.result.clone().map(|ty| self.temporary(ty));
        // javac emits no dead code, so a dead call counts for no ordinal.
        if self.graph.is_live() {
            let invoke = self.fitting(invoke);
            let point = self.point(&invoke);
            let Invoke {
                kind,
                target,
                receiver,
                arguments,
                span,
                ..
            } = invoke;
            let method = self.code.method;
            let site = CallSite {
                method,
                point,
                kind,
                target,
                receiver,
                arguments,
                result,
            };
            let site = self.unit.part.calls.push(site);
            self.graph.push(StatementKind::Call(site), span);
        }

        result
    }

    /// The call as it is; a gap with any target where it does not pass what its target takes, which
    /// is so in code that nothing compiles (`outer.super()` of a class without outer instance).
    fn fitting(&mut self, invoke: Invoke) -> Invoke {
        let Target::Resolved(method) = &invoke.target else {
            return invoke;
        };
        let arity = invoke.arguments.len();
        let has_receiver = invoke.receiver.is_some() == (invoke.kind != CallKind::Static);
        let has_arguments =
            MethodDescriptor::parse(&method.descriptor).is_ok_and(|d| d.parameters.len() == arity);

        if has_receiver && has_arguments {
            return invoke;
        }

        self.unknown_effect(invoke.span, "the call does not pass what its target takes");
        let target = Target::Unresolved {
            name: method.name.clone(),
            arity,
        };
        Invoke { target, ..invoke }
    }

    /// The point of a call: a new one, or that of the first copy of the code.
    fn point(&mut self, invoke: &Invoke) -> PointId {
        let is_same = |point: &PointId| {
            let point = &self.unit.part.points[*point];
            (point.span, point.syntax) == (invoke.span, invoke.syntax)
        };
        let repeated = repeated_point(&mut self.tapes).filter(is_same);
        let point = repeated.unwrap_or_else(|| self.new_point(invoke));
        self.record_point(point);
        point
    }

    fn new_point(&mut self, invoke: &Invoke) -> PointId {
        let point = ir::Point {
            file: self.unit.file,
            span: invoke.span,
            syntax: invoke.syntax,
            enclosing: self.code.enclosing.clone(),
            ordinal: 0,
            copied: self.is_copied(),
        };
        let is_emitted =
            invoke.is_emitted && !(self.code.is_reference && invoke.syntax == CallSyntax::Inserted);
        self.unit.part.add_point(point, &invoke.target, is_emitted)
    }

    /// A static call that the compiler inserts; its result.
    pub(crate) fn inserted_static(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
        arguments: Vec<LocalId>,
        span: Span,
    ) -> LocalId {
        let invoke = inserted(
            CallKind::Static,
            owner,
            name,
            descriptor,
            None,
            arguments,
            span,
        );
        self.invoke(invoke)
            .unwrap_or_else(|| unreachable!("{owner}.{name} has a result"))
    }

    /// A virtual call that the compiler inserts; its result, if the descriptor has one.
    pub(crate) fn inserted_on(
        &mut self,
        receiver: LocalId,
        owner: &str,
        name: &str,
        descriptor: &str,
        arguments: Vec<LocalId>,
        span: Span,
    ) -> Option<LocalId> {
        self.invoke(inserted(
            CallKind::Virtual,
            owner,
            name,
            descriptor,
            Some(receiver),
            arguments,
            span,
        ))
    }
}

/// A call that the compiler inserts as an instruction.
pub(crate) fn inserted(
    kind: CallKind,
    owner: &str,
    name: &str,
    descriptor: &str,
    receiver: Option<LocalId>,
    arguments: Vec<LocalId>,
    span: Span,
) -> Invoke {
    let result = MethodDescriptor::parse(descriptor)
        .ok()
        .and_then(|descriptor| descriptor.result);
    let target = Target::Resolved(MethodRef {
        owner: Arc::from(owner),
        name: Arc::from(name),
        descriptor: Arc::from(descriptor),
    });

    Invoke {
        kind,
        target,
        receiver,
        arguments,
        result,
        syntax: CallSyntax::Inserted,
        is_emitted: true,
        span,
    }
}

/// Erased types of the parameters of a resolved target.
pub(crate) fn parameters_of(target: &Target) -> Option<Vec<Type>> {
    match target {
        Target::Resolved(method) => MethodDescriptor::parse(&method.descriptor)
            .ok()
            .map(|parsed| parsed.parameters),
        Target::Candidates(_) | Target::Unresolved { .. } => None,
    }
}
