//! Calls of the library: those of locks and threads are replaced, others get a method around them
//! if they have an effect on other threads.

use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{ClassFileError, Instruction, Result, opcode};

use super::arguments;
use super::boundary::Around;
use super::code::{CALLS, EVENTS, LIBRARY, Piece};
use super::method::Method;
use super::program::Program;
use crate::library::{is_monitor, is_of_runtime};

/// The class that makes lambdas.
pub const FACTORY: &str = "java/lang/invoke/LambdaMetafactory";

/// The types of function objects that are tasks.
const TASKS: [&str; 3] = [
    "java/lang/Runnable",
    "java/util/concurrent/Callable",
    "java/util/function/Supplier",
];

/// Methods that have a replacement: type, name and descriptor. The replacement takes the receiver
/// first, unless the method is static, and the site last.
const REPLACED: [(&str, &str, &str); 40] = [
    ("java/lang/Object", "wait", "()V"),
    ("java/lang/Object", "wait", "(J)V"),
    ("java/lang/Object", "wait", "(JI)V"),
    ("java/lang/Object", "notify", "()V"),
    ("java/lang/Object", "notifyAll", "()V"),
    ("java/lang/Thread", "start", "()V"),
    ("java/lang/Thread", "join", "()V"),
    ("java/lang/Thread", "join", "(J)V"),
    ("java/lang/Thread", "join", "(JI)V"),
    ("java/lang/Thread", "isAlive", "()Z"),
    ("java/lang/Thread", "interrupt", "()V"),
    ("java/lang/Thread", "isInterrupted", "()Z"),
    ("java/lang/Thread", "interrupted", "()Z"),
    ("java/lang/Thread", "sleep", "(J)V"),
    (LOCK, "lock", "()V"),
    (LOCK, "lockInterruptibly", "()V"),
    (LOCK, "tryLock", "()Z"),
    (LOCK, "tryLock", "(JLjava/util/concurrent/TimeUnit;)Z"),
    (LOCK, "unlock", "()V"),
    (CONDITION, "await", "()V"),
    (CONDITION, "await", "(JLjava/util/concurrent/TimeUnit;)Z"),
    (CONDITION, "awaitNanos", "(J)J"),
    (CONDITION, "awaitUninterruptibly", "()V"),
    (CONDITION, "awaitUntil", "(Ljava/util/Date;)Z"),
    (CONDITION, "signal", "()V"),
    (CONDITION, "signalAll", "()V"),
    (SUPPORT, "unpark", "(Ljava/lang/Thread;)V"),
    (SUPPORT, "park", "()V"),
    (SUPPORT, "park", "(Ljava/lang/Object;)V"),
    (SUPPORT, "parkNanos", "(J)V"),
    (SUPPORT, "parkNanos", "(Ljava/lang/Object;J)V"),
    (SUPPORT, "parkUntil", "(J)V"),
    (SUPPORT, "parkUntil", "(Ljava/lang/Object;J)V"),
    ("java/lang/Thread", "sleep", "(JI)V"),
    ("java/lang/Thread", "join", "(Ljava/time/Duration;)Z"),
    ("java/util/concurrent/TimeUnit", "sleep", "(J)V"),
    (
        "java/util/concurrent/TimeUnit",
        "timedJoin",
        "(Ljava/lang/Thread;J)V",
    ),
    (
        "java/util/concurrent/TimeUnit",
        "timedWait",
        "(Ljava/lang/Object;J)V",
    ),
    (
        "java/lang/System",
        "arraycopy",
        "(Ljava/lang/Object;ILjava/lang/Object;II)V",
    ),
    ("java/lang/Thread", "getState", "()Ljava/lang/Thread$State;"),
];

const LOCK: &str = "java/util/concurrent/locks/Lock";
const CONDITION: &str = "java/util/concurrent/locks/Condition";
const SUPPORT: &str = "java/util/concurrent/locks/LockSupport";

/// Methods that no class overrides: a call of `super` is the same as any other.
const FINAL: [&str; 5] = ["wait", "notify", "notifyAll", "join", "isAlive"];

/// Replaces a call, or puts a method around it.
///
/// # Errors
/// The class is damaged or full.
pub fn weave(
    method: &mut Method<'_, '_>,
    instruction: &Instruction<'_>,
    is_before_super: bool,
) -> Result<()> {
    let number = instruction.opcode();
    if number == opcode::INVOKEDYNAMIC {
        return function(method, instruction);
    }
    let Some(member) = method.class.pool.invoked(instruction)? else {
        return Ok(());
    };
    let (owner, name) = (member.owner.to_string(), member.name.to_string());
    let descriptor = member.descriptor.to_string();
    let is_interface = member.interface;
    if is_monitor(&owner) {
        return told(method, instruction);
    }
    if name.starts_with('<') || is_of_runtime(&owner) {
        return Ok(());
    }
    let Some(library) = method.program.library_type(&owner, &name, &descriptor) else {
        return Ok(());
    };
    let is_static = number == opcode::INVOKESTATIC;
    if let Some(replaced) = replaced(method.program, &library, &name, &descriptor) {
        let is_special = number == opcode::INVOKESPECIAL;
        if !is_special || FINAL.contains(&replaced.1) {
            return replace(method, instruction, replaced, is_static);
        }
        if special(method, instruction, replaced)? {
            return Ok(());
        }
    }
    if is_before_super
        || number == opcode::INVOKESPECIAL && (is_interface || method.access.is_static())
    {
        return Ok(());
    }
    let models = &method.program.models;
    let is_pure = is_static && models.is_of_receiver(&library, &name)
        || arguments::is_range(method.program, &library, &name, &descriptor);
    if is_pure || !models.matters(&library, &name, &method.program.hierarchy) {
        return Ok(());
    }
    if method.class.access.is_interface() && method.class.major < PRIVATE_IN_INTERFACES {
        return order_with_all(method, instruction);
    }
    let is_protected = method
        .program
        .superclasses(&library)
        .find_map(|info| info.method(&name, &descriptor).map(|found| found.access))
        .is_some_and(|access| access.has(java_types::Access::PROTECTED));
    let around = Around {
        opcode: number,
        receiver: if is_protected {
            method.owner.to_owned()
        } else {
            owner.clone()
        },
        owner,
        name,
        descriptor,
        is_interface,
        call: 0,
    };
    let site = method.site(instruction.pc, 0)?;
    let around = Around {
        call: method.table.call(
            &library,
            &around.name,
            &around.descriptor,
            number == opcode::INVOKESPECIAL,
        ),
        ..around
    };
    let (own_name, own_descriptor) = method.boundary.method(&around)?;
    let pool = &mut method.class.pool;
    let of_interface = method.class.access.is_interface();
    let index = pool.add_method(method.owner, &own_name, &own_descriptor, of_interface)?;
    let number = match number {
        opcode::INVOKESPECIAL => opcode::INVOKESPECIAL,
        _ => opcode::INVOKESTATIC,
    };
    put(method, instruction, number, index)?;
    push_site(method, instruction.pc, site)
}

/// The version from which an interface may have a private method with code (Java 8).
const PRIVATE_IN_INTERFACES: u16 = 52;

/// A call that has no method around it is ordered with all others that nothing is known of.
fn order_with_all(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    let site = method.site(instruction.pc, 0)?;
    let [before, after] = ["writes", "reads"].map(|name| {
        let pool = &mut method.class.pool;
        let mut piece = Piece::new();
        piece.int(site, pool)?;
        piece.call((LIBRARY, name, "(I)V"), (1, 0), pool)?;
        Ok(piece)
    });
    method.surround(instruction.pc, before?, after?)
}

/// Returns whether a call of a method has events of its own.
pub fn has_events(program: &Program, owner: &str, name: &str, descriptor: &str) -> bool {
    let Some(library) = program.library_type(owner, name, descriptor) else {
        return false;
    };
    replaced(program, &library, name, descriptor).is_some()
        || program.models.matters(&library, name, &program.hierarchy)
}

/// The replacement of a method of a type of the library.
fn replaced(
    program: &Program,
    library: &str,
    name: &str,
    descriptor: &str,
) -> Option<&'static (&'static str, &'static str, &'static str)> {
    REPLACED.iter().find(|(ty, known, known_descriptor)| {
        *known == name
            && *known_descriptor == descriptor
            && (*ty == "java/lang/Object" || program.is_below(library, ty))
    })
}

fn replace(
    method: &mut Method<'_, '_>,
    instruction: &Instruction<'_>,
    (ty, name, descriptor): &(&str, &str, &str),
    is_static: bool,
) -> Result<()> {
    if *name == "getState" {
        return after_receiver(method, instruction, &[]);
    }
    if *descriptor == "(Ljava/time/Duration;)Z" {
        return after_receiver(method, instruction, &[Type::object()]);
    }
    let site = method.site(instruction.pc, 0)?;
    let (parameters, result) = descriptor
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(')'))
        .unwrap_or_default();
    let receiver = if is_static {
        String::new()
    } else {
        format!("L{ty};")
    };
    let descriptor = format!("({receiver}{parameters}I){result}");
    let pool = &mut method.class.pool;
    let index = pool.add_method(CALLS, name, &descriptor, false)?;
    put(method, instruction, opcode::INVOKESTATIC, index)?;
    push_site(method, instruction.pc, site)
}

/// A call of a method of the superclass, which cannot be replaced. False if its events are those of
/// any other call.
fn special(
    method: &mut Method<'_, '_>,
    instruction: &Instruction<'_>,
    (ty, name, _): &(&str, &str, &str),
) -> Result<bool> {
    let (before, after) = match (*ty, *name) {
        ("java/lang/Thread", "start") => (Some("forking"), None),
        (LOCK, "lock" | "lockInterruptibly") => (Some("requesting"), Some("locked")),
        (LOCK, "unlock") => (Some("unlocking"), None),
        (LOCK, "tryLock") => {
            tried_by_super(method, instruction)?;
            return Ok(true);
        }
        _ => return Ok(false),
    };
    let object = Type::object();
    let slots = method.slots()?;
    let site = method.site(instruction.pc, 0)?;
    let descriptor = format!("(L{ty};I)V");
    let pool = &mut method.class.pool;
    let told = |name: &str, pool: &mut jvm::classfile::ConstantPool<'_>| {
        let mut piece = Piece::new();
        piece.load(&object, 0);
        piece.int(site, pool)?;
        piece.call((CALLS, name, &descriptor), (2, 0), pool)?;
        Ok::<_, ClassFileError>(piece.snippet(slots.all))
    };
    if let Some(name) = before {
        let piece = told(name, pool)?;
        method.insertions.before(instruction.pc, piece);
    }
    if let Some(name) = after {
        let piece = told(name, &mut method.class.pool)?;
        method.insertions.after(instruction.pc, piece);
    }
    Ok(true)
}

/// An attempt to lock by a method of the superclass. Its result is on the stack.
fn tried_by_super(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    let slots = method.slots()?;
    let site = method.site(instruction.pc, 0)?;
    let mut after = Piece::new();
    after.emit(opcode::DUP, 1, 2);
    after.load(&Type::object(), 0);
    let pool = &mut method.class.pool;
    after.int(site, pool)?;
    let descriptor = format!("(ZL{LOCK};I)V");
    after.call((CALLS, "tried", &descriptor), (3, 0), pool)?;
    method
        .insertions
        .after(instruction.pc, after.snippet(slots.all));
    Ok(())
}

/// A call that shows whether the thread that is its receiver has ended.
fn after_receiver(
    method: &mut Method<'_, '_>,
    instruction: &Instruction<'_>,
    arguments: &[Type],
) -> Result<()> {
    let object = Type::object();
    let slots = method.slots()?;
    let site = method.site(instruction.pc, 0)?;
    let mut before = Piece::new();
    for argument in arguments {
        before.store(argument, slots.value);
    }
    before.dup(&object);
    before.store(&object, slots.object);
    for argument in arguments {
        before.load(argument, slots.value);
    }
    let mut after = Piece::new();
    after.load(&object, slots.object);
    let pool = &mut method.class.pool;
    after.int(site, pool)?;
    after.call((CALLS, "joined", "(Ljava/lang/Thread;I)V"), (2, 0), pool)?;
    method.surround(instruction.pc, before, after)
}

/// A call of a monitor, which may say that events of properties have happened.
fn told(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    let slots = method.slots()?;
    let site = method.site(instruction.pc, 0)?;
    let mut after = Piece::new();
    let pool = &mut method.class.pool;
    after.int(site, pool)?;
    after.call((EVENTS, "log", "(I)V"), (1, 0), pool)?;
    method
        .insertions
        .after(instruction.pc, after.snippet(slots.all));
    Ok(())
}

/// A function object that may be a task gets an object of the recorder around it.
fn function(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    let Some(call) = method.class.pool.dynamic_call(instruction)? else {
        return Ok(());
    };
    let made = MethodDescriptor::parse(&call.signature.descriptor)
        .map_err(|_| ClassFileError::Malformed("descriptor"))?;
    let Some(ty) = made.result.as_ref().and_then(Type::class_name).cloned() else {
        return Ok(());
    };
    let rows = method.class.bootstrap_methods()?;
    let Some(row) = rows.get(usize::from(call.bootstrap)) else {
        return Ok(());
    };
    let factory = method.class.pool.method_handle(row.method)?.member;
    // The other factory makes objects of several types, which this one would hide.
    if factory.owner != FACTORY || factory.name != "metafactory" || !TASKS.contains(&&*ty) {
        return Ok(());
    }
    let slots = method.slots()?;
    let site = method.site(instruction.pc, 0)?;
    let mut after = Piece::new();
    let pool = &mut method.class.pool;
    after.int(site, pool)?;
    let descriptor = format!("(L{ty};I)L{ty};");
    after.call((CALLS, "task", &descriptor), (2, 1), pool)?;
    method
        .insertions
        .after(instruction.pc, after.snippet(slots.all));
    Ok(())
}

/// Puts a call of three bytes in the place of another one.
fn put(
    method: &mut Method<'_, '_>,
    instruction: &Instruction<'_>,
    number: u8,
    index: u16,
) -> Result<()> {
    let start = instruction.pc as usize;
    let end = instruction.end() as usize;
    let bytes = method
        .code
        .bytes
        .to_mut()
        .get_mut(start..end)
        .ok_or(ClassFileError::NotAnInstruction(instruction.pc))?;
    let [high, low] = index.to_be_bytes();
    bytes.fill(opcode::NOP);
    bytes[..3].copy_from_slice(&[number, high, low]);
    Ok(())
}

fn push_site(method: &mut Method<'_, '_>, pc: u32, site: u32) -> Result<()> {
    let slots = method.slots()?;
    let mut before = Piece::new();
    before.int(site, &mut method.class.pool)?;
    method.insertions.before(pc, before.snippet(slots.all));
    Ok(())
}
