//! Files that appear whole or not at all: a set of them, or one.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use instrument::weave::Turn;
use tempfile::TempDir;

use crate::interrupt;

/// Writes one file with the bytes that `content` gives, whole or not at all.
///
/// # Errors
/// The file cannot be written; what was there stays.
pub fn write_file(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<()> {
    interrupt::whole(|| write_meanwhile(path, content))
}

/// Writes one file as [`write_file`] does, within work that is whole already.
///
/// # Errors
/// The file cannot be written; what was there stays.
pub fn write_meanwhile(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<()> {
    let writing = || format!("cannot write `{}`", path.display());
    let output = std::path::absolute(path).with_context(writing)?;
    let folder = output.parent().unwrap_or(Path::new("."));
    let write = || {
        let staging = tempfile::tempdir_in(folder)?;
        let staged = staging.path().join("file");
        let mut buffer = BufWriter::new(File::create(&staged)?);
        content(&mut buffer)?;
        buffer.flush()?;
        fs::rename(&staged, &output)
    };
    write().with_context(writing)
}

/// Files to be written into one folder, by name.
#[derive(Debug, Default)]
pub struct FileSet {
    files: BTreeMap<String, Vec<u8>>,
}

impl FileSet {
    /// Adds a file; `name` has no folders in it. A second file of one name replaces the first.
    pub fn add(&mut self, name: &str, content: impl Into<Vec<u8>>) {
        self.files.insert(name.to_owned(), content.into());
    }

    /// The names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The files, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files
            .iter()
            .map(|(name, content)| (name.as_str(), content.as_slice()))
    }

    /// Writes all files into `folder`, which is made if it is not there. Files of other names that
    /// are there stay.
    ///
    /// The files are written into a temporary folder beside their place and then moved. Where one
    /// cannot be moved, those moved before it go and what they replaced comes back, so that the
    /// folder holds the old set or the new one. Processes that write into one folder at the same
    /// time move their files one after the other.
    pub fn write(&self, folder: &Path) -> Result<()> {
        interrupt::whole(|| self.replace(folder))
    }

    fn replace(&self, folder: &Path) -> Result<()> {
        let writing = || format!("cannot write into `{}`", folder.display());
        let staging = staging_folder(folder).with_context(writing)?;
        for (name, content) in &self.files {
            fs::write(staging.path().join(name), content).with_context(writing)?;
        }
        let _turn = Turn::wait(folder);
        if folder.exists() {
            return self.move_into(&staging, folder).with_context(writing);
        }
        fs::rename(staging.path(), folder).with_context(writing)?;
        let _moved = staging.keep();
        Ok(())
    }

    fn move_into(&self, staging: &TempDir, folder: &Path) -> Result<()> {
        let replaced = tempfile::tempdir_in(staging.path())?;
        let mut done = Moves {
            folder,
            replaced: replaced.path(),
            moved: Vec::new(),
        };
        for name in self.files.keys() {
            if let Err(error) = done.replace(&staging.path().join(name), name) {
                done.undo();
                return Err(error).with_context(|| format!("cannot replace `{name}`"));
            }
        }
        Ok(())
    }
}

/// Moves that can be undone.
struct Moves<'a> {
    folder: &'a Path,
    /// The folder in which the files from before wait.
    replaced: &'a Path,
    moved: Vec<&'a str>,
}

impl<'a> Moves<'a> {
    fn replace(&mut self, from: &Path, name: &'a str) -> std::io::Result<()> {
        let to = self.folder.join(name);
        if to.is_dir() {
            return Err(std::io::ErrorKind::IsADirectory.into());
        }
        if to.exists() {
            fs::rename(&to, self.replaced.join(name))?;
        }
        self.moved.push(name);
        fs::rename(from, to)
    }

    /// Best effort: what fails here failed before.
    fn undo(&self) {
        for name in &self.moved {
            let (to, before) = (self.folder.join(name), self.replaced.join(name));
            let _ = if before.exists() {
                fs::rename(before, to)
            } else {
                fs::remove_file(to)
            };
        }
    }
}

/// A temporary folder on the file system of `folder`: inside it if it is there (it may be a mount
/// point), beside it otherwise.
fn staging_folder(folder: &Path) -> std::io::Result<TempDir> {
    let place = if folder.is_dir() {
        folder.to_owned()
    } else {
        let parent = folder
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        parent.map_or_else(|| PathBuf::from("."), Path::to_owned)
    };
    fs::create_dir_all(&place)?;
    let staging = tempfile::Builder::new()
        .prefix(".residua-")
        .tempdir_in(place)?;
    share(&staging)?;
    Ok(staging)
}

/// Temporary folders are private; what the user gets is as any folder made by the user.
#[cfg(unix)]
fn share(staging: &TempDir) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let probe = staging.path().join("mode");
    fs::create_dir(&probe)?;
    let mode = fs::metadata(&probe)?.permissions().mode();
    fs::remove_dir(&probe)?;
    fs::set_permissions(staging.path(), fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn share(_staging: &TempDir) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(files: &[(&str, &str)]) -> FileSet {
        let mut set = FileSet::default();
        files
            .iter()
            .for_each(|(name, content)| set.add(name, *content));
        set
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = entries.collect();
        names.sort();
        names
    }

    #[test]
    fn folder_is_made_with_all_files_in_it_and_nothing_beside_it() {
        let base = tempfile::tempdir().unwrap();
        let out = base.path().join("deep/out");
        set(&[("a", "1"), ("b", "2")]).write(&out).unwrap();
        assert_eq!(names(&out), ["a", "b"]);
        assert_eq!(names(&base.path().join("deep")), ["out"]);
    }

    #[test]
    fn files_of_others_stay_and_own_ones_are_replaced() {
        let out = tempfile::tempdir().unwrap();
        fs::write(out.path().join("mine"), "x").unwrap();
        fs::write(out.path().join("a"), "old").unwrap();
        set(&[("a", "new")]).write(out.path()).unwrap();
        assert_eq!(names(out.path()), ["a", "mine"]);
        assert_eq!(fs::read_to_string(out.path().join("a")).unwrap(), "new");
    }

    #[test]
    fn failure_brings_back_what_was_there() {
        let out = tempfile::tempdir().unwrap();
        fs::write(out.path().join("a"), "old").unwrap();
        fs::create_dir(out.path().join("c")).unwrap();
        let error = set(&[("a", "new"), ("b", "new"), ("c", "new")])
            .write(out.path())
            .unwrap_err();
        assert!(
            format!("{error:#}").contains("cannot replace `c`"),
            "{error:#}"
        );
        assert_eq!(names(out.path()), ["a", "c"]);
        assert_eq!(fs::read_to_string(out.path().join("a")).unwrap(), "old");
    }

    #[test]
    fn sets_written_at_the_same_time_are_not_mixed() {
        let base = tempfile::tempdir().unwrap();
        let out = base.path().join("out");
        std::thread::scope(|scope| {
            for writer in ["1", "2", "3"] {
                let out = &out;
                scope.spawn(move || {
                    for _ in 0..100 {
                        // Below what keeps the threads of one process apart, as another process
                        // would.
                        set(&[("a", writer), ("b", writer), ("c", writer)])
                            .replace(out)
                            .unwrap();
                    }
                });
            }
        });
        assert_eq!(names(&out), ["a", "b", "c"]);
        let contents = ["a", "b", "c"].map(|name| fs::read_to_string(out.join(name)).unwrap());
        assert!(
            contents.iter().all(|content| *content == contents[0]),
            "{contents:?}"
        );
        assert_eq!(names(base.path()), ["out"]);
    }

    #[test]
    fn file_in_the_place_of_the_folder_is_an_error() {
        let base = tempfile::tempdir().unwrap();
        let out = base.path().join("out");
        fs::write(&out, "a file").unwrap();
        assert!(set(&[("a", "1")]).write(&out).is_err());
        assert_eq!(fs::read_to_string(&out).unwrap(), "a file");
        assert_eq!(names(base.path()), ["out"]);
    }
}
