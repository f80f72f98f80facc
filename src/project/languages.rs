//! Sources of other languages than Java, which residua knows by their class files alone.

use std::collections::BTreeMap;
use std::path::PathBuf;

use walkdir::WalkDir;

/// Languages by the endings of their files.
const LANGUAGES: [(&str, &str); 6] = [
    ("kt", "Kotlin"),
    ("groovy", "Groovy"),
    ("scala", "Scala"),
    ("clj", "Clojure"),
    ("aj", "AspectJ"),
    ("xtend", "Xtend"),
];

/// How many files of each language stand in these folders of Java sources and in the folders beside them (`src/main/kotlin`
/// beside `src/main/java`); in order of the languages' names.
pub fn other_languages(sources: &[PathBuf]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    let around = |source: &PathBuf| match source.file_name() {
        Some(name) if name == "java" => source.parent().map_or_else(|| source.clone(), PathBuf::from),
        _ => source.clone(),
    };
    let folders: std::collections::BTreeSet<PathBuf> = sources.iter().map(around).collect();
    for file in folders.iter().flat_map(|folder| WalkDir::new(folder).into_iter().flatten()) {
        let ending = file.path().extension().and_then(|ending| ending.to_str());
        let language = LANGUAGES.iter().find(|(own, _)| Some(*own) == ending);
        language.into_iter().for_each(|(_, name)| *counts.entry(*name).or_default() += 1);
    }
    counts
}
