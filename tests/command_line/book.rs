//! The book: its commands work and print what it says, and what it names is there.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::repository;
use test_support::Project;

/// Folders of the repository that chapters may begin from.
const FOLDERS: [&str; 3] = ["case-study", "examples", "properties"];

/// A command of a chapter and the lines that it is said to print.
struct Said {
    command: String,
    lines: Vec<String>,
}

fn chapter(name: &str) -> String {
    let path = repository().join("docs/book/src").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of all chapters.
fn chapters() -> BTreeSet<String> {
    let files = fs::read_dir(repository().join("docs/book/src"))
        .expect("the book")
        .flatten();
    files
        .map(|file| file.file_name().into_string().expect("a name"))
        .filter(|name| name != "SUMMARY.md")
        .collect()
}

/// A chapter as one shell script, in which a line with `@@` stands before the output of each
/// command, and its commands. Files that the chapter shows behind `<!-- file: PATH -->` are written
/// where it shows them.
fn script(text: &str) -> (String, Vec<Said>) {
    let (mut script, mut commands) = ("set -e\nexec 2>&1\n".to_owned(), Vec::<Said>::new());
    let mut file = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(path) = line.strip_prefix("<!-- file: ") {
            file = Some(path.trim_end_matches(" -->").to_owned());
        }
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(path) = file.take() {
            let _ = writeln!(
                script,
                "mkdir -p \"$(dirname {path})\"\ncat > {path} <<'@end'\n{}\n@end",
                block.join("\n")
            );
        }
        for line in block.iter().filter(|_| language == "console") {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => {
                    let _ = writeln!(script, "echo @@\n{command}");
                    commands.push(Said {
                        command: command.to_owned(),
                        lines: Vec::new(),
                    });
                }
                (None, Some(said)) => said.lines.push((*line).to_owned()),
                (None, None) => panic!("`{line}` is printed by no command"),
            }
        }
    }
    (script, commands)
}

/// Runs the commands of a chapter one after the other in a new folder and compares what they print:
/// each line that the book has stands in a line of the output, in that order, whatever the blanks.
fn works(name: &str) {
    let (script, commands) = script(&chapter(name));
    assert!(!commands.is_empty(), "{name} has commands");
    let project = Project::new("");
    for folder in FOLDERS {
        std::os::unix::fs::symlink(repository().join(folder), project.path(folder))
            .expect("links can be made");
    }
    let own = Path::new(env!("CARGO_BIN_EXE_residua"))
        .parent()
        .expect("a folder")
        .to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&others)))
        .expect("a path");
    let run = project.command(Command::new("sh").args(["-c", &script]).env("PATH", path));
    let outputs: Vec<&str> = run.stdout.split("@@\n").skip(1).collect();
    for (said, output) in commands.iter().zip(&outputs) {
        let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut printed = output.lines().map(squeezed);
        for line in said.lines.iter().map(|line| squeezed(line)) {
            assert!(
                printed.any(|printed| printed.contains(&line)),
                "{name}: `{}` prints `{line}`:\n{output}",
                said.command
            );
        }
    }
    assert_eq!(
        (run.status, outputs.len()),
        (0, commands.len()),
        "{name}: {}",
        outputs.last().unwrap_or(&"")
    );
}

#[test]
fn quick_start_works() {
    works("quickstart.md");
}

#[test]
fn tutorial_works() {
    works("tutorial.md");
}

#[test]
fn builds_work() {
    works("build.md");
}

#[test]
fn costs_are_told() {
    works("costs.md");
}

#[test]
fn properties_of_larva_are_used() {
    works("larva.md");
}

#[test]
fn specifications_of_javamop_are_used() {
    works("javamop.md");
}

#[test]
fn errors_of_other_schedules_are_shown() {
    works("schedules.md");
}

#[test]
fn assumptions_are_refused() {
    works("soundness.md");
}

#[test]
fn chapters_with_commands_are_run() {
    let run = [
        "build.md",
        "costs.md",
        "javamop.md",
        "larva.md",
        "quickstart.md",
        "schedules.md",
        "soundness.md",
        "tutorial.md",
    ];
    let with_commands = chapters()
        .into_iter()
        .filter(|name| chapter(name).contains("```console"));
    assert_eq!(with_commands.collect::<Vec<_>>(), run);
}

#[test]
fn summary_has_every_chapter_once() {
    let summary = chapter("SUMMARY.md");
    let links: Vec<&str> = summary
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .collect();
    let named: BTreeSet<String> = links.iter().map(|&link| link.to_owned()).collect();
    assert_eq!(named, chapters());
    assert_eq!(named.len(), links.len());
}

#[test]
fn pages_that_chapters_include_are_there() {
    let folder = repository().join("docs/book/src");
    for name in chapters() {
        let text = chapter(&name);
        let included = text.split("{{#include ").skip(1);
        for path in included.filter_map(|rest| rest.split("}}").next()) {
            assert!(folder.join(path).exists(), "{name} includes {path}");
        }
    }
}

/// A link to a source has the name of a function or a type as its text.
#[test]
fn items_that_chapters_link_to_are_in_their_sources() {
    let folder = repository().join("docs/book/src");
    let mut names = 0;
    for name in chapters() {
        // Every other part is code.
        let text: String = chapter(&name).split("```").step_by(2).collect();
        for (before, rest) in text.match_indices("](").map(|(at, _)| text.split_at(at)) {
            let target = rest[2..].split(')').next().unwrap_or_default();
            if !target.ends_with(".rs") {
                continue;
            }
            let item = before.rsplit('[').next().unwrap_or_default();
            let item = item.trim_matches('`');
            let source = fs::read_to_string(folder.join(target)).expect("a source");
            let is_there = ["fn", "struct"]
                .iter()
                .any(|kind| source.contains(&format!("pub {kind} {item}")));
            assert!(is_there, "{name}: {target} has no `{item}`");
            names += 1;
        }
    }
    assert!(names >= 14, "{names} names");
}

/// Names of assumptions in the book are those that results can have.
#[test]
fn every_assumption_is_explained() {
    let text = chapter("soundness.md");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let named: BTreeSet<&str> = rows
        .flat_map(|row| {
            row.split(" | ")
                .next()
                .unwrap_or_default()
                .split('`')
                .skip(1)
                .step_by(2)
        })
        .collect();
    assert_eq!(named, analyzer::assumption_ids().into_iter().collect());
}
