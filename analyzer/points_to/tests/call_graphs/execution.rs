//! The programs on the JVM: who really calls the marked methods.
//!
//! Every marked body gets a call of `trace.Trace.hit` as its first statement; all programs run in
//! one JVM, each with a class loader of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use crate::fixture::{File, Fixture, jdk};
use crate::marker::{Expected, Marker};

/// For each marked line (file and line) the callers that were seen.
pub type Observed = BTreeMap<(String, usize), BTreeSet<String>>;

const RECORDER: &str = include_str!("Recorder.java");
const TRACE: &str = include_str!("Trace.java");

/// Compiles and runs all programs.
///
/// # Panics
/// Where one does not compile, or none can be run.
pub fn run(fixtures: &[Fixture]) -> Vec<Observed> {
    let folder = tempfile::tempdir().expect("a folder");
    for (index, fixture) in fixtures.iter().enumerate() {
        write(&folder.path().join(index.to_string()), fixture);
    }
    let recorder = folder.path().join("Recorder.java");
    std::fs::write(&recorder, RECORDER).expect("a file");
    let mut java = Command::new(jdk().home().join("bin/java"));
    java.args(OPTIONS)
        .arg(&recorder)
        .arg(folder.path())
        .arg(fixtures.len().to_string());
    let output = java.output().expect("java");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let mut observed: Vec<Observed> = fixtures.iter().map(|_| Observed::new()).collect();
    for line in String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| line.strip_prefix("HIT\t"))
    {
        let [program, file, line, caller] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let place = (file.to_owned(), line.parse().expect("a line"));
        observed[program.parse::<usize>().expect("a program")]
            .entry(place)
            .or_default()
            .insert(caller.to_owned());
    }
    observed
}

/// Quick to start.
const OPTIONS: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

fn write(folder: &Path, fixture: &Fixture) {
    let write = |path: &str, text: &str| {
        let path = folder.join("src").join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write("trace/Trace.java", TRACE);
    for file in &fixture.files {
        write(&file.path, &recorded(file));
    }
}

/// The text of a file with the recorder's calls.
fn recorded(file: &File) -> String {
    let lines = file.text.lines().enumerate().map(|(index, line)| {
        let marked = file
            .markers
            .iter()
            .any(|m| matches!(m, Marker::Callers(e) if e.line == index + 1));
        if marked {
            hit(&file.path, line, index + 1)
        } else {
            line.to_owned()
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The line with a call at the beginning of the body that it opens: behind `super(..);` or
/// `this(..);`, if it has that.
fn hit(path: &str, line: &str, number: usize) -> String {
    let code = line.split("//~").next().unwrap_or(line);
    let brace = code
        .find("-> {")
        .map(|at| at + 3)
        .or_else(|| code.find('{'))
        .unwrap_or_else(|| panic!("{path}:{number}"));
    let explicit = ["super(", "this("]
        .iter()
        .find_map(|call| code[brace..].find(call));
    let at = match explicit
        .and_then(|call| code[brace + call..].find(';').map(|end| brace + call + end))
    {
        Some(end) => end + 1,
        None => brace + 1,
    };
    format!(
        "{} trace.Trace.hit(\"{path}\", {number});{}",
        &code[..at],
        &code[at..]
    )
}

/// Returns the differences between markers and the run: each expected caller must be seen, and no
/// other.
pub fn failures(fixture: &Fixture, observed: &Observed) -> Vec<String> {
    let mut found = Vec::new();
    for file in &fixture.files {
        let callers = file.markers.iter().filter_map(|marker| match marker {
            Marker::Callers(expected) => Some(expected),
            Marker::Opens(..) => None,
        });
        for expected in callers {
            let seen = observed
                .get(&(file.path.clone(), expected.line))
                .cloned()
                .unwrap_or_default();
            found.extend(
                differences(expected, &seen)
                    .map(|d| format!("{}, {}:{}: {d}", fixture.name, file.path, expected.line)),
            );
        }
    }
    found
}

fn differences(expected: &Expected, seen: &BTreeSet<String>) -> impl Iterator<Item = String> {
    let wanted: BTreeSet<String> = expected.called.iter().cloned().collect();
    let unseen: Vec<String> = wanted
        .difference(seen)
        .map(|caller| format!("no call by {caller} was seen"))
        .collect();
    let unsaid: Vec<String> = seen
        .difference(&wanted)
        .map(|caller| format!("a call by {caller} was seen"))
        .collect();
    unseen.into_iter().chain(unsaid)
}

#[test]
fn calls_of_the_recorder_stand_first_in_the_body() {
    assert_eq!(
        hit("A", "void f() { g(); } //~ never called", 3),
        "void f() { trace.Trace.hit(\"A\", 3); g(); } "
    );
    assert_eq!(
        hit("A", "A() { super(1); g(); }", 3),
        "A() { super(1); trace.Trace.hit(\"A\", 3); g(); }"
    );
    assert_eq!(
        hit("A", "void f() { r = () -> { g(); }; }", 3),
        "void f() { r = () -> { trace.Trace.hit(\"A\", 3); g(); }; }"
    );
}
