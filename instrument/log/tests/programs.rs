//! Programs that are recorded: the output is that of the program, the predictions are those that
//! stand at the head of its source, and a replay comes to each of them.

use std::path::{Path, PathBuf};
use std::process::Command;

use predict::trace::Trace;
use predict::{Report, Settings};
use recording::{Merge, Request, SCHEDULE, Schedule, Verdict, runs, weave};

/// A JDK with virtual threads, if there is one.
const NEWER_JDK: &str = "RESIDUA_RECORDER_JDK";

/// The reports at the head of a source. Where it has none of the last kind, none is looked for.
const KINDS: [&str; 3] = ["race: ", "deadlock: ", ATOMICITY];
const ATOMICITY: &str = "atomicity: ";

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
        unshared: None,
        keeps_unshared: false,
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
    let expected: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("// "))
        .filter(|line| KINDS.iter().any(|kind| line.starts_with(kind)))
        .collect();
    let settings = Settings {
        atomicity: expected.iter().any(|line| line.starts_with(ATOMICITY)),
        ..Settings::default()
    };
    let prediction = predict::predict(&trace, &settings);
    let strange: Vec<&str> = prediction
        .strange
        .iter()
        .map(|&at| trace.line(at))
        .collect();
    assert_eq!(strange, [""; 0], "{name}");
    let mut found: Vec<String> = prediction.reports.iter().map(shown).collect();
    found.sort();
    let mut expected = expected;
    expected.sort_unstable();
    assert_eq!(found, expected, "{name}");

    let schedule = home.join("schedule");
    for report in &prediction.reports {
        let order = Schedule::new(&trace, report.kind, &report.events, &report.witness).unwrap();
        std::fs::write(&schedule, order.text(10_000)).unwrap();
        let mut replay = tool("java");
        replay
            .arg("-cp")
            .arg(&woven)
            .arg(name)
            .env(SCHEDULE, &schedule);
        run(&mut replay);
        assert_eq!(
            Verdict::of(&schedule),
            Verdict::Confirmed,
            "{name}: {report:?}"
        );
    }
}

fn shown(report: &Report) -> String {
    let lines: Vec<&str> = report
        .lines
        .iter()
        .map(|line| line.rsplit(':').next().unwrap())
        .collect();
    format!("{}: {}", report.kind.word(), lines.join(" "))
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
