//! The interest in the order of events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use date::algebra::{StaticDate, bad_after, reduce};
use date::graph::Letter;
use date::ids::{EventId, GeneratorId};
use index_vec::IndexVec;

/// The interest in the order of an object's events.
pub struct Interest<'a> {
    /// The automaton of the property; `None` where no order is of interest.
    pub date: Option<&'a StaticDate>,
    /// For each generator its events.
    pub letters: &'a IndexVec<GeneratorId, Letter>,
    /// The letters that may concern any object besides its own generators.
    pub at_any_time: Vec<Letter>,
    /// The earlier answers, by the events that may occur.
    pub known: Mutex<BTreeMap<BTreeSet<EventId>, bool>>,
}

impl Interest<'_> {
    /// Returns whether these generators may lead to something that the user sees, in some order. If
    /// none does, no control flow is needed to rule it out (residual1).
    pub fn is_ordered(&self, generators: &[GeneratorId]) -> bool {
        let Some(date) = self.date else { return false };
        let letters = generators
            .iter()
            .map(|&generator| &self.letters[generator])
            .chain(&self.at_any_time);
        let events: BTreeSet<EventId> = letters.flat_map(Letter::events).copied().collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(events).or_insert_with_key(|events| {
            let left = date
                .whole()
                .restrict_alphabet(date, |event| events.contains(&event));
            !bad_after(date, &reduce(date, &left)).is_empty()
        })
    }
}
