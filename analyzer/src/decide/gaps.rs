//! Properties that stay as they are written because a part of the sources could not be followed.
//!
//! Most gaps do not need that: `points_to` opens what they may touch, and nothing else depends on
//! them. What is left are parts in which events may stand that nobody sees here.

use ir::{Gap, Hides, MissingType, Program};
use java_types::Spelling;

use crate::graphs::events::{Matches, Place};

/// Why a property with these places stays as it is; `None` if no gap may hide one of its events.
pub fn hidden_events(program: &Program, matches: &Matches) -> Option<String> {
    let unread = || program.unread().map(|gap| unreadable(program, gap));
    let named = || {
        matches
            .hidden
            .map(|gap| hidden(program, &program.gaps[gap]))
    };
    unread()
        .or_else(named)
        .or_else(|| unknown_fields(program, matches))
}

fn unreadable(program: &Program, gap: &Gap) -> String {
    let unread = program
        .gaps
        .iter()
        .filter(|gap| gap.hides == Hides::Anything)
        .count();
    let more = match unread - 1 {
        0 => String::new(),
        1 => " and at 1 more place".to_owned(),
        more => format!(" and at {more} more places"),
    };

    let Gap { reason, .. } = gap;
    format!(
        "{reason} ({}{more}), so the program may raise any event there: {}",
        place(program, gap),
        remedy(reason)
    )
}

fn hidden(program: &Program, gap: &Gap) -> String {
    let (reason, place) = (&gap.reason, place(program, gap));
    match gap.hides {
        Hides::Versions { .. } => format!(
            "{reason} ({place}), and its text has names of members that raise events of the property: {}",
            remedy(reason)
        ),
        _ => format!(
            "{reason} ({place}), and a method of this name raises an event of the property: {MISSING_JAR}"
        ),
    }
}

/// Accesses of fields of a type that is not there, or of objects whose type is not known, are not
/// all known.
fn unknown_fields(program: &Program, matches: &Matches) -> Option<String> {
    let monitors_fields = matches
        .notifications
        .iter()
        .any(|notification| matches!(notification.place, Place::Access(_)));
    let missing = program.missing.first().map(missing_type);
    let unresolved = || {
        program
            .gaps
            .iter()
            .find(|gap| matches!(gap.hides, Hides::Field(_)))
    };

    let what = missing.or_else(|| {
        Some(format!(
            "{} ({})",
            unresolved()?.reason,
            place(program, unresolved()?)
        ))
    });

    what.filter(|_| monitors_fields)
        .map(|what| format!("it monitors accesses of fields, and {what}"))
}

fn missing_type(missing: &MissingType) -> String {
    format!(
        "those of `{}`, which is missing, are not known",
        missing.name.to_readable()
    )
}

fn place(program: &Program, gap: &Gap) -> String {
    format!("{}:{}", program.files[gap.file].path, gap.span.line)
}

const MISSING_JAR: &str =
    "add the missing jar with `--classpath`, or the folder of generated sources with `--source`";

/// Returns the remedy for a gap, by its reason.
fn remedy(reason: &str) -> &'static str {
    match reason {
        _ if reason.contains("more than once") => "name all but one of the files in `left-out`",
        _ => "if the program runs without the file, name it in `left-out`",
    }
}
