//! The names in a resource: Spring's and MyBatis's XML, `META-INF/services`, `web.xml`,
//! `persistence.xml`, properties.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::names::Names;

/// Endings of files that name no classes.
const DATA: [&str; 22] = [
    ".class", ".java", ".kt", ".groovy", ".scala", ".jar", ".png", ".jpg", ".jpeg", ".gif", ".ico",
    ".svg", ".css", ".js", ".map", ".woff", ".woff2", ".ttf", ".eot", ".zip", ".gz", ".md",
];

/// Returns whether a file may be a resource that names classes, by its path.
pub fn may_be(path: &str) -> bool {
    !DATA.iter().any(|ending| path.ends_with(ending)) && !path.ends_with("META-INF/MANIFEST.MF")
}

/// The classes of the program that a text names, and those of the packages in lines that speak of
/// packages. Lines that give loggers their levels name no class to anybody.
pub fn classes_named(path: &str, bytes: &[u8], names: &Names) -> BTreeSet<Arc<str>> {
    let text = text(bytes);
    let lines = text.lines().filter(|line| !is_level(path, line));
    lines.flat_map(|line| in_line(line, names)).collect()
}

/// The text of a file in any encoding that Java's tools write: of others than UTF-8 and UTF-16 the
/// letters of ASCII are right, of which most names are made.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    let units = |bytes: &[u8], unit: fn([u8; 2]) -> u16| -> String {
        let units: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|pair| unit([pair[0], pair[1]]))
            .collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(units(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(units(rest, u16::from_be_bytes)),
        _ => String::from_utf8_lossy(bytes),
    }
}

fn is_level(path: &str, line: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    let configures_logs = ["logback", "log4j", "logging", "simplelogger"]
        .iter()
        .any(|name| file.starts_with(name));
    let line = line.trim_start().to_lowercase();
    let gives_level = [
        "<logger",
        "<asynclogger",
        "<category",
        "log4j.logger.",
        "logger.",
    ];
    configures_logs && gives_level.iter().any(|start| line.starts_with(start))
}

fn in_line(line: &str, names: &Names) -> Vec<Arc<str>> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '/');
    let speaks_of_packages = line.to_lowercase().contains("package") || line.contains("-scan");
    let words = line
        .split(|c: char| !is_part(c))
        .map(|word| word.trim_matches(['.', '/']));
    let of_word = |word: &str| {
        let mut found: Vec<Arc<str>> = class_in(word, names).into_iter().collect();
        if speaks_of_packages {
            found.extend(names.below_package(word.trim_end_matches(".*")).cloned());
        }
        found
    };

    words
        .filter(|word| !word.is_empty())
        .flat_map(of_word)
        .collect()
}

/// The class that a word names, or whose member it names: `app.Main`, `app.Main.run`.
fn class_in(word: &str, names: &Names) -> Option<Arc<str>> {
    let mut candidates = std::iter::successors(Some(word), |word| Some(word.rsplit_once('.')?.0));
    candidates.find_map(|name| names.class(name).cloned())
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn names_are_found_whatever_the_encoding() {
        assert_eq!(
            text(b"caf\xe9=app.Desk").split('=').nth(1),
            Some("app.Desk")
        );
        assert_eq!(text(b"\xff\xfea\0p\0p\0"), "app");
        assert_eq!(text(b"\xfe\xff\0a\0p\0p"), "app");
    }
}
