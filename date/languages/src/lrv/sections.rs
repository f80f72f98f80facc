//! Sections in the order in which LARVA wants them, and in any other.

use super::cursor::Cursor;
use crate::draft::Word;
use text::Diagnostic;

/// A section of a block.
pub(super) struct Section {
    pub name: &'static str,
    /// True if there may be several, one after the other.
    pub repeats: bool,
}

/// A section that there is once.
pub(super) const fn once(name: &'static str) -> Section {
    Section {
        name,
        repeats: false,
    }
}

/// A section that there may be several of.
pub(super) const fn several(name: &'static str) -> Section {
    Section {
        name,
        repeats: true,
    }
}

/// The treatment of a section that is not next in line, by LARVA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutOfLine {
    /// It takes it for absent, and drops it with everything behind it in the block.
    Ignores,
    /// It does not read the script.
    Stops,
}

/// The sections of a block that have been met.
pub(super) struct Sections<'s> {
    order: &'s [Section],
    out_of_line: OutOfLine,
    met: usize,
}

impl<'s> Sections<'s> {
    pub fn new(order: &'s [Section], out_of_line: OutOfLine) -> Self {
        Sections {
            order,
            out_of_line,
            met: 0,
        }
    }

    /// Moves over the name of a section, in whatever order; `None` if what follows is none. One
    /// that LARVA would not read is a warning, or the end of the block if LARVA is followed.
    ///
    /// # Errors
    /// LARVA is followed, and stops here.
    pub fn next(
        &mut self,
        cursor: &mut Cursor<'_>,
    ) -> Result<Option<(&'static str, Word)>, Diagnostic> {
        let found = (0..self.order.len()).find_map(|position| {
            Some((position, cursor.accept_section(self.order[position].name)?))
        });
        let Some((position, word)) = found else {
            return Ok(None);
        };
        let Section { name, repeats } = self.order[position];
        let message = match () {
            () if position + 1 < self.met => {
                format!("`{name}` stands behind `{}`", self.order[self.met - 1].name)
            }
            () if position + 1 == self.met && !repeats => format!("there is a second `{name}`"),
            () => {
                self.met = position + 1;
                return Ok(Some((name, word)));
            }
        };

        if self.is_read(cursor, &word, message)? {
            Ok(Some((name, word)))
        } else {
            cursor.until(&[]);
            Ok(None)
        }
    }

    /// Returns whether a section that is not next in line is read.
    fn is_read(
        &self,
        cursor: &Cursor<'_>,
        word: &Word,
        message: String,
    ) -> Result<bool, Diagnostic> {
        let (range, order) = (word.range.clone(), self.names());
        match self.out_of_line {
            OutOfLine::Ignores => {
                let does =
                    format!("ignores it and what follows in the block, where the order is {order}");
                Ok(!cursor.larva.differs(
                    range,
                    "lrv-order",
                    message,
                    &does,
                    "all of it is read here",
                ))
            }
            OutOfLine::Stops => {
                let here = format!("LARVA wants the order {order}; it is read here");
                cursor
                    .larva
                    .stops(range, "lrv-order", message, &here)
                    .map(|()| true)
            }
        }
    }

    /// The names of the sections, in order.
    pub fn names(&self) -> String {
        self.order
            .iter()
            .map(|section| section.name)
            .collect::<Vec<_>>()
            .join(", ")
    }
}
