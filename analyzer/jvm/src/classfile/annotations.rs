//! The annotations of a class as far as they are asked for (JVMS 4.7.16).

use std::borrow::Cow;

use super::bytes::Reader;
use super::{ClassFile, ClassFileError, ConstantPool, Result};

impl ClassFile<'_> {
    /// The retention of an annotation type: the constant of `java.lang.annotation.RetentionPolicy`
    /// that its `@Retention` names; `None` where it has none (which means `CLASS`, JLS 9.6.4.2).
    ///
    /// # Errors
    /// Where the attribute is damaged.
    pub fn retention(&self) -> Result<Option<Cow<'_, str>>> {
        let Some(attribute) = self.attribute("RuntimeVisibleAnnotations") else {
            return Ok(None);
        };
        let mut reader = Reader::new(&attribute.bytes);

        for _ in 0..reader.u16()? {
            let ty = self.pool.text(reader.u16()?)?;
            let mut constant = None;
            for _ in 0..reader.u16()? {
                reader.u16()?;
                constant = element(&mut reader, &self.pool, MAX_DEPTH)?.or(constant);
            }
            if ty == "Ljava/lang/annotation/Retention;" {
                return Ok(constant);
            }
        }

        Ok(None)
    }
}

/// Deepest nesting of arrays and annotations that is read.
const MAX_DEPTH: usize = 64;

/// Reads the value of an element; the name of the constant where it is an enum's.
fn element<'p>(
    reader: &mut Reader<'_>,
    pool: &'p ConstantPool<'_>,
    depth: usize,
) -> Result<Option<Cow<'p, str>>> {
    let depth = depth
        .checked_sub(1)
        .ok_or(ClassFileError::Malformed("annotation nested too deeply"))?;
    match reader.u8()? {
        b'e' => {
            reader.u16()?;
            return pool.text(reader.u16()?).map(Some);
        }
        b'[' => {
            for _ in 0..reader.u16()? {
                element(reader, pool, depth)?;
            }
        }
        b'@' => {
            reader.u16()?;
            for _ in 0..reader.u16()? {
                reader.u16()?;
                element(reader, pool, depth)?;
            }
        }
        _ => _ = reader.u16()?,
    }

    Ok(None)
}
