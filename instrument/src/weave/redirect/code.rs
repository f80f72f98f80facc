//! The code of a redirecting method.

use std::borrow::Cow;

use jvm::classfile::{
    Attribute, ClassFile, Code, ConstantPool, ExceptionRange, ReferenceKind, Result, opcode,
};
use plan::When;

use super::signature::Signature;
use super::{CALLER_SLOT, Extra, LOOP_ITERATOR, Redirection};
use crate::monitor::Position;
use crate::weave::assemble::Assembler;
use crate::weave::loops::IteratorRole;
use crate::weave::sites::SiteKind;
use crate::weave::told::{At, Value, tell};

impl Redirection<'_> {
    pub(super) fn code(
        &self,
        class: &mut ClassFile<'_>,
        signature: &Signature,
    ) -> Result<Code<'static>> {
        let pool = &mut class.pool;
        let mut values = signature.values();
        let mut code = Assembler::new();
        let receiver = self.unwrap(&mut code, pool, signature, &mut values)?;
        self.take_caller(&mut code, pool, signature, &mut values)?;
        tell(
            &mut code,
            pool,
            self.told,
            When::Before,
            &values,
            self.place(signature),
        )?;

        let new = (self.makes_object() && self.linked.is_none())
            .then(|| pool.add_class(&self.callee.owner))
            .transpose()?;
        if let Some(class) = new {
            code.with_index(opcode::NEW, class, 0, 1);
            code.emit(&[opcode::DUP], 0, 1);
        }

        signature
            .call_arguments()
            .for_each(|(ty, slot)| code.load(ty, if slot == 0 { receiver } else { slot }));
        // The handler covers the call alone, and not the notifications around it.
        let start = code.pc();
        self.emit_call(&mut code, class, signature)?;
        let end = code.pc();
        self.emit_return(&mut code, class, signature, &values)?;
        let handler = code.pc();
        let throws = self.told.iter().any(|told| told.moment == When::Throwing);

        if throws {
            self.emit_handler(&mut code, class, signature, &values)?;
        }

        let exceptions = throws.then_some(ExceptionRange {
            start,
            end,
            handler,
            catch_type: 0,
        });
        let mut attributes = Vec::new();

        if let Some(line) = self.line.and_then(|line| u16::try_from(line).ok()) {
            let [high, low] = line.to_be_bytes();
            attributes.push(Attribute::new(
                &mut class.pool,
                "LineNumberTable",
                vec![0, 1, 0, 0, high, low],
            )?);
        }
        // Class files before version 50 are verified without frames (JVMS 4.10).
        if throws && class.major >= 50 {
            attributes.push(self.handler_frame(class, signature, handler)?);
        }

        Ok(Code {
            max_stack: code.deepest(),
            max_locals: self.free_slot(signature) + 2,
            bytes: Cow::Owned(code.into_bytes()),
            exceptions: exceptions.into_iter().collect(),
            attributes,
        })
    }

    /// Puts the iterator itself into a local variable of its own, where the first holds what may
    /// stand in its place; gives the slot of the receiver.
    fn unwrap(
        &self,
        code: &mut Assembler,
        pool: &mut ConstantPool<'_>,
        signature: &Signature,
        values: &mut [Value],
    ) -> Result<u16> {
        let (Some(IteratorRole::Uses { .. }), Some(receiver)) = (self.iterator, &self.receiver)
        else {
            return Ok(0);
        };
        let slot = signature.end_slot();
        code.load(receiver, 0);
        let behind = pool.add_method(
            LOOP_ITERATOR,
            "behind",
            "(Ljava/util/Iterator;)Ljava/util/Iterator;",
            false,
        )?;
        code.with_index(opcode::INVOKESTATIC, behind, 1, 1);
        code.store(receiver, slot);

        for value in values
            .iter_mut()
            .filter(|value| value.position == Position::Target)
        {
            *value = Value {
                slot,
                standing_for: Some(0),
                ..value.clone()
            };
        }

        Ok(slot)
    }

    /// Takes the calling object from where it was left.
    fn take_caller(
        &self,
        code: &mut Assembler,
        pool: &mut ConstantPool<'_>,
        signature: &Signature,
        values: &mut Vec<Value>,
    ) -> Result<()> {
        let Some(caller) = &signature.left_caller else {
            return Ok(());
        };
        let slot = signature.end_slot() + u16::from(self.uses_iterator());
        let take = pool.add_method(CALLER_SLOT, "take", "()Ljava/lang/Object;", false)?;
        code.with_index(opcode::INVOKESTATIC, take, 0, 1);
        let class = pool.add_class(&caller.to_string().trim_start_matches('L').replace(';', ""))?;
        code.with_index(opcode::CHECKCAST, class, 1, 1);
        code.store(caller, slot);
        values.push(Value::new(Position::Caller, caller.clone(), slot));
        Ok(())
    }

    pub(super) fn place(&self, signature: &Signature) -> At<'_> {
        match self.extra {
            Extra::Place => At::Slot(signature.end_slot() - 1),
            Extra::Nothing | Extra::Mark => At::Text(self.at),
        }
    }

    /// The first slot after the parameters, the receiver itself, and the caller that was left.
    pub(super) fn free_slot(&self, signature: &Signature) -> u16 {
        signature.end_slot()
            + u16::from(self.uses_iterator())
            + u16::from(signature.left_caller.is_some())
    }

    pub(super) fn uses_iterator(&self) -> bool {
        matches!(self.iterator, Some(IteratorRole::Uses { .. }))
    }

    pub(super) fn makes_object(&self) -> bool {
        matches!(
            self.kind,
            SiteKind::Creation { .. }
                | SiteKind::Reference {
                    kind: ReferenceKind::NewInvokeSpecial,
                    ..
                }
        )
    }
}
