//! The contents of an image: its packages with their modules, and the names of their classes.
//!
//! The reader of images gives one resource by its name, or all resources with all their names,
//! which takes as long as lowering a small program. Here the names stay where they are until they
//! are asked for.
//!
//! An image begins with seven words: a magic number, the version, flags, the number of resources,
//! the length of the two tables for look-ups, of the locations and of the strings; these parts
//! follow in this order (`jimage.hpp` of the JDK).

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: u64 = 28;

/// Kinds of the attributes of a location.
mod kind {
    pub(super) const END: u8 = 0;
    pub(super) const MODULE: u8 = 1;
    pub(super) const PARENT: u8 = 2;
    pub(super) const BASE: u8 = 3;
    pub(super) const EXTENSION: u8 = 4;
    pub(super) const COMPRESSED_SIZE: u8 = 6;
}

/// Packages and classes by name.
#[derive(Debug)]
pub(super) struct Directory {
    strings: Strings,
    packages: BTreeMap<Box<str>, Package>,
}

/// A package; its strings stand for offsets.
#[derive(Debug, Default)]
struct Package {
    module: usize,
    classes: Vec<usize>,
}

/// The location of a resource: offsets of the strings of its path `/module/parent/base.extension`.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Location {
    module: usize,
    parent: usize,
    base: usize,
    extension: usize,
    is_compressed: bool,
}

impl Directory {
    /// Reads the head of an image. O(resources).
    ///
    /// # Errors
    /// Says in words why the image cannot be read.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let (locations, strings) = parts(path).map_err(|e| e.to_string())?;
        Directory::of(&locations, Strings(strings))
            .ok_or_else(|| "the image is damaged".to_owned())?
    }

    /// `None` where the parts do not fit together.
    fn of(locations: &[u8], strings: Strings) -> Option<Result<Self, String>> {
        let mut found: BTreeMap<(usize, usize), Package> = BTreeMap::new();
        for location in Locations(locations) {
            let location = location?;
            if location.is_compressed {
                return Some(Err("the image is compressed (jlink --compress)".to_owned()));
            }
            if strings.is_class(location)? {
                let package = found.entry((location.module, location.parent)).or_default();
                package.module = location.module;
                package.classes.push(location.base);
            }
        }

        let mut packages: BTreeMap<Box<str>, Package> = BTreeMap::new();
        for ((_, parent), package) in found {
            packages.insert(strings.at(parent)?.into(), package);
        }

        Some(Ok(Directory { strings, packages }))
    }

    /// The module of a package.
    pub(super) fn module(&self, package: &str) -> Option<&str> {
        self.strings.at(self.packages.get(package)?.module)
    }

    /// All packages, sorted.
    pub(super) fn packages(&self) -> impl Iterator<Item = &str> {
        self.packages.keys().map(|name| &**name)
    }

    /// Simple binary names of a package's classes, sorted.
    pub(super) fn classes_in(&self, package: &str) -> Vec<&str> {
        let offsets = self
            .packages
            .get(package)
            .into_iter()
            .flat_map(|package| &package.classes);
        let mut names: Vec<&str> = offsets
            .filter_map(|&offset| self.strings.at(offset))
            .collect();
        names.sort_unstable();
        names
    }
}

/// The strings of an image, each ended by a zero.
#[derive(Debug)]
struct Strings(Vec<u8>);

impl Strings {
    fn at(&self, offset: usize) -> Option<&str> {
        let rest = self.0.get(offset..)?;
        let end = rest.iter().position(|&byte| byte == 0)?;
        std::str::from_utf8(&rest[..end]).ok()
    }

    /// A class in a package of a module; `module-info` is in none.
    fn is_class(&self, location: Location) -> Option<bool> {
        let is_class = self.at(location.extension)? == "class";
        Some(
            is_class
                && !self.at(location.parent)?.is_empty()
                && !self.at(location.module)?.is_empty(),
        )
    }
}

/// Walks locations; one that ends too early is `None`.
struct Locations<'b>(&'b [u8]);

impl Iterator for Locations<'_> {
    type Item = Option<Location>;

    fn next(&mut self) -> Option<Option<Location>> {
        if self.0.is_empty() {
            return None;
        }
        let location = self.location();
        if location.is_none() {
            self.0 = &[];
        }
        Some(location)
    }
}

impl Locations<'_> {
    /// Attributes of kind, length and value, up to that of kind zero.
    fn location(&mut self) -> Option<Location> {
        let mut location = Location::default();
        loop {
            let (&head, rest) = self.0.split_first()?;
            let kind = head >> 3;
            if kind == kind::END {
                self.0 = rest;
                return Some(location);
            }
            let (value, rest) = rest.split_at_checked(usize::from(head & 7) + 1)?;
            self.0 = rest;
            let value = value
                .iter()
                .fold(0, |value: usize, &byte| value << 8 | usize::from(byte));
            match kind {
                kind::MODULE => location.module = value,
                kind::PARENT => location.parent = value,
                kind::BASE => location.base = value,
                kind::EXTENSION => location.extension = value,
                kind::COMPRESSED_SIZE => location.is_compressed = value != 0,
                _ => {}
            }
        }
    }
}

/// The locations and the strings of an image.
fn parts(path: &Path) -> std::io::Result<(Vec<u8>, Vec<u8>)> {
    let mut file = File::open(path)?;
    let mut header = [0; HEADER as usize];
    file.read_exact(&mut header)?;
    let swapped = word(&header, 0, false) != MAGIC;
    if word(&header, 0, swapped) != MAGIC {
        return Err(std::io::Error::other("it is not an image"));
    }
    let [slots, locations, strings] = [4, 5, 6].map(|n| u64::from(word(&header, n, swapped)));
    // Redirects and offsets: one word per slot each.
    file.seek(SeekFrom::Start(HEADER + 8 * slots))?;
    Ok((bytes(&mut file, locations)?, bytes(&mut file, strings)?))
}

fn word(header: &[u8; HEADER as usize], n: usize, swapped: bool) -> u32 {
    let bytes = [
        header[4 * n],
        header[4 * n + 1],
        header[4 * n + 2],
        header[4 * n + 3],
    ];
    if swapped {
        u32::from_le_bytes(bytes)
    } else {
        u32::from_be_bytes(bytes)
    }
}

/// As many as there are: a damaged length takes no memory.
fn bytes(file: &mut File, length: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRINGS: &[u8] = b"\0java.base\0java/util\0class\0Map\0List\0";
    const UTIL: [u8; 6] = [1 << 3, 1, 2 << 3, 11, 4 << 3, 21];

    fn directory(locations: &[u8]) -> Option<Result<Directory, String>> {
        Directory::of(locations, Strings(STRINGS.to_vec()))
    }

    #[test]
    fn classes_are_sorted_below_their_package() {
        let base = |offset| [&UTIL[..], &[3 << 3, offset, 0]].concat();
        let directory = directory(&[base(27), base(31)].concat())
            .expect("sound")
            .expect("not compressed");
        assert_eq!(directory.packages().collect::<Vec<_>>(), ["java/util"]);
        assert_eq!(directory.classes_in("java/util"), ["List", "Map"]);
        assert_eq!(directory.module("java/util"), Some("java.base"));
        assert_eq!(
            (directory.module("java"), directory.classes_in("java").len()),
            (None, 0)
        );
    }

    #[test]
    fn a_compressed_size_makes_an_image_compressed() {
        let base = |size: &[u8]| [&UTIL[..], size, &[0]].concat();
        assert!(matches!(
            directory(&base(&[6 << 3 | 1, 1, 0])),
            Some(Err(_))
        ));
        assert!(matches!(directory(&base(&[6 << 3, 0])), Some(Ok(_))));
    }

    #[test]
    fn locations_that_end_too_early_or_lead_nowhere_are_damage() {
        assert!(directory(&UTIL).is_none());
        assert!(directory(&[4 << 3, 200, 0]).is_none());
    }
}
