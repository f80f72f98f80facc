//! `residua replay`: the user's program in the order of events that leads to a report.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use predict::trace::Trace;
use predict::{Kind, Positions, Settings};
use recording::{SCHEDULE, Schedule, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::predict::told;
use super::record::ran;
use super::recorded_program::RecordedProgram;
use super::{Outcome, print};
use crate::cli::{Listing, ReplayArgs};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::{missing, shown, unreadable};
use crate::interrupt;
use crate::wording::{next, replay as wording};

/// The word for the file in messages.
const REPORTS: &str = "file of reports";

/// Replays each report, and prints how that has ended. A report that is not confirmed is an
/// objection.
pub fn run(args: &ReplayArgs, console: Console) -> Result<Outcome> {
    let program = RecordedProgram::of(&args.program, console)?;
    let settings = Settings {
        properties: program.properties().to_vec(),
        ..Settings::default()
    };
    let reports = selected(read(&args.reports, &settings, console)?, &args.number)?;
    let replays = interrupt::whole(|| replays(args, &program, &reports, console))?;
    let rows: Vec<Row<'_>> = reports
        .iter()
        .zip(&replays)
        .map(|(report, verdicts)| Row::new(report, verdicts))
        .collect();
    print(&match args.format {
        Listing::Text => rows.iter().map(text).collect::<String>(),
        Listing::Json => serde_json::to_string(&Results { replays: &rows })? + "\n",
    })?;
    let is_confirmed = rows.iter().all(|row| row.confirmed == row.times);
    if args.format == Listing::Text {
        console.next(next::replay(is_confirmed));
    }
    Ok(if is_confirmed {
        Outcome::Done
    } else {
        Outcome::Objections
    })
}

/// A report with its schedule.
struct Replayed {
    number: usize,
    kind: Kind,
    lines: Vec<String>,
    file: String,
    schedule: Schedule,
}

/// The reports of a file of `predict`.
#[derive(Deserialize)]
struct Predicted {
    reports: Vec<Report>,
}

/// A report as `predict` prints it, as far as a replay needs it.
#[derive(Deserialize)]
struct Report {
    kind: String,
    lines: Vec<Value>,
    file: String,
    events: Vec<usize>,
    witness: Vec<(u32, u32)>,
}

/// Reads the reports, or looks for those of a log.
fn read(path: &Path, settings: &Settings, console: Console) -> Result<Vec<Replayed>> {
    if !path.exists() {
        return Err(Rejected::from(missing(path, REPORTS)).into());
    }
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, REPORTS, &error));
    let bytes = bytes.map_err(Rejected::from)?;
    if predict::log::is_log(&bytes) {
        return predicted(path, settings, console);
    }
    let known: Predicted = serde_json::from_slice(&bytes)
        .map_err(|error| Rejected::from(wording::not_reports(path, &error)))?;
    let mut traces: BTreeMap<String, Trace> = BTreeMap::new();
    let mut reports = Vec::new();
    for (index, report) in known.reports.into_iter().enumerate() {
        let kind = Kind::of_word(&report.kind).ok_or_else(|| {
            let error = format!("`{}` is no kind of reports", report.kind);
            Rejected::from(wording::not_reports(path, &error))
        })?;
        if !traces.contains_key(&report.file) {
            let trace = told(Path::new(&report.file), console)?;
            traces.insert(report.file.clone(), trace);
        }
        let witness = Positions {
            runs: report.witness,
        };
        let texts = report.lines.iter().map(|line| match line {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        reports.push(replayed(
            index + 1,
            (kind, &report.events, &witness),
            texts.collect(),
            (&report.file, &traces[&report.file]),
        )?);
    }
    Ok(reports)
}

fn predicted(path: &Path, settings: &Settings, console: Console) -> Result<Vec<Replayed>> {
    let trace = told(path, console)?;
    let prediction = predict::predict(&trace, settings);
    let reports = prediction.reports.iter().enumerate();
    reports
        .map(|(index, report)| {
            replayed(
                index + 1,
                (report.kind, &report.events, &report.witness),
                report.lines.clone(),
                (&shown(path), &trace),
            )
        })
        .collect()
}

fn replayed(
    number: usize,
    (kind, events, witness): (Kind, &[usize], &Positions),
    lines: Vec<String>,
    (file, trace): (&str, &Trace),
) -> Result<Replayed> {
    let schedule = Schedule::new(trace, kind, events, witness);
    Ok(Replayed {
        number,
        kind,
        lines,
        file: file.to_owned(),
        schedule: schedule
            .map_err(|error| anyhow::Error::msg(wording::foreign(number, file, &error)))?,
    })
}

/// The reports with some numbers, or all.
fn selected(reports: Vec<Replayed>, numbers: &[usize]) -> Result<Vec<Replayed>> {
    let all = reports.len();
    if let Some(&number) = numbers.iter().find(|&&n| n == 0 || n > all) {
        bail!(wording::no_such_report(number, all));
    }
    let is_selected = |report: &Replayed| numbers.is_empty() || numbers.contains(&report.number);
    Ok(reports.into_iter().filter(is_selected).collect())
}

/// Runs the program for each report. Gives the verdicts of each.
fn replays(
    args: &ReplayArgs,
    program: &RecordedProgram,
    reports: &[Replayed],
    console: Console,
) -> Result<Vec<Vec<Verdict>>> {
    let scratch = tempfile::Builder::new()
        .prefix("residua-replay-")
        .tempdir()
        .context("cannot write temporary files")?;
    if reports.is_empty() {
        return Ok(Vec::new());
    }
    let woven = program.weave(scratch.path(), console)?;
    let patience = u64::from(args.patience) * 1000;
    let mut replays = Vec::new();
    for (index, report) in reports.iter().enumerate() {
        let mut verdicts = Vec::new();
        for time in 0..args.times {
            console.phase(wording::progress(index + 1, reports.len()));
            let schedule = scratch.path().join(format!("{}-{time}", report.number));
            std::fs::write(&schedule, report.schedule.text(patience))?;
            let mut command = program.on(&woven);
            command.env(SCHEDULE, &schedule).stdin(Stdio::null());
            if !args.show_output {
                command.stdout(Stdio::null()).stderr(Stdio::null());
            }
            ran(&mut command)?;
            if interrupt::is_asked() {
                bail!("interrupted");
            }
            verdicts.push(Verdict::of(&schedule));
        }
        replays.push(verdicts);
    }
    console.end();
    Ok(replays)
}

/// The results as JSON has them.
#[derive(Serialize)]
struct Results<'a> {
    replays: &'a [Row<'a>],
}

/// The replays of one report.
#[derive(Serialize)]
struct Row<'a> {
    /// The number of the report, from 1.
    number: usize,
    kind: &'static str,
    lines: &'a [String],
    file: &'a str,
    /// The number of replays, and of those that came to the report.
    times: usize,
    confirmed: usize,
    /// The sentence about them.
    verdict: String,
    /// The number of events of the order.
    events: usize,
}

impl<'a> Row<'a> {
    fn new(report: &'a Replayed, verdicts: &[Verdict]) -> Self {
        let confirmed = verdicts.iter().filter(|v| **v == Verdict::Confirmed);
        Row {
            number: report.number,
            kind: report.kind.word(),
            lines: &report.lines,
            file: &report.file,
            times: verdicts.len(),
            confirmed: confirmed.count(),
            verdict: wording::ends(verdicts),
            events: report.schedule.events(),
        }
    }
}

fn text(row: &Row<'_>) -> String {
    let about = wording::about(row.kind, row.lines);
    format!(
        "{}: report {}, {about}: {}\n",
        row.file, row.number, row.verdict
    )
}
