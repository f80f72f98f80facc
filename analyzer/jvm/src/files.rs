//! The files of folders and jars, read one after the other.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use crate::class_path_error::ClassPathError;

/// Largest file that is read, against archives that lie about sizes.
const MAX_BYTES: u64 = 64 << 20;

/// Calls `each` with the path (with `/`, from the entry on) and the bytes of every file of a folder
/// or jar that `wanted` accepts by its path, in order of the paths. An entry that is not there has
/// no files.
///
/// # Errors
/// [`ClassPathError::Unreadable`] where the entry or one of the files cannot be read.
pub fn each_file(
    entry: &Path,
    wanted: &dyn Fn(&str) -> bool,
    each: &mut dyn FnMut(&str, Vec<u8>),
) -> Result<(), ClassPathError> {
    let unreadable = |reason: String| ClassPathError::Unreadable {
        entry: entry.display().to_string(),
        reason,
    };

    if entry.is_dir() {
        let around: Vec<PathBuf> = entry.canonicalize().into_iter().collect();
        let folder = Folder {
            path: entry,
            below: "",
            around: &around,
        };
        return each_in_folder(&folder, wanted, each)
            .map_err(|error| unreadable(error.to_string()));
    }

    match File::open(entry) {
        Ok(file) => each_in_jar(file, wanted, each).map_err(|error| unreadable(error.to_string())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(unreadable(error.to_string())),
    }
}

/// A folder that is read.
struct Folder<'a> {
    path: &'a Path,
    /// Its path from the entry on; empty for the entry itself.
    below: &'a str,
    /// The folders around it and itself, without links.
    around: &'a [PathBuf],
}

fn each_in_folder(
    folder: &Folder<'_>,
    wanted: &dyn Fn(&str) -> bool,
    each: &mut dyn FnMut(&str, Vec<u8>),
) -> std::io::Result<()> {
    let mut entries = std::fs::read_dir(folder.path)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let below = if folder.below.is_empty() {
            name
        } else {
            format!("{}/{name}", folder.below)
        };
        // Links may lead nowhere, and back.
        let Ok(real) = entry.path().canonicalize() else {
            continue;
        };
        if !real.is_dir() {
            if wanted(&below) {
                each(&below, std::fs::read(&real)?);
            }
        } else if !folder.around.contains(&real) {
            let around = [folder.around, &[real]].concat();
            let inner = Folder {
                path: &entry.path(),
                below: &below,
                around: &around,
            };
            each_in_folder(&inner, wanted, each)?;
        }
    }

    Ok(())
}

fn each_in_jar(
    file: File,
    wanted: &dyn Fn(&str) -> bool,
    each: &mut dyn FnMut(&str, Vec<u8>),
) -> zip::result::ZipResult<()> {
    let mut zip = ZipArchive::new(BufReader::new(file))?;
    let names = zip
        .file_names()
        .filter_map(Result::ok)
        .map(std::borrow::Cow::into_owned);
    let mut names: Vec<String> = names
        .filter(|name| !name.ends_with('/') && wanted(name))
        .collect();
    names.sort();

    for name in names {
        let entry = zip.by_name(&name)?;
        let mut bytes = Vec::new();
        entry.take(MAX_BYTES).read_to_end(&mut bytes)?;
        each(&name, bytes);
    }

    Ok(())
}
