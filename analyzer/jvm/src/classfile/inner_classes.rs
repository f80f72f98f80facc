//! `InnerClasses` and `EnclosingMethod` (JVMS 4.7.6, 4.7.7).

use std::borrow::Cow;

use super::bytes::{Reader, read_all};
use super::{ClassFile, NameAndType, Result};
use java_types::access::Access;

/// One row of `InnerClasses`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InnerClass<'p> {
    /// Binary name of the inner class.
    pub name: Cow<'p, str>,
    /// Binary name of the class it is a member of; `None` for local and anonymous classes.
    pub outer: Option<Cow<'p, str>>,
    /// Name as declared; `None` for anonymous classes.
    pub simple_name: Option<Cow<'p, str>>,
    /// Flags as declared in the source (`private`, `static`, ...).
    pub access: Access,
}

/// The place where a local or anonymous class is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnclosingMethod<'p> {
    /// Binary name of the class.
    pub class: Cow<'p, str>,
    /// The method; `None` in initializers.
    pub method: Option<NameAndType<'p>>,
}

impl ClassFile<'_> {
    /// The rows of `InnerClasses`, in the order of the file; empty where there is no such
    /// attribute.
    ///
    /// # Errors
    /// Where the attribute is malformed.
    pub fn inner_classes(&self) -> Result<Vec<InnerClass<'_>>> {
        let row = |r: &mut Reader<'_>| {
            Ok(InnerClass {
                name: self.pool.class_name(r.u16()?)?,
                outer: self.pool.optional_class_name(r.u16()?)?,
                simple_name: Some(r.u16()?)
                    .filter(|&i| i != 0)
                    .map(|i| self.pool.text(i))
                    .transpose()?,
                access: Access(r.u16()?),
            })
        };
        self.attribute("InnerClasses")
            .map_or(Ok(Vec::new()), |a| read_all(&a.bytes, |r| r.list(row)))
    }

    /// `EnclosingMethod`, which local and anonymous classes have.
    ///
    /// # Errors
    /// Where the attribute is malformed.
    pub fn enclosing_method(&self) -> Result<Option<EnclosingMethod<'_>>> {
        let read = |r: &mut Reader<'_>| {
            let class = self.pool.class_name(r.u16()?)?;
            let method = Some(r.u16()?)
                .filter(|&i| i != 0)
                .map(|i| self.pool.name_and_type(i))
                .transpose()?;
            Ok(EnclosingMethod { class, method })
        };
        self.attribute("EnclosingMethod")
            .map(|a| read_all(&a.bytes, read))
            .transpose()
    }
}
