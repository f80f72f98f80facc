//! Accesses by the locks that their transactions hold around them.
//!
//! ```java
//! synchronized (account) { int old = balance; balance = old + 1; }    // on many threads
//! ```
//!
//! Each transaction holds the lock of `account` from its first to its last access. So a cycle that leaves one of them
//! and enters another one cannot come back, and the search passes over all accesses of this class at once.

use rustc_hash::FxHashMap;

use crate::index::{HeldId, Index, exclude};
use crate::observation::NONE;
use crate::trace::Hold;

/// Accesses of one variable by one thread, with equal holds.
#[derive(Debug)]
pub(super) struct Class {
    pub thread: usize,
    /// The holds from the first to the last access of the transaction. None outside of transactions.
    throughout: Option<HeldId>,
    /// The positions of the accesses, in order.
    pub events: Vec<u32>,
}

/// The holds of transactions. O(events) in time and memory.
#[derive(Debug)]
pub(super) struct Classes {
    /// The classes of each variable.
    pub of_variable: Vec<Vec<Class>>,
    /// The holds from the first access of a transaction to each of its accesses.
    since: Vec<HeldId>,
    /// The holds from each access to the last one of its transaction.
    until: Vec<HeldId>,
    sets: Sets,
}

impl Classes {
    /// Finds the classes of the accesses of an observed trace. `transactions` has the transaction of each event.
    pub fn new(index: &Index<'_>, transactions: &[u32]) -> Self {
        let mut sets = Sets::new(&index.held_sets);
        let mut since = Vec::new();
        let mut until = vec![0; transactions.len()];
        let mut throughout: FxHashMap<u32, HeldId> = FxHashMap::default();
        since.clone_from(&index.held);
        for events in &index.observation.of_thread {
            forward(
                index,
                transactions,
                events,
                &mut sets,
                &mut since,
                &mut throughout,
            );
            backward(index, transactions, events, &mut sets, &mut until);
        }
        let mut classes = Classes {
            of_variable: Vec::new(),
            since,
            until,
            sets,
        };
        classes.fill(index, transactions, &throughout);
        classes
    }

    fn fill(
        &mut self,
        index: &Index<'_>,
        transactions: &[u32],
        throughout: &FxHashMap<u32, HeldId>,
    ) {
        let observation = index.observation;
        let of_variable = &mut self.of_variable;
        of_variable.resize_with(observation.trace.tables.variables.len(), Vec::new);
        let mut numbers = FxHashMap::default();
        for (position, event) in observation.trace.events.iter().enumerate() {
            let Some(access) = event.action.access() else {
                continue;
            };
            let (thread, variable) = (event.thread.index(), access.variable.index());
            let since = self.since[position];
            let throughout = throughout.get(&transactions[position]).copied();
            let of_variable = &mut of_variable[variable];
            let number = *numbers
                .entry((variable, thread, since, throughout))
                .or_insert_with(|| {
                    of_variable.push(Class {
                        thread,
                        throughout,
                        events: Vec::new(),
                    });
                    of_variable.len() - 1
                });
            of_variable[number].events.push(position as u32);
        }
    }

    /// Checks whether an access and what comes before it in its transaction come after the whole transaction of `first`,
    /// if the access comes after `first`.
    pub fn follows(&self, first: usize, access: usize) -> bool {
        self.exclude(self.until[first], self.since[access])
    }

    /// Checks whether a transaction with an access of this class can have a part before the end and a part after the
    /// begin of the transaction of `first`.
    pub fn overlaps(&self, first: usize, class: &Class) -> bool {
        class
            .throughout
            .is_some_and(|throughout| !self.exclude(self.until[first], throughout))
    }

    fn exclude(&self, first: HeldId, second: HeldId) -> bool {
        exclude(
            &self.sets.sets[first as usize],
            &self.sets.sets[second as usize],
        )
    }
}

/// Follows a thread, and notes the holds from the first access of each transaction to its others.
fn forward(
    index: &Index<'_>,
    transactions: &[u32],
    events: &[u32],
    sets: &mut Sets,
    since: &mut [HeldId],
    throughout: &mut FxHashMap<u32, HeldId>,
) {
    let (mut transaction, mut held) = (NONE, None);
    for &event in events {
        let position = event as usize;
        if transactions[position] != transaction {
            (transaction, held) = (transactions[position], None);
        }
        if transaction == NONE {
            continue;
        }
        let action = index.observation.action(position);
        if action.access().is_some() {
            let held = *held.get_or_insert(index.held[position]);
            since[position] = held;
            throughout.insert(transaction, held);
        }
        if let Some(hold) = action.released() {
            held = held.map(|held| sets.without(held, hold));
        }
    }
}

/// Follows a thread backwards, and notes the holds from each access to the last one of its transaction.
fn backward(
    index: &Index<'_>,
    transactions: &[u32],
    events: &[u32],
    sets: &mut Sets,
    until: &mut [HeldId],
) {
    let (mut transaction, mut held) = (NONE, None);
    for &event in events.iter().rev() {
        let position = event as usize;
        if transactions[position] != transaction {
            (transaction, held) = (transactions[position], None);
        }
        if transaction == NONE {
            continue;
        }
        let action = index.observation.action(position);
        if action.access().is_some() {
            until[position] = *held.get_or_insert(index.held[position]);
        }
        if let Some(hold) = action.acquired() {
            held = held.map(|held| sets.without(held, hold));
        }
    }
}

/// Sets of holds by number, each ascending.
#[derive(Debug)]
struct Sets {
    sets: Vec<Vec<Hold>>,
    numbers: FxHashMap<Vec<Hold>, HeldId>,
}

impl Sets {
    fn new(sets: &[Vec<Hold>]) -> Self {
        Sets {
            sets: sets.to_vec(),
            numbers: sets.iter().cloned().zip(0..).collect(),
        }
    }

    /// The number of a set without one hold.
    fn without(&mut self, number: HeldId, hold: Hold) -> HeldId {
        let Ok(place) = self.sets[number as usize].binary_search(&hold) else {
            return number;
        };
        let mut set = self.sets[number as usize].clone();
        set.remove(place);
        let sets = &mut self.sets;
        *self.numbers.entry(set).or_insert_with_key(|set| {
            sets.push(set.clone());
            sets.len() as HeldId - 1
        })
    }
}
