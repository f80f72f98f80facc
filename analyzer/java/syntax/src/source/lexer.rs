//! The tokens of a Java text (JLS 3.5 to 3.12), coarse: enough to find literals, comments, names
//! and brackets.
//!
//! Operators are split where that does not matter (`>>` is two tokens, so that closing type
//! arguments need no care); those that end in `=` are one token, so that `=` alone is an assignment
//! or a default.

use std::ops::Range;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// An identifier or keyword.
    Word,
    /// An integer or floating-point literal.
    Number,
    /// A character literal.
    Character,
    /// A string literal.
    Text,
    /// A text block.
    Block,
    /// A string literal or text block with embedded expressions, whole.
    Template,
    /// Punctuation or an operator.
    Sign,
    /// A literal or comment that is not closed, up to where it was given up.
    Unclosed,
    /// A NUL, which stands for bytes that are not UTF-8, or a literal that holds one.
    Unreadable,
}

/// A token: bytes `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Token {
    /// Its bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A text's tokens and comments, in order.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// Tokens.
    pub tokens: Vec<Token>,
    /// Closed comments.
    pub comments: Vec<Range<usize>>,
}

/// Reads all of `text`. Linear; anything at all is accepted.
pub(crate) fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer {
        bytes: text.as_bytes(),
        at: 0,
        lexed: Lexed::default(),
    };
    lexer.lexed.tokens.reserve(text.len() / 5);
    while lexer.at < text.len() {
        lexer.next();
    }
    lexer.lexed
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    lexed: Lexed,
}

impl Lexer<'_> {
    fn next(&mut self) {
        let start = self.at;
        match self.bytes[start] {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0c => self.at += 1,
            0xEF if self.bytes[start..].starts_with("\u{feff}".as_bytes()) => self.at += 3,
            b if is_word(b) && !b.is_ascii_digit() => self.while_word(start),
            b if b.is_ascii_digit() || b == b'.' && self.peek(1).is_ascii_digit() => {
                self.number(start)
            }
            b'"' => self.text(start),
            b'\'' => self.character(start),
            b'/' if self.peek(1) == b'/' => self.line_comment(start),
            b'/' if self.peek(1) == b'*' => self.block_comment(start),
            0 => {
                self.at += 1;
                self.push(TokenKind::Unreadable, start);
            }
            b => self.sign(b, start),
        }
    }

    /// The byte `ahead` of the current one; 0 past the end.
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let literal = !matches!(kind, TokenKind::Word | TokenKind::Number | TokenKind::Sign);
        let unreadable =
            literal && kind != TokenKind::Unclosed && self.bytes[start..self.at].contains(&0);
        let kind = if unreadable {
            TokenKind::Unreadable
        } else {
            kind
        };
        self.lexed.tokens.push(Token {
            kind,
            start: start as u32,
            end: self.at as u32,
        });
    }

    fn while_word(&mut self, start: usize) {
        while is_word(self.peek(0)) {
            self.at += 1;
        }
        self.push(TokenKind::Word, start);
    }

    /// Digits, letters, underscores and points, and a sign behind an exponent's letter.
    fn number(&mut self, start: usize) {
        let hexadecimal = matches!(&self.bytes[start..], [b'0', b'x' | b'X', ..]);
        let mut points = usize::from(self.bytes[start] == b'.');
        loop {
            let exponent = match self.bytes[self.at] {
                b'e' | b'E' => !hexadecimal,
                b'p' | b'P' => hexadecimal,
                _ => false,
            };
            self.at += 1;
            match self.peek(0) {
                b'+' | b'-' if exponent => {}
                b'.' if points == 0 && self.peek(1) != b'.' => points += 1,
                b if is_word(b) && b.is_ascii() => {}
                _ => break,
            }
        }

        self.push(TokenKind::Number, start);
    }

    /// A string literal, which ends on its line, or a text block.
    fn text(&mut self, start: usize) {
        let block = self.bytes[start..].starts_with(b"\"\"\"");
        self.at += if block { 3 } else { 1 };
        let mut embedded = false;
        let kind = loop {
            match self.peek(0) {
                _ if self.at >= self.bytes.len() => break TokenKind::Unclosed,
                b'\n' | b'\r' if !block => break TokenKind::Unclosed,
                b'"' if !block => {
                    self.at += 1;
                    break TokenKind::Text;
                }
                b'"' if self.bytes[self.at..].starts_with(b"\"\"\"") => {
                    self.at += 3;
                    break TokenKind::Block;
                }
                b'\\' if self.peek(1) == b'{' => {
                    embedded = true;
                    self.embedded();
                }
                b'\\' => self.escape(block),
                _ => self.at += 1,
            }
        };

        let whole = embedded && kind != TokenKind::Unclosed;
        self.push(if whole { TokenKind::Template } else { kind }, start);
    }

    /// A backslash and what it escapes, but not the end of a line that ends the literal.
    fn escape(&mut self, block: bool) {
        let line_end = matches!(self.peek(1), b'\n' | b'\r') && !block;
        self.at = (self.at + if line_end { 1 } else { 2 }).min(self.bytes.len());
    }

    /// `\{ expression }` inside a string: to the brace that closes it, literals inside skipped.
    fn embedded(&mut self) {
        self.at += 2;
        let mut depth = 1;
        while depth > 0 && self.at < self.bytes.len() {
            match self.peek(0) {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                quote @ (b'"' | b'\'') => self.skip_quoted(quote),
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.at.min(self.bytes.len());
    }

    /// From an opening quote to just before the closing one, or to the end of the line.
    fn skip_quoted(&mut self, quote: u8) {
        while !matches!(self.peek(1), b'\n' | b'\r' | 0) {
            self.at += 1;
            match self.peek(0) {
                b if b == quote => return,
                b'\\' => self.at += 1,
                _ => {}
            }
        }
    }

    fn character(&mut self, start: usize) {
        self.at += 1;
        let kind = loop {
            match self.peek(0) {
                _ if self.at >= self.bytes.len() => break TokenKind::Unclosed,
                b'\n' | b'\r' => break TokenKind::Unclosed,
                b'\'' => {
                    self.at += 1;
                    break TokenKind::Character;
                }
                b'\\' => self.escape(false),
                _ => self.at += 1,
            }
        };
        self.push(kind, start);
    }

    fn line_comment(&mut self, start: usize) {
        let length = self.bytes[start..]
            .iter()
            .position(|b| matches!(b, b'\n' | b'\r'));
        self.at = length.map_or(self.bytes.len(), |length| start + length);
        self.lexed.comments.push(start..self.at);
    }

    fn block_comment(&mut self, start: usize) {
        let close = self.bytes[start + 2..]
            .windows(2)
            .position(|pair| pair == b"*/");
        match close {
            Some(length) => {
                self.at = start + 2 + length + 2;
                self.lexed.comments.push(start..self.at);
            }
            None => {
                self.at = self.bytes.len();
                self.push(TokenKind::Unclosed, start);
            }
        }
    }

    fn sign(&mut self, first: u8, start: usize) {
        let rest = &self.bytes[start..];
        let length = match (first, self.peek(1)) {
            (b'.', b'.') if rest.starts_with(b"...") => 3,
            (b'-', b'>' | b'-') | (b'+', b'+') | (b':', b':') => 2,
            (
                b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^',
                b'=',
            ) => 2,
            _ => 1,
        };
        self.at += length;
        self.push(TokenKind::Sign, start);
    }
}

/// Returns whether `byte` can be part of a word. All of a character beyond ASCII counts: the parser
/// knows which are letters.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        lex(text)
            .tokens
            .iter()
            .map(|token| &text[token.range()])
            .collect()
    }

    #[test]
    fn tokens_are_split_as_documented() {
        assert_eq!(
            texts("a+=b>>>c-->d->e::f...g"),
            [
                "a", "+=", "b", ">", ">", ">", "c", "--", ">", "d", "->", "e", "::", "f", "...",
                "g"
            ]
        );
        assert_eq!(
            texts("1.5e-3+0x1.8p+1f-1e5.f(.5)"),
            ["1.5e-3", "+", "0x1.8p+1f", "-", "1e5.f", "(", ".5", ")"]
        );
        assert_eq!(texts("0xe+1"), ["0xe", "+", "1"]);
    }

    #[test]
    fn comments_and_literals_hide_each_other() {
        assert_eq!(texts("a/*\"*/b//\"\n'\"'/**/c"), ["a", "b", "'\"'", "c"]);
        assert_eq!(
            texts("\"/*\" '\\'' \"\\\"\" /***/x/*/ */y"),
            ["\"/*\"", "'\\''", "\"\\\"\"", "x", "y"]
        );
        assert_eq!(texts("a//b\rc"), ["a", "c"]);
    }

    #[test]
    fn text_blocks_and_templates_are_one_token() {
        assert_eq!(
            texts("\"\"\"\n \"a\" \\\"\"\" //\n\"\"\"+b"),
            ["\"\"\"\n \"a\" \\\"\"\" //\n\"\"\"", "+", "b"]
        );
        let template = r#""a \{f("}") + '}'} b""#;
        let lexed = lex(template);
        assert_eq!(
            lexed.tokens,
            [Token {
                kind: TokenKind::Template,
                start: 0,
                end: template.len() as u32
            }]
        );
    }

    #[test]
    fn what_is_unreadable_hides_in_comments_only() {
        let kinds = |text: &str| {
            lex(text)
                .tokens
                .iter()
                .map(|token| token.kind)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            kinds("/*\0*/ a \0//\0"),
            [TokenKind::Word, TokenKind::Unreadable]
        );
        assert_eq!(kinds("\"\0\" '\0'"), [TokenKind::Unreadable; 2]);
    }

    #[test]
    fn unclosed_literals_end_with_their_line() {
        let kinds = |text: &str| {
            lex(text)
                .tokens
                .iter()
                .map(|token| token.kind)
                .collect::<Vec<_>>()
        };
        assert_eq!(kinds("\"a\nb"), [TokenKind::Unclosed, TokenKind::Word]);
        assert_eq!(kinds("'\\\nb"), [TokenKind::Unclosed, TokenKind::Word]);
        assert_eq!(kinds("/* a */ /* b"), [TokenKind::Unclosed]);
        assert_eq!(kinds("\"\\"), [TokenKind::Unclosed]);
        assert_eq!(kinds("\"\"\"\n a\n"), [TokenKind::Unclosed]);
    }
}
