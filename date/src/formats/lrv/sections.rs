//! Sections in the order in which LARVA wants them, and in any other.

use super::cursor::Cursor;
use crate::formats::draft::Word;

/// A section of a block.
pub(super) struct Section {
    pub name: &'static str,
    /// Whether there may be several, one after the other.
    pub repeats: bool,
}

/// A section that there is once.
pub(super) const fn once(name: &'static str) -> Section {
    Section { name, repeats: false }
}

/// A section that there may be several of.
pub(super) const fn several(name: &'static str) -> Section {
    Section { name, repeats: true }
}

/// The sections of a block that have been met. LARVA takes one that is not next in line for absent, and drops it with
/// everything behind it in the block.
pub(super) struct Sections<'s> {
    order: &'s [Section],
    met: usize,
}

impl<'s> Sections<'s> {
    pub fn new(order: &'s [Section]) -> Self {
        Sections { order, met: 0 }
    }

    /// Moves over the name of a section, in whatever order; `None` if what follows is none. One that LARVA would not
    /// read is a warning.
    pub fn next(&mut self, cursor: &mut Cursor<'_>) -> Option<(&'static str, Word)> {
        let (position, word) = (0..self.order.len())
            .find_map(|position| Some((position, cursor.accept_section(self.order[position].name)?)))?;
        let Section { name, repeats } = self.order[position];
        if position + 1 < self.met {
            let before = self.order[self.met - 1].name;
            let help = format!("LARVA ignores it and what follows in the block; the order is {}", self.names());
            cursor.warn(word.range.clone(), "lrv-order", format!("`{name}` stands behind `{before}`"), &help);
        } else if position + 1 == self.met && !repeats {
            let help = "LARVA ignores it and what follows in the block; both are read here";
            cursor.warn(word.range.clone(), "lrv-order", format!("there is a second `{name}`"), help);
        }
        self.met = self.met.max(position + 1);
        Some((name, word))
    }

    /// The names of the sections, in order.
    pub fn names(&self) -> String {
        self.order.iter().map(|section| section.name).collect::<Vec<_>>().join(", ")
    }
}
