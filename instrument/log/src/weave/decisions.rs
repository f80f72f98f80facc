//! Decisions by values: instructions whose outcome, or whose object, may depend on what the thread
//! has read ([`super::fixed`]). Not known means that it does.

use jvm::classfile::{Instruction, Result, opcode};

use super::code::{LOG, Piece};
use super::method::Method;

/// Tells the log before an instruction that decides.
///
/// # Errors
/// The class is damaged or full.
pub fn weave(
    method: &mut Method<'_, '_>,
    instruction: &Instruction<'_>,
    returns_to_library: bool,
) -> Result<()> {
    if !decides(method, instruction, returns_to_library)? {
        return Ok(());
    }
    let site = method.site(instruction.pc, 0)?;
    let slots = method.slots()?;
    let mut piece = Piece::new();
    let pool = &mut method.class.pool;
    piece.int(site, pool)?;
    piece.call((LOG, "decides", "(I)V"), (1, 0), pool)?;
    method
        .insertions
        .before(instruction.pc, piece.snippet(slots.all));
    Ok(())
}

fn decides(
    method: &Method<'_, '_>,
    instruction: &Instruction<'_>,
    returns_to_library: bool,
) -> Result<bool> {
    let is_fixed = method.fixed.objects.contains(&instruction.pc);
    let is_constant = method.fixed.calls.contains(&instruction.pc);
    Ok(match instruction.opcode() {
        // Constants, variables, the stack, and arithmetic that cannot throw.
        opcode::NOP..=opcode::ALOAD_3
        | opcode::ISTORE..=opcode::ASTORE_3
        | opcode::POP..=opcode::DMUL
        | opcode::FDIV
        | opcode::DDIV
        | opcode::FREM
        | opcode::DREM
        | opcode::INEG..=opcode::DCMPG
        | opcode::GOTO
        | opcode::GOTO_W
        | opcode::JSR
        | opcode::JSR_W
        | opcode::RET
        | opcode::GETSTATIC
        | opcode::NEW
        | opcode::INSTANCEOF
        | opcode::WIDE
        | opcode::RETURN => false,
        opcode::IRETURN..=opcode::ARETURN => returns_to_library,
        // A reference that is stored may be none that the array takes.
        opcode::AASTORE => true,
        opcode::GETFIELD
        | opcode::PUTFIELD
        | opcode::PUTSTATIC
        | opcode::MONITORENTER
        | opcode::MONITOREXIT
        | opcode::ARRAYLENGTH
        | opcode::IALOAD..=opcode::SALOAD
        | opcode::IASTORE..=opcode::SASTORE
        | opcode::IFEQ..=opcode::IF_ACMPNE
        | opcode::IFNULL
        | opcode::IFNONNULL => !is_fixed,
        opcode::INVOKESTATIC => !is_constant && is_of_library(method, instruction)?,
        opcode::INVOKEVIRTUAL | opcode::INVOKESPECIAL | opcode::INVOKEINTERFACE => {
            !is_fixed || !is_constant && is_of_library(method, instruction)?
        }
        _ => true,
    })
}

/// Returns whether a call is one of the library, which may do anything with its arguments.
fn is_of_library(method: &Method<'_, '_>, instruction: &Instruction<'_>) -> Result<bool> {
    let Some(member) = method.class.pool.invoked(instruction)? else {
        return Ok(true);
    };
    if member.owner == "java/lang/Object" && member.name == "<init>" {
        // It does nothing.
        return Ok(false);
    }
    let program = method.program;
    let found = program.library_type(&member.owner, &member.name, &member.descriptor);
    Ok(found.is_some())
}
