//! The sentences of `residua replay`.

use std::path::Path;

use recording::Verdict;
use text::{Diagnostic, Span};

use super::counted;
use crate::inputs::shown;

/// The error where a file has no reports that can be replayed.
pub fn not_reports(path: &Path, error: &dyn std::fmt::Display) -> Diagnostic {
    let message = format!("{error}");
    Diagnostic::error(&shown(path), Span::default(), "reports", message)
        .with_help("name a log of `record`, or what `predict --format json` has printed")
}

/// The error where a report has positions that its run has not.
pub fn foreign(number: usize, run: &str, error: &recording::Foreign) -> String {
    format!("report {number} does not belong to {run}: {error}; predict again")
}

/// The error where a number names no report.
pub fn no_such_report(number: usize, reports: usize) -> String {
    let reports = counted(reports, "report", "reports");
    format!("there is no report {number}: the file has {reports}, and the first has the number 1")
}

/// Says what a report is about: `race at lines A.java:3, A.java:9`.
pub fn about(kind: &str, lines: &[String]) -> String {
    format!("{kind} at lines {}", lines.join(", "))
}

/// Says how far the command is.
pub fn progress(number: usize, all: usize) -> String {
    format!("replaying, {number} of {all}")
}

/// Says how replays of one report have ended.
pub fn ends(verdicts: &[Verdict]) -> String {
    let confirmed = verdicts.iter().filter(|v| **v == Verdict::Confirmed);
    let confirmed = confirmed.count();
    let other = verdicts.iter().find(|v| **v != Verdict::Confirmed);
    match (confirmed, other) {
        (_, None) if verdicts.len() == 1 => "confirmed".to_owned(),
        (all, None) => format!("confirmed {all} of {all} times"),
        (0, Some(other)) => format!("sound, not replayed: {}", reason(other)),
        (some, Some(other)) => format!(
            "confirmed {some} of {} times; else {}",
            verdicts.len(),
            reason(other)
        ),
    }
}

/// Says why a replay has not come to its end.
fn reason(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Confirmed => "confirmed".to_owned(),
        Verdict::Left {
            events,
            thread,
            expected,
            found,
        } => format!(
            "after {} `{thread}` left the order: expected {expected}, found {found}",
            counted(*events, "event", "events")
        ),
        Verdict::Stuck { events, thread, .. } if thread.is_empty() => format!(
            "after {} nothing happened any more",
            counted(*events, "event", "events")
        ),
        Verdict::Stuck {
            events,
            thread,
            expected,
            state,
        } => format!(
            "after {} `{thread}` did not come to {expected} ({state})",
            counted(*events, "event", "events")
        ),
        Verdict::Ended { events } => format!(
            "the program ended after {} of the order",
            counted(*events, "event", "events")
        ),
        Verdict::NotWoven => {
            "no recorded class was run: the command has other classes, or it ended before"
                .to_owned()
        }
    }
}
