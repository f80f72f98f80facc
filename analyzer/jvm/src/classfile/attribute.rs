//! Attributes as raw bytes (JVMS 4.7).

use std::borrow::Cow;

use super::bytes::{Reader, count, put_u16, put_u32};
use super::{ClassFileError, ConstantPool, Result};

/// An attribute: its name, and its content as bytes. The name determines the format of the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// Index of the name in the constant pool.
    pub name: u16,
    /// The content, without name and length.
    pub bytes: Cow<'a, [u8]>,
}

impl<'a> Attribute<'a> {
    /// An attribute called `name`, which is added to the pool if need be.
    ///
    /// # Errors
    /// [`ClassFileError::PoolFull`].
    pub fn new(pool: &mut ConstantPool<'_>, name: &str, bytes: Vec<u8>) -> Result<Self> {
        Ok(Attribute {
            name: pool.add_utf8(name)?,
            bytes: Cow::Owned(bytes),
        })
    }

    /// Returns whether it is called `name`.
    pub fn is(&self, pool: &ConstantPool<'_>, name: &str) -> bool {
        pool.utf8(self.name)
            .is_ok_and(|bytes| bytes == name.as_bytes())
    }

    /// The same attribute, borrowing nothing.
    pub fn into_owned(self) -> Attribute<'static> {
        Attribute {
            name: self.name,
            bytes: Cow::Owned(self.bytes.into_owned()),
        }
    }
}

/// The first attribute called `name`, if there is one. O(number of attributes).
pub(crate) fn find<'r, 'a>(
    attributes: &'r [Attribute<'a>],
    pool: &ConstantPool<'_>,
    name: &str,
) -> Option<&'r Attribute<'a>> {
    attributes.iter().find(|a| a.is(pool, name))
}

pub(crate) fn read_attributes<'a>(reader: &mut Reader<'a>) -> Result<Vec<Attribute<'a>>> {
    reader.list(|r| {
        let name = r.u16()?;
        let length = r.u32()?;
        Ok(Attribute {
            name,
            bytes: Cow::Borrowed(r.take(length as usize)?),
        })
    })
}

pub(crate) fn put_attributes(out: &mut Vec<u8>, attributes: &[Attribute<'_>]) -> Result<()> {
    put_u16(out, count(attributes.len(), "attribute list")?);
    for attribute in attributes {
        put_u16(out, attribute.name);
        let length = u32::try_from(attribute.bytes.len())
            .map_err(|_| ClassFileError::TooLong("attribute"))?;
        put_u32(out, length);
        out.extend_from_slice(&attribute.bytes);
    }
    Ok(())
}
