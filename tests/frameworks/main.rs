//! The promise in projects whose framework makes the objects and calls the methods.
//!
//! Each file `projects/NAME.txt` is a project of Maven: lines `//! KEY: VALUE` say how it is run
//! and what it reports, behind them stand its files, each below a line `//- PATH`. Those of
//! `common.txt` are in each project. The project is packaged; `init`, `analyze` and `weave` follow
//! without an edit, and the program runs fully monitored and optimized.
//!
//! - `run: main CLASS`: a class that starts the framework
//! - `run: jar PATH`: the woven jar by itself, or a woven war that has its container in it
//! - `run: war PATH SOURCE`: the woven war, given to a program that starts it as a container does
//! - `run: tests`: the project's tests on the woven classes
//! - `report`: what both must report, in order

mod project;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use project::{FrameworkProject, Outcome};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frameworks")
}

/// The projects by name, in order; only those that have one of the texts of `RESIDUA_PROJECT`,
/// parted by commas, in theirs.
fn files() -> Vec<PathBuf> {
    let chosen = std::env::var("RESIDUA_PROJECT").unwrap_or_default();
    let entries = fs::read_dir(folder().join("projects")).expect("the projects");
    let all = entries.map(|entry| entry.expect("an entry").path());
    let is_chosen = |file: &PathBuf| {
        chosen
            .split(',')
            .any(|text| file.to_string_lossy().contains(text))
    };
    let mut files: Vec<PathBuf> = all.filter(is_chosen).collect();
    files.sort();
    files
}

fn read(file: &Path) -> FrameworkProject {
    let common = fs::read_to_string(folder().join("common.txt")).expect("the common files");
    let text = fs::read_to_string(file).expect("a project can be read");
    FrameworkProject::parse(&text, &common)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn each_project_says_how_it_is_run_and_reports_something() {
    files().iter().for_each(|file| drop(read(file)));
}

#[test]
#[ignore = "fetches frameworks by Maven"]
fn what_only_a_framework_causes_is_reported() {
    let (left, failures) = (Mutex::new(files().into_iter()), Mutex::new(Vec::new()));
    let next = || left.lock().expect("no other thread has failed").next();
    let run_all = || {
        while let Some(file) = next() {
            let difference = run(&file);
            failures
                .lock()
                .expect("no other thread has failed")
                .extend(difference);
        }
    };
    // Two at a time: each has phases in which one processor waits.
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(run_all))));
    let failures = failures.into_inner().expect("no thread has failed");
    assert!(
        failures.is_empty(),
        "{} projects differ\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Runs a project, and gives what differs.
fn run(file: &Path) -> Option<String> {
    let name = file.file_stem().expect("a name").display().to_string();
    match read(file).run() {
        Ok(Outcome {
            reports,
            kept,
            generators,
        }) => {
            eprintln!("{name}: {reports} reports, {kept} of {generators} generators kept");
            None
        }
        Err(difference) => Some(format!("=== {name}\n{difference}")),
    }
}
