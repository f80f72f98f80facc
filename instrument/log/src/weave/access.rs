//! Accesses of fields and of elements of arrays.
//!
//! Before an access the field is read once without a record: the instruction resolves its class and
//! field, and runs the initializer of the class, while the thread holds no stripe.

use java_types::Access;
use java_types::descriptor::{Primitive, Type};
use jvm::classfile::{ClassFileError, Instruction, Result, Snippet, opcode};

use super::code::{LIBRARY, LOG, Piece, TOUCHES, logged};
use super::method::Method;
use crate::kind::{ELEMENT, READ, VOLATILE_READ, VOLATILE_WRITE, WRITE};

/// Inserts the events of an instruction, if it is an access.
///
/// # Errors
/// The class is damaged or full.
pub fn weave(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    match instruction.opcode() {
        opcode::GETFIELD | opcode::PUTFIELD | opcode::GETSTATIC | opcode::PUTSTATIC => {
            field(method, instruction)
        }
        opcode::IALOAD..=opcode::SALOAD => load(method, instruction),
        opcode::IASTORE..=opcode::SASTORE => store(method, instruction),
        _ => Ok(()),
    }
}

fn field(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    let index = instruction
        .pool_index()
        .ok_or(ClassFileError::NotAnInstruction(instruction.pc))?;
    let member = method.class.pool.member(index)?;
    let (owner, name) = (member.owner.to_string(), member.name.to_string());
    let descriptor = member.descriptor.to_string();
    let ty = Type::parse(&descriptor).map_err(|_| ClassFileError::Malformed("descriptor"))?;
    let field = method.program.field(&owner, &name, &descriptor);
    let number = instruction.opcode();
    let is_static = matches!(number, opcode::GETSTATIC | opcode::PUTSTATIC);
    let is_write = matches!(number, opcode::PUTFIELD | opcode::PUTSTATIC);
    let slots = method.slots()?;
    let pc = instruction.pc;
    let uses_class = is_static && !(method.name == "<clinit>" && *field.class == *method.owner);

    if field.access.is_final() {
        // Its value never changes once other threads can see it, but the class is used.
        return only_uses(method, pc, uses_class.then_some(&*field.class));
    }
    if method.early_writes.contains(&pc) {
        return Ok(());
    }

    if !is_static && !method.program.hierarchy.is_source(&field.class) {
        of_library(method, pc, &ty, is_write)?;
    }
    let is_volatile = field.access.has(Access::VOLATILE);
    let is_handled = method.program.handled.has(&name, is_volatile);
    let is_unshared = !is_handled && method.is_unshared(pc, Some(&name));
    if is_unshared && !method.program.keeps_unshared {
        return only_uses(method, pc, uses_class.then_some(&*field.class));
    }
    let variable = method.table.field(&field.class, &name);
    let site = method.site_of(pc, variable, is_unshared)?;
    let mut before = Piece::new();
    if is_static {
        if is_write {
            before.dup(&ty);
            before.store(&ty, slots.value);
        }
        before.with_index(opcode::GETSTATIC, index, 0, ty.slots());
        before.pop(&ty);
        if uses_class {
            method.uses(&mut before, &field.class, pc)?;
        }
        let pool = &mut method.class.pool;
        before.int(variable, pool)?;
        before.int(site, pool)?;
        before.call(
            (LOG, "enterStatic", "(II)Lresidua/log/Buffer;"),
            (2, 1),
            pool,
        )?;
        before.store(&Type::object(), slots.buffer);
    } else {
        let object = Type::object();
        if is_write {
            before.store(&ty, slots.value);
        }
        before.dup(&object);
        before.with_index(opcode::GETFIELD, index, 1, ty.slots());
        before.pop(&ty);
        before.dup(&object);
        let pool = &mut method.class.pool;
        before.int(site, pool)?;
        let enter = (LOG, "enter", "(Ljava/lang/Object;I)Lresidua/log/Buffer;");
        before.call(enter, (2, 1), pool)?;
        before.store(&object, slots.buffer);
        if is_write {
            before.load(&ty, slots.value);
        }
    }
    let kind = match (is_write, is_volatile) {
        (false, false) => READ,
        (true, false) => WRITE,
        (false, true) => VOLATILE_READ,
        (true, true) => VOLATILE_WRITE,
    };
    if is_handled && is_write {
        let piece = ordered_with_handles(method, pc, "writes")?;
        method.insertions.before(pc, piece);
    }
    method.insertions.before(pc, before.snippet(slots.all));
    if is_handled {
        leave_without_value(method, pc, kind)?;
    } else {
        leave(method, pc, &ty, kind, is_write)?;
    }
    if is_handled && !is_write {
        let piece = ordered_with_handles(method, pc, "reads")?;
        method.insertions.after(pc, piece);
    }
    Ok(())
}

/// A field of an object of the library, whose methods access it as well.
fn of_library(method: &mut Method<'_, '_>, pc: u32, ty: &Type, is_write: bool) -> Result<()> {
    let slots = method.slots()?;
    let site = method.site(pc, 0)?;
    let pool = &mut method.class.pool;
    let mut before = Piece::new();
    if is_write {
        before.store(ty, slots.value);
    }
    before.dup(&Type::object());
    before.int(is_write.into(), pool)?;
    before.int(site, pool)?;
    before.call(
        (TOUCHES, "accesses", "(Ljava/lang/Object;ZI)V"),
        (3, 0),
        pool,
    )?;
    if is_write {
        before.load(ty, slots.value);
    }
    method.insertions.before(pc, before.snippet(slots.all));
    Ok(())
}

/// An access without a record, which may use a class.
fn only_uses(method: &mut Method<'_, '_>, pc: u32, class: Option<&str>) -> Result<()> {
    let mut piece = Piece::new();
    if let Some(class) = class
        && method.uses(&mut piece, class, pc)?
    {
        let slots = method.slots()?;
        method.insertions.after(pc, piece.snippet(slots.all));
    }
    Ok(())
}

/// The end of an access. A value that was read is on the stack; one that was written, in a variable.
fn leave(method: &mut Method<'_, '_>, pc: u32, ty: &Type, kind: u8, is_write: bool) -> Result<()> {
    let slots = method.slots()?;
    let buffer = Type::object();
    let mut after = Piece::new();
    let pool = &mut method.class.pool;
    match logged(ty) {
        Some(value) => {
            if is_write {
                after.load(ty, slots.value);
                // The memory has as many bits as the type.
                match ty {
                    Type::Primitive(Primitive::Byte) => after.emit(opcode::I2B, 1, 1),
                    Type::Primitive(Primitive::Char) => after.emit(opcode::I2C, 1, 1),
                    Type::Primitive(Primitive::Short) => after.emit(opcode::I2S, 1, 1),
                    _ => {}
                }
            } else {
                after.dup(ty);
            }
            after.load(&buffer, slots.buffer);
            after.int(kind.into(), pool)?;
            let descriptor = format!("({}Lresidua/log/Buffer;I)V", value.descriptor());
            let pops = ty.slots() + 2;
            after.call((LOG, "leave", &descriptor), (pops, 0), pool)?;
        }
        None => return leave_without_value(method, pc, kind),
    }
    method.insertions.after(pc, after.snippet(slots.all));
    Ok(())
}

fn leave_without_value(method: &mut Method<'_, '_>, pc: u32, kind: u8) -> Result<()> {
    let slots = method.slots()?;
    let mut after = Piece::new();
    let pool = &mut method.class.pool;
    after.load(&Type::object(), slots.buffer);
    after.int(kind.into(), pool)?;
    after.call((LOG, "leave", "(Lresidua/log/Buffer;I)V"), (2, 0), pool)?;
    method.insertions.after(pc, after.snippet(slots.all));
    Ok(())
}

/// Orders an access with the calls of handles ([`super::handles`]).
fn ordered_with_handles(method: &mut Method<'_, '_>, pc: u32, name: &str) -> Result<Snippet> {
    let slots = method.slots()?;
    let site = method.site(pc, 0)?;
    let pool = &mut method.class.pool;
    let mut piece = Piece::new();
    piece.int(site, pool)?;
    piece.call((LIBRARY, name, "(I)V"), (1, 0), pool)?;
    Ok(piece.snippet(slots.all))
}

/// The type of elements that an instruction is for, and the method that begins the access.
fn element(offset: u8) -> (Type, &'static str, &'static str) {
    let primitive = |ty, array| (Type::Primitive(ty), "enter", array);
    match offset {
        0 => primitive(Primitive::Int, "[I"),
        1 => primitive(Primitive::Long, "[J"),
        2 => primitive(Primitive::Float, "[F"),
        3 => primitive(Primitive::Double, "[D"),
        4 => (Type::object(), "enter", "[Ljava/lang/Object;"),
        5 => (
            Type::Primitive(Primitive::Byte),
            "enterBytes",
            "Ljava/lang/Object;",
        ),
        6 => primitive(Primitive::Char, "[C"),
        _ => primitive(Primitive::Short, "[S"),
    }
}

fn load(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    let is_unshared = method.is_unshared(instruction.pc, None);
    if is_unshared && !method.program.keeps_unshared {
        return Ok(());
    }
    let (ty, name, array) = element(instruction.opcode() - opcode::IALOAD);
    let slots = method.slots()?;
    let site = method.site_of(instruction.pc, 0, is_unshared)?;
    let pool = &mut method.class.pool;
    let mut before = Piece::new();
    before.emit(opcode::DUP2, 2, 4);
    before.int(site, pool)?;
    let descriptor = format!("({array}II)Lresidua/log/Buffer;");
    before.call((LOG, name, &descriptor), (3, 1), pool)?;
    before.store(&Type::object(), slots.buffer);
    method
        .insertions
        .before(instruction.pc, before.snippet(slots.all));
    leave(method, instruction.pc, &ty, READ | ELEMENT, false)
}

fn store(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    let is_unshared = method.is_unshared(instruction.pc, None);
    if is_unshared && !method.program.keeps_unshared {
        return Ok(());
    }
    let (ty, name, array) = element(instruction.opcode() - opcode::IASTORE);
    let slots = method.slots()?;
    let site = method.site_of(instruction.pc, 0, is_unshared)?;
    let pool = &mut method.class.pool;
    let mut before = Piece::new();
    before.store(&ty, slots.value);
    before.emit(opcode::DUP2, 2, 4);
    let is_reference = ty.is_reference();
    if is_reference {
        before.load(&ty, slots.value);
    }
    before.int(site, pool)?;
    let value = if is_reference {
        "Ljava/lang/Object;"
    } else {
        ""
    };
    let descriptor = format!("({array}I{value}I)Lresidua/log/Buffer;");
    before.call(
        (LOG, name, &descriptor),
        (3 + u16::from(is_reference), 1),
        pool,
    )?;
    before.store(&Type::object(), slots.buffer);
    before.load(&ty, slots.value);
    method
        .insertions
        .before(instruction.pc, before.snippet(slots.all));
    leave(method, instruction.pc, &ty, WRITE | ELEMENT, true)
}
