//! Source trees.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use text::Diagnostic;
use walkdir::WalkDir;

use super::{missing_from_here, other_languages, shown};
use crate::failure::{Rejected, about_file};

/// A Java source file, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The folder it was found below, as the user gave it.
    pub root: String,
    /// Path below the root, with `/`.
    pub path: String,
    /// Its bytes, whatever they are.
    pub bytes: Vec<u8>,
}

/// Reads every `*.java` file below the folders `roots`, in the order of the roots, and of the paths
/// below each, but for the files and folders `left_out`. Links are followed.
///
/// # Errors
/// A root that does not exist, is no folder, holds no sources of any language or overlaps another
/// one; what is left out and does not exist; what cannot be read.
pub fn read(roots: &[PathBuf], left_out: &[PathBuf]) -> Result<Vec<SourceFile>> {
    let wrong = roots.iter().filter_map(|root| unusable(root));
    let absent = left_out
        .iter()
        .filter(|path| !path.exists())
        .map(|path| missing_from_here(path, "source that is left out"));
    let wrong: Vec<Diagnostic> = wrong.chain(absent).collect();

    if !wrong.is_empty() {
        return Err(Rejected(wrong).into());
    }

    refuse_overlaps(roots)?;
    let left_out: Vec<PathBuf> = left_out
        .iter()
        .map(|path| path.canonicalize())
        .collect::<std::io::Result<_>>()?;
    let mut files = Vec::new();

    for root in roots {
        let below = read_root(root, &left_out)?;
        if below.is_empty() && !other_languages::are_below(root) {
            return Err(Rejected::from(without_sources(root)).into());
        }
        files.extend(below);
    }

    Ok(files)
}

/// Refuses a root that does not exist, or that is a file.
///
/// # Errors
/// That it is so.
pub fn refuse_unusable(root: &Path) -> Result<(), Diagnostic> {
    unusable(root).map_or(Ok(()), Err)
}

fn unusable(root: &Path) -> Option<Diagnostic> {
    if !root.exists() {
        return Some(missing_from_here(root, "source folder"));
    }
    if root.is_dir() {
        return None;
    }
    let file = shown(root);
    let diagnostic = about_file(
        &file,
        "no-folder",
        format!("the source folder `{file}` is a file"),
    );
    Some(diagnostic.with_help("give the folder that its package starts in"))
}

/// A file below two roots would be two declarations of one class.
fn refuse_overlaps(roots: &[PathBuf]) -> Result<()> {
    let real: Vec<PathBuf> = roots
        .iter()
        .map(|root| root.canonicalize())
        .collect::<std::io::Result<_>>()?;

    for (i, inner) in real.iter().enumerate() {
        let Some(outer) = real
            .iter()
            .enumerate()
            .position(|(j, outer)| i != j && inner.starts_with(outer))
        else {
            continue;
        };
        let (inner, outer) = (shown(&roots[i]), shown(&roots[outer]));
        let message =
            format!("the source folder `{inner}` lies within the source folder `{outer}`");
        let diagnostic = about_file(&inner, "overlapping-sources", message);
        return Err(Rejected::from(
            diagnostic.with_help("every file must be below one source folder"),
        )
        .into());
    }

    Ok(())
}

/// Folders whose sources are all of other languages, without class files.
pub fn without_classes(roots: &[PathBuf]) -> Rejected {
    let file = roots.first().map(|root| shown(root)).unwrap_or_default();
    let message = format!("there are no Java sources below `{file}`, and no class files are given");
    let finding = about_file(&file, "no-sources", message);
    let help = "compile the program, and give the folder of its class files with `--classes DIR`";
    finding.with_help(help).into()
}

fn without_sources(root: &Path) -> Diagnostic {
    let file = shown(root);
    about_file(
        &file,
        "no-sources",
        format!("there are no Java sources below `{file}`"),
    )
    .with_help("expected files called `*.java`")
}

fn read_root(root: &Path, left_out: &[PathBuf]) -> Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(root).follow_links(true) {
        let entry = match entry {
            Err(error) if is_harmless(&error) => continue,
            entry => entry
                .with_context(|| format!("cannot read the source folder `{}`", root.display()))?,
        };
        if entry.file_type().is_file()
            && is_java(entry.path())
            && !is_left_out(entry.path(), left_out)?
        {
            files.push(read_file(root, entry.path())?);
        }
    }

    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Returns whether a file is one of these, or in one of them.
fn is_left_out(file: &Path, left_out: &[PathBuf]) -> Result<bool> {
    if left_out.is_empty() {
        return Ok(false);
    }
    let file = file
        .canonicalize()
        .with_context(|| format!("cannot read the source `{}`", file.display()))?;
    Ok(left_out.iter().any(|path| file.starts_with(path)))
}

/// A link back to a folder that is being read, or a link to nothing (itself included) that is no
/// source.
fn is_harmless(error: &walkdir::Error) -> bool {
    error.loop_ancestor().is_some()
        || error
            .path()
            .is_some_and(|path| !is_java(path) && leads_nowhere(path))
}

fn leads_nowhere(path: &Path) -> bool {
    let denied = |error: std::io::Error| error.kind() == std::io::ErrorKind::PermissionDenied;
    path.is_symlink() && std::fs::metadata(path).is_err_and(|error| !denied(error))
}

fn is_java(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "java")
}

fn read_file(root: &Path, path: &Path) -> Result<SourceFile> {
    let bytes = std::fs::read(path)
        .with_context(|| format!("cannot read the source `{}`", path.display()))?;
    let below = path.strip_prefix(root).unwrap_or(path);
    let names: Vec<_> = below
        .components()
        .map(|name| name.as_os_str().to_string_lossy())
        .collect();
    Ok(SourceFile {
        root: shown(root),
        path: names.join("/"),
        bytes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    fn code(error: &anyhow::Error) -> &str {
        &error.downcast_ref::<Rejected>().expect("a finding").0[0].code
    }

    #[test]
    fn files_come_in_the_order_of_their_paths() {
        let folder = tree(&[
            ("b/Z.java", "z"),
            ("b/A.java", "a"),
            ("a.java", "x"),
            ("note.txt", "no source"),
        ]);
        let files = read(&[folder.path().to_owned()], &[]).unwrap();
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["a.java", "b/A.java", "b/Z.java"]);
        assert_eq!(files[2].bytes, b"z");
    }

    #[cfg(unix)]
    #[test]
    fn links_to_nothing_matter_for_sources_alone() {
        let folder = tree(&[("A.java", "")]);
        let link =
            |name: &str| std::os::unix::fs::symlink("nowhere", folder.path().join(name)).unwrap();
        link("notes");
        std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
        assert_eq!(read(&[folder.path().to_owned()], &[]).unwrap().len(), 1);
        link("B.java");
        assert!(read(&[folder.path().to_owned()], &[]).is_err());
    }

    #[test]
    fn overlapping_roots_are_refused() {
        let folder = tree(&[("main/A.java", "")]);
        let roots = [folder.path().to_owned(), folder.path().join("main")];
        assert_eq!(code(&read(&roots, &[]).unwrap_err()), "overlapping-sources");
        assert_eq!(
            code(&read(&[roots[1].clone(), roots[1].clone()], &[]).unwrap_err()),
            "overlapping-sources"
        );
    }

    #[test]
    fn what_is_left_out_is_not_read() {
        let folder = tree(&[
            ("a/A.java", ""),
            ("a/B.java", ""),
            ("b/A.java", ""),
            ("ab/A.java", ""),
        ]);
        let path = |name: &str| folder.path().join(name);
        let files = read(
            &[folder.path().to_owned()],
            &[path("a/../a/B.java"), path("b")],
        )
        .unwrap();
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["a/A.java", "ab/A.java"]);
        assert_eq!(
            code(&read(&[folder.path().to_owned()], &[path("c")]).unwrap_err()),
            "no-such-path"
        );
    }

    #[test]
    fn folder_without_sources_is_refused() {
        let folder = tree(&[("note.txt", "")]);
        assert_eq!(
            code(&read(&[folder.path().to_owned()], &[]).unwrap_err()),
            "no-sources"
        );
    }

    #[test]
    fn file_in_the_place_of_a_folder_is_refused() {
        let folder = tree(&[("A.java", "")]);
        assert_eq!(
            code(&read(&[folder.path().join("A.java")], &[]).unwrap_err()),
            "no-folder"
        );
    }
}
