//! Programs that are recorded: the output is that of the program, and the predictions are those
//! that stand at the head of its source.

use std::path::{Path, PathBuf};
use std::process::Command;

use predict::trace::Trace;
use predict::{Kind, Report, Settings};
use recording::{Merge, Request, runs, weave};

/// A JDK with virtual threads, if there is one.
const NEWER_JDK: &str = "RESIDUA_RECORDER_JDK";

fn run(command: &mut Command) -> String {
    let output = command.output().expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{command:?}: {}\n{text}{errors}",
        output.status
    );
    text
}

fn program(home: &Path, java: &str, source: &Path) {
    let name = source.file_stem().unwrap().to_str().unwrap();
    let (classes, woven, log) = (home.join("classes"), home.join("woven"), home.join("log"));
    let tool = |tool: &str| match java {
        "" => Command::new(tool),
        jdk => Command::new(Path::new(jdk).join("bin").join(tool)),
    };
    run(tool("javac")
        .args(["-g", "-Xlint:-options", "-d"])
        .arg(&classes)
        .arg(source));
    let plain = run(tool("java").arg("-cp").arg(&classes).arg(name));

    let report = weave(&Request {
        classes: vec![classes],
        class_path: Vec::new(),
        output: woven.clone(),
        java_home: None,
        kept: Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR"))),
    })
    .unwrap();
    assert_eq!(report.skipped, [], "{name}");
    let recorded = run(tool("java")
        .arg("-cp")
        .arg(&woven)
        .arg(name)
        .env("RESIDUA_LOG", &log));
    let text = std::fs::read_to_string(source).unwrap();
    if !text.contains("is not determined") {
        assert_eq!(recorded, plain, "{name}");
    }

    let trace = merged(&log, name);
    let settings = Settings {
        atomicity: false,
        ..Settings::default()
    };
    let prediction = predict::predict(&trace, &settings);
    let strange: Vec<&str> = prediction
        .strange
        .iter()
        .map(|&at| trace.line(at))
        .collect();
    assert_eq!(strange, [""; 0], "{name}");
    let mut found: Vec<String> = prediction.reports.iter().filter_map(shown).collect();
    found.sort();
    let mut expected: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("// "))
        .filter(|line| line.starts_with("race: ") || line.starts_with("deadlock: "))
        .collect();
    expected.sort_unstable();
    assert_eq!(found, expected, "{name}");
}

fn shown(report: &Report) -> Option<String> {
    let word = match report.kind {
        Kind::Race => "race",
        Kind::Deadlock => "deadlock",
        _ => return None,
    };
    let lines: Vec<&str> = report
        .lines
        .iter()
        .map(|line| line.rsplit(':').next().unwrap())
        .collect();
    Some(format!("{word}: {}", lines.join(" ")))
}

fn merged(log: &Path, name: &str) -> Trace {
    let folders = runs(log).unwrap();
    assert_eq!(folders.len(), 1, "{name}");
    let mut merge = Merge::open(&folders[0]).unwrap();
    let mut events = Vec::new();
    while let Some(event) = merge.next_event().unwrap() {
        events.push(event);
    }
    assert_eq!(merge.stop(), None, "{name}");
    assert!(events.len() > 5, "{name}: {} events", events.len());
    Trace {
        tables: merge.tables().clone(),
        events,
    }
}

fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let entries = std::fs::read_dir(folder).unwrap();
    let mut sources: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    sources.sort();
    if let Ok(only) = std::env::var("RESIDUA_ONLY") {
        sources.retain(|source| source.ends_with(&only));
    }
    sources
}

/// Tries all programs before it fails.
fn all(java: &str, sources: Vec<PathBuf>) {
    let failed: Vec<PathBuf> = sources
        .into_iter()
        .filter(|source| {
            let home = tempfile::tempdir().unwrap();
            std::panic::catch_unwind(|| program(home.path(), java, source)).is_err()
        })
        .collect();
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn recorded_programs_have_their_output_and_predictions() {
    all("", sources("programs"));
}

#[test]
fn recorded_programs_run_on_a_newer_jdk() {
    let Ok(jdk) = std::env::var(NEWER_JDK) else {
        return;
    };
    let programs = sources("programs").into_iter();
    all(&jdk, programs.chain(sources("newer")).collect());
}
