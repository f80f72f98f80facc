//! Expectations against the program, both ways.

use std::collections::BTreeSet;
use std::fmt::Write;

use ir::{FileId, MethodId, Program};

use crate::facts::{Facts, Group, facts};
use crate::fixture::{File, Fixture};
use crate::flow::{Flow, flow, sorted};
use crate::marker::{Expected, ExpectedFlow};

/// All that is not as the fixture says, one text each.
pub fn failures(fixture: &Fixture, program: &Program) -> Vec<String> {
    let mut failures: Vec<String> = ir::verify(program)
        .into_iter()
        .map(|fault| format!("{}: not sound: {fault}", fixture.name))
        .collect();
    for file in &fixture.files {
        FileCheck {
            fixture,
            file,
            program,
            id: id(program, file),
            failures: &mut failures,
        }
        .run();
    }
    failures
}

/// The facts of all lines of a fixture, as markers.
pub fn shown(fixture: &Fixture, program: &Program) -> String {
    let mut text = String::new();
    for file in &fixture.files {
        let id = id(program, file);
        for (line, facts) in facts(program, id) {
            writeln!(
                text,
                "{}: //~ {}",
                fixture.place(file, line),
                facts.join(", ")
            )
            .expect("a string");
        }
        for (method, line) in methods(program, id) {
            let Flow {
                normal,
                exceptional,
            } = flow(program, method);
            let arrows: Vec<String> = normal.into_iter().chain(exceptional).collect();
            let name = &program.methods[method].name;
            writeln!(
                text,
                "{}: //~ flow in {name}: {}",
                fixture.place(file, line),
                arrows.join("; ")
            )
            .expect("a string");
        }
        for found in found_in(program, file, id) {
            writeln!(
                text,
                "{}: //~ {}",
                fixture.place(file, found.line),
                found.text
            )
            .expect("a string");
        }
    }
    text
}

fn id(program: &Program, file: &File) -> FileId {
    let found = program
        .files
        .iter_enumerated()
        .find(|(_, source)| source.path == file.path);
    found.expect("the file is in the program").0
}

/// The methods of a file, with the lines of their names.
fn methods(program: &Program, file: FileId) -> impl Iterator<Item = (MethodId, usize)> + '_ {
    let own = program
        .methods
        .iter_enumerated()
        .filter(move |(_, method)| program.classes[method.class].file == file);
    own.map(|(id, method)| (id, method.span.line as usize))
}

/// A gap or diagnostic.
struct Found {
    line: usize,
    /// As a marker could have it.
    text: String,
}

fn found_in(program: &Program, file: &File, id: FileId) -> Vec<Found> {
    let gaps = program.gaps.iter().filter(|gap| gap.file == id);
    let gaps = gaps.map(|gap| Found {
        line: gap.span.line as usize,
        text: format!("gap {}", gap.reason),
    });
    let own = program
        .diagnostics
        .iter()
        .filter(|found| found.file == file.path);
    let diagnostics = own.map(|found| {
        let severity = format!("{:?}", found.severity).to_lowercase();
        Found {
            line: found.span.line as usize,
            text: format!("{severity} {}: {}", found.code, found.message),
        }
    });
    gaps.chain(diagnostics).collect()
}

struct FileCheck<'a> {
    fixture: &'a Fixture,
    file: &'a File,
    program: &'a Program,
    id: FileId,
    failures: &'a mut Vec<String>,
}

impl FileCheck<'_> {
    fn run(mut self) {
        let facts = facts(self.program, self.id);
        for expected in &self.file.expected {
            self.facts(expected, &facts);
            expected
                .flows
                .iter()
                .for_each(|flow| self.flow(expected.line, flow));
        }
        self.announced();
    }

    fn fail(&mut self, line: usize, message: &str) {
        self.failures.push(format!(
            "{}: {message}",
            self.fixture.place(self.file, line)
        ));
    }

    fn facts(&mut self, expected: &Expected, facts: &Facts) {
        let Some(listed) = &expected.facts else {
            return;
        };
        let groups: BTreeSet<Group> = listed
            .iter()
            .filter_map(|fact| Group::of(fact))
            .chain([Group::Calls])
            .collect();
        let is_listed =
            |fact: &&String| Group::of(fact).is_some_and(|group| groups.contains(&group));
        let actual: Vec<&String> = facts
            .get(&expected.line)
            .into_iter()
            .flatten()
            .filter(is_listed)
            .collect();
        if !actual.iter().copied().eq(listed) {
            let actual: Vec<&str> = actual.iter().map(|fact| fact.as_str()).collect();
            self.fail(
                expected.line,
                &format!(
                    "expected {}\n    has      {}",
                    listed.join(", "),
                    actual.join(", ")
                ),
            );
        }
    }

    fn flow(&mut self, line: usize, expected: &ExpectedFlow) {
        let on_line = methods(self.program, self.id)
            .filter(|&(_, at)| at == line)
            .map(|(method, _)| method);
        let is_meant = |&method: &MethodId| {
            let method = &self.program.methods[method];
            method.body.is_some()
                && expected
                    .method
                    .as_ref()
                    .is_none_or(|name| **name == *method.name)
        };
        match on_line.filter(is_meant).collect::<Vec<_>>()[..] {
            [method] => self.arrows(line, method, expected),
            ref others => self.fail(
                line,
                &format!("`flow` speaks of one method, here are {}", others.len()),
            ),
        }
    }

    fn arrows(&mut self, line: usize, method: MethodId, expected: &ExpectedFlow) {
        let listed: BTreeSet<String> = expected.arrows.iter().map(|arrow| sorted(arrow)).collect();
        let Flow {
            normal,
            exceptional,
        } = flow(self.program, method);
        let with_exceptional = listed.iter().any(|arrow| arrow.contains(" ! "));
        let actual: BTreeSet<String> = normal
            .into_iter()
            .chain(exceptional.into_iter().filter(|_| with_exceptional))
            .collect();
        let missing = listed
            .difference(&actual)
            .map(|arrow| format!("is not so: {arrow}"));
        let extra = actual
            .difference(&listed)
            .map(|arrow| format!("not expected: {arrow}"));
        missing
            .chain(extra)
            .for_each(|message| self.fail(line, &format!("flow {message}")));
    }

    /// Gaps and diagnostics: each is announced by one marker of its line, and each marker by one of
    /// them.
    fn announced(&mut self) {
        let mut markers: Vec<(usize, String, &str)> = Vec::new();
        for expected in &self.file.expected {
            markers.extend(
                expected
                    .gaps
                    .iter()
                    .map(|text| (expected.line, "gap ".to_owned(), text.as_str())),
            );
            let diagnostics = expected.diagnostics.iter();
            markers.extend(diagnostics.map(|(severity, text)| {
                (
                    expected.line,
                    format!("{severity:?} ").to_lowercase(),
                    text.as_str(),
                )
            }));
        }
        for found in found_in(self.program, self.file, self.id) {
            let speaks_of = |(line, word, text): &(usize, String, &str)| {
                *line == found.line
                    && found
                        .text
                        .strip_prefix(word.as_str())
                        .is_some_and(|rest| rest.contains(text))
            };
            match markers.iter().position(speaks_of) {
                Some(marker) => drop(markers.remove(marker)),
                None => self.fail(found.line, &format!("not expected: {}", found.text)),
            }
        }
        for (line, word, text) in markers {
            self.fail(line, &format!("there is no such: {word}{text}"));
        }
    }
}
