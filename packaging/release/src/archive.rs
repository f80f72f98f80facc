//! Archives with equal bytes for equal files: sorted, with one time and one owner.

use std::io::{Cursor, Write};

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{EntryType, Header};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::content::File;

/// The format of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A compressed tar.
    TarGz,
    /// A zip, for Windows.
    Zip,
}

impl Format {
    /// The format for a platform.
    pub fn of(target: &str) -> Self {
        if target.contains("windows") {
            Format::Zip
        } else {
            Format::TarGz
        }
    }

    /// The end of the archive's name.
    pub fn extension(self) -> &'static str {
        match self {
            Format::TarGz => "tar.gz",
            Format::Zip => "zip",
        }
    }
}

/// Packs files into a folder of an archive. A tar has the given time, in seconds since 1970. A zip
/// has the first time that it can say: it knows no time zones.
///
/// # Errors
/// A path is too long for the format.
pub fn pack(folder: &str, mut files: Vec<File>, format: Format, seconds: u64) -> Result<Vec<u8>> {
    files.sort_by(|a, b| a.path.cmp(&b.path));
    match format {
        Format::TarGz => tar_gz(folder, &files, seconds),
        Format::Zip => zip(folder, &files),
    }
}

fn mode(file: &File) -> u32 {
    if file.is_executable { 0o755 } else { 0o644 }
}

fn tar_gz(folder: &str, files: &[File], seconds: u64) -> Result<Vec<u8>> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for file in files {
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_size(file.bytes.len() as u64);
        header.set_mode(mode(file));
        header.set_mtime(seconds);
        header.set_uid(0);
        header.set_gid(0);
        archive.append_data(&mut header, format!("{folder}/{}", file.path), &*file.bytes)?;
    }
    Ok(archive.into_inner()?.finish()?)
}

fn zip(folder: &str, files: &[File]) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(mode(file));
        archive.start_file(format!("{folder}/{}", file.path), options)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Vec<File> {
        let file = |name: &&str| File::new(*name, name.as_bytes());
        names.iter().map(file).collect()
    }

    #[test]
    fn order_of_files_does_not_matter() {
        for format in [Format::TarGz, Format::Zip] {
            let packed = |names| pack("residua", files(names), format, 5).unwrap();
            assert_eq!(packed(&["b", "a/c"]), packed(&["a/c", "b"]), "{format:?}");
            assert_ne!(packed(&["b"]), packed(&["c"]), "{format:?}");
        }
    }

    #[test]
    fn windows_gets_a_zip() {
        assert_eq!(Format::of("x86_64-pc-windows-msvc").extension(), "zip");
        assert_eq!(Format::of("aarch64-apple-darwin").extension(), "tar.gz");
    }
}
