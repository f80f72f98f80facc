//! The README's quick start on projects that it does not know.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::fetch;
use crate::programs::{Places, chosen};

/// The folder of the table and of the files that it names.
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/newcomer");

/// So many commands it may take.
const MOST: usize = 5;

/// Columns of [`Typed`].
pub const HEAD: &str = "\
| project | build | command | s | lines |
|---|---|---|---|---|";

/// A project of the table. The head of `projects.yaml` says what each means.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    program: String,
    build: String,
    prepare: Vec<String>,
    commands: Vec<String>,
    unwoven: String,
    monitored: PathBuf,
}

/// A command that was typed.
#[derive(Debug)]
pub struct Typed {
    program: String,
    build: String,
    command: String,
    seconds: f64,
    /// How many it tells.
    lines: usize,
}

impl fmt::Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Typed {
            program,
            build,
            command,
            seconds,
            lines,
        } = self;
        write!(
            f,
            "| {program} | {build} | `{command}` | {seconds:.1} | {lines} |"
        )
    }
}

/// The projects of the table.
pub fn projects() -> Result<Vec<Project>> {
    serde_saphyr::from_str(include_str!("../newcomer/projects.yaml")).context("projects.yaml")
}

/// Unpacks a project and types its commands; `residua` stands beside this program.
///
/// # Errors
/// A command fails, there are too many of them, nothing is woven, or the woven program does
/// something else.
pub fn type_all(places: &Places, project: &Project) -> Result<Vec<Typed>> {
    let Project {
        program,
        build,
        prepare,
        commands,
        unwoven,
        monitored,
    } = project;
    ensure!(
        commands.len() <= MOST,
        "{program}: {} commands",
        commands.len()
    );

    for known in chosen(std::slice::from_ref(program))? {
        fetch::fetch(places, &known)?;
        fetch::extract(
            &places.corpus.join(".archives").join(&known.archive),
            &folder(places, program),
        )?;
    }

    let shell = Shell {
        folder: folder(places, program),
        archives: places.corpus.join(".archives"),
    };
    prepare
        .iter()
        .try_for_each(|command| shell.run(command).map(drop))?;
    let (mut typed, mut last) = (Vec::new(), String::new());

    for command in commands {
        let begun = Instant::now();
        let output = shell.run(command)?;
        let seconds = begun.elapsed().as_secs_f64();
        let lines = [&output.stdout, &output.stderr]
            .map(|text| String::from_utf8_lossy(text).lines().count());
        let [program, build, command] = [program, build, command].map(String::clone);
        typed.push(Typed {
            program,
            build,
            command,
            seconds,
            lines: lines.iter().sum(),
        });
        last = said(&output);
    }

    ensure!(
        shell
            .folder
            .join(monitored)
            .join("residua/runtime")
            .is_dir(),
        "{program}: nothing is woven"
    );
    ensure!(
        last == said(&shell.run(unwoven)?),
        "{program}: the woven program prints something else"
    );

    Ok(typed)
}

/// Returns the output of a program. Some programs print the text written to `System.err`, and so
/// reports of monitors.
fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .filter(|line| !line.contains("residua: violation of"))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn folder(places: &Places, program: &str) -> PathBuf {
    places.corpus.join(".newcomer").join(program)
}

/// The place where commands are typed.
struct Shell {
    folder: PathBuf,
    archives: PathBuf,
}

impl Shell {
    fn run(&self, command: &str) -> Result<Output> {
        let own = std::env::current_exe()?;
        let own = own.parent().context("a folder")?;
        ensure!(
            own.join("residua").exists(),
            "residua is not there: `cargo build --release -p residua`"
        );
        let others = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(
            std::iter::once(own.to_owned()).chain(std::env::split_paths(&others)),
        )?;

        let mut shell = Command::new("sh");
        shell
            .args(["-c", command])
            .current_dir(&self.folder)
            .env("PATH", path);
        let output = shell
            .env("ARCHIVES", &self.archives)
            .env("OWN", Path::new(OWN))
            .output()?;
        let told = String::from_utf8_lossy(&output.stderr);
        ensure!(
            output.status.success(),
            "`{command}`: {}\n{told}",
            output.status
        );

        Ok(output)
    }
}
