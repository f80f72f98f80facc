//! Sources of other languages than Java, which residua knows by their class files and by the names
//! in them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::inputs::other_languages;

/// How many files of each language stand in these folders of Java sources and in the folders beside
/// them (`src/main/kotlin` beside `src/main/java`); in order of the languages' names.
pub fn other_languages(sources: &[PathBuf]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for source in other_languages::beside(sources) {
        *counts.entry(source.language).or_default() += 1;
    }
    counts
}
