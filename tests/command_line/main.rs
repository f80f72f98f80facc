//! The program as its users run it: arguments in, exit status, text and files out.

mod acceptance;
mod analyze;
mod bad_input;
mod bodies;
mod book;
mod builds;
mod check;
mod compat;
mod compiled;
mod convert;
mod damaged_input;
mod demo;
mod deploy;
mod diff;
mod documents;
mod explain;
mod explain_program;
mod faults;
mod hide;
mod init;
mod jdk_properties;
mod join_points;
mod larva;
mod links;
mod literals;
mod lsp;
mod measure;
mod mistakes;
mod models;
mod mop;
mod options;
mod other_languages;
mod predict;
mod property_code;
mod real_program;
mod record;
mod reflection;
mod release;
mod replay;
mod report;
mod sarif;
mod schemas;
mod trace;
mod tripwires;
mod unprompted;
mod up_to_date;
mod verde;
mod weave;
mod words;
mod workers;

use std::path::Path;

use test_support::Project;

/// The folder of the repository.
fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The row of a property in the table of `analyze`: its monitored calls, those of each step, those
/// that are kept, and the rest of the row.
fn row<'a>(summary: &'a str, property: &str) -> (Vec<u64>, &'a str) {
    let line = summary
        .lines()
        .find(|line| line.split_whitespace().next() == Some(property))
        .unwrap_or_else(|| panic!("no row of `{property}` in {summary}"));
    let mut rest = line.trim_start()[property.len()..].trim_start();
    let mut numbers = Vec::new();
    while numbers.len() < 6 {
        let (number, behind) = rest.split_once(' ').expect("more columns");
        numbers.push(number.replace(',', "").parse().expect("a number"));
        rest = behind.trim_start();
    }
    (numbers, rest)
}

/// The number of monitored calls of a property that the table of `analyze` says to be kept.
fn kept(summary: &str, property: &str) -> u64 {
    row(summary, property).0[5]
}

/// A program that uses sessions rightly, and the property that says how.
const SESSIONS: &str = r#"
//- src/app/Session.java
package app;

public class Session {
    public void open() { }
    public void send(int n) { }
    public void close() { }
}
//- src/app/Main.java
package app;

public class Main {
    public static void main(String[] args) {
        Session session = new Session();
        session.open();
        session.send(1);
        session.close();
    }
}
//- session.yaml
imports: [app.Session]
foreach:
  - parameters: [Session s]
    events:
      open: call Session.open() target s
      send: call Session.send(*) target s
      close: call Session.close() target s
    properties:
      lifecycle:
        states: {fresh: initial, live: , early: bad}
        transitions:
          - fresh -> live: open
          - fresh -> early: send
          - live -> fresh: close
"#;

fn sessions() -> Project {
    Project::new(SESSIONS)
}

/// The same, but it depends on the arguments whether the session is opened before `send`, in line
/// 7.
fn uncertain() -> Project {
    let project = sessions();
    changed(
        &project,
        "src/app/Main.java",
        "session.open();",
        "if (args.length > 0) session.open();",
    );
    project
}

/// The text of a file of [`SESSIONS`] with a part of it replaced.
fn changed(project: &Project, file: &str, part: &str, by: &str) {
    let text = project.read(file);
    assert!(text.contains(part), "`{part}` is not in {file}");
    project.write(file, text.replacen(part, by, 1).as_bytes());
}
