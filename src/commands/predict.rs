//! `residua predict`: races, deadlocks, atomicity violations and violations of properties of recorded runs.

mod page;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use predict::long::{Long, Part, Share, Source, judge, merge};
use predict::trace::{Frame, Trace};
use predict::{Report, Settings, Step, Undecided, Violation};
use serde::Serialize;
use serde_json::Value;
use text::Diagnostic;

use super::{Outcome, print};
use crate::cli::{Format, PredictArgs, fidelity};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::properties;
use crate::inputs::{missing, shown, unreadable};
use crate::wording::{counted, next, predict as wording};
use crate::{output, sarif};

/// The word for the files in messages.
const RUN: &str = "recorded run";

/// Prints the reports about each run. A run with reports is an objection.
pub fn run(args: &PredictArgs, console: Console) -> Result<Outcome> {
    if let Some(target) = Target::of(args) {
        return convert(args, &target, console);
    }
    let properties = properties::read(&args.property, fidelity(args.compat))?;
    console.findings(&properties.findings)?;
    let specifications = properties.files.into_iter();
    let settings = Settings {
        properties: specifications.map(|file| file.specification).collect(),
        ..Settings::default()
    };
    let scratch = tempfile::tempdir()?;
    let files = files(args, scratch.path(), console)?;
    let Some(predictions) = predictions(args, &files, settings)? else {
        return Ok(Outcome::Done);
    };
    let mut runs: Vec<Run> = Vec::new();
    for (file, long) in files.into_iter().zip(predictions) {
        let mut findings = about_run(&file.name, &long, args.window.get());
        let prediction = &long.prediction;
        findings.extend(wording::unknown_event(
            &file.name,
            &prediction.unknown_events,
        ));
        // Properties are refused for what they say, whatever the run.
        if runs.is_empty() {
            findings.extend(prediction.unpredictable.iter().map(wording::not_predicted));
        }
        console.findings(&findings)?;
        runs.push(Run {
            file,
            long,
            findings,
        });
    }
    if let Some(path) = &args.html {
        page::write(path, args, &runs)?;
    }
    print(&match args.format {
        Format::Text => text(&runs, args.html.as_deref()),
        Format::Json => json(&runs)?,
        Format::Sarif => sarif(&runs)?,
    })?;
    let found = runs.iter().any(|run| !run.reports().is_empty());
    if args.format == Format::Text {
        console.next(next::predict(found, args.html.as_deref()));
    }
    Ok(if found {
        Outcome::Objections
    } else {
        Outcome::Done
    })
}

/// A run with what is known about it.
#[derive(Debug)]
struct Run {
    file: RunFile,
    long: Long,
    /// The findings about the run as a whole.
    findings: Vec<Diagnostic>,
}

impl Run {
    fn name(&self) -> &str {
        &self.file.name
    }

    fn reports(&self) -> &[Report] {
        &self.long.prediction.reports
    }
}

/// A file of a run.
#[derive(Debug, Clone)]
struct RunFile {
    /// Its name in reports and findings.
    name: String,
    path: PathBuf,
}

/// The files of the runs. Folders that woven classes have recorded into have one for each run, which
/// stands in `scratch`.
fn files(args: &PredictArgs, scratch: &Path, console: Console) -> Result<Vec<RunFile>> {
    let mut files = Vec::new();
    for path in paths(args) {
        if path.is_dir() {
            let logs = super::record::logs_of(path, scratch, console)?.into_iter();
            files.extend(logs.map(|(name, path)| RunFile { name, path }));
            continue;
        }
        if !path.exists() {
            return Err(Rejected::from(missing(path, RUN)).into());
        }
        let name = shown(path);
        let path = path.clone();
        files.push(RunFile { name, path });
    }
    Ok(files)
}

/// Judges the runs. None if another process of the cluster prints the results.
fn predictions(
    args: &PredictArgs,
    files: &[RunFile],
    settings: Settings,
) -> Result<Option<Vec<Long>>> {
    let cluster = crate::workers::cluster(&args.workers).map_err(Rejected::from)?;
    let window = args.window.get();
    let (own, count) = (files.to_vec(), files.len());
    let judged = cluster::gather(&cluster, move |worker| {
        let parts = own.iter().enumerate().map(|(number, file)| {
            // The first windows of several runs belong to different workers.
            let share = Share {
                number: (worker.number + worker.of - number % worker.of) % worker.of,
                of: worker.of,
            };
            judge(source(file)?, &settings, window, share)
        });
        parts.collect::<Vec<Result<Part, Diagnostic>>>()
    });
    let judged =
        judged.map_err(|error| Rejected::from(crate::workers::failed(&args.workers, &error)))?;
    let Some(of_workers) = judged else {
        return Ok(None);
    };
    let mut of_runs: Vec<Vec<Part>> = vec![Vec::new(); count];
    for parts in of_workers {
        for (of_run, part) in of_runs.iter_mut().zip(parts) {
            of_run.push(part.map_err(Rejected::from)?);
        }
    }
    let runs = of_runs.into_iter().zip(files);
    let runs = runs.map(|(parts, file)| merge(parts, || source(file)));
    let runs: Result<Vec<Long>, Diagnostic> = runs.collect();
    Ok(Some(runs.map_err(Rejected::from)?))
}

/// Opens a run.
fn source(RunFile { name, path }: &RunFile) -> Result<Source<'static>, Diagnostic> {
    let file = File::open(path).map_err(|error| unreadable(path, RUN, &error))?;
    Source::new(name, file)
}

/// The findings about a run as a whole.
fn about_run(file: &str, long: &Long, window: usize) -> Vec<Diagnostic> {
    let mut findings = long.findings.clone();
    findings.extend(
        long.damage
            .iter()
            .map(|damage| wording::damaged(file, damage)),
    );
    if long.windows > 1 {
        findings.push(wording::windows(file, long.events, window));
    }
    findings.extend(long.cut.map(|cut| wording::properties_cut(file, cut)));
    if let (Some(&first), Some((count, line))) = (long.prediction.strange.first(), &long.strange) {
        findings.push(wording::strange(file, first, line, *count));
    }
    findings
}

/// The runs in the order of the command line: logs first.
fn paths(args: &PredictArgs) -> impl Iterator<Item = &PathBuf> {
    args.logs.iter().chain(&args.std)
}

/// The form that a run is written in, and the file.
enum Target<'a> {
    Log(&'a Path),
    Std(&'a Path),
}

impl<'a> Target<'a> {
    fn of(args: &'a PredictArgs) -> Option<Self> {
        let log = args.to_log.as_deref().map(Target::Log);
        log.or(args.to_std.as_deref().map(Target::Std))
    }

    fn path(&self) -> &'a Path {
        match self {
            Target::Log(path) | Target::Std(path) => path,
        }
    }
}

/// Writes a run in another form. The file appears as a whole, or not at all.
fn convert(args: &PredictArgs, target: &Target<'_>, console: Console) -> Result<Outcome> {
    let mut paths = paths(args);
    let (Some(path), None) = (paths.next(), paths.next()) else {
        bail!(wording::ONE_RUN);
    };
    let trace = told(path, console)?;
    output::write_file(target.path(), |buffer| match target {
        Target::Log(_) => predict::log::write(&trace, buffer),
        Target::Std(_) => predict::trace::write(&trace, buffer),
    })?;
    print(&wording::written(trace.events.len(), target.path()))?;
    Ok(Outcome::Done)
}

/// Reads a run, and tells the findings about its file.
pub(super) fn told(path: &Path, console: Console) -> Result<Trace> {
    if path.is_dir() {
        let scratch = tempfile::tempdir()?;
        let logs = super::record::logs_of(path, scratch.path(), console)?;
        let [(_, log)] = logs.as_slice() else {
            bail!(wording::ONE_RUN);
        };
        return told(log, console);
    }
    let (trace, findings) = read(path).map_err(Rejected::from)?;
    console.findings(&findings)?;
    Ok(trace)
}

/// Reads a run. The first bytes of the file say whether it is a log. Of a damaged log the readable part
/// counts.
fn read(path: &Path) -> Result<(Trace, Vec<Diagnostic>), Diagnostic> {
    if !path.exists() {
        return Err(missing(path, RUN));
    }
    let unreadable = |error| unreadable(path, RUN, &error);
    let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
    if !predict::log::is_log(file.fill_buf().map_err(unreadable)?) {
        return predict::trace::read(&shown(path), file);
    }
    let (trace, damage) = predict::log::read(file);
    let finding = damage.map(|damage| wording::damaged(&shown(path), &damage));
    Ok((trace, finding.into_iter().collect()))
}

/// The reports as JSON has them.
#[derive(Serialize)]
struct Results<'a> {
    reports: Vec<Row<'a>>,
    undecided: Numbers,
}

/// One report.
#[derive(Serialize)]
struct Row<'a> {
    kind: &'static str,
    lines: Vec<Value>,
    file: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    variables: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    locks: &'a [String],
    threads: &'a [String],
    /// The violation of a property.
    #[serde(skip_serializing_if = "Option::is_none")]
    property: Option<Property<'a>>,
    /// The positions of the events of the lines.
    events: &'a [usize],
    /// The same events, as the run has them.
    steps: Vec<StepRow<'a>>,
    found_by: &'static str,
    /// The first and the last position of each run of consecutive positions.
    witness: &'a [(u32, u32)],
}

/// The deed of a thread at an event.
#[derive(Serialize)]
struct StepRow<'a> {
    event: usize,
    thread: &'a str,
    does: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    target: &'a str,
    line: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    /// The open methods, the innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stack: Vec<FrameRow<'a>>,
}

/// A method that is open, and where it is.
#[derive(Serialize)]
struct FrameRow<'a> {
    method: &'a str,
    line: Value,
}

/// The violation of a property.
#[derive(Serialize)]
struct Property<'a> {
    name: &'a str,
    file: &'a str,
    state: &'a str,
    event: &'a str,
    /// The line of the event that enters the bad state.
    line: Value,
    instance: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

/// The numbers of candidates that were not decided.
#[derive(Serialize, Default)]
struct Numbers {
    race: usize,
    deadlock: usize,
    atomicity: usize,
    property: usize,
    /// Candidates whose orders the definition of correct reorderings has refused.
    refused: usize,
}

fn json(runs: &[Run]) -> serde_json::Result<String> {
    let mut results = Results {
        reports: Vec::new(),
        undecided: Numbers::default(),
    };
    for run in runs {
        let prediction = &run.long.prediction;
        let reports = prediction.reports.iter();
        let rows = reports.map(|report| row(run.name(), report));
        results.reports.extend(rows);
        let Undecided {
            races,
            deadlocks,
            atomicity,
            properties,
        } = prediction.undecided;
        results.undecided.race += races;
        results.undecided.deadlock += deadlocks;
        results.undecided.atomicity += atomicity;
        results.undecided.property += properties;
        results.undecided.refused += prediction.refused;
    }
    Ok(serde_json::to_string(&results)? + "\n")
}

fn sarif(runs: &[Run]) -> serde_json::Result<String> {
    let findings = runs
        .iter()
        .flat_map(|run| sarif::of_run(run.name(), &run.long.prediction));
    sarif::render(findings.collect(), None)
}

fn row<'a>(file: &'a str, report: &'a Report) -> Row<'a> {
    Row {
        kind: report.kind.word(),
        lines: report
            .lines
            .iter()
            .map(|line| number_or_text(line))
            .collect(),
        file,
        variables: &report.variables,
        locks: &report.locks,
        threads: &report.threads,
        property: report.violation.as_ref().map(property),
        events: &report.events,
        steps: report.steps.iter().map(step).collect(),
        found_by: report.method.word(),
        witness: &report.witness.runs,
    }
}

fn step(step: &Step) -> StepRow<'_> {
    StepRow {
        event: step.event,
        thread: &step.thread,
        does: step.deed.word(),
        target: &step.target,
        line: number_or_text(&step.line),
        value: step.value.as_deref().map(number_or_text),
        stack: step.stack.iter().map(frame).collect(),
    }
}

fn frame(Frame { method, line }: &Frame) -> FrameRow<'_> {
    FrameRow {
        method,
        line: number_or_text(line),
    }
}

fn property(violation: &Violation) -> Property<'_> {
    Property {
        name: &violation.property,
        file: &violation.file,
        state: &violation.state,
        event: &violation.event,
        line: number_or_text(&violation.line),
        instance: &violation.instance,
        message: violation.message.as_deref(),
    }
}

/// The number that a text is, or the text.
fn number_or_text(text: &str) -> Value {
    match text.parse::<u64>() {
        Ok(number) if number.to_string() == text => number.into(),
        _ => text.into(),
    }
}

fn text(runs: &[Run], page: Option<&Path>) -> String {
    let mut text = String::new();
    for run in runs {
        let (file, prediction) = (run.name(), &run.long.prediction);
        for report in &prediction.reports {
            let _ = writeln!(text, "{file}: {}", wording::sentence(report));
            text.push_str(&wording::steps(report));
        }
        let count = prediction.reports.len();
        let _ = writeln!(text, "{file}: {}", counted(count, "report", "reports"));
        for sentence in wording::not_decided(prediction) {
            let _ = writeln!(text, "{file}: {sentence}");
        }
    }
    if let Some(page) = page {
        let _ = writeln!(text, "wrote {}", shown(page));
    }
    text
}
