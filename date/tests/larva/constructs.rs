//! `constructs.md` holds a case for each construct: a script, what it becomes in YAML, what is warned of, a trace, and what
//! happens on it in the reference interpreter. `RESIDUA_UPDATE=1` writes what is found into the file.

use std::fmt::Write;

use date::formats::{Reading, read_with, yaml};
use date::interpreter::interpret;

use crate::happenings::happenings;

const CASES: &str = include_str!("constructs.md");
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/larva/constructs.md");

/// The files that scripts import methods from.
pub fn beside(name: &str) -> Result<String, String> {
    match name {
        "Helpers.java" => Ok("static int twice(int n) { return 2 * n; } %% not more\n".to_owned()),
        _ => Err("there is no such file".to_owned()),
    }
}

/// A heading with what is written about it, and the blocks under it by their languages.
#[derive(Debug, PartialEq, Eq)]
pub struct Case {
    heading: String,
    blocks: Vec<(String, String)>,
}

impl Case {
    fn parse(text: &str) -> Case {
        let mut pieces = text.split("```");
        let heading = pieces.next().unwrap_or_default().trim().to_owned();
        let blocks = pieces.step_by(2).map(|block| {
            let (language, content) = block.split_once('\n').unwrap_or((block, ""));
            (language.to_owned(), content.to_owned())
        });
        Case { heading, blocks: blocks.collect() }
    }

    fn block(&self, language: &str) -> Option<&str> {
        self.blocks.iter().find(|(name, _)| name == language).map(|(_, content)| content.as_str())
    }

    pub fn script(&self) -> &str {
        self.block("lrv").unwrap_or_else(|| panic!("{} has no script", self.heading))
    }

    fn read(&self) -> Reading {
        read_with("p.lrv", self.script(), &beside).unwrap_or_else(|findings| panic!("{}\n{findings:#?}", self.heading))
    }

    /// The case with what is found.
    fn found(&self) -> Case {
        let Reading { specification, warnings } = self.read();
        let mut blocks = vec![("lrv".to_owned(), self.script().to_owned())];
        blocks.push(("yaml".to_owned(), yaml::print(&specification)));
        let mut told = String::new();
        for warning in warnings {
            let _ =
                writeln!(told, "{}:{} {}: {}", warning.span.line, warning.span.column, warning.code, warning.message);
        }
        if !told.is_empty() {
            blocks.push(("warnings".to_owned(), told));
        }
        if let Some(trace) = self.block("trace") {
            let read =
                date::trace::read("t", trace).unwrap_or_else(|findings| panic!("{}\n{findings:#?}", self.heading));
            let run = interpret(&specification, &read);
            let run = run.unwrap_or_else(|findings| panic!("{}\n{findings:#?}", self.heading));
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
        Case { heading: self.heading.clone(), blocks }
    }

    fn print(&self) -> String {
        let blocks = self.blocks.iter().map(|(language, content)| format!("\n```{language}\n{content}```\n"));
        format!("## {}\n{}", self.heading, blocks.collect::<String>())
    }
}

/// The text before the first case, and the cases.
pub fn cases() -> (&'static str, Vec<Case>) {
    let (before, cases) = CASES.split_once("\n## ").expect("the file has cases");
    (before, cases.split("\n## ").map(Case::parse).collect())
}

#[test]
fn every_construct_becomes_what_is_written_and_is_judged_as_larva_would() {
    let (before, cases) = cases();
    assert!(cases.len() > 20, "{} cases", cases.len());
    let found: Vec<Case> = cases.iter().map(Case::found).collect();
    if std::env::var_os("RESIDUA_UPDATE").is_some() {
        let text = found.iter().map(|case| format!("\n{}", case.print())).collect::<String>();
        std::fs::write(FILE, format!("{before}\n{}", text.trim_end().trim_start_matches('\n').to_owned() + "\n"))
            .expect("a file");
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
