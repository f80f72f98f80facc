//! Checks of witnesses: whether a list of positions is a correct reordering, and shows its report.

use std::fmt;

use super::{Blocked, Reorderings, State};

/// Why a list of positions is no witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The event with this position is not the next of its thread.
    OutOfOrder(usize),
    /// The event cannot be next.
    Blocked(usize, Blocked),
    /// The list is a correct reordering, but does not show the report.
    ShowsNothing,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::OutOfOrder(position) => {
                write!(f, "event {position} is not the next of its thread")
            }
            Refused::Blocked(position, blocked) => {
                write!(f, "event {position} cannot be next: {blocked}")
            }
            Refused::ShowsNothing => write!(f, "the reordering does not show the report"),
        }
    }
}

impl std::error::Error for Refused {}

impl Reorderings<'_> {
    /// Plays a list of positions.
    ///
    /// # Errors
    /// If it is no correct reordering.
    pub fn check(&self, witness: &[usize]) -> Result<State, Refused> {
        let mut state = self.start();
        for &position in witness {
            let event = self.observation.trace.events.get(position);
            let thread = event.ok_or(Refused::OutOfOrder(position))?.thread.index();
            if self.next(&state, thread) != Some(position) {
                return Err(Refused::OutOfOrder(position));
            }
            let stepped = self.step(&mut state, thread);
            stepped.map_err(|blocked| Refused::Blocked(position, blocked))?;
        }
        Ok(state)
    }

    /// Checks that a witness leads to a race of two events.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_race(&self, witness: &[usize], pair: [usize; 2]) -> Result<(), Refused> {
        let state = self.check(witness)?;
        let [first, second] = pair.map(|position| {
            let next = self.next_access(&state, self.observation.thread(position));
            next.filter(|&(next, _)| next == position)
        });
        let (Some((_, first)), Some((_, second))) = (first, second) else {
            return Err(Refused::ShowsNothing);
        };
        let threads = pair.map(|position| self.observation.thread(position));
        if threads[0] != threads[1] && first.races(second) {
            Ok(())
        } else {
            Err(Refused::ShowsNothing)
        }
    }

    /// Checks that a witness leads to a deadlock of requests.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_deadlock(&self, witness: &[usize], requests: &[usize]) -> Result<(), Refused> {
        let state = self.check(witness)?;
        let mut requests = requests.to_vec();
        requests.sort_unstable();
        let of = |&request: &usize| self.observation.thread(request);
        let threads: Vec<usize> = requests.iter().map(of).collect();
        let deadlocks = self.deadlocks_among(&state, &|thread| threads.contains(&thread));
        if deadlocks.contains(&requests) {
            Ok(())
        } else {
            Err(Refused::ShowsNothing)
        }
    }

    /// Checks that a witness has pairs of events in their order.
    ///
    /// # Errors
    /// If it has not.
    pub fn check_orders(&self, witness: &[usize], pairs: &[(usize, usize)]) -> Result<(), Refused> {
        self.check(witness)?;
        let place = |event| witness.iter().position(|&position| position == event);
        let ordered = |&(first, second)| {
            let places = place(first).zip(place(second));
            places.is_some_and(|(first, second)| first < second)
        };
        if pairs.iter().all(ordered) {
            Ok(())
        } else {
            Err(Refused::ShowsNothing)
        }
    }
}
