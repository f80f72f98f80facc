//! Dynamic calls: those that are added, and those of method references.

use jvm::classfile::{BootstrapMethod, ClassFile, ClassFileError, ReferenceKind, Result};

use super::bootstrap::BootstrapRows;
use super::open_body::OpenBody;
use crate::weave::linker::{LINK, LINK_DESCRIPTOR, LINKER};
use crate::weave::sites::{Callee, Site};

/// Adds a dynamic call with this descriptor of what a site calls, and returns its constant.
///
/// # Errors
/// The class would become too large.
pub fn link(
    class: &mut ClassFile<'_>,
    bootstrap: &mut BootstrapRows,
    site: &Site,
    descriptor: &str,
) -> Result<u16> {
    let Callee {
        owner,
        name,
        descriptor: called,
        interface,
    } = &site.callee;

    let pool = &mut class.pool;
    let method = pool.add_method(owner, name, called, *interface)?;
    let method = pool.add_method_handle(site.kind.handle(), method)?;
    let linker = pool.add_method(LINKER, LINK, LINK_DESCRIPTOR, false)?;
    let linker = pool.add_method_handle(ReferenceKind::InvokeStatic, linker)?;

    let number = bootstrap.add(BootstrapMethod {
        method: linker,
        arguments: vec![method],
    })?;
    let signature = pool.add_name_and_type("hidden", descriptor)?;
    pool.add_invoke_dynamic(number, signature)
}

/// Makes the method reference at `pc`, which has the row `original`, one of the method with the
/// constant `method`. The call site gets a row of its own, as equal references share theirs.
///
/// # Errors
/// The code is damaged, or the class would become too large.
pub fn redirect_reference(
    open: &mut OpenBody<'_, '_>,
    bootstrap: &mut BootstrapRows,
    pc: u32,
    original: u16,
    method: u16,
) -> Result<()> {
    let malformed = ClassFileError::Malformed("invokedynamic");
    let pool = &mut open.class.pool;
    let call = pool
        .dynamic_call(&open.code.instruction(pc)?)?
        .ok_or(malformed.clone())?;
    let (name, descriptor) = (
        call.signature.name.into_owned(),
        call.signature.descriptor.into_owned(),
    );

    let handle = pool.add_method_handle(ReferenceKind::InvokeStatic, method)?;
    let mut row = bootstrap
        .rows
        .get(usize::from(original))
        .cloned()
        .ok_or(malformed.clone())?;
    *row.arguments.get_mut(1).ok_or(malformed)? = handle;

    let number = bootstrap.add(row)?;
    let signature = pool.add_name_and_type(&name, &descriptor)?;
    let call = pool.add_invoke_dynamic(number, signature)?;

    let at = pc as usize + 1;
    open.code.bytes.to_mut()[at..at + 2].copy_from_slice(&call.to_be_bytes());
    Ok(())
}
