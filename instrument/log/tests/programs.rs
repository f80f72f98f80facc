//! Programs that are recorded: the output is that of the program, the predictions are those that
//! stand at the head of its source, and a replay comes to each of them.

mod recorded;

use std::path::{Path, PathBuf};

use predict::{Report, Settings};
use recording::{SCHEDULE, Schedule, Verdict};

use recorded::{Tools, merged, plain_and_recorded, run};

/// A JDK with virtual threads, if there is one.
const NEWER_JDK: &str = "RESIDUA_RECORDER_JDK";

/// The reports at the head of a source. Where it has none of the last kind, none is looked for.
const KINDS: [&str; 3] = ["race: ", "deadlock: ", ATOMICITY];
const ATOMICITY: &str = "atomicity: ";

fn program(home: &Path, java: &str, source: &Path) {
    let name = source.file_stem().unwrap().to_str().unwrap();
    let tools = Tools(java);
    let (plain, recorded) = plain_and_recorded(home, &tools, source);
    let (woven, log) = (home.join("woven"), home.join("log"));
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
        let mut replay = tools.tool("java");
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
