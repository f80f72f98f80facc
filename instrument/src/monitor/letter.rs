//! Letters: the events that are notified together (semantics, section 1).

use std::collections::BTreeSet;

use date::ids::EventId;
use date::model::Specification;
use index_vec::IndexVec;

/// For each event the letter of its occurrences: the event itself and every event that lists it,
/// directly or through others. O(events * members).
pub fn letters(specification: &Specification) -> IndexVec<EventId, BTreeSet<EventId>> {
    let mut listed_by: IndexVec<EventId, Vec<EventId>> =
        specification.events.iter().map(|_| Vec::new()).collect();
    for (id, event) in specification.events.iter_enumerated() {
        event
            .members
            .iter()
            .for_each(|&member| listed_by[member].push(id));
    }
    specification
        .events
        .indices()
        .map(|event| closure(event, &listed_by))
        .collect()
}

fn closure(event: EventId, listed_by: &IndexVec<EventId, Vec<EventId>>) -> BTreeSet<EventId> {
    let mut letter = BTreeSet::new();
    let mut pending = vec![event];
    while let Some(next) = pending.pop() {
        if letter.insert(next) {
            pending.extend(&listed_by[next]);
        }
    }
    letter
}
