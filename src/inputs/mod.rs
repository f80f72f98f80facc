//! Reading what the user names: source trees, property files, class paths, plans. Errors say what
//! is missing and which name is near.

pub mod class_path;
pub mod compiled;
pub mod excerpts;
pub mod models;
pub mod named;
mod nearest_path;
pub mod other_languages;
pub mod own_classes;
pub mod plans;
pub mod program;
pub mod properties;
pub mod property_code;
pub mod sources;
mod whole;

use std::path::Path;

use text::{Diagnostic, LineIndex};

use crate::failure::about_file;

/// A path as messages and results show it.
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The text of a file that the user named, as `what`.
///
/// # Errors
/// The file is missing, unreadable, or not UTF-8; the last with the place of the first such byte.
pub fn text_file(path: &Path, what: &str) -> Result<String, Diagnostic> {
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, what, &error))?;
    String::from_utf8(bytes).map_err(|error| not_utf8(path, what, &error))
}

/// The error for a path that could not be read.
pub fn unreadable(path: &Path, what: &str, error: &std::io::Error) -> Diagnostic {
    let file = shown(path);
    if error.kind() == std::io::ErrorKind::NotFound {
        return missing(path, what);
    }
    about_file(
        &file,
        "unreadable",
        format!("cannot read the {what} `{file}`: {error}"),
    )
}

/// The error for a path that is not there, with the nearest one that is.
pub fn missing(path: &Path, what: &str) -> Diagnostic {
    let file = shown(path);
    let diagnostic = about_file(
        &file,
        "no-such-path",
        format!("the {what} `{file}` does not exist"),
    );
    match nearest_path::existing_near(path) {
        Some(near) => diagnostic.with_help(format!("did you mean `{}`?", shown(&near))),
        None => diagnostic,
    }
}

/// The error that a path of the command line leads nowhere: with the folder that it counts from,
/// where nothing has a similar name.
pub fn missing_from_here(path: &Path, what: &str) -> Diagnostic {
    let mut finding = missing(path, what);
    let here = std::env::current_dir().map_or_else(
        |_| "the current folder".to_owned(),
        |folder| format!("`{}`", shown(&folder)),
    );
    finding.help.get_or_insert_with(|| {
        format!("nothing of a similar name is there; relative paths count from {here}")
    });
    finding
}

fn not_utf8(path: &Path, what: &str, error: &std::string::FromUtf8Error) -> Diagnostic {
    let valid = error.utf8_error().valid_up_to();
    let text = String::from_utf8_lossy(error.as_bytes());
    let span =
        LineIndex::new(&text).span(&text, valid, valid + char::REPLACEMENT_CHARACTER.len_utf8());
    Diagnostic::error(
        &shown(path),
        span,
        "not-utf8",
        format!("the {what} is not UTF-8 text"),
    )
    .with_source(&text)
    .with_help("save the file as UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf8_are_pointed_at() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.lrv");
        std::fs::write(&path, b"first\nab\xffcd\n").unwrap();
        let diagnostic = text_file(&path, "property file").unwrap_err();
        assert_eq!((diagnostic.span.line, diagnostic.span.column), (2, 3));
        assert_eq!(diagnostic.code, "not-utf8");
    }

    #[test]
    fn missing_file_names_the_nearest_one() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("payments.lrv"), "").unwrap();
        let diagnostic =
            text_file(&folder.path().join("payment.lrv"), "property file").unwrap_err();
        assert!(diagnostic.help.unwrap().contains("payments.lrv"));
    }
}
