//! The class beside another one that makes calls for it: beside an interface that may have no
//! methods with code, or to hide them.
//!
//! Before Java 8 an interface has code in its static initializer alone: a method with code makes it
//! malformed (JVMS 4.6). Its redirecting methods stand in a class of their own in the same package,
//! which may use what the initializer may use.

use java_types::Access;
use jvm::classfile::{ClassFile, ClassFileError, Result, modified_utf8};

/// First major version whose interfaces may have private static methods (Java 8).
const METHODS_IN_INTERFACES: u16 = 52;

/// The text behind the name of a class in the name of the class beside it.
pub const SUFFIX: &str = "$residua";

/// Returns whether a class may have no methods with code.
pub fn needs_companion(class: &ClassFile<'_>) -> bool {
    class.access.is_interface() && class.major < METHODS_IN_INTERFACES
}

/// The bytes of a class beside `class`, final, synthetic and without members.
///
/// # Errors
/// The name of the class is damaged, or too long for the suffix.
pub fn companion_of(class: &ClassFile<'_>) -> Result<Vec<u8>> {
    empty_class(
        &format!("{}{SUFFIX}", class.name()?),
        class.major,
        Access(0),
        "java/lang/Object",
    )
}

/// The bytes of a class of these flags below another one that is final and synthetic, too, and has
/// no members.
///
/// # Errors
/// A name is too long.
pub fn empty_class(name: &str, major: u16, access: Access, superclass: &str) -> Result<Vec<u8>> {
    let mut bytes = b"\xCA\xFE\xBA\xBE\0\0".to_vec();
    bytes.extend(major.to_be_bytes());
    // Constants 1 to 4: the name and its class, the superclass and its name.
    bytes.extend(b"\0\x05");
    put_text(&mut bytes, name)?;
    bytes.extend(b"\x07\0\x01\x07\0\x04");
    put_text(&mut bytes, superclass)?;
    // Flags, this class, superclass; no interfaces, fields, methods and attributes.
    bytes.extend(
        (access | Access::FINAL | Access::SYNTHETIC | Access::SUPER)
            .0
            .to_be_bytes(),
    );
    bytes.extend(b"\0\x02\0\x03\0\0\0\0\0\0\0\0");

    Ok(bytes)
}

/// A constant with text.
fn put_text(bytes: &mut Vec<u8>, text: &str) -> Result<()> {
    let text = modified_utf8::encode(text);
    let length = u16::try_from(text.len()).map_err(|_| ClassFileError::TooLong("class name"))?;
    bytes.push(1);
    bytes.extend(length.to_be_bytes());
    bytes.extend(&*text);
    Ok(())
}
