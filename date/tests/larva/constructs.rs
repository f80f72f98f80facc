//! `constructs.md` holds a case for each construct: a script, what it becomes in YAML, what is warned of, a trace, and what
//! happens on it in the reference interpreter. `RESIDUA_UPDATE=1` writes what is found into the file.

use std::fmt::Write;

use date::formats::{Fidelity, Reading, read_with, yaml};
use date::interpreter::interpret;

use crate::happenings::happenings;
use crate::written_case::Case;

const CASES: &str = include_str!("constructs.md");
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/larva/constructs.md");

/// The files that scripts import methods from.
pub fn beside(name: &str) -> Result<String, String> {
    match name {
        "Helpers.java" => Ok("static int twice(int n) { return 2 * n; } %% not more\n".to_owned()),
        _ => Err("there is no such file".to_owned()),
    }
}

/// The script of a case.
pub fn script(case: &Case) -> &str {
    case.block("lrv").unwrap_or_else(|| panic!("{} has no script", case.heading))
}

fn read(case: &Case) -> Reading {
    let reading = read_with("p.lrv", script(case), Fidelity::Documented, &beside);
    reading.unwrap_or_else(|findings| panic!("{}\n{findings:#?}", case.heading))
}

/// The case with what is found.
fn found(case: &Case) -> Case {
    let Reading { specification, findings } = read(case);
    let mut blocks = vec![("lrv".to_owned(), script(case).to_owned())];
    blocks.push(("yaml".to_owned(), yaml::print(&specification)));
    let mut told = String::new();
    for warning in findings {
        let _ = writeln!(told, "{}:{} {}: {}", warning.span.line, warning.span.column, warning.code, warning.message);
    }
    if !told.is_empty() {
        blocks.push(("warnings".to_owned(), told));
    }
    if let Some(trace) = case.block("trace") {
        let read = date::trace::read("t", trace).unwrap_or_else(|findings| panic!("{}\n{findings:#?}", case.heading));
        let run = interpret(&specification, &read);
        let run = run.unwrap_or_else(|findings| panic!("{}\n{findings:#?}", case.heading));
        let mut judged = happenings(&specification, &run).join("\n") + "\n";
        for instance in &run.instances {
            for (property, state) in &instance.states {
                let property = &specification.properties[*property];
                let state = &property.date.states[*state].name;
                let _ = writeln!(judged, "end {} {} in {state}", instance.name, property.name);
            }
        }
        blocks.push(("trace".to_owned(), trace.to_owned()));
        blocks.push(("judged".to_owned(), judged));
    }
    Case { heading: case.heading.clone(), blocks }
}

/// The text before the first case, and the cases.
pub fn cases() -> (&'static str, Vec<Case>) {
    Case::all(CASES)
}

#[test]
fn every_construct_becomes_what_is_written_and_is_judged_as_larva_would() {
    let (before, cases) = cases();
    assert!(cases.len() > 20, "{} cases", cases.len());
    let found: Vec<Case> = cases.iter().map(found).collect();
    if std::env::var_os("RESIDUA_UPDATE").is_some() {
        std::fs::write(FILE, Case::file(before, &found)).expect("a file");
        return;
    }
    for (written, found) in cases.iter().zip(&found) {
        assert_eq!(written.blocks, found.blocks, "{}", written.heading);
    }
}

#[test]
fn nearly_every_case_is_judged() {
    let (_, cases) = cases();
    let judged = cases.iter().filter(|case| case.block("judged").is_some()).count();
    assert!(judged * 4 > cases.len() * 3, "{judged} of {} cases have a trace", cases.len());
}
