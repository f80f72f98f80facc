//! The class files of the program itself, as its build has made them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Result;
use java_bytecode::ClassFileBytes;
use jvm::files::each_file;

use super::class_path::rejected;
use super::shown;

/// The folders of classes in the jars of Spring Boot and in web applications.
const LAYOUTS: [&str; 2] = ["BOOT-INF/classes/", "WEB-INF/classes/"];

/// A class file of the program.
#[derive(Debug, Clone)]
pub struct OwnClass {
    /// The internal name that its path gives it.
    pub name: String,
    /// The file.
    pub file: ClassFileBytes,
    /// When it was written.
    pub written: Option<SystemTime>,
}

/// Reads the class files of these folders and jars, in their order; of two of one name the first
/// counts, as on a class path. The classes of other releases of Java (`META-INF/versions`) are left
/// out.
///
/// # Errors
/// A file cannot be read.
pub fn read(entries: &[PathBuf]) -> Result<Vec<OwnClass>> {
    let mut seen = BTreeSet::new();
    let mut classes = Vec::new();
    for entry in entries {
        let mut each = |path: &str, bytes: Vec<u8>| {
            let below = LAYOUTS.iter().find_map(|layout| path.strip_prefix(layout));
            let name = below.unwrap_or(path).trim_end_matches(".class").to_owned();
            if seen.insert(name.clone()) {
                classes.push(OwnClass {
                    name,
                    written: written(entry, path),
                    file: ClassFileBytes {
                        root: shown(entry),
                        path: path.to_owned(),
                        bytes,
                    },
                });
            }
        };
        each_file(entry, &is_class, &mut each).map_err(rejected)?;
    }

    Ok(classes)
}

fn is_class(path: &str) -> bool {
    path.ends_with(".class") && !path.starts_with("META-INF/")
}

/// When a file of a folder, or else the jar, was written.
fn written(entry: &Path, path: &str) -> Option<SystemTime> {
    let file = if entry.is_dir() {
        entry.join(path)
    } else {
        entry.to_owned()
    };
    file.metadata().ok()?.modified().ok()
}
