//! Reads and writes of fields that tell: before and after the instruction, where it stands.
//!
//! No method can make the access for the body, as it does for calls: a final field is written by
//! its constructor alone (JVMS 6.5). So the values go from the stack into locals that nothing else
//! uses, are told from there, and come back.

use java_patterns::signature;
use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{ClassFile, ClassFileError, Insertions, Result, Snippet};

use super::assemble::Assembler;
use super::sites::{Site, SiteKind};
use super::told::{Told, Value, tell};
use crate::monitor::Position;
use plan::When;

/// A read or write, and whom it tells.
#[derive(Debug, Clone, Copy)]
pub struct Access<'a> {
    /// The instruction.
    pub site: &'a Site,
    /// The notifications at the access, in order.
    pub told: &'a [Told],
    /// The place that it tells, `FILE:LINE`.
    pub at: &'a str,
    /// The class of the body, which is told as the caller where it is asked for.
    pub caller: &'a str,
    /// The first local that the body does not use.
    pub free: u16,
}

impl Access<'_> {
    /// Adds what tells to the insertions of the body.
    ///
    /// # Errors
    /// The class is damaged, or would become too large.
    pub fn add(&self, class: &mut ClassFile<'_>, insertions: &mut Insertions) -> Result<()> {
        let Site {
            pc, kind, callee, ..
        } = self.site;
        let SiteKind::Access(access) = *kind else {
            return Ok(());
        };
        let ty = Type::parse(&callee.descriptor)
            .map_err(|_| ClassFileError::Malformed("field descriptor"))?;
        let owner = Type::of_class_constant(&callee.owner)
            .map_err(|_| ClassFileError::Malformed("class name"))?;
        let object = Value::new(Position::Target, owner, self.free);
        let slot = self.free + object.ty.slots();
        let MethodDescriptor { parameters, result } = signature(access.join, ty);

        let mut values = vec![Value::new(Position::Caller, Type::class(self.caller), 0)];
        // The operands go into locals from the top of the stack down, and come back in their order.
        let mut before = Assembler::new();
        // No access takes more than one argument.
        let argument = parameters.first();
        if let Some(ty) = argument {
            before.store(ty, slot);
            values.extend(
                Position::of_argument(0, 1).map(|position| Value::new(position, ty.clone(), slot)),
            );
        }
        if !access.is_static {
            before.store(&object.ty, object.slot);
            values.push(object.clone());
        }

        tell(
            &mut before,
            &mut class.pool,
            self.told,
            When::Before,
            &values,
            self.at,
        )?;

        if !access.is_static {
            before.load(&object.ty, object.slot);
        }
        if let Some(ty) = argument {
            before.load(ty, slot);
        }

        // A read leaves its value on the stack, and a write leaves nothing.
        let value_slot = slot + argument.map_or(0, Type::slots);
        let mut after = Assembler::new();
        if let Some(ty) = &result {
            after.store(ty, value_slot);
            values.push(Value::new(Position::Value, ty.clone(), value_slot));
        }

        tell(
            &mut after,
            &mut class.pool,
            self.told,
            When::Returning,
            &values,
            self.at,
        )?;

        if let Some(ty) = &result {
            after.load(ty, value_slot);
        }

        let locals = value_slot + result.as_ref().map_or(0, Type::slots);
        insertions.before(*pc, snippet(before, locals));
        insertions.after(*pc, snippet(after, locals));
        Ok(())
    }
}

fn snippet(code: Assembler, locals: u16) -> Snippet {
    Snippet {
        stack: code.deepest(),
        locals,
        bytes: code.into_bytes(),
    }
}
