//! The stacks of recorded events are those of the JVM.

use std::collections::BTreeMap;
use std::path::Path;

use predict::trace::{Action, Frame};

use super::{Tools, merged, plain_and_recorded};

/// The stack of a text of the program, as recordings have it: a method that calls itself stands once.
fn once(text: &str) -> Vec<String> {
    let mut frames: Vec<(&str, &str)> = Vec::new();
    for frame in text.rsplit(" < ") {
        let (method, line) = frame.split_once(' ').expect("a method and a line");
        let outermost = frames.iter().position(|&(known, _)| known == method);
        frames.truncate(outermost.unwrap_or(frames.len()));
        frames.push((method, line));
    }
    let frames = frames.into_iter().rev();
    frames
        .map(|(method, line)| format!("{method} {line}"))
        .collect()
}

fn shown(frame: &Frame) -> String {
    let line = frame.line.rsplit(':').next().unwrap_or_default();
    format!("{} {line}", frame.method)
}

#[test]
fn stacks_are_those_of_the_virtual_machine() {
    let home = tempfile::tempdir().expect("a folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stacks/Calls.java");
    let (_, printed) = plain_and_recorded(home.path(), &Tools(""), &source);
    let trace = merged(&home.path().join("log"), "Calls");
    let mut stacks: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for event in &trace.events {
        let Action::VolatileWrite(variable) = event.action else {
            continue;
        };
        if trace.tables.variables.name(variable.index()) != "Calls.marks" {
            continue;
        }
        let value = event.value.expect("the number");
        let line = trace.tables.lines.name(event.line.index());
        let stack = trace.tables.stack(event.context, line);
        // The method that writes comes first.
        stacks.insert(
            trace.tables.values.name(value.index()),
            stack.iter().skip(1).map(shown).collect(),
        );
    }
    let mut marks = 0;
    for line in printed.lines() {
        let Some((number, frames)) = line.split_once(' ') else {
            continue;
        };
        if number.parse::<u32>().is_ok() {
            assert_eq!(stacks.get(number), Some(&once(frames)), "mark {number}");
            marks += 1;
        }
    }
    assert_eq!(marks, stacks.len());
    assert!(marks > 40, "{marks} marks");
}
