//! Method references to methods of the library that have events: `lock::lock`, `Thread::start`.
//!
//! The library calls such a method itself, where no instruction of the program shows it. So the
//! reference gets a method of its class in between, which makes the call, and is woven as any other.

use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{
    BootstrapMethod, ClassFile, ClassFileError, NewMethod, ReferenceKind, Result, line_at, opcode,
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
/// The receiver of a method has the type that the reference has captured, which the factory asks for. That may be a
/// class below the one that the call names, and references of one row may have captured several types: then each type has a row.
///
/// # Errors
/// The class is damaged or full.
pub fn weave(class: &mut ClassFile<'_>, program: &Program) -> Result<()> {
    let mut rows = class.bootstrap_methods()?;
    let uses = uses(class)?;
    let mut number = 0;
    for index in 0..rows.len() {
        let Some(called) = called(class, program, &rows[index])? else {
            continue;
        };
        let mut row = rows[index].clone();
        let of_row = uses.iter().filter(|used| used.row == index);
        let mut types: Vec<Option<&str>> = of_row.map(|used| used.captured.as_deref()).collect();
        types.sort_unstable();
        types.dedup();
        for (place, &captured) in types.iter().enumerate() {
            let name = format!("{NAME}{number}");
            number += 1;
            let of_type = |used: &&Use| used.row == index && used.captured.as_deref() == captured;
            let line = uses.iter().find(of_type).map_or(0, |used| used.line);
            let descriptor = add(class, &called, captured, &name, line)?;
            let owner = class.name()?.to_string();
            let of_interface = class.access.is_interface();
            let pool = &mut class.pool;
            let method = pool.add_method(&owner, &name, &descriptor, of_interface)?;
            row.arguments[1] = pool.add_method_handle(ReferenceKind::InvokeStatic, method)?;
            if place == 0 {
                rows[index] = row.clone();
                continue;
            }
            let added = u16::try_from(rows.len());
            let added = added.map_err(|_| ClassFileError::TooLong("list of bootstrap methods"))?;
            rows.push(row.clone());
            for used in uses.iter().filter(of_type) {
                used.moved(class, added)?;
            }
        }
    }
    if number > 0 {
        class.set_bootstrap_methods(&rows)?;
    }
    Ok(())
}

/// An instruction that makes an object of a row.
#[derive(Debug)]
struct Use {
    /// The number of its method.
    method: usize,
    pc: u32,
    row: usize,
    /// The descriptor of the first captured value; none if it has captured nothing.
    captured: Option<String>,
    /// 0 if it is not known.
    line: u16,
}

impl Use {
    /// Lets the instruction make an object of another row.
    fn moved(&self, class: &mut ClassFile<'_>, row: u16) -> Result<()> {
        let Some(code) = class.code(self.method)? else {
            return Ok(());
        };
        let mut code = code.into_owned();
        let instruction = code.instruction(self.pc)?;
        let Some(call) = class.pool.dynamic_call(&instruction)? else {
            return Ok(());
        };
        let (name, descriptor) = (
            call.signature.name.to_string(),
            call.signature.descriptor.to_string(),
        );
        let signature = class.pool.add_name_and_type(&name, &descriptor)?;
        let index = class.pool.add_invoke_dynamic(row, signature)?;
        let at = self.pc as usize + 1;
        code.bytes.to_mut()[at..at + 2].copy_from_slice(&index.to_be_bytes());
        class.set_code(self.method, &code)
    }
}

/// The instructions of a class that make function objects.
fn uses(class: &ClassFile<'_>) -> Result<Vec<Use>> {
    let mut uses = Vec::new();
    for method in 0..class.methods.len() {
        let Some(code) = class.code(method)? else {
            continue;
        };
        let lines = code.lines(&class.pool)?;
        for instruction in code.instructions() {
            let instruction = instruction?;
            if instruction.opcode() != opcode::INVOKEDYNAMIC {
                continue;
            }
            let Some(call) = class.pool.dynamic_call(&instruction)? else {
                continue;
            };
            let signature = MethodDescriptor::parse(&call.signature.descriptor)
                .map_err(|_| ClassFileError::Malformed("descriptor"))?;
            uses.push(Use {
                method,
                pc: instruction.pc,
                row: usize::from(call.bootstrap),
                captured: signature.parameters.first().map(Type::to_string),
                line: line_at(&lines, instruction.pc).unwrap_or(0),
            });
        }
    }
    Ok(uses)
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
fn add(
    class: &mut ClassFile<'_>,
    called: &Called,
    captured: Option<&str>,
    name: &str,
    line: u16,
) -> Result<String> {
    let is_static = called.opcode == opcode::INVOKESTATIC;
    let code = called.forwarded(class, is_static, line)?;
    let receiver = match captured {
        _ if is_static => String::new(),
        Some(captured) => captured.to_owned(),
        None => format!("L{};", called.owner),
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
