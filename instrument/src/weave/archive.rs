//! Jars as inputs, which anyone may have made: no entry leads out of them, and none is taken to
//! memory whole that need not be.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Error, Read, Result, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use zip::ZipArchive;
use zip::result::ZipError;

/// The most that a jar may grow as a folder, as a multiple of its own size, above [`HARMLESS`].
/// Class files and texts shrink to a third or so.
const LARGEST_RATIO: u64 = 100;
/// The bytes that may be written of one entry in any case.
const HARMLESS: u64 = 64 << 20;

/// An open jar.
pub struct Archive {
    path: PathBuf,
    zip: ZipArchive<BufReader<File>>,
    /// Size of the jar in bytes.
    size: u64,
    /// The bytes that have been inflated so far.
    inflated: u64,
}

impl Archive {
    /// Opens a jar.
    ///
    /// # Errors
    /// A file that cannot be read or is no jar, or whose entries share bytes: few bytes would
    /// become many files.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        let mut zip = ZipArchive::new(BufReader::new(file)).map_err(no_jar)?;
        if zip.has_overlapping_files().map_err(no_jar)? {
            return Err(Error::other("no jar: entries share bytes"));
        }
        Ok(Archive {
            path: path.to_owned(),
            zip,
            size,
            inflated: 0,
        })
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.zip.len()
    }

    /// The name of an entry; that of a folder ends in `/`.
    ///
    /// # Errors
    /// A name that is no path below a folder, on any system.
    pub fn name(&mut self, number: usize) -> Result<String> {
        let entry = self.zip.by_index_raw(number).map_err(no_jar)?;
        let name = entry.name().map_err(no_jar)?.to_string();
        if !is_below(name.trim_end_matches('/')) {
            return Err(Error::other(format!(
                "the entry `{}` leads out of the jar",
                name.escape_debug()
            )));
        }
        Ok(name)
    }

    /// The content of an entry.
    ///
    /// # Errors
    /// The entry cannot be read, is larger than `most` bytes, or is too large for the jar.
    pub fn read(&mut self, number: usize, most: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.copy(number, most, &mut bytes)?;
        Ok(bytes)
    }

    /// Copies the content of an entry, of whatever size the jar allows for.
    ///
    /// # Errors
    /// As [`Archive::read`].
    pub fn copy_all(&mut self, number: usize, to: &mut dyn Write) -> Result<()> {
        self.copy(number, u64::MAX, to)
    }

    fn copy(&mut self, number: usize, most: u64, to: &mut dyn Write) -> Result<()> {
        let room = (self.size.saturating_mul(LARGEST_RATIO))
            .max(HARMLESS)
            .saturating_sub(self.inflated);
        let mut entry = self.zip.by_index(number).map_err(no_jar)?;
        let name = format!(
            "the entry `{}`",
            entry.name().map_err(no_jar)?.escape_debug()
        );
        let limit = most.min(room);
        let copied = std::io::copy(&mut (&mut entry).take(limit.saturating_add(1)), to)
            .map_err(|error| Error::new(error.kind(), format!("{name}: {error}")))?;
        self.inflated += copied;

        match copied > limit {
            true if limit == most => Err(too_large(&name, most)),
            true => Err(Error::other(format!(
                "{name} makes the jar more than {LARGEST_RATIO} times as large as it is"
            ))),
            false => Ok(()),
        }
    }

    /// Copies an entry to another jar as it is, without inflating it.
    ///
    /// # Errors
    /// The entry cannot be read or written.
    pub fn copy_raw<W: Write + Seek>(
        &mut self,
        number: usize,
        name: &str,
        to: &mut zip::ZipWriter<W>,
    ) -> Result<()> {
        let entry = self.zip.by_index_raw(number).map_err(no_jar)?;
        to.raw_copy_file_rename(entry, name).map_err(Error::from)
    }

    /// A name that several entries have.
    ///
    /// # Errors
    /// The jar cannot be read.
    pub fn duplicate(&self) -> Result<Option<String>> {
        if !self.zip.has_duplicate_names() {
            return Ok(None);
        }

        let start = self.zip.central_directory_start();
        let mut reader = BufReader::new(File::open(&self.path)?);
        reader.seek(SeekFrom::Start(start))?;
        let mut names = BTreeSet::new();

        while let Some(name) = next_in_directory(&mut reader)? {
            if let Some(twice) = names.replace(name) {
                return Ok(Some(
                    String::from_utf8_lossy(&twice).escape_debug().to_string(),
                ));
            }
        }

        Ok(None)
    }
}

/// The name in the next header of a central directory (APPNOTE 4.3.12); `None` behind the last one.
fn next_in_directory(reader: &mut impl Read) -> Result<Option<Vec<u8>>> {
    let mut header = [0; 46];
    reader.read_exact(&mut header)?;
    if header[..4] != *b"PK\x01\x02" {
        return Ok(None);
    }
    let length = |at: usize| u64::from(u16::from_le_bytes([header[at], header[at + 1]]));
    let mut name = vec![0; length(28) as usize];
    reader.read_exact(&mut name)?;
    std::io::copy(
        &mut reader.take(length(30) + length(32)),
        &mut std::io::sink(),
    )?;
    Ok(Some(name))
}

/// Returns whether a name is a path of plain parts: not absolute, and without parts that some
/// system reads in another way.
fn is_below(name: &str) -> bool {
    let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    let is_drive = name.as_bytes().get(1) == Some(&b':');
    !name.contains(['\\', '\0']) && !is_drive && name.split('/').all(is_plain)
}

fn no_jar(error: ZipError) -> Error {
    match error {
        ZipError::Io(error) => error,
        error => Error::other(format!("no jar: {error}")),
    }
}

/// An error that says that something has more bytes than it may.
pub fn too_large(what: &str, most: u64) -> Error {
    Error::other(format!(
        "{what} has more than {} MiB, which is no class file",
        most >> 20
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_paths_below() {
        for good in [
            "a",
            "a/b.class",
            "META-INF/versions/9/a",
            "..a/b..",
            "a:b/c",
        ] {
            assert_eq!(is_below(good), good != "a:b/c", "{good}");
        }
        for bad in [
            "", "/a", "a//b", "../a", "a/../b", "a/.", "C:/a", "a\\b", "a\0b",
        ] {
            assert!(!is_below(bad), "{bad:?}");
        }
    }
}
