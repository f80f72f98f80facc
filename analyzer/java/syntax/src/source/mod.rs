//! The text of a unit as the parser sees it, and the way back to the text as it is written.
//!
//! The text as written is first *decoded* (unicode escapes), then *rewritten* where the grammar has gaps. Names and
//! literals are read from the decoded text, places are those of the written one.

mod edit;
mod gaps;
mod lexer;
mod offsets;
mod patterns;
mod tokens;
mod unicode;

use std::borrow::Cow;
use std::ops::Range;

use date::diagnostic::{LineIndex, Span};

use edit::{Edit, rewritten};
use offsets::Offsets;

/// A unit's text.
pub(crate) struct Source<'a> {
    written: &'a str,
    lines: LineIndex,
    decoded: Cow<'a, str>,
    /// From the decoded text to the written one.
    decoding: Offsets,
    edits: Vec<Edit>,
    parsed: Vec<u8>,
    /// From the parsed text to the decoded one.
    rewriting: Offsets,
}

impl<'a> Source<'a> {
    /// Reads the text of a unit. Linear.
    pub fn new(written: &'a str) -> Self {
        let (decoded, decoding) = unicode::decoded(written);
        let lexed = lexer::lex(&decoded);
        let tokens = tokens::Tokens::new(&decoded, lexed.tokens);
        let edits = gaps::edits(&decoded, lexed.comments, &tokens);
        let (parsed, rewriting) = rewritten(&decoded, 0..decoded.len(), &edits);
        Source { written, lines: LineIndex::new(written), decoded, decoding, edits, parsed, rewriting }
    }

    /// What to parse.
    pub fn parsed(&self) -> &[u8] {
        &self.parsed
    }

    /// The place of a range of the parsed text.
    pub fn span(&self, range: Range<usize>) -> Span {
        let decoded = self.decoded_range(range);
        self.lines.span(self.written, self.decoding.origin(decoded.start), self.decoding.origin(decoded.end))
    }

    /// The text that a range of the parsed text stands for, unicode escapes decoded.
    pub fn text(&self, range: Range<usize>) -> &str {
        self.decoded.get(self.decoded_range(range)).unwrap_or_default()
    }

    fn decoded_range(&self, range: Range<usize>) -> Range<usize> {
        self.rewriting.origin(range.start)..self.rewriting.origin(range.end)
    }
}
