//! Replacements of parts of a text.

use std::ops::Range;

use super::offsets::Offsets;

/// The replacement of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum With {
    /// As many copies of an ASCII byte as the part has bytes.
    Fill(u8),
    /// A text of its own, of any length.
    Text(&'static str),
}

/// A replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    /// The bytes that are replaced; empty to insert.
    pub part: Range<usize>,
    /// The text that stands there instead.
    pub with: With,
}

impl Edit {
    /// Blanks out `part`.
    pub fn blank(part: Range<usize>) -> Self {
        Edit {
            part,
            with: With::Fill(b' '),
        }
    }

    /// Puts one blank in the place of a comment (JLS 3.7).
    pub fn comment(part: Range<usize>) -> Self {
        Edit {
            part,
            with: With::Text(" "),
        }
    }

    /// Inserts `text` at `at`.
    pub fn insert(at: usize, text: &'static str) -> Self {
        Edit {
            part: at..at,
            with: With::Text(text),
        }
    }
}

/// Brings `edits` into the order that [`rewritten`] wants.
pub(crate) fn sort(edits: &mut [Edit]) {
    edits.sort_by_key(|edit| {
        (
            edit.part.start,
            !edit.part.is_empty(),
            std::cmp::Reverse(edit.part.end),
        )
    });
}

/// The bytes of `text[part]` after `edits` (sorted; one inside another is swallowed by it), and the
/// way back to `text`. The result is UTF-8 where edits begin and end at characters.
pub(crate) fn rewritten(text: &str, part: Range<usize>, edits: &[Edit]) -> (Vec<u8>, Offsets) {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(part.len());
    let mut offsets = Offsets::default();
    if part.start > 0 {
        offsets.push(0, part.start);
    }

    let mut at = part.start;
    let first = edits.partition_point(|edit| edit.part.start < part.start);
    for edit in edits[first..]
        .iter()
        .take_while(|edit| edit.part.end <= part.end)
    {
        if edit.part.start < at {
            continue;
        }
        out.extend_from_slice(&bytes[at..edit.part.start]);
        at = edit.part.end;
        match edit.with {
            With::Fill(byte) => out.resize(out.len() + edit.part.len(), byte),
            With::Text(text) => {
                out.extend_from_slice(text.as_bytes());
                if text.len() != edit.part.len() {
                    offsets.push(out.len(), at);
                }
            }
        }
    }
    out.extend_from_slice(&bytes[at..part.end]);

    (out, offsets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_inside_others_are_swallowed() {
        let mut edits = vec![
            Edit {
                part: 2..3,
                with: With::Fill(b'x'),
            },
            Edit::blank(1..4),
            Edit::insert(5, "[["),
            Edit {
                part: 5..6,
                with: With::Fill(b'y'),
            },
        ];
        sort(&mut edits);
        let (text, offsets) = rewritten("abcdefg", 0..7, &edits);
        assert_eq!(text, b"a   e[[yg");
        assert_eq!(offsets.origin(8), 6);
    }

    #[test]
    fn a_part_is_rewritten_by_itself() {
        let mut edits = vec![Edit::blank(0..1), Edit::insert(3, "!"), Edit::blank(6..7)];
        sort(&mut edits);
        let (text, offsets) = rewritten("abcdefg", 2..6, &edits);
        assert_eq!(text, b"c!def");
        assert_eq!([0, 1, 2, 5].map(|at| offsets.origin(at)), [2, 3, 3, 6]);
    }
}
