//! The constant pool (JVMS 4.4): raw bytes with an index, append only.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::bytes::{Reader, count, put_u16};
use super::modified_utf8;
use super::{ClassFileError, ReferenceKind, Result};

const UTF8: u8 = 1;
const INTEGER: u8 = 3;
const FLOAT: u8 = 4;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
const CLASS: u8 = 7;
const STRING: u8 = 8;
const FIELD: u8 = 9;
const METHOD: u8 = 10;
const INTERFACE_METHOD: u8 = 11;
const NAME_AND_TYPE: u8 = 12;
const METHOD_HANDLE: u8 = 15;
const METHOD_TYPE: u8 = 16;
const DYNAMIC: u8 = 17;
const INVOKE_DYNAMIC: u8 = 18;
const MODULE: u8 = 19;
const PACKAGE: u8 = 20;

/// One entry; indices are as in the file.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "named as in JVMS 4.4")]
pub enum PoolEntry<'p> {
    /// Modified UTF-8.
    Utf8(&'p [u8]),
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    Class {
        name: u16,
    },
    String {
        utf8: u16,
    },
    Field {
        class: u16,
        name_and_type: u16,
    },
    Method {
        class: u16,
        name_and_type: u16,
    },
    InterfaceMethod {
        class: u16,
        name_and_type: u16,
    },
    NameAndType {
        name: u16,
        descriptor: u16,
    },
    MethodHandle {
        kind: u8,
        reference: u16,
    },
    MethodType {
        descriptor: u16,
    },
    Dynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    InvokeDynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    Module {
        name: u16,
    },
    Package {
        name: u16,
    },
}

/// A name and a descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NameAndType<'p> {
    /// Name of the field or method.
    pub name: Cow<'p, str>,
    /// Its descriptor.
    pub descriptor: Cow<'p, str>,
}

/// A field or method named by an instruction or a method handle.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MemberRef<'p> {
    /// Internal name of the class named, or an array descriptor (`[I.clone()`).
    pub owner: Cow<'p, str>,
    /// Name of the member.
    pub name: Cow<'p, str>,
    /// Its descriptor.
    pub descriptor: Cow<'p, str>,
    /// True if the entry is an `InterfaceMethodref`.
    pub interface: bool,
}

/// The constant pool of one class file.
#[derive(Debug, Clone)]
pub struct ConstantPool<'a> {
    raw: Cow<'a, [u8]>,
    /// Offset in `raw` by index; [`NO_ENTRY`] for 0 and for the second index of a `long` or
    /// `double`.
    offsets: Vec<u32>,
    /// Index by entry bytes, made at the first append.
    known: Option<FxHashMap<Box<[u8]>, u16>>,
}

const NO_ENTRY: u32 = u32::MAX;

impl<'a> ConstantPool<'a> {
    pub(crate) fn read(reader: &mut Reader<'a>) -> Result<Self> {
        let length = reader.u16()?;
        let mut entries = reader.clone();
        let start = entries.at();
        let mut offsets = vec![NO_ENTRY];

        while offsets.len() < usize::from(length) {
            let index = offsets.len() as u16;
            offsets.push((entries.at() - start) as u32);
            if skip_entry(&mut entries, index)? {
                offsets.push(NO_ENTRY);
            }
        }

        if offsets.len() != usize::from(length) {
            return Err(ClassFileError::Malformed("constant pool"));
        }

        let raw = Cow::Borrowed(reader.take(entries.at() - start)?);
        Ok(ConstantPool {
            raw,
            offsets,
            known: None,
        })
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        put_u16(out, self.offsets.len() as u16);
        out.extend_from_slice(&self.raw);
    }

    pub(crate) fn into_owned(self) -> ConstantPool<'static> {
        ConstantPool {
            raw: Cow::Owned(self.raw.into_owned()),
            offsets: self.offsets,
            known: self.known,
        }
    }

    /// `constant_pool_count`: one more than the largest index.
    pub fn count(&self) -> u16 {
        self.offsets.len() as u16
    }

    /// The entry at `index`.
    ///
    /// # Errors
    /// [`ClassFileError::BadIndex`] for 0, the second half of a long or double, and what lies
    /// beyond the end.
    pub fn entry(&self, index: u16) -> Result<PoolEntry<'_>> {
        let bad = ClassFileError::BadIndex {
            index,
            expected: "constant",
        };
        let offset = self
            .offsets
            .get(usize::from(index))
            .filter(|&&o| o != NO_ENTRY)
            .ok_or(bad)?;
        let mut reader = Reader::new(&self.raw[*offset as usize..]);
        read_entry(&mut reader, index)
    }

    /// The bytes of a `Utf8` entry.
    ///
    /// # Errors
    /// [`ClassFileError::BadIndex`], here and in all that follow, where `index` does not name an
    /// entry of the kind.
    pub fn utf8(&self, index: u16) -> Result<&[u8]> {
        match self.entry(index)? {
            PoolEntry::Utf8(bytes) => Ok(bytes),
            _ => Err(ClassFileError::BadIndex {
                index,
                expected: "Utf8",
            }),
        }
    }

    /// The text of a `Utf8` entry (see [`modified_utf8::decode`]).
    ///
    /// # Errors
    /// As [`ConstantPool::utf8`].
    pub fn text(&self, index: u16) -> Result<Cow<'_, str>> {
        self.utf8(index).map(modified_utf8::decode)
    }

    /// The internal name (`java/util/List`) or array descriptor of a `Class` entry.
    ///
    /// # Errors
    /// As [`ConstantPool::utf8`].
    pub fn class_name(&self, index: u16) -> Result<Cow<'_, str>> {
        match self.entry(index)? {
            PoolEntry::Class { name } => self.text(name),
            _ => Err(ClassFileError::BadIndex {
                index,
                expected: "Class",
            }),
        }
    }

    /// [`ConstantPool::class_name`], `None` for index 0.
    ///
    /// # Errors
    /// As [`ConstantPool::utf8`].
    pub fn optional_class_name(&self, index: u16) -> Result<Option<Cow<'_, str>>> {
        (index != 0).then(|| self.class_name(index)).transpose()
    }

    /// The two texts of a `NameAndType` entry.
    ///
    /// # Errors
    /// As [`ConstantPool::utf8`].
    pub fn name_and_type(&self, index: u16) -> Result<NameAndType<'_>> {
        match self.entry(index)? {
            PoolEntry::NameAndType { name, descriptor } => Ok(NameAndType {
                name: self.text(name)?,
                descriptor: self.text(descriptor)?,
            }),
            _ => Err(ClassFileError::BadIndex {
                index,
                expected: "NameAndType",
            }),
        }
    }

    /// A `Fieldref`, `Methodref` or `InterfaceMethodref`.
    ///
    /// # Errors
    /// As [`ConstantPool::utf8`].
    pub fn member(&self, index: u16) -> Result<MemberRef<'_>> {
        let (class, name_and_type, interface) = match self.entry(index)? {
            PoolEntry::Field {
                class,
                name_and_type,
            }
            | PoolEntry::Method {
                class,
                name_and_type,
            } => (class, name_and_type, false),
            PoolEntry::InterfaceMethod {
                class,
                name_and_type,
            } => (class, name_and_type, true),
            _ => {
                return Err(ClassFileError::BadIndex {
                    index,
                    expected: "Fieldref or Methodref",
                });
            }
        };

        let NameAndType { name, descriptor } = self.name_and_type(name_and_type)?;
        Ok(MemberRef {
            owner: self.class_name(class)?,
            name,
            descriptor,
            interface,
        })
    }
}

/// Appending. Each gives the index of an equal entry if there is one. The first append to a pool is
/// O(pool), later ones are O(entry).
///
/// All fail with [`ClassFileError::PoolFull`] when 65,535 indices are in use, and with
/// [`ClassFileError::TooLong`] for a text of more than 65,535 bytes.
#[expect(clippy::missing_errors_doc, reason = "said once, above")]
impl ConstantPool<'_> {
    /// A `Utf8` entry.
    pub fn add_utf8(&mut self, text: &str) -> Result<u16> {
        let bytes = modified_utf8::encode(text);
        let mut entry = vec![UTF8];
        put_u16(&mut entry, count(bytes.len(), "constant")?);
        entry.extend_from_slice(&bytes);
        self.add(entry)
    }

    /// A `Class` entry for an internal name or array descriptor.
    pub fn add_class(&mut self, name: &str) -> Result<u16> {
        let name = self.add_utf8(name)?;
        self.add(pair(CLASS, name))
    }

    /// A `Package` entry for an internal name.
    pub fn add_package(&mut self, name: &str) -> Result<u16> {
        let name = self.add_utf8(name)?;
        self.add(pair(PACKAGE, name))
    }

    /// A `String` entry.
    pub fn add_string(&mut self, text: &str) -> Result<u16> {
        let utf8 = self.add_utf8(text)?;
        self.add(pair(STRING, utf8))
    }

    /// An `Integer` entry.
    pub fn add_integer(&mut self, value: i32) -> Result<u16> {
        let [a, b, c, d] = value.to_be_bytes();
        self.add(vec![INTEGER, a, b, c, d])
    }

    /// A `Long` entry, which takes two indices.
    pub fn add_long(&mut self, value: i64) -> Result<u16> {
        let mut entry = vec![LONG];
        entry.extend_from_slice(&value.to_be_bytes());
        self.add(entry)
    }

    /// A `NameAndType` entry.
    pub fn add_name_and_type(&mut self, name: &str, descriptor: &str) -> Result<u16> {
        let (name, descriptor) = (self.add_utf8(name)?, self.add_utf8(descriptor)?);
        self.add(triple(NAME_AND_TYPE, name, descriptor))
    }

    /// A `Methodref`, or an `InterfaceMethodref` where `interface` says that the owner is an
    /// interface.
    pub fn add_method(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
        interface: bool,
    ) -> Result<u16> {
        let tag = if interface { INTERFACE_METHOD } else { METHOD };
        let (class, name_and_type) = (
            self.add_class(owner)?,
            self.add_name_and_type(name, descriptor)?,
        );
        self.add(triple(tag, class, name_and_type))
    }

    /// A `Fieldref`.
    pub fn add_field(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<u16> {
        let (class, name_and_type) = (
            self.add_class(owner)?,
            self.add_name_and_type(name, descriptor)?,
        );
        self.add(triple(FIELD, class, name_and_type))
    }

    /// A `MethodHandle` on the field or method entry `reference`.
    pub fn add_method_handle(&mut self, kind: ReferenceKind, reference: u16) -> Result<u16> {
        let mut entry = vec![METHOD_HANDLE, kind as u8];
        put_u16(&mut entry, reference);
        self.add(entry)
    }

    /// A `MethodType`.
    pub fn add_method_type(&mut self, descriptor: &str) -> Result<u16> {
        let descriptor = self.add_utf8(descriptor)?;
        self.add(pair(METHOD_TYPE, descriptor))
    }

    /// An `InvokeDynamic` of row `bootstrap` of `BootstrapMethods`, with the `NameAndType` of the
    /// call site.
    pub fn add_invoke_dynamic(&mut self, bootstrap: u16, name_and_type: u16) -> Result<u16> {
        self.add(triple(INVOKE_DYNAMIC, bootstrap, name_and_type))
    }

    fn add(&mut self, entry: Vec<u8>) -> Result<u16> {
        if self.known.is_none() {
            self.known = Some(self.index_entries());
        }

        let known = self.known.get_or_insert_default();
        if let Some(&index) = known.get(entry.as_slice()) {
            return Ok(index);
        }

        let wide = matches!(entry.first(), Some(&(LONG | DOUBLE)));
        let index = self.offsets.len();
        if index + usize::from(wide) >= usize::from(u16::MAX) {
            return Err(ClassFileError::PoolFull);
        }

        self.offsets.push(self.raw.len() as u32);
        self.offsets.extend(wide.then_some(NO_ENTRY));
        self.raw.to_mut().extend_from_slice(&entry);
        known.insert(entry.into_boxed_slice(), index as u16);
        Ok(index as u16)
    }

    fn index_entries(&self) -> FxHashMap<Box<[u8]>, u16> {
        let used: Vec<(u16, usize)> = (0u16..)
            .zip(&self.offsets)
            .filter(|&(_, &offset)| offset != NO_ENTRY)
            .map(|(index, &offset)| (index, offset as usize))
            .collect();
        let ends = used
            .iter()
            .skip(1)
            .map(|&(_, offset)| offset)
            .chain([self.raw.len()]);

        // Reversed, so that the first of equal entries wins.
        let spans: Vec<_> = used.iter().zip(ends).collect();
        spans
            .into_iter()
            .rev()
            .map(|(&(index, start), end)| (self.raw[start..end].into(), index))
            .collect()
    }
}

fn pair(tag: u8, index: u16) -> Vec<u8> {
    let [a, b] = index.to_be_bytes();
    vec![tag, a, b]
}

fn triple(tag: u8, first: u16, second: u16) -> Vec<u8> {
    let mut entry = pair(tag, first);
    put_u16(&mut entry, second);
    entry
}

/// Steps over one entry; true if it takes two indices.
fn skip_entry(reader: &mut Reader<'_>, index: u16) -> Result<bool> {
    let tag = reader.u8()?;
    let length = match tag {
        UTF8 => usize::from(reader.u16()?),
        CLASS | STRING | METHOD_TYPE | MODULE | PACKAGE => 2,
        METHOD_HANDLE => 3,
        INTEGER | FLOAT | FIELD | METHOD | INTERFACE_METHOD | NAME_AND_TYPE | DYNAMIC
        | INVOKE_DYNAMIC => 4,
        LONG | DOUBLE => 8,
        _ => return Err(ClassFileError::BadTag { index, tag }),
    };
    reader.take(length)?;
    Ok(matches!(tag, LONG | DOUBLE))
}

fn read_entry<'p>(r: &mut Reader<'p>, index: u16) -> Result<PoolEntry<'p>> {
    Ok(match r.u8()? {
        UTF8 => {
            let length = r.u16()?;
            PoolEntry::Utf8(r.take(usize::from(length))?)
        }
        INTEGER => PoolEntry::Integer(r.i32()?),
        FLOAT => PoolEntry::Float(f32::from_be_bytes(r.array()?)),
        LONG => PoolEntry::Long(i64::from_be_bytes(r.array()?)),
        DOUBLE => PoolEntry::Double(f64::from_be_bytes(r.array()?)),
        CLASS => PoolEntry::Class { name: r.u16()? },
        STRING => PoolEntry::String { utf8: r.u16()? },
        FIELD => PoolEntry::Field {
            class: r.u16()?,
            name_and_type: r.u16()?,
        },
        METHOD => PoolEntry::Method {
            class: r.u16()?,
            name_and_type: r.u16()?,
        },
        INTERFACE_METHOD => PoolEntry::InterfaceMethod {
            class: r.u16()?,
            name_and_type: r.u16()?,
        },
        NAME_AND_TYPE => PoolEntry::NameAndType {
            name: r.u16()?,
            descriptor: r.u16()?,
        },
        METHOD_HANDLE => PoolEntry::MethodHandle {
            kind: r.u8()?,
            reference: r.u16()?,
        },
        METHOD_TYPE => PoolEntry::MethodType {
            descriptor: r.u16()?,
        },
        DYNAMIC => PoolEntry::Dynamic {
            bootstrap: r.u16()?,
            name_and_type: r.u16()?,
        },
        INVOKE_DYNAMIC => PoolEntry::InvokeDynamic {
            bootstrap: r.u16()?,
            name_and_type: r.u16()?,
        },
        MODULE => PoolEntry::Module { name: r.u16()? },
        PACKAGE => PoolEntry::Package { name: r.u16()? },
        tag => return Err(ClassFileError::BadTag { index, tag }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::bytes::read_all;

    #[test]
    fn first_of_equal_constants_is_used() {
        // Count 4: Utf8 "a", Utf8 "b", Utf8 "a".
        let raw = [0, 4, 1, 0, 1, b'a', 1, 0, 1, b'b', 1, 0, 1, b'a'];
        let mut pool = read_all(&raw, ConstantPool::read).unwrap();
        assert_eq!(pool.add_utf8("a"), Ok(1));
        assert_eq!(pool.add_utf8("c"), Ok(4));
        assert_eq!(pool.add_utf8("c"), Ok(4));
        assert_eq!(pool.add_long(7), Ok(5));
        assert_eq!(pool.add_integer(7), Ok(7));
    }

    #[test]
    fn full_constant_pool_is_an_error() {
        let mut pool = read_all(&[0, 1], ConstantPool::read).unwrap();
        for value in 0..65_533 {
            assert!(pool.add_integer(value).is_ok(), "{value}");
        }
        assert_eq!(pool.add_long(1), Err(ClassFileError::PoolFull));
        assert_eq!(pool.add_integer(-1), Ok(65_534));
        assert_eq!(pool.count(), 65_535);
        assert_eq!(pool.add_integer(-2), Err(ClassFileError::PoolFull));
        assert_eq!(pool.add_integer(7), Ok(8));
    }
}
