//! The `main` methods of a project, as far as the texts of its sources show them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::folders;

/// The classes with a `main`, by name, but for what is left out. Reads all sources; what a comment says counts as well.
pub fn mains(sources: &[PathBuf], left_out: &[PathBuf]) -> BTreeSet<String> {
    let files = sources.iter().flat_map(|root| folders::written_files(root));
    let files = files.filter(|file| !left_out.iter().any(|path| file.starts_with(path)));
    let files = files.filter(|file| file.extension().is_some_and(|extension| extension == "java"));
    let found = files.filter_map(|file| {
        let text = String::from_utf8_lossy(&std::fs::read(&file).ok()?).into_owned();
        let class = file.file_stem()?.to_string_lossy().into_owned();
        let package = folders::package(&text);
        has_main(&text).then(|| if package.is_empty() { class } else { format!("{package}.{class}") })
    });
    found.collect()
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
