//! `larva.md` and `javamop.md` hold a case for each difference: a file, a trace, and for both
//! readings what is told of the file, what it becomes in YAML, and what happens on the trace.
//! `RESIDUA_UPDATE=1` writes what is found into the files.

use std::fmt::Write;
use std::path::Path;

use date::model::Specification;
use languages::{Fidelity, Reading, read_with, yaml};
use reference::interpreter::interpret;
use text::{Diagnostic, Severity};

use crate::happenings::happenings;
use test_support::Case;

/// The readings, with the word before the names of their blocks.
const READINGS: [(Fidelity, &str); 2] =
    [(Fidelity::Documented, ""), (Fidelity::Original, "compat ")];

/// The case with what is found.
fn found(case: &Case, language: &str) -> Case {
    let script = case
        .block(language)
        .unwrap_or_else(|| panic!("{} has no `{language}`", case.heading));
    let written = [language, "trace", "compat trace"].into_iter();
    let written = written.filter_map(|name| Some((name.to_owned(), case.block(name)?.to_owned())));
    let mut blocks: Vec<(String, String)> = written.collect();
    for (fidelity, word) in READINGS {
        let mut add = |name: &str, content: String| {
            if !content.is_empty() {
                blocks.push((format!("{word}{name}"), content));
            }
        };
        match read_with(&format!("p.{language}"), script, fidelity, &|_| {
            Err(String::new())
        }) {
            Err(refused) => add("refused", told(&refused)),
            Ok(Reading {
                specification,
                findings,
            }) => {
                add("told", told(&findings));
                add("yaml", yaml::print(&specification));
                let trace = case
                    .block(&format!("{word}trace"))
                    .or_else(|| case.block("trace"));
                add(
                    "judged",
                    trace
                        .map(|trace| judged(case, &specification, trace))
                        .unwrap_or_default(),
                );
            }
        }
    }
    Case {
        heading: case.heading.clone(),
        blocks,
    }
}

fn judged(case: &Case, specification: &Specification, trace: &str) -> String {
    let read = reference::trace::read("t", trace)
        .unwrap_or_else(|found| panic!("{}\n{found:#?}", case.heading));
    let run = interpret(specification, &read)
        .unwrap_or_else(|found| panic!("{}\n{found:#?}", case.heading));
    happenings(specification, &run).join("\n") + "\n"
}

/// Whether the readings differ in what happens, or the tool is not followed, and the user is told
/// of it.
fn shows_a_difference(case: &Case) -> bool {
    let differs = |name: &str| case.block(name) != case.block(&format!("compat {name}"));
    let is_refused = case.block("compat refused").is_some();
    let says_so = |told: &str| told.contains("`--compat` cannot follow it");
    let is_unfollowed =
        case.block("compat told").is_some_and(says_so) && case.block("told").is_some();
    let is_seen = case.block("trace").is_none() || differs("judged");
    let becomes = |name: &str| {
        case.block(name)
            .map(|yaml| yaml.replace("method-references: ignored\n", ""))
    };
    let is_other = becomes("yaml") != becomes("compat yaml");
    is_refused || is_unfollowed || differs("told") && is_other && is_seen
}

fn told(findings: &[Diagnostic]) -> String {
    let mut told = String::new();
    for finding in findings {
        let severity = match finding.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let (place, code) = (finding.span, &finding.code);
        let _ = writeln!(
            told,
            "{}:{} {severity} {code}: {}",
            place.line, place.column, finding.message
        );
        let _ = writeln!(told, "  {}", finding.help.as_deref().unwrap_or_default());
    }
    told
}

#[track_caller]
fn check(file: &str, language: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/deviations")
        .join(file);
    let text = std::fs::read_to_string(&path).expect("a file of cases");
    let (before, cases) = Case::all(&text);
    let found: Vec<Case> = cases.iter().map(|case| found(case, language)).collect();
    if std::env::var_os("RESIDUA_UPDATE").is_some() {
        std::fs::write(&path, Case::file(before, &found)).expect("a file");
    } else {
        for (written, found) in cases.iter().zip(&found) {
            assert_eq!(written.blocks, found.blocks, "{}", written.heading);
        }
    }
    for case in &found {
        assert!(shows_a_difference(case), "{}", case.print());
    }
}

#[test]
fn scripts_that_larva_takes_otherwise_are_read_both_ways() {
    check("larva.md", "lrv");
}

#[test]
fn specifications_that_javamop_takes_otherwise_are_read_both_ways() {
    check("javamop.md", "mop");
}

#[test]
fn a_word_before_a_specification_that_means_nothing_is_told() {
    let text = "sufix S(T t) {\n  event a before(T t) : call(* T.a()) && target(t) {}\n  ere : a\n  @match { }\n}\n";
    for (fidelity, _) in READINGS {
        let read =
            read_with("p.mop", text, fidelity, &|_| Err(String::new())).expect("a specification");
        let expected = "1:1 warning unknown-modifier: `sufix` before the name of a specification has no meaning\n  \
                        did you mean `suffix`?\n";
        assert_eq!(told(&read.findings), expected);
    }
}
