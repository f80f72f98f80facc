//! The site of one instruction.

use java_types::Access;
use jvm::classfile::{
    ClassFile, ConstructorCall, Instruction, MemberRef, NewObject, Result, opcode,
};

use super::accessing::{Accessing, accessed};
use super::lambdas::{Lambdas, access_of};
use super::{Callee, SiteKind};

pub(super) fn read_site(
    class: &ClassFile<'_>,
    owner: &str,
    instruction: &Instruction<'_>,
    creations: &[ConstructorCall],
    lambdas: &Lambdas,
) -> Result<Option<(SiteKind, Callee)>> {
    if let Some(call) = class.pool.dynamic_call(instruction)? {
        let target = lambdas.referenced(class, &call)?;
        return Ok(target.map(|target| {
            let kind = SiteKind::Reference {
                kind: target.kind,
                bootstrap: call.bootstrap,
            };
            (kind, Callee::of(&target.member))
        }));
    }

    if let Some(access) = Accessing::of(instruction.opcode()) {
        let Some(callee) = accessed(class, instruction)? else {
            return Ok(None);
        };
        return Ok(Some((SiteKind::Access(access), callee)));
    }

    let Some(member) = class.pool.invoked(instruction)? else {
        return Ok(None);
    };
    let kind = match instruction.opcode() {
        opcode::INVOKESPECIAL if member.name == "<init>" => {
            match creations.iter().find(|call| call.pc == instruction.pc) {
                Some(&ConstructorCall {
                    receiver: NewObject::Created(new),
                    kept,
                    copies,
                    ..
                }) => SiteKind::Creation { new, kept, copies },
                _ => return Ok(None),
            }
        }
        // `super.m()` raises no call event; a private method of the class itself is called.
        opcode::INVOKESPECIAL if !is_private_here(class, owner, &member) => return Ok(None),
        opcode => SiteKind::Call { opcode },
    };
    Ok(Some((kind, Callee::of(&member))))
}

fn is_private_here(class: &ClassFile<'_>, owner: &str, member: &MemberRef<'_>) -> bool {
    member.owner == owner && access_of(class, member).is_some_and(Access::is_private)
}
