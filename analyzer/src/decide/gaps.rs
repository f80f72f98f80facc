//! Properties that stay as they are written because a part of the sources could not be followed.
//!
//! Most gaps do not need that: `points_to` opens what they may touch, and nothing else depends on
//! them. What is left are parts in which events may stand that nobody sees here.

use ir::{Hides, Program};

use crate::graphs::events::{Matches, Place};
use crate::wording;

/// Why a property with these places stays as it is; `None` if no gap may hide one of its events.
pub fn hidden_events(program: &Program, matches: &Matches) -> Option<String> {
    let unread = || {
        program
            .unread()
            .map(|gap| wording::unreadable(program, gap))
    };
    let named = || {
        matches
            .hidden
            .map(|gap| wording::hidden(program, &program.gaps[gap]))
    };
    unread()
        .or_else(named)
        .or_else(|| unknown_fields(program, matches))
}

/// Accesses of fields of a type that is not there, or of objects whose type is not known, are not
/// all known.
fn unknown_fields(program: &Program, matches: &Matches) -> Option<String> {
    let monitors_fields = matches
        .notifications
        .iter()
        .any(|notification| matches!(notification.place, Place::Access(_)));
    let missing = program.missing.first().map(wording::fields_of_missing_type);
    let unresolved = || {
        program
            .gaps
            .iter()
            .find(|gap| matches!(gap.hides, Hides::Field(_)))
    };

    let what = missing.or_else(|| Some(wording::gap(program, unresolved()?)));

    what.filter(|_| monitors_fields)
        .map(|what| wording::monitors_fields(&what))
}
