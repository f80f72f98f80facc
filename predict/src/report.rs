//! Reports and their order.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::trace::{Action, Event, Frame, Tables, Trace};

/// The kind of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Two conflicting accesses that nothing orders.
    Race,
    /// Threads that wait for each other's locks.
    Deadlock,
    /// A transaction that another thread can interrupt so that no serial order explains it.
    Atomicity,
    /// A bad state of a property.
    Property,
}

impl Kind {
    /// The word of the kind in results.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Race => "race",
            Kind::Deadlock => "deadlock",
            Kind::Atomicity => "atomicity",
            Kind::Property => "property",
        }
    }

    /// The kind with a word in results.
    pub fn of_word(word: &str) -> Option<Kind> {
        let kinds = [Kind::Race, Kind::Deadlock, Kind::Atomicity, Kind::Property];
        kinds.into_iter().find(|kind| kind.word() == word)
    }
}

/// The pass that found a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Method {
    /// The run shows the report as it is.
    Run,
    /// The schedulable happens-before order of a long run.
    HappensBefore,
    /// The sync-preserving closure.
    SyncPreserving,
    /// The exact search, for reads that see the write that they saw in the run.
    Search,
    /// The search in which a read may see another write of the same value.
    Values,
    /// An equivalent run: all that depends on each other keeps its order.
    Patterns,
    /// A run cut into slices: some events of a stretch come first, and then others.
    Sliced,
    /// The exact search for an instance of a property.
    States,
}

impl Method {
    /// The word of the method in results.
    pub fn word(self) -> &'static str {
        match self {
            Method::Run => "run",
            Method::HappensBefore => "happens-before",
            Method::SyncPreserving => "sync-preserving",
            Method::Search => "search",
            Method::Values => "values",
            Method::Patterns => "patterns",
            Method::Sliced => "sliced",
            Method::States => "states",
        }
    }
}

/// A list of positions that may be a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Witness {
    pub method: Method,
    pub events: Vec<usize>,
}

/// A list of positions of events, kept as runs of consecutive positions since most lists are such.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Positions {
    /// The first and the last position of each run.
    pub runs: Vec<(u32, u32)>,
}

impl Positions {
    /// The runs of a list. O(length).
    pub fn new(list: &[usize]) -> Positions {
        let mut positions = Positions::default();
        list.iter().for_each(|&position| positions.push(position));
        positions.runs.shrink_to_fit();
        positions
    }

    /// Appends a position.
    pub(crate) fn push(&mut self, position: usize) {
        let position = position as u32;
        match self.runs.last_mut() {
            Some((_, last)) if *last + 1 == position => *last = position,
            _ => self.runs.push((position, position)),
        }
    }

    /// The positions in their order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let positions = |&(first, last): &(u32, u32)| first as usize..=last as usize;
        self.runs.iter().flat_map(positions)
    }
}

/// The deed of a thread at an event of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// It reads a variable.
    Reads,
    /// It writes a variable.
    Writes,
    /// It reads and writes a variable in one step.
    Updates,
    /// It asks for a lock.
    Requests,
    /// An event of a property happens.
    Happens,
    /// Something else.
    Other,
}

impl Deed {
    /// The word of the deed in results.
    pub fn word(self) -> &'static str {
        match self {
            Deed::Reads => "read",
            Deed::Writes => "write",
            Deed::Updates => "update",
            Deed::Requests => "request",
            Deed::Happens => "event",
            Deed::Other => "other",
        }
    }
}

/// An event of a report, as the run has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The position.
    pub event: usize,
    /// The thread.
    pub thread: String,
    /// Its deed there.
    pub deed: Deed,
    /// The variable, the lock or the property event.
    pub target: String,
    /// The line.
    pub line: String,
    /// The value that it reads or writes, if it was recorded.
    pub value: Option<String>,
    /// The open methods, the innermost first. Empty where they were not recorded.
    pub stack: Vec<Frame>,
}

impl Step {
    /// The step of an event. O(depth of its stack).
    pub(crate) fn new(event: usize, of: Event, tables: &Tables) -> Step {
        let variable =
            |access: crate::trace::Access| tables.variables.name(access.variable.index());
        let (deed, target) = match (of.action, of.action.access(), of.action.requested()) {
            (_, Some(access), _) => {
                let deed = match (access.reads, access.writes) {
                    (true, true) => Deed::Updates,
                    (false, _) => Deed::Writes,
                    (true, false) => Deed::Reads,
                };
                (deed, variable(access))
            }
            (_, _, Some(hold)) => (Deed::Requests, tables.locks.name(hold.lock.index())),
            (Action::Event(event), ..) => (Deed::Happens, tables.events.name(event.index())),
            _ => (Deed::Other, ""),
        };
        let line = tables.lines.name(of.line.index());
        let value = of.value.map(|value| tables.values.name(value.index()));
        Step {
            event,
            thread: tables.threads.name(of.thread.index()).to_owned(),
            deed,
            target: target.to_owned(),
            line: line.to_owned(),
            value: value.map(str::to_owned),
            stack: tables.stack(of.context, line),
        }
    }
}

/// A violation of a property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    /// The property.
    pub property: String,
    /// The file of the property.
    pub file: String,
    /// The bad state.
    pub state: String,
    /// The event that enters it.
    pub event: String,
    /// The line of this event.
    pub line: String,
    /// The objects of the instance, outermost parameters first, or `global`.
    pub instance: String,
    /// The message of the author of the property.
    pub message: Option<String>,
}

/// One report. There is one for each kind and multiset of lines, and one for each property, bad state and
/// line of the event that enters it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The kind.
    pub kind: Kind,
    /// The lines, ascending: those of the two accesses of a race, of the requests of a deadlock,
    /// of the accesses that show an atomicity violation, of the events that lead a property to its bad
    /// state.
    pub lines: Vec<String>,
    /// The positions of the events with these lines, ascending.
    pub events: Vec<usize>,
    /// The deeds of the threads at these events: those of the witness in its order, and then the others.
    pub steps: Vec<Step>,
    /// The variables of the accesses, without repetition.
    pub variables: Vec<String>,
    /// The locks of the requests, without repetition.
    pub locks: Vec<String>,
    /// The threads of the events, without repetition.
    pub threads: Vec<String>,
    /// The pass that found the report.
    pub method: Method,
    /// A correct reordering that leads to the report.
    pub witness: Positions,
    /// The violation, if the report is about a property.
    pub violation: Option<Violation>,
}

impl Report {
    /// A report about some events.
    pub(crate) fn new(trace: &Trace, kind: Kind, events: &[usize], witness: Witness) -> Report {
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
            steps: in_order_of(&witness.events, &events)
                .into_iter()
                .map(|event| Step::new(event, trace.events[event], tables))
                .collect(),
            variables: of(&|position| {
                let access = action(position).access()?;
                Some(tables.variables.name(access.variable.index()).to_owned())
            }),
            locks: of(&|position| {
                let hold = action(position).requested()?;
                Some(tables.locks.name(hold.lock.index()).to_owned())
            }),
            threads: of(&|position| {
                let thread = trace.events[position].thread;
                Some(tables.threads.name(thread.index()).to_owned())
            }),
            method: if in_order(&witness.events) {
                Method::Run
            } else {
                witness.method
            },
            events,
            witness: Positions::new(&witness.events),
            violation: None,
        }
    }
}

impl Report {
    /// The order of reports: by kind and lines, those that the run shows first.
    pub(crate) fn order(&self, other: &Report) -> Ordering {
        let lines = || {
            let pairs = self.lines.iter().zip(&other.lines);
            let mut orders = pairs.map(|(own, theirs)| by_number(own, theirs));
            let decisive = orders.find(|order| order.is_ne());
            decisive.unwrap_or(self.lines.len().cmp(&other.lines.len()))
        };
        let shown = |report: &Report| report.method != Method::Run;
        let observed = shown(self).cmp(&shown(other));
        self.kind.cmp(&other.kind).then(observed).then_with(lines)
    }
}

/// Events in the order of a witness, and then those that it does not have. O(length of the witness).
fn in_order_of(witness: &[usize], events: &[usize]) -> Vec<usize> {
    let placed = witness.iter().filter(|event| events.contains(event));
    let mut placed: Vec<usize> = placed.copied().collect();
    let others = events.iter().filter(|event| !placed.contains(event));
    let others: Vec<usize> = others.copied().collect();
    placed.extend(others);
    placed
}

/// Checks whether a witness is the begin of the run.
fn in_order(witness: &[usize]) -> bool {
    let mut events = witness.iter().enumerate();
    events.all(|(number, &position)| number == position)
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
