//! The declaration of a module that gets more packages: those of monitors and their runtime.

use std::collections::{BTreeMap, BTreeSet};

use jvm::classfile::{Attribute, ClassFile, Result};

use super::WeaveError;
use super::input::Inputs;
use super::program::class_error;

/// The attribute that lists the packages of a module (JVMS 4.7.26). The tool `jar` writes it.
const PACKAGES: &str = "ModulePackages";

/// The declarations of the inputs that change since their modules get the packages of some files, by
/// name of the file. Virtual machines find the packages in the list of a declaration, if it has one;
/// else they look for packages in the jar or folder itself.
///
/// # Errors
/// A declaration is damaged, or has no room for the packages.
pub fn declarations<'i>(
    inputs: &'i Inputs,
    files: &BTreeMap<String, Vec<u8>>,
) -> std::result::Result<BTreeMap<&'i str, Vec<u8>>, WeaveError> {
    let packages = files.keys().filter_map(|name| name.rsplit_once('/'));
    let packages: BTreeSet<&str> = packages.map(|(package, _)| package).collect();
    let mut changed = BTreeMap::new();
    for file in inputs.files.iter().filter(|file| file.declares_module()) {
        let with = with_packages(&file.bytes, &packages);
        let with = with.map_err(|source| class_error(file, None, source))?;
        changed.extend(with.map(|bytes| (file.name.as_str(), bytes)));
    }
    Ok(changed)
}

/// Adds packages to the list of a declaration. Returns nothing for one without such a list.
fn with_packages(declaration: &[u8], packages: &BTreeSet<&str>) -> Result<Option<Vec<u8>>> {
    let mut class = ClassFile::parse(declaration)?;
    let listing = |attribute: &Attribute<'_>| attribute.is(&class.pool, PACKAGES);
    let Some(at) = class.attributes.iter().position(listing) else {
        return Ok(None);
    };

    // The number of packages, and the index of each.
    let listed = class.attributes[at].bytes.get(2..).unwrap_or_default();
    let mut indices: Vec<[u8; 2]> = listed
        .chunks_exact(2)
        .map(|pair| [pair[0], pair[1]])
        .collect();
    for package in packages {
        let index = class.pool.add_package(package)?.to_be_bytes();
        if !indices.contains(&index) {
            indices.push(index);
        }
    }
    let count = (indices.len() as u16).to_be_bytes();
    let bytes = std::iter::once(count).chain(indices).flatten().collect();
    class.attributes[at] = Attribute::new(&mut class.pool, PACKAGES, bytes)?;
    class.to_bytes().map(Some)
}
