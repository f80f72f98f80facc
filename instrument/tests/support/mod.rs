//! Programs that are compiled, woven and run.
//!
//! A fixture is one text: files behind `//- path` headers, property files (`.yaml`, `.lrv`) among
//! them in the order in which they are notified.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use instrument::weave::{RuntimePlacement, Task, WeaveError, WeaveReport, WeaveRequest, weave};
use plan::{
    Generator, Model, Plan, PropertyMapping, PropertyRow, SCHEMA, Source, Tool, TransitionRow,
    Verdict, sha256,
};
use tempfile::TempDir;

/// The rule that `next()` is called after `hasNext()` only.
pub const HAS_NEXT: &str = "
//- has_next.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i]
    events:
      hasNext: call Iterator+.hasNext() target i
      next: call Iterator+.next() target i
    properties:
      HasNext:
        states: {unsafe: initial, safe: , error: bad}
        transitions:
          - unsafe -> safe: hasNext
          - unsafe -> error: next
          - safe -> unsafe: next
          - error -> safe: hasNext
          - error -> error: next
";

/// A compiled program with its properties.
pub struct Fixture {
    pub folder: TempDir,
    pub plan: Plan,
}

impl Fixture {
    /// Writes the files, compiles the Java ones with `options`, reads the properties.
    pub fn new(text: &str, options: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        let mut plan = empty_plan();
        let mut sources = Vec::new();
        for (path, text) in test_support::files(text) {
            let is_java = path.ends_with(".java");
            let file = root
                .join(if is_java { "src" } else { "properties" })
                .join(&path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, &text).unwrap();
            if is_java {
                plan.sources.push(Source {
                    root: "src".to_owned(),
                    path,
                    sha256: sha256(text.as_bytes()),
                    types: Vec::new(),
                    incomplete: false,
                    compiled: false,
                });
                sources.push(file);
            } else {
                add_properties(&mut plan, &format!("properties/{path}"), &text);
            }
        }
        compile(&sources, &root.join("classes"), options);
        Fixture { folder, plan }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A request to weave everything into `out`.
    pub fn request(&self, full: bool) -> WeaveRequest<'_> {
        WeaveRequest {
            plan: &self.plan,
            base: self.folder.path().to_owned(),
            classes: vec![self.path("classes")],
            class_path: Vec::new(),
            output: self.path("out"),
            task: Task::monitoring(full),
            runtime: RuntimePlacement::Bundled,
            adds_fields: true,
            tripwires: false,
            unforeseen: Vec::new(),
            java_home: None,
            handler: None,
            kept: Some(env!("CARGO_TARGET_TMPDIR").into()),
        }
    }

    pub fn weave(&self, full: bool) -> WeaveReport {
        weave(&self.request(full)).unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn weave_error(&self) -> WeaveError {
        weave(&self.request(true)).expect_err("weaving fails")
    }

    /// Runs `Main` of a folder of classes.
    pub fn run(&self, folder: &str, options: &[&str]) -> Output {
        java(&self.path(folder), options)
    }
}

/// Runs `Main` with the strictest verification.
pub fn java(classes: &Path, options: &[&str]) -> Output {
    let mut command = Command::new("java");
    command.args([
        "-Xverify:all",
        "-XX:-PrintWarnings",
        "-XX:TieredStopAtLevel=1",
        "-Xshare:auto",
        "-cp",
    ]);
    command
        .arg(classes)
        .args(options)
        .arg("Main")
        .output()
        .unwrap()
}

fn empty_plan() -> Plan {
    Plan {
        schema: SCHEMA.to_owned(),
        tool: Tool {
            name: "residua".to_owned(),
            version: "0.0.0".to_owned(),
        },
        assumptions: Vec::new(),
        sources: Vec::new(),
        properties: Vec::new(),
        generators: Vec::new(),
        entries: Vec::new(),
        unreached: Default::default(),
        functional_bodies: Default::default(),
        compared: Default::default(),
        changed: Default::default(),
        witness_steps: Vec::new(),
        totals: Default::default(),
        models: Vec::new(),
    }
}

/// Adds a property file; its residual is the original.
fn add_properties(plan: &mut Plan, file: &str, text: &str) {
    let specification =
        languages::read(file, text).unwrap_or_else(|findings| panic!("{findings:#?}"));
    let mut mapping = Vec::new();
    for property in &specification.properties {
        let date = &property.date;
        let row = |(id, t): (date::ids::TransitionId, &date::model::Transition)| TransitionRow {
            id,
            from: date.states[t.from].name.clone(),
            event: specification.events[t.event].name.clone(),
            to: date.states[t.to].name.clone(),
            removed_by: None,
            why: String::new(),
        };
        plan.properties.push(PropertyRow {
            name: property.name.clone(),
            file: file.to_owned(),
            sha256: sha256(text.as_bytes()),
            imported: Vec::new(),
            verdict: Verdict::Residual,
            transitions: date.transitions.iter_enumerated().map(row).collect(),
        });
        mapping.push(PropertyMapping {
            property: property.name.clone(),
            states: date.states.indices().collect(),
            transitions: date.transitions.indices().collect(),
        });
    }
    plan.models.push(Model {
        original: specification.clone(),
        residual: specification,
        mapping,
    });
}

/// Runs `javac`.
pub fn compile(sources: &[PathBuf], classes: &Path, options: &[&str]) {
    std::fs::create_dir_all(classes).unwrap();
    // It ends before HotSpot's second compiler pays.
    let mut javac = Command::new("javac");
    javac.arg("-J-XX:TieredStopAtLevel=1");
    let run = javac
        .args(options)
        .arg("-d")
        .arg(classes)
        .args(sources)
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
}

/// What a program wrote to stderr: reports without their common words and identity hashes, other
/// lines as they are.
pub fn reports(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines()
        .map(|line| without_hashes(line.strip_prefix("residua: violation of ").unwrap_or(line)))
        .collect()
}

fn without_hashes(line: &str) -> String {
    let mut parts = line.split('@');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    }
    text
}

/// Weaves everything, runs the program, and compares what it writes to stderr, and that it writes
/// the same to stdout as before.
pub fn check(text: &str, expected: &[&str]) {
    check_with(text, &[], &[], expected);
}

pub fn check_with(text: &str, javac: &[&str], java: &[&str], expected: &[&str]) {
    let fixture = Fixture::new(text, javac);
    let plain = fixture.run("classes", java);
    assert!(
        plain.status.success(),
        "{}",
        String::from_utf8_lossy(&plain.stderr)
    );
    fixture.weave(true);
    let woven = fixture.run("out", java);
    assert_eq!(
        reports(&woven),
        expected,
        "{}",
        String::from_utf8_lossy(&woven.stderr)
    );
    assert_eq!(
        String::from_utf8_lossy(&woven.stdout),
        String::from_utf8_lossy(&plain.stdout)
    );
    assert_eq!(woven.status, plain.status);
}

/// A row of a plan.
pub struct Row {
    pub property: &'static str,
    pub event: &'static str,
    pub enclosing: &'static str,
    pub callee: &'static str,
    pub line: u32,
    pub ordinal: u32,
}

impl Row {
    /// A silenced call in class `Main`, before.
    pub fn silence(&self, id: usize) -> Generator {
        use plan::{Decision, Enclosing, GeneratorKind, Reduction, Site, When};
        Generator {
            id: format!("g{id}"),
            property: self.property.to_owned(),
            event: self.event.to_owned(),
            site: Site {
                file: "Main.java".to_owned(),
                line: self.line,
                column: 1,
                class: java_types::ClassName::from_binary("Main"),
                enclosing: Enclosing::new(self.enclosing),
                callee: self.callee.to_owned(),
                ordinal: self.ordinal,
                kind: GeneratorKind::Call,
                copied: false,
            },
            when: When::Before,
            decision: Decision::Silence,
            by: Some(Reduction::Residual2),
            group: None,
            why: "tested".to_owned(),
            witness: None,
        }
    }

    pub fn keep(&self, id: usize) -> Generator {
        use plan::Decision;
        Generator {
            decision: Decision::Keep,
            by: None,
            ..self.silence(id)
        }
    }
}
