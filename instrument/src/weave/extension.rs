//! The fields that weaving can add to a class without changing what the program does.

use java_types::Access;
use jvm::classfile::{ClassFile, Member, Result};

use super::added::PREFIX;

/// The fields that a class can get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extension {
    /// None: interfaces have constants alone, records their components (JVMS 4.5, JLS 8.10.3).
    None,
    /// Private ones, as all others would become part of the version of its serialized objects, if
    /// they are ever serialized.
    Private,
    /// Any transient ones: it declares that version, or is an enum, whose objects are serialized by
    /// name.
    Any,
}

impl Extension {
    /// Of a class for itself, whether it is serializable or not.
    ///
    /// # Errors
    /// The class is damaged.
    pub fn of(class: &ClassFile<'_>) -> Result<Self> {
        if class.access.is_interface() || class.attribute("Record").is_some() {
            return Ok(Extension::None);
        }
        let mut fields = class.fields.iter();
        if fields.clone().try_fold(false, |found, field| {
            Ok(found || is_like_added(class, field)?)
        })? {
            return Ok(Extension::None);
        }

        let is_versioned =
            fields.try_fold(false, |found, field| Ok(found || is_version(class, field)?))?;
        Ok(if is_versioned || class.access.has(Access::ENUM) {
            Extension::Any
        } else {
            Extension::Private
        })
    }
}

/// Says whether a field of the program may have the name of one that is added.
fn is_like_added(class: &ClassFile<'_>, field: &Member<'_>) -> Result<bool> {
    Ok(field.name(&class.pool)?.starts_with(PREFIX))
}

/// Says whether a field is what serialization takes for the version of a class: a constant that can
/// be read as a `long`, whatever its access.
fn is_version(class: &ClassFile<'_>, field: &Member<'_>) -> Result<bool> {
    let is_constant = field.access.has(Access::STATIC | Access::FINAL);
    let is_whole = matches!(
        &*field.descriptor(&class.pool)?,
        "J" | "I" | "S" | "C" | "B"
    );
    Ok(is_constant && is_whole && field.name(&class.pool)? == "serialVersionUID")
}
