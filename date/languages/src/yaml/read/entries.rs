//! The entries of a mapping.

use crate::draft::Word;
use crate::yaml::node::Node;

/// The entries of a mapping whose keys have been checked.
pub(super) struct Entries<'n> {
    pub entries: &'n [(Word, Node)],
}

impl<'n> Entries<'n> {
    pub(super) fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries
            .iter()
            .find(|(word, _)| word.text == key)
            .map(|(_, node)| node)
    }
}
