//! Places in a text as editors count them: lines and UTF-16 units, from 0.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::{Position, Uri};
use text::{LineIndex, Span};

use crate::percent;

/// The byte at a place; the end of the line, or of the text, for a place behind it.
pub fn offset(lines: &LineIndex, text: &str, position: Position) -> usize {
    let Position { line, character } = position;
    lines.offset(text, line.saturating_add(1), character.saturating_add(1))
}

/// The place of some bytes.
pub fn range(lines: &LineIndex, text: &str, range: &Range<usize>) -> lsp_types::Range {
    let position = |offset| {
        let span = lines.span(text, offset, offset);
        Position::new(span.line - 1, span.column - 1)
    };
    lsp_types::Range::new(position(range.start), position(range.end))
}

/// The place of a span; the begin of the text for one about the whole file.
pub fn of_span(lines: &LineIndex, text: &str, span: Span) -> lsp_types::Range {
    if span.line == 0 {
        return lsp_types::Range::default();
    }
    range(lines, text, &(span.start as usize..span.end as usize))
}

/// The file that an address names, if it names one.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    if !uri.scheme()?.as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    let path = uri.path().as_estr().decode().into_string().ok()?;
    // `/C:/folder` is `C:/folder`.
    let drive = path
        .strip_prefix('/')
        .filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    Some(PathBuf::from(drive.unwrap_or(&path)))
}

/// The address of a file; `None` for a path that is no text.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let path = std::path::absolute(path).ok()?;
    let text = path.to_str()?.replace('\\', "/");
    let root = if text.starts_with('/') { "" } else { "/" };
    let address = format!("file://{root}{}", percent::encoded(&text));
    Uri::from_str(&address).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_utf16_units_from_zero() {
        let text = "ab\r\n\u{1F600}x\n";
        let lines = LineIndex::new(text);
        let x = text.find('x').expect("an x");
        assert_eq!(range(&lines, text, &(x..x)).start, Position::new(1, 2));
        assert_eq!(offset(&lines, text, Position::new(1, 2)), x);
        assert_eq!(offset(&lines, text, Position::new(9, u32::MAX)), text.len());
    }

    #[test]
    fn addresses_name_files_with_any_characters() {
        for path in ["/a/b c.yaml", "/\u{e4}/100%.mop"] {
            let uri = uri_of(Path::new(path)).expect("an address");
            assert_eq!(path_of(&uri), Some(PathBuf::from(path)), "{uri:?}");
        }
        let windows = Uri::from_str("file:///C%3A/a/p.yaml").expect("an address");
        assert_eq!(path_of(&windows), Some(PathBuf::from("C:/a/p.yaml")));
        let other = Uri::from_str("untitled:p.yaml").expect("an address");
        assert_eq!(path_of(&other), None);
    }
}
