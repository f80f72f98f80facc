//! The calls that threads are in: a call of the program, or of the library with a function, is told
//! where it begins and where it has returned.
//!
//! An exception ends calls without a word. So a method with a handler tells where it begins, where it goes on
//! after an exception, and where it ends.

use std::collections::BTreeSet;

use instrument::weave::parts::PREFIX;
use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use jvm::classfile::{
    CatchAll, ClassFileError, Code, ConstantPool, Instruction, Result, Snippet, opcode,
};

use super::calls::FACTORY;
use super::code::{LOG, Piece};
use super::method::Method;
use crate::library::{is_monitor, is_of_runtime};

/// The begins of types of arguments that the library calls methods of, in descriptors: functions, and any object, which
/// `String.valueOf` asks for its text.
const CALLED: [&str; 6] = [
    "Ljava/lang/Object;",
    "Ljava/util/function/",
    "Ljava/lang/Runnable;",
    "Ljava/util/concurrent/Callable;",
    "Ljava/util/Comparator;",
    "Ljava/security/Privileged",
];

const STRING: &str = "java/lang/String";

/// Tells of a call that may run code of the program.
///
/// # Errors
/// The class is damaged or full.
pub fn call(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    let is_own = method.is_added || method.name.starts_with(PREFIX);
    if is_own || !may_run_program(method, instruction)? {
        return Ok(());
    }
    let slots = method.slots()?;
    let site = method.site(instruction.pc, 0)?;
    let pool = &mut method.class.pool;
    let int = Type::Primitive(Primitive::Int);
    let mut before = Piece::new();
    before.int(site, pool)?;
    before.call((LOG, "opens", "(I)I"), (1, 1), pool)?;
    before.store(&int, slots.calls);
    let mut after = Piece::new();
    after.load(&int, slots.calls);
    after.call((LOG, "closes", "(I)V"), (1, 0), pool)?;
    method.surround(instruction.pc, before, after)
}

/// Returns whether an instruction is a call that may run code of the program.
fn may_run_program(method: &Method<'_, '_>, instruction: &Instruction<'_>) -> Result<bool> {
    if instruction.opcode() == opcode::INVOKEDYNAMIC {
        return joins_objects(method, instruction);
    }
    let Some(member) = method.class.pool.invoked(instruction)? else {
        return Ok(false);
    };
    let (owner, name) = (member.owner.to_string(), member.name.to_string());
    let descriptor = member.descriptor.to_string();
    if is_monitor(&owner) || is_of_runtime(&owner) {
        return Ok(false);
    }
    let is_of_library = match &*name {
        "<init>" => !method.program.hierarchy.is_source(&owner),
        _ => method
            .program
            .library_type(&owner, &name, &descriptor)
            .is_some(),
    };
    let parameters = descriptor.split(')').next().unwrap_or_default();
    let calls_argument = CALLED.iter().any(|begin| parameters.contains(begin));
    let is_declared = || name != "<init>" && method.program.declares(&name, &descriptor);
    Ok(!is_of_library || calls_argument || is_declared())
}

/// Returns whether a dynamic call gives objects to code that the JVM makes, such as that of `"a" + object`, and
/// that may ask them for their text.
fn joins_objects(method: &Method<'_, '_>, instruction: &Instruction<'_>) -> Result<bool> {
    let Some(call) = method.class.pool.dynamic_call(instruction)? else {
        return Ok(false);
    };
    let rows = method.class.bootstrap_methods()?;
    let Some(row) = rows.get(usize::from(call.bootstrap)) else {
        return Ok(false);
    };
    let factory = method.class.pool.method_handle(row.method)?.member;
    let parameters = MethodDescriptor::parse(&call.signature.descriptor)
        .map_err(|_| ClassFileError::Malformed("descriptor"))?
        .parameters;
    let mut parameters = parameters.iter();
    let has_object = parameters
        .any(|ty| ty.is_reference() && ty.class_name().is_none_or(|name| &**name != STRING));
    Ok(factory.owner != FACTORY && has_object)
}

/// Tells of a method with handlers. Methods that the library calls have their own code around them.
///
/// # Errors
/// The class is full.
pub fn around(method: &mut Method<'_, '_>, code: &Code<'_>) -> Result<()> {
    if code.exceptions.is_empty() {
        return Ok(());
    }
    let after = if method.name == "<init>" {
        let Some(pc) = code.delegation(&method.class.pool)? else {
            return Ok(());
        };
        Some(pc)
    } else {
        None
    };
    handlers(method, code)?;
    let slots = method.slots()?;
    let begin = piece("begins", &mut method.class.pool)?.snippet(slots.all);
    match after {
        Some(pc) => method.insertions.after(pc, begin),
        None => method.insertions.at_entry(begin),
    }
    for instruction in code.instructions() {
        let instruction = instruction?;
        if instruction.is_return() {
            let end = piece("ends", &mut method.class.pool)?.snippet(slots.all);
            method.insertions.before(instruction.pc, end);
        }
    }
    let mut handler = piece("ends", &mut method.class.pool)?;
    handler.emit(opcode::ATHROW, 1, 0);
    let Snippet {
        bytes,
        stack,
        locals,
    } = handler.snippet(slots.all);
    method.insertions.catch_all(CatchAll {
        after,
        code: Snippet {
            bytes,
            stack: stack + 1,
            locals,
        },
        locals: Vec::new(),
    });
    Ok(())
}

/// Tells where a method goes on after an exception.
///
/// # Errors
/// The class is full.
pub fn handlers(method: &mut Method<'_, '_>, code: &Code<'_>) -> Result<()> {
    let slots = method.slots()?;
    let handlers: BTreeSet<u32> = code
        .exceptions
        .iter()
        .map(|row| u32::from(row.handler))
        .collect();
    for pc in handlers {
        let caught = piece("caught", &mut method.class.pool)?.snippet(slots.all);
        method.insertions.before(pc, caught);
    }
    Ok(())
}

/// Tells that the method ends.
///
/// # Errors
/// The class is full.
pub fn end(piece: &mut Piece, pool: &mut ConstantPool<'_>) -> Result<()> {
    piece.call((LOG, "ends", "()V"), (0, 0), pool)
}

/// The call of a method of the recorder.
///
/// # Errors
/// The class is full.
pub fn piece(name: &str, pool: &mut ConstantPool<'_>) -> Result<Piece> {
    let mut piece = Piece::new();
    piece.call((LOG, name, "()V"), (0, 0), pool)?;
    Ok(piece)
}
