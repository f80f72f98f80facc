//! A text file being read: turns byte ranges into places and findings.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::span::{LineIndex, Span};

/// A file that a reader works on.
#[derive(Debug, Clone)]
pub struct Source<'a> {
    /// Path as the user gave it.
    pub file: &'a str,
    /// Its whole text.
    pub text: &'a str,
    lines: LineIndex,
}

impl<'a> Source<'a> {
    /// Indexes the lines of `text`.
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Source {
            file,
            text,
            lines: LineIndex::new(text),
        }
    }

    /// The place of a byte range.
    pub fn span(&self, range: Range<usize>) -> Span {
        self.lines.span(self.text, range.start, range.end)
    }

    /// An error at a byte range, with the line it stands in.
    pub fn error(&self, range: Range<usize>, code: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.file, self.span(range), code, message).with_source(self.text)
    }

    /// An error at a place that is already known.
    pub fn error_at(&self, span: Span, code: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.file, span, code, message).with_source(self.text)
    }

    /// A warning at a place that is already known.
    pub fn warning_at(&self, span: Span, code: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(self.file, span, code, message).with_source(self.text)
    }
}
