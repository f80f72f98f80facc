//! The class files that weaving makes.

use std::collections::BTreeMap;

use super::edit::Edited;
use super::input::Inputs;
use super::output::Content;

/// The class files that weaving changes and adds.
#[derive(Default)]
pub(super) struct WovenClasses<'i> {
    /// By name of the file.
    pub changed: BTreeMap<&'i str, Vec<u8>>,
    /// By name of the file.
    pub added: BTreeMap<String, Vec<u8>>,
}

impl<'i> WovenClasses<'i> {
    /// Adds what a class has become.
    pub fn insert(&mut self, file: &'i str, edited: Edited) {
        self.changed.insert(file, edited.class);
        let stem = file.trim_end_matches(".class");
        let beside = edited
            .beside
            .into_iter()
            .map(|(suffix, bytes)| (format!("{stem}{suffix}.class"), bytes));
        self.added.extend(beside);
    }
}

impl WovenClasses<'_> {
    /// The files of the program, as they go into the output.
    pub fn files<'f>(&'f self, inputs: &'f Inputs) -> impl Iterator<Item = (&'f str, Content<'f>)> {
        inputs.files.iter().map(|file| {
            let changed = self.changed.get(file.name.as_str());
            (
                file.name.as_str(),
                changed.map_or(Content::Copied(&file.place), |bytes| Content::Bytes(bytes)),
            )
        })
    }

    /// The files that are not the program's own.
    pub fn added_files(&self) -> impl Iterator<Item = (&str, Content<'_>)> {
        self.added
            .iter()
            .map(|(name, bytes)| (name.as_str(), Content::Bytes(bytes)))
    }
}
