//! Bodies of method references: one call of what the reference names. Captured values come first,
//! then the parameters of the interface's method, converted as `LambdaMetafactory` does.

use ir::{AllocationKind, CallKind, CallSyntax, LocalId, MethodRef, Target, Terminator};
use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use jvm::classfile::{MethodHandle, ReferenceKind};

use crate::class::DeclaredClass;
use crate::dynamic::{Dynamic, Function, dynamic};
use crate::emitter::{Call, Emitter};
use crate::error::{Fault, Result};
use crate::flow::Flow;
use crate::ordinals::ordinals;
use crate::place::{Context, Home};
use crate::raw::RawBody;

/// The body of method number `method`, which runs what the dynamic call at `pc` of a method of the
/// class file makes a function of.
///
/// # Errors
/// Where the class file is damaged.
pub(crate) fn reference(
    class: &DeclaredClass,
    method: usize,
    call: (usize, u32),
    place: (&Context<'_>, Home),
) -> Result<RawBody> {
    let (member, pc) = call;
    let code = class.file.code(member)?;
    let code = code.ok_or_else(|| Fault::new("the method has no code"))?;
    let instruction = code.instruction(pc)?;
    let dynamic_call = class.file.pool.dynamic_call(&instruction)?;
    let dynamic_call = dynamic_call.ok_or_else(|| Fault::new("there is no dynamic call"))?;
    let (name, descriptor) = (
        &dynamic_call.signature.name,
        &dynamic_call.signature.descriptor,
    );
    let known = dynamic(
        &class.file,
        &class.rows,
        dynamic_call.bootstrap,
        name,
        descriptor,
    )?;
    let Dynamic::Function(function) = known else {
        return Err(Fault::new("the dynamic call makes no function"));
    };

    let mut emit = Emitter::new(class, method, place);
    let line = Flow::of(&class.file, &code).map_or(0, |flow| flow.line(pc));
    emit.span.line = line;
    emit.span.column = u32::from(line > 0);
    let body = Reference {
        emit,
        function: &function,
        handle: class.file.pool.method_handle(function.implementation)?,
        ordinal: ordinals(class, member, &code, place.0.hierarchy)
            .get(&pc)
            .copied()
            .unwrap_or_default(),
        is_lambda: class.functions.has_lambda(member, pc),
    };

    body.lower()
}

struct Reference<'a> {
    emit: Emitter<'a>,
    function: &'a Function,
    handle: MethodHandle<'a>,
    ordinal: u32,
    is_lambda: bool,
}

impl Reference<'_> {
    fn lower(mut self) -> Result<RawBody> {
        let captures = self.parameters(&self.function.factory.parameters.clone());
        let own = self.parameters(&self.function.erased.parameters.clone());
        let mut arguments = captures;
        for (value, ty) in own.into_iter().zip(&self.function.instantiated.parameters) {
            arguments.push(self.narrowed(value, ty));
        }

        let result = self.run(arguments)?;
        let value = match (&self.function.erased.result, result) {
            (None, _) => None,
            (Some(wanted), Some(value)) => Some(self.adapted(value, wanted)?),
            (Some(_), None) => return Err(Fault::new("the function has no result")),
        };
        let block = self.emit.block;
        self.emit.raw.blocks[block].terminator = Terminator::Return(value);

        Ok(self.emit.raw)
    }

    fn parameters(&mut self, types: &[Type]) -> Vec<LocalId> {
        let locals = types.iter().map(|ty| self.emit.raw.typed(ty.clone()));
        let locals: Vec<LocalId> = locals.collect();
        self.emit.raw.parameters.extend(&locals);
        locals
    }

    /// A parameter as one of the type that the type arguments give it.
    fn narrowed(&mut self, value: LocalId, ty: &Type) -> LocalId {
        let own = self.type_of(value);
        if own.is_reference() && ty.is_reference() && own != *ty {
            self.emit.cast(value, ty.clone())
        } else {
            value
        }
    }

    fn type_of(&self, local: LocalId) -> Type {
        let fixed = self.emit.raw.locals[local].fixed.clone();
        fixed.unwrap_or_else(Type::object)
    }

    /// Calls what the reference names.
    fn run(&mut self, mut arguments: Vec<LocalId>) -> Result<Option<LocalId>> {
        let member = &self.handle.member;
        let descriptor = MethodDescriptor::parse(&member.descriptor)?;
        let owner = Type::of_class_constant(&member.owner)?;
        let target = self
            .emit
            .method_ref(&member.owner, &member.name, &member.descriptor);
        let (kind, receiver) = match self.handle.kind {
            ReferenceKind::InvokeStatic => (CallKind::Static, None),
            ReferenceKind::NewInvokeSpecial => {
                let object = self.emit.allocate(AllocationKind::Instance, owner.clone());
                (CallKind::Special, Some(object))
            }
            ReferenceKind::InvokeVirtual
            | ReferenceKind::InvokeInterface
            | ReferenceKind::InvokeSpecial => {
                if arguments.is_empty() {
                    return Err(Fault::new("the function has no receiver"));
                }
                (self.kind(&target), Some(arguments.remove(0)))
            }
            _ => return Err(Fault::new("the function runs no method")),
        };
        if arguments.len() != descriptor.parameters.len() {
            return Err(Fault::new(
                "the function passes other arguments than its method takes",
            ));
        }

        let mut passed = Vec::with_capacity(arguments.len());
        for (value, ty) in arguments.into_iter().zip(&descriptor.parameters) {
            passed.push(self.adapted(value, ty)?);
        }
        let is_new = self.handle.kind == ReferenceKind::NewInvokeSpecial;
        let result = self.emit.call(Call {
            kind,
            syntax: self.syntax(kind, &target),
            target: Target::Resolved(target),
            receiver,
            arguments: passed,
            result: descriptor.result,
            ordinal: self.ordinal,
        });

        Ok(if is_new { receiver } else { result })
    }

    fn kind(&self, target: &MethodRef) -> CallKind {
        let resolved = self
            .emit
            .hierarchy()
            .resolve_method(&target.owner, &target.name, &target.descriptor)
            .found();
        let is_private = resolved.is_some_and(|method| method.info().access.is_private());
        match self.handle.kind {
            ReferenceKind::InvokeSpecial => CallKind::Special,
            _ if is_private => CallKind::Special,
            ReferenceKind::InvokeInterface => CallKind::Interface,
            _ => CallKind::Virtual,
        }
    }

    fn syntax(&self, kind: CallKind, target: &MethodRef) -> CallSyntax {
        let is_own = target.owner == self.emit.class.info().name;
        if self.is_lambda {
            CallSyntax::Inserted
        } else if kind == CallKind::Special && !is_own && &*target.name != "<init>" {
            CallSyntax::SuperInvocation
        } else {
            CallSyntax::MethodReference
        }
    }

    /// A value as one of a type: boxed, unboxed or widened where it has to be.
    fn adapted(&mut self, value: LocalId, wanted: &Type) -> Result<LocalId> {
        match (self.type_of(value), wanted) {
            (Type::Primitive(own), Type::Primitive(to)) if own != *to => {
                Ok(self.widened(value, own, *to))
            }
            (Type::Primitive(own), Type::Class(_) | Type::Array(_)) => self.boxed(value, own),
            (own @ (Type::Class(_) | Type::Array(_)), Type::Primitive(to)) => {
                let wrapped = own
                    .class_name()
                    .and_then(|name| Primitive::from_wrapper(name));
                let wrapped = wrapped.unwrap_or(*to);
                let value = self.unboxed(value, wrapped)?;
                Ok(self.widened(value, wrapped, *to))
            }
            _ => Ok(value),
        }
    }

    fn widened(&mut self, value: LocalId, own: Primitive, wanted: Primitive) -> LocalId {
        if own == wanted {
            return value;
        }
        self.emit.copy(value, Type::Primitive(wanted))
    }

    fn boxed(&mut self, value: LocalId, own: Primitive) -> Result<LocalId> {
        let class = own.wrapper();
        let descriptor = format!("({})L{class};", own.descriptor());
        let boxed = self
            .emit
            .inserted_static(class, "valueOf", &descriptor, vec![value]);
        boxed.ok_or_else(|| Fault::new("boxing has a result"))
    }

    fn unboxed(&mut self, value: LocalId, wrapped: Primitive) -> Result<LocalId> {
        let class = Type::class(wrapped.wrapper());
        let object = if self.type_of(value) == class {
            value
        } else {
            self.emit.cast(value, class)
        };
        let name = format!("{}Value", wrapped.keyword());
        let descriptor = format!("(){}", wrapped.descriptor());
        let target = self.emit.method_ref(wrapped.wrapper(), &name, &descriptor);
        let result = self.emit.call(Call {
            kind: CallKind::Virtual,
            target: Target::Resolved(target),
            receiver: Some(object),
            arguments: Vec::new(),
            result: Some(Type::Primitive(wrapped)),
            syntax: CallSyntax::Inserted,
            ordinal: 0,
        });
        result.ok_or_else(|| Fault::new("unboxing has a result"))
    }
}
