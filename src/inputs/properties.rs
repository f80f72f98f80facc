//! Property files.

use std::collections::BTreeSet;
use std::path::PathBuf;

use date::diagnostic::{Diagnostic, Severity};
use date::model::Specification;

use super::{shown, text_file};
use crate::failure::{Rejected, about_file};

/// A property file, read.
#[derive(Debug)]
pub struct PropertyFile {
    /// Hash of its bytes, as plans record it.
    pub sha256: String,
    /// What it says; [`Specification::file`] is the path as given.
    pub specification: Specification,
}

/// Property files and what there is to say about them short of errors.
#[derive(Debug)]
pub struct Properties {
    /// In the order given.
    pub files: Vec<PropertyFile>,
    /// Warnings and notes, in the order of the files.
    pub findings: Vec<Diagnostic>,
}

/// Reads and validates every file.
///
/// # Errors
/// Everything that was found in all files, if one of them cannot be read, is given twice, or has errors.
pub fn read(paths: &[PathBuf]) -> Result<Properties, Rejected> {
    let (mut files, mut findings) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for path in paths {
        if !seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            findings.push(twice(&shown(path)));
            continue;
        }
        let (file, found) = read_one(path);
        files.extend(file);
        findings.extend(found);
    }
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        return Err(Rejected(findings));
    }
    Ok(Properties { files, findings })
}

/// Reads and validates one file: what it says, if it can be read at all, and all findings.
pub fn read_one(path: &std::path::Path) -> (Option<PropertyFile>, Vec<Diagnostic>) {
    let text = match text_file(path, "property file") {
        Ok(text) => text,
        Err(finding) => return (None, vec![finding]),
    };
    match date::formats::read(&shown(path), &text) {
        Ok(specification) => {
            let findings = date::validate::validate(&specification, &text);
            (Some(PropertyFile { sha256: instrument::plan::sha256(text.as_bytes()), specification }), findings)
        }
        Err(findings) => (None, findings),
    }
}

fn twice(file: &str) -> Diagnostic {
    about_file(file, "property-given-twice", format!("the property file `{file}` is given twice"))
}
