//! Method references to methods of the library that have events: `lock::lock`, `Thread::start`.
//!
//! The library calls such a method itself, where no instruction of the program shows it. So the
//! reference gets a method of its class in between, which makes the call, and is woven as any other.

use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{
    Attribute, ClassFile, ClassFileError, Code, NewMethod, ReferenceKind, Result, line_at, opcode,
};

use super::calls;
use super::code::Piece;
use super::program::Program;

/// The begin of the names of these methods.
pub const NAME: &str = "residua$reference";

/// The class that makes function objects, and its method for those of one type. The other one may
/// make objects that are serialized by the names of their methods.
const FACTORY: (&str, &str) = ("java/lang/invoke/LambdaMetafactory", "metafactory");

/// A call that a reference stands for.
struct Target {
    kind: ReferenceKind,
    owner: String,
    name: String,
    descriptor: String,
    is_interface: bool,
}

/// Puts a method between each such reference and its method.
///
/// # Errors
/// The class is damaged or full.
pub fn weave(class: &mut ClassFile<'_>, program: &Program) -> Result<()> {
    let mut rows = class.bootstrap_methods()?;
    let mut number = 0;
    for (index, row) in rows.iter_mut().enumerate() {
        let Some(target) = target(class, program, row)? else {
            continue;
        };
        let name = format!("{NAME}{number}");
        number += 1;
        let line = line(class, index)?;
        let descriptor = add(class, &target, &name, line)?;
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

/// The call of a row, if it has events.
fn target(
    class: &ClassFile<'_>,
    program: &Program,
    row: &jvm::classfile::BootstrapMethod,
) -> Result<Option<Target>> {
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
    let is_call = matches!(
        handle.kind,
        ReferenceKind::InvokeVirtual | ReferenceKind::InvokeInterface | ReferenceKind::InvokeStatic
    );
    let member = handle.member;
    let has_events =
        is_call && calls::has_events(program, &member.owner, &member.name, &member.descriptor);
    Ok(has_events.then(|| Target {
        kind: handle.kind,
        owner: member.owner.to_string(),
        name: member.name.to_string(),
        descriptor: member.descriptor.to_string(),
        is_interface: member.interface,
    }))
}

/// Adds the method that makes the call. Gives its descriptor.
fn add(class: &mut ClassFile<'_>, target: &Target, name: &str, line: u16) -> Result<String> {
    let signature = MethodDescriptor::parse(&target.descriptor)
        .map_err(|_| ClassFileError::Malformed("descriptor"))?;
    let is_static = target.kind == ReferenceKind::InvokeStatic;
    let receiver = (!is_static).then(|| Type::class(target.owner.as_str()));
    let parameters: Vec<Type> = receiver.into_iter().chain(signature.parameters).collect();
    let mut code = Piece::new();
    let mut slots = 0;
    for parameter in &parameters {
        code.load(parameter, slots);
        slots += parameter.slots();
    }
    let returned = signature.result.as_ref();
    let pushes = returned.map_or(0, Type::slots);
    let pool = &mut class.pool;
    let Target {
        owner,
        name: called,
        descriptor,
        is_interface,
        ..
    } = target;
    let index = pool.add_method(owner, called, descriptor, *is_interface)?;
    match target.kind {
        ReferenceKind::InvokeInterface => {
            let count =
                u8::try_from(slots).map_err(|_| ClassFileError::TooLong("argument list"))?;
            let [high, low] = index.to_be_bytes();
            let bytes = [opcode::INVOKEINTERFACE, high, low, count, 0];
            code.assembler().emit(&bytes, slots, pushes);
        }
        ReferenceKind::InvokeStatic => {
            code.with_index(opcode::INVOKESTATIC, index, slots, pushes);
        }
        _ => code.with_index(opcode::INVOKEVIRTUAL, index, slots, pushes),
    }
    code.assembler().return_value(returned);
    let (bytes, max_stack) = code.finish();
    let mut table = vec![0, 1, 0, 0];
    table.extend(line.to_be_bytes());
    let attributes = if line == 0 {
        Vec::new()
    } else {
        vec![Attribute::new(pool, "LineNumberTable", table)?]
    };
    let first = if is_static {
        String::new()
    } else {
        format!("L{owner};")
    };
    let descriptor = format!("({first}{}", descriptor.trim_start_matches('('));
    class.append_method(&NewMethod {
        access: Access::PRIVATE | Access::STATIC | Access::SYNTHETIC,
        name,
        descriptor: &descriptor,
        code: Code {
            max_stack,
            max_locals: slots,
            bytes: bytes.into(),
            exceptions: Vec::new(),
            attributes,
        },
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
