//! The JDK's run-time image (`lib/modules`): the one file that knows the reader of images.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ristretto_jimage::{Image, Resource};

/// An image, and which module each package of it is in.
#[derive(Debug)]
pub(crate) struct JdkImage {
    image: Image,
    packages: BTreeMap<Box<str>, Package>,
}

/// A package of the image.
#[derive(Debug, Default)]
struct Package {
    module: Box<str>,
    /// Sorted simple binary names (`Map$Entry`).
    classes: Vec<Box<str>>,
}

impl JdkImage {
    /// Opens an image and lists its classes. O(resources).
    ///
    /// # Errors
    /// Says in words why the image cannot be read.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        if is_compressed(path).map_err(|e| e.to_string())? {
            return Err("the image is compressed (jlink --compress)".to_owned());
        }
        // The reader panics on some damaged images.
        let opened = catch_unwind(AssertUnwindSafe(|| {
            let image = Image::from_file(path).map_err(|e| e.to_string())?;
            let packages = list(&image).map_err(|e| e.to_string())?;
            Ok(JdkImage { image, packages })
        }));
        opened.unwrap_or_else(|_| Err("the image is damaged".to_owned()))
    }

    /// The bytes of a class by internal name.
    pub(crate) fn class(&self, name: &str) -> Option<Vec<u8>> {
        let (package, _) = name.rsplit_once('/')?;
        let module = &self.packages.get(package)?.module;
        let path = format!("/{module}/{name}.class");
        let read = || self.image.get_resource(&path).ok().map(|resource| resource.data().to_vec());
        catch_unwind(AssertUnwindSafe(read)).unwrap_or(None)
    }

    /// All packages, sorted.
    pub(crate) fn packages(&self) -> impl Iterator<Item = &str> {
        self.packages.keys().map(|name| &**name)
    }

    /// Simple binary names of a package's classes, sorted.
    pub(crate) fn classes_in(&self, package: &str) -> &[Box<str>] {
        self.packages.get(package).map_or(&[], |package| &package.classes)
    }
}

fn list(image: &Image) -> ristretto_jimage::Result<BTreeMap<Box<str>, Package>> {
    let mut packages: BTreeMap<Box<str>, Package> = BTreeMap::new();
    for resource in image.iter() {
        let resource = resource?;
        if is_class(&resource) {
            let package = packages.entry(resource.parent().into()).or_default();
            package.module = resource.module().into();
            package.classes.push(resource.base().into());
        }
    }
    packages.values_mut().for_each(|package| package.classes.sort());
    Ok(packages)
}

/// A class in a package of a module; `module-info` is in none.
fn is_class(resource: &Resource<'_>) -> bool {
    resource.extension() == "class" && !resource.parent().is_empty() && !resource.module().is_empty()
}

/// Kind of the location attribute that says how long a compressed resource is.
const COMPRESSED_SIZE: u8 = 6;

/// Whether any resource is compressed. The reader cannot decompress, and does not say so in an error.
fn is_compressed(path: &Path) -> std::io::Result<bool> {
    let mut file = File::open(path)?;
    let mut header = [0; 28];
    file.read_exact(&mut header)?;
    let swapped = header[..4] == [0xDA, 0xDA, 0xFE, 0xCA];
    let word = |n: usize| {
        let bytes = [header[4 * n], header[4 * n + 1], header[4 * n + 2], header[4 * n + 3]];
        if swapped { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) }
    };
    let (table_length, locations) = (u64::from(word(4)), u64::from(word(5)));
    // Redirect table and offset table: one word per slot each.
    std::io::copy(&mut file.by_ref().take(8 * table_length), &mut std::io::sink())?;
    let mut bytes = Vec::new();
    file.take(locations).read_to_end(&mut bytes)?;
    Ok(has_compressed_size(&bytes))
}

/// Walks the location attributes: kind and length in one byte, the value, for each.
fn has_compressed_size(mut locations: &[u8]) -> bool {
    while let Some((&head, rest)) = locations.split_first() {
        let (kind, length) = (head >> 3, usize::from(head & 7) + 1);
        if kind == 0 {
            locations = rest;
            continue;
        }
        let Some((value, rest)) = rest.split_at_checked(length) else { return false };
        if kind == COMPRESSED_SIZE && value.iter().any(|&byte| byte != 0) {
            return true;
        }
        locations = rest;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_size_is_found_behind_other_attributes() {
        let offset = [5 << 3 | 1, 0x12, 0x34];
        let end = [0];
        let zero_size = [6 << 3, 0];
        let size = [6 << 3 | 1, 1, 0];
        assert!(!has_compressed_size(&[&offset[..], &zero_size, &end].concat()));
        assert!(has_compressed_size(&[&offset[..], &end, &size, &end].concat()));
    }
}
