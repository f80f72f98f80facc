//! Programs that are compiled, woven and recorded.

mod stacks;

use std::path::{Path, PathBuf};
use std::process::Command;

use predict::trace::Trace;
use recording::{Merge, Request, runs, weave};

/// Runs a command that has to succeed without a word on its error stream, and gives its output.
pub fn run(command: &mut Command) -> String {
    let output = command.output().expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{command:?}: {}\n{text}{errors}",
        output.status
    );
    text
}

/// The tools of a JDK: of the default one if its path is empty.
pub struct Tools<'j>(pub &'j str);

impl Tools<'_> {
    pub fn tool(&self, tool: &str) -> Command {
        match self.0 {
            "" => Command::new(tool),
            jdk => Command::new(Path::new(jdk).join("bin").join(tool)),
        }
    }
}

/// Compiles a program into `classes`, weaves it into `woven` and records it into `log`. Gives what it prints
/// without and with the recorder.
pub fn plain_and_recorded(home: &Path, tools: &Tools<'_>, source: &Path) -> (String, String) {
    let name = source.file_stem().unwrap().to_str().unwrap();
    let (classes, woven, log) = (home.join("classes"), home.join("woven"), home.join("log"));
    run(tools
        .tool("javac")
        .args(["-g", "-Xlint:-options", "-d"])
        .arg(&classes)
        .arg(source));
    let plain = run(tools.tool("java").arg("-cp").arg(&classes).arg(name));
    let report = weave(&Request {
        classes: vec![classes],
        class_path: Vec::new(),
        output: woven.clone(),
        java_home: None,
        unshared: None,
        keeps_unshared: false,
        atomic: Vec::new(),
        kept: Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR"))),
    })
    .unwrap();
    assert_eq!(report.skipped, [], "{name}");
    let recorded = run(tools
        .tool("java")
        .arg("-cp")
        .arg(&woven)
        .arg(name)
        .env("RESIDUA_LOG", &log));
    (plain, recorded)
}

/// The events of the one run in a folder.
pub fn merged(log: &Path, name: &str) -> Trace {
    let folders = runs(log).unwrap();
    assert_eq!(folders.len(), 1, "{name}");
    let mut merge = Merge::open(&folders[0]).unwrap();
    let mut events = Vec::new();
    while let Some(event) = merge.next_event().unwrap() {
        events.push(event);
    }
    assert_eq!(merge.stop(), None, "{name}");
    assert!(events.len() > 5, "{name}: {} events", events.len());
    Trace {
        tables: merge.tables().clone(),
        events,
    }
}
