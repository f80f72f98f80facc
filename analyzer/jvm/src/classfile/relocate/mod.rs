//! Inserting code into a method body and relocating everything that names a pc.
//!
//! Each old pc has three new positions, so that inserted code belongs to what it was inserted for:
//!
//! ```text
//!              end    where ranges that ended at the old pc end
//!   after ...         inserted after the previous instruction: jumps to the old pc skip it
//!              label  where jumps, frames, lines, handlers and range starts go
//!   before ...        inserted before the instruction: jumps to the old pc run it
//!              insn   the instruction itself (`new` sites in frames, type annotations)
//! ```
//!
//! Inserted code is straight-line and leaves the operand stack as it found it, so no stack map
//! frame is needed for it.

mod annotations;
mod frames;
mod layout;
mod tables;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;

use self::layout::Layout;
use super::{
    Attribute, ClassFileError, Code, ConstantPool, ExceptionRange, Instructions, Result, opcode,
};

pub use frames::FrameType;

/// Major version from which methods carry stack map frames (Java 6).
const FIRST_WITH_FRAMES: u16 = 50;

/// Straight-line code to insert: no jump, switch, return or throw.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snippet {
    /// The instructions.
    pub bytes: Vec<u8>,
    /// Operand stack slots that it needs above those in use where it is inserted.
    pub stack: u16,
    /// Number of local variable slots that the method must have for it; 0 if it uses none.
    pub locals: u16,
}

impl Snippet {
    fn append(&mut self, next: Snippet) {
        self.bytes.extend(next.bytes);
        self.stack = self.stack.max(next.stack);
        self.locals = self.locals.max(next.locals);
    }
}

/// A handler for every exception that leaves the body, searched after the method's own handlers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatchAll {
    /// The handler covers everything after this instruction (in a constructor: the call of
    /// `super(..)` or `this(..)`, before which `this` cannot be caught for); `None`: the whole
    /// body. Code inserted at entry or right after that instruction is not covered.
    pub after: Option<u32>,
    /// The handler: straight-line, then `athrow`. It begins with the exception alone on the stack.
    /// [`Snippet::stack`] counts from above the exception.
    pub code: Snippet,
    /// Types of the local variables that the handler reads, from slot 0. They must hold throughout
    /// the covered code: nothing in it may store another type there.
    pub locals: Vec<FrameType>,
}

/// Code to insert into one method body. Insertions at one place keep the order of the calls.
#[derive(Debug, Clone, Default)]
pub struct Insertions {
    entry: Snippet,
    after: BTreeMap<u32, Snippet>,
    before: BTreeMap<u32, Snippet>,
    catch_all: Option<CatchAll>,
}

impl Insertions {
    /// Nothing.
    pub fn new() -> Self {
        Insertions::default()
    }

    /// Returns whether there is nothing to insert.
    pub fn is_empty(&self) -> bool {
        self.entry.bytes.is_empty()
            && self.after.is_empty()
            && self.before.is_empty()
            && self.catch_all.is_none()
    }

    /// Runs once when the method is entered: jumps back to the first instruction skip it.
    pub fn at_entry(&mut self, snippet: Snippet) {
        self.entry.append(snippet);
    }

    /// Runs after the instruction at `pc` has completed and control goes on to the next one.
    pub fn after(&mut self, pc: u32, snippet: Snippet) {
        self.after.entry(pc).or_default().append(snippet);
    }

    /// Runs before the instruction at `pc`, however control gets there.
    pub fn before(&mut self, pc: u32, snippet: Snippet) {
        self.before.entry(pc).or_default().append(snippet);
    }

    /// Runs when an exception leaves the body. A second call replaces the first.
    pub fn catch_all(&mut self, handler: CatchAll) {
        self.catch_all = Some(handler);
    }

    /// The body with the insertions made. With none it equals `code`, byte for byte.
    ///
    /// `major` is the version of the class file. The pool gets what a handler needs (`Throwable`,
    /// the name of the stack map). Unknown attributes of the body are kept as they are. O(size of
    /// the body).
    ///
    /// # Errors
    /// [`ClassFileError::CodeTooLarge`], [`ClassFileError::JumpTooFar`]: the method cannot be
    /// woven; [`ClassFileError::NotAnInstruction`], [`ClassFileError::NotStraightLine`]: the
    /// insertions are wrong; other errors where the body is damaged. The pool may have grown when
    /// an error is returned.
    pub fn apply(
        &self,
        code: &Code<'_>,
        major: u16,
        pool: &mut ConstantPool<'_>,
    ) -> Result<Code<'static>> {
        self.check()?;
        let layout = Layout::new(code, self)?;
        let mut bytes = layout.emit(code, self)?;
        let handler = self
            .catch_all
            .as_ref()
            .map(|c| handler_range(c, code, &layout))
            .transpose()?;
        let handler = handler.filter(|range| range.start < range.end);
        let mut exceptions = tables::exceptions(&code.exceptions, &layout)?;

        let mut attributes = relocate_attributes(code, &layout, pool)?;
        if let (Some(range), Some(catch_all)) = (handler, &self.catch_all) {
            exceptions.push(range);
            bytes.extend_from_slice(&catch_all.code.bytes);
            if major >= FIRST_WITH_FRAMES {
                frames::append_handler(&mut attributes, range.handler, &catch_all.locals, pool)?;
            }
        }
        if bytes.len() > usize::from(u16::MAX) {
            return Err(ClassFileError::CodeTooLarge(bytes.len()));
        }

        let (max_stack, max_locals) = self.frame_size(code)?;
        Ok(Code {
            max_stack,
            max_locals,
            bytes: Cow::Owned(bytes),
            exceptions,
            attributes,
        })
    }

    fn snippets(&self) -> impl Iterator<Item = &Snippet> {
        std::iter::once(&self.entry)
            .chain(self.after.values())
            .chain(self.before.values())
    }

    fn check(&self) -> Result<()> {
        self.snippets()
            .try_for_each(|snippet| check_straight_line(&snippet.bytes))?;
        let Some(handler) = &self.catch_all else {
            return Ok(());
        };
        match handler.code.bytes.split_last() {
            Some((&opcode::ATHROW, body)) => check_straight_line(body),
            last => Err(ClassFileError::NotStraightLine(
                last.map_or(opcode::NOP, |(&number, _)| number),
            )),
        }
    }

    /// `max_stack` and `max_locals` of the new body.
    fn frame_size(&self, code: &Code<'_>) -> Result<(u16, u16)> {
        let above = self.snippets().map(|s| s.stack).max().unwrap_or(0);
        let stack = code
            .max_stack
            .checked_add(above)
            .ok_or(ClassFileError::TooLong("operand stack"))?;
        let handler = self
            .catch_all
            .as_ref()
            .map_or(0, |c| c.code.stack.saturating_add(1));
        let snippets = self
            .snippets()
            .chain(self.catch_all.as_ref().map(|c| &c.code));
        let locals = snippets.map(|s| s.locals).fold(code.max_locals, u16::max);
        Ok((stack.max(handler), locals))
    }
}

fn check_straight_line(bytes: &[u8]) -> Result<()> {
    Instructions::new(bytes).try_for_each(|instruction| {
        let instruction = instruction?;
        if instruction.is_jump() || instruction.ends_block() {
            Err(ClassFileError::NotStraightLine(instruction.opcode()))
        } else {
            Ok(())
        }
    })
}

fn handler_range(catch_all: &CatchAll, code: &Code<'_>, layout: &Layout) -> Result<ExceptionRange> {
    let first = match catch_all.after {
        Some(pc) => code.instruction(pc)?.end(),
        None => 0,
    };
    let end = layout.length();
    Ok(ExceptionRange {
        start: layout.label(first)?,
        end,
        handler: end,
        catch_type: 0,
    })
}

fn relocate_attributes(
    code: &Code<'_>,
    layout: &Layout,
    pool: &ConstantPool<'_>,
) -> Result<Vec<Attribute<'static>>> {
    let relocate = |attribute: &Attribute<'_>| {
        let old = &attribute.bytes;
        let bytes = match pool.utf8(attribute.name)? {
            b"StackMapTable" => frames::relocate(old, layout)?,
            b"LineNumberTable" => tables::lines(old, layout)?,
            b"LocalVariableTable" | b"LocalVariableTypeTable" => tables::locals(old, layout)?,
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                annotations::relocate(old, layout)?
            }
            _ => old.to_vec(),
        };
        Ok(Attribute {
            name: attribute.name,
            bytes: Cow::Owned(bytes),
        })
    };
    code.attributes.iter().map(relocate).collect()
}
