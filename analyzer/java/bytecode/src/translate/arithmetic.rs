//! Arithmetic, comparisons, conversions and elements of arrays (JVMS 2.11.3, 2.11.4, 2.11.5).

use ir::{ArithmeticKind, Constant, StatementKind};
use java_types::descriptor::{Primitive, Type};
use jvm::classfile::{Instruction, opcode};

use super::{Compared, Translation};
use crate::category::Category;
use crate::emitter::INT;
use crate::error::{Fault, Result};
use crate::frame::Entry;

impl Translation<'_> {
    /// An operator or a conversion.
    pub(super) fn arithmetic(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        match instruction.opcode() {
            number @ opcode::IADD..=opcode::LXOR => self.operator(number),
            number @ opcode::I2L..=opcode::I2S => self.convert(number),
            number => self.compare(number),
        }
    }

    fn operator(&mut self, number: u8) -> Result<()> {
        use ArithmeticKind as A;
        let (kind, category) = match number {
            opcode::IADD..=opcode::DNEG => {
                let kinds = [
                    A::Add,
                    A::Subtract,
                    A::Multiply,
                    A::Divide,
                    A::Remainder,
                    A::Negate,
                ];
                let offset = number - opcode::IADD;
                (
                    kinds[usize::from(offset / 4)],
                    Category::from_position(offset % 4),
                )
            }
            _ => {
                let kinds = [
                    A::ShiftLeft,
                    A::ShiftRight,
                    A::UnsignedShiftRight,
                    A::And,
                    A::Or,
                    A::Xor,
                ];
                let offset = number - opcode::ISHL;
                (
                    kinds[usize::from(offset / 2)],
                    Category::from_position(offset % 2),
                )
            }
        };
        let is_shift = matches!(kind, A::ShiftLeft | A::ShiftRight | A::UnsignedShiftRight);
        let right = if kind == A::Negate {
            None
        } else {
            Some(
                self.frame
                    .pop_of(if is_shift { Category::Int } else { category })?,
            )
        };
        let left = self.frame.pop_of(category)?;
        // The type of `a & b` is that of its operands: `boolean` or `int`.
        let is_logic = matches!(kind, A::And | A::Or | A::Xor) && category == Category::Int;
        let ty = (category == Category::Int && !is_logic).then_some(INT);

        let operands = std::iter::once(left).chain(right).map(|entry| entry.local);
        let operands = operands.collect();
        let target = self.emit.raw.temporary(category, ty);
        self.emit.push(StatementKind::Compute {
            target,
            kind,
            operands,
        });
        self.frame.push(Entry::plain(target, category))
    }

    fn convert(&mut self, number: u8) -> Result<()> {
        use Primitive as P;
        let (from, to) = match number {
            opcode::I2L => (Category::Int, P::Long),
            opcode::I2F => (Category::Int, P::Float),
            opcode::I2D => (Category::Int, P::Double),
            opcode::L2I => (Category::Long, P::Int),
            opcode::L2F => (Category::Long, P::Float),
            opcode::L2D => (Category::Long, P::Double),
            opcode::F2I => (Category::Float, P::Int),
            opcode::F2L => (Category::Float, P::Long),
            opcode::F2D => (Category::Float, P::Double),
            opcode::D2I => (Category::Double, P::Int),
            opcode::D2L => (Category::Double, P::Long),
            opcode::D2F => (Category::Double, P::Float),
            opcode::I2B => (Category::Int, P::Byte),
            opcode::I2C => (Category::Int, P::Char),
            _ => (Category::Int, P::Short),
        };
        let source = self.frame.pop_of(from)?.local;
        let ty = Type::Primitive(to);
        let is_widening = match from {
            Category::Int => matches!(to, P::Long | P::Float | P::Double),
            Category::Long => matches!(to, P::Float | P::Double),
            _ => (from, to) == (Category::Float, P::Double),
        };
        let target = if is_widening {
            self.emit.copy(source, ty.clone())
        } else {
            self.emit.cast(source, ty.clone())
        };
        self.frame.push(Entry::plain(target, Category::of(&ty)))
    }

    /// `lcmp`, `fcmpl`, ..: decides a branch where the next instruction is one; else it is a number of
    /// which nothing is known.
    fn compare(&mut self, number: u8) -> Result<()> {
        let category = match number {
            opcode::LCMP => Category::Long,
            opcode::FCMPL | opcode::FCMPG => Category::Float,
            _ => Category::Double,
        };
        let right = self.frame.pop_of(category)?.local;
        let left = self.frame.pop_of(category)?.local;
        let target = self
            .emit
            .constant(Constant::Unknown, Category::Int, Some(INT));
        self.compared = Some(Compared {
            result: target,
            next: self.pc + 1,
            number,
            operands: [left, right],
        });
        self.frame.push(Entry::plain(target, Category::Int))
    }

    /// `iaload` and its kin.
    pub(super) fn array_load(&mut self, number: u8) -> Result<()> {
        let index = self.frame.pop_of(Category::Int)?.local;
        let array = self.frame.pop_of(Category::Reference)?.local;
        let (category, ty) = element(number - opcode::IALOAD);
        let target = self.emit.raw.temporary(category, ty);
        self.emit.push(StatementKind::ArrayLoad {
            target,
            array,
            index,
        });
        self.frame.push(Entry::plain(target, category))
    }

    /// `iastore` and its kin.
    pub(super) fn array_store(&mut self, number: u8) -> Result<()> {
        let (category, _) = element(number - opcode::IASTORE);
        let source = self.frame.pop_of(category)?.local;
        let index = self.frame.pop_of(Category::Int)?.local;
        let array = self.frame.pop_of(Category::Reference)?.local;
        self.emit.push(StatementKind::ArrayStore {
            array,
            index,
            source,
        });
        Ok(())
    }

    /// Takes the index or length that an instruction needs.
    pub(super) fn pop_int(&mut self) -> Result<()> {
        self.frame.pop_of(Category::Int).map(drop)
    }

    /// A new array of a type, of so many given dimensions.
    pub(super) fn new_array(&mut self, ty: Type, dimensions: u8) -> Result<()> {
        if dimensions == 0 {
            return Err(Fault::new("an array has no dimension"));
        }
        for _ in 0..dimensions {
            self.pop_int()?;
        }
        let array = self.array_of_arrays(&ty, dimensions)?;
        self.frame.push(Entry::plain(array, Category::Reference))
    }

    /// One inner array stands for all of them.
    fn array_of_arrays(&mut self, ty: &Type, dimensions: u8) -> Result<ir::LocalId> {
        let Type::Array(element) = ty else {
            return Err(Fault::new("an array has more dimensions than its type"));
        };
        let array = self.emit.allocate(ir::AllocationKind::Array, ty.clone());
        if dimensions > 1 {
            let source = self.array_of_arrays(element, dimensions - 1)?;
            let index = self
                .emit
                .constant(Constant::Unknown, Category::Int, Some(INT));
            self.emit.push(StatementKind::ArrayStore {
                array,
                index,
                source,
            });
        }

        Ok(array)
    }
}

/// The element of one of eight opcodes for arrays; no type where that is the array's.
fn element(position: u8) -> (Category, Option<Type>) {
    let of = |primitive| (Category::Int, Some(Type::Primitive(primitive)));
    match position {
        0 => of(Primitive::Int),
        1 => (Category::Long, None),
        2 => (Category::Float, None),
        3 => (Category::Double, None),
        4 => (Category::Reference, None),
        // `byte` or `boolean`.
        5 => (Category::Int, None),
        6 => of(Primitive::Char),
        _ => of(Primitive::Short),
    }
}
