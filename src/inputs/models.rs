//! Files that say what methods of libraries do.

use std::path::PathBuf;

use analyzer::Models;
use java_types::hierarchy::Hierarchy;

use super::{excerpts, shown, text_file};
use crate::failure::Rejected;

/// The built-in models with those of the files on top, in the order given.
///
/// # Errors
/// A file cannot be read, or something that it says is wrong; everything that is wrong in the first
/// such file.
pub fn read(paths: &[PathBuf]) -> Result<Models, Rejected> {
    paths.iter().try_fold(Models::jdk(), |models, path| {
        let text = text_file(path, "file of models")?;
        models.extended(&text, &shown(path)).map_err(Rejected)
    })
}

/// Compares the files with the classes that they speak of.
///
/// # Errors
/// A file names a class or a method that is not there, or does not say where a result comes from.
pub fn check(models: &Models, hierarchy: &Hierarchy) -> Result<(), Rejected> {
    let is_given = |file: &str| models.files().any(|given| given == file);
    let mut findings = if models.files().next().is_some() {
        models.check(hierarchy)
    } else {
        Vec::new()
    };
    findings.retain(|finding| is_given(&finding.file));
    excerpts::complete(&mut findings, &[]);
    if findings.is_empty() {
        Ok(())
    } else {
        Err(Rejected(findings))
    }
}
