//! The sentences of `residua predict`.

use std::fmt::Write as _;
use std::path::Path;

use predict::log::Damage;
use predict::{Deed, Kind, Prediction, Report, Step, Undecided, Unpredictable, Violation};
use text::{Diagnostic, Span};

use super::{counted, grouped};
use crate::inputs::shown;

/// The error where several runs, or none, are to be written into one file.
pub const ONE_RUN: &str = "`--to-log` and `--to-std` write one run: name one";

/// Says of a log where it cannot be read any further.
pub fn damaged(file: &str, damage: &Damage) -> Diagnostic {
    let message = format!(
        "the log cannot be read from byte {} on: {}",
        damage.offset, damage.reason
    );
    let events = counted(damage.events as usize, "event", "events");
    Diagnostic::warning(file, Span::default(), "log-damaged", message).with_help(format!(
        "the {events} before that are judged; record the run again for the rest"
    ))
}

/// Says what a report is about: ``race on `x` at lines 3, 7 (threads T0, T1)``.
pub fn sentence(report: &Report) -> String {
    let lines = report.lines.join(", ");
    let threads = report.threads.join(", ");
    let variables = report.variables.join(", ");
    let locks = report.locks.join(", ");
    match report.kind {
        Kind::Race => format!("race on `{variables}` at lines {lines} (threads {threads})"),
        Kind::Deadlock => format!(
            "deadlock on locks {locks}: threads {threads} wait for each other at lines {lines}"
        ),
        Kind::Atomicity => format!(
            "no serial order explains the accesses of `{variables}` at lines {lines} (threads {threads})"
        ),
        Kind::Property => violation(report),
    }
}

/// Says which property is violated: ``violation of `lifecycle` in late by send at line 9 (S@1; events at lines 1,
/// 3, 9; threads T0, T1): close the session behind its last use``.
fn violation(report: &Report) -> String {
    let Some(violation) = &report.violation else {
        return "violation of a property".to_owned();
    };
    let Violation {
        property,
        state,
        event,
        line,
        instance,
        message,
        ..
    } = violation;
    let lines = report.lines.join(", ");
    let threads = report.threads.join(", ");
    let message = message
        .as_ref()
        .map_or(String::new(), |message| format!(": {message}"));
    format!(
        "violation of `{property}` in {state} by {event} at line {line} ({instance}; events at lines {lines}; threads {threads}){message}"
    )
}

/// The most calls under a step in the terminal.
const CALLS: usize = 8;

/// Says what a thread does at an event of a report: ``T0 writes 3 to `x` at 7``.
pub fn deed(step: &Step) -> String {
    format!("{} {} at {}", step.thread, act(step), step.line)
}

/// Says the same without the thread and the line: ``writes 3 to `x` ``.
pub fn act(step: &Step) -> String {
    let Step {
        deed,
        target,
        value,
        ..
    } = step;
    let value = |word: &str| match value {
        Some(value) => format!("{value} {word} "),
        None => String::new(),
    };
    match deed {
        Deed::Reads => format!("reads {}`{target}`", value("from")),
        Deed::Writes => format!("writes {}`{target}`", value("to")),
        Deed::Updates => format!("updates `{target}`"),
        Deed::Requests => format!("asks for the lock {target}"),
        Deed::Happens => format!("raises {target}"),
        Deed::Other => "goes on".to_owned(),
    }
}

/// The candidates that are neither reported nor refuted: `not decided: 3 race candidates`. An order that
/// the definition has refused decides nothing.
pub fn not_decided(prediction: &Prediction) -> Vec<String> {
    let Undecided {
        races,
        deadlocks,
        atomicity,
        properties,
    } = prediction.undecided;
    let kinds = [
        (races, "race candidate", "race candidates"),
        (deadlocks, "deadlock candidate", "deadlock candidates"),
        (atomicity, "atomicity candidate", "atomicity candidates"),
        (
            properties,
            "violation of a property",
            "violations of properties",
        ),
        (
            prediction.refused,
            "candidate with a refused order",
            "candidates with refused orders",
        ),
    ];
    let kinds = kinds.iter().filter(|(count, ..)| *count > 0);
    kinds
        .map(|(count, one, more)| format!("not decided: {}", counted(*count, one, more)))
        .collect()
}

/// The steps of a report in the terminal, each with the calls on which its thread has come there.
pub fn steps(report: &Report) -> String {
    let mut text = String::new();
    for step in &report.steps {
        let mut frames = step.stack.iter();
        let method = frames.next().map(|own| format!(", in {}", own.method));
        let _ = writeln!(text, "    {}{}", deed(step), method.unwrap_or_default());
        for frame in frames.by_ref().take(CALLS) {
            let _ = writeln!(text, "      called by {} ({})", frame.method, frame.line);
        }
        let more = frames.len();
        if more > 0 {
            let more = counted(more, "more call", "more calls");
            let _ = writeln!(text, "      and {more}");
        }
    }
    text
}

/// Says why a property is not predicted.
pub fn not_predicted(refused: &Unpredictable) -> Diagnostic {
    let message = format!(
        "`{}` is not predicted: {}",
        refused.property, refused.reason
    );
    let finding = Diagnostic::warning(&refused.file, refused.span, "not-predicted", message);
    finding.with_help("monitor it in the running program, or write it without that part")
}

/// Says that a run has events which the property files do not know.
pub fn unknown_event(file: &str, events: &[String]) -> Option<Diagnostic> {
    let first = events.first()?;
    let more = match events.len() - 1 {
        0 => String::new(),
        more => format!(" (and {})", counted(more, "more event", "more events")),
    };
    let message = format!("the property file has no event for `{first}`{more}");
    let finding = Diagnostic::warning(file, Span::default(), "unknown-property-event", message);
    Some(finding.with_help("record the run again with this property file"))
}

/// Says of reads that their values are not those that were there.
pub fn strange(file: &str, first: usize, line: &str, count: usize) -> Diagnostic {
    let more = match count - 1 {
        0 => String::new(),
        more => format!(" (and {})", counted(more, "more read", "more reads")),
    };
    let message = format!(
        "the read at `{}`, event {}, has another value than the last write has left{more}",
        line,
        first + 1
    );
    let finding = Diagnostic::warning(file, Span::default(), "value-of-read", message);
    finding.with_help(
        "the order of the events is not that of the run, or a write was not recorded: reports may be missing",
    )
}

/// Says that the searches see a part of the run at a time.
pub fn windows(file: &str, events: usize, window: usize) -> Diagnostic {
    let (events, window) = (grouped(events as u64), grouped(window as u64));
    let message = format!(
        "the run has {events} events: other orders are searched within windows of {window} events"
    );
    Diagnostic::warning(file, Span::default(), "windows", message).with_help(
        "races that happens-before shows are found in the whole run; other reports can be missing if their events lie in different windows. A larger `--window` needs more memory",
    )
}

/// Says that the properties were not followed to the end.
pub fn properties_cut(file: &str, position: usize) -> Diagnostic {
    let message = format!(
        "properties are predicted up to event {}: later windows would take over too many of their events",
        grouped(position as u64 + 1)
    );
    Diagnostic::warning(file, Span::default(), "windows", message)
        .with_help("record a shorter run, or use a larger `--window`")
}

/// Says what was written.
pub fn written(events: usize, path: &Path) -> String {
    let noun = if events == 1 { "event" } else { "events" };
    format!("wrote {}: {} {noun}\n", shown(path), grouped(events as u64))
}
