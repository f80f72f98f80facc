//! Sources of other languages than Java: residua analyzes their class files, and shows their lines.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::folders;
use crate::inputs::other_languages::{self, OtherSource};

/// How many files of each language stand in these folders of sources and in the folders beside them
/// (`src/main/kotlin` beside `src/main/java`); in order of the languages' names.
pub fn other_languages(sources: &[PathBuf]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for source in other_languages::beside(sources) {
        *counts.entry(source.language).or_default() += 1;
    }
    counts
}

/// The sources of other languages below a folder, without tests and without what builds make; in
/// order of their paths. O(files).
pub fn written_in_others(folder: &Path) -> Vec<OtherSource> {
    let files = folders::written_files(folder).into_iter();
    let others = files.filter_map(OtherSource::of);
    let is_test = |source: &OtherSource| {
        let below = source.path.strip_prefix(folder).unwrap_or(&source.path);
        below.parent().is_some_and(folders::is_test)
    };
    others.filter(|source| !is_test(source)).collect()
}

/// The folders that these sources start in, without those that stand in or beside `known` ones and
/// lie in no other folder: `src/main/kotlin` for `src/main/kotlin/app/Start.kt`.
pub fn roots(others: &[OtherSource], known: &[PathBuf]) -> Vec<PathBuf> {
    let seen: BTreeSet<OtherSource> = other_languages::beside(known);
    let new = others.iter().filter(|source| !seen.contains(source));
    let roots: BTreeSet<PathBuf> = new.map(root_of).collect();
    let is_outermost = |root: &&PathBuf| {
        let is_around = |other: &PathBuf| other != *root && root.starts_with(other);
        !roots.iter().chain(known).any(is_around)
    };
    roots.iter().filter(is_outermost).cloned().collect()
}

/// The folder that is called like the language, as builds have it; else the one that the package
/// starts in, and the file's own folder where that is not called like the package.
fn root_of(source: &OtherSource) -> PathBuf {
    let path = &source.path;
    let language = source.language.to_lowercase();
    let named = path.ancestors().skip(1).find(|folder| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let is_of_language = name.strip_prefix(&language);
        is_of_language.is_some_and(|version| version.chars().all(is_of_version))
    });
    let below = source.path_of_class_files();
    let by_package = || {
        let above = Path::new(&below).components().count();
        let root = path.ancestors().nth(above);
        root.filter(|_| path.ends_with(&below))
    };
    let own = path.parent().unwrap_or(path);
    named.or_else(by_package).unwrap_or(own).to_owned()
}

/// `scala-2.13`, `scala-3`.
fn is_of_version(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '-' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_start_where_builds_and_packages_say() {
        let folder = tempfile::tempdir().unwrap();
        let root = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            let root = root_of(&OtherSource::of(path).unwrap());
            let root = root.strip_prefix(folder.path()).unwrap();
            root.to_string_lossy().into_owned()
        };
        for (path, text, expected) in [
            (
                "src/main/kotlin/Start.kt",
                "package org.app",
                "src/main/kotlin",
            ),
            (
                "src/main/scala-3/org/Start.scala",
                "package org",
                "src/main/scala-3",
            ),
            ("lib/org/app/Start.scala", "package org.app", "lib"),
            ("lib/other/Start.kt", "package org.app", "lib/other"),
            ("Start.kt", "", ""),
        ] {
            assert_eq!(root(path, text), expected, "{path}");
        }
    }
}
