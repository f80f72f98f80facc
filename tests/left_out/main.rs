//! What a recording leaves out changes no report: each program is recorded with all accesses, and
//! judged once as it is and once without those that no two threads are in conflict about.
//!
//! `RESIDUA_CLASSES` and `RESIDUA_COMMAND` name a program for the campaign: the folders of its classes,
//! and the main class with its arguments. `cargo test --test left_out -- --ignored --nocapture`

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use java_bytecode::{ClassFileBytes, load};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use predict::trace::Trace;
use predict::{Prediction, Settings, predict};
use recording::{Merge, Refusal, Request, refusal, runs, weave};

/// The class files of folders.
fn class_files(folders: &[PathBuf]) -> Vec<ClassFileBytes> {
    let mut files = Vec::new();
    for folder in folders {
        let is_class = |path: &str| path.ends_with(".class");
        let mut each = |path: &str, bytes: Vec<u8>| {
            files.push(ClassFileBytes {
                root: folder.display().to_string(),
                path: path.to_owned(),
                bytes,
            });
        };
        jvm::files::each_file(folder, &is_class, &mut each).expect("classes");
    }
    files
}

/// A recorded run: the order with all accesses, and the one without some.
struct Recorded {
    succeeded: bool,
    all: Trace,
    left: Trace,
    refusal: Option<Refusal>,
}

fn recorded(home: &Path, classes: Vec<PathBuf>, command: &[&str]) -> Recorded {
    let jdk = Jdk::from_environment().expect("a JDK");
    let library = Arc::new(ClassPath::open(&[], &jdk).expect("a class path"));
    let program = load(class_files(&classes), library);
    let unshared = analyzer::unshared(&program, analyzer::Models::jdk()).expect("a main");
    let woven = home.join("woven");
    let request = Request {
        classes,
        class_path: Vec::new(),
        output: woven.clone(),
        java_home: None,
        unshared: Some(unshared),
        keeps_unshared: true,
        atomic: Vec::new(),
        kept: Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR"))),
    };
    weave(&request).expect("woven classes");
    let log = home.join("log");
    let output = Command::new("java")
        .arg("-cp")
        .arg(&woven)
        .args(command)
        .env("RESIDUA_LOG", &log)
        .output()
        .expect("java runs");
    let folders = runs(&log).expect("runs");
    let merged = |leaves_out: bool| {
        let mut merge = Merge::open(&folders[0]).expect("a run");
        if leaves_out {
            merge = merge.without_unshared();
        }
        let mut events = Vec::new();
        while let Some(event) = merge.next_event().expect("events") {
            events.push(event);
        }
        Trace {
            tables: merge.tables().clone(),
            events,
        }
    };
    Recorded {
        succeeded: output.status.success(),
        all: merged(false),
        left: merged(true),
        refusal: refusal(&folders[0]),
    }
}

/// The reports, without what depends on the events beside them.
fn reports(trace: &Trace) -> (BTreeSet<String>, Prediction) {
    let prediction = predict(trace, &Settings::default());
    let shown = prediction.reports.iter().map(|report| {
        format!(
            "{} {:?} {:?} {:?}",
            report.kind.word(),
            report.lines,
            report.variables,
            report.locks
        )
    });
    (shown.collect(), prediction)
}

/// The text behind a word at the head of a source.
fn told<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut lines = text.lines().map_while(|line| line.strip_prefix("// "));
    lines.find_map(|line| line.strip_prefix(word)?.strip_prefix(": "))
}

fn check(source: &Path) {
    let name = source.file_stem().expect("a name").to_str().expect("text");
    let home = tempfile::tempdir().expect("a folder");
    let classes = home.path().join("classes");
    let javac = Command::new("javac")
        .args(["-g", "-nowarn", "-d"])
        .arg(&classes)
        .arg(source)
        .status();
    assert!(javac.expect("javac runs").success());
    let text = std::fs::read_to_string(source).expect("a source");
    let run = recorded(home.path(), vec![classes], &[name]);
    assert!(run.succeeded, "{name}");
    if let Some(expected) = told(&text, "refused") {
        let shown = run.refusal.as_ref().map(|refusal| match refusal {
            Refusal::Task(place) => format!("two threads have run the same object at {place}"),
            Refusal::Unexpected(place) => format!("{place} has run"),
        });
        assert_eq!(shown.as_deref(), Some(expected), "{name}");
        return;
    }
    assert_eq!(run.refusal, None, "{name}");
    let (all, prediction) = reports(&run.all);
    let (left, _) = reports(&run.left);
    assert_eq!(all, left, "{name}");
    assert_eq!(prediction.strange, [0_usize; 0], "{name}");
    if let Some(races) = told(&text, "races") {
        let found = all.iter().filter(|report| report.starts_with("race"));
        assert_eq!(found.count().to_string(), races, "{name}: {all:#?}");
    }
    if let Some(share) = told(&text, "left out") {
        let share: usize = share.parse().expect("a number");
        let (all, left) = (run.all.events.len(), run.left.events.len());
        let out = 100 * (all - left) / all;
        assert!(out >= share, "{name}: {out} % of {all} events are left out");
    }
}

fn check_all(folder: &Path) {
    let entries = std::fs::read_dir(folder).expect("programs");
    let mut sources: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    sources.sort();
    if let Ok(only) = std::env::var("RESIDUA_ONLY") {
        sources.retain(|source| source.ends_with(&only));
    }
    let failed: Vec<&PathBuf> = sources
        .iter()
        .filter(|source| std::panic::catch_unwind(|| check(source)).is_err())
        .collect();
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn reports_are_the_same_without_unshared_accesses() {
    check_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/left_out/programs"));
}

#[test]
fn reports_of_the_programs_of_the_recorder_are_the_same() {
    check_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("instrument/log/tests/programs"));
}

#[test]
#[ignore = "needs a program in RESIDUA_CLASSES and RESIDUA_COMMAND"]
fn reports_of_a_given_program_are_the_same() {
    let classes = std::env::var("RESIDUA_CLASSES").expect("RESIDUA_CLASSES");
    let command = std::env::var("RESIDUA_COMMAND").expect("RESIDUA_COMMAND");
    let words: Vec<&str> = command.split(' ').collect();
    let classes = classes.split(':').map(PathBuf::from).collect();
    let home = tempfile::tempdir().expect("a folder");
    let run = recorded(home.path(), classes, &words);
    assert_eq!(run.refusal, None);
    let (all, _) = reports(&run.all);
    let (left, _) = reports(&run.left);
    println!(
        "{command}: {} events, {} without unshared accesses, {} reports",
        run.all.events.len(),
        run.left.events.len(),
        all.len()
    );
    assert_eq!(all, left);
}
