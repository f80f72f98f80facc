//! One project under full and under optimized monitoring.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::maven::Built;
use crate::residua::{self, Generators};
use crate::table::Project;
use crate::{called, properties, reports};

/// Columns of [`Row`].
pub const HEAD: &str = "\
| project | properties | generators | kept | tests | reports, full | optimized | tripwires | main: full | optimized |
|---|---|---|---|---|---|---|---|---|---|";

/// How projects are tried.
pub struct Settings {
    pub folder: PathBuf,
    pub properties: usize,
    pub residua: PathBuf,
    pub blind: bool,
}

/// The reports of a run of the project's `main`.
#[derive(Debug, Clone, Copy)]
struct Main {
    full: usize,
    optimized: usize,
}

/// The result for a project.
pub struct Row {
    project: String,
    properties: usize,
    generators: Generators,
    tests: String,
    full: usize,
    optimized: usize,
    tripwires: usize,
    main: Option<Main>,
    pub differences: Vec<String>,
    /// The reports after an analysis that was told what tripwires recorded, where one was hit.
    told: Option<usize>,
    is_blind: bool,
}

impl Row {
    /// Returns whether nothing is lost, or, where the analysis was made blind, a tripwire says so.
    pub fn is_fine(&self) -> bool {
        if self.is_blind {
            self.differences.is_empty() || self.tripwires > 0
        } else {
            self.differences.is_empty() && self.tripwires == 0
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            project,
            properties,
            generators: Generators { all, kept },
            tests,
            full,
            optimized,
            tripwires,
            main,
            ..
        } = self;
        write!(
            f,
            "| {project} | {properties} | {all} | {kept} | {tests} | {full} | {optimized} | {tripwires} |"
        )?;
        match main {
            Some(Main { full, optimized }) => write!(f, " {full} | {optimized} |")?,
            None => write!(f, " | |")?,
        }

        self.told.map_or(Ok(()), |reports| {
            write!(f, " {reports} reports when told what ran |")
        })
    }
}

/// So many analyses may follow one another that are told what ran.
const MOST: usize = 4;

/// So often the fully monitored program is run at most: what differs between its runs says nothing.
const FULL_RUNS: usize = 3;

/// Makes properties, has residua prepare both programs without an edit, and runs the tests.
///
/// # Errors
/// The project does not build, or residua fails.
pub fn compare(settings: &Settings, project: &Project) -> Result<Row> {
    let built = Built::of(&settings.folder, project)?;
    let classes = called::monitored(&built.classes(), &built.folder.join("target/test-classes"))?;
    let properties = properties::write(
        &classes,
        settings.properties,
        &built.folder.join("properties"),
    )?;
    ensure!(properties > 0, "no class of which two methods are called");
    let woven = prepare(settings, &built)?;
    let recorded = built.folder.join("target/ran.tsv");
    remove(&recorded)?;

    let unwoven = built.tested_as_built(None)?;
    let optimized = built.tested(&woven.optimized, settings.blind.then_some(&recorded))?;
    let mut full = vec![built.tested(&woven.full, None)?];

    while full.len() < FULL_RUNS && !differences(&full, &optimized).is_empty() {
        full.push(built.tested(&woven.full, None)?);
    }

    keep(&built.folder, &full, &optimized)?;
    let mut differences = differences(&full, &optimized);
    let tripwires = reports::tripwires(&optimized);
    differences.extend(
        tripwires
            .iter()
            .map(|line| (*line).to_owned())
            .filter(|_| !settings.blind),
    );
    let told = if settings.blind && !tripwires.is_empty() {
        Some(told(settings, &built, &recorded, &full)?)
    } else {
        None
    };

    let main = project
        .main
        .as_deref()
        .map(|main| run_main(&built, main, &woven, &mut differences))
        .transpose()?;

    if !full
        .iter()
        .any(|text| reports::tests(text) == reports::tests(&unwoven))
    {
        differences.push(format!(
            "tests of the program as it was built: {}",
            reports::tests(&unwoven).unwrap_or("none")
        ));
    }

    Ok(Row {
        project: project.name.clone(),
        properties,
        generators: Generators::of_plan(&built.folder.join("residua-out/plan.json"))?,
        tests: reports::tests(&full[0]).unwrap_or("none").to_owned(),
        full: sum(&full[0]),
        optimized: sum(&optimized),
        tripwires: tripwires.len(),
        main,
        differences,
        told,
        is_blind: settings.blind,
    })
}

fn sum(text: &str) -> usize {
    reports::of(text).values().sum()
}

/// Runs a `main` fully monitored, optimized and as it was built; adds what differs in reports, in
/// tripwires and in how it ends.
fn run_main(built: &Built, main: &str, woven: &Woven, found: &mut Vec<String>) -> Result<Main> {
    let optimized = built.run_main(main, &woven.optimized)?;
    let mut full = vec![built.run_main(main, &woven.full)?];
    while full.len() < FULL_RUNS && !differences(&full, &optimized).is_empty() {
        full.push(built.run_main(main, &woven.full)?);
    }

    let end = |text: &str| text.lines().last().unwrap_or_default().to_owned();
    let unwoven = built.run_main(main, &built.classes())?;
    found.extend(
        differences(&full, &optimized)
            .into_iter()
            .map(|line| format!("main: {line}")),
    );
    found.extend(
        reports::tripwires(&optimized)
            .into_iter()
            .map(|line| format!("main: {line}")),
    );

    if end(&full[0]) != end(&optimized) || end(&full[0]) != end(&unwoven) {
        found.push(format!(
            "main ends with {}, {} and {}",
            end(&unwoven),
            end(&full[0]),
            end(&optimized)
        ));
    }

    fs::write(built.folder.join("target/main-full.txt"), &full[0])?;
    fs::write(built.folder.join("target/main-optimized.txt"), &optimized)?;
    Ok(Main {
        full: sum(&full[0]),
        optimized: sum(&optimized),
    })
}

/// Analyses again with what tripwires have recorded, until the runs agree; gives the reports of the
/// last one.
fn told(settings: &Settings, built: &Built, recorded: &Path, full: &[String]) -> Result<usize> {
    let mut reports = 0;
    for _ in 0..MOST {
        residua::run(
            &settings.residua,
            built,
            &["analyze", "--force", "--ran", &recorded.to_string_lossy()],
        )?;
        let out = "target/woven-optimized";
        residua::run(
            &settings.residua,
            built,
            &[
                "weave",
                "--force",
                "--classes",
                "target/classes",
                "--output",
                out,
            ],
        )?;
        let run = built.tested(&built.folder.join(out), Some(recorded))?;
        reports = reports::of(&run).values().sum();
        if differences(full, &run).is_empty() {
            return Ok(reports);
        }
    }

    anyhow::bail!("{reports} reports after {MOST} analyses that were told what ran")
}

/// Returns the differences in reports, and in how many tests run and fail.
fn differences(full: &[String], optimized: &str) -> Vec<String> {
    let counted: Vec<_> = full.iter().map(|text| reports::of(text)).collect();
    let mut found = reports::differences(&counted, &reports::of(optimized));
    let own = reports::tests(optimized);
    if full.iter().all(|text| reports::tests(text) != own) {
        found.push(format!("tests: {}", own.unwrap_or("none")));
    }
    found
}

/// The classes of both programs.
struct Woven {
    full: PathBuf,
    optimized: PathBuf,
}

fn prepare(settings: &Settings, built: &Built) -> Result<Woven> {
    let (program, folder) = (&settings.residua, &built.folder);
    for left in [
        "residua.toml",
        "residua-out",
        "target/woven-full",
        "target/woven-optimized",
    ] {
        remove(&folder.join(left))?;
    }

    residua::run(program, built, &["init"])?;
    if settings.blind {
        blind(&folder.join("residua.toml"))?;
    }

    let said = residua::run(program, built, &["analyze"])?;
    fs::write(folder.join("target/analyze.txt"), said)?;
    let weave = |out: &str, more: &[&str]| {
        let arguments = [
            &["weave", "--classes", "target/classes", "--output", out],
            more,
        ]
        .concat();
        residua::run(program, built, &arguments).map(|_| folder.join(out))
    };

    Ok(Woven {
        full: weave("target/woven-full", &["--full"])?,
        optimized: weave("target/woven-optimized", &[])?,
    })
}

/// Takes from the file of `init` all by which `analyze` knows what reaches classes from outside the
/// sources.
fn blind(file: &Path) -> Result<()> {
    let text = fs::read_to_string(file)?;
    let is_known = |line: &&str| !line.starts_with("resources") && !line.starts_with("classes");
    let mut kept: Vec<&str> = text.lines().filter(is_known).collect();
    kept.push("inert-annotations = [\"*\"]");
    Ok(fs::write(file, kept.join("\n"))?)
}

fn remove(path: &Path) -> Result<()> {
    match path {
        path if path.is_dir() => Ok(fs::remove_dir_all(path)?),
        path if path.exists() => Ok(fs::remove_file(path)?),
        _ => Ok(()),
    }
}

/// Keeps the output of the runs beside the classes, to be looked at.
fn keep(folder: &Path, full: &[String], optimized: &str) -> Result<()> {
    full.iter().enumerate().try_for_each(|(run, text)| {
        fs::write(folder.join(format!("target/full-{run}.txt")), text)
    })?;
    Ok(fs::write(folder.join("target/optimized.txt"), optimized)?)
}
