//! Fixtures: several files in one text.

/// The name of the file that begins without a header.
const FIRST: &str = "A.java";

/// The files of a fixture, path and text. Each begins behind a line `//- PATH`, which may be
/// indented, and has the line numbers that it would have alone. Text before the first header is a
/// file `A.java`, unless it is blank.
///
/// # Example
/// ```
/// let files = test_support::files("//- a/B.java\nclass B {}\n//- p.yaml\nforeach:\n");
/// assert_eq!(files[0], ("a/B.java".to_owned(), "class B {}\n".to_owned()));
/// assert_eq!(files[1].0, "p.yaml");
/// ```
pub fn files(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        if let Some(path) = line.trim_start().strip_prefix("//- ") {
            files.push((path.trim().to_owned(), String::new()));
            continue;
        }
        if files.is_empty() && line.trim().is_empty() {
            continue;
        }

        if files.is_empty() {
            files.push((FIRST.to_owned(), String::new()));
        }
        if let Some((_, text)) = files.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }

    files
}
