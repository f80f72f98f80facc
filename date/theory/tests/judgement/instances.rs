//! When there is an instance.

use date::graph::Letter;
use date::ids::{EventId, StateId};

use crate::fixture::{DOORS, judged, variant};

/// Returns the possible states after an event that finds the initial one.
#[track_caller]
fn after(text: &str, event: u32) -> Vec<usize> {
    let date = judged(text).date;
    let letter = Letter::new([EventId::from_raw(event)]);
    date.may_step(&date.whole(), StateId::from_raw(0), &letter)
        .iter()
        .collect()
}

#[test]
fn events_before_a_listed_creation_are_ignored() {
    assert_eq!(after(DOORS, 0), [1]);
    let listed = variant(
        DOORS,
        &[("    events:", "    creation: [pass]\n    events:")],
    );
    assert_eq!(after(&listed, 0), [0, 1]);
}
