//! Diagnostics as data: what is wrong, where, what was expected. Rendering them is the caller's
//! business.

use serde::{Deserialize, Serialize};

use crate::span::{Span, line_starts};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something worth knowing.
    Note,
    /// Suspicious, or handled conservatively.
    Warning,
    /// The input cannot be used.
    Error,
}

/// One finding about an input file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Path of the file as the user gave it.
    pub file: String,
    /// The place; `line` is 0 when the finding is about the whole file.
    pub span: Span,
    /// How bad.
    pub severity: Severity,
    /// Stable code, such as `unknown-state`.
    pub code: String,
    /// One sentence: what is wrong.
    pub message: String,
    /// The source line the finding is about, if there is one.
    pub source_line: Option<String>,
    /// The expected thing, the nearest name, or the remedy.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a source excerpt; add one with [`Diagnostic::with_source`].
    pub fn error(file: &str, span: Span, code: &str, message: impl Into<String>) -> Self {
        Self::new(file, span, Severity::Error, code, message)
    }

    /// A warning without a source excerpt.
    pub fn warning(file: &str, span: Span, code: &str, message: impl Into<String>) -> Self {
        Self::new(file, span, Severity::Warning, code, message)
    }

    fn new(
        file: &str,
        span: Span,
        severity: Severity,
        code: &str,
        message: impl Into<String>,
    ) -> Self {
        Diagnostic {
            file: file.to_owned(),
            span,
            severity,
            code: code.to_owned(),
            message: message.into(),
            source_line: None,
            help: None,
        }
    }

    /// Adds the help text.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Takes the line that the span points at out of `text`.
    pub fn with_source(mut self, text: &str) -> Self {
        let before = (self.span.line as usize).checked_sub(1);
        let start = before
            .and_then(|before| line_starts(text.as_bytes()).nth(before))
            .filter(|&start| start < text.len());
        let line = start.and_then(|start| text[start..].split(['\n', '\r']).next());
        self.source_line = line.map(str::to_owned);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::LineIndex;

    #[test]
    fn lines_end_at_line_feeds_and_carriage_returns() {
        let text = "a\r\nb\rc\n\nd";
        let index = LineIndex::new(text);
        let lines = ["a", "b", "c", "d"].map(|name| {
            index
                .span(text, text.find(name).unwrap_or_default(), 0)
                .line
        });
        assert_eq!(lines, [1, 2, 3, 5]);
        let shown = |line| {
            let span = Span {
                line,
                ..Span::default()
            };
            Diagnostic::warning("A.java", span, "code", "")
                .with_source(text)
                .source_line
        };
        let shown: Vec<Option<String>> = (0..=6).map(shown).collect();
        let expected = [
            None,
            Some("a"),
            Some("b"),
            Some("c"),
            Some(""),
            Some("d"),
            None,
        ];
        assert_eq!(shown, expected.map(|line| line.map(str::to_owned)));
    }
}
