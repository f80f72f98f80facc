//! Input that cannot be used.

use text::{Diagnostic, Span};

/// Findings, at least one of them an error, that end a command with exit status 2. Nothing has been
/// written.
#[derive(Debug, thiserror::Error)]
#[error("the input cannot be used")]
pub struct Rejected(pub Vec<Diagnostic>);

impl From<Diagnostic> for Rejected {
    fn from(diagnostic: Diagnostic) -> Self {
        Rejected(vec![diagnostic])
    }
}

/// An error about a file or folder as a whole.
pub fn about_file(file: &str, code: &str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(file, Span::default(), code, message)
}

/// The text of an error with its causes. A cause that the text before it ends with is not said twice.
pub fn text(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}
