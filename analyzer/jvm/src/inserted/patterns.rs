//! The calls that compilers insert for record patterns (JLS 14.30.2): the accessors of components,
//! and `throw new MatchException(t.toString(), t)` where one of them throws `t`.
//!
//! An accessor of a pattern is protected by itself: the exception table has a row for the one
//! instruction that calls it. The `try` of a program protects what loads the receiver, too.

use std::collections::BTreeSet;

use crate::classfile::{ClassFile, Code, ExceptionRange, Instruction, MemberRef, Result, opcode};

/// The calls of a body that are inserted for record patterns, by pc.
///
/// # Errors
/// The body is damaged.
pub fn calls(
    class: &ClassFile<'_>,
    code: &Code<'_>,
    instructions: &[Instruction<'_>],
) -> Result<BTreeSet<u32>> {
    let mut found = BTreeSet::new();
    for row in &code.exceptions {
        let of_handler = failure(class, row, instructions)?;
        if of_handler.is_empty() {
            continue;
        }
        found.extend(of_handler);
        let protected = instructions
            .iter()
            .find(|instruction| instruction.pc == u32::from(row.start));
        let alone = protected.filter(|instruction| instruction.end() == u32::from(row.end));
        if let Some(instruction) = alone {
            found.insert(instruction.pc);
        }
    }

    Ok(found)
}

/// The calls in the handler of what an accessor throws; none where the handler is another one.
fn failure(
    class: &ClassFile<'_>,
    row: &ExceptionRange,
    instructions: &[Instruction<'_>],
) -> Result<Vec<u32>> {
    let is_handler = |instruction: &Instruction<'_>| instruction.pc == u32::from(row.handler);
    let Some(at) = instructions.iter().position(is_handler) else {
        return Ok(Vec::new());
    };
    let [store, new, dup, first, text, second, made, throw] = match instructions.get(at..at + 8) {
        Some([a, b, c, d, e, f, g, h]) => [a, b, c, d, e, f, g, h],
        _ => return Ok(Vec::new()),
    };
    let has_shape = store.local().is_some()
        && new.opcode() == opcode::NEW
        && dup.opcode() == opcode::DUP
        && [first, second]
            .into_iter()
            .all(|load| load.local().is_some())
        && throw.opcode() == opcode::ATHROW;

    let calls = |instruction: &Instruction<'_>, owner: &str, name: &str| {
        let is_it = |member: MemberRef<'_>| member.owner == owner && member.name == name;
        class
            .pool
            .invoked(instruction)
            .map(|member| member.is_some_and(is_it))
    };
    let is_failure = has_shape
        && calls(text, "java/lang/Throwable", "toString")?
        && calls(made, "java/lang/MatchException", "<init>")?;

    Ok(if is_failure {
        vec![text.pc, made.pc]
    } else {
        Vec::new()
    })
}
