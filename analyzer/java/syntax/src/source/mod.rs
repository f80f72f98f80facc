//! The text of a unit as the parser sees it, and the way back to the text as it is written.
//!
//! The text as written is first *decoded* (unicode escapes), then *rewritten* where the grammar has
//! gaps. Names and literals are read from the decoded text, places are those of the written one.

mod compact;
mod edit;
mod gaps;
mod lexer;
mod offsets;
pub(crate) mod outline;
mod patterns;
mod tokens;
mod unicode;

use std::borrow::Cow;
use std::ops::Range;

use text::{LineIndex, Span};

pub(crate) use edit::{Edit, With};
pub(crate) use lexer::{Token, TokenKind};
pub(crate) use offsets::Offsets;
pub(crate) use tokens::Tokens;

/// A text that is read, before it is parsed.
pub(crate) struct Text<'a> {
    written: &'a str,
    decoded: Cow<'a, str>,
    /// From the decoded text to the written one.
    decoding: Offsets,
}

impl<'a> Text<'a> {
    /// Decodes `written`.
    pub fn new(written: &'a str) -> Self {
        let (decoded, decoding) = unicode::decoded(written);
        Text {
            written,
            decoded,
            decoding,
        }
    }

    /// The text with unicode escapes decoded.
    pub fn decoded(&self) -> &str {
        &self.decoded
    }

    /// Returns the place where a byte of the decoded text is written.
    pub fn written(&self, decoded: usize) -> usize {
        self.decoding.origin(decoded)
    }

    /// Its tokens, and the edits that rewrite what the grammar cannot read. Linear.
    pub fn tokens(&self) -> (Tokens<'_>, Vec<Edit>) {
        let lexed = lexer::lex(&self.decoded);
        let tokens = Tokens::new(&self.decoded, lexed.tokens);
        let edits = gaps::edits(&self.decoded, lexed.comments, &tokens);
        (tokens, edits)
    }
}

/// A part of a text after edits.
pub(crate) struct Rewritten {
    /// The text to parse.
    pub bytes: Vec<u8>,
    offsets: Offsets,
}

impl Rewritten {
    /// `part` of the decoded text after `edits`, which are sorted.
    pub fn new(text: &Text, part: Range<usize>, edits: &[Edit]) -> Self {
        let (bytes, offsets) = edit::rewritten(text.decoded(), part, edits);
        Rewritten { bytes, offsets }
    }

    /// The decoded text's bytes that a range of the rewritten one stands for.
    pub fn origin(&self, range: Range<usize>) -> Range<usize> {
        self.offsets.origin(range.start)..self.offsets.origin(range.end)
    }
}

/// A whole text and what of it is parsed.
pub(crate) struct Source<'a> {
    text: &'a Text<'a>,
    lines: LineIndex,
    rewritten: Rewritten,
}

impl<'a> Source<'a> {
    /// `rewritten` is all of `text` after edits.
    pub fn new(text: &'a Text<'a>, rewritten: Rewritten) -> Self {
        Source {
            text,
            lines: LineIndex::new(text.written),
            rewritten,
        }
    }

    /// The place of a range of the parsed text.
    pub fn span(&self, range: Range<usize>) -> Span {
        self.written_span(self.rewritten.origin(range))
    }

    /// The place of a range of the decoded text.
    pub fn written_span(&self, decoded: Range<usize>) -> Span {
        let (start, end) = (
            self.text.written(decoded.start),
            self.text.written(decoded.end),
        );
        self.lines.span(self.text.written, start, end)
    }

    /// The text that a range of the parsed text stands for, unicode escapes decoded.
    pub fn text(&self, range: Range<usize>) -> &'a str {
        self.text
            .decoded()
            .get(self.rewritten.origin(range))
            .unwrap_or_default()
    }

    /// Returns the place in the decoded text of a byte of the parsed one.
    pub fn origin(&self, parsed: usize) -> usize {
        self.rewritten.offsets.origin(parsed)
    }
}

/// Brings edits into the order that [`Rewritten::new`] wants.
pub(crate) fn sort_edits(edits: &mut [Edit]) {
    edit::sort(edits);
}
