//! Method references to methods of the library that have events: `lock::lock`, `Thread::start`.
//!
//! The library calls such a method itself, where no instruction of the program shows it. So the
//! reference gets a method of its class in between, which makes the call, and is woven as any other.

use java_types::Access;
use jvm::classfile::{
    BootstrapMethod, ClassFile, NewMethod, ReferenceKind, Result, line_at, opcode,
};

use super::calls;
use super::forwarding::Called;
use super::program::Program;

/// The begin of the names of these methods.
pub const NAME: &str = "residua$reference";

/// The class that makes function objects, and its method for those of one type. The other one may
/// make objects that are serialized by the names of their methods.
const FACTORY: (&str, &str) = ("java/lang/invoke/LambdaMetafactory", "metafactory");

/// Puts a method between each such reference and its method.
///
/// # Errors
/// The class is damaged or full.
pub fn weave(class: &mut ClassFile<'_>, program: &Program) -> Result<()> {
    let mut rows = class.bootstrap_methods()?;
    let mut number = 0;
    for (index, row) in rows.iter_mut().enumerate() {
        let Some(called) = called(class, program, row)? else {
            continue;
        };
        let name = format!("{NAME}{number}");
        number += 1;
        let line = line(class, index)?;
        let descriptor = add(class, &called, &name, line)?;
        let owner = class.name()?.to_string();
        let of_interface = class.access.is_interface();
        let pool = &mut class.pool;
        let method = pool.add_method(&owner, &name, &descriptor, of_interface)?;
        row.arguments[1] = pool.add_method_handle(ReferenceKind::InvokeStatic, method)?;
    }
    if number > 0 {
        class.set_bootstrap_methods(&rows)?;
    }
    Ok(())
}

/// The call that a reference of a row stands for, if it has events.
fn called(
    class: &ClassFile<'_>,
    program: &Program,
    row: &BootstrapMethod,
) -> Result<Option<Called>> {
    let factory = class.pool.method_handle(row.method)?.member;
    if (&*factory.owner, &*factory.name) != FACTORY {
        return Ok(None);
    }
    let Some(&argument) = row.arguments.get(1) else {
        return Ok(None);
    };
    let Ok(handle) = class.pool.method_handle(argument) else {
        return Ok(None);
    };
    let opcode = match handle.kind {
        ReferenceKind::InvokeVirtual => opcode::INVOKEVIRTUAL,
        ReferenceKind::InvokeInterface => opcode::INVOKEINTERFACE,
        ReferenceKind::InvokeStatic => opcode::INVOKESTATIC,
        _ => return Ok(None),
    };
    let member = handle.member;
    let has_events = calls::has_events(program, &member.owner, &member.name, &member.descriptor);
    Ok(has_events.then(|| Called {
        opcode,
        owner: member.owner.to_string(),
        name: member.name.to_string(),
        descriptor: member.descriptor.to_string(),
        is_interface: member.interface,
    }))
}

/// Adds the method that makes the call. Gives its descriptor.
fn add(class: &mut ClassFile<'_>, called: &Called, name: &str, line: u16) -> Result<String> {
    let is_static = called.opcode == opcode::INVOKESTATIC;
    let code = called.forwarded(class, is_static, line)?;
    let receiver = if is_static {
        String::new()
    } else {
        format!("L{};", called.owner)
    };
    let parameters = called.descriptor.trim_start_matches('(');
    let descriptor = format!("({receiver}{parameters}");
    class.append_method(&NewMethod {
        access: Access::PRIVATE | Access::STATIC | Access::SYNTHETIC,
        name,
        descriptor: &descriptor,
        code,
    })?;
    Ok(descriptor)
}

/// The line of the first instruction that makes an object of a row; 0 if it is not known.
fn line(class: &ClassFile<'_>, row: usize) -> Result<u16> {
    for method in 0..class.methods.len() {
        let Some(code) = class.code(method)? else {
            continue;
        };
        for instruction in code.instructions() {
            let instruction = instruction?;
            let call = match instruction.opcode() {
                opcode::INVOKEDYNAMIC => class.pool.dynamic_call(&instruction)?,
                _ => None,
            };
            if call.is_some_and(|call| usize::from(call.bootstrap) == row) {
                let lines = code.lines(&class.pool)?;
                return Ok(line_at(&lines, instruction.pc).unwrap_or(0));
            }
        }
    }
    Ok(0)
}
