//! The output of weaving: a folder or a jar, written whole beside its place and then moved there.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::WeaveError;
use super::archive::Archive;
use super::input::Place;
use super::turn::{Turn, folder_of};

/// Files by name, in the order in which they are written.
pub type Files<'a> = Vec<(&'a str, Content<'a>)>;

/// The content of a file of the output.
#[derive(Debug, Clone, Copy)]
pub enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// A copy of a file of an input.
    Copied(&'a Place),
}

/// The jars that content is copied from.
#[derive(Default)]
struct Archives {
    open: BTreeMap<PathBuf, Archive>,
}

impl Archives {
    fn at(&mut self, path: &Path) -> std::io::Result<&mut Archive> {
        match self.open.entry(path.to_owned()) {
            Entry::Occupied(open) => Ok(open.into_mut()),
            Entry::Vacant(closed) => Ok(closed.insert(Archive::open(path)?)),
        }
    }
}

/// Returns whether the output is to be a jar, or the archive of a web application.
pub fn is_jar(path: &Path) -> bool {
    let is = |name: &str| {
        path.extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case(name))
    };
    is("jar") || is("war")
}

/// Writes files to a jar (a path that ends in `.jar` or `.war`) or a folder, replacing what is
/// there. Nothing half-written is left: the output appears when it is complete.
///
/// # Errors
/// A file cannot be written.
pub fn write(path: &Path, files: &Files<'_>) -> Result<(), WeaveError> {
    let failed = |source| WeaveError::Unwritable {
        path: path.to_owned(),
        source,
    };
    if is_jar(path) {
        write_jar(path, files).map_err(failed)
    } else {
        write_folder(path, files).map_err(failed)
    }
}

fn write_jar(path: &Path, files: &Files<'_>) -> std::io::Result<()> {
    let folder = folder_of(path);
    std::fs::create_dir_all(&folder)?;
    let mut temporary = tempfile::Builder::new()
        .prefix(".residua-")
        .tempfile_in(folder)?;
    fill_jar(temporary.as_file_mut(), files)?;
    set_readable(temporary.path())?;
    temporary.persist(path)?;
    Ok(())
}

/// The manifest comes first, as readers of jar streams expect it; times are fixed, so that equal
/// input gives equal bytes.
fn fill_jar(file: &mut File, files: &Files<'_>) -> std::io::Result<()> {
    let mut jar = ZipWriter::new(BufWriter::new(file));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let is_manifest = |name: &str| name == "META-INF/MANIFEST.MF";
    let (first, rest): (Vec<_>, Vec<_>) = files.iter().partition(|(name, _)| is_manifest(name));
    let mut archives = Archives::default();

    for (name, content) in first.into_iter().chain(rest) {
        if let Content::Copied(Place::Entry(from, number)) = content {
            archives.at(from)?.copy_raw(*number, name, &mut jar)?;
            continue;
        }
        jar.start_file((*name).to_owned(), options)?;
        match content {
            Content::Bytes(bytes) => jar.write_all(bytes)?,
            Content::Copied(Place::File(path)) => {
                _ = std::io::copy(&mut File::open(path)?, &mut jar)?
            }
            Content::Copied(Place::Entry(..)) => {}
        }
    }

    jar.finish()?.flush()
}

/// Temporary files are made for their owner alone.
#[cfg(unix)]
fn set_readable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_readable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

fn write_folder(path: &Path, files: &Files<'_>) -> std::io::Result<()> {
    let parent = folder_of(path);
    std::fs::create_dir_all(&parent)?;
    let temporary = tempfile::Builder::new()
        .prefix(".residua-")
        .tempdir_in(&parent)?;
    let complete = temporary.path().join("out");
    std::fs::create_dir(&complete)?;
    let mut archives = Archives::default();
    for (name, content) in files {
        write_file(&complete.join(name), *content, &mut archives)
            .map_err(|error| std::io::Error::new(error.kind(), format!("{name}: {error}")))?;
    }
    replace_folder(path, &complete, &temporary.path().join("old"))
}

/// Puts a folder in the place of another one, which is moved away; where that fails, it comes back.
fn replace_folder(path: &Path, complete: &Path, old: &Path) -> std::io::Result<()> {
    let _turn = Turn::wait(path);
    let replaces = path.exists();
    if replaces {
        std::fs::rename(path, old)?;
    }
    let moved = std::fs::rename(complete, path);
    if moved.is_err() && replaces {
        std::fs::rename(old, path)?;
    }
    moved
}

/// A file that is there already has a name that the file system does not tell from this one.
fn write_file(path: &Path, content: Content<'_>, archives: &mut Archives) -> std::io::Result<()> {
    if path.to_string_lossy().ends_with('/') {
        return std::fs::create_dir_all(path);
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }

    let mut file = File::create_new(path)?;
    match content {
        Content::Bytes(bytes) => file.write_all(bytes),
        Content::Copied(Place::File(from)) => {
            std::io::copy(&mut File::open(from)?, &mut file).map(drop)
        }
        Content::Copied(Place::Entry(from, number)) => {
            archives.at(from)?.copy_all(*number, &mut file)
        }
    }
}

/// The files of a folder by name below it.
///
/// # Errors
/// A file cannot be read.
pub fn read_back(root: &Path) -> std::io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path);
                continue;
            }
            let below = path.strip_prefix(root).unwrap_or(&path);
            let parts: Vec<_> = below
                .components()
                .map(|part| part.as_os_str().to_string_lossy())
                .collect();
            files.insert(parts.join("/"), std::fs::read(&path)?);
        }
    }

    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_written_at_the_same_time_are_not_mixed() {
        let base = tempfile::tempdir().unwrap();
        let out = base.path().join("out");
        std::thread::scope(|scope| {
            for writer in ["1", "2", "3"] {
                let out = &out;
                scope.spawn(move || {
                    let content = Content::Bytes(writer.as_bytes());
                    for _ in 0..100 {
                        write(out, &vec![("a", content), ("deep/b", content)]).unwrap();
                    }
                });
            }
        });
        let files = read_back(&out).unwrap();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["a", "deep/b"]);
        assert_eq!(files["a"], files["deep/b"]);
        assert_eq!(std::fs::read_dir(base.path()).unwrap().count(), 1);
    }

    #[test]
    fn folder_comes_back_where_nothing_can_be_put_in_its_place() {
        let base = tempfile::tempdir().unwrap();
        let (out, old) = (base.path().join("out"), base.path().join("old"));
        crate::weave::files::write_below(&out.join("a"), "old").unwrap();
        replace_folder(&out, &base.path().join("missing"), &old).unwrap_err();
        assert_eq!(std::fs::read_to_string(out.join("a")).unwrap(), "old");
        assert!(!old.exists());
    }
}
