//! Instructions put together: the few that woven code needs.

use java_types::descriptor::{Primitive, Type};
use jvm::classfile::{ConstantPool, FrameType, Result, opcode};

/// Straight-line code under construction; follows the depth of the operand stack.
#[derive(Debug, Clone, Default)]
pub struct Assembler {
    bytes: Vec<u8>,
    depth: u16,
    deepest: u16,
}

impl Assembler {
    /// No code, with an empty stack.
    pub fn new() -> Self {
        Assembler::default()
    }

    /// The code so far.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The place of the next instruction.
    pub fn pc(&self) -> u16 {
        self.bytes.len() as u16
    }

    /// Most slots of the stack in use at any time.
    pub fn deepest(&self) -> u16 {
        self.deepest
    }

    /// Says how many slots the stack holds here, where control does not come from the instruction
    /// before.
    pub fn set_depth(&mut self, depth: u16) {
        self.depth = depth;
        self.deepest = self.deepest.max(depth);
    }

    /// Any instruction: its bytes, the slots it takes and those it gives.
    pub fn emit(&mut self, bytes: &[u8], pops: u16, pushes: u16) {
        self.bytes.extend_from_slice(bytes);
        self.set_depth(self.depth.saturating_sub(pops) + pushes);
    }

    /// Pushes a local variable.
    pub fn load(&mut self, ty: &Type, slot: u16) {
        self.local(letter(ty) + opcode::ILOAD, slot, 0, ty.slots());
    }

    /// Pops into a local variable.
    pub fn store(&mut self, ty: &Type, slot: u16) {
        self.local(letter(ty) + opcode::ISTORE, slot, ty.slots(), 0);
    }

    fn local(&mut self, number: u8, slot: u16, pops: u16, pushes: u16) {
        let [high, low] = slot.to_be_bytes();
        match high {
            0 => self.emit(&[number, low], pops, pushes),
            _ => self.emit(&[opcode::WIDE, number, high, low], pops, pushes),
        }
    }

    /// Pushes `null`.
    pub fn push_null(&mut self) {
        self.emit(&[opcode::ACONST_NULL], 0, 1);
    }

    /// Pushes a string.
    ///
    /// # Errors
    /// The constant pool is full.
    pub fn push_string(&mut self, text: &str, pool: &mut ConstantPool<'_>) -> Result<()> {
        let index = pool.add_string(text)?;
        match u8::try_from(index) {
            Ok(short) => self.emit(&[opcode::LDC, short], 0, 1),
            Err(_) => self.with_index(opcode::LDC_W, index, 0, 1),
        }
        Ok(())
    }

    /// An instruction with a constant pool index.
    pub fn with_index(&mut self, number: u8, index: u16, pops: u16, pushes: u16) {
        let [high, low] = index.to_be_bytes();
        self.emit(&[number, high, low], pops, pushes);
    }

    /// Returns a value of the type, or nothing.
    pub fn return_value(&mut self, ty: Option<&Type>) {
        match ty {
            Some(ty) => self.emit(&[letter(ty) + opcode::IRETURN], ty.slots(), 0),
            None => self.emit(&[opcode::RETURN], 0, 0),
        }
    }
}

/// The distance of a type's instruction from the one for `int`: int, long, float, double,
/// reference.
fn letter(ty: &Type) -> u8 {
    match ty {
        Type::Primitive(Primitive::Long) => 1,
        Type::Primitive(Primitive::Float) => 2,
        Type::Primitive(Primitive::Double) => 3,
        Type::Primitive(_) => 0,
        Type::Class(_) | Type::Array(_) => 4,
    }
}

/// The type of a local variable in a stack map frame.
///
/// # Errors
/// The constant pool is full.
pub fn frame_type(ty: &Type, pool: &mut ConstantPool<'_>) -> Result<FrameType> {
    Ok(match ty {
        Type::Primitive(Primitive::Long) => FrameType::Long,
        Type::Primitive(Primitive::Float) => FrameType::Float,
        Type::Primitive(Primitive::Double) => FrameType::Double,
        Type::Primitive(_) => FrameType::Integer,
        Type::Class(name) => FrameType::Object(pool.add_class(name)?),
        Type::Array(_) => FrameType::Object(pool.add_class(&ty.to_string())?),
    })
}
