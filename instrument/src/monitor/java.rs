//! Java text under construction, and where its pieces come from.

use std::fmt;

use text::Span;

/// Java text in which pieces of the property file stand.
#[derive(Debug, Clone, Default)]
pub struct JavaText {
    text: String,
    lines: u32,
    pieces: Vec<Piece>,
}

/// A run of characters of one generated line that was copied from the property file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    line: u32,
    column: u32,
    length: u32,
    origin: Span,
    /// Whether it stands for another text, so that all of it is at the origin.
    is_replaced: bool,
}

impl JavaText {
    /// No text.
    pub fn new() -> Self {
        JavaText::default()
    }

    /// Appends one or more whole lines.
    pub fn line(&mut self, line: impl fmt::Display) {
        self.append(&format!("{line}\n"));
    }

    /// Appends a line, then the lines that `body` appends, then `end`.
    pub fn block(&mut self, head: impl fmt::Display, end: &str, body: impl FnOnce(&mut Self)) {
        self.line(head);
        body(self);
        self.line(end);
    }

    /// Appends text that may stop within a line.
    pub fn append(&mut self, text: &str) {
        self.text.push_str(text);
        self.lines += text.matches('\n').count() as u32;
    }

    /// Appends text copied from the property file; `origin` is where it begins there.
    pub fn copied(&mut self, text: &str, origin: Span) {
        self.pieces_of(text, origin, false);
    }

    /// Appends text that stands for something written at `origin`.
    pub fn replaced(&mut self, text: &str, origin: Span) {
        self.pieces_of(text, origin, true);
    }

    fn pieces_of(&mut self, text: &str, origin: Span, is_replaced: bool) {
        let mut origin = origin;
        for line in text.split_inclusive('\n') {
            let length = line.encode_utf16().count() as u32;
            self.pieces.push(Piece {
                line: self.lines + 1,
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
    fn copied_text_keeps_its_place_across_lines() {
        let mut java = JavaText::new();
        java.line("class A {");
        java.append("  if (");
        java.copied(
            "x >\n  y",
            Span {
                start: 10,
                end: 17,
                line: 7,
                column: 12,
            },
        );
        java.line(") ;");
        let place = |line, column| {
            java.origin(line, column)
                .map(|span| (span.line, span.column))
        };
        assert_eq!(place(2, 9), Some((7, 14)));
        assert_eq!(place(3, 3), Some((8, 3)));
        assert_eq!(place(1, 1), None);
    }

    #[test]
    fn literals_escape_what_java_cannot_say() {
        assert_eq!(quoted("a\"\n\u{e9}"), "\"a\\\"\\n\\u00e9\"");
    }
}
