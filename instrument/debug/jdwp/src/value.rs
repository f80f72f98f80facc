//! Values of variables.

use crate::failure::Failure;
use crate::id::ObjectId;
use crate::wire::{Reader, Writer};

/// The type of a value, as a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// `[`
    Array,
    /// `B`
    Byte,
    /// `C`
    Char,
    /// `L`: any other object.
    Object,
    /// `F`
    Float,
    /// `D`
    Double,
    /// `I`
    Int,
    /// `J`
    Long,
    /// `S`
    Short,
    /// `V`
    Void,
    /// `Z`
    Boolean,
    /// `s`: a `java.lang.String`.
    Text,
    /// `t`: a thread.
    Thread,
    /// `g`: a group of threads.
    ThreadGroup,
    /// `l`: a class loader.
    ClassLoader,
    /// `c`: a class object.
    ClassObject,
}

const TAGS: [(u8, Tag); 16] = [
    (b'[', Tag::Array),
    (b'B', Tag::Byte),
    (b'C', Tag::Char),
    (b'L', Tag::Object),
    (b'F', Tag::Float),
    (b'D', Tag::Double),
    (b'I', Tag::Int),
    (b'J', Tag::Long),
    (b'S', Tag::Short),
    (b'V', Tag::Void),
    (b'Z', Tag::Boolean),
    (b's', Tag::Text),
    (b't', Tag::Thread),
    (b'g', Tag::ThreadGroup),
    (b'l', Tag::ClassLoader),
    (b'c', Tag::ClassObject),
];

impl Tag {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        Tag::of_letter(reader.byte()?).ok_or(Failure::Malformed("tag of a value"))
    }

    fn of_letter(letter: u8) -> Option<Self> {
        let found = TAGS.iter().find(|&&(known, _)| known == letter);
        found.map(|&(_, tag)| tag)
    }

    /// The letter.
    pub fn letter(self) -> u8 {
        let found = TAGS.iter().find(|&&(_, tag)| tag == self);
        found.map_or(b'L', |&(letter, _)| letter)
    }

    /// The tag of variables with this descriptor, such as `I` or `Ljava/lang/String;`. Values of classes have tags of
    /// their own; a variable is asked for as an object. None for what is no descriptor.
    pub fn of_descriptor(descriptor: &str) -> Option<Self> {
        Tag::of_letter(*descriptor.as_bytes().first()?)
    }
}

/// A value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// The result of a method without one.
    Void,
    /// A `boolean`.
    Boolean(bool),
    /// A `byte`.
    Byte(i8),
    /// A `char`, as a unit of UTF-16.
    Char(u16),
    /// A `short`.
    Short(i16),
    /// An `int`.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// A `float`.
    Float(f32),
    /// A `double`.
    Double(f64),
    /// An object, with what kind of one; `ObjectId(0)` is `null`.
    Object(Tag, ObjectId),
}

impl Value {
    /// A value behind its tag.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        let tag = Tag::read(reader)?;
        Value::read_untagged(tag, reader)
    }

    /// A value whose tag is known.
    pub(crate) fn read_untagged(tag: Tag, reader: &mut Reader<'_>) -> Result<Self, Failure> {
        Ok(match tag {
            Tag::Void => Value::Void,
            Tag::Boolean => Value::Boolean(reader.flag()?),
            Tag::Byte => Value::Byte(reader.byte()? as i8),
            Tag::Char => Value::Char(reader.short()?),
            Tag::Short => Value::Short(reader.short()? as i16),
            Tag::Int => Value::Int(reader.int()? as i32),
            Tag::Long => Value::Long(reader.long()? as i64),
            Tag::Float => Value::Float(f32::from_bits(reader.int()?)),
            Tag::Double => Value::Double(f64::from_bits(reader.long()?)),
            _ => Value::Object(tag, reader.object()?),
        })
    }

    /// The tag.
    pub fn tag(&self) -> Tag {
        match self {
            Value::Void => Tag::Void,
            Value::Boolean(_) => Tag::Boolean,
            Value::Byte(_) => Tag::Byte,
            Value::Char(_) => Tag::Char,
            Value::Short(_) => Tag::Short,
            Value::Int(_) => Tag::Int,
            Value::Long(_) => Tag::Long,
            Value::Float(_) => Tag::Float,
            Value::Double(_) => Tag::Double,
            Value::Object(tag, _) => *tag,
        }
    }

    /// The value behind its tag.
    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.byte(self.tag().letter());
        self.write_untagged(writer);
    }

    /// The value without its tag.
    pub(crate) fn write_untagged(&self, writer: &mut Writer) {
        match *self {
            Value::Void => {}
            Value::Boolean(value) => writer.flag(value),
            Value::Byte(value) => writer.byte(value as u8),
            Value::Char(value) => writer.short(value),
            Value::Short(value) => writer.short(value as u16),
            Value::Int(value) => writer.int(value as u32),
            Value::Long(value) => writer.long(value as u64),
            Value::Float(value) => writer.int(value.to_bits()),
            Value::Double(value) => writer.long(value.to_bits()),
            Value::Object(_, id) => writer.object(id),
        }
    }
}
