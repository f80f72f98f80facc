//! Constants (JVMS 6.5.ldc).

use ir::{Constant, LocalId};
use java_types::descriptor::Type;
use jvm::classfile::{Instruction, PoolEntry, modified_utf8, opcode};

use super::Translation;
use crate::category::Category;
use crate::error::{Fault, Result};
use crate::frame::Entry;

impl Translation<'_> {
    /// An instruction that pushes a constant.
    pub(super) fn push_constant(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let number = instruction.opcode();
        let bytes = instruction.bytes();
        let above = |first: u8| number.wrapping_sub(first);
        match number {
            opcode::ACONST_NULL => self.push_value(Constant::Null, Category::Reference, None),
            opcode::ICONST_M1..=opcode::ICONST_5 => {
                self.push_integer(i64::from(number) - i64::from(opcode::ICONST_0))
            }
            opcode::LCONST_0 | opcode::LCONST_1 => {
                let value = Constant::Integer(above(opcode::LCONST_0).into());
                self.push_value(value, Category::Long, None)
            }
            opcode::FCONST_0..=opcode::FCONST_2 => {
                let value = Constant::Floating(above(opcode::FCONST_0).into());
                self.push_value(value, Category::Float, None)
            }
            opcode::DCONST_0 | opcode::DCONST_1 => {
                let value = Constant::Floating(above(opcode::DCONST_0).into());
                self.push_value(value, Category::Double, None)
            }
            opcode::BIPUSH => self.push_integer((bytes[1] as i8).into()),
            opcode::SIPUSH => self.push_integer(i16::from_be_bytes([bytes[1], bytes[2]]).into()),
            _ => self.load_constant(instruction),
        }
    }

    fn push_integer(&mut self, value: i64) -> Result<()> {
        self.push_value(Constant::Integer(value), Category::Int, None)
    }

    fn push_value(&mut self, value: Constant, category: Category, ty: Option<Type>) -> Result<()> {
        let local = self.emit.constant(value, category, ty);
        self.frame.push(Entry::plain(local, category))
    }

    /// `ldc`, `ldc_w`, `ldc2_w`.
    fn load_constant(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let index = instruction.pool_index().unwrap_or_default();
        let is_wide = instruction.opcode() == opcode::LDC2_W;
        let class = self.emit.class;
        let (local, category) = match class.file.pool.entry(index)? {
            PoolEntry::Dynamic {
                bootstrap,
                name_and_type,
            } => {
                let signature = class.file.pool.name_and_type(name_and_type)?;
                let ty = Type::parse(&signature.descriptor)?;
                let local = self.dynamic_constant(bootstrap, &signature.name, &ty)?;
                (local, Category::of(&ty))
            }
            entry => self.constant_of(entry)?,
        };
        if category.is_wide() != is_wide {
            return Err(Fault::new(format!("the constant {index} has another size")));
        }

        self.frame.push(Entry::plain(local, category))
    }

    fn constant_of(&mut self, entry: PoolEntry<'_>) -> Result<(LocalId, Category)> {
        let pool = &self.emit.class.file.pool;
        let (value, category, ty) = match entry {
            PoolEntry::Integer(value) => (Constant::Integer(value.into()), Category::Int, None),
            PoolEntry::Long(value) => (Constant::Integer(value), Category::Long, None),
            PoolEntry::Float(value) => (Constant::Floating(value.into()), Category::Float, None),
            PoolEntry::Double(value) => (Constant::Floating(value), Category::Double, None),
            PoolEntry::String { utf8 } => {
                let text = modified_utf8::decode(pool.utf8(utf8)?);
                let ty = Some(Type::class(self.emit.shared("java/lang/String")));
                (string(self.emit.shared(&text)), Category::Reference, ty)
            }
            PoolEntry::Class { name } => {
                let named = Type::of_class_constant(&pool.text(name)?)?;
                let ty = Some(Type::class(self.emit.shared("java/lang/Class")));
                (Constant::Class(named), Category::Reference, ty)
            }
            PoolEntry::MethodType { .. } => {
                let ty = Type::class(self.emit.shared("java/lang/invoke/MethodType"));
                return Ok((self.emit.unknown_value(ty), Category::Reference));
            }
            PoolEntry::MethodHandle { .. } => {
                self.emit.unknown("a method handle is a constant");
                let ty = Type::class(self.emit.shared("java/lang/invoke/MethodHandle"));
                return Ok((self.emit.unknown_value(ty), Category::Reference));
            }
            _ => return Err(Fault::new("the constant cannot be loaded")),
        };

        Ok((self.emit.constant(value, category, ty), category))
    }
}

/// A string; of half a surrogate pair nothing is known.
fn string(text: std::sync::Arc<str>) -> Constant {
    if text.contains('\u{FFFD}') {
        Constant::Unknown
    } else {
        Constant::Str(text)
    }
}
