//! The files of an archive.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use walkdir::WalkDir;

/// The files of the repository that go into an archive as they are.
const COPIED: [&str; 4] = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// The shells, each with the name by which it looks for completions.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "residua.bash"),
    ("elvish", "residua.elv"),
    ("fish", "residua.fish"),
    ("powershell", "_residua.ps1"),
    ("zsh", "_residua"),
];

/// A file of an archive.
#[derive(Debug)]
pub struct File {
    /// The path below the folder of the archive, with `/`.
    pub path: String,
    /// The content.
    pub bytes: Vec<u8>,
    /// Says whether it is a program.
    pub is_executable: bool,
}

impl File {
    /// A file that is no program.
    pub fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        File {
            path: path.into(),
            bytes: bytes.into(),
            is_executable: false,
        }
    }
}

/// The name of the command on a platform.
pub fn command_name(target: &str) -> &'static str {
    if target.contains("windows") {
        "residua.exe"
    } else {
        "residua"
    }
}

/// The command.
///
/// # Errors
/// It cannot be read.
pub fn command(binary: &Path, target: &str) -> Result<File> {
    let bytes = read(binary)?;
    Ok(File {
        is_executable: true,
        ..File::new(command_name(target), bytes)
    })
}

/// The files that the repository has.
///
/// # Errors
/// One cannot be read.
pub fn of_repository(repository: &Path) -> Result<Vec<File>> {
    COPIED
        .iter()
        .map(|name| Ok(File::new(*name, read(&repository.join(name))?)))
        .collect()
}

/// The manual pages and completions that the command prints.
///
/// # Errors
/// The command fails.
pub fn printed(command: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for (shell, name) in COMPLETIONS {
        let bytes = output(command, &["completions", shell])?;
        files.push(File::new(format!("completions/{name}"), bytes));
    }

    let folder = tempfile::tempdir()?;
    let pages = folder.path().join("man1");
    let argument = pages
        .to_str()
        .context("the folder of temporary files is no UTF-8")?;
    output(command, &["man", "--out", argument])?;
    for entry in WalkDir::new(&pages).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            let name = entry.file_name().to_string_lossy();
            files.push(File::new(format!("man/man1/{name}"), read(entry.path())?));
        }
    }
    Ok(files)
}

/// The text that a command prints on stdout.
///
/// # Errors
/// It cannot be run, or fails.
pub fn output(command: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    // A name without a folder is a file here, and no command of the `PATH`.
    let command = &std::path::absolute(command)?;
    let run = Command::new(command).args(arguments).output().with_context(|| {
        format!(
            "cannot run {}: if it is for another system, name one for this system with `--runs-here`",
            command.display()
        )
    })?;
    ensure!(
        run.status.success(),
        "{} {}: {}",
        command.display(),
        arguments.join(" "),
        String::from_utf8_lossy(&run.stderr)
    );
    Ok(run.stdout)
}

/// The bytes of a file.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_without_a_folder_is_a_file() {
        assert!(output(Path::new("cargo"), &["--version"]).is_err());
        assert!(output(Path::new(env!("CARGO")), &["--version"]).is_ok());
    }
}
