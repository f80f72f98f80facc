//! A monitor that is told one line after the other, as they happen.
//!
//! It gives what [`interpret`](super::interpret) gives for all lines at once. It finds instances by an index, so
//! that a line costs as much as it concerns instances, and a copy of it is a snapshot.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::instances::Instances;
use super::occurrence::{Names, Planned, Planner};
use super::run::{FinalInstance, Observation};
use super::{Interpreter, undecided};
use crate::trace::{ClassDeclaration, Line, Trace};
use date::ids::EventId;
use date::model::Specification;
use text::{Diagnostic, Source};

/// The times in the lines of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// No line has a time: clocks have no age.
    Unknown,
    /// Each line has a time, and timeouts come when time passes.
    Known,
    /// Each line has a time, and timeouts are lines of their own.
    Recorded,
}

impl Times {
    /// The times of a trace. `recorded`: timeouts are lines.
    pub fn of(trace: &Trace, recorded: bool) -> Self {
        match (trace.tells_time(), recorded) {
            (false, _) => Times::Unknown,
            (true, false) => Times::Known,
            (true, true) => Times::Recorded,
        }
    }
}

/// The monitors of a specification, at some moment of a run.
///
/// ```
/// use reference::interpreter::{Monitor, Times};
///
/// let session = "
/// foreach:
///   - parameters: [Session s]
///     events:
///       open: call Session.open() target s
///       send: call Session.send() target s
///     properties:
///       lifecycle:
///         states: {fresh: initial, live: , early: bad}
///         transitions:
///           - fresh -> live: open
///           - fresh -> early: send
/// ";
/// let specification = languages::read("session.yaml", session).unwrap();
/// let trace = "open s=Session@1\nsend s=Session@2\n";
/// let trace = reference::trace::read("run", trace).unwrap();
///
/// let (mut monitor, _) = Monitor::new(&specification, "run", &[], Times::Unknown);
/// let before = monitor.clone();
/// for line in &trace.lines {
///     monitor.tell(line).unwrap();
/// }
/// assert_eq!(monitor.instances().len(), 3, "the global instance and two sessions");
/// assert_eq!(before.instances().len(), 1);
/// ```
#[derive(Clone)]
pub struct Monitor<'s> {
    interpreter: Interpreter<'s>,
    file: Arc<str>,
    names: Arc<Names>,
    /// The number of lines so far.
    lines: usize,
    has_ended: bool,
    undecided: Option<Diagnostic>,
}

/// The consequences of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// The happenings in the monitors, in order.
    pub observations: Vec<Observation>,
    /// The missing value, if the monitor cannot go on. It does nothing more then.
    pub undecided: Option<Diagnostic>,
}

impl<'s> Monitor<'s> {
    /// Monitors that have seen nothing, and the consequences of their begin. `file` is the place of lines that do not name one, and `classes` are the
    /// classes of the program as far as they are known.
    pub fn new(
        specification: &'s Specification,
        file: &str,
        classes: &[ClassDeclaration],
        times: Times,
    ) -> (Self, Told) {
        let trace = Trace {
            file: file.to_owned(),
            text: String::new(),
            classes: classes.to_vec(),
            lines: Vec::new(),
        };
        let source = Source::new(file, "");
        let mut interpreter = Interpreter::new(specification, &trace, times, &|_, _| true);
        interpreter.instances = Instances::indexed();
        let judged = interpreter.start();
        let unknown = judged.err();
        let mut monitor = Monitor {
            interpreter,
            file: file.into(),
            names: Planner::new(specification, &source).table(),
            lines: 0,
            has_ended: false,
            undecided: unknown.map(|unknown| undecided(&source, None, unknown)),
        };
        let told = monitor.told();
        (monitor, told)
    }

    /// Tells of a line. O(instances that it concerns), but O(instances) with clocks.
    ///
    /// # Errors
    /// The line does not fit the specification. It has changed nothing then.
    pub fn tell(&mut self, line: &Line) -> Result<Told, Diagnostic> {
        let specification = self.interpreter.specification;
        let file = self.file.clone();
        let source = Source::new(&file, "");
        let planner = Planner::with_names(specification, &source, self.names.clone());
        if self.has_ended {
            return Err(planner.after_end(line));
        }
        let planned = planner.line(line)?;
        if self.undecided.is_none() {
            let judged = self.interpreter.line(&file, self.lines, line, &planned);
            let unknown = judged.err();
            self.undecided = unknown.map(|unknown| undecided(&source, Some(line), unknown));
        }
        self.has_ended = planned == Planned::End;
        self.lines += 1;
        Ok(self.told())
    }

    fn told(&mut self) -> Told {
        Told {
            observations: self.interpreter.observations.drain(..).collect(),
            undecided: self.undecided.clone(),
        }
    }

    /// The instances that there are, in the order of their creation.
    pub fn instances(&self) -> Vec<FinalInstance> {
        let alive = self.interpreter.instances.alive();
        let instances = alive.into_iter();
        instances
            .map(|id| self.interpreter.final_instance(id))
            .collect()
    }

    /// The events that a transition waits for, from the state of an instance or from the initial one, in which new
    /// instances begin: `enabled(M)` of Verde's paper, section IV-B2. O(states in which instances are).
    pub fn enabled(&self) -> BTreeSet<EventId> {
        let specification = self.interpreter.specification;
        let properties = specification.properties.iter().enumerate();
        let initial = properties.map(|(number, property)| (number, property.date.initial));
        let states = self.interpreter.instances.states().chain(initial);
        let heard: BTreeSet<EventId> = states
            .flat_map(|(property, state)| {
                let date = &specification.properties[property].date;
                date.outgoing(state).map(|(_, transition)| transition.event)
            })
            .collect();
        let events = specification.events.indices();
        events
            .filter(|&event| {
                let letter = specification.letter(event);
                letter.iter().any(|event| heard.contains(event))
            })
            .collect()
    }
}
