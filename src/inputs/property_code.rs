//! The code in property files, compiled before anything is analysed or woven.

use std::path::PathBuf;

use date::model::Specification;
use instrument::weave::{CheckedFile, CodeCheck};
use java_types::hierarchy::Hierarchy;
use jvm::jdk::Jdk;
use text::Diagnostic;

use super::properties::PropertyFile;
use crate::cache;

/// The names that the code of properties may use.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// The classes of the sources and all others.
    pub hierarchy: &'a Hierarchy,
    /// The JDK whose `javac` compiles.
    pub jdk: &'a Jdk,
    /// Compiled classes of the sources.
    pub classes: &'a [PathBuf],
    /// Class path entries.
    pub class_path: &'a [PathBuf],
    /// True if the program is known.
    pub has_program: bool,
}

/// Returns whether a property file has any code.
pub fn has_code(specification: &Specification) -> bool {
    instrument::weave::has_code(specification)
}

/// Returns what `javac` finds wrong with the code of the files.
pub fn findings<'a>(
    files: impl IntoIterator<Item = &'a PropertyFile>,
    surroundings: Surroundings<'_>,
) -> Vec<Diagnostic> {
    let Surroundings {
        jdk,
        hierarchy,
        classes,
        class_path,
        has_program,
    } = surroundings;
    let kept = cache::folder();
    let check = CodeCheck {
        jdk,
        hierarchy,
        classes,
        class_path,
        has_program,
        kept: kept.as_deref(),
    };

    let checked = |file: &'a PropertyFile| CheckedFile {
        specification: &file.specification,
        text: &file.text,
    };
    let files: Vec<CheckedFile<'_>> = files.into_iter().map(checked).collect();
    let texts = |found: &Diagnostic| {
        files
            .iter()
            .find(|file| file.specification.file == found.file)
    };

    let found = check.run(&files).into_iter();
    found
        .map(|found| texts(&found).map_or(found.clone(), |file| found.with_source(file.text)))
        .collect()
}
