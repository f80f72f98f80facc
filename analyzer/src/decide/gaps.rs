//! Properties that stay as they are written because a part of the sources could not be followed.
//!
//! Most gaps do not need that: `points_to` opens what they may touch, and nothing else depends on
//! them. What is left are parts in which events may stand that nobody sees here.

use ir::{Gap, Hides, Program};

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
        .or_else(|| unknown_accesses(program, matches))
}

/// Accesses of fields of a type that is not there, or of objects whose type is not known, are not
/// all known. Elements may be read wherever anything is not known: a loop over it may be one over an
/// array.
fn unknown_accesses(program: &Program, matches: &Matches) -> Option<String> {
    let is_access = matches
        .notifications
        .iter()
        .any(|notification| matches!(notification.place, Place::Access(_)));
    let monitored = if matches.reads_elements {
        "reads of array elements"
    } else if is_access {
        "accesses of fields"
    } else {
        return None;
    };

    let hides = |gap: &&Gap| matches.reads_elements || matches!(gap.hides, Hides::Field(_));
    let unresolved = || program.gaps.iter().find(hides);
    let missing = program.missing.first().map(wording::those_of_missing_type);
    let what = missing.or_else(|| Some(wording::gap(program, unresolved()?)));
    what.map(|what| wording::monitors_accesses(monitored, &what))
}
