//! The result of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use date::code::Value;
use date::ids::{ContextId, StateId, TransitionId};
use serde::{Deserialize, Serialize};
use text::Diagnostic;

/// A run of a specification over a trace.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The happenings in the monitors, in order.
    pub observations: Vec<Observation>,
    /// The instances that there are at the end, in the order of their creation.
    pub instances: Vec<FinalInstance>,
    /// The early end of the run, if it ends before the trace, and the information that is missing.
    pub undecided: Option<Diagnostic>,
}

/// Something that happened in a monitor.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// Line of the trace, from 1; 0 before the first.
    pub line: u32,
    /// `FILE:LINE` of the program as the trace says, else of the trace; `(clock):0`, `(end of
    /// program):0`, `(start):0`.
    pub place: String,
    /// The keys of the instance, outermost first, or `global`.
    pub instance: String,
    /// The happening.
    pub seen: Seen,
}

/// A happening in a monitor.
#[derive(Debug, Clone, PartialEq)]
pub enum Seen {
    /// The instance was made.
    Created,
    /// The instance was released.
    Released,
    /// A transition was taken; what its action does follows.
    Fired {
        /// Number of the property.
        property: usize,
        /// The transition.
        transition: TransitionId,
    },
    /// An action or entry code called the program, or wrote to it.
    Called {
        /// The call in canonical form.
        text: String,
        /// Receiver and arguments, as far as they are values.
        operands: Vec<Value>,
    },
    /// A bad state was entered.
    Reported(Report),
    /// Monitor code threw.
    Threw {
        /// The code that threw.
        code: String,
        /// The exception.
        exception: String,
    },
}

/// A report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Report {
    /// Name of the property.
    pub property: String,
    /// Name of the bad state.
    pub state: String,
    /// Name of the transition's event.
    pub event: String,
    /// The place of the event, as in [`Observation::place`].
    pub place: String,
    /// The keys of the instance, as in [`Observation::instance`].
    pub instance: String,
}

/// An instance at the end of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct FinalInstance {
    /// Its context.
    pub context: ContextId,
    /// Its keys, as in [`Observation::instance`].
    pub name: String,
    /// The state of each property of the context, by number.
    pub states: BTreeMap<usize, StateId>,
    /// The value of each variable; `None` where it is not known.
    pub variables: BTreeMap<String, Option<Value>>,
}

impl Run {
    /// All reports, in order.
    pub fn reports(&self) -> impl Iterator<Item = &Report> {
        self.observations
            .iter()
            .filter_map(|observation| match &observation.seen {
                Seen::Reported(report) => Some(report),
                _ => None,
            })
    }

    /// Of the reports that differ in the instance alone, the first.
    pub fn reports_once(&self) -> Vec<&Report> {
        let mut seen = BTreeSet::new();
        let mut is_new = |report: &'_ Report| {
            let Report {
                property,
                state,
                event,
                place,
                ..
            } = report.clone();
            seen.insert((property, state, event, place))
        };
        self.reports().filter(|report| is_new(report)).collect()
    }

    /// The transitions of a property that were taken, in order.
    pub fn fired(&self, property: usize) -> Vec<TransitionId> {
        let fired = self
            .observations
            .iter()
            .filter_map(|observation| match observation.seen {
                Seen::Fired {
                    property: number,
                    transition,
                } if number == property => Some(transition),
                _ => None,
            });
        fired.collect()
    }
}

impl Display for Report {
    /// The line that woven programs write.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Report {
            property,
            state,
            event,
            place,
            instance,
        } = self;
        write!(
            f,
            "residua: violation of {property} in {state} by {event} at {place} ({instance})"
        )
    }
}
