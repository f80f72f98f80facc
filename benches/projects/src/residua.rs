//! The program that is tried, as its users call it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::maven::Built;

/// The program that is named, or the one that stands beside this one.
///
/// # Errors
/// It is not there.
pub fn beside(named: Option<PathBuf>) -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let program = named.unwrap_or(own.with_file_name("residua"));
    ensure!(
        program.exists(),
        "residua is not there: `cargo build --release -p residua`"
    );
    Ok(std::path::absolute(program)?)
}

/// Runs the program on a project, and gives what it says.
///
/// # Errors
/// It fails.
pub fn run(program: &Path, project: &Built, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(&project.folder)
        .envs(project.jdk.iter().map(|home| ("JAVA_HOME", home)));
    let output = command.output()?;
    let said = [output.stdout, output.stderr]
        .map(|text| String::from_utf8_lossy(&text).into_owned())
        .concat();
    ensure!(
        output.status.success(),
        "residua {}: {}\n{said}",
        arguments.join(" "),
        output.status
    );

    Ok(said)
}

/// The generators of a plan.
#[derive(Debug, Clone, Copy)]
pub struct Generators {
    pub all: u64,
    pub kept: u64,
}

impl Generators {
    /// Sums the totals of a plan up.
    ///
    /// # Errors
    /// There is no plan, or it is none.
    pub fn of_plan(file: &Path) -> Result<Generators> {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let plan: Value = serde_json::from_str(&text)?;
        let totals = plan["totals"].as_object().context("a plan has totals")?;
        let sum = |name: &str| totals.values().filter_map(|row| row[name].as_u64()).sum();
        Ok(Generators {
            all: sum("generators"),
            kept: sum("kept"),
        })
    }
}
