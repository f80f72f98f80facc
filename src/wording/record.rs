//! The sentences of `residua record`.

use std::path::Path;

use recording::{Refusal, Skipped, Stop};
use text::{Diagnostic, Span};

use super::{counted, grouped};
use crate::inputs::shown;

/// The error where the classes of a command are not known.
pub const NO_CLASSES: &str = "the command names no class path; write `residua record --classes DIR -- COMMAND`, with `{classes}` in the \
                              command where the folder belongs";

/// The error where no virtual machine has recorded.
pub const NOTHING_RECORDED: &str = "no recorded class was run: the command has other classes, or it ended before; write `{classes}` in the \
                                    command where the recorded classes belong";

/// The error of a recording that had no place.
pub const NOT_BEGUN: &str = "nothing was recorded: there is no space where the log belongs; write it elsewhere with `--output`";

/// The error about a folder without a recorded run.
pub fn no_run(folder: &Path) -> String {
    format!(
        "the folder `{}` has no recorded run: run the classes of `weave --log`, or name a log",
        shown(folder)
    )
}

/// The error about a transaction that is no method.
pub fn no_method(name: &str) -> String {
    format!(
        "no recorded class has the method `{name}` of `--atomic`: write class and method, as `bank.Account.transfer`"
    )
}

/// Says that all accesses are recorded.
pub fn nothing_left_out() -> Diagnostic {
    let message = "all accesses are recorded: the program is too large, or has code that cannot be read, to find those that one thread has to itself";
    let finding = Diagnostic::warning("", Span::default(), "all-recorded", message);
    finding.with_help("the reports are the same, and the run is slower; name the classes to record with `--classes`, and what they need with `--classpath`")
}

/// Says of code that it does not record.
pub fn skipped(skipped: &[Skipped]) -> Vec<Diagnostic> {
    skipped
        .iter()
        .map(|one| {
            let of = match &one.method {
                Some(method) => format!("`{method}` of {}", one.class),
                None => one.class.clone(),
            };
            let message = format!("{of} is not recorded: {}", one.reason);
            Diagnostic::warning("", Span::default(), "not-recorded", message)
                .with_help("predictions may be wrong where this code shares variables or locks with other threads")
        })
        .collect()
}

/// The error where the program did what the analysis had ruled out.
pub fn refused(refusal: &Refusal) -> String {
    let reason = match refusal {
        Refusal::Unexpected(place) => {
            format!("{place} has run, which nothing in the program seems to call")
        }
        Refusal::Task(place) => format!("two threads have run the same object at {place}"),
    };
    format!(
        "there is no log: {reason}, so accesses that are left out may matter; record with `--all`"
    )
}

/// Says how far the log is.
pub fn progress(events: usize) -> String {
    format!("writing the log, {} events", grouped(events as u64))
}

/// Says of a log where its order ends.
pub fn stopped(file: &str, stop: &Stop) -> Diagnostic {
    Diagnostic::warning(
        file,
        Span::default(),
        "log-damaged",
        format!("the log ends early: {stop}"),
    )
    .with_help("what is before that is judged; record the run again for the rest")
}

/// Says what was recorded.
pub fn written(path: &Path, events: usize, threads: usize, bytes: u64) -> String {
    format!(
        "recorded {} of {} in {} ({} bytes)\n",
        counted(events, "event", "events"),
        counted(threads, "thread", "threads"),
        shown(path),
        grouped(bytes)
    )
}
