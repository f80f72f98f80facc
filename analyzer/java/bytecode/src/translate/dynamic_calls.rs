//! Dynamic calls and constants (JVMS 6.5.invokedynamic, 5.4.3.6).

use std::sync::Arc;

use ir::{AllocationKind, ArithmeticKind, CallKind, CallSyntax, Constant, LocalId, Target};
use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use jvm::classfile::{Instruction, MemberRef, ReferenceKind};

use super::Translation;
use crate::category::Category;
use crate::dynamic::{Dynamic, Function, Part, dynamic, row};
use crate::emitter::{Call, INT};
use crate::error::{Fault, Result};
use crate::frame::Entry;

const STRING: &str = "java/lang/String";
const SERIALIZABLE: &str = "java/io/Serializable";

impl Translation<'_> {
    /// `invokedynamic`.
    pub(super) fn invoke_dynamic(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let class = self.emit.class;
        let call = class.file.pool.dynamic_call(instruction)?;
        let call = call.ok_or_else(|| Fault::new("the dynamic call names nothing"))?;
        let (name, text) = (&call.signature.name, &call.signature.descriptor);
        let descriptor = MethodDescriptor::parse(text)?;
        let known = dynamic(&class.file, &class.rows, call.bootstrap, name, text)?;
        let arguments = self.arguments(&descriptor.parameters)?;

        let result = match known {
            Dynamic::Function(function) => Some(self.function(&function, arguments)?),
            Dynamic::Concatenation { parts } => {
                Some(self.concatenation(&descriptor, arguments, &parts))
            }
            Dynamic::RecordMember { getters } if fits_record(name, &descriptor) => {
                Some(self.record_member(name, &getters, &arguments)?)
            }
            Dynamic::Switch { texts, enums } if fits_switch(&descriptor) => {
                Some(self.switch_selector(&texts, enums, &arguments))
            }
            _ => {
                let reason = format!("a dynamic call of `{name}`");
                self.bootstrap(call.bootstrap, &reason)?;
                let result = descriptor.result.clone();
                result.map(|ty| self.emit.unknown_value(ty))
            }
        };

        match (result, descriptor.result) {
            (Some(value), Some(ty)) => self.frame.push(Entry::plain(value, Category::of(&ty))),
            (None, None) => Ok(()),
            _ => Err(Fault::new(
                "the dynamic call has another result than its descriptor",
            )),
        }
    }

    /// A function object.
    fn function(&mut self, function: &Function, captures: Vec<LocalId>) -> Result<LocalId> {
        let interface = function.factory.result.as_ref().and_then(Type::class_name);
        let interface = interface
            .ok_or_else(|| Fault::new("a function of no interface"))?
            .clone();
        let number = self.emit.class.function_body(self.member, self.pc);
        let number = number.ok_or_else(|| Fault::new("a function without a body"))?;
        let mut markers: Vec<Arc<str>> = Vec::new();
        for marker in &function.markers {
            let marker = self.emit.shared(marker);
            if marker != interface && !markers.contains(&marker) {
                markers.push(marker);
            }
        }
        let knows = |name: &Arc<str>| self.emit.hierarchy().is_subclass(name, SERIALIZABLE).must();
        if function.serializable && !knows(&interface) && !markers.iter().any(knows) {
            markers.push(Arc::from(SERIALIZABLE));
        }

        let kind = AllocationKind::Functional {
            interface: interface.clone(),
            markers,
            name: self.emit.shared(&function.name),
            descriptor: self.emit.shared(&function.erased.to_string()),
            body: self.emit.home.method(number),
            captures,
        };
        Ok(self.emit.allocate(kind, Type::Class(interface)))
    }

    /// The string of its parts. Arguments that are neither strings nor primitive are asked for
    /// theirs first.
    fn concatenation(
        &mut self,
        descriptor: &MethodDescriptor,
        arguments: Vec<LocalId>,
        parts: &[Part],
    ) -> LocalId {
        for (&argument, ty) in arguments.iter().zip(&descriptor.parameters) {
            if ty.is_reference() && ty.class_name().is_none_or(|name| &**name != STRING) {
                self.text_of(argument);
            }
        }
        let string = Type::class(self.emit.shared(STRING));
        let mut arguments = arguments.into_iter();
        let mut operands = Vec::with_capacity(parts.len());
        for part in parts {
            let constant = match part {
                Part::Argument => {
                    operands.extend(arguments.next());
                    continue;
                }
                Part::Text(text) => Constant::Str(self.emit.shared(text)),
                Part::Constant => Constant::Unknown,
            };
            let constant = self
                .emit
                .constant(constant, Category::Reference, Some(string.clone()));
            operands.push(constant);
        }
        self.emit.compute(ArithmeticKind::Add, operands, string)
    }

    /// Asks an object for its text.
    pub(super) fn text_of(&mut self, value: LocalId) {
        let target =
            self.emit
                .method_ref(STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
        self.emit.call(Call {
            kind: CallKind::Static,
            target: Target::Resolved(target),
            receiver: None,
            arguments: vec![value],
            result: None,
            syntax: CallSyntax::Inserted,
            ordinal: 0,
        });
    }

    /// The number of a case. Texts are compared by `equals`; constants of enums are asked for.
    fn switch_selector(
        &mut self,
        texts: &[String],
        enums: Vec<String>,
        arguments: &[LocalId],
    ) -> LocalId {
        let string = Type::class(self.emit.shared(STRING));
        let selector = arguments.first().copied();
        for (text, value) in texts.iter().zip(selector.into_iter().cycle()) {
            let text = Constant::Str(self.emit.shared(text));
            let text = self
                .emit
                .constant(text, Category::Reference, Some(string.clone()));
            let target = self
                .emit
                .method_ref(STRING, "equals", "(Ljava/lang/Object;)Z");
            self.emit.call(Call {
                kind: CallKind::Virtual,
                target: Target::Resolved(target),
                receiver: Some(text),
                arguments: vec![value],
                result: None,
                syntax: CallSyntax::Inserted,
                ordinal: 0,
            });
        }
        let enums = enums
            .iter()
            .map(|name| self.emit.shared(name))
            .collect::<Vec<_>>();
        self.emit.raw.initialized.extend(enums);

        self.emit.unknown_value(INT)
    }

    /// A dynamic constant.
    pub(super) fn dynamic_constant(
        &mut self,
        bootstrap: u16,
        name: &str,
        ty: &Type,
    ) -> Result<LocalId> {
        let class = self.emit.class;
        let method = class
            .file
            .pool
            .method_handle(row(&class.rows, bootstrap)?.method)?;
        if &*method.member.owner == "java/lang/invoke/ConstantBootstraps"
            && let Some(value) = self.well_known(&method.member.name, name, ty)
        {
            return Ok(value);
        }

        self.bootstrap(bootstrap, &format!("a dynamic constant `{name}`"))?;
        Ok(self.emit.unknown_value(ty.clone()))
    }

    /// A constant of `ConstantBootstraps` that runs no code but a static initializer.
    fn well_known(&mut self, bootstrap: &str, name: &str, ty: &Type) -> Option<LocalId> {
        match (bootstrap, ty) {
            ("nullConstant", ty) if ty.is_reference() => Some(self.emit.constant(
                Constant::Null,
                Category::Reference,
                None,
            )),
            ("primitiveClass", Type::Class(_)) => {
                let mut letters = name.chars();
                let named = Primitive::ALL
                    .into_iter()
                    .find(|primitive| letters.next() == Some(primitive.descriptor()))?;
                let value = Constant::Class(Type::Primitive(named));
                Some(
                    self.emit
                        .constant(value, Category::Reference, Some(ty.clone())),
                )
            }
            ("enumConstant", Type::Class(owner)) => {
                let field = self.emit.field(owner, name, &ty.to_string());
                Some(self.emit.load(None, field, ty.clone()))
            }
            _ => None,
        }
    }

    /// A bootstrap method of which nothing is known: it is called, and what it links may do
    /// anything.
    fn bootstrap(&mut self, bootstrap: u16, reason: &str) -> Result<()> {
        let class = self.emit.class;
        let handle = class
            .file
            .pool
            .method_handle(row(&class.rows, bootstrap)?.method)?;
        let MemberRef {
            owner,
            name,
            descriptor,
            ..
        } = &handle.member;
        if handle.kind == ReferenceKind::InvokeStatic && !owner.starts_with("java/lang/") {
            let parameters = MethodDescriptor::parse(descriptor)?.parameters;
            let arguments = parameters.into_iter().map(|ty| self.emit.unknown_value(ty));
            let arguments = arguments.collect();
            let target = Target::Resolved(self.emit.method_ref(owner, name, descriptor));
            self.emit.call(Call {
                kind: CallKind::Static,
                target,
                receiver: None,
                arguments,
                result: None,
                syntax: CallSyntax::Inserted,
                ordinal: 0,
            });
        }
        self.emit
            .unknown(&format!("{reason} that `{owner}.{name}` links"));

        Ok(())
    }
}

fn fits_record(name: &str, descriptor: &MethodDescriptor) -> bool {
    let parameters = descriptor.parameters.len();
    let is_right = match name {
        "equals" => parameters == 2,
        _ => parameters == 1,
    };
    is_right && descriptor.result.is_some() && descriptor.parameters.iter().all(Type::is_reference)
}

fn fits_switch(descriptor: &MethodDescriptor) -> bool {
    descriptor.result == Some(INT)
        && descriptor
            .parameters
            .first()
            .is_some_and(Type::is_reference)
}
