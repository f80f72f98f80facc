//! The effects of events on the monitors of the objects that are known.

use date::model::When;
use std::collections::{BTreeMap, BTreeSet};

use date::algebra::{StateSet, StaticDate, SubDate};
use date::graph::Letter;
use date::ids::{GeneratorId, StateId};
use ir::{MethodId, PointId, Program};

use super::config::{Config, Value};
use super::heard::is_surely_heard;
use crate::graphs::abstraction::PropertyView;
use crate::graphs::events::{Place, Source};

/// The generators of a property by place, and its automaton as written.
pub struct Events<'a> {
    view: &'a PropertyView,
    date: &'a StaticDate,
    sub: SubDate,
    /// True if there is a monitor for each object.
    has_parameter: bool,
    at_calls: BTreeMap<PointId, Vec<GeneratorId>>,
    at_bodies: BTreeMap<MethodId, Vec<GeneratorId>>,
    /// The calls that woven programs may not hear.
    doubtful: BTreeSet<PointId>,
}

impl<'a> Events<'a> {
    pub fn new(
        program: &Program,
        view: &'a PropertyView,
        date: &'a StaticDate,
        has_parameter: bool,
    ) -> Self {
        let mut at_calls: BTreeMap<PointId, Vec<GeneratorId>> = BTreeMap::new();
        let mut at_bodies: BTreeMap<MethodId, Vec<GeneratorId>> = BTreeMap::new();
        for (id, notification) in view.notifications.iter_enumerated() {
            match notification.place {
                Place::Call(point) => at_calls.entry(point).or_default().push(id),
                Place::Execution(method) => at_bodies.entry(method).or_default().push(id),
                Place::Initialization(_) | Place::Access(_) => {}
            }
        }

        let unheard = program
            .calls
            .iter()
            .filter(|call| !is_surely_heard(&call.target));
        let doubtful = unheard
            .map(|call| call.point)
            .filter(|point| at_calls.contains_key(point))
            .collect();

        Events {
            view,
            date,
            sub: date.whole(),
            has_parameter,
            at_calls,
            at_bodies,
            doubtful,
        }
    }

    /// Returns the generators at a call, in the order of notification.
    pub fn at_call(&self, point: PointId) -> &[GeneratorId] {
        self.at_calls.get(&point).map_or(&[], Vec::as_slice)
    }

    /// Returns the generators at a body, in the order of notification.
    pub fn at_body(&self, method: MethodId) -> &[GeneratorId] {
        self.at_bodies.get(&method).map_or(&[], Vec::as_slice)
    }

    /// Returns whether there is one at a call at a moment.
    pub fn any_at_call(&self, point: PointId, when: When) -> bool {
        self.at_call(point)
            .iter()
            .any(|&generator| self.view.notifications[generator].when == when)
    }

    /// Returns whether one of these generators binds an argument at a moment.
    pub fn bind_arguments(&self, generators: &[GeneratorId], when: When) -> bool {
        let notifications = generators
            .iter()
            .map(|&generator| &self.view.notifications[generator]);
        let now = notifications.filter(|notification| notification.when == when);
        now.flat_map(|notification| &notification.sources)
            .flatten()
            .any(|source| matches!(source, Source::Argument(_)))
    }

    fn is_heard(&self, place: Place) -> bool {
        !matches!(place, Place::Call(point) if self.doubtful.contains(&point))
    }

    /// The states of a new monitor.
    pub fn initial(&self) -> StateSet {
        let mut states = StateSet::empty(self.date.states);
        states.insert(self.date.initial.index());
        states
    }

    /// Raises the events of one moment, one after the other; whether one of them surely makes a
    /// report. Then the monitors are left as they were before it.
    pub fn raise(
        &self,
        config: &mut Config,
        generators: &[GeneratorId],
        when: When,
        value: impl Fn(&Config, Source) -> Value,
    ) -> bool {
        let now = generators
            .iter()
            .filter(|&&generator| self.view.notifications[generator].when == when);

        for &generator in now {
            let notification = &self.view.notifications[generator];
            let letter = &self.view.abstraction.generators[generator];
            let has_target =
                !notification.may_lack_target || value(config, Source::Receiver) != Value::Any;
            let is_sure = notification.always
                && has_target
                && !notification.unresolved
                && self.is_heard(notification.place);
            let concerned = if self.has_parameter {
                match notification.sources.first().copied().flatten() {
                    Some(Source::Read(_) | Source::Computed) | None => {
                        Concerned::Perhaps { unshared: true }
                    }
                    Some(source) => match value(config, source) {
                        Value::Made(object) => Concerned::Object(object),
                        // A value that is not known may only be an object that others hold.
                        _ => Concerned::Perhaps { unshared: false },
                    },
                }
            } else {
                Concerned::TheOne
            };
            if self.happen(config, letter, concerned, is_sure) {
                return true;
            }
        }

        false
    }

    fn happen(
        &self,
        config: &mut Config,
        letter: &Letter,
        concerned: Concerned,
        is_sure: bool,
    ) -> bool {
        match concerned {
            Concerned::TheOne => self.step(&mut config.whole, letter, is_sure),
            Concerned::Object(object) => {
                self.step(&mut config.made[object].states, letter, is_sure)
            }
            Concerned::Perhaps { unshared } => {
                for made in config
                    .made
                    .iter_mut()
                    .filter(|made| made.is_shared || unshared)
                {
                    self.step(&mut made.states, letter, false);
                }
                false
            }
        }
    }

    /// Hears a letter, or perhaps; whether a report is sure.
    fn step(&self, states: &mut StateSet, letter: &Letter, is_sure: bool) -> bool {
        let reports = |state: usize| {
            self.date
                .must_report(&self.sub, StateId::from(state), letter)
        };
        // It reports from whichever state it is in.
        if is_sure && states.iter().all(reports) {
            return true;
        }
        let next = self.date.delta(&self.sub, states, letter);
        if is_sure {
            *states = next
        } else {
            *states |= &next
        }
        false
    }
}

/// Which monitors an event concerns.
enum Concerned {
    /// The only one.
    TheOne,
    /// The monitor of an object.
    Object(usize),
    /// Perhaps one of those that others may hold, or of any.
    Perhaps { unshared: bool },
}
