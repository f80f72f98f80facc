//! The words of a property file. Blocks hold Python, so comments begin with `#`, `//` divides, and
//! the ends of lines count.

use std::ops::Range;

use date::code::lexical::is_word_character;
use text::{Diagnostic, Source};

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    /// A string, its quotes included.
    Text,
    Symbol,
    /// The end of a line.
    Line,
}

/// A token and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub text: String,
    pub range: Range<usize>,
}

impl Token {
    /// Returns whether it is this word or symbol.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Word | Kind::Symbol) && self.text == text
    }
}

/// Symbols of more than one character, the longest first.
const LONG: [&str; 13] = [
    "**=", "//=", "**", "//", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=",
];

/// The tokens of a file.
///
/// # Errors
/// A string that is never closed.
pub(super) fn tokens(source: &Source<'_>) -> Result<Vec<Token>, Diagnostic> {
    let text = source.text;
    let mut tokens = Vec::new();
    let mut at = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };

    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |accepted: fn(char) -> bool| rest.find(|c| !accepted(c)).unwrap_or(rest.len());
        let (kind, length) = match first {
            '#' => (None, rest.find(['\n', '\r']).unwrap_or(rest.len())),
            '\n' | '\r' => (Some(Kind::Line), 1),
            c if c.is_whitespace() => (None, c.len_utf8()),
            c if c.is_ascii_digit() => (Some(Kind::Number), number(rest)),
            c if is_word_character(c) => (Some(Kind::Word), run(is_word_character)),
            '"' | '\'' => match string(rest, first) {
                Some(length) => (Some(Kind::Text), length),
                None => {
                    return Err(source.error(
                        at..at + 1,
                        "verde-syntax",
                        "this string is never closed",
                    ));
                }
            },
            c => (
                Some(Kind::Symbol),
                LONG.iter()
                    .find(|long| rest.starts_with(**long))
                    .map_or(c.len_utf8(), |long| long.len()),
            ),
        };
        let range = at..at + length;
        tokens.extend(kind.map(|kind| Token {
            kind,
            text: text[range.clone()].to_owned(),
            range,
        }));
        at += length;
    }

    Ok(tokens)
}

/// The length of a number: digits, and a fraction if there is one. Letters that follow belong to
/// it, and make it none.
fn number(rest: &str) -> usize {
    let digits = |text: &str| text.find(|c| !is_word_character(c)).unwrap_or(text.len());
    let whole = digits(rest);
    match rest[whole..].strip_prefix('.') {
        Some(fraction) if fraction.starts_with(|c: char| c.is_ascii_digit()) => {
            whole + 1 + digits(fraction)
        }
        _ => whole,
    }
}

fn string(rest: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' | '\r' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}
