//! The declaration of a module that gets more packages: those of monitors and their runtime.

use jvm::classfile::{ClassFile, Result};

/// The attribute that lists the packages of a module (JVMS 4.7.26). The tool `jar` writes it.
const PACKAGES: &str = "ModulePackages";

/// Removes the list of packages from a declaration. Without it, virtual machines look for packages in
/// the jar or folder itself; with it, they do not find those that are added. Returns nothing for a
/// declaration without such a list.
///
/// # Errors
/// The declaration is damaged.
pub fn without_package_list(declaration: &[u8]) -> Result<Option<Vec<u8>>> {
    let mut class = ClassFile::parse(declaration)?;
    let before = class.attributes.len();
    class
        .attributes
        .retain(|attribute| !attribute.is(&class.pool, PACKAGES));
    if class.attributes.len() == before {
        return Ok(None);
    }
    class.to_bytes().map(Some)
}
