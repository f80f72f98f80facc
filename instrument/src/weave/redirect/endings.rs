//! The two ends of a redirecting method: the call has returned, or it has thrown.

use java_types::descriptor::Type;
use jvm::classfile::{Attribute, ClassFile, FrameType, Result, opcode};
use plan::When;

use super::signature::Signature;
use super::{LOOP_ITERATOR, Redirection};
use crate::monitor::Position;
use crate::weave::assemble::{Assembler, frame_type};
use crate::weave::frames::{Frame, Verified, single};
use crate::weave::loops::IteratorRole;
use crate::weave::told::{Value, tell};

impl Redirection<'_> {
    /// After the call: a result is kept while the monitors are told.
    pub(super) fn emit_return(
        &self,
        code: &mut Assembler,
        class: &mut ClassFile<'_>,
        signature: &Signature,
        values: &[Value],
    ) -> Result<()> {
        let slot = self.free_slot(signature);
        let made = self
            .makes_object()
            .then(|| Type::class(self.callee.owner.clone()));
        let result = made.as_ref().or(signature.returned.as_ref());
        let tells = self.told.iter().any(|told| told.moment == When::Returning);
        let ends = self.iterator == Some(IteratorRole::Uses { ends: true });
        match result {
            Some(ty) if self.iterator == Some(IteratorRole::Makes) => {
                code.store(ty, slot);
                signature
                    .receiver
                    .iter()
                    .for_each(|receiver| code.load(receiver, 0));
                code.load(ty, slot);
                let descriptor = "(Ljava/lang/Object;Ljava/util/Iterator;)Ljava/util/Iterator;";
                let stand_in =
                    class
                        .pool
                        .add_method(LOOP_ITERATOR, "standIn", descriptor, false)?;
                code.with_index(opcode::INVOKESTATIC, stand_in, 2, 1);
                code.store(ty, slot + 1);
                let mut values = values.to_vec();
                values.push(Value {
                    standing_for: Some(slot + 1),
                    ..Value::new(Position::Value, ty.clone(), slot)
                });
                tell(
                    code,
                    &mut class.pool,
                    self.told,
                    When::Returning,
                    &values,
                    self.place(signature),
                )?;
                code.load(ty, slot + 1);
            }
            Some(ty) if tells || ends => {
                code.store(ty, slot);
                let mut values = values.to_vec();
                values.push(Value::new(Position::Value, ty.clone(), slot));
                tell(
                    code,
                    &mut class.pool,
                    self.told,
                    When::Returning,
                    &values,
                    self.place(signature),
                )?;
                if ends {
                    signature
                        .receiver
                        .iter()
                        .for_each(|receiver| code.load(receiver, 0));
                    code.load(ty, slot);
                    let asked = class.pool.add_method(
                        LOOP_ITERATOR,
                        "asked",
                        "(Ljava/util/Iterator;Z)V",
                        false,
                    )?;
                    code.with_index(opcode::INVOKESTATIC, asked, 2, 0);
                }
                code.load(ty, slot);
            }
            _ => tell(
                code,
                &mut class.pool,
                self.told,
                When::Returning,
                values,
                self.place(signature),
            )?,
        }

        // The program drops the object, so the method returns none.
        if made.is_some() && signature.result.is_none() {
            code.emit(&[opcode::POP], 1, 0);
        }

        code.return_value(signature.result.as_ref());
        Ok(())
    }

    pub(super) fn emit_handler(
        &self,
        code: &mut Assembler,
        class: &mut ClassFile<'_>,
        signature: &Signature,
        values: &[Value],
    ) -> Result<()> {
        let (slot, thrown) = (
            self.free_slot(signature),
            Type::class("java/lang/Throwable"),
        );
        // Nothing but the exception is on the stack here.
        code.set_depth(1);
        code.store(&thrown, slot);
        let mut values = values.to_vec();
        values.push(Value::new(Position::Value, thrown.clone(), slot));
        tell(
            code,
            &mut class.pool,
            self.told,
            When::Throwing,
            &values,
            self.place(signature),
        )?;
        code.load(&thrown, slot);
        code.emit(&[opcode::ATHROW], 1, 0);

        Ok(())
    }

    pub(super) fn handler_frame(
        &self,
        class: &mut ClassFile<'_>,
        signature: &Signature,
        pc: u16,
    ) -> Result<Attribute<'static>> {
        let pool = &mut class.pool;
        let throwable = FrameType::Object(pool.add_class("java/lang/Throwable")?);
        // The method keeps these behind its parameters, in this order.
        let unwrapped = self.receiver.iter().filter(|_| self.uses_iterator());
        let more = unwrapped.chain(&signature.left_caller);
        let locals = signature
            .all_parameters()
            .chain(more)
            .map(|ty| frame_type(ty, pool).map(Verified::from));
        let locals = locals.collect::<Result<Vec<_>>>()?;
        let frame = Frame {
            pc: u32::from(pc),
            locals,
            stack: vec![Verified::from(throwable)],
        };

        let bytes = single(&frame)?.into_owned();
        Attribute::new(pool, "StackMapTable", bytes)
    }
}
