//! Sources of other languages than Java beside those in Java.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ir::Program;
use text::Diagnostic;
use walkdir::WalkDir;

use super::shown;
use crate::settings::ProgramSettings;
use crate::wording::analyze;

/// Languages by the endings of their files.
const LANGUAGES: [(&str, &str); 6] = [
    ("kt", "Kotlin"),
    ("groovy", "Groovy"),
    ("scala", "Scala"),
    ("clj", "Clojure"),
    ("aj", "AspectJ"),
    ("xtend", "Xtend"),
];

/// A source in another language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct OtherSource {
    /// The name of the language.
    pub language: &'static str,
    /// The file.
    pub path: PathBuf,
}

impl OtherSource {
    /// The source that a file is by its ending.
    pub fn of(path: PathBuf) -> Option<Self> {
        Some(OtherSource {
            language: language_of(&path)?,
            path,
        })
    }

    /// Returns whether the language looks for members by their names at run time.
    pub fn calls_by_name(&self) -> bool {
        Self::is_called_by_name(self.language)
    }

    /// The same of a language by its name.
    pub fn is_called_by_name(language: &str) -> bool {
        matches!(language, "Groovy" | "Clojure")
    }

    /// The path that class files give it: the folder of the package that it declares first, and its
    /// name. Reads the file; one that cannot be read declares none.
    pub fn path_of_class_files(&self) -> String {
        let text = std::fs::read(&self.path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let package = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("package "));
        let package = package.unwrap_or_default().trim_end_matches(';').trim();
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        if package.is_empty() {
            name.into_owned()
        } else {
            format!("{}/{name}", package.replace('.', "/"))
        }
    }
}

/// The files in these folders of Java sources and in the folders beside them (`src/main/kotlin`
/// beside `src/main/java`), in order of languages and paths. O(files).
pub fn beside(sources: &[PathBuf]) -> BTreeSet<OtherSource> {
    let folders: BTreeSet<PathBuf> = sources.iter().map(|source| around(source)).collect();
    let files = folders
        .iter()
        .flat_map(|folder| WalkDir::new(folder).into_iter().flatten());
    files
        .filter(|file| file.file_type().is_file())
        .filter_map(|file| OtherSource::of(file.into_path()))
        .collect()
}

/// Returns whether there are such files below a folder.
pub fn are_below(folder: &Path) -> bool {
    let files = WalkDir::new(folder).into_iter().flatten();
    files
        .filter(|file| file.file_type().is_file())
        .any(|file| language_of(file.path()).is_some())
}

/// The sources of other languages whose class files are a part of the program.
pub struct Analyzed {
    /// Their paths as class files have them: the folder of the package, and the name.
    paths: BTreeSet<String>,
}

impl Analyzed {
    /// The sources of a program. O(files).
    pub fn of(program: &Program) -> Self {
        let files = program.files.iter().filter(|file| file.is_compiled);
        Analyzed {
            paths: files.map(|file| file.path.clone()).collect(),
        }
    }

    /// The others of these sources. Of two that class files do not tell apart both are others.
    pub fn others(&self, sources: BTreeSet<OtherSource>) -> Vec<OtherSource> {
        if self.paths.is_empty() {
            return sources.into_iter().collect();
        }
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let sources: Vec<(OtherSource, String)> = sources
            .into_iter()
            .map(|source| {
                let path = source.path_of_class_files();
                *known.entry(path.clone()).or_default() += 1;
                (source, path)
            })
            .collect();
        let is_other = |path: &String| known[path] > 1 || !self.paths.contains(path);
        let others = sources.into_iter().filter(|(_, path)| is_other(path));
        others.map(|(source, _)| source).collect()
    }
}

/// A warning that names the sources of other languages that are known by what they name alone.
pub fn finding(settings: &ProgramSettings, analyzed: &Analyzed) -> Option<Diagnostic> {
    let sources = analyzed.others(beside(&settings.sources));
    let first = sources.first()?;
    let languages: BTreeSet<&str> = sources.iter().map(|source| source.language).collect();
    let languages = languages.into_iter().collect::<Vec<_>>().join(", ");
    let path = shown(&first.path);
    let has_classes = !settings.classes.is_empty();
    Some(analyze::other_languages(
        sources.len(),
        &path,
        &languages,
        has_classes,
    ))
}

/// The folder of all languages for one that is named `java`, else the folder itself.
fn around(source: &Path) -> PathBuf {
    let parent = source
        .parent()
        .filter(|_| source.file_name().is_some_and(|name| name == "java"));
    parent.unwrap_or(source).to_owned()
}

fn language_of(file: &Path) -> Option<&'static str> {
    let ending = file.extension()?.to_str()?;
    LANGUAGES
        .iter()
        .find(|(own, _)| *own == ending)
        .map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_sources_that_class_files_do_not_tell_apart_both_are_others() {
        let folder = tempfile::tempdir().unwrap();
        let source = |name: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "@file:Tag\npackage app.desk;\nclass Key\n").unwrap();
            OtherSource {
                language: "Kotlin",
                path,
            }
        };
        let analyzed = Analyzed {
            paths: BTreeSet::from(["app/desk/Key.kt".to_owned()]),
        };
        let others = |names: &[&str]| {
            let sources = names.iter().map(|name| source(name)).collect();
            analyzed.others(sources).len()
        };
        assert_eq!(others(&["one/Key.kt"]), 0);
        assert_eq!(others(&["one/Other.kt"]), 1);
        assert_eq!(others(&["one/Key.kt", "two/Key.kt"]), 2);
    }
}
