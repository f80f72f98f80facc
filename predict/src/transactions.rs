//! Transactions, and the cycles that show that no serial order explains a run.
//!
//! The transactions of a trace are its outermost pairs of `begin` and `end`. A trace without `begin`
//! has its outermost critical sections as transactions. An event outside is a transaction of its
//! own.
//!
//! Accesses of different threads conflict if they are accesses of one variable and one of them
//! writes. A reordering is *conflict serializable* (Papadimitriou 1979) if the order of its
//! conflicting accesses and the order of threads are no cycle of transactions. A cycle can be
//! chosen so that it visits each thread once:
//!
//! - It has edges x → y from an access to a later one of another thread that conflicts.
//! - The next edge begins in the thread of y, at y, after y, or in the transaction of y.
//! - The first edge leaves a transaction, and the last edge comes back to it later: the transaction
//!   is *interrupted*. One transaction of a cycle is, since time does not go in circles.
//!
//! An *atomicity violation* is the multiset of the lines of the accesses of a cycle. Violations that
//! contain the lines of another one are left out.

use crate::observation::{NONE, Observation};
use crate::trace::{Action, LineId};

/// The transaction of each event, [`NONE`] for an event outside.
pub(crate) fn transactions(observation: &Observation<'_>) -> Vec<u32> {
    let events = &observation.trace.events;
    let marked = observation.transactions;
    let mut open = vec![(NONE, 0_u32); observation.trace.threads()];
    let mut numbers = Vec::with_capacity(events.len());
    let mut count = 0;
    for event in events {
        let (number, depth) = &mut open[event.thread.index()];
        let (begins, ends) = if marked {
            (event.action == Action::Begin, event.action == Action::End)
        } else {
            (
                event.action.acquired().is_some(),
                event.action.released().is_some(),
            )
        };
        if begins {
            if *depth == 0 {
                *number = count;
                count += 1;
            }
            *depth += 1;
        }
        numbers.push(*number);
        if ends {
            *depth = depth.saturating_sub(1);
            if *depth == 0 {
                *number = NONE;
            }
        }
    }
    numbers
}

/// An edge of a cycle: an access, and a later one of another thread that conflicts with it.
pub(crate) type Edge = (usize, usize);

/// The lines of the accesses of a cycle, ascending.
pub(crate) fn lines(observation: &Observation<'_>, edges: &[Edge]) -> Vec<LineId> {
    let line = |position: usize| observation.trace.events[position].line;
    let mut lines: Vec<LineId> = events(edges).into_iter().map(line).collect();
    lines.sort_unstable();
    lines
}

/// The accesses of a cycle, ascending.
pub(crate) fn events(edges: &[Edge]) -> Vec<usize> {
    let mut events: Vec<usize> = edges.iter().flat_map(|&(from, to)| [from, to]).collect();
    events.sort_unstable();
    events.dedup();
    events
}

/// Checks whether an ascending list has all elements of another one and more.
pub(crate) fn is_larger(larger: &[LineId], smaller: &[LineId]) -> bool {
    let mut rest = larger.iter();
    larger.len() > smaller.len() && smaller.iter().all(|line| rest.any(|other| other == line))
}
