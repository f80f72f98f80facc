//! Computational types (JVMS 2.11.1).

use java_types::descriptor::{Primitive, Type};

/// The kind of a value on the operand stack or in a local variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Category {
    /// `boolean`, `byte`, `char`, `short`, `int`.
    Int,
    Long,
    Float,
    Double,
    Reference,
    /// A return address of a subroutine, which no local of the IR holds.
    Address,
}

impl Category {
    /// The category of a type's values.
    pub(crate) fn of(ty: &Type) -> Self {
        match ty {
            Type::Class(_) | Type::Array(_) => Category::Reference,
            Type::Primitive(Primitive::Long) => Category::Long,
            Type::Primitive(Primitive::Float) => Category::Float,
            Type::Primitive(Primitive::Double) => Category::Double,
            Type::Primitive(_) => Category::Int,
        }
    }

    /// The category of one of five opcodes in the order `int`, `long`, `float`, `double`,
    /// reference.
    pub(crate) fn from_position(position: u8) -> Self {
        match position {
            0 => Category::Int,
            1 => Category::Long,
            2 => Category::Float,
            3 => Category::Double,
            _ => Category::Reference,
        }
    }

    /// Returns whether a value takes two slots.
    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Category::Long | Category::Double)
    }

    /// The only type of the category; `None` where it has several.
    pub(crate) fn only_type(self) -> Option<Type> {
        match self {
            Category::Long => Some(Type::Primitive(Primitive::Long)),
            Category::Float => Some(Type::Primitive(Primitive::Float)),
            Category::Double => Some(Type::Primitive(Primitive::Double)),
            Category::Int | Category::Reference | Category::Address => None,
        }
    }
}
