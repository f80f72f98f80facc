//! Java text, and where its pieces come from.

use text::Span;

/// Java text in which pieces of the property file stand.
#[derive(Debug, Clone, Default)]
pub struct JavaText {
    text: String,
    lines: u32,
    pieces: Vec<Piece>,
    stretches: Vec<Stretch>,
}

/// A run of characters of one generated line that was copied from the property file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    line: u32,
    column: u32,
    length: u32,
    origin: Span,
    /// Says whether it stands for another text, so that all of it is at the origin.
    is_replaced: bool,
}

/// Generated lines, and what in the property file they are generated for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stretch {
    first: u32,
    last: u32,
    cause: Span,
}

impl JavaText {
    /// Gives the number of the line that text is appended to, from 1.
    pub(super) fn line(&self) -> u32 {
        self.lines + 1
    }

    /// Says what in the property file the lines from `first` on are generated for.
    pub(super) fn generated(&mut self, first: u32, cause: Span) {
        let last = self.line();
        self.stretches.push(Stretch { first, last, cause });
    }

    /// Appends text that may stop within a line.
    pub(super) fn append(&mut self, text: &str) {
        self.text.push_str(text);
        self.lines += text.matches('\n').count() as u32;
    }

    /// Appends text copied from the property file; `origin` is where it begins there.
    pub(super) fn copied(&mut self, text: &str, origin: Span) {
        self.pieces_of(text, origin, false);
    }

    /// Appends text that stands for something written at `origin`.
    pub(super) fn replaced(&mut self, text: &str, origin: Span) {
        self.pieces_of(text, origin, true);
    }

    fn pieces_of(&mut self, text: &str, origin: Span, is_replaced: bool) {
        let mut origin = origin;
        for line in text.split_inclusive('\n') {
            let length = line.encode_utf16().count() as u32;
            self.pieces.push(Piece {
                line: self.line(),
                column: self.column(),
                length,
                origin,
                is_replaced,
            });
            self.append(line);

            origin = Span {
                line: origin.line + 1,
                column: 1,
                ..origin
            };
        }
    }

    /// The column, in UTF-16 units from 1, at which the next character will stand.
    fn column(&self) -> u32 {
        let start = self.text.rfind('\n').map_or(0, |at| at + 1);
        self.text[start..].encode_utf16().count() as u32 + 1
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place in the property file of a place in the text (line and column from 1): exact in
    /// copied text, else the nearest piece of the same line; `None` on lines that copy nothing.
    pub fn origin(&self, line: u32, column: u32) -> Option<Span> {
        let on_line = || self.pieces.iter().filter(|piece| piece.line == line);
        let exact = on_line()
            .find(|piece| (piece.column..piece.column + piece.length.max(1)).contains(&column));
        if let Some(piece) = exact {
            let further = if piece.is_replaced {
                0
            } else {
                column - piece.column
            };
            return Some(Span {
                column: piece.origin.column + further,
                ..piece.origin
            });
        }

        on_line()
            .min_by_key(|piece| piece.column.abs_diff(column))
            .map(|piece| piece.origin)
    }

    /// The place in the property file of what a line of the text is generated for; `None` for lines
    /// that each property file has.
    pub fn cause(&self, line: u32) -> Option<Span> {
        self.stretches
            .iter()
            .find(|stretch| (stretch.first..=stretch.last).contains(&line))
            .map(|stretch| stretch.cause)
    }
}

/// `text` as a Java string literal.
pub fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for unit in text.encode_utf16() {
        match char::from_u32(u32::from(unit)) {
            Some(c @ ('"' | '\\')) => literal.extend(['\\', c]),
            // As \\u escapes these two would end the line before the literal is read (JLS 3.3).
            Some('\n') => literal.push_str("\\n"),
            Some('\r') => literal.push_str("\\r"),
            Some(c) if (' '..='~').contains(&c) => literal.push(c),
            _ => literal.push_str(&format!("\\u{unit:04x}")),
        }
    }
    literal.push('"');
    literal
}

/// A Java expression: whether one of several tests holds.
pub fn any_of(tests: &[String]) -> String {
    if tests.is_empty() {
        "false".to_owned()
    } else {
        tests.join(" || ")
    }
}

/// `text` with every character that may not stand in a Java identifier replaced.
pub fn identifier(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_escape_what_java_cannot_say() {
        assert_eq!(quoted("a\"\n\u{e9}"), "\"a\\\"\\n\\u00e9\"");
    }
}
