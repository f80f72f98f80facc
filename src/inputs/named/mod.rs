//! Files beside the sources that name classes of theirs: class files of other languages and of generated code, libraries
//! that were compiled against the program, resources that frameworks read.

mod class_files;
mod lombok;
mod names;
mod resources;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analyzer::NamedOutside;
use anyhow::{Context, Result};
use jvm::files::each_file;
use rayon::prelude::*;

use super::class_path::rejected;
use crate::settings::ProgramSettings;
pub use class_files::in_class_file;
pub use names::Names;

/// Finds the classes with these names that files of the class path, of its own compiled classes and of its resources name,
/// each with the first such file; in order of the classes. Linear in the size of the files.
///
/// # Errors
/// A file cannot be read.
pub fn outside(names: &Names, settings: &ProgramSettings) -> Result<Vec<NamedOutside>> {
    let own = settings.classes.iter().map(|entry| (entry, true));
    let entries: Vec<(&PathBuf, bool)> =
        own.chain(settings.class_path.iter().map(|entry| (entry, entry.is_dir()))).collect();
    let found: Vec<Found> =
        entries.par_iter().map(|(entry, resources)| in_entry(entry, *resources, names)).collect::<Result<_>>()?;
    let configurations = settings.sources.iter().flat_map(|folder| lombok::configurations(folder));
    let configured: Vec<Found> = configurations.map(|file| in_file(&file, names)).collect::<Result<_>>()?;
    let folders = settings.resources.iter().chain(&settings.sources);
    let more: Vec<Found> = folders.map(|folder| in_resources(folder, names)).collect::<Result<_>>()?;
    let mut first = Found::new();
    found.into_iter().chain(configured).chain(more).flatten().for_each(|(class, by)| _ = first.entry(class).or_insert(by));
    Ok(first.into_iter().map(|(class, by)| NamedOutside { class, by }).collect())
}

/// For each class the first file that names it, as people read it.
type Found = BTreeMap<Arc<str>, String>;

/// A folder or jar of classes, and its resources if they may be the program's: those of libraries name no class of it.
fn in_entry(entry: &Path, with_resources: bool, names: &Names) -> Result<Found> {
    let mut found = Found::new();
    let wanted = |path: &str| path.ends_with(".class") || with_resources && resources::may_be(path);
    let mut each = |path: &str, bytes: Vec<u8>| {
        let (classes, what) = match path.ends_with(".class") {
            true => (class_files::classes_named(&bytes, names), ", which has no source here,"),
            false => (resources::classes_named(path, &bytes, names), ""),
        };
        for class in classes {
            found.entry(class).or_insert_with(|| format!("`{path}`{what}"));
        }
    };
    each_file(entry, &wanted, &mut each).map_err(rejected)?;
    Ok(found)
}

/// A file by itself.
fn in_file(file: &Path, names: &Names) -> Result<Found> {
    let path = file.display().to_string();
    let bytes = fs::read(file).with_context(|| path.clone())?;
    let classes = resources::classes_named(&path, &bytes, names).into_iter();
    Ok(classes.map(|class| (class, format!("`{path}`"))).collect())
}

/// A folder of resources; of a folder of sources whatever is no source.
fn in_resources(folder: &Path, names: &Names) -> Result<Found> {
    let mut found = Found::new();
    let mut each = |path: &str, bytes: Vec<u8>| {
        for class in resources::classes_named(path, &bytes, names) {
            found.entry(class).or_insert_with(|| format!("`{path}`"));
        }
    };
    each_file(folder, &resources::may_be, &mut each).map_err(rejected)?;
    Ok(found)
}
