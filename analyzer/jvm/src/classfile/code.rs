//! The `Code` attribute (JVMS 4.7.3) and its tables.

use std::borrow::Cow;

use super::attribute::{self, put_attributes, read_attributes};
use super::bytes::{Reader, count, put_u16, put_u16s, put_u32, read_all};
use super::instruction::Instruction;
use super::opcode;
use super::{Attribute, ClassFileError, ConstantPool, Instructions, Result};

/// The body of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code<'a> {
    /// Largest depth of the operand stack, in slots.
    pub max_stack: u16,
    /// Number of local variable slots.
    pub max_locals: u16,
    /// The instructions.
    pub bytes: Cow<'a, [u8]>,
    /// The exception table, in the order in which handlers are searched.
    pub exceptions: Vec<ExceptionRange>,
    /// `StackMapTable`, `LineNumberTable` and the like.
    pub attributes: Vec<Attribute<'a>>,
}

/// One row of the exception table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExceptionRange {
    /// First pc covered.
    pub start: u16,
    /// First pc after those covered.
    pub end: u16,
    /// The pc where the handler begins.
    pub handler: u16,
    /// `Class` entry of what is caught; 0 catches everything.
    pub catch_type: u16,
}

/// One row of a `LineNumberTable`: the code from `pc` on belongs to `line`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LineEntry {
    /// First pc.
    pub pc: u16,
    /// Line of the source file, from 1.
    pub line: u16,
}

impl<'a> Code<'a> {
    /// Reads the content of a `Code` attribute; instructions are not looked at.
    ///
    /// # Errors
    /// [`ClassFileError::Truncated`], [`ClassFileError::TrailingBytes`].
    pub fn parse(content: &'a [u8]) -> Result<Self> {
        read_all(content, |r| {
            let (max_stack, max_locals, length) = (r.u16()?, r.u16()?, r.u32()?);
            let bytes = Cow::Borrowed(r.take(length as usize)?);
            let exceptions = r.list(|r| {
                Ok(ExceptionRange {
                    start: r.u16()?,
                    end: r.u16()?,
                    handler: r.u16()?,
                    catch_type: r.u16()?,
                })
            })?;
            Ok(Code {
                max_stack,
                max_locals,
                bytes,
                exceptions,
                attributes: read_attributes(r)?,
            })
        })
    }

    /// The content of a `Code` attribute.
    ///
    /// # Errors
    /// [`ClassFileError::CodeTooLarge`] beyond 65,535 bytes of instructions,
    /// [`ClassFileError::TooLong`] for a table of more than 65,535 rows.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        if self.bytes.len() > usize::from(u16::MAX) {
            return Err(ClassFileError::CodeTooLarge(self.bytes.len()));
        }
        let mut out = Vec::with_capacity(self.bytes.len() + 64);
        put_u16(&mut out, self.max_stack);
        put_u16(&mut out, self.max_locals);
        put_u32(&mut out, self.bytes.len() as u32);
        out.extend_from_slice(&self.bytes);
        put_u16(&mut out, count(self.exceptions.len(), "exception table")?);
        for row in &self.exceptions {
            put_u16s(&mut out, &[row.start, row.end, row.handler, row.catch_type]);
        }
        put_attributes(&mut out, &self.attributes)?;
        Ok(out)
    }

    /// The same body, borrowing nothing.
    pub fn into_owned(self) -> Code<'static> {
        Code {
            bytes: Cow::Owned(self.bytes.into_owned()),
            attributes: self
                .attributes
                .into_iter()
                .map(Attribute::into_owned)
                .collect(),
            ..self
        }
    }

    /// The instructions in order.
    pub fn instructions(&self) -> Instructions<'_> {
        Instructions::new(&self.bytes)
    }

    /// The instruction at `pc`.
    ///
    /// # Errors
    /// As [`Instruction::decode`].
    pub fn instruction(&self, pc: u32) -> Result<Instruction<'_>> {
        Instruction::decode(&self.bytes, pc)
    }

    /// The attribute of the body called `name`.
    pub fn attribute(&self, pool: &ConstantPool<'_>, name: &str) -> Option<&Attribute<'a>> {
        attribute::find(&self.attributes, pool, name)
    }

    /// All rows of all `LineNumberTable`s (a body may have several), by ascending pc.
    ///
    /// # Errors
    /// Where a table is malformed.
    pub fn lines(&self, pool: &ConstantPool<'_>) -> Result<Vec<LineEntry>> {
        let mut lines = Vec::new();
        for table in self
            .attributes
            .iter()
            .filter(|a| a.is(pool, "LineNumberTable"))
        {
            let rows = |r: &mut Reader<'_>| {
                r.list(|r| {
                    Ok(LineEntry {
                        pc: r.u16()?,
                        line: r.u16()?,
                    })
                })
            };
            lines.extend(read_all(&table.bytes, rows)?);
        }
        lines.sort_by_key(|entry| entry.pc);

        Ok(lines)
    }

    /// Makes the call or access of a field at `pc` (`invokevirtual`, `invokespecial`,
    /// `invokestatic`, `invokeinterface`, `getfield`, `putfield`, `getstatic`, `putstatic`) an
    /// `invokestatic` of the method entry `method`, with two `nop`s after it where the call was
    /// five bytes long. Nothing moves. The caller sees to it that the descriptor takes what is on
    /// the stack.
    ///
    /// # Errors
    /// [`ClassFileError::NotACall`] where another instruction stands at `pc`.
    pub fn redirect_call(&mut self, pc: u32, method: u16) -> Result<()> {
        let instruction = self.instruction(pc)?;
        let is_access = matches!(instruction.opcode(), opcode::GETSTATIC..=opcode::PUTFIELD);
        if !instruction.is_invoke() && !is_access {
            return Err(ClassFileError::NotACall(pc));
        }
        let range = pc as usize..instruction.end() as usize;
        let call = &mut self.bytes.to_mut()[range];
        call.fill(opcode::NOP);
        let [high, low] = method.to_be_bytes();
        call[..3].copy_from_slice(&[opcode::INVOKESTATIC, high, low]);
        Ok(())
    }
}

/// The line of the instruction at `pc`, given [`Code::lines`]: that of the last row at or before
/// it. O(log rows).
pub fn line_at(lines: &[LineEntry], pc: u32) -> Option<u16> {
    let after = lines.partition_point(|entry| u32::from(entry.pc) <= pc);
    lines[..after].last().map(|entry| entry.line)
}
