//! The names that the virtual machine gives to classes, objects and places.

use crate::failure::Failure;
use crate::wire::{Reader, Writer};

/// An object, as long as it is not collected. Zero is `null`. Threads, class loaders and class objects are objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u64);

/// A loaded class, interface or array type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u64);

/// A method of a class. It means nothing without the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId(pub u64);

/// A field of a class. It means nothing without the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldId(pub u64);

/// A frame of a thread. It is gone when the thread goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameId(pub u64);

/// A request for events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u32);

/// The kind of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TypeKind {
    /// A class.
    Class,
    /// An interface.
    Interface,
    /// The type of an array.
    Array,
}

impl TypeKind {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        match reader.byte()? {
            1 => Ok(TypeKind::Class),
            2 => Ok(TypeKind::Interface),
            3 => Ok(TypeKind::Array),
            _ => Err(Failure::Malformed("kind of a type")),
        }
    }

    fn number(self) -> u8 {
        match self {
            TypeKind::Class => 1,
            TypeKind::Interface => 2,
            TypeKind::Array => 3,
        }
    }
}

/// A place in the code of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The kind of the class.
    pub kind: TypeKind,
    /// The class.
    pub class: ClassId,
    /// The method.
    pub method: MethodId,
    /// The index of the instruction in the code, in bytes.
    pub index: u64,
}

impl Location {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        Ok(Location {
            kind: TypeKind::read(reader)?,
            class: reader.class()?,
            method: reader.method()?,
            index: reader.long()?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.byte(self.kind.number());
        writer.class(self.class);
        writer.method(self.method);
        writer.long(self.index);
    }
}

/// The sizes of ids in bytes: at most eight each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdSizes {
    /// Of a field.
    pub field: usize,
    /// Of a method.
    pub method: usize,
    /// Of an object.
    pub object: usize,
    /// Of a class.
    pub class: usize,
    /// Of a frame.
    pub frame: usize,
}

impl IdSizes {
    /// Eight bytes each, as HotSpot and OpenJ9 have them on machines of 64 bits.
    pub const EIGHT: IdSizes = IdSizes {
        field: 8,
        method: 8,
        object: 8,
        class: 8,
        frame: 8,
    };

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        let mut size = || match reader.int()? {
            size @ 1..=8 => Ok(size as usize),
            _ => Err(Failure::Malformed("size of an id")),
        };
        Ok(IdSizes {
            field: size()?,
            method: size()?,
            object: size()?,
            class: size()?,
            frame: size()?,
        })
    }
}
