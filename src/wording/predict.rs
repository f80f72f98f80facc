//! The sentences of `residua predict`.

use std::path::Path;

use predict::log::Damage;
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

/// Says what was written.
pub fn written(events: usize, path: &Path) -> String {
    let noun = if events == 1 { "event" } else { "events" };
    format!("wrote {}: {} {noun}\n", shown(path), grouped(events as u64))
}
