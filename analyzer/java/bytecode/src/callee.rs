//! The method that a call instruction names.

use jvm::classfile::{Instruction, MemberRef, Result, opcode};

use crate::class::DeclaredClass;

/// The callee of a call; `None` for any other instruction.
///
/// `invokespecial` of a method of a superclass begins its search at the direct superclass, whichever
/// superclass it names (JVMS 6.5.invokespecial): the callee names the direct one.
///
/// # Errors
/// Where the constant pool is damaged.
pub(crate) fn callee<'c>(
    class: &'c DeclaredClass,
    instruction: &Instruction<'_>,
) -> Result<Option<MemberRef<'c>>> {
    let Some(named) = class.file.pool.invoked(instruction)? else {
        return Ok(None);
    };
    let is_super = instruction.opcode() == opcode::INVOKESPECIAL
        && named.name != "<init>"
        && !named.interface
        && *named.owner != *class.info().name;
    let above = class.info().super_name.as_deref().filter(|_| is_super);

    Ok(Some(match above {
        Some(above) => MemberRef {
            owner: above.into(),
            ..named
        },
        None => named,
    }))
}
