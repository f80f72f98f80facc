//! Objects, strings and arrays.

use super::nothing;
use crate::connection::Connection;
use crate::failure::Failure;
use crate::id::{ClassId, FieldId, ObjectId, TypeKind};
use crate::value::{Tag, Value};

/// Objects: command sets 9, 10 and 13.
impl Connection {
    /// The class of an object: `ObjectReference.ReferenceType`.
    ///
    /// # Errors
    /// The object was collected.
    pub fn class_of(&self, object: ObjectId) -> Result<(TypeKind, ClassId), Failure> {
        self.ask(
            "ReferenceType",
            (9, 1),
            |writer| writer.object(object),
            |reader| Ok((TypeKind::read(reader)?, reader.class()?)),
        )
    }

    /// The values of fields of an object, in the order of the question: `ObjectReference.GetValues`.
    ///
    /// # Errors
    /// The object was collected, or has no such field.
    pub fn values(&self, object: ObjectId, fields: &[FieldId]) -> Result<Vec<Value>, Failure> {
        self.ask(
            "GetValues",
            (9, 2),
            |writer| {
                writer.object(object);
                writer.length(fields.len());
                fields.iter().for_each(|&field| writer.field(field));
            },
            |reader| reader.list(Value::read),
        )
    }

    /// Keeps an object from being collected: `ObjectReference.DisableCollection`.
    ///
    /// # Errors
    /// The object was collected.
    pub fn keep_object(&self, object: ObjectId) -> Result<(), Failure> {
        self.ask(
            "DisableCollection",
            (9, 7),
            |writer| writer.object(object),
            nothing,
        )
    }

    /// Takes that back: `ObjectReference.EnableCollection`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn free_object(&self, object: ObjectId) -> Result<(), Failure> {
        self.ask(
            "EnableCollection",
            (9, 8),
            |writer| writer.object(object),
            nothing,
        )
    }

    /// The content of a string: `StringReference.Value`.
    ///
    /// # Errors
    /// The object is no string, or was collected.
    pub fn text(&self, string: ObjectId) -> Result<String, Failure> {
        self.ask(
            "Value",
            (10, 1),
            |writer| writer.object(string),
            |reader| reader.text(),
        )
    }

    /// The length of an array: `ArrayReference.Length`.
    ///
    /// # Errors
    /// The object is no array, or was collected.
    pub fn array_length(&self, array: ObjectId) -> Result<u32, Failure> {
        self.ask(
            "Length",
            (13, 1),
            |writer| writer.object(array),
            |reader| reader.int(),
        )
    }

    /// Some elements of an array: `ArrayReference.GetValues`.
    ///
    /// # Errors
    /// The object is no array, or was collected, or is shorter.
    pub fn elements(
        &self,
        array: ObjectId,
        first: u32,
        length: u32,
    ) -> Result<Vec<Value>, Failure> {
        self.ask(
            "GetValues",
            (13, 2),
            |writer| {
                writer.object(array);
                writer.int(first);
                writer.int(length);
            },
            |reader| {
                let tag = Tag::read(reader)?;
                let is_primitive = matches!(
                    tag,
                    Tag::Byte
                        | Tag::Char
                        | Tag::Float
                        | Tag::Double
                        | Tag::Int
                        | Tag::Long
                        | Tag::Short
                        | Tag::Boolean
                );
                reader.list(|reader| {
                    if is_primitive {
                        Value::read_untagged(tag, reader)
                    } else {
                        Value::read(reader)
                    }
                })
            },
        )
    }

    /// Gives fields of an object other values: `ObjectReference.SetValues`. Each value has the type of its field.
    ///
    /// # Errors
    /// The object was collected, or has no such field.
    pub fn set_values(&self, object: ObjectId, values: &[(FieldId, Value)]) -> Result<(), Failure> {
        self.ask(
            "SetValues",
            (9, 3),
            |writer| {
                writer.object(object);
                writer.length(values.len());
                for (field, value) in values {
                    writer.field(*field);
                    value.write_untagged(writer);
                }
            },
            nothing,
        )
    }

    /// Makes a string: `VirtualMachine.CreateString`. It may be collected at once, see
    /// [`Connection::keep_object`].
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn create_string(&self, text: &str) -> Result<ObjectId, Failure> {
        self.ask(
            "CreateString",
            (1, 11),
            |writer| writer.text(text),
            |reader| reader.object(),
        )
    }
}
