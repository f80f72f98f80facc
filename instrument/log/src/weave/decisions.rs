//! Decisions by values: instructions whose outcome, or whose object, may depend on what the thread
//! has read. Not known means that it does.

use jvm::classfile::{Instruction, Result, opcode};

use super::code::{LOG, Piece};
use super::method::Method;

/// The previous instruction of a body, as far as it matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Before {
    /// It pushed `this`, and nothing jumps behind it.
    This,
    /// Any other.
    #[default]
    Other,
}

impl Before {
    /// Says of an instruction what it is for the next one.
    pub fn of(instruction: &Instruction<'_>, keeps_this: bool) -> Before {
        if keeps_this && instruction.opcode() == opcode::ALOAD_0 {
            Before::This
        } else {
            Before::Other
        }
    }
}

/// Tells the log before an instruction that decides.
///
/// # Errors
/// The class is damaged or full.
pub fn weave(
    method: &mut Method<'_, '_>,
    instruction: &Instruction<'_>,
    before: Before,
    returns_to_library: bool,
) -> Result<()> {
    if !decides(method, instruction, before, returns_to_library)? {
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
    before: Before,
    returns_to_library: bool,
) -> Result<bool> {
    let of_this = before == Before::This;
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
        | opcode::PUTSTATIC
        | opcode::NEW
        | opcode::INSTANCEOF
        | opcode::WIDE
        | opcode::RETURN => false,
        opcode::IRETURN..=opcode::ARETURN => returns_to_library,
        opcode::GETFIELD | opcode::MONITORENTER => !of_this,
        opcode::INVOKESTATIC => is_of_library(method, instruction)?,
        opcode::INVOKEVIRTUAL | opcode::INVOKESPECIAL | opcode::INVOKEINTERFACE => {
            !of_this || is_of_library(method, instruction)?
        }
        _ => true,
    })
}

/// Returns whether a call is one of the library, which may do anything with its arguments.
fn is_of_library(method: &Method<'_, '_>, instruction: &Instruction<'_>) -> Result<bool> {
    let Some(member) = method.class.pool.invoked(instruction)? else {
        return Ok(true);
    };
    let program = method.program;
    let found = program.library_type(&member.owner, &member.name, &member.descriptor);
    Ok(found.is_some())
}
