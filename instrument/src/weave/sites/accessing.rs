//! The way in which an instruction accesses a field or an element, and what it accesses.

use date::model::JoinPoint;
use jvm::classfile::{ClassFile, Instruction, Result, opcode};

use super::callee::Callee;

/// The way in which an instruction reads or writes a field, or reads an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accessing {
    /// The instruction.
    pub opcode: u8,
    /// The kind of access: a read, a write, or a read of an element.
    pub join: JoinPoint,
    /// True if it has no object.
    pub is_static: bool,
}

impl Accessing {
    /// The way of an instruction, if it is one of fields or elements.
    pub(super) fn of(opcode: u8) -> Option<Self> {
        let (join, is_static) = match opcode {
            opcode::GETSTATIC => (JoinPoint::Get, true),
            opcode::PUTSTATIC => (JoinPoint::Set, true),
            opcode::GETFIELD => (JoinPoint::Get, false),
            opcode::PUTFIELD => (JoinPoint::Set, false),
            opcode::IALOAD..=opcode::SALOAD => (JoinPoint::Element, false),
            _ => return None,
        };
        Some(Accessing {
            opcode,
            join,
            is_static,
        })
    }

    /// Says whether it writes.
    pub fn writes(self) -> bool {
        self.join == JoinPoint::Set
    }

    /// Says whether a method can do it in the place of the body, as far as the instruction goes.
    pub fn can_be_redirected(self) -> bool {
        matches!(self.opcode, opcode::GETSTATIC..=opcode::PUTFIELD)
    }
}

/// Gives what an access reads or writes.
pub(super) fn accessed(
    class: &ClassFile<'_>,
    instruction: &Instruction<'_>,
) -> Result<Option<Callee>> {
    if let Some(element) = element(instruction.opcode()) {
        return Ok(Some(Callee {
            owner: format!("[{element}").into(),
            name: "element".into(),
            descriptor: element.into(),
            interface: false,
        }));
    }
    let Some(index) = instruction.pool_index() else {
        return Ok(None);
    };
    Ok(Some(Callee::of(&class.pool.member(index)?)))
}

/// Gives the descriptor of the elements that an instruction reads; `B` may be `boolean`, too.
fn element(opcode: u8) -> Option<&'static str> {
    Some(match opcode {
        opcode::IALOAD => "I",
        opcode::LALOAD => "J",
        opcode::FALOAD => "F",
        opcode::DALOAD => "D",
        opcode::AALOAD => "Ljava/lang/Object;",
        opcode::BALOAD => "B",
        opcode::CALOAD => "C",
        opcode::SALOAD => "S",
        _ => return None,
    })
}
