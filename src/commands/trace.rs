//! `residua trace`: a recorded trace of events, judged as the reference interpreter does.

use std::fmt::Write;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use cluster::{Cluster, Flow, Worker};
use date::model::Specification;
use reference::interpreter::{Check, Ended, FinalInstance, Item, Job, Run, Shard, follow};
use serde::{Deserialize, Serialize};
use text::{Diagnostic, Span};

use super::{Outcome, print};
use crate::cli::{TraceArgs, fidelity};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::{properties, text_file};
use crate::wording::next;
use crate::workers;

/// The name of a trace from stdin in findings.
const STDIN: &str = "<stdin>";

/// Prints the reports of the trace, as monitored programs write them, and how it leaves each
/// instance. A run that cannot be judged to its end is an error after that.
pub fn run(args: &TraceArgs, console: Console) -> Result<Outcome> {
    let properties = properties::read(std::slice::from_ref(&args.property), fidelity(args.compat))?;
    console.findings(&properties.findings)?;
    let (name, text) = events(&args.events)?;
    let cluster = workers::cluster(&args.workers).map_err(Rejected::from)?;
    let mut violated = false;

    for file in &properties.files {
        let run = match by_workers(args, &cluster, &file.specification, (&name, &text)) {
            Ok(run) => run.map_err(Rejected::from)?,
            Err(reason) => {
                if cluster.size() > 1 {
                    console.findings(&[one_worker(&file.specification.file, &reason)])?;
                }
                None
            }
        };
        if !cluster.is_first() {
            continue;
        }
        let run = match run {
            Some(run) => run,
            None => {
                let trace = reference::trace::read(&name, &text).map_err(Rejected)?;
                follow(&file.specification, &trace).map_err(Rejected)?
            }
        };
        print(&verdict(&file.specification, &run))?;
        violated |= run.reports().next().is_some();
        if let Some(missing) = run.undecided {
            return Err(Rejected::from(missing).into());
        }
    }

    if !cluster.is_first() {
        return Ok(Outcome::Done);
    }
    console.next(next::trace(&args.property));
    Ok(if violated {
        Outcome::Objections
    } else {
        Outcome::Done
    })
}

/// Runs a trace by the components of its objects. None if another process prints the results, or if the
/// trace must be run as a whole.
///
/// # Errors
/// Why the specification has one component only.
fn by_workers(
    args: &TraceArgs,
    cluster: &Cluster,
    specification: &Specification,
    (name, text): (&str, &str),
) -> Result<Result<Option<Run>, Diagnostic>, String> {
    let threads = cluster.workers;
    let job = Arc::new(Job::new(specification.clone(), name, text, threads)?);
    let results = match cluster::route(cluster, Arc::new(ByObject(job.clone()))) {
        Ok(results) => results,
        Err(failure) => return Ok(Err(workers::failed(&args.workers, &failure))),
    };
    let Some(results) = results else {
        return Ok(Ok(None));
    };
    let (shards, checks): (Vec<Ended>, Vec<Vec<Check>>) = results.into_iter().unzip();
    Ok(Ok(job.merge(&checks.concat(), shards)))
}

fn one_worker(file: &str, reason: &str) -> Diagnostic {
    let message = format!("one worker runs all events of `{file}`: {reason}");
    let finding = Diagnostic::warning(file, Span::default(), "one-worker", message);
    finding.with_help("leave `--workers` out, or split the property file")
}

/// The trace by objects: the worker of an object runs all lines with it.
struct ByObject(Arc<Job>);

/// A message to the worker of a component, or to the first worker.
#[derive(Clone, Serialize, Deserialize)]
enum Piece {
    Item(Item),
    Check(Check),
}

impl Flow for ByObject {
    type Message = Piece;
    type State = (Shard, Vec<Check>, bool);
    type Result = (Ended, Vec<Check>);

    fn start(&self, worker: Worker) -> Self::State {
        (self.0.shard(), Vec::new(), worker.number == 0)
    }

    fn read(&self, worker: Worker, round: u64) -> Option<Vec<(u64, Piece)>> {
        let chunk = round as usize * worker.of + worker.number;
        if chunk >= self.0.chunks() {
            return None;
        }
        let read = self.0.read(chunk);
        let of = worker.of as u64;
        let items = read.items.into_iter();
        let items = items.map(|item| (item.component() % of, Piece::Item(item)));
        Some(items.chain([(0, Piece::Check(read.check))]).collect())
    }

    fn take(&self, (shard, checks, _): &mut Self::State, messages: Vec<Piece>) {
        let mut items = Vec::new();
        for piece in messages {
            match piece {
                Piece::Item(item) => items.push(item),
                Piece::Check(check) => checks.push(check),
            }
        }
        shard.take(&self.0, items);
    }

    fn finish(&self, (shard, checks, is_first): Self::State) -> Self::Result {
        (shard.finish(&self.0, is_first), checks)
    }
}

/// The name and the text of the trace; `-` is stdin.
fn events(path: &Path) -> Result<(String, String), Rejected> {
    if path != Path::new("-") {
        return Ok((crate::inputs::shown(path), text_file(path, "event trace")?));
    }

    let mut text = String::new();
    let unreadable = |error| {
        Diagnostic::error(
            STDIN,
            Span::default(),
            "unreadable",
            format!("cannot read it: {error}"),
        )
    };
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(unreadable)?;

    Ok((STDIN.to_owned(), text))
}

fn verdict(specification: &Specification, run: &Run) -> String {
    let mut text = String::new();
    for report in run.reports() {
        let message = message(specification, &report.property);
        let message = message.map_or_else(String::new, |message| format!(": {message}"));
        let _ = writeln!(text, "{report}{message}");
    }
    let reports = run.reports().count();
    let _ = writeln!(
        text,
        "{reports} report{}",
        if reports == 1 { "" } else { "s" }
    );
    run.instances
        .iter()
        .for_each(|instance| describe(specification, instance, &mut text));
    text
}

/// The message of a property.
fn message<'a>(specification: &'a Specification, property: &str) -> Option<&'a str> {
    let mut properties = specification.properties.iter();
    let property = properties.find(|known| known.name == property)?;
    property.explanation.message.as_deref()
}

/// `app.Session@1: lifecycle in live`, a line for each property of the instance.
fn describe(specification: &Specification, instance: &FinalInstance, text: &mut String) {
    for (&number, &state) in &instance.states {
        let Some(property) = specification.properties.get(number) else {
            continue;
        };
        let state = property
            .date
            .states
            .get(state)
            .map_or("", |state| state.name.as_str());
        let _ = writeln!(text, "{}: {} in {state}", instance.name, property.name);
    }
}
