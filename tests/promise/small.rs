//! Small programs, each with one way in which the JDK or the language runs code, or hands on an
//! object.
//!
//! Each file `small/THEME/NAME.java` is one program, with a class `Main` in the package `small`.
//! All programs share the class `Session` and the property of `session.yaml`. Each closes a session
//! and sends on it afterwards: it must make one report, at its only call of `send`.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::case::{Case, Input};
use crate::none_differ;
use crate::share::Share;

/// The programs, from their sources and from their class files alone. `RESIDUA_CASE` names one.
#[test]
#[ignore = "a campaign of its own"]
fn small_programs_keep_the_promise() {
    let programs = programs();
    let outcomes: Vec<_> = programs.par_iter().map(|file| outcomes(file)).collect();

    let (mut sources, mut classes) = (Share::default(), Share::default());
    let mut failures = Vec::new();
    for (file, outcomes) in programs.iter().zip(outcomes) {
        for (all, outcome) in [&mut sources, &mut classes].into_iter().zip(outcomes) {
            match outcome {
                Ok(share) => share.iter().for_each(|share| all.add(share)),
                Err(difference) => failures.push(format!("=== {}\n{difference}", file.display())),
            }
        }
    }

    eprintln!("sources: {} programs, {sources}", sources.cases);
    eprintln!("class files: {} programs, {classes}", classes.cases);
    none_differ(&failures);
}

fn outcomes(file: &Path) -> [Result<Option<Share>, String>; 2] {
    let case = case(file);
    [case.run(), case.run_compiled(Input::Classes)]
}

fn case(file: &Path) -> Case {
    let text = read(file);
    let line = 1 + text
        .lines()
        .position(|line| line.contains("send()") || line.contains("::send"))
        .unwrap_or_else(|| panic!("{} never sends", file.display()));
    let case = format!(
        "//! main: small.Main\n\
         //! java: -Djava.awt.headless=true\n\
         //! report: closed in late by send at small/Main.java:{line}\n\
         //- session.yaml\n{}\n//- src/small/Session.java\n{}\n//- src/small/Main.java\n{text}",
        read(&folder().join("session.yaml")),
        read(&folder().join("Session.java")),
    );
    Case::parse(&case).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn programs() -> Vec<PathBuf> {
    let chosen = std::env::var("RESIDUA_CASE").ok();
    let mut files: Vec<PathBuf> = ["callbacks", "containers", "reflection", "threads"]
        .iter()
        .flat_map(|theme| fs::read_dir(folder().join(theme)).expect("a theme"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|file| {
            let name = file.file_stem().expect("a name").display().to_string();
            chosen.as_ref().is_none_or(|chosen| *chosen == name)
        })
        .collect();
    files.sort();
    files
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/promise/small")
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
