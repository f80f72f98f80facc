//! Places in a text: lines, columns and byte ranges.

use serde::{Deserialize, Serialize};

/// A place in a text file: 1-based line and column (columns in UTF-16 units), and the byte range.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Line of the first byte, from 1; 0 where there is no place (generated code).
    pub line: u32,
    /// Column of the first byte in UTF-16 units, from 1.
    pub column: u32,
}

/// Line starts of a text, to turn byte offsets into [`Span`]s. O(n) to build, O(log n) to ask.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// For every character that has more bytes than UTF-16 units: where it ends, and by how much
    /// all up to it exceed.
    wide: Vec<(u32, u32)>,
}

impl LineIndex {
    /// Indexes `text`; lines end at `\n`, `\r` or both.
    pub fn new(text: &str) -> Self {
        let starts = line_starts(text.as_bytes()).map(|start| start as u32);
        LineIndex {
            starts: starts.collect(),
            wide: if text.is_ascii() {
                Vec::new()
            } else {
                wide(text)
            },
        }
    }

    /// The span of bytes `start..end` of `text`, the text the index was made of. Offsets past the
    /// end or inside a character are moved to the next lower boundary.
    pub fn span(&self, text: &str, start: usize, end: usize) -> Span {
        let start = text.floor_char_boundary(start.min(text.len()));
        let line = self.starts.partition_point(|&s| s as usize <= start) - 1;
        let begin = self.starts[line] as usize;
        let column = (start - begin) as u32 - (self.excess(start) - self.excess(begin)) + 1;
        Span {
            start: start as u32,
            end: end.min(text.len()) as u32,
            line: line as u32 + 1,
            column,
        }
    }

    /// The byte at a line and column of `text`, both from 1, columns in UTF-16 units: the inverse of
    /// [`LineIndex::span`]. A place behind the end of a line is that end, one behind the last line
    /// the end of the text. O(length of the line).
    pub fn offset(&self, text: &str, line: u32, column: u32) -> usize {
        let before = (line as usize).saturating_sub(1);
        let Some(start) = self.starts.get(before).map(|&start| start as usize) else {
            return text.len();
        };
        let line = text[start..].split(['\n', '\r']).next().unwrap_or_default();
        let mut next = 1;
        for (at, character) in line.char_indices() {
            if next >= column {
                return start + at;
            }
            next += character.len_utf16() as u32;
        }
        start + line.len()
    }

    /// How many more bytes than UTF-16 units there are before byte `offset`.
    fn excess(&self, offset: usize) -> u32 {
        let before = self
            .wide
            .partition_point(|&(end, _)| end as usize <= offset);
        before.checked_sub(1).map_or(0, |last| self.wide[last].1)
    }
}

/// Finds the bytes at which the lines of a text start.
pub fn line_starts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let ends =
        |&at: &usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|end| end + 1))
}

fn wide(text: &str) -> Vec<(u32, u32)> {
    let characters = text.char_indices().filter(|(_, c)| !c.is_ascii());
    characters
        .scan(0, |excess, (at, c)| {
            *excess += (c.len_utf8() - c.len_utf16()) as u32;
            Some(((at + c.len_utf8()) as u32, *excess))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_units() {
        let text = "ab\n\u{1F600}x";
        let span = LineIndex::new(text).span(text, 7, 8);
        assert_eq!((span.line, span.column), (2, 3));
        let text = "\u{e9}\n\u{20ac}a\u{e9}b";
        let columns = text
            .char_indices()
            .map(|(at, _)| LineIndex::new(text).span(text, at, at).column);
        assert_eq!(columns.collect::<Vec<_>>(), [1, 2, 1, 2, 3, 4]);
    }

    #[test]
    fn bytes_are_found_at_their_lines_and_columns() {
        let text = "ab\r\n\u{1F600}x\u{e9}\n\ny";
        let index = LineIndex::new(text);
        for (at, character) in text.char_indices().filter(|(_, c)| !"\r\n".contains(*c)) {
            let span = index.span(text, at, at);
            assert_eq!(
                index.offset(text, span.line, span.column),
                at,
                "{character}"
            );
        }
        assert_eq!(index.offset(text, 1, 99), 2);
        assert_eq!(index.offset(text, 99, 1), text.len());
    }
}
