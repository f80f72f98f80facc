//! Reports and their order.

use std::cmp::Ordering;

use crate::trace::Trace;

/// The kind of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Two conflicting accesses that nothing orders.
    Race,
    /// Threads that wait for each other's locks.
    Deadlock,
    /// A transaction that another thread can interrupt so that no serial order explains it.
    Atomicity,
}

impl Kind {
    /// The word of the kind in results.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Race => "race",
            Kind::Deadlock => "deadlock",
            Kind::Atomicity => "atomicity",
        }
    }
}

/// One report. There is one for each kind and multiset of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The kind.
    pub kind: Kind,
    /// The lines, ascending: those of the two accesses of a race, of the requests of a deadlock,
    /// of the accesses that show an atomicity violation.
    pub lines: Vec<String>,
    /// The positions of the events with these lines, ascending.
    pub events: Vec<usize>,
    /// The variables of the accesses, without repetition.
    pub variables: Vec<String>,
    /// The locks of the requests, without repetition.
    pub locks: Vec<String>,
    /// The threads of the events, without repetition.
    pub threads: Vec<String>,
    /// The run shows the report as it is. The witness is the begin of the run.
    pub observed: bool,
    /// Positions of events: a correct reordering that leads to the report.
    pub witness: Vec<usize>,
}

impl Report {
    /// A report about some events.
    pub(crate) fn new(trace: &Trace, kind: Kind, events: &[usize], witness: Vec<usize>) -> Report {
        let mut events = events.to_vec();
        events.sort_unstable();
        let of = |name: &dyn Fn(usize) -> Option<String>| {
            let names = events.iter().filter_map(|&position| name(position));
            let mut names: Vec<String> = names.collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        let tables = &trace.tables;
        let action = |position: usize| trace.events[position].action;
        Report {
            kind,
            lines: lines(trace, &events),
            variables: of(&|position| {
                let access = action(position).access()?;
                Some(tables.variables.name(access.variable.index()).to_owned())
            }),
            locks: of(&|position| {
                let lock = action(position).requested()?;
                Some(tables.locks.name(lock.index()).to_owned())
            }),
            threads: of(&|position| {
                let thread = trace.events[position].thread;
                Some(tables.threads.name(thread.index()).to_owned())
            }),
            observed: witness
                .iter()
                .enumerate()
                .all(|(number, &position)| number == position),
            events,
            witness,
        }
    }
}

impl Report {
    /// The order of reports: by kind and lines, observed ones first.
    pub(crate) fn order(&self, other: &Report) -> Ordering {
        let lines = || {
            let pairs = self.lines.iter().zip(&other.lines);
            let mut orders = pairs.map(|(own, theirs)| by_number(own, theirs));
            let decisive = orders.find(|order| order.is_ne());
            decisive.unwrap_or(self.lines.len().cmp(&other.lines.len()))
        };
        let observed = other.observed.cmp(&self.observed);
        self.kind.cmp(&other.kind).then(observed).then_with(lines)
    }
}

/// The lines of events, ascending.
pub fn lines(trace: &Trace, events: &[usize]) -> Vec<String> {
    let lines = events
        .iter()
        .map(|&position| trace.line(position).to_owned());
    let mut lines: Vec<String> = lines.collect();
    lines.sort_unstable_by(|first, second| by_number(first, second));
    lines
}

/// Numbers come in their order and before other texts.
pub(crate) fn by_number(first: &str, second: &str) -> Ordering {
    let number = |text: &str| text.parse::<u64>().map_err(|_| ());
    let numbers = (number(first), number(second));
    match numbers {
        (Ok(one), Ok(other)) => one.cmp(&other).then_with(|| first.cmp(second)),
        (Ok(_), Err(())) => Ordering::Less,
        (Err(()), Ok(_)) => Ordering::Greater,
        (Err(()), Err(())) => first.cmp(second),
    }
}
