//! Telling monitors: the call of a notification method from woven code.

use std::sync::Arc;

use java_types::descriptor::Type;
use jvm::classfile::{ConstantPool, Result, opcode};

use super::assemble::Assembler;
use crate::monitor::{PassedValue, Position};
use plan::When;

/// A notification method, and when it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// When, relative to the join point.
    pub moment: When,
    /// Internal name of the class that holds the method.
    pub class: String,
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The values that are passed, in order, before the place.
    pub values: Vec<PassedValue>,
    /// True if it can handle an object in the place of an iterator ([`super::loops`]).
    pub takes_loop_iterators: bool,
}

/// A value of the join point that stands in a local variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// The position of the value.
    pub position: Position,
    /// Its static type.
    pub ty: Type,
    /// The local that holds it.
    pub slot: u16,
    /// The class that it is, if it is one: then no local holds it.
    pub constant: Option<Arc<str>>,
    /// The local that holds the loop's object in its place, if that may be another object
    /// ([`super::loops`]).
    pub standing_for: Option<u16>,
}

impl Value {
    /// A value that nothing stands in the place of.
    pub fn new(position: Position, ty: Type, slot: u16) -> Self {
        Value {
            position,
            ty,
            slot,
            constant: None,
            standing_for: None,
        }
    }

    /// A class, by internal name. Class files of Java 5 and later have it as a constant.
    pub fn class(position: Position, name: &str) -> Self {
        let constant = Some(name.into());
        Value {
            constant,
            ..Value::new(position, Type::class("java/lang/Class"), 0)
        }
    }

    fn slot_for(&self, told: &Told) -> u16 {
        self.standing_for
            .filter(|_| told.takes_loop_iterators)
            .unwrap_or(self.slot)
    }
}

/// The place that is told, `FILE:LINE`.
#[derive(Debug, Clone, Copy)]
pub enum At<'a> {
    /// A constant.
    Text(&'a str),
    /// The value of a local variable.
    Slot(u16),
}

impl<'a> From<&'a str> for At<'a> {
    fn from(text: &'a str) -> Self {
        At::Text(text)
    }
}

impl At<'_> {
    fn push(self, code: &mut Assembler, pool: &mut ConstantPool<'_>) -> Result<()> {
        match self {
            At::Text(text) => code.push_string(text, pool),
            At::Slot(slot) => {
                code.load(&Type::class("java/lang/String"), slot);
                Ok(())
            }
        }
    }
}

/// Appends the calls of those that are told at a moment. A value that the join point does not have
/// (what a `void` method returns) is passed as null.
///
/// # Errors
/// The constant pool is full.
pub fn tell<'a>(
    code: &mut Assembler,
    pool: &mut ConstantPool<'_>,
    told: &[Told],
    moment: When,
    values: &[Value],
    at: impl Into<At<'a>>,
) -> Result<()> {
    let at = at.into();
    for told in told.iter().filter(|told| told.moment == moment) {
        let mut slots = 1;
        for passed in &told.values {
            slots += match values
                .iter()
                .find(|value| value.position == passed.position)
            {
                Some(Value {
                    constant: Some(class),
                    ..
                }) => {
                    let class = pool.add_class(class)?;
                    code.with_index(opcode::LDC_W, class, 0, 1);
                    1
                }
                Some(value) => {
                    code.load(&value.ty, value.slot_for(told));
                    value.ty.slots()
                }
                None => {
                    code.push_null();
                    1
                }
            };
        }
        at.push(code, pool)?;
        let method = pool.add_method(&told.class, &told.method, &told.descriptor, false)?;
        code.with_index(opcode::INVOKESTATIC, method, slots, 0);
    }

    Ok(())
}
