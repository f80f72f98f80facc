//! The edits of one class file.

mod body;
mod bootstrap;
mod calls;
mod created_object;
mod dynamic_calls;
mod open_body;
mod receiver;
mod redirector;
mod thrift;

use std::borrow::Cow;

use java_types::Access;
use java_types::hierarchy::Hierarchy;
use jvm::classfile::{Attribute, ClassFile, ClassFileError, Code, NewMethod, Result};

use super::added::WOVEN;
use super::assemble::Assembler;
use super::carried::{AddedField, add_field, carrier};
use super::companion::{self, companion_of, needs_companion};
use super::edits::ClassEdits;
use super::serialized;
use super::sites::{ClassSites, INITIALIZER};
use body::edit_body;
use redirector::Redirector;
use thrift::{THRIFTS, Thrift};

/// The class files that one has become.
#[derive(Debug, Clone)]
pub struct Edited {
    /// The class itself.
    pub class: Vec<u8>,
    /// Classes that are added beside it: what their names have behind its name, and their bytes.
    /// One for redirecting methods ([`companion_of`]), and the carriers of its fields.
    pub beside: Vec<(String, Vec<u8>)>,
}

/// The reason why a class cannot be edited.
#[derive(Debug)]
pub struct EditError {
    /// Name and descriptor of the method at fault, if one is.
    pub method: Option<String>,
    /// The fault.
    pub source: ClassFileError,
}

impl From<ClassFileError> for EditError {
    fn from(source: ClassFileError) -> Self {
        EditError {
            method: None,
            source,
        }
    }
}

/// Makes the edits. Where a method or the constant pool would become too large, it makes them in a
/// way that takes less room.
///
/// # Errors
/// With the name of the method where one is at fault.
pub fn edit(
    bytes: &[u8],
    sites: &ClassSites,
    edits: &ClassEdits,
    hierarchy: &Hierarchy,
) -> std::result::Result<Edited, EditError> {
    let mut first = None;
    for thrift in THRIFTS {
        match edit_with(bytes, sites, edits, hierarchy, thrift) {
            Err(error) if is_too_large(&error.source) => _ = first.get_or_insert(error),
            decided => return decided,
        }
    }
    Err(first.unwrap_or(ClassFileError::PoolFull.into()))
}

/// Says whether a class, or a method of it, would become too large.
fn is_too_large(error: &ClassFileError) -> bool {
    use ClassFileError::{CodeTooLarge, JumpTooFar, PoolFull, TooLong};
    matches!(
        error,
        CodeTooLarge(_) | JumpTooFar(_) | TooLong(_) | PoolFull
    )
}

fn edit_with(
    bytes: &[u8],
    sites: &ClassSites,
    edits: &ClassEdits,
    hierarchy: &Hierarchy,
    thrift: Thrift,
) -> std::result::Result<Edited, EditError> {
    let mut class = ClassFile::parse(bytes)?;
    let beside = empty_companion(&class, edits)?;
    let companion = beside.as_deref().map(ClassFile::parse).transpose()?;
    add_initializer_if_missing(&mut class, sites, edits)?;

    let mut redirector = Redirector::new(&class, sites, hierarchy, companion, thrift)?;
    edit_bodies(&mut class, &mut redirector, edits)?;
    edit_members(&mut class, &mut redirector, edits)?;
    Ok(Edited {
        beside: classes_beside(redirector.companion.as_ref(), &edits.fields)?,
        class: class.to_bytes()?,
    })
}

/// Makes the class beside that gets the redirecting methods, where it needs one.
fn empty_companion(class: &ClassFile<'_>, edits: &ClassEdits) -> Result<Option<Vec<u8>>> {
    (edits.hides_beside() || needs_companion(class))
        .then(|| companion_of(class))
        .transpose()
}

fn add_initializer_if_missing(
    class: &mut ClassFile<'_>,
    sites: &ClassSites,
    edits: &ClassEdits,
) -> Result<()> {
    let mut bodies = edits.bodies.iter().map(|edits| &sites.bodies[edits.body]);
    if bodies.any(|body| body.is_added) {
        add_initializer(class)?;
    }
    Ok(())
}

/// Adds an initializer that does nothing, behind all methods of the class file
/// ([`super::sites::Body::is_added`]).
fn add_initializer(class: &mut ClassFile<'_>) -> Result<()> {
    let mut code = Assembler::new();
    code.return_value(None);
    let code = Code {
        max_stack: 0,
        max_locals: 0,
        bytes: Cow::Owned(code.into_bytes()),
        exceptions: Vec::new(),
        attributes: Vec::new(),
    };

    class
        .append_method(&NewMethod {
            access: Access::STATIC | Access::SYNTHETIC,
            name: INITIALIZER,
            descriptor: "()V",
            code,
        })
        .map(drop)
}

fn edit_bodies(
    class: &mut ClassFile<'_>,
    redirector: &mut Redirector<'_>,
    edits: &ClassEdits,
) -> std::result::Result<(), EditError> {
    let sites = redirector.sites;
    for edits in &edits.bodies {
        let body = &sites.bodies[edits.body];
        edit_body(class, redirector, body, edits).map_err(|source| EditError {
            method: Some(format!("{}{}", body.name, body.descriptor)),
            source,
        })?;
    }
    Ok(())
}

/// Makes the edits outside of the bodies: the reading back of serialized references, fields,
/// `BootstrapMethods`, and the mark of woven classes.
fn edit_members(
    class: &mut ClassFile<'_>,
    redirector: &mut Redirector<'_>,
    edits: &ClassEdits,
) -> std::result::Result<(), EditError> {
    let bootstrap = &mut redirector.bootstrap;
    serialized::edit(class, &mut bootstrap.rows, &redirector.references).map_err(|source| {
        EditError {
            method: Some(serialized::DESERIALIZER.to_owned()),
            source,
        }
    })?;
    for field in &edits.fields {
        add_field(class, field)?;
    }
    bootstrap.write(class)?;

    // A constant pool without room for the name leaves the class unmarked.
    let mark = Attribute::new(&mut class.pool, WOVEN, Vec::new());
    class.attributes.extend(mark.ok());
    Ok(())
}

/// Returns the classes beside, by what their names have behind the name of the class.
fn classes_beside(
    companion: Option<&ClassFile<'_>>,
    fields: &[AddedField],
) -> Result<Vec<(String, Vec<u8>)>> {
    let mut beside = Vec::new();
    if let Some(companion) = companion.filter(|companion| !companion.methods.is_empty()) {
        beside.push((companion::SUFFIX.to_owned(), companion.to_bytes()?));
    }
    for added in fields {
        beside.push((added.field.carrier_suffix(), carrier(added)?));
    }
    Ok(beside)
}
