//! Straight-line code of the recorder, put together.

use instrument::weave::parts::Assembler;
use java_types::descriptor::{Primitive, Type};
use jvm::classfile::{ClassFileError, ConstantPool, Result, Snippet, opcode};

/// The class that events of accesses, locks and classes are told to.
pub const LOG: &str = "residua/log/Log";
/// The class of calls in the place of others.
pub const CALLS: &str = "residua/log/Calls";
/// The class that events of properties are told to.
pub const EVENTS: &str = "residua/log/PropertyEvents";
/// The class that events of other calls are told to.
pub const LIBRARY: &str = "residua/log/Library";

/// The class that learns what calls of the library may use.
pub const TOUCHES: &str = "residua/log/Touches";

/// A piece of code. The stack of the method lies below.
#[derive(Debug, Default)]
pub struct Piece {
    code: Assembler,
}

impl Piece {
    /// No code.
    pub fn new() -> Self {
        Piece::default()
    }

    /// Any instruction of one byte: the slots it takes and those it gives.
    pub fn emit(&mut self, number: u8, pops: u16, pushes: u16) {
        self.code.emit(&[number], pops, pushes);
    }

    /// An instruction with an index of the constant pool.
    pub fn with_index(&mut self, number: u8, index: u16, pops: u16, pushes: u16) {
        self.code.with_index(number, index, pops, pushes);
    }

    /// Calls a method with so many slots of arguments, and of a result.
    ///
    /// # Errors
    /// An interface's method has too many arguments.
    pub fn invoke(&mut self, number: u8, index: u16, pops: u16, pushes: u16) -> Result<()> {
        if number == opcode::INVOKEINTERFACE {
            let count = u8::try_from(pops).map_err(|_| ClassFileError::TooLong("argument list"))?;
            let [high, low] = index.to_be_bytes();
            self.code.emit(&[number, high, low, count, 0], pops, pushes);
        } else {
            self.with_index(number, index, pops, pushes);
        }
        Ok(())
    }

    /// Copies a value on the stack.
    pub fn dup(&mut self, ty: &Type) {
        match ty.slots() {
            2 => self.emit(opcode::DUP2, 2, 4),
            _ => self.emit(opcode::DUP, 1, 2),
        }
    }

    /// Drops a value.
    pub fn pop(&mut self, ty: &Type) {
        match ty.slots() {
            2 => self.emit(opcode::POP2, 2, 0),
            _ => self.emit(opcode::POP, 1, 0),
        }
    }

    /// Pushes a local variable.
    pub fn load(&mut self, ty: &Type, slot: u16) {
        self.code.load(ty, slot);
    }

    /// Pops into a local variable.
    pub fn store(&mut self, ty: &Type, slot: u16) {
        self.code.store(ty, slot);
    }

    /// Pushes `null`.
    pub fn null(&mut self) {
        self.code.push_null();
    }

    /// Pushes an `int`.
    ///
    /// # Errors
    /// The constant pool is full.
    pub fn int(&mut self, value: u32, pool: &mut ConstantPool<'_>) -> Result<()> {
        match value {
            0..=5 => self.emit(opcode::ICONST_0 + value as u8, 0, 1),
            6..=127 => self.code.emit(&[opcode::BIPUSH, value as u8], 0, 1),
            128..=32767 => {
                let [high, low] = (value as u16).to_be_bytes();
                self.code.emit(&[opcode::SIPUSH, high, low], 0, 1);
            }
            _ => {
                let index = pool.add_integer(value as i32)?;
                self.constant(index);
            }
        }
        Ok(())
    }

    /// Pushes a class.
    ///
    /// # Errors
    /// The constant pool is full.
    pub fn class(&mut self, name: &str, pool: &mut ConstantPool<'_>) -> Result<()> {
        let index = pool.add_class(name)?;
        self.constant(index);
        Ok(())
    }

    fn constant(&mut self, index: u16) {
        match u8::try_from(index) {
            Ok(short) => self.code.emit(&[opcode::LDC, short], 0, 1),
            Err(_) => self.code.with_index(opcode::LDC_W, index, 0, 1),
        }
    }

    /// Calls a static method; `pops` and `pushes` are the slots of its descriptor.
    ///
    /// # Errors
    /// The constant pool is full.
    pub fn call(
        &mut self,
        (class, name, descriptor): (&str, &str, &str),
        (pops, pushes): (u16, u16),
        pool: &mut ConstantPool<'_>,
    ) -> Result<()> {
        let index = pool.add_method(class, name, descriptor, false)?;
        self.code
            .with_index(opcode::INVOKESTATIC, index, pops, pushes);
        Ok(())
    }

    /// The code, for a method that has as many local variables.
    pub fn snippet(self, locals: u16) -> Snippet {
        Snippet {
            stack: self.code.deepest(),
            bytes: self.code.into_bytes(),
            locals,
        }
    }

    /// The place of the next instruction.
    pub fn pc(&self) -> u16 {
        self.code.pc()
    }

    /// The code under construction.
    pub fn assembler(&mut self) -> &mut Assembler {
        &mut self.code
    }

    /// The code, with the most slots of the stack.
    pub fn finish(self) -> (Vec<u8>, u16) {
        let deepest = self.code.deepest();
        (self.code.into_bytes(), deepest)
    }
}

/// The type that the log takes for a value; none for references and numbers with a point, whose
/// values are not logged.
pub fn logged(ty: &Type) -> Option<Primitive> {
    match ty {
        Type::Primitive(Primitive::Long) => Some(Primitive::Long),
        Type::Primitive(Primitive::Float | Primitive::Double) => None,
        Type::Primitive(_) => Some(Primitive::Int),
        Type::Class(_) | Type::Array(_) => None,
    }
}
