//! Methods that hand their arguments on to another one, and give its result back.

use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{Attribute, ClassFile, ClassFileError, Code, Result};

use super::code::Piece;

/// A call of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The instruction.
    pub opcode: u8,
    /// The type that the call names, by its internal name.
    pub owner: String,
    /// The name of the method.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The type is an interface.
    pub is_interface: bool,
}

impl Called {
    /// The code of a method that takes the receiver of the call, unless that `is_static`, and its
    /// arguments. It has one line, unless that is 0.
    ///
    /// # Errors
    /// The class is damaged or full.
    pub fn forwarded(
        &self,
        class: &mut ClassFile<'_>,
        is_static: bool,
        line: u16,
    ) -> Result<Code<'static>> {
        let signature = MethodDescriptor::parse(&self.descriptor)
            .map_err(|_| ClassFileError::Malformed("descriptor"))?;
        let receiver = (!is_static).then(Type::object);
        let pool = &mut class.pool;
        let mut code = Piece::new();
        let mut slots = 0;
        for variable in receiver.iter().chain(&signature.parameters) {
            code.load(variable, slots);
            slots += variable.slots();
        }
        let returned = signature.result.as_ref();
        let index =
            pool.add_method(&self.owner, &self.name, &self.descriptor, self.is_interface)?;
        code.invoke(self.opcode, index, slots, returned.map_or(0, Type::slots))?;
        code.assembler().return_value(returned);
        let (bytes, max_stack) = code.finish();
        let mut attributes = Vec::new();
        if line > 0 {
            let [high, low] = line.to_be_bytes();
            let table = vec![0, 1, 0, 0, high, low];
            attributes.push(Attribute::new(pool, "LineNumberTable", table)?);
        }
        Ok(Code {
            max_stack,
            max_locals: slots,
            bytes: bytes.into(),
            exceptions: Vec::new(),
            attributes,
        })
    }
}
