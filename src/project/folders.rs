//! Folders of sources, classes and jars, found by what is in them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use jvm::classfile::ClassFile;
use walkdir::{DirEntry, WalkDir};

use crate::inputs::other_languages::OtherSource;

/// Names of folders that hold what builds make, or nothing of the program's own.
const MADE: [&str; 10] = [
    "target",
    "build",
    "out",
    "bin",
    "dist",
    "classes",
    "node_modules",
    "residua-out",
    "monitored",
    "wrapper",
];

/// Returns whether there are Java sources below a folder.
pub fn has_sources(folder: &Path) -> bool {
    has_files(folder, "java")
}

/// Returns whether there are compiled classes below a folder.
pub fn has_classes(folder: &Path) -> bool {
    has_files(folder, "class")
}

fn has_files(folder: &Path, extension: &str) -> bool {
    WalkDir::new(folder)
        .into_iter()
        .flatten()
        .any(|entry| has_extension(entry.path(), extension))
}

/// The folders in a folder, by their names.
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = folder
        .read_dir()
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// The files below a folder that the program's authors have written, by their paths.
pub fn written_files(folder: &Path) -> Vec<PathBuf> {
    let is_written = |entry: &DirEntry| entry.depth() == 0 || !(is_hidden(entry) || is_made(entry));
    let entries = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_written)
        .flatten();
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(DirEntry::into_path)
        .collect()
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with('.')
}

fn is_made(entry: &DirEntry) -> bool {
    entry.file_type().is_dir() && MADE.iter().any(|made| entry.file_name() == *made)
}

/// Returns whether a path leads through a folder of tests.
pub fn is_test(path: &Path) -> bool {
    let is_test = |name: &str| {
        matches!(name, "test" | "tests" | "it" | "test-classes") || name.ends_with("Test")
    };
    path.components()
        .any(|name| is_test(&name.as_os_str().to_string_lossy()))
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension()
        .is_some_and(|extension| extension == wanted)
}

/// The folders that packages start in, other than those of tests. One source of each folder is
/// read.
pub fn source_roots(folder: &Path) -> Vec<PathBuf> {
    let mut packages: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for file in written_files(folder) {
        let below = file.strip_prefix(folder).unwrap_or(&file);
        if has_extension(&file, "java") && !is_test(below.parent().unwrap_or(below)) {
            let place = file.parent().unwrap_or(folder).to_owned();
            packages.entry(place).or_insert(file);
        }
    }

    let roots: BTreeSet<PathBuf> = packages
        .iter()
        .map(|(place, file)| root_of(place, file))
        .collect();
    let is_outermost = |root: &&PathBuf| {
        !roots
            .iter()
            .any(|other| *root != other && root.starts_with(other))
    };

    roots.iter().filter(is_outermost).cloned().collect()
}

/// The folder that the package of a file starts in; its own folder, if that is not called like the
/// package.
fn root_of(place: &Path, file: &Path) -> PathBuf {
    let text = std::fs::read(file)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    let package = PathBuf::from(package(&text).replace('.', "/"));
    let above = package.components().count();
    if place.ends_with(&package) {
        place.ancestors().nth(above).unwrap_or(place).to_owned()
    } else {
        place.to_owned()
    }
}

/// The package of a source; empty if it names none.
pub fn package(text: &str) -> String {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let after = match rest.as_bytes() {
            [b'/', b'/', ..] => rest.split_once('\n').map(|(_, after)| after),
            [b'/', b'*', ..] => rest[2..].split_once("*/").map(|(_, after)| after),
            _ => break,
        };
        rest = after.unwrap_or_default().trim_start();
    }

    let name = rest
        .strip_prefix("package")
        .filter(|name| name.starts_with(char::is_whitespace));
    let name = name
        .and_then(|name| name.split_once(';'))
        .map(|(name, _)| name);

    name.unwrap_or_default().split_whitespace().collect()
}

/// The folders that hold compiled classes of the sources below `roots`, the one with most of them
/// first; those that hold nothing more than others before are left out. Classes stand where their
/// packages say, wherever their sources do. Those that stand with resources are data of the
/// program.
pub fn class_folders(folder: &Path, roots: &[PathBuf]) -> Vec<PathBuf> {
    let classes_below = |root: &PathBuf| -> Vec<PathBuf> {
        let names = names_below(root, root, "java");
        names
            .into_iter()
            .map(|name| class_of(&root.join(name.with_added_extension("java")), name))
            .collect()
    };
    let sources: BTreeSet<PathBuf> = roots.iter().flat_map(classes_below).collect();
    let packages: BTreeSet<&Path> = sources
        .iter()
        .filter_map(|source| source.parent())
        .collect();

    let of_source = |class: &Path| {
        let place = class.parent().unwrap_or(Path::new(""));
        let package = packages
            .iter()
            .filter(|package| place.ends_with(package))
            .max_by_key(|p| p.components().count())?;
        let root = place
            .ancestors()
            .nth(package.components().count())
            .unwrap_or(place);
        let name = class.strip_prefix(root).unwrap_or(class).to_owned();
        sources.contains(&name).then(|| (root.to_owned(), name))
    };
    folders_of_classes(folder, of_source)
}

/// The folders that hold the class files which compilers of other languages have made of these
/// sources, in the order of [`class_folders`]: a class file names itself and the file of its
/// source. Reads the class files below the folder.
pub fn class_folders_of_others(folder: &Path, sources: &[OtherSource]) -> Vec<PathBuf> {
    let names: BTreeSet<OsString> = sources
        .iter()
        .filter_map(|source| source.path.file_name().map(OsStr::to_owned))
        .collect();
    folders_of_classes(folder, |class| {
        let (name, source) = named(&folder.join(class.with_added_extension("class")))?;
        let is_source = names.contains(OsStr::new(&source?));
        is_source.then(|| root_below(class, &name)).flatten()
    })
}

/// The folders of all class files below a folder, in the order of [`class_folders`]. Reads them.
pub fn all_class_folders(folder: &Path) -> Vec<PathBuf> {
    folders_of_classes(folder, |class| {
        let (name, _) = named(&folder.join(class.with_added_extension("class")))?;
        root_below(class, &name)
    })
}

/// The internal name of the class in a file, and the name of its source.
fn named(file: &Path) -> Option<(String, Option<String>)> {
    let bytes = std::fs::read(file).ok()?;
    let class = ClassFile::parse(&bytes).ok()?;
    let source = class.source_file().ok().flatten();
    Some((class.name().ok()?.into_owned(), source.map(Cow::into_owned)))
}

/// The folder that the package of a class begins in, and the name below it; `class` is a path
/// without extension.
fn root_below(class: &Path, name: &str) -> Option<(PathBuf, PathBuf)> {
    let above = Path::new(name).components().count();
    let root = class.ancestors().nth(above)?;
    class
        .ends_with(name)
        .then(|| (root.to_owned(), PathBuf::from(name)))
}

/// The folders with the classes for which `of_class` gives a folder and a name in it, the one with
/// most of them first; those with no new name are left out. `of_class` takes paths below `folder`
/// without extension.
fn folders_of_classes(
    folder: &Path,
    of_class: impl Fn(&Path) -> Option<(PathBuf, PathBuf)>,
) -> Vec<PathBuf> {
    let mut candidates: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    for class in names_below(folder, folder, "class")
        .into_iter()
        .filter(|class| !is_test(class))
    {
        let Some((root, name)) = of_class(&class) else {
            continue;
        };
        if !is_of_resources(&root) && !is_woven(&folder.join(&root)) {
            candidates.entry(root).or_default().insert(name);
        }
    }

    let mut candidates: Vec<(PathBuf, BTreeSet<PathBuf>)> = candidates.into_iter().collect();
    candidates.sort_by_key(|(_, classes)| std::cmp::Reverse(classes.len()));
    let mut covered: BTreeSet<PathBuf> = BTreeSet::new();
    candidates.retain(|(_, classes)| {
        let before = covered.len();
        covered.extend(classes.iter().cloned());
        covered.len() > before
    });

    candidates
        .into_iter()
        .map(|(root, _)| folder.join(root))
        .collect()
}

/// Returns whether a folder of classes lies among resources. Packages may be called so, too, but
/// they begin in such a folder.
fn is_of_resources(root: &Path) -> bool {
    root.components()
        .any(|name| name.as_os_str() == "resources")
}

/// The class that a source is called like, as its path below a folder of classes: `name`, if the
/// source cannot be read.
fn class_of(file: &Path, name: PathBuf) -> PathBuf {
    let Ok(bytes) = std::fs::read(file) else {
        return name;
    };
    let package = package(&String::from_utf8_lossy(&bytes)).replace('.', "/");
    Path::new(&package).join(name.file_name().unwrap_or_default())
}

/// Paths below `root` of the files with an extension, without it.
pub fn names_below(root: &Path, folder: &Path, extension: &str) -> Vec<PathBuf> {
    let is_shown = |entry: &DirEntry| entry.depth() == 0 || !is_hidden(entry);
    let entries = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_shown)
        .flatten();
    let files = entries
        .map(DirEntry::into_path)
        .filter(|path| has_extension(path, extension));
    files
        .map(|path| path.strip_prefix(root).unwrap_or(&path).with_extension(""))
        .collect()
}

/// Returns whether weaving has made it.
fn is_woven(classes: &Path) -> bool {
    classes.join("residua/runtime").is_dir()
}

/// The jars that stand with the written files; archives of sources and documentation are left out.
pub fn jars(folder: &Path) -> Vec<PathBuf> {
    let is_library = |path: &PathBuf| {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        has_extension(path, "jar") && !name.ends_with("-sources") && !name.ends_with("-javadoc")
    };
    written_files(folder)
        .into_iter()
        .filter(is_library)
        .collect()
}

/// The folders of resources that builds have beside folders of sources, and those of web
/// applications; absent ones left out.
pub fn resources(base: &Path, sources: &[PathBuf]) -> Vec<PathBuf> {
    let beside = |source: &PathBuf| {
        let parent = source.parent().map(Path::to_owned).unwrap_or_default();
        ["resources", "webapp"].map(|name| parent.join(name))
    };
    let web = ["WebContent", "web", "src/main/webapp"].map(|name| base.join(name));
    let mut found: Vec<PathBuf> = sources
        .iter()
        .flat_map(beside)
        .chain(web)
        .filter(|folder| folder.is_dir())
        .collect();
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_stands_behind_comments() {
        assert_eq!(
            package("/* a */ // b\n\npackage org . example ;\nclass A {}"),
            "org.example"
        );
        assert_eq!(package("\u{feff}package a;"), "a");
        assert_eq!(package("packages.Of x;"), "");
        assert_eq!(package("/* never closed"), "");
    }

    #[test]
    fn tests_are_told_by_the_names_of_their_folders() {
        assert!(
            is_test(Path::new("src/test/java")) && is_test(Path::new("src/integrationTest/java"))
        );
        assert!(!is_test(Path::new("src/main/java/latest")));
    }
}
