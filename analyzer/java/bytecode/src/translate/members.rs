//! Fields, objects and monitors (JVMS 2.11.5, 2.11.10).

use ir::{AllocationKind, ArithmeticKind, StatementKind};
use java_types::descriptor::{Primitive, Type};
use jvm::classfile::{Instruction, opcode};

use super::Translation;
use crate::category::Category;
use crate::emitter::{BOOLEAN, INT};
use crate::error::{Fault, Result};
use crate::frame::Entry;

impl Translation<'_> {
    /// `getstatic`, `putstatic`, `getfield`, `putfield`.
    pub(super) fn field_access(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let class = self.emit.class;
        let member = class
            .file
            .pool
            .member(instruction.pool_index().unwrap_or_default())?;
        let ty = self.shared_type(&member.descriptor)?;
        let field = self
            .emit
            .field(&member.owner, &member.name, &member.descriptor);
        let number = instruction.opcode();
        let is_static = matches!(number, opcode::GETSTATIC | opcode::PUTSTATIC);

        if matches!(number, opcode::PUTSTATIC | opcode::PUTFIELD) {
            let value = self.frame.pop_of(Category::of(&ty))?.local;
            let object = self.object_unless(is_static)?;
            let source = self.emit.as_wanted(value, &ty);
            self.emit.push(StatementKind::Store {
                object,
                field,
                source,
            });
            return Ok(());
        }

        let object = self.object_unless(is_static)?;
        let value = self.emit.load(object, field, ty.clone());
        self.frame.push(Entry::plain(value, Category::of(&ty)))
    }

    fn object_unless(&mut self, is_static: bool) -> Result<Option<ir::LocalId>> {
        if is_static {
            return Ok(None);
        }
        self.frame
            .pop_of(Category::Reference)
            .map(|entry| Some(entry.local))
    }

    /// Instructions about objects and arrays.
    pub(super) fn object(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let bytes = instruction.bytes();
        match instruction.opcode() {
            opcode::NEW => {
                let ty = self.class_constant(instruction)?;
                if !matches!(ty, Type::Class(_)) {
                    return Err(Fault::new("`new` makes no array"));
                }
                let object = self.emit.allocate(AllocationKind::Instance, ty);
                self.frame.push(Entry::plain(object, Category::Reference))
            }
            opcode::NEWARRAY => {
                let element = primitive(bytes[1])
                    .ok_or_else(|| Fault::new("an array of an unknown primitive type"))?;
                self.new_array(Type::array(Type::Primitive(element)), 1)
            }
            opcode::ANEWARRAY => {
                let element = self.class_constant(instruction)?;
                self.new_array(Type::array(element), 1)
            }
            opcode::MULTIANEWARRAY => {
                let ty = self.class_constant(instruction)?;
                self.new_array(ty, bytes[3])
            }
            opcode::ARRAYLENGTH => {
                let array = self.frame.pop_of(Category::Reference)?.local;
                let length = self
                    .emit
                    .compute(ArithmeticKind::ArrayLength, vec![array], INT);
                self.frame.push(Entry::plain(length, Category::Int))
            }
            opcode::CHECKCAST => {
                let ty = self.class_constant(instruction)?;
                let source = self.frame.pop_of(Category::Reference)?.local;
                let value = self.emit.cast(source, ty);
                self.frame.push(Entry::plain(value, Category::Reference))
            }
            opcode::INSTANCEOF => {
                let ty = self.class_constant(instruction)?;
                let source = self.frame.pop_of(Category::Reference)?.local;
                let target = self.emit.raw.typed(BOOLEAN);
                self.emit
                    .push(StatementKind::InstanceOf { target, source, ty });
                self.frame.push(Entry::plain(target, Category::Int))
            }
            opcode::MONITORENTER => self.monitor(true),
            opcode::MONITOREXIT => self.monitor(false),
            _ => Err(Fault::new("the instruction is not known")),
        }
    }

    fn class_constant(&mut self, instruction: &Instruction<'_>) -> Result<Type> {
        let class = self.emit.class;
        let name = class
            .file
            .pool
            .class_name(instruction.pool_index().unwrap_or_default())?;
        if name.starts_with('[') {
            Ok(Type::parse(&name)?)
        } else {
            Ok(Type::Class(self.emit.shared(&name)))
        }
    }

    /// The type of a descriptor; names of classes are shared within a body.
    pub(super) fn shared_type(&mut self, descriptor: &str) -> Result<Type> {
        Ok(match Type::parse(descriptor)? {
            Type::Class(name) => Type::Class(self.emit.shared(&name)),
            ty => ty,
        })
    }
}

/// The type code of a `newarray` (JVMS table 6.5.newarray-A).
fn primitive(code: u8) -> Option<Primitive> {
    use Primitive::*;
    let all = [Boolean, Char, Float, Double, Byte, Short, Int, Long];
    all.get(usize::from(code).checked_sub(4)?).copied()
}
