//! The mark of classes that weaving adds: monitors and the runtime library. Tools that measure the
//! coverage of tests (JaCoCo) leave classes out that have an annotation whose simple name holds
//! `Generated`. Without it, the added classes count as code of the program that no test runs, and
//! builds with a least coverage fail.

use std::collections::BTreeMap;

use jvm::classfile::{Attribute, ClassFile, Result};

use super::WeaveError;

/// The attribute of annotations that reflection does not show (JVMS 4.7.17).
const ATTRIBUTE: &str = "RuntimeInvisibleAnnotations";

/// The type of the annotation. No class of this name has to be there.
const ANNOTATION: &str = "Lresidua/runtime/Generated;";

/// Marks the classes that `javac` has made.
///
/// # Errors
/// A class is damaged, or its constant pool is full.
pub fn mark(classes: &mut BTreeMap<String, Vec<u8>>) -> std::result::Result<(), WeaveError> {
    for (name, bytes) in classes {
        *bytes = with_mark(bytes).map_err(|source| WeaveError::Class {
            class: name.clone(),
            method: None,
            source,
        })?;
    }
    Ok(())
}

/// A class with the annotation. One that has such annotations already keeps them, and gets no other.
fn with_mark(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut class = ClassFile::parse(bytes)?;
    if class.attribute(ATTRIBUTE).is_some() {
        return Ok(bytes.to_owned());
    }
    let ty = class.pool.add_utf8(ANNOTATION)?;
    // One annotation without elements.
    let content = [1_u16, ty, 0].map(u16::to_be_bytes).concat();
    let mark = Attribute::new(&mut class.pool, ATTRIBUTE, content)?;
    class.attributes.push(mark);
    class.to_bytes()
}
