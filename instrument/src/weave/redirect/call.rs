//! The call that a redirecting method makes.

use java_types::descriptor::Type;
use jvm::classfile::{ClassFile, ClassFileError, ReferenceKind, Result, opcode};

use super::Redirection;
use super::signature::Signature;
use crate::weave::assemble::Assembler;
use crate::weave::sites::{Accessing, SiteKind};

impl Redirection<'_> {
    pub(super) fn emit_call(
        &self,
        code: &mut Assembler,
        class: &mut ClassFile<'_>,
        signature: &Signature,
    ) -> Result<()> {
        let callee = self.callee;
        if let Some(constant) = self.linked {
            let [high, low] = constant.to_be_bytes();
            let pops = signature.call_arguments().map(|(ty, _)| ty.slots()).sum();
            let made = self.makes_object().then(Type::object);
            let pushes = made
                .as_ref()
                .or(signature.returned.as_ref())
                .map_or(0, Type::slots);
            code.emit(&[opcode::INVOKEDYNAMIC, high, low, 0, 0], pops, pushes);
            return Ok(());
        }

        let constant = match self.kind {
            SiteKind::Access(_) => {
                class
                    .pool
                    .add_field(&callee.owner, &callee.name, &callee.descriptor)?
            }
            _ => class.pool.add_method(
                &callee.owner,
                &callee.name,
                &callee.descriptor,
                callee.interface,
            )?,
        };

        let receiver = u16::from(self.receiver.is_some() || self.makes_object());
        let pops = receiver + signature.parameters.iter().map(Type::slots).sum::<u16>();
        let pushes = signature.returned.as_ref().map_or(0, Type::slots);
        match self.opcode() {
            opcode::INVOKEINTERFACE => {
                let [high, low] = constant.to_be_bytes();
                // The instruction counts the slots of its receiver and arguments (JVMS 6.5,
                // invokeinterface).
                let count =
                    u8::try_from(pops).map_err(|_| ClassFileError::TooLong("argument list"))?;
                code.emit(
                    &[opcode::INVOKEINTERFACE, high, low, count, 0],
                    pops,
                    pushes,
                );
            }
            number => code.with_index(number, constant, pops, pushes),
        }

        Ok(())
    }

    fn opcode(&self) -> u8 {
        match self.kind {
            SiteKind::Call { opcode } | SiteKind::Access(Accessing { opcode, .. }) => opcode,
            SiteKind::Creation { .. } => opcode::INVOKESPECIAL,
            SiteKind::Reference { kind, .. } => match kind {
                ReferenceKind::InvokeStatic => opcode::INVOKESTATIC,
                ReferenceKind::InvokeInterface => opcode::INVOKEINTERFACE,
                ReferenceKind::InvokeSpecial | ReferenceKind::NewInvokeSpecial => {
                    opcode::INVOKESPECIAL
                }
                _ => opcode::INVOKEVIRTUAL,
            },
        }
    }
}
