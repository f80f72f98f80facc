//! Zip archives of classes: jars (multi-release included) and the JDK's `.jmod` files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use zip::ZipArchive;

use crate::class_path_error::ClassPathError;

/// Largest class that is read, against archives that lie about sizes.
const MAX_CLASS_BYTES: u64 = 64 << 20;

/// An open archive with an index of its classes.
#[derive(Debug)]
pub(crate) struct Archive {
    path: PathBuf,
    zip: Mutex<ZipArchive<BufReader<File>>>,
    /// Entry number by simple binary name by package.
    packages: BTreeMap<Box<str>, BTreeMap<Box<str>, usize>>,
}

impl Archive {
    /// Opens a jar. Of a multi-release jar the highest version up to `release` of each class
    /// counts. O(entries).
    ///
    /// # Errors
    /// [`ClassPathError`] where it is no readable archive.
    pub(crate) fn open_jar(path: &Path, release: u16) -> Result<Self, ClassPathError> {
        let mut zip = open(path)?;
        let release = if is_multi_release(&mut zip) {
            release
        } else {
            0
        };
        Archive::index(path, zip, |name| versioned_class(name, release))
    }

    /// Opens a `.jmod`: its classes are below `classes/`. O(entries).
    ///
    /// # Errors
    /// [`ClassPathError`] where it is no readable archive.
    pub(crate) fn open_jmod(path: &Path) -> Result<Self, ClassPathError> {
        Archive::index(path, open(path)?, |name| {
            name.strip_prefix("classes/")?
                .strip_suffix(".class")
                .map(|c| (0, c))
        })
    }

    fn index(
        path: &Path,
        zip: ZipArchive<BufReader<File>>,
        class: impl Fn(&str) -> Option<(u16, &str)>,
    ) -> Result<Self, ClassPathError> {
        let mut best: BTreeMap<Box<str>, (u16, usize)> = BTreeMap::new();
        for (number, name) in zip.file_names_raw().enumerate() {
            let Some((version, class)) = std::str::from_utf8(name).ok().and_then(&class) else {
                continue;
            };
            let known = best.entry(class.into()).or_insert((version, number));
            if version > known.0 {
                *known = (version, number);
            }
        }

        let mut packages: BTreeMap<Box<str>, BTreeMap<Box<str>, usize>> = BTreeMap::new();
        for (class, (_, number)) in best {
            let (package, simple) = class.rsplit_once('/').unwrap_or(("", &class));
            packages
                .entry(package.into())
                .or_default()
                .insert(simple.into(), number);
        }

        Ok(Archive {
            path: path.to_owned(),
            zip: Mutex::new(zip),
            packages,
        })
    }

    /// The bytes of a class; `None` where the archive has none of this name.
    ///
    /// # Errors
    /// [`ClassPathError::Unreadable`] where the entry is damaged.
    pub(crate) fn class(&self, name: &str) -> Result<Option<Vec<u8>>, ClassPathError> {
        let (package, simple) = name.rsplit_once('/').unwrap_or(("", name));
        let Some(&number) = self
            .packages
            .get(package)
            .and_then(|classes| classes.get(simple))
        else {
            return Ok(None);
        };
        self.read(number)
            .map(Some)
            .map_err(|reason| ClassPathError::Unreadable {
                entry: self.path.display().to_string(),
                reason: format!("{name}: {reason}"),
            })
    }

    fn read(&self, number: usize) -> Result<Vec<u8>, String> {
        let mut zip = self
            .zip
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let entry = zip.by_index(number).map_err(|e| e.to_string())?;
        let mut bytes = Vec::new();
        entry
            .take(MAX_CLASS_BYTES)
            .read_to_end(&mut bytes)
            .map_err(|e| e.to_string())?;
        Ok(bytes)
    }

    /// The value of an attribute in the main section of the manifest.
    pub(crate) fn manifest_value(&self, name: &str) -> Option<String> {
        manifest_value(
            &mut self
                .zip
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner),
            name,
        )
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// All packages with classes, sorted.
    pub(crate) fn packages(&self) -> impl Iterator<Item = &str> {
        self.packages.keys().map(|name| &**name)
    }

    /// Simple binary names of a package's classes, sorted.
    pub(crate) fn classes_in(&self, package: &str) -> impl Iterator<Item = &str> {
        self.packages
            .get(package)
            .into_iter()
            .flat_map(|classes| classes.keys().map(|name| &**name))
    }
}

fn open(path: &Path) -> Result<ZipArchive<BufReader<File>>, ClassPathError> {
    let unreadable = |reason: String| ClassPathError::Unreadable {
        entry: path.display().to_string(),
        reason,
    };
    let file = File::open(path).map_err(|e| unreadable(e.to_string()))?;
    ZipArchive::new(BufReader::new(file)).map_err(|e| unreadable(format!("no jar: {e}")))
}

/// Returns whether the manifest's main section says `Multi-Release: true`.
fn is_multi_release(zip: &mut ZipArchive<BufReader<File>>) -> bool {
    manifest_value(zip, "Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true"))
}

/// The value of an attribute in the manifest's main section (names ignore case).
fn manifest_value(zip: &mut ZipArchive<BufReader<File>>, wanted: &str) -> Option<String> {
    let mut text = Vec::new();
    zip.by_name("META-INF/MANIFEST.MF")
        .ok()?
        .take(1 << 20)
        .read_to_end(&mut text)
        .ok()?;
    let main = String::from_utf8_lossy(&text);
    let mut lines = main
        .lines()
        .take_while(|line| !line.trim().is_empty())
        .filter_map(|line| line.split_once(':'));
    lines
        .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
        .map(|(_, value)| value.trim().to_owned())
}

/// Version and internal name of the class in a jar's entry, if it is one that `release` may see.
fn versioned_class(entry: &str, release: u16) -> Option<(u16, &str)> {
    let class = entry.strip_suffix(".class")?;
    match class.strip_prefix("META-INF/") {
        None => Some((0, class)),
        Some(meta) => {
            let (version, class) = meta.strip_prefix("versions/")?.split_once('/')?;
            let version = version.parse().ok().filter(|v| (9..=release).contains(v))?;
            Some((version, class))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_above_the_release_are_not_seen() {
        assert_eq!(
            versioned_class("META-INF/versions/11/p/A.class", 17),
            Some((11, "p/A"))
        );
        assert_eq!(versioned_class("META-INF/versions/11/p/A.class", 9), None);
        assert_eq!(versioned_class("META-INF/versions/8/p/A.class", 17), None);
        assert_eq!(versioned_class("META-INF/A.class", 17), None);
        assert_eq!(versioned_class("p/A.class", 0), Some((0, "p/A")));
        assert_eq!(versioned_class("p/A.txt", 0), None);
    }
}
