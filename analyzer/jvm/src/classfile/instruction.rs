//! Instructions of a method body (JVMS 6.5).

use super::bytes::Reader;
use super::opcode::{self, opcode};
use super::{ClassFileError, Result};

/// One instruction of a method's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction<'c> {
    /// The pc where the instruction begins.
    pub pc: u32,
    /// Opcode and operands, padding of a switch included; never empty.
    bytes: &'c [u8],
}

/// The targets of a `tableswitch` or `lookupswitch`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// The pc of the default case.
    pub default: u32,
    /// Key and pc of each case, in the order of the file.
    pub cases: Vec<(i32, u32)>,
}

impl<'c> Instruction<'c> {
    /// The instruction at `pc` of `code`.
    ///
    /// # Errors
    /// [`ClassFileError::BadInstruction`] where there is none; targets of jumps are not looked at.
    pub fn decode(code: &'c [u8], pc: u32) -> Result<Self> {
        let rest = code.get(pc as usize..).unwrap_or_default();
        let number = *rest.first().ok_or(ClassFileError::NotAnInstruction(pc))?;
        let bad = ClassFileError::BadInstruction { pc, opcode: number };
        let bytes = length(rest, pc)
            .and_then(|length| rest.get(..length))
            .ok_or(bad)?;
        Ok(Instruction { pc, bytes })
    }

    /// The opcode; [`opcode::WIDE`] for a widened instruction.
    pub fn opcode(&self) -> u8 {
        self.bytes[0]
    }

    /// Opcode and operands.
    pub fn bytes(&self) -> &'c [u8] {
        self.bytes
    }

    /// The pc of the next instruction.
    pub fn end(&self) -> u32 {
        self.pc + self.bytes.len() as u32
    }

    /// The constant pool index that it names, if it names one.
    pub fn pool_index(&self) -> Option<u16> {
        match self.opcode() {
            opcode::LDC => Some(u16::from(self.bytes[1])),
            opcode::LDC_W
            | opcode::LDC2_W
            | opcode::GETSTATIC..=opcode::NEW
            | opcode::ANEWARRAY
            | opcode::CHECKCAST
            | opcode::INSTANCEOF
            | opcode::MULTIANEWARRAY => Some(self.u16_at(1)),
            _ => None,
        }
    }

    /// Returns whether it is a call of a named method (`invokedynamic` is not).
    pub fn is_invoke(&self) -> bool {
        (opcode::INVOKEVIRTUAL..=opcode::INVOKEINTERFACE).contains(&self.opcode())
    }

    /// Returns whether control never reaches the next instruction: `goto`, `ret`, a switch, a
    /// return, `athrow`.
    pub fn ends_block(&self) -> bool {
        match self.opcode() {
            opcode::GOTO | opcode::GOTO_W | opcode::ATHROW | opcode::RET => true,
            opcode::WIDE => self.bytes[1] == opcode::RET,
            number => {
                self.is_return() || matches!(number, opcode::TABLESWITCH | opcode::LOOKUPSWITCH)
            }
        }
    }

    /// Returns whether it returns from the method.
    pub fn is_return(&self) -> bool {
        (opcode::IRETURN..=opcode::RETURN).contains(&self.opcode())
    }

    /// Returns whether its operand is a 16-bit or 32-bit jump offset.
    pub fn is_jump(&self) -> bool {
        jump_width(self.opcode()).is_some()
    }

    /// The pc that a jump (conditional, `goto`, `jsr`) names; `None` for other instructions. Not
    /// checked to be one of the method's.
    pub fn jump_target(&self) -> Option<i64> {
        let offset = match jump_width(self.opcode())? {
            2 => i64::from(self.u16_at(1) as i16),
            _ => i64::from(self.i32_at(1)),
        };
        Some(i64::from(self.pc) + offset)
    }

    /// The targets of a switch; `None` for other instructions.
    ///
    /// # Errors
    /// [`ClassFileError::BadInstruction`] where a target lies outside any method.
    pub fn switch(&self) -> Result<Option<Switch>> {
        let table = match self.opcode() {
            opcode::TABLESWITCH => true,
            opcode::LOOKUPSWITCH => false,
            _ => return Ok(None),
        };
        let mut reader = Reader::new(&self.bytes[1 + padding(self.pc)..]);
        let default = self.switch_target(reader.i32()?)?;
        let first = reader.i32()?;
        let count = if table {
            i64::from(reader.i32()?) - i64::from(first) + 1
        } else {
            i64::from(first)
        };

        let case = |n: i64| {
            let key = if table {
                first.wrapping_add(n as i32)
            } else {
                reader.i32()?
            };
            Ok((key, self.switch_target(reader.i32()?)?))
        };

        Ok(Some(Switch {
            default,
            cases: (0..count).map(case).collect::<Result<_>>()?,
        }))
    }

    fn switch_target(&self, offset: i32) -> Result<u32> {
        let bad = ClassFileError::BadInstruction {
            pc: self.pc,
            opcode: self.opcode(),
        };
        self.pc.checked_add_signed(offset).ok_or(bad)
    }

    /// The pcs that it can jump to, a switch's default last.
    ///
    /// # Errors
    /// [`ClassFileError::BadInstruction`] where a target lies outside any method.
    pub fn targets(&self) -> Result<Vec<u32>> {
        if let Some(target) = self.jump_target() {
            let bad = ClassFileError::BadInstruction {
                pc: self.pc,
                opcode: self.opcode(),
            };
            return Ok(vec![u32::try_from(target).map_err(|_| bad)?]);
        }

        let switch = self.switch()?;
        Ok(switch.map_or_else(Vec::new, |s| {
            s.cases
                .into_iter()
                .map(|(_, target)| target)
                .chain([s.default])
                .collect()
        }))
    }

    /// The local variable that a load, store, `iinc` or `ret` names, widened or not.
    pub fn local(&self) -> Option<u16> {
        let short = |first: u8| Some(u16::from((self.opcode() - first) % 4));
        match self.opcode() {
            opcode::ILOAD..=opcode::ALOAD
            | opcode::ISTORE..=opcode::ASTORE
            | opcode::RET
            | opcode::IINC => Some(u16::from(self.bytes[1])),
            opcode::WIDE => Some(self.u16_at(2)),
            opcode::ILOAD_0..=opcode::ALOAD_3 => short(opcode::ILOAD_0),
            opcode::ISTORE_0..=opcode::ASTORE_3 => short(opcode::ISTORE_0),
            _ => None,
        }
    }

    /// Operand at `offset`; the decoder has checked that it is there.
    pub(crate) fn u16_at(&self, offset: usize) -> u16 {
        u16::from_be_bytes([self.bytes[offset], self.bytes[offset + 1]])
    }

    fn i32_at(&self, offset: usize) -> i32 {
        i32::from(self.u16_at(offset)) << 16 | i32::from(self.u16_at(offset + 2))
    }
}

/// The instructions of `code` in order; ends after the first error.
#[derive(Debug, Clone)]
pub struct Instructions<'c> {
    code: &'c [u8],
    pc: u32,
}

impl<'c> Instructions<'c> {
    /// From the first instruction on.
    pub fn new(code: &'c [u8]) -> Self {
        Instructions { code, pc: 0 }
    }
}

impl<'c> Iterator for Instructions<'c> {
    type Item = Result<Instruction<'c>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.pc as usize >= self.code.len() {
            return None;
        }
        let decoded = Instruction::decode(self.code, self.pc);
        self.pc = decoded
            .as_ref()
            .map_or(self.code.len() as u32, Instruction::end);
        Some(decoded)
    }
}

/// Bytes between a switch's opcode at `pc` and its first operand, which is aligned to four bytes.
pub(crate) fn padding(pc: u32) -> usize {
    3 - pc as usize % 4
}

/// Bytes of the jump offset, if the opcode has one.
pub(crate) fn jump_width(number: u8) -> Option<usize> {
    match number {
        opcode::IFEQ..=opcode::JSR | opcode::IFNULL | opcode::IFNONNULL => Some(2),
        opcode::GOTO_W | opcode::JSR_W => Some(4),
        _ => None,
    }
}

/// Length of the instruction that `rest` begins with; `None` if it is none. The bytes may be too
/// few.
fn length(rest: &[u8], pc: u32) -> Option<usize> {
    match opcode(*rest.first()?)?.length {
        0 => varying_length(rest, pc),
        fixed => Some(usize::from(fixed)),
    }
}

fn varying_length(rest: &[u8], pc: u32) -> Option<usize> {
    let operands = 1 + padding(pc);
    let word = |n: usize| {
        let at = operands + 4 * n;
        rest.get(at..at + 4)
            .map(|b| i64::from(i32::from_be_bytes([b[0], b[1], b[2], b[3]])))
    };
    match rest[0] {
        opcode::WIDE => wide_length(*rest.get(1)?),
        opcode::TABLESWITCH => sized(operands + 12, 4, word(2)? - word(1)? + 1),
        _ => sized(operands + 8, 8, word(1)?),
    }
}

fn sized(fixed: usize, each: usize, count: i64) -> Option<usize> {
    let count = usize::try_from(count).ok()?;
    count.checked_mul(each)?.checked_add(fixed)
}

fn wide_length(number: u8) -> Option<usize> {
    match number {
        opcode::ILOAD..=opcode::ALOAD | opcode::ISTORE..=opcode::ASTORE | opcode::RET => Some(4),
        opcode::IINC => Some(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switch_targets_follow_padding() {
        let mut code = vec![opcode::NOP, opcode::TABLESWITCH, 0, 0];
        for word in [20i32, 5, 6, 21, 22] {
            code.extend(word.to_be_bytes());
        }
        let switch = Instruction::decode(&code, 1).and_then(|i| i.switch());
        assert_eq!(
            switch,
            Ok(Some(Switch {
                default: 21,
                cases: vec![(5, 22), (6, 23)]
            }))
        );
    }

    #[test]
    fn huge_switch_counts_are_errors() {
        let mut code = vec![opcode::LOOKUPSWITCH, 0, 0, 0];
        for word in [0i32, i32::MAX] {
            code.extend(word.to_be_bytes());
        }
        let bad = ClassFileError::BadInstruction {
            pc: 0,
            opcode: opcode::LOOKUPSWITCH,
        };
        assert_eq!(Instruction::decode(&code, 0), Err(bad));
    }

    #[test]
    fn locals_of_short_and_wide_forms() {
        let local = |bytes: &[u8]| Instruction::decode(bytes, 0).map(|i| i.local());
        assert_eq!(local(&[opcode::ALOAD_0 + 2]), Ok(Some(2)));
        assert_eq!(local(&[opcode::DSTORE_3]), Ok(Some(3)));
        assert_eq!(
            local(&[opcode::WIDE, opcode::IINC, 1, 2, 0, 1]),
            Ok(Some(0x102))
        );
        assert_eq!(local(&[opcode::IADD]), Ok(None));
    }

    #[test]
    fn backward_jump_out_of_the_method_is_an_error() {
        let code = [opcode::GOTO, 0xFF, 0xFF];
        assert!(
            Instruction::decode(&code, 0)
                .and_then(|i| i.targets())
                .is_err()
        );
    }
}
