//! The annotations of classes, fields, methods and parameters (JVMS 4.7.16 to 4.7.19).

use std::sync::Arc;

use java_types::Spelling;
use java_types::descriptor::Type;
use jvm::classfile::{Attribute, ConstantPool, PoolEntry};

/// Deepest nesting of arrays and annotations that is read.
const MAX_DEPTH: usize = 64;

/// An annotation.
#[derive(Debug, Default)]
pub(crate) struct Annotation {
    /// Internal name of its type.
    pub(crate) name: Arc<str>,
    /// Internal names of the classes whose literals it has.
    pub(crate) classes: Vec<Arc<str>>,
    /// Its strings.
    pub(crate) texts: Vec<Arc<str>>,
    /// Names of its elements and of constants of enums.
    pub(crate) names: Vec<Arc<str>>,
}

impl Annotation {
    /// The name of its type with dots.
    pub(crate) fn dotted(&self) -> Arc<str> {
        Arc::from(self.name.to_binary())
    }
}

/// The annotations among attributes, in order. Those behind a damaged one are left out: no virtual
/// machine gives them to anybody.
pub(crate) fn annotations(
    attributes: &[Attribute<'_>],
    pool: &ConstantPool<'_>,
) -> Vec<Annotation> {
    let mut found = Vec::new();
    for attribute in attributes {
        let is = |name: &str| attribute.is(pool, name);
        let mut reader = Reader {
            bytes: &attribute.bytes,
            pool,
        };
        if is("RuntimeVisibleAnnotations") || is("RuntimeInvisibleAnnotations") {
            reader.list(&mut found);
        } else if is("RuntimeVisibleParameterAnnotations")
            || is("RuntimeInvisibleParameterAnnotations")
        {
            let parameters = reader.u8().unwrap_or_default();
            for _ in 0..parameters {
                reader.list(&mut found);
            }
        }
    }

    found
}

struct Reader<'a> {
    bytes: &'a [u8],
    pool: &'a ConstantPool<'a>,
}

impl Reader<'_> {
    fn u8(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes([self.u8()?, self.u8()?]))
    }

    fn text(&mut self) -> Option<Arc<str>> {
        let index = self.u16()?;
        self.pool.text(index).ok().map(|text| Arc::from(&*text))
    }

    fn list(&mut self, found: &mut Vec<Annotation>) -> Option<()> {
        for _ in 0..self.u16()? {
            let mut annotation = Annotation {
                name: class_of(&self.text()?)?,
                ..Annotation::default()
            };
            self.elements(&mut annotation, MAX_DEPTH)?;
            found.push(annotation);
        }
        Some(())
    }

    fn elements(&mut self, annotation: &mut Annotation, depth: usize) -> Option<()> {
        for _ in 0..self.u16()? {
            let name = self.text()?;
            annotation.names.push(name);
            self.value(annotation, depth)?;
        }
        Some(())
    }

    fn value(&mut self, annotation: &mut Annotation, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match self.u8()? {
            b'e' => {
                self.u16()?;
                let constant = self.text()?;
                annotation.names.push(constant);
            }
            b'c' => {
                let class = self.text()?;
                annotation.classes.extend(class_of(&class));
            }
            b's' => {
                let text = self.text()?;
                annotation.texts.push(text);
            }
            b'@' => {
                self.u16()?;
                self.elements(annotation, depth)?;
            }
            b'[' => {
                for _ in 0..self.u16()? {
                    self.value(annotation, depth)?;
                }
            }
            _ => {
                let index = self.u16()?;
                let constant = self.pool.entry(index).ok()?;
                matches!(
                    constant,
                    PoolEntry::Integer(_)
                        | PoolEntry::Long(_)
                        | PoolEntry::Float(_)
                        | PoolEntry::Double(_)
                )
                .then_some(())?;
            }
        }

        Some(())
    }
}

/// The class of a descriptor, or of the elements of arrays.
fn class_of(descriptor: &str) -> Option<Arc<str>> {
    let ty = Type::parse(descriptor.trim_start_matches('[')).ok()?;
    ty.class_name().cloned()
}
