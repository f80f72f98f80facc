//! javac and java on a program with its driver.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use jvm::jdk::Jdk;

use super::subject::{DRIVER, Subject};

impl Subject {
    /// Compiles program and driver into the folder `classes`, which is made.
    ///
    /// # Errors
    /// javac finds any.
    pub fn compile(&self, jdk: &Jdk, classes: &Path) -> Result<()> {
        let own: Vec<PathBuf> = self.files.iter().map(|(_, file)| file.clone()).collect();
        let mut javac = javac(jdk, classes, &own)?;
        javac
            .args(&self.javac)
            .arg("-cp")
            .arg(class_path(&self.class_path)?);
        finished(&mut javac).map(drop)
    }

    /// The command that runs the driver with these options of the virtual machine: the class path
    /// begins with `own`.
    ///
    /// # Errors
    /// A path cannot stand in a class path.
    pub fn driven(&self, jdk: &Jdk, own: &[PathBuf], options: &[OsString]) -> Result<Command> {
        let path: Vec<PathBuf> = own
            .iter()
            .chain(&self.class_path)
            .chain(&self.resources)
            .cloned()
            .collect();
        let mut java = Command::new(jdk.home().join("bin/java"));
        java.args(["-Xmx2g", "-Djava.awt.headless=true"])
            .args(options);
        java.arg("-cp").arg(class_path(&path)?).arg(DRIVER);
        Ok(java)
    }
}

/// The command that compiles `files` into the folder `classes`, which is made; beside it the names
/// of the files are kept.
///
/// # Errors
/// The folder cannot be written to.
pub fn javac(jdk: &Jdk, classes: &Path, files: &[PathBuf]) -> Result<Command> {
    fs::create_dir_all(classes)?;
    let list = classes.with_extension("files");
    fs::write(
        &list,
        files
            .iter()
            .map(|file| format!("\"{}\"\n", file.display()))
            .collect::<String>(),
    )?;
    let mut javac = Command::new(jdk.home().join("bin/javac"));
    javac
        .args(["-proc:none", "-nowarn", "-encoding", "UTF-8", "-d"])
        .arg(classes);
    javac.arg(format!("@{}", list.display()));

    Ok(javac)
}

/// The option that sets a property of the virtual machine to a path.
pub fn define(property: &str, value: &Path) -> OsString {
    let mut option = OsString::from(format!("-D{property}="));
    option.push(value);
    option
}

/// A class path. Never empty, as the default is the current folder: it ends in a name of which
/// there is nothing.
///
/// # Errors
/// A path cannot stand in a class path.
pub fn class_path(entries: &[PathBuf]) -> Result<OsString> {
    let none = PathBuf::from("/none");
    Ok(std::env::join_paths(entries.iter().chain([&none]))?)
}

/// Runs a command to its end, and gives what it prints.
///
/// # Errors
/// It cannot be started, or fails; with the end of what it says.
pub fn finished(command: &mut Command) -> Result<String> {
    let output = command
        .output()
        .with_context(|| format!("{:?}", command.get_program()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last: Vec<&str> = said.lines().rev().take(40).collect();
        bail!(
            "{:?} failed:\n{}",
            command.get_program(),
            last.into_iter().rev().collect::<Vec<_>>().join("\n")
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
