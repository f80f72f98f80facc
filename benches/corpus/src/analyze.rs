//! `residua analyze` on programs of the corpus, with its default options.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use plan::Plan;

use crate::programs::{Places, Program};

/// The text of a program.
#[derive(Debug, Clone, Copy)]
pub enum Input {
    /// Its sources alone.
    Sources,
    /// The class files that javac makes of them, alone.
    Classes,
    /// Both.
    Both,
}

impl Input {
    pub const ALL: [Input; 3] = [Input::Sources, Input::Classes, Input::Both];

    fn has_sources(self) -> bool {
        !matches!(self, Input::Classes)
    }

    fn has_classes(self) -> bool {
        !matches!(self, Input::Sources)
    }
}

/// The plan that the program `residua` beside this one makes for these property files or folders of
/// them, in this order. The results go into the folder `out`.
///
/// # Errors
/// `residua` is not there, or the analysis fails.
pub fn plan_of(
    places: &Places,
    program: &Program,
    input: Input,
    properties: &[PathBuf],
    out: &Path,
) -> Result<Plan> {
    let own = std::env::current_exe()?;
    let residua = own.with_file_name("residua");
    ensure!(
        residua.exists(),
        "`{}` is not there: build it with `cargo build --release`",
        residua.display()
    );
    let mut command = Command::new(residua);
    command.args(["analyze", "--quiet", "--force", "--out"]);
    command.arg(out);
    for property in properties {
        command.arg("--property").arg(property);
    }
    if input.has_sources() {
        command.arg("--source").arg(places.sources(&program.name));
        for file in left_out(places, program)? {
            command.arg("--left-out").arg(file);
        }
    }
    if input.has_classes() {
        command.arg("--classes").arg(places.classes(&program.name));
    }
    let class_path = places.class_path(program)?;
    if !class_path.is_empty() {
        command
            .arg("--classpath")
            .arg(std::env::join_paths(class_path)?);
    }

    let output = command.output()?;
    ensure!(
        output.status.code().is_some_and(|code| code < 2),
        "{} from {input:?}: {}",
        program.name,
        String::from_utf8_lossy(&output.stderr)
    );
    plan::read(&out.join("plan.json")).with_context(|| program.name.clone())
}

/// The sources of a program that are not compiled.
fn left_out(places: &Places, program: &Program) -> Result<Vec<PathBuf>> {
    let compiled = places.files(program)?;
    let mut others = Vec::new();
    for entry in walkdir::WalkDir::new(places.sources(&program.name)).sort_by_file_name() {
        let path = entry?.into_path();
        let is_source = path
            .extension()
            .is_some_and(|extension| extension == "java");
        if is_source && compiled.binary_search(&path).is_err() {
            others.push(path);
        }
    }
    Ok(others)
}
