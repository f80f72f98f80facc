//! Sources of other languages than Java beside those in Java.

use std::collections::BTreeSet;
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
    /// Returns whether the language looks for members by their names at run time.
    pub fn calls_by_name(&self) -> bool {
        matches!(self.language, "Groovy" | "Clojure")
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
        .filter_map(|file| {
            Some(OtherSource {
                language: language_of(file.path())?,
                path: file.into_path(),
            })
        })
        .collect()
}

/// The sources of other languages whose class files are a part of the program.
pub struct Analyzed {
    /// Their paths as class files have them: the folder of the package, and the name.
    paths: BTreeSet<String>,
}

impl Analyzed {
    /// Those of a program. O(files).
    pub fn of(program: &Program) -> Self {
        let files = program.files.iter().filter(|file| file.is_compiled);
        Analyzed {
            paths: files.map(|file| file.path.clone()).collect(),
        }
    }

    /// The others of these sources. Reads the package that each declares first.
    pub fn others(&self, sources: BTreeSet<OtherSource>) -> Vec<OtherSource> {
        let is_other = |source: &OtherSource| self.paths.is_empty() || !self.has(source);
        sources.into_iter().filter(is_other).collect()
    }

    fn has(&self, source: &OtherSource) -> bool {
        let Some(name) = source.path.file_name() else {
            return false;
        };
        let text = std::fs::read(&source.path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let package = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("package "));
        let package = package.unwrap_or_default().trim_end_matches(';').trim();
        let folder = if package.is_empty() {
            String::new()
        } else {
            format!("{}/", package.replace('.', "/"))
        };
        self.paths
            .contains(&format!("{folder}{}", name.to_string_lossy()))
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
