//! Archives of residua for a platform: `residua-VERSION-TRIPLE.tar.gz`, or `.zip` for Windows.
//!
//! An archive has the command, its manual pages and completions, its licences, those of the crates
//! that it is made of, and a list of these crates in the format of CycloneDX. This is a program and
//! no shell script, since the tools for archives differ from system to system, and equal input must
//! give equal bytes on all of them.

mod archive;
mod build;
mod checksums;
mod content;
mod crates;
mod licences;
mod sbom;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Parser;

use archive::Format;
use crates::Crates;

/// The repository that this program was built in.
const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Makes `residua-VERSION-TRIPLE.tar.gz` (`.zip` for Windows), and puts its checksum into
/// `SHA256SUMS` beside it
#[derive(Debug, Parser)]
pub struct Release {
    /// The platform, as Rust names it: `x86_64-unknown-linux-gnu`
    #[arg(long, value_name = "TRIPLE")]
    pub target: String,
    /// The command for that platform. Without it cargo builds it
    #[arg(long, value_name = "FILE")]
    pub binary: Option<PathBuf>,
    /// A command that runs here, for manual pages and completions. Needed if you build for another
    /// system
    #[arg(long, value_name = "FILE")]
    pub runs_here: Option<PathBuf>,
    /// The folder of the archive and of `SHA256SUMS`
    #[arg(long, value_name = "DIR", default_value = "target/release-archives")]
    pub out: PathBuf,
}

impl Release {
    /// Makes the archive, and puts its checksum into `SHA256SUMS` beside it. Returns its path.
    ///
    /// # Errors
    /// The command cannot be built or run, or has another version than the repository. A file cannot
    /// be read or written.
    pub fn make(&self) -> Result<PathBuf> {
        let repository = Path::new(REPOSITORY);
        let crates = Crates::of(repository, &self.target)?;
        let seconds = build::seconds(repository)?;
        let binary = match &self.binary {
            Some(binary) => binary.clone(),
            None => build::build(repository, &self.target, &crates.target_folder, seconds)?,
        };

        let runs_here = self.runs_here.as_ref().unwrap_or(&binary);
        check_version(runs_here, &crates.root.version)?;
        let mut files = content::of_repository(repository)?;
        files.extend(content::printed(runs_here)?);
        files.push(content::command(&binary, &self.target)?);
        files.push(licences::page(&crates)?);
        files.push(licences::of_standard_library()?);
        files.push(sbom::document(&crates)?);

        let name = format!("residua-{}-{}", crates.root.version, self.target);
        let format = Format::of(&self.target);
        let bytes = archive::pack(&name, files, format, seconds)?;
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        let path = self.out.join(format!("{name}.{}", format.extension()));
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        checksums::write(&self.out)?;
        Ok(path)
    }
}

/// Compares the version that the command prints with that of the repository.
fn check_version(command: &Path, version: &str) -> Result<()> {
    let printed = content::output(command, &["--version"])?;
    let printed = String::from_utf8_lossy(&printed);
    ensure!(
        printed.trim() == format!("residua {version}"),
        "{} prints the version `{}`, but the repository has {version}: build it from this repository",
        command.display(),
        printed.trim()
    );
    Ok(())
}
