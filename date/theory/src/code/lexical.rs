//! The lexical structure of Java (JLS 3) as far as it takes to skip strings and comments.

use std::iter;
use std::ops::Range;

/// The kind of token that begins at a place of a Java text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lexeme {
    /// One character of white space.
    Space,
    /// A comment, without the newline that ends it.
    Comment,
    /// A string, text block or character literal, up to the end of the line where it is not closed.
    Quoted,
    /// An identifier, keyword or number.
    Word,
    /// `::`.
    DoubleColon,
    /// Any other character.
    Symbol,
}

impl Lexeme {
    /// Returns whether it means nothing to Java.
    pub fn is_blank(self) -> bool {
        matches!(self, Lexeme::Space | Lexeme::Comment)
    }
}

/// The lexemes of a text, with their places in it. O(size).
pub fn lexemes(text: &str) -> impl Iterator<Item = (Lexeme, Range<usize>)> {
    let mut at = 0;
    iter::from_fn(move || {
        let (kind, length) = lexeme(&text[at..])?;
        at += length;
        Some((kind, at - length..at))
    })
}

/// The lexeme at the start of `rest` and its length in bytes; `None` at the end. Lengths are never
/// 0.
pub fn lexeme(rest: &str) -> Option<(Lexeme, usize)> {
    let first = rest.chars().next()?;
    Some(match first {
        _ if rest.starts_with("//") => (Lexeme::Comment, rest.find('\n').unwrap_or(rest.len())),
        _ if rest.starts_with("/*") => (
            Lexeme::Comment,
            rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
        ),
        _ if rest.starts_with("\"\"\"") => (
            Lexeme::Quoted,
            rest[3..].find("\"\"\"").map_or(rest.len(), |end| end + 6),
        ),
        '"' | '\'' => (Lexeme::Quoted, quoted_length(rest, first)),
        c if c.is_whitespace() => (Lexeme::Space, c.len_utf8()),
        c if is_word_character(c) => (
            Lexeme::Word,
            rest.find(|c| !is_word_character(c)).unwrap_or(rest.len()),
        ),
        _ if rest.starts_with("::") => (Lexeme::DoubleColon, 2),
        c => (Lexeme::Symbol, c.len_utf8()),
    })
}

/// As many bytes of blanks as a text has, in as many lines.
pub fn blanks(text: &str) -> String {
    let blank = |c: char| if matches!(c, '\r' | '\n') { c } else { ' ' };
    text.chars()
        .flat_map(|c| iter::repeat_n(blank(c), c.len_utf8()))
        .collect()
}

/// The text with blanks for these parts of it, which stand one behind the other; offsets and lines
/// stay. O(size).
pub fn blanked(text: &str, parts: &[Range<usize>]) -> String {
    let mut result = String::with_capacity(text.len());
    for part in parts {
        result.push_str(&text[result.len()..part.start]);
        result.push_str(&blanks(&text[part.clone()]));
    }
    result.push_str(&text[result.len()..]);
    result
}

/// Returns whether `c` can stand in an identifier (JLS 3.8).
pub fn is_word_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Words that are no identifiers (JLS 3.9, 3.10.3, 3.10.8).
const RESERVED: [&str; 53] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "try",
    "void",
    "volatile",
    "while",
    "true",
    "false",
    "null",
];

/// Returns whether `word` is a keyword or a literal that Java reserves, wherever it stands.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Returns whether `name` is a Java identifier (JLS 3.8).
pub fn is_identifier(name: &str) -> bool {
    let starts = name.starts_with(|c: char| is_word_character(c) && !c.is_numeric());
    starts && name.chars().all(is_word_character) && !is_reserved(name)
}

/// The bracket that closes `open`, one of `{`, `(` and `[`.
pub fn closing(open: &str) -> &'static str {
    match open {
        "{" => "}",
        "(" => ")",
        _ => "]",
    }
}

fn quoted_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return i,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return i + 1,
            _ => {}
        }
    }
    rest.len()
}
