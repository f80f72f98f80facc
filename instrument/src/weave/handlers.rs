//! The catch blocks of a body, and what tells at them.
//!
//! A catch block is where the exception table leads for exceptions of a class. `finally` and
//! `synchronized` catch everything, and are none. What compilers make for the resources of `try`,
//! and where patterns are matched, looks like a catch block for `Throwable`; it is known by what it
//! begins with. A written one that does word for word what javac writes for a resource is taken for
//! one of these.

use std::collections::BTreeMap;
use std::sync::Arc;

use java_types::descriptor::Type;
use jvm::classfile::{
    ClassFile, Code, Insertions, Instruction, LineEntry, MemberRef, Result, Snippet, line_at,
    opcode,
};

use super::assemble::Assembler;
use super::told::{Told, Value, tell};
use crate::monitor::Position;
use plan::When;

const THROWABLE: &str = "java/lang/Throwable";

/// Version of the last class files in which javac keeps the first exception of a resource's block
/// for later (Java 10).
const LAST_TO_KEEP_FIRST: u16 = 54;

/// A catch block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler {
    /// Its first instruction, before which the exception is on the stack.
    pub pc: u32,
    /// Its line.
    pub line: Option<u32>,
    /// The classes that it is written for, by internal names; at least one.
    pub caught: Vec<Arc<str>>,
}

/// A notification in a catch block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldAtHandler {
    /// The notification.
    pub told: Told,
    /// True if its argument is the exception; else its arguments are those of the method.
    pub of_exception: bool,
}

/// The catch blocks of a body that are written, in code order. O(size of the body).
///
/// # Errors
/// The class file is damaged.
pub fn handlers(
    class: &ClassFile<'_>,
    code: &Code<'_>,
    lines: &[LineEntry],
) -> Result<Vec<Handler>> {
    let mut found: BTreeMap<u32, Vec<Arc<str>>> = BTreeMap::new();
    for row in code.exceptions.iter().filter(|row| row.catch_type != 0) {
        let caught: Arc<str> = class.pool.class_name(row.catch_type)?.as_ref().into();
        let known = found.entry(row.handler.into()).or_default();
        if !known.contains(&caught) {
            known.push(caught);
        }
    }

    let mut handlers = Vec::new();
    for (pc, caught) in found {
        if *caught[0] != *THROWABLE || !is_made_by_compiler(class, code, pc)? {
            handlers.push(Handler {
                pc,
                line: line_at(lines, pc).map(u32::from),
                caught,
            });
        }
    }

    Ok(handlers)
}

/// Returns whether a catch block of `Throwable` closes a resource (JLS 14.20.3.1), or reports that
/// a pattern could not be matched (JLS 14.30.2).
fn is_made_by_compiler(class: &ClassFile<'_>, code: &Code<'_>, pc: u32) -> Result<bool> {
    let mut after = Vec::new();
    let mut next = pc;
    while after.len() < 5 && (next as usize) < code.bytes.len() {
        let instruction = code.instruction(next)?;
        next = instruction.end();
        after.push(instruction);
    }

    let Some(kept) = after.first().and_then(stored) else {
        return Ok(false);
    };
    let loads = |at: usize| after.get(at).and_then(loaded);
    let is_opcode = |at: usize, number: u8| {
        after
            .get(at)
            .is_some_and(|i: &Instruction<'_>| i.opcode() == number)
    };

    // The exception of closing is added to the one before: `first.addSuppressed(this)`.
    if loads(1).is_some_and(|first| first != kept)
        && loads(2) == Some(kept)
        && calls(class, &after, 3, is_suppressing)?
    {
        return Ok(true);
    }
    if is_opcode(1, opcode::NEW) {
        let made = after[1]
            .pool_index()
            .map(|index| class.pool.class_name(index))
            .transpose()?;
        return Ok(made.is_some_and(|made| made == "java/lang/MatchException"));
    }

    // The exception is kept for a later `addSuppressed`, and thrown on.
    let keeps_first = loads(1) == Some(kept)
        && after.get(2).is_some_and(|i| stored(i).is_some())
        && loads(3) == Some(kept);
    if keeps_first && is_opcode(4, opcode::ATHROW) {
        return Ok(class.major <= LAST_TO_KEEP_FIRST && closes_resources(class, code)?);
    }

    // `if (resource != null)`, which javac leaves out where it is new: `resource.close()`, and on
    // over what catches for it.
    let tested = loads(1).is_some() && is_opcode(2, opcode::IFNULL);
    let close = if tested { 4 } else { 2 };
    let has_resource = loads(close - 1).is_some() && loads(close - 1) != Some(kept);
    let ends = match after.get(close) {
        Some(call) => code
            .instruction(call.end())
            .is_ok_and(|next| matches!(next.opcode(), opcode::GOTO | opcode::GOTO_W)),
        None => false,
    };

    Ok(has_resource && ends && calls(class, &after, close, is_closing)?)
}

fn stored(instruction: &Instruction<'_>) -> Option<u16> {
    let number = instruction.opcode();
    let stores = matches!(number, opcode::ASTORE | opcode::ASTORE_0..=opcode::ASTORE_3);
    instruction.local().filter(|_| stores)
}

fn loaded(instruction: &Instruction<'_>) -> Option<u16> {
    let number = instruction.opcode();
    let loads = matches!(number, opcode::ALOAD | opcode::ALOAD_0..=opcode::ALOAD_3);
    instruction.local().filter(|_| loads)
}

/// Returns whether the instruction at a place calls such a method.
fn calls(
    class: &ClassFile<'_>,
    instructions: &[Instruction<'_>],
    at: usize,
    is_meant: fn(&MemberRef<'_>) -> bool,
) -> Result<bool> {
    let Some(instruction) = instructions.get(at) else {
        return Ok(false);
    };
    Ok(class
        .pool
        .invoked(instruction)?
        .is_some_and(|member| is_meant(&member)))
}

fn is_suppressing(member: &MemberRef<'_>) -> bool {
    member.owner == THROWABLE && member.name == "addSuppressed"
}

fn is_closing(member: &MemberRef<'_>) -> bool {
    member.name == "close" && member.descriptor == "()V"
}

/// Returns whether some code of a body closes resources as javac did before Java 11.
fn closes_resources(class: &ClassFile<'_>, code: &Code<'_>) -> Result<bool> {
    for instruction in code.instructions() {
        let called = class.pool.invoked(&instruction?)?;
        if called.is_some_and(|member| is_suppressing(&member) || member.name == "$closeResource") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The notifications at one catch block of a body.
#[derive(Debug, Clone, Copy)]
pub struct HandlerHook<'a> {
    /// The catch block.
    pub handler: &'a Handler,
    /// The notifications, in order.
    pub told: &'a [ToldAtHandler],
    /// The place that it tells, `FILE:LINE`.
    pub at: &'a str,
}

impl HandlerHook<'_> {
    /// Adds what tells, before the block. `values` are those of the method, where they stand
    /// throughout the body; `free` is the first local that nothing else uses.
    ///
    /// # Errors
    /// The constant pool is full.
    pub fn add(
        &self,
        class: &mut ClassFile<'_>,
        values: &[Value],
        free: u16,
        insertions: &mut Insertions,
    ) -> Result<()> {
        let exception = Type::class(THROWABLE);
        let mut code = Assembler::new();
        // The block expects the exception on the stack, where it goes back at the end.
        code.store(&exception, free);
        let is_argument = |value: &Value| matches!(value.position, Position::Argument(_));
        let mut of_exception: Vec<Value> = values
            .iter()
            .filter(|value| !is_argument(value))
            .cloned()
            .collect();
        of_exception
            .extend(Position::of_argument(0, 1).map(|at| Value::new(at, exception.clone(), free)));

        for ToldAtHandler {
            told,
            of_exception: is_of_exception,
        } in self.told
        {
            let values = if *is_of_exception {
                &of_exception
            } else {
                values
            };
            tell(
                &mut code,
                &mut class.pool,
                std::slice::from_ref(told),
                When::Before,
                values,
                self.at,
            )?;
        }
        code.load(&exception, free);

        let stack = code.deepest();
        insertions.before(
            self.handler.pc,
            Snippet {
                bytes: code.into_bytes(),
                stack,
                locals: free + 1,
            },
        );

        Ok(())
    }
}
