//! The `main` methods of a project, as far as the texts of its sources show them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::folders;
use crate::inputs::sources;

/// The classes with a `main`, by name, in the sources as the analysis reads them; what a comment says counts as well.
///
/// # Errors
/// The analysis could not read them.
pub fn mains(roots: &[PathBuf], left_out: &[PathBuf]) -> Result<BTreeSet<String>> {
    let found = sources::read(roots, left_out)?.into_iter().filter_map(|file| {
        let text = String::from_utf8_lossy(&file.bytes);
        let class = Path::new(&file.path).file_stem()?.to_string_lossy().into_owned();
        let package = folders::package(&text);
        has_main(&text).then(|| if package.is_empty() { class } else { format!("{package}.{class}") })
    });
    Ok(found.collect())
}

/// Whether `static void main(String` stands in a text, whatever the blanks.
fn has_main(text: &str) -> bool {
    text.match_indices("main").any(|(at, name)| {
        let before = text[..at].trim_end().ends_with("void") && text[..at].ends_with(char::is_whitespace);
        let behind = text[at + name.len()..].trim_start().strip_prefix('(').map(str::trim_start);
        let behind = behind.map(|behind| behind.strip_prefix("final").map_or(behind, str::trim_start));
        before && behind.is_some_and(|behind| behind.starts_with("String") || behind.starts_with("java.lang.String"))
    })
}

#[cfg(test)]
mod tests {
    use super::has_main;

    #[test]
    fn main_is_found_whatever_the_blanks() {
        assert!(has_main("public static void main(String[] args) {}"));
        assert!(has_main("static public void\n  main ( final String... arguments )"));
        assert!(!has_main("void main() {} void domain(String s) {} int main(String s)"));
    }
}
