//! Programs from the source packages of the distribution.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};

use crate::programs::{Places, Program};

/// Releases whose source packages hold the versions of the table.
const RELEASES: &str = "bookworm bookworm-updates trixie";

/// Fetches the archive of a program where it is not there yet, checks it, and unpacks the sources.
pub fn fetch(places: &Places, program: &Program) -> Result<()> {
    let archives = places.corpus.join(".archives");
    fs::create_dir_all(&archives)?;
    let archive = archives.join(&program.archive);
    if !archive.exists() {
        // The description and the patches of the package may be gone where the archive is not.
        let downloaded = download(&Lists::ready(&places.corpus)?, &archives, program);
        downloaded.or_else(|error| if archive.exists() { Ok(()) } else { Err(error) })?;
    }

    let sum = format!("{:x}", Sha256::digest(fs::read(&archive)?));
    ensure!(
        sum == program.sha256,
        "{} has another checksum than in the table: {sum}",
        archive.display()
    );

    unpack(places, program, &archive)
}

/// Lists of source packages in a folder of their own: those of the system stay as they are.
struct Lists {
    folder: PathBuf,
}

impl Lists {
    fn ready(corpus: &Path) -> Result<Lists> {
        let lists = Lists {
            folder: corpus.join(".apt"),
        };
        let sources = lists.folder.join("corpus.sources");

        if !sources.exists() {
            fs::create_dir_all(lists.folder.join("lists/partial"))?;
            let (archive, key) = (
                system_archive()?,
                "/usr/share/keyrings/debian-archive-keyring.gpg",
            );
            let text = format!(
                "Types: deb-src\nURIs: {archive}\nSuites: {RELEASES}\nComponents: main\nSigned-By: {key}\n\n\
                 Types: deb-src\nURIs: {archive}-security\nSuites: bookworm-security\nComponents: main\nSigned-By: {key}\n"
            );
            fs::write(&sources, text)?;
            run(lists.apt().arg("update"))?;
        }

        Ok(lists)
    }

    fn apt(&self) -> Command {
        let mut apt = Command::new("apt-get");
        apt.arg("-qq");
        for (option, path) in [
            ("Dir::Etc::SourceList", "none"),
            ("Dir::Etc::SourceParts", ""),
            ("Dir::State::Lists", "lists"),
        ] {
            apt.arg("-o")
                .arg(format!("{option}={}", self.folder.join(path).display()));
        }
        apt
    }
}

/// Returns the address of the archive of the system's own packages.
fn system_archive() -> Result<String> {
    let files = [
        "/etc/apt/sources.list.d/debian.sources",
        "/etc/apt/sources.list",
    ];
    let texts: Vec<String> = files
        .iter()
        .filter_map(|file| fs::read_to_string(file).ok())
        .collect();
    let uri = |line: &str| {
        let mut words = line.split_whitespace();
        matches!(words.next(), Some("URIs:" | "deb"))
            .then(|| words.find(|word| word.contains("://")))
            .flatten()
            .map(str::to_owned)
    };

    let found = texts.iter().flat_map(|text| text.lines()).find_map(uri);
    found.context("no source of packages is configured: the programs come as source packages of Debian, by apt-get")
}

fn download(lists: &Lists, archives: &Path, program: &Program) -> Result<()> {
    run(lists
        .apt()
        .args(["source", "--download-only", "--only-source"])
        .arg(&program.package)
        .current_dir(archives))
}

/// The folder of what a program reads from its class path besides classes, unpacked where it is not
/// there yet: the files below its roots that are no sources, at the paths that they have there.
/// Lists of services of several roots are joined.
pub fn resources(places: &Places, program: &Program) -> Result<PathBuf> {
    let folder = places.corpus.join(".resources").join(&program.name);
    if folder.is_dir() {
        return Ok(folder);
    }

    let whole = places.corpus.join(".unpacked").join(&program.name);
    extract(
        &places.corpus.join(".archives").join(&program.archive),
        &whole,
    )?;
    fs::create_dir_all(&folder)?;

    for root in program.roots.iter().chain(&program.resources) {
        for root in glob::glob(&whole.join(root).to_string_lossy())? {
            let root = root?;
            for file in files(&root, |path| path.extension().is_none_or(|e| e != "java"))? {
                join_to(&file, &folder.join(file.strip_prefix(&root)?))?;
            }
        }
    }

    fs::remove_dir_all(&whole)?;
    Ok(folder)
}

/// Unpacks the archive, and keeps the sources below the roots, without tests.
fn unpack(places: &Places, program: &Program, archive: &Path) -> Result<()> {
    let whole = places.corpus.join(".unpacked").join(&program.name);
    extract(archive, &whole)?;
    let folder = places.sources(&program.name);
    let _ = fs::remove_dir_all(&folder);

    for root in &program.roots {
        for root in glob::glob(&whole.join(root).to_string_lossy())? {
            for file in files(&root?, |path| path.extension().is_some_and(|e| e == "java"))? {
                let below = file.strip_prefix(&whole)?;
                if !is_test(below) {
                    move_to(&file, &folder.join(below))?;
                }
            }
        }
    }

    fs::remove_dir_all(&whole)?;
    Ok(())
}

/// Unpacks an archive into a folder of its own, which is emptied.
pub fn extract(archive: &Path, whole: &Path) -> Result<()> {
    let _ = fs::remove_dir_all(whole);
    fs::create_dir_all(whole)?;
    run(Command::new("tar")
        .arg("-xf")
        .arg(archive)
        .arg("-C")
        .arg(whole)
        .arg("--strip-components=1"))
}

/// The files below a folder that are wanted.
fn files(folder: &Path, is_wanted: fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder) {
        let path = entry?.into_path();
        if path.is_file() && is_wanted(&path) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Moves a file, or adds it to the one that is there.
fn join_to(file: &Path, kept: &Path) -> Result<()> {
    if !kept.exists() {
        return move_to(file, kept);
    }
    let mut joined = fs::read(kept)?;
    joined.push(b'\n');
    joined.extend(fs::read(file)?);
    Ok(fs::write(kept, joined)?)
}

fn move_to(file: &Path, kept: &Path) -> Result<()> {
    fs::create_dir_all(kept.parent().context("a folder")?)?;
    Ok(fs::rename(file, kept)?)
}

fn is_test(path: &Path) -> bool {
    let path = format!("/{}", path.display());
    let parts = [
        "/test/",
        "/tests/",
        "/src/test",
        "/samples/",
        "/test-framework/",
    ];
    parts.iter().any(|part| path.contains(part))
}

fn run(command: &mut Command) -> Result<()> {
    let output = command
        .output()
        .with_context(|| format!("{:?}", command.get_program()))?;
    if !output.status.success() {
        bail!(
            "{command:?}: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(())
}
