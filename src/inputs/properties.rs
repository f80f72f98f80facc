//! Property files.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use date::model::Specification;
use languages::{EXTENSIONS, Fidelity, Reading};
use plan::{ImportedFile, sha256};
use text::{Diagnostic, Severity};

use super::{shown, text_file};
use crate::failure::{Rejected, about_file};

/// A property file, read.
#[derive(Debug)]
pub struct PropertyFile {
    /// Its text.
    pub text: String,
    /// Hash of its bytes, as plans record it.
    pub sha256: String,
    /// The files that it imports, each once.
    pub imported: Vec<ImportedFile>,
    /// Its contents; [`Specification::file`] is the path as given.
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

/// Reads and validates every file of [`all_files`].
///
/// # Errors
/// Everything that was found in all files, if one of them cannot be read, is given twice, or has
/// errors; folders without property files.
pub fn read(paths: &[PathBuf], fidelity: Fidelity) -> Result<Properties, Rejected> {
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
    let (all, mut findings) = all_files(paths);

    for path in &all {
        if !seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            findings.push(twice(&shown(path)));
            continue;
        }
        let (file, found) = read_one(path, fidelity);
        files.extend(file);
        findings.extend(found);
    }

    if findings
        .iter()
        .any(|finding| finding.severity == Severity::Error)
    {
        return Err(Rejected(findings));
    }
    Ok(Properties { files, findings })
}

/// The files, and in the place of a folder the property files directly in it, by their names; and
/// what is wrong with folders.
pub fn all_files(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let (mut files, mut findings) = (Vec::new(), Vec::new());
    for path in paths {
        match in_folder(path) {
            Ok(found) => files.extend(found),
            Err(finding) => findings.push(finding),
        }
    }
    (files, findings)
}

/// Reads and validates one file: what it says, if it can be read at all, and all findings.
pub fn read_one(path: &Path, fidelity: Fidelity) -> (Option<PropertyFile>, Vec<Diagnostic>) {
    let text = match text_file(path, "property file") {
        Ok(text) => text,
        Err(finding) => return (None, vec![finding]),
    };
    let imported = RefCell::new(Vec::new());
    let beside = |name: &str| {
        let text = named_in(path, name)?;
        let (file, sha256) = (shown(&place_of(path, name)), sha256(text.as_bytes()));
        imported.borrow_mut().push(ImportedFile { file, sha256 });
        Ok(text)
    };

    match languages::read_with(&shown(path), &text, fidelity, &beside) {
        Ok(Reading {
            specification,
            findings,
        }) => {
            let findings = [
                findings,
                languages::validate::validate(&specification, &text),
            ]
            .concat();
            let sha256 = sha256(text.as_bytes());
            let mut imported = imported.take();
            imported.sort_by(|a, b| a.file.cmp(&b.file));
            imported.dedup();
            (
                Some(PropertyFile {
                    text,
                    sha256,
                    imported,
                    specification,
                }),
                findings,
            )
        }
        Err(findings) => (None, findings),
    }
}

/// The text of a file that a property file names, relative to that; the error says why there is
/// none.
pub fn named_in(property: &Path, name: &str) -> Result<String, String> {
    std::fs::read_to_string(place_of(property, name)).map_err(|error| error.to_string())
}

fn place_of(property: &Path, name: &str) -> PathBuf {
    property.parent().unwrap_or(Path::new("")).join(name)
}

/// The path itself unless it is a folder.
fn in_folder(path: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }

    let unreadable = |error: std::io::Error| {
        about_file(
            &shown(path),
            "unreadable",
            format!(
                "cannot read the folder of properties `{}`: {error}",
                shown(path)
            ),
        )
    };

    let mut files = Vec::new();
    for entry in path.read_dir().map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let extension = file.extension().and_then(|extension| extension.to_str());
        if extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) && file.is_file() {
            files.push(file);
        }
    }

    files.sort();
    if files.is_empty() {
        let known = EXTENSIONS
            .map(|extension| format!("`.{extension}`"))
            .join(", ");
        let message = format!("there are no property files in `{}`", shown(path));
        let finding = about_file(&shown(path), "no-properties", message);
        Err(finding.with_help(format!("the names of property files end in {known}")))
    } else {
        Ok(files)
    }
}

fn twice(file: &str) -> Diagnostic {
    about_file(
        file,
        "property-given-twice",
        format!("the property file `{file}` is given twice"),
    )
    .with_help("name each file once, or its folder alone")
}
