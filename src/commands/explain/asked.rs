//! Places that users ask about.

use ir::{FileId, Program};

use super::source::source_called;
use crate::failure::Rejected;
use crate::wording::explain as wording;

/// `FILE:LINE[:COLUMN]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The file.
    pub file: FileId,
    /// From 1.
    pub line: u32,
    /// From 1 in UTF-16 units.
    pub column: Option<u32>,
}

/// A place as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Typed<'a> {
    file: &'a str,
    line: u32,
    column: Option<u32>,
}

impl<'a> Typed<'a> {
    /// Reads what was typed; `None` if there is no number behind a colon.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (before, last) = text.rsplit_once(':')?;
        let last = last.parse().ok()?;
        let inner = before
            .rsplit_once(':')
            .and_then(|(file, line)| Some((file, line.parse().ok()?)));
        Some(match inner {
            Some((file, line)) => Typed {
                file,
                line,
                column: Some(last),
            },
            None => Typed {
                file: before,
                line: last,
                column: None,
            },
        })
    }

    /// The place in the program.
    ///
    /// # Errors
    /// No source, or more than one, is called so.
    pub fn find(self, program: &Program) -> Result<Asked, Rejected> {
        let files = program
            .files
            .iter_enumerated()
            .map(|(id, file)| (id, file.root.as_str(), file.path.as_str()));
        let files: Vec<(FileId, &str, &str)> = files.collect();
        let &(file, ..) = source_called(&files, &|&(_, root, path)| (root, path), self.file)?;
        Ok(Asked {
            file,
            line: self.line,
            column: self.column,
        })
    }
}

/// The place that was typed.
///
/// # Errors
/// It is none, or no source is called so.
pub fn place(program: &Program, text: &str) -> Result<Asked, Rejected> {
    let malformed = || Rejected::from(wording::no_place(text));
    Typed::parse(text).ok_or_else(malformed)?.find(program)
}

impl Asked {
    /// Returns whether the place is on the line, and at the column if one was given.
    pub fn covers(&self, file: FileId, span: text::Span) -> bool {
        let width = span.end.saturating_sub(span.start).max(1);
        let here = |column| (span.column..span.column.saturating_add(width)).contains(&column);
        file == self.file && span.line == self.line && self.column.is_none_or(here)
    }

    /// Of what covers the place the innermost, if a column was given: a loop covers what its body
    /// calls.
    pub fn innermost<T>(&self, found: Vec<T>, span: impl Fn(&T) -> text::Span) -> Vec<T> {
        let width = |item: &T| span(item).end.saturating_sub(span(item).start);
        let least = found.iter().map(&width).min();
        found
            .into_iter()
            .filter(|item| self.column.is_none() || Some(width(item)) == least)
            .collect()
    }

    /// For messages: `src/app/Main.java:7`.
    pub fn shown(&self, program: &Program) -> String {
        let path = &program.files[self.file].path;
        match self.column {
            Some(column) => format!("{path}:{}:{column}", self.line),
            None => format!("{path}:{}", self.line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Typed;

    #[test]
    fn numbers_behind_the_last_colons_are_line_and_column() {
        let typed = |file, line, column| Some(Typed { file, line, column });
        assert_eq!(Typed::parse("a/B.java:12"), typed("a/B.java", 12, None));
        assert_eq!(
            Typed::parse("a/B.java:12:5"),
            typed("a/B.java", 12, Some(5))
        );
        assert_eq!(Typed::parse("C:B.java:12"), typed("C:B.java", 12, None));
        assert_eq!(Typed::parse("app.Main.main"), None);
        assert_eq!(Typed::parse("B.java:x"), None);
    }
}
