//! A case for a construct of a language: a file, what it becomes in YAML or why it is refused, what
//! is warned of, traces, and what happens on each in the reference interpreter. A program in a case
//! is judged by the tests of the analyzer. `RESIDUA_UPDATE=1` writes what is found into the file of
//! the cases.

use std::fmt::Write;
use std::path::Path;

use date::model::Specification;
use languages::validate::validate;
use languages::{Fidelity, Reading, read_with, yaml};
use reference::interpreter::{follow, interpret};
use text::{Diagnostic, Severity};

use crate::happenings::happenings;
use test_support::Case;

/// Reads the files that a file imports.
type Beside = dyn Fn(&str) -> Result<String, String>;

/// Holds the cases of a file below the tests of this crate against what is found, and gives them.
#[track_caller]
pub fn check(file: &str, language: &str, beside: &Beside) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(file);
    let text = std::fs::read_to_string(&path).expect("a file of cases");
    let (before, cases) = Case::all(&text);
    let found: Vec<Case> = cases
        .iter()
        .map(|case| found(case, language, beside))
        .collect();
    if std::env::var_os("RESIDUA_UPDATE").is_some() {
        std::fs::write(&path, Case::file(before, &found)).expect("a file");
    } else {
        for (written, found) in cases.iter().zip(&found) {
            assert_eq!(written.blocks, found.blocks, "{}", written.heading);
        }
    }
    found
}

/// A case shows a trace that is judged to its end, or why its file is refused.
pub fn check_is_judged(case: &Case) {
    let judged: Vec<&str> = case
        .blocks
        .iter()
        .filter(|(name, _)| name == "judged")
        .map(|(_, text)| &**text)
        .collect();
    assert!(
        judged.is_empty() == case.block("refused").is_some(),
        "{}",
        case.print()
    );
    assert!(
        judged
            .iter()
            .all(|judged| !judged.contains("cannot be judged")),
        "{}",
        case.print()
    );
}

/// The case with what is found.
fn found(case: &Case, language: &str, beside: &Beside) -> Case {
    let text = case
        .block(language)
        .unwrap_or_else(|| panic!("{} has no `{language}`", case.heading));
    let mut blocks = vec![(language.to_owned(), text.to_owned())];
    match read(&format!("p.{language}"), text, beside) {
        Err(refused) => blocks.push(("refused".to_owned(), told(&refused))),
        Ok(Reading {
            specification,
            findings,
        }) => {
            blocks.push(("yaml".to_owned(), printed(case, &specification)));
            if !findings.is_empty() {
                blocks.push(("warnings".to_owned(), told(&findings)));
            }
            for (_, trace) in case.blocks.iter().filter(|(name, _)| name == "trace") {
                blocks.push(("trace".to_owned(), trace.clone()));
                blocks.push(("judged".to_owned(), judged(case, &specification, trace)));
            }
        }
    }
    blocks.extend(
        case.block("java")
            .map(|program| ("java".to_owned(), program.to_owned())),
    );
    Case {
        heading: case.heading.clone(),
        blocks,
    }
}

/// Reads and validates a file.
fn read(file: &str, text: &str, beside: &Beside) -> Result<Reading, Vec<Diagnostic>> {
    let reading = read_with(file, text, Fidelity::Documented, beside)?;
    let mut wrong = validate(&reading.specification, text);
    wrong.retain(|finding| finding.severity == Severity::Error);
    if wrong.is_empty() {
        Ok(reading)
    } else {
        Err(wrong)
    }
}

/// The specification in YAML, which says the same again.
fn printed(case: &Case, specification: &Specification) -> String {
    let printed = yaml::print(specification);
    let again = languages::read("p.yaml", &printed);
    let again = again.unwrap_or_else(|found| panic!("{}\n{printed}\n{found:#?}", case.heading));
    assert_eq!(yaml::print(&again), printed, "{}", case.heading);
    printed
}

/// What happens on a trace, and the states at its end.
fn judged(case: &Case, specification: &Specification, trace: &str) -> String {
    let read = reference::trace::read("t", trace)
        .unwrap_or_else(|found| panic!("{}\n{found:#?}", case.heading));
    let run = interpret(specification, &read)
        .unwrap_or_else(|found| panic!("{}\n{found:#?}", case.heading));
    assert_eq!(
        follow(specification, &read).as_ref(),
        Ok(&run),
        "{}",
        case.heading
    );
    let mut judged = happenings(specification, &run).join("\n") + "\n";
    for instance in &run.instances {
        for (property, state) in &instance.states {
            let property = &specification.properties[*property];
            let state = &property.date.states[*state].name;
            let _ = writeln!(judged, "end {} {} in {state}", instance.name, property.name);
        }
    }
    judged
}

fn told(findings: &[Diagnostic]) -> String {
    let line = |finding: &Diagnostic| {
        format!(
            "{}:{} {}: {}\n",
            finding.span.line, finding.span.column, finding.code, finding.message
        )
    };
    findings.iter().map(line).collect()
}
