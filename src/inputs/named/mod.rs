//! Files beside the sources that name classes of theirs: class files of other languages and of
//! generated code, libraries that were compiled against the program, resources that frameworks
//! read.

mod class_files;
mod dynamic;
mod languages;
mod lombok;
mod names;
mod own_files;
mod resources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analyzer::NamedOutside;
use anyhow::{Context, Result};
use jvm::files::each_file;
use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use super::class_path::rejected;
use super::other_languages::{self, Analyzed, OtherSource};
use super::shown;
use crate::settings::ProgramSettings;
pub use class_files::{in_class_file, is_without_source};
pub use names::Names;
use own_files::OwnFiles;

/// Finds the classes with these names that files of the class path, of its own compiled classes and
/// of its resources name, each with the first such file; in order of the classes. Sources of other
/// languages whose class files are analyzed name nothing by their texts. Linear in the size of the
/// files.
///
/// # Errors
/// A file cannot be read.
pub fn outside(
    names: &Names,
    settings: &ProgramSettings,
    analyzed: &Analyzed,
) -> Result<Vec<NamedOutside>> {
    let own = settings.classes.iter().map(|entry| (entry, true));
    let entries: Vec<(&PathBuf, bool)> = own
        .chain(
            settings
                .class_path
                .iter()
                .map(|entry| (entry, entry.is_dir())),
        )
        .collect();
    let own_files = OwnFiles::of(settings);

    let in_entry = |(entry, is_own): &(&PathBuf, bool)| in_entry(entry, *is_own, names, &own_files);
    let found: Vec<InEntry> = entries.par_iter().map(in_entry).collect::<Result<_>>()?;
    let configurations = settings
        .sources
        .iter()
        .flat_map(|folder| lombok::configurations(folder));
    let configured: Vec<Found> = configurations
        .map(|file| in_file(&file, names))
        .collect::<Result<_>>()?;

    let other = other_languages::beside(&settings.sources);
    let scripts = other_languages::beside(&settings.resources);
    let may_call_by_name = found.iter().any(|entry| entry.has_runtime)
        || other.iter().chain(&scripts).any(OtherSource::calls_by_name);
    let other = analyzed.others(other);
    let other: Vec<Found> = other
        .par_iter()
        .map(|source| in_other_language(source, names))
        .collect::<Result<_>>()?;
    let folders = settings.resources.iter().chain(&settings.sources);
    let more: Vec<Found> = folders
        .map(|folder| in_resources(folder, names, &own_files))
        .collect::<Result<_>>()?;
    let (named, reached): (Vec<Found>, Vec<Found>) = found
        .into_iter()
        .map(|entry| (entry.named, entry.reached))
        .unzip();
    let mut first = Found::new();
    named
        .into_iter()
        .chain(reached.into_iter().filter(|_| may_call_by_name))
        .chain(configured)
        .chain(other)
        .chain(more)
        .flatten()
        .for_each(|(class, by)| _ = first.entry(class).or_insert(by));

    Ok(first
        .into_iter()
        .map(|(class, by)| NamedOutside { class, by })
        .collect())
}

/// The files beside the sources of which [`outside`] takes names, but for those of the class path,
/// the classes and the folders of resources.
pub fn files(settings: &ProgramSettings) -> BTreeSet<PathBuf> {
    let configurations = settings
        .sources
        .iter()
        .flat_map(|folder| lombok::configurations(folder));
    let other = other_languages::beside(&settings.sources)
        .into_iter()
        .map(|source| source.path);
    let below = settings
        .sources
        .iter()
        .flat_map(|folder| WalkDir::new(folder).into_iter().flatten());

    let own_files = OwnFiles::of(settings);
    let is_resource =
        |file: &Path| resources::may_be(&file.to_string_lossy()) && !own_files.contains(file);
    let below = below.filter(|file| file.file_type().is_file() && is_resource(file.path()));
    configurations
        .chain(other)
        .chain(below.map(DirEntry::into_path))
        .collect()
}

/// For each class the first file that names it, as people read it.
type Found = BTreeMap<Arc<str>, String>;

/// The classes that a folder or jar of classes names.
#[derive(Default)]
struct InEntry {
    /// The classes that its files name.
    named: Found,
    /// The classes that its class files of other languages reach by names of members, if the runtime
    /// library of a language that calls by name is there.
    reached: Found,
    /// It has such a library.
    has_runtime: bool,
}

/// A folder or jar of classes, and its resources if it is the program's own: those of libraries name
/// no class of it.
fn in_entry(entry: &Path, is_own: bool, names: &Names, own_files: &OwnFiles) -> Result<InEntry> {
    let mut found = InEntry::default();
    let wanted = |path: &str| {
        path.ends_with(".class")
            || is_own && resources::may_be(path) && !own_files.contains(&entry.join(path))
    };
    let mut each = |path: &str, bytes: Vec<u8>| {
        if !path.ends_with(".class") {
            let classes = resources::classes_named(path, &bytes, names);
            add(&mut found.named, classes, &format!("`{path}`"));
            return;
        }
        found.has_runtime |= dynamic::is_of_runtime(path);
        let by = format!("`{path}`, which has no source here,");
        let class = class_files::classes_named(&bytes, names);
        let calls_by_name = is_own || class.calls_by_name;
        add(&mut found.named, class.named, &by);
        let reached = if calls_by_name {
            &mut found.named
        } else {
            &mut found.reached
        };
        add(reached, class.reached, &by);
    };
    each_file(entry, &wanted, &mut each).map_err(rejected)?;

    Ok(found)
}

/// Notes who names classes; the first one counts.
fn add(found: &mut Found, classes: impl IntoIterator<Item = Arc<str>>, by: &str) {
    for class in classes {
        found.entry(class).or_insert_with(|| by.to_owned());
    }
}

/// A source in another language, which may use whatever it names.
fn in_other_language(source: &OtherSource, names: &Names) -> Result<Found> {
    let path = shown(&source.path);
    let bytes = fs::read(&source.path).with_context(|| path.clone())?;
    let text = String::from_utf8_lossy(&bytes);
    let mut classes = languages::classes_named(&text, names);
    if source.calls_by_name() {
        classes.extend(dynamic::reached_in_source(&text, names));
    }
    Ok(classes
        .into_iter()
        .map(|class| (class, format!("`{path}`, in {},", source.language)))
        .collect())
}

/// A file by itself.
fn in_file(file: &Path, names: &Names) -> Result<Found> {
    let bytes = fs::read(file).with_context(|| shown(file))?;
    // Two machines may have the project in different folders.
    let path = file
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let classes = resources::classes_named(&path, &bytes, names).into_iter();
    Ok(classes.map(|class| (class, format!("`{path}`"))).collect())
}

/// A folder of resources; of a folder of sources whatever is no source.
fn in_resources(folder: &Path, names: &Names, own_files: &OwnFiles) -> Result<Found> {
    let mut found = Found::new();
    let mut each = |path: &str, bytes: Vec<u8>| {
        for class in resources::classes_named(path, &bytes, names) {
            found.entry(class).or_insert_with(|| format!("`{path}`"));
        }
    };
    let wanted = |path: &str| resources::may_be(path) && !own_files.contains(&folder.join(path));
    each_file(folder, &wanted, &mut each).map_err(rejected)?;
    Ok(found)
}
