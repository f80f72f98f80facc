//! The sentences of the page about the reports of `residua predict`. The script of the page has those
//! that it shows itself, in `src/report/predictions/script`.

use std::num::NonZeroUsize;

use predict::{Kind, Method, Report};

use super::{counted, shell_word};

/// The title of the page.
pub const PAGE: &str = "Errors of other schedules";

/// The title of the window.
pub const WINDOW: &str = "residua: errors of other schedules";

/// Titles of the parts.
pub mod title {
    /// The numbers.
    pub const SUMMARY: &str = "Summary";
    /// The table of all reports.
    pub const REPORTS: &str = "Reports";
    /// The next step.
    pub const NEXT: &str = "Next";
    /// The list of keys.
    pub const KEYS: &str = "Keys";
}

/// The kinds in the order of the page.
pub const KINDS: [Kind; 4] = [Kind::Race, Kind::Deadlock, Kind::Atomicity, Kind::Property];

/// The kind as the name of a report, and of several.
pub fn kind(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Race => ("race", "races"),
        Kind::Deadlock => ("deadlock", "deadlocks"),
        Kind::Atomicity => ("atomicity violation", "atomicity violations"),
        Kind::Property => ("violation of a property", "violations of properties"),
    }
}

/// The result in one sentence: `1 race and 2 deadlocks in 1 run.`
pub fn headline(counts: &[(Kind, usize)], runs: usize) -> String {
    let found = counts.iter().filter(|(_, count)| *count > 0);
    let parts: Vec<String> = found
        .map(|(of, count)| {
            let (one, more) = kind(*of);
            counted(*count, one, more)
        })
        .collect();
    let found = match parts.as_slice() {
        [] => "No report".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    format!("{found} in {}.", counted(runs, "run", "runs"))
}

/// The meaning of a kind in a few words.
pub fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::Race => "two threads use one variable at once, and one of them writes",
        Kind::Deadlock => "threads wait for each other's locks for ever",
        Kind::Atomicity => "another thread comes between steps that belong together",
        Kind::Property => "the events of a property come in a wrong order",
    }
}

/// The name of a report, with code between backquotes.
pub fn name(report: &Report) -> String {
    let variables = report.variables.join(", ");
    match (report.kind, &report.violation) {
        (Kind::Race, _) => format!("Race on `{variables}`"),
        (Kind::Deadlock, _) => format!("Deadlock on `{}`", report.locks.join(", ")),
        (Kind::Atomicity, _) => format!("Atomicity violation of `{variables}`"),
        (Kind::Property, Some(violation)) => {
            format!("Violation of `{}`: {}", violation.property, violation.event)
        }
        (Kind::Property, None) => "Violation of a property".to_owned(),
    }
}

/// Says how a report was found.
pub fn found_by(method: Method) -> &'static str {
    match method {
        Method::Run => "The recorded run itself shows it.",
        Method::HappensBefore => "Nothing orders the two accesses in the recorded run.",
        Method::SyncPreserving => {
            "A part of the run leads there. In it all sections of a lock keep their order."
        }
        Method::Search => {
            "Another order of the run leads there. In it each read sees the write that it saw in the run."
        }
        Method::Values => {
            "Another order of the run leads there. In it each read sees the value that it saw in the run."
        }
        Method::Patterns => {
            "An equivalent run leads there. In it all events that depend on each other keep their order."
        }
        Method::Sliced => {
            "The run leads there if some of its events come earlier and others later."
        }
        Method::States => "Another order of the events of these objects leads there.",
    }
}

/// Says how long the order is that leads to a report.
pub fn order(events: usize) -> String {
    format!(
        "The order that leads there has {}.",
        counted(events, "event", "events")
    )
}

/// Says what was judged: `10 events, 1 report`.
pub fn judged(events: usize, reports: usize) -> String {
    format!(
        "{}, {}",
        counted(events, "event", "events"),
        counted(reports, "report", "reports")
    )
}

/// The caption of the steps of a report.
pub fn steps(kind: Kind, shares_a_row: bool) -> &'static str {
    match (kind, shares_a_row) {
        (_, false) => "One column for each thread, the first step on top.",
        (Kind::Deadlock, true) => "One column for each thread. All of them wait at once.",
        (_, true) => {
            "One column for each thread, the first step on top. Nothing orders the steps of the last row."
        }
    }
}

/// The mark of steps that nothing orders.
pub fn at_once(kind: Kind) -> &'static str {
    match kind {
        Kind::Deadlock => "all wait",
        _ => "at once",
    }
}

/// The title of the calls on which a thread has come to a step.
pub fn calls(number: usize) -> String {
    counted(number, "call", "calls")
}

/// Stands before the remedy of a report.
pub const REMEDY: &str = "To mend it: ";

/// Stands before the way how a report was found.
pub const FOUND: &str = "Found: ";

/// Stands before the command that replays a report.
pub const REPLAY: &str = "To see it happen: ";

/// Stands before the command that replays the first report.
pub const REPLAY_FIRST: &str = "To see report 1 happen: ";

/// The hint about the command.
pub const COMMAND_HINT: &str =
    "`COMMAND` is the command that `residua record` ran, for example `java -cp classes app.Main`.";

/// The step before the first replay.
pub const REPORTS_FIRST: &str = "Before the first replay, write the reports into a file: ";

/// The hint where no source is shown.
pub const NO_SOURCES: &str = "`--source DIR` adds the lines of source to this page.";

/// Shown where filters do nothing without scripts.
pub const FILTERS_NEED_SCRIPTS: &str = "The filters need scripts. All reports stand below.";

/// The way to a replay of the reports of a page.
#[derive(Debug)]
pub struct Replay {
    /// The log, or the file of the reports.
    pub reports: String,
    /// The command that writes the file of the reports, where a log does not do.
    pub predict: Option<PredictCommand>,
    /// The property files.
    pub properties: Vec<String>,
    /// As for `--compat`.
    pub compat: bool,
}

/// A command that finds the reports once more.
#[derive(Debug)]
pub struct PredictCommand {
    /// The logs.
    pub logs: Vec<String>,
    /// The runs as STD.
    pub std: Vec<String>,
    /// The events of a window, where the user has chosen it.
    pub window: Option<NonZeroUsize>,
}

impl PredictCommand {
    /// The name of the file that it writes.
    pub const REPORTS: &'static str = "reports.json";

    /// The events of a window by default.
    pub const WINDOW: NonZeroUsize = NonZeroUsize::new(10_000_000).expect("it is not zero");
}

impl Replay {
    /// The command that replays the report with a number, from 1.
    pub fn command(&self, number: usize) -> String {
        let number = number.to_string();
        let mut words = vec!["residua", "replay", &self.reports, "--number", &number];
        self.add_properties(&mut words);
        words.extend(["--", "COMMAND"]);
        quoted(&words)
    }

    /// The command before the first replay, if there is one.
    pub fn preparation(&self) -> Option<String> {
        let predict = self.predict.as_ref()?;
        let window = predict.window.map(|window| window.to_string());
        let mut words = vec!["residua", "predict"];
        words.extend(predict.logs.iter().map(String::as_str));
        if !predict.std.is_empty() {
            words.push("--std");
            words.extend(predict.std.iter().map(String::as_str));
        }
        self.add_properties(&mut words);
        if let Some(window) = &window {
            words.extend(["--window", window]);
        }
        words.extend(["--format", "json"]);
        Some(format!("{} > {}", quoted(&words), self.reports))
    }

    fn add_properties<'a>(&'a self, words: &mut Vec<&'a str>) {
        if !self.properties.is_empty() {
            words.push("--property");
            words.extend(self.properties.iter().map(String::as_str));
        }
        if self.compat {
            words.push("--compat");
        }
    }
}

fn quoted(words: &[&str]) -> String {
    let words = words.iter().map(|word| shell_word(word));
    words.collect::<Vec<_>>().join(" ")
}
