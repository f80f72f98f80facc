//! javac over a program.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use jvm::jdk::Jdk;

use crate::measured::{Measured, measure};
use crate::programs::{Places, Program};

/// Compiles a program with the javac of a JDK, from nothing.
pub fn compile(places: &Places, jdk: &Jdk, program: &Program) -> Result<Measured> {
    let classes = places.classes(&program.name);
    let _ = fs::remove_dir_all(&classes);
    fs::create_dir_all(&classes)?;
    let list = classes.with_extension("list");
    let files = places.files(program)?;
    fs::write(
        &list,
        files
            .iter()
            .map(|file| format!("\"{}\"\n", file.display()))
            .collect::<String>(),
    )?;

    let mut javac = Command::new(jdk.home().join("bin/javac"));
    javac
        .args([
            "-proc:none",
            "-nowarn",
            "-encoding",
            "UTF-8",
            "-Xmaxerrs",
            "3000",
            "-d",
        ])
        .arg(&classes);
    javac
        .args(&program.javac)
        .arg("-cp")
        .arg(std::env::join_paths(class_path(places, program)?)?);
    javac.arg(format!("@{}", list.display()));

    let measured = measure(&mut javac);
    if measured.is_err() {
        // A folder with some class files, or none, would count as compiled.
        let _ = fs::remove_dir_all(&classes);
    }
    measured.with_context(|| format!("javac does not compile {}", program.name))
}

/// Never empty, as javac's default is the current folder.
fn class_path(places: &Places, program: &Program) -> Result<Vec<PathBuf>> {
    let mut path = places.class_path(program)?;
    path.push(places.corpus.join(".none"));
    Ok(path)
}

/// Compiles what a program needs, where it is not compiled yet.
pub fn compile_needed(
    places: &Places,
    jdk: &Jdk,
    programs: &[Program],
    program: &Program,
) -> Result<()> {
    for needed in &program.needs {
        if !places.classes(needed).is_dir() {
            let needed = programs.iter().find(|other| other.name == *needed);
            compile(
                places,
                jdk,
                needed.with_context(|| format!("{} needs what is not there", program.name))?,
            )?;
        }
    }
    Ok(())
}
