//! The border of a window: the state of a run that its next events depend on.
//!
//! A window of a run becomes a trace of its own. This trace begins with a few events that stand for
//! the run before it: the property events, the waits that are open, the transactions that are open,
//! the locks that are held, and the requests that wait. They come first in every reordering of the window. So the
//! run up to the window, and then a reordering of the window, is a reordering of the run.

use std::collections::BTreeMap;

use crate::observation::Inherited;
use crate::report::{Positions, Report};
use crate::trace::{Action, Event, Hold, Tables, Trace, ValueId};

/// The most property events that windows take over.
pub(crate) const PROPERTY_EVENTS: usize = 20_000;

/// An event of the run, and its position.
type Placed = (Event, usize);

/// The state of a run after some of its events.
#[derive(Debug, Default)]
pub(crate) struct Border {
    /// The number of events so far.
    pub events: usize,
    /// The acquires of the holds that threads have.
    held: Vec<(Hold, Placed)>,
    /// The begins of the waits that threads are in, by thread.
    waits: BTreeMap<usize, Placed>,
    /// The transactions that are open, by thread.
    open: BTreeMap<usize, Vec<Placed>>,
    /// The requests that are the last events of their threads, by thread.
    requests: BTreeMap<usize, Placed>,
    /// The events of properties.
    properties: Vec<Placed>,
    /// The position of the first property event that was too many.
    pub cut: Option<usize>,
    values: Vec<Option<ValueId>>,
    transactions: bool,
}

impl Border {
    /// Follows the next event.
    pub fn observe(&mut self, event: Event) {
        let thread = event.thread.index();
        let placed = (event, self.events);
        self.events += 1;
        if !self.requests.is_empty() {
            self.requests.remove(&thread);
        }
        if let Some(access) = event.action.access() {
            let variable = access.variable.index();
            if access.writes {
                self.write(variable, event.value);
            } else if event.value.is_some() {
                self.read(variable, event.value);
            }
            return;
        }
        if let Some(hold) = event.action.acquired() {
            self.held.push((hold, placed));
        }
        if let Some(released) = event.action.released() {
            let mut held = self.held.iter();
            let own = |(hold, (acquire, _)): &(Hold, Placed)| {
                *hold == released && acquire.thread == event.thread
            };
            if let Some(place) = held.position(own) {
                self.held.remove(place);
            }
        }
        if event.action.waits_on().is_some() {
            self.waits.insert(thread, placed);
        } else if event.action.ends_wait() {
            self.waits.remove(&thread);
        }
        if event.action.asked().is_some() {
            self.requests.insert(thread, placed);
        }
        match event.action {
            Action::Begin => {
                self.transactions = true;
                self.open.entry(thread).or_default().push(placed);
            }
            Action::End => {
                self.open.entry(thread).or_default().pop();
            }
            Action::Event(_) if self.properties.len() < PROPERTY_EVENTS => {
                self.properties.push(placed);
            }
            Action::Event(_) => {
                self.cut.get_or_insert(placed.1);
            }
            _ => {}
        }
    }

    /// The value of a write is the one that was recorded with it or with the first read of it.
    fn write(&mut self, variable: usize, value: Option<ValueId>) {
        if self.values.len() <= variable {
            if value.is_none() {
                return;
            }
            self.values.resize(variable + 1, None);
        }
        self.values[variable] = value;
    }

    fn read(&mut self, variable: usize, value: Option<ValueId>) {
        if self.values.len() <= variable {
            self.values.resize(variable + 1, None);
        }
        let known = &mut self.values[variable];
        *known = known.or(value);
    }

    /// The window of the run with the next events.
    pub fn window(&self, tables: Tables, events: &[Event]) -> Window {
        let mut begin: Vec<Placed> = self.properties.clone();
        for &(wait, position) in self.waits.values() {
            let acquire = wait.action.released().map(acquired);
            begin.extend(acquire.map(|action| (Event { action, ..wait }, position)));
            begin.push((wait, position));
        }
        begin.extend(self.open.values().flatten());
        for &(hold, (acquire, position)) in &self.held {
            let action = acquired(hold);
            begin.push((Event { action, ..acquire }, position));
        }
        begin.extend(self.requests.values());
        // Values of events before the window are in the table of values.
        begin.iter_mut().for_each(|(event, _)| event.value = None);

        let inherited = Inherited {
            is_window: true,
            events: begin.len(),
            values: self.values.clone(),
            transactions: self.transactions,
        };
        let (mut all, origins): (Vec<Event>, Vec<usize>) = begin.into_iter().unzip();
        all.extend_from_slice(events);
        Window {
            trace: Trace {
                tables,
                events: all,
            },
            inherited,
            origins,
            start: self.events,
        }
    }
}

/// The plain acquire of a hold.
fn acquired(hold: Hold) -> Action {
    if hold.shared {
        Action::ReadAcquire(hold.lock)
    } else {
        Action::Acquire(hold.lock)
    }
}

/// A window of a run.
#[derive(Debug)]
pub(crate) struct Window {
    pub trace: Trace,
    pub inherited: Inherited,
    /// The positions in the run of the events that stand for the run before the window.
    origins: Vec<usize>,
    /// The position of the first event of the window.
    start: usize,
}

impl Window {
    /// The position in the run of an event of the window.
    pub fn position(&self, event: usize) -> usize {
        let origin = self.origins.get(event).copied();
        origin.unwrap_or_else(|| self.start + event - self.origins.len())
    }

    /// Lets a report speak of positions in the run. Its witness begins with the run up to the window.
    pub fn place(&self, report: &mut Report) {
        for event in &mut report.events {
            *event = self.position(*event);
        }
        report.events.sort_unstable();
        for step in &mut report.steps {
            step.event = self.position(step.event);
        }
        let mut witness = Positions::default();
        if let Some(last) = self.start.checked_sub(1) {
            witness.runs.push((0, last as u32));
        }
        let before = self.origins.len();
        for event in report.witness.iter().filter(|&event| event >= before) {
            witness.push(self.start + event - before);
        }
        witness.runs.shrink_to_fit();
        report.witness = witness;
    }
}
