//! A piece of Java cut out of a property file, and where each of its bytes came from.

use std::ops::Range;

/// Text taken out of a file. Formats may drop parts of the file's text in between (comments, the
/// indentation of a YAML block); the excerpt remembers which run of its bytes stood where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    text: String,
    runs: Vec<Run>,
}

/// A run of text: its first byte in the excerpt, and the bytes of the file that it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    at: usize,
    start: usize,
    end: usize,
}

impl Excerpt {
    /// An excerpt without text that stands at `offset` of the file; fill it with [`Excerpt::push`].
    pub fn empty(offset: usize) -> Self {
        Excerpt {
            text: String::new(),
            runs: vec![Run {
                at: 0,
                start: offset,
                end: offset,
            }],
        }
    }

    /// The bytes `range` of `file` as they are. `range` must lie on character boundaries of `file`.
    pub fn verbatim(file: &str, range: Range<usize>) -> Self {
        let mut excerpt = Excerpt::empty(range.start);
        excerpt.push(&file[range.clone()], range);
        excerpt
    }

    /// Appends `text`, which stands for the bytes `range` of the file.
    pub fn push(&mut self, text: &str, range: Range<usize>) {
        self.runs.push(Run {
            at: self.text.len(),
            start: range.start,
            end: range.end,
        });
        self.text.push_str(text);
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same places under another text of the same length.
    pub fn with_text(&self, text: String) -> Self {
        debug_assert_eq!(
            text.len(),
            self.text.len(),
            "places are kept only when lengths agree"
        );
        Excerpt {
            text,
            runs: self.runs.clone(),
        }
    }

    /// The part of the excerpt at `range` of its text, white space at both ends removed. `range`
    /// must lie on character boundaries.
    pub fn slice(&self, range: Range<usize>) -> Self {
        let text = &self.text[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        let end = start + text.trim().len();
        let mut part = Excerpt::empty(self.place(start..end).start);

        for (run, next) in self
            .runs
            .iter()
            .zip(self.runs.iter().skip(1).map(Some).chain([None]))
        {
            let run_end = next.map_or(self.text.len(), |n| n.at);
            let (from, to) = (run.at.max(start), run_end.min(end));
            if from < to {
                part.push(&self.text[from..to], self.place(from..to));
            }
        }

        part
    }

    /// The excerpt without white space at its ends.
    pub fn trimmed(&self) -> Self {
        self.slice(0..self.text.len())
    }

    /// The bytes of the file that the bytes `range` of the text stand for.
    pub fn place(&self, range: Range<usize>) -> Range<usize> {
        let start = self.place_of(range.start);
        let end = if range.is_empty() {
            start
        } else {
            self.place_of(range.end - 1) + 1
        };
        start..end.max(start)
    }

    fn place_of(&self, offset: usize) -> usize {
        let run = self.runs[self.runs.partition_point(|run| run.at <= offset).max(1) - 1];
        (run.start + (offset - run.at)).min(run.end)
    }

    /// The bytes of the file that the whole text stands for.
    pub fn extent(&self) -> Range<usize> {
        self.place(0..self.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_skip_what_was_dropped() {
        let mut excerpt = Excerpt::empty(10);
        excerpt.push("ab ", 10..13);
        excerpt.push(" cd ", 20..24);
        let part = excerpt.trimmed();
        assert_eq!((part.text(), part.extent()), ("ab  cd", 10..23));
        assert_eq!(part.place(4..6), 21..23);
        assert_eq!(excerpt.slice(4..6).place(0..1), 21..22);
    }

    #[test]
    fn nothing_but_white_space_keeps_a_place() {
        assert_eq!(Excerpt::verbatim("x:   ", 2..5).trimmed().extent(), 5..5);
    }
}
