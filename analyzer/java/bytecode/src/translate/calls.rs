//! Calls of named methods (JVMS 2.11.8).

use ir::{CallKind, CallSyntax, LocalId, MethodRef, Target};
use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{Instruction, opcode};

use super::Translation;
use crate::callee::callee;
use crate::category::Category;
use crate::emitter::Call;
use crate::error::{Fault, Result};
use crate::frame::{Entry, Origin};

impl Translation<'_> {
    /// `invokevirtual`, `invokespecial`, `invokestatic`, `invokeinterface`.
    pub(super) fn invoke(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let class = self.emit.class;
        let named = callee(class, instruction, self.emit.hierarchy())?;
        let named = named.ok_or_else(|| Fault::new("the call names no method"))?;
        let target = self
            .emit
            .method_ref(&named.owner, &named.name, &named.descriptor);
        let descriptor = MethodDescriptor::parse(&target.descriptor)?;
        let arguments = self.arguments(&descriptor.parameters)?;
        let is_static = instruction.opcode() == opcode::INVOKESTATIC;
        let receiver = if is_static {
            None
        } else {
            Some(self.frame.pop_of(Category::Reference)?)
        };
        let is_initializer = &*target.name == "<init>";
        if is_initializer && instruction.opcode() != opcode::INVOKESPECIAL
            || &*target.name == "<clinit>"
        {
            return Err(Fault::new("an initializer is called like a method"));
        }

        let kind = self.kind(instruction.opcode(), &target);
        let syntax = self.syntax(instruction.opcode(), &target, receiver);
        if is_initializer {
            self.initialize(receiver);
        }
        let result = descriptor.result.map(|ty| self.emit.raw.typed(ty));
        let point = self.points.get(&self.pc).copied();
        let call = Call {
            kind,
            target: Target::Resolved(target),
            receiver: receiver.map(|entry| entry.local),
            arguments,
            result: None,
            syntax,
            ordinal: self.ordinals.get(&self.pc).copied().unwrap_or_default(),
        };
        let point = self.emit.add_call(call, result, point);
        self.points.insert(self.pc, point);

        match result {
            Some(result) => {
                let category = self.emit.raw.locals[result].category;
                self.frame.push(Entry::plain(result, category))
            }
            None => Ok(()),
        }
    }

    /// Takes the arguments of a call, in order.
    pub(super) fn arguments(&mut self, parameters: &[Type]) -> Result<Vec<LocalId>> {
        let mut arguments = Vec::with_capacity(parameters.len());
        for ty in parameters.iter().rev() {
            arguments.push(self.frame.pop_of(Category::of(ty))?.local);
        }
        arguments.reverse();
        let wanted = arguments.into_iter().zip(parameters);
        Ok(wanted
            .map(|(value, ty)| self.emit.as_wanted(value, ty))
            .collect())
    }

    /// From here on the object that a constructor initializes is one like any other.
    fn initialize(&mut self, receiver: Option<Entry>) {
        if receiver.is_some_and(|entry| entry.origin == Origin::This) {
            let is_this = |origin: &Origin| *origin == Origin::This;
            self.frame.slots.retain(|_, origin| !is_this(origin));
            for entry in self
                .frame
                .stack
                .iter_mut()
                .filter(|entry| is_this(&entry.origin))
            {
                entry.origin = Origin::Plain;
            }
        }
    }

    /// How the callee is found. A private method is itself what runs, whichever instruction calls it
    /// (since Java 11 also one of a nest mate).
    fn kind(&self, number: u8, target: &MethodRef) -> CallKind {
        match number {
            opcode::INVOKESTATIC => CallKind::Static,
            opcode::INVOKESPECIAL => CallKind::Special,
            _ if self.is_private(target) => CallKind::Special,
            opcode::INVOKEVIRTUAL => CallKind::Virtual,
            _ => CallKind::Interface,
        }
    }

    fn is_private(&self, target: &MethodRef) -> bool {
        let class = self.emit.class;
        let is_own = target.owner == class.info().name;
        let has_mates = || {
            class.file.attribute("NestHost").is_some()
                || class.file.attribute("NestMembers").is_some()
        };
        if !is_own && !has_mates() {
            return false;
        }
        let resolved = self
            .emit
            .hierarchy()
            .resolve_method(&target.owner, &target.name, &target.descriptor)
            .found();
        resolved.is_some_and(|method| method.info().access.is_private())
    }

    fn syntax(&self, number: u8, target: &MethodRef, receiver: Option<Entry>) -> CallSyntax {
        let is_new = || receiver.is_some_and(|entry| entry.origin == Origin::This);
        match &*target.name {
            _ if self.is_inserted || self.inserted.contains(&self.pc) => CallSyntax::Inserted,
            "<init>" if self.is_constructor && is_new() => CallSyntax::ConstructorInvocation,
            "<init>" => CallSyntax::Creation,
            _ if number == opcode::INVOKESPECIAL && target.owner != self.emit.class.info().name => {
                CallSyntax::SuperInvocation
            }
            name if number == opcode::INVOKESTATIC && is_accessor(name) => CallSyntax::Inserted,
            _ => CallSyntax::Invocation,
        }
    }
}

/// Returns whether a method is one that javac adds for members that another class may not use, or
/// one of its own.
fn is_accessor(name: &str) -> bool {
    let number = name.strip_prefix("access$");
    number.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        || name == "$deserializeLambda$"
}
