//! The text of a unit as the parser sees it, and the way back to the text as it is written.

use std::ops::Range;

use date::diagnostic::{LineIndex, Span};

/// A unit's text.
pub(crate) struct Source<'a> {
    original: &'a str,
    lines: LineIndex,
}

impl<'a> Source<'a> {
    /// Reads `original`.
    pub fn new(original: &'a str) -> Self {
        Source { original, lines: LineIndex::new(original) }
    }

    /// What to parse.
    pub fn parsed(&self) -> &str {
        self.original
    }

    /// The place of a range of the parsed text.
    pub fn span(&self, range: Range<usize>) -> Span {
        self.lines.span(self.original, range.start, range.end)
    }

    /// The text that a range of the parsed text stands for, unicode escapes decoded.
    pub fn text(&self, range: Range<usize>) -> &str {
        self.original.get(range).unwrap_or_default()
    }
}
