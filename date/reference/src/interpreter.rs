//! The reference semantics of properties, executable: runs a specification over a recorded trace.
//! It shares nothing with the reductions and the checker, and is written to be read, not to be
//! fast.
//!
//! What the trace does not say is not guessed: where a verdict depends on it, the run ends and says
//! what is missing ([`Run::undecided`]). That concerns calls into the program whose value is not
//! recorded, variables that a line leaves out, whether two equal strings are one object, and the
//! age of clocks in a trace without times.
//!
//! - A line raises one alternative of one event; its letter is the event and all events that list
//!   it. `filter` decides first, then `where`s bind what the trigger does not. An occurrence that
//!   they drop binds nothing.
//! - The contexts of the event are searched from the outermost inwards. Where all parameters are
//!   bound there is one instance, made if the context lets the event do so, with all missing
//!   ancestors; where some are not, the event concerns all existing instances that agree. Under
//!   slicing see `slicing`. A key that is null names no instance.
//! - A new instance gets its variables in order, its clocks start, and the entry code of its
//!   initial states runs.
//! - An instance hears a letter in its properties, in their order, and then in its existing inner
//!   instances, in the order of their creation. A property takes the first transition of its state,
//!   in declaration order, whose event is in the letter and whose condition holds: the action runs,
//!   the state changes, entry code runs; then entering a bad state is reported, and entering an
//!   accepting one releases the instance if all properties of its context accept and release.
//! - An exception is false in a condition or `filter`, ends an action, and drops the event in a
//!   `where`.
//! - What is sent on a channel is received before `send` returns, by the events of the channel in
//!   their order.
//! - Timeouts come when time passes, before the event of the line that says so. In a trace that
//!   names timeouts itself none is computed.

mod classes;
mod clock;
mod clocks;
mod environment;
mod evaluation;
mod index;
mod instances;
mod keys;
mod lookup;
mod matching;
mod occurrence;
mod online;
mod partition;
mod recognition;
mod run;
mod shards;
mod site;
mod slicing;
mod step;

pub use online::{Monitor, Times, Told};
pub use run::{FinalInstance, Observation, Report, Run, Seen};
pub use shards::{Check, Chunked, Ended, Item, Job, Shard};

use std::collections::BTreeMap;

use index_vec::IndexVec;

use crate::trace::{Line, Trace};
use classes::Classes;
use date::code::{Types, Value};
use date::ids::{ContextId, EventId};
use date::model::{Specification, Trigger};
use instances::{GLOBAL, Instances};
use occurrence::{Occurrence, Planned};
use recognition::Recognized;
use text::{Diagnostic, Source};

/// Runs `specification` over `trace`. O(lines * instances * transitions) and more under slicing.
///
/// ```
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
/// let trace = "open s=Session@1\nsend s=Session@1\nsend s=Session@2\n";
/// let trace = reference::trace::read("trace.txt", trace).unwrap();
///
/// let run = reference::interpreter::interpret(&specification, &trace).unwrap();
/// let reports: Vec<String> = run.reports().map(|report| report.to_string()).collect();
/// assert_eq!(reports.len(), 1, "only the second session is used too early");
/// assert!(reports[0].contains("lifecycle in early by send at trace.txt:3"), "{reports:?}");
/// ```
///
/// # Errors
/// Lines that do not fit the specification: unknown events and names, missing keys.
pub fn interpret(specification: &Specification, trace: &Trace) -> Result<Run, Vec<Diagnostic>> {
    interpret_told(specification, trace, &|_, _| true)
}

/// The same where some notifications are told to some properties only: `is_told` decides by the
/// number of the line in [`Trace::lines`] and that of the property. What lines send on channels and
/// what times out is told to all.
///
/// # Errors
/// As [`interpret`].
pub fn interpret_told(
    specification: &Specification,
    trace: &Trace,
    is_told: &dyn Fn(usize, usize) -> bool,
) -> Result<Run, Vec<Diagnostic>> {
    run(specification, trace, is_told, Instances::default())
}

/// The same run as that of [`interpret`], with an index of instances: O(lines * instances that each concerns), but
/// O(lines * instances) with clocks. See [`Monitor`] for lines that come one after the other.
///
/// # Errors
/// As [`interpret`].
pub fn follow(specification: &Specification, trace: &Trace) -> Result<Run, Vec<Diagnostic>> {
    run(specification, trace, &|_, _| true, Instances::indexed())
}

fn run(
    specification: &Specification,
    trace: &Trace,
    is_told: &dyn Fn(usize, usize) -> bool,
    instances: Instances,
) -> Result<Run, Vec<Diagnostic>> {
    let planned = occurrence::plan(specification, trace)?;
    let times = Times::of(trace, timeouts_are_recorded(specification, &planned));
    let mut interpreter = Interpreter::new(specification, trace, times, is_told);
    interpreter.instances = instances;
    let undecided = interpreter.run(trace, &planned).err();
    Ok(interpreter.into_run(undecided))
}

fn timeouts_are_recorded(specification: &Specification, planned: &[Planned]) -> bool {
    planned.iter().any(|planned| match planned {
        Planned::Event(occurrence) => {
            matches!(
                occurrence.alternative(specification).trigger,
                Trigger::Timeout { .. }
            )
        }
        Planned::Nothing | Planned::End => false,
    })
}

/// Why a run cannot go on: what the trace does not say.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Unknown(String);

/// A result that the trace may leave open.
type Judged<T> = Result<T, Unknown>;

/// A stored value, or the reason why it is not known.
type Stored = Result<Value, String>;

/// The state of a run.
#[derive(Clone)]
struct Interpreter<'a> {
    specification: &'a Specification,
    types: IndexVec<ContextId, Types>,
    classes: Classes,
    instances: Instances,
    /// The variables that events bind: they outlive their event and are shared by all instances.
    event_variables: BTreeMap<(ContextId, String), Stored>,
    clocks: Timekeeping,
    /// The terms that the current line records, without white space.
    terms: Vec<(String, Result<Value, String>)>,
    /// How deep sending on channels is nested.
    sending: usize,
    /// How many objects the monitors have made.
    fresh: u64,
    /// The recognizers, by their numbers.
    recognizers: Vec<Recognized>,
    observations: Vec<Observation>,
    /// Decides by their numbers whether a property is told of a line of the trace.
    is_told: &'a dyn Fn(usize, usize) -> bool,
    /// Number of the line in the trace whose event is being told.
    telling: Option<usize>,
    line: u32,
    place: String,
}

/// The clock of the run.
#[derive(Clone)]
struct Timekeeping {
    now: u64,
    /// True if ages can be told.
    known: bool,
    /// True if timeouts follow from the times.
    computed: bool,
}

impl<'a> Interpreter<'a> {
    fn new(
        specification: &'a Specification,
        trace: &Trace,
        times: Times,
        is_told: &'a dyn Fn(usize, usize) -> bool,
    ) -> Self {
        let contexts = specification.contexts.indices();
        Interpreter {
            specification,
            types: contexts.map(|id| Types::of(specification, id)).collect(),
            classes: Classes::of(trace),
            instances: Instances::default(),
            event_variables: BTreeMap::new(),
            clocks: Timekeeping {
                now: 0,
                known: times != Times::Unknown,
                computed: times == Times::Known,
            },
            terms: Vec::new(),
            sending: 0,
            fresh: 0,
            recognizers: Vec::new(),
            observations: Vec::new(),
            is_told,
            telling: None,
            line: 0,
            place: "(start):0".to_owned(),
        }
    }

    /// Runs everything; the error says where and why it ends early.
    fn run(&mut self, trace: &Trace, planned: &[Planned]) -> Result<(), Diagnostic> {
        let source = Source::new(&trace.file, &trace.text);
        let start = self.start();
        start.map_err(|unknown| undecided(&source, trace.lines.first(), unknown))?;
        for (number, (line, planned)) in trace.lines.iter().zip(planned).enumerate() {
            let judged = self.line(&trace.file, number, line, planned);
            judged.map_err(|unknown| undecided(&source, Some(line), unknown))?;
        }
        Ok(())
    }

    /// Makes the global instance.
    fn start(&mut self) -> Judged<()> {
        let global = self.create(ContextId::from_raw(0), None, Vec::new());
        global.map(drop)
    }

    fn line(&mut self, file: &str, number: usize, line: &Line, planned: &Planned) -> Judged<()> {
        self.instances.sweep();
        self.telling = None;
        self.line = line.span.line;
        self.terms.clear();
        self.advance_to(line.time.unwrap_or(self.clocks.now))?;
        self.place = line
            .place
            .clone()
            .unwrap_or_else(|| format!("{file}:{}", line.span.line));
        self.telling = Some(number);

        match planned {
            Planned::Nothing => Ok(()),
            Planned::End => self.end_program(),
            Planned::Event(occurrence) => self.occur(occurrence),
        }
    }

    fn occur(&mut self, occurrence: &Occurrence) -> Judged<()> {
        self.terms.clone_from(&occurrence.terms);
        match &occurrence.alternative(self.specification).trigger {
            Trigger::Timeout { clock, .. } => self.recorded_timeout(occurrence, clock),
            _ => self.raise(occurrence.event, occurrence.alternative, &occurrence.values),
        }
    }

    fn end_program(&mut self) -> Judged<()> {
        self.place = "(end of program):0".to_owned();
        self.raise_all(
            |trigger| matches!(trigger, Trigger::EndOfProgram),
            &BTreeMap::new(),
        )
    }

    /// Raises the alternatives whose trigger matches, in the order of the events.
    fn raise_all(
        &mut self,
        matches: impl Fn(&Trigger) -> bool,
        values: &BTreeMap<String, Value>,
    ) -> Judged<()> {
        let specification = self.specification;
        for (event, declared) in specification.events.iter_enumerated() {
            for (number, alternative) in declared.alternatives.iter().enumerate() {
                if matches(&alternative.trigger) {
                    self.raise(event, number, values)?;
                }
            }
        }
        Ok(())
    }

    /// Matches an alternative, finds its instances, and lets them hear its letter.
    fn raise(
        &mut self,
        event: EventId,
        alternative: usize,
        values: &BTreeMap<String, Value>,
    ) -> Judged<()> {
        let Some(keys) = self.matched(event, alternative, values)? else {
            return Ok(());
        };
        let letter = self.specification.letter(event);
        for instance in self.concerned(event, &keys)? {
            if self.instances[instance].alive {
                self.deliver(instance, &letter)?;
            }
        }
        Ok(())
    }

    fn observe(&mut self, instance: instances::InstanceId, seen: Seen) {
        let instance = self.describe(instance);
        self.observations.push(Observation {
            line: self.line,
            place: self.place.clone(),
            instance,
            seen,
        });
    }

    fn into_run(self, undecided: Option<Diagnostic>) -> Run {
        let alive = self.instances.alive();
        let instances = alive
            .into_iter()
            .map(|id| self.final_instance(id))
            .collect();
        Run {
            observations: self.observations,
            instances,
            undecided,
        }
    }

    /// The instance of `context` that `instance` is or lies in; the global one where there is none.
    fn enclosing(
        &self,
        instance: instances::InstanceId,
        context: ContextId,
    ) -> instances::InstanceId {
        let mut outwards = std::iter::successors(Some(instance), |&id| self.instances[id].parent);
        outwards
            .find(|&id| self.instances[id].context == context)
            .unwrap_or(GLOBAL)
    }
}

fn undecided(source: &Source<'_>, line: Option<&Line>, unknown: Unknown) -> Diagnostic {
    let span = line.map_or_else(Default::default, |line| line.span);
    let message = format!("what happens from here on cannot be judged: {}", unknown.0);
    let help = "record what is missing at this line: `NAME=VALUE`, or a term in back quotes, `` `f(x)`=VALUE ``";
    source.error_at(span, "undecided", message).with_help(help)
}
