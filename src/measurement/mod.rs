//! A program measured without monitors, fully monitored, and monitored as a plan says.

mod command;
mod launched;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use anyhow::{Context, Result, bail};
use case_study::process::{Used, measured, without_hash};
use serde::{Serialize, Serializer};

pub use command::CommandLine;
pub use launched::class_path;
pub use table::table;

use crate::counts::{self, Counts};
use crate::interrupt;

/// A variant of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// The classes as compiled.
    Unmonitored,
    /// Everything monitored.
    Full,
    /// The monitors that the plan leaves.
    Optimized,
}

impl Variant {
    /// In the order in which they take turns.
    pub const ALL: [Variant; 3] = [Variant::Unmonitored, Variant::Full, Variant::Optimized];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Unmonitored => "unmonitored",
            Variant::Full => "full",
            Variant::Optimized => "optimized",
        }
    }
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// From start to end, in seconds.
    elapsed: f64,
    /// Processor time, in seconds.
    processor: f64,
    /// Largest resident set, in MiB.
    mebibytes: f64,
    #[serde(serialize_with = "as_text")]
    status: ExitStatus,
    /// The reports of monitors, without identity hashes, in order.
    reports: Vec<String>,
}

fn as_text<S: Serializer>(status: &ExitStatus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&status.to_string())
}

/// The results of a measurement.
#[derive(Debug, Serialize)]
pub struct Measurement {
    /// The runs of each variant, in their order.
    runs: BTreeMap<Variant, Vec<Run>>,
    /// Events that monitors were told, in a run of its own that is not timed.
    events: BTreeMap<Variant, u64>,
    /// The lines that tripwires recorded in the optimized run that counts events
    /// ([`analyzer::RanMethod`]).
    pub hits: Vec<String>,
    /// Broken promises.
    pub objections: Vec<String>,
    /// By place, under full monitoring.
    #[serde(skip)]
    pub counts: Counts,
}

/// Runs `command` on each variant's classes: once each to count events, which warms up, too, and
/// then `rounds` times in turns. `progress` is told what is being done.
///
/// # Errors
/// The command cannot be started, or fails without monitors.
pub fn measure(
    command: &CommandLine,
    classes: &BTreeMap<Variant, PathBuf>,
    rounds: u32,
    scratch: &Path,
    progress: &mut dyn FnMut(String),
) -> Result<Measurement> {
    let mut measurement = Measurement {
        runs: BTreeMap::new(),
        events: BTreeMap::new(),
        hits: Vec::new(),
        objections: Vec::new(),
        counts: Counts::new(),
    };
    let record = scratch.join("ran.tsv");

    for variant in Variant::ALL {
        progress(format!(
            "counting the events of the program, {}",
            variant.name()
        ));
        let file = scratch.join(format!("{}.counts", variant.name()));
        let used = run(command, classes, variant, Some((&file, &record)))?;
        if variant == Variant::Unmonitored {
            refuse_failure(&used)?;
        }
        if file.exists() {
            let counts = counts::read(&file)?;
            measurement.events.insert(variant, counts.values().sum());
            if variant == Variant::Full {
                measurement.counts = counts;
            }
        }
    }

    if record.exists() {
        measurement.hits = fs::read_to_string(&record)?
            .lines()
            .map(str::to_owned)
            .collect();
    }

    for round in 1..=rounds {
        for variant in Variant::ALL {
            progress(format!("round {round} of {rounds}, {}", variant.name()));
            let used = run(command, classes, variant, None)?;
            measurement
                .runs
                .entry(variant)
                .or_default()
                .push(Run::of(&used));
        }
    }

    measurement.objections = objections(&measurement.runs);
    Ok(measurement)
}

/// Runs the command once; `records` are the files for counts and for hits of tripwires.
fn run(
    command: &CommandLine,
    classes: &BTreeMap<Variant, PathBuf>,
    variant: Variant,
    records: Option<(&Path, &Path)>,
) -> Result<Used> {
    let mut command = command.on(classes.get(&variant).map(PathBuf::as_path));
    if let Some((counts, hits)) = records {
        let before = std::env::var("JAVA_TOOL_OPTIONS").unwrap_or_default();
        let own = format!(
            "-Dresidua.count.places={} -Dresidua.tripwires={}",
            counts.display(),
            hits.display()
        );
        command.env("JAVA_TOOL_OPTIONS", format!("{before} {own}").trim_start());
    }
    let program = command.get_program().to_string_lossy().into_owned();
    let used = measured(&mut command).with_context(|| format!("cannot run `{program}`"))?;
    interrupt::check()?;
    Ok(used)
}

/// Refuses a program that fails without monitors: there is nothing to measure.
fn refuse_failure(used: &Used) -> Result<()> {
    if used.status.success() {
        return Ok(());
    }
    let told: Vec<&str> = used.stderr.lines().rev().take(10).collect();
    let told: Vec<&str> = told.into_iter().rev().collect();
    bail!(
        "without monitors the command ends with {}; its last lines on stderr:\n{}",
        used.status,
        told.join("\n")
    )
}

impl Run {
    fn of(used: &Used) -> Run {
        let is_report = |line: &&str| line.starts_with("residua: violation of ");
        Run {
            elapsed: used.elapsed.as_secs_f64(),
            processor: used.processor.as_secs_f64(),
            mebibytes: used.mebibytes,
            status: used.status,
            reports: used
                .stderr
                .lines()
                .filter(is_report)
                .map(without_hash)
                .collect(),
        }
    }
}

/// Runs of one round side by side: the same reports, and the same end as without monitors.
fn objections(runs: &BTreeMap<Variant, Vec<Run>>) -> Vec<String> {
    let of = |variant: Variant| runs.get(&variant).map(Vec::as_slice).unwrap_or_default();
    let (plain, full, optimized) = (
        of(Variant::Unmonitored),
        of(Variant::Full),
        of(Variant::Optimized),
    );
    let mut objections = Vec::new();

    for (round, ((plain, full), optimized)) in (1..).zip(plain.iter().zip(full).zip(optimized)) {
        if full.reports != optimized.reports {
            objections.push(difference(round, &full.reports, &optimized.reports));
        }
        for (variant, run) in [(Variant::Full, full), (Variant::Optimized, optimized)] {
            if run.status != plain.status {
                let (name, ends, before) = (variant.name(), run.status, plain.status);
                objections.push(format!(
                    "round {round}: the {name} program ends with {ends}, without monitors with {before}"
                ));
            }
        }
    }

    objections
}

fn difference(round: u32, full: &[String], optimized: &[String]) -> String {
    let sorted = |reports: &[String]| {
        let mut sorted = reports.to_vec();
        sorted.sort();
        sorted
    };

    if sorted(full) == sorted(optimized) {
        return format!(
            "round {round}: the reports are the same, but in another order, which threads may explain"
        );
    }

    let first = full
        .iter()
        .zip(optimized)
        .position(|(a, b)| a != b)
        .unwrap_or(full.len().min(optimized.len()));
    let shown = |reports: &[String]| {
        reports
            .get(first)
            .map_or("nothing".to_owned(), |report| format!("`{report}`"))
    };

    format!(
        "round {round}: {} reports under full monitoring, {} when optimized; the first difference is number {}: {} and {}",
        full.len(),
        optimized.len(),
        first + 1,
        shown(full),
        shown(optimized)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(reports: &[&str], status: ExitStatus) -> Run {
        let reports = reports.iter().map(|&report| report.to_owned()).collect();
        Run {
            elapsed: 1.0,
            processor: 1.0,
            mebibytes: 1.0,
            status,
            reports,
        }
    }

    fn told(full: &[&str], optimized: &[&str]) -> Vec<String> {
        let ok = ExitStatus::default();
        let runs = [
            (Variant::Unmonitored, &[][..]),
            (Variant::Full, full),
            (Variant::Optimized, optimized),
        ];
        objections(
            &runs
                .map(|(variant, reports)| (variant, vec![run(reports, ok)]))
                .into(),
        )
    }

    #[test]
    fn reports_that_are_lost_or_false_are_objected_to() {
        assert_eq!(told(&["a", "b"], &["a", "b"]), Vec::<String>::new());
        assert!(
            told(&["a", "b"], &["a"])[0]
                .contains("the first difference is number 2: `b` and nothing")
        );
        assert!(told(&["a"], &["b", "a"])[0].contains("number 1: `a` and `b`"));
        assert!(told(&["a", "b"], &["b", "a"])[0].contains("in another order"));
    }

    #[cfg(unix)]
    #[test]
    fn program_that_ends_in_another_way_is_objected_to() {
        use std::os::unix::process::ExitStatusExt;
        let (ok, failed) = (ExitStatus::from_raw(0), ExitStatus::from_raw(256));
        let runs = [
            (Variant::Unmonitored, ok),
            (Variant::Full, ok),
            (Variant::Optimized, failed),
        ];
        let objections = objections(
            &runs
                .map(|(variant, status)| (variant, vec![run(&[], status)]))
                .into(),
        );
        assert_eq!(objections.len(), 1);
        assert!(
            objections[0].contains("the optimized program ends with exit status: 1"),
            "{objections:?}"
        );
    }
}
