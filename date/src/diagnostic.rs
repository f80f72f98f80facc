//! Diagnostics as data: what is wrong, where, what was expected. Rendering them is the caller's business.

use serde::{Deserialize, Serialize};

/// A place in a text file: 1-based line and column (columns in UTF-16 units), and the byte range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
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

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something worth knowing.
    Note,
    /// Suspicious, or handled conservatively.
    Warning,
    /// The input cannot be used.
    Error,
}

/// One finding about an input file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Path of the file as the user gave it.
    pub file: String,
    /// Where; `line` 0 when the finding is about the whole file.
    pub span: Span,
    /// How bad.
    pub severity: Severity,
    /// Stable code, such as `unknown-state`.
    pub code: String,
    /// One sentence: what is wrong.
    pub message: String,
    /// The source line the finding is about, if there is one.
    pub source_line: Option<String>,
    /// What was expected, the nearest name, what to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a source excerpt; add one with [`Diagnostic::with_source`].
    pub fn error(file: &str, span: Span, code: &str, message: impl Into<String>) -> Self {
        Self::new(file, span, Severity::Error, code, message)
    }

    /// A warning without a source excerpt.
    pub fn warning(file: &str, span: Span, code: &str, message: impl Into<String>) -> Self {
        Self::new(file, span, Severity::Warning, code, message)
    }

    fn new(file: &str, span: Span, severity: Severity, code: &str, message: impl Into<String>) -> Self {
        Diagnostic {
            file: file.to_owned(),
            span,
            severity,
            code: code.to_owned(),
            message: message.into(),
            source_line: None,
            help: None,
        }
    }

    /// Adds the help text.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Takes the line that the span points at out of `text`.
    pub fn with_source(mut self, text: &str) -> Self {
        let before = (self.span.line as usize).checked_sub(1);
        let start =
            before.and_then(|before| line_starts(text.as_bytes()).nth(before)).filter(|&start| start < text.len());
        let line = start.and_then(|start| text[start..].split(['\n', '\r']).next());
        self.source_line = line.map(str::to_owned);
        self
    }
}

/// Line starts of a text, to turn byte offsets into [`Span`]s. O(n) to build, O(log n) to ask.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// For every character that has more bytes than UTF-16 units: where it ends, and by how much all up to it exceed.
    wide: Vec<(u32, u32)>,
}

impl LineIndex {
    /// Indexes `text`; lines end at `\n`, `\r` or both.
    pub fn new(text: &str) -> Self {
        let starts = line_starts(text.as_bytes()).map(|start| start as u32);
        LineIndex { starts: starts.collect(), wide: if text.is_ascii() { Vec::new() } else { wide(text) } }
    }

    /// The span of bytes `start..end` of `text`, the text the index was made of. Offsets past the end or inside a
    /// character are moved to the next lower boundary.
    pub fn span(&self, text: &str, start: usize, end: usize) -> Span {
        let start = text.floor_char_boundary(start.min(text.len()));
        let line = self.starts.partition_point(|&s| s as usize <= start) - 1;
        let begin = self.starts[line] as usize;
        let column = (start - begin) as u32 - (self.excess(start) - self.excess(begin)) + 1;
        Span { start: start as u32, end: end.min(text.len()) as u32, line: line as u32 + 1, column }
    }

    /// How many more bytes than UTF-16 units there are before byte `offset`.
    fn excess(&self, offset: usize) -> u32 {
        let before = self.wide.partition_point(|&(end, _)| end as usize <= offset);
        before.checked_sub(1).map_or(0, |last| self.wide[last].1)
    }
}

/// Finds the bytes at which the lines of a text start.
pub fn line_starts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let ends = |&at: &usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
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

/// The candidate nearest to `name` by edit distance, if one is near enough to be what was meant.
/// O(|candidates| * |name| * |candidate|).
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + name.chars().count() / 3;
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().flat_map(char::to_lowercase).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
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
        let columns = text.char_indices().map(|(at, _)| LineIndex::new(text).span(text, at, at).column);
        assert_eq!(columns.collect::<Vec<_>>(), [1, 2, 1, 2, 3, 4]);
    }

    #[test]
    fn lines_end_at_line_feeds_and_carriage_returns() {
        let text = "a\r\nb\rc\n\nd";
        let index = LineIndex::new(text);
        let lines = ["a", "b", "c", "d"].map(|name| index.span(text, text.find(name).unwrap_or_default(), 0).line);
        assert_eq!(lines, [1, 2, 3, 5]);
        let shown = |line| {
            let span = Span { line, ..Span::default() };
            Diagnostic::warning("A.java", span, "code", "").with_source(text).source_line
        };
        let shown: Vec<Option<String>> = (0..=6).map(shown).collect();
        let expected = [None, Some("a"), Some("b"), Some("c"), Some(""), Some("d"), None];
        assert_eq!(shown, expected.map(|line| line.map(str::to_owned)));
    }

    #[test]
    fn nearest_name_is_close_or_absent() {
        assert_eq!(nearest("opne", ["close", "open"]), Some("open"));
        assert_eq!(nearest("zebra", ["close", "open"]), None);
    }
}
