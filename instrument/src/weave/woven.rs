//! The class files that weaving makes.

use std::collections::BTreeMap;

use super::edit::Edited;
use super::input::Inputs;
use super::licences::add_licences;
use super::output::{self, Content};
use super::{RUNTIME_JAR, RuntimePlacement, WeaveError, WeaveRequest};

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

    /// Writes the output: the program, the class files of monitors and their runtime, by name, and
    /// the licences of the runtime.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn write(
        &self,
        request: &WeaveRequest<'_>,
        inputs: &Inputs,
        compiled: &BTreeMap<String, Vec<u8>>,
    ) -> Result<(), WeaveError> {
        // The class loader of the program must find them, and it may not look at the root of a jar.
        let prefix = match request.runtime {
            RuntimePlacement::Bundled => inputs.prefix(),
            RuntimePlacement::Separate => String::new(),
        };
        let mut compiled: BTreeMap<String, &[u8]> = compiled
            .iter()
            .map(|(name, bytes)| (format!("{prefix}{name}"), &**bytes))
            .collect();
        // A jar of the runtime alone has no file of the program.
        let beside = match request.runtime {
            RuntimePlacement::Bundled => &inputs.files[..],
            RuntimePlacement::Separate => &[],
        };
        add_licences(&mut compiled, beside.iter().map(|file| file.name.as_str()));
        let program = self.files(inputs).chain(self.added_files());
        let runtime = compiled
            .iter()
            .map(|(name, bytes)| (name.as_str(), Content::Bytes(bytes)));

        match request.runtime {
            RuntimePlacement::Bundled => {
                output::write(&request.output, &program.chain(runtime).collect())
            }
            RuntimePlacement::Separate => {
                if !compiled.is_empty() {
                    let jar = request.output.with_file_name(RUNTIME_JAR);
                    output::write(&jar, &runtime.collect())?;
                }
                output::write(&request.output, &program.collect())
            }
        }
    }
}
