//! Calls, and the events that come with them.

use date::model::When;
use std::collections::BTreeMap;
use std::sync::Arc;

use ir::{
    BlockId, CallKind, CallSite, CallSiteId, CallSyntax, LocalId, MethodId, StatementKind, Target,
};
use points_to::Callee;

use super::config::{Config, Frame, Value};
use super::library::{Given, given};
use super::walk::{Next, Walk};
use crate::graphs::events::{Locals, Source};

/// Activations at one time at most.
const MOST_FRAMES: usize = 64;

impl Walk<'_> {
    /// Enters a method; whether an event makes a report. `None` if it has no body, or there are too
    /// many activations, or it is a constructor with events, which begin in its midst.
    pub(super) fn enter(
        &self,
        config: &mut Config,
        method: MethodId,
        receiver: Option<Value>,
        arguments: &[Value],
    ) -> Option<bool> {
        let body = self.world.program.methods[method].body.as_ref()?;
        let begins_late = &*self.world.program.methods[method].name == "<init>"
            && !self.events.at_body(method).is_empty();
        let is_ready = self
            .world
            .dispatch
            .switched_with(method)
            .iter()
            .all(|class| self.is_ready(config, class));

        if begins_late || !is_ready || config.frames.len() >= MOST_FRAMES {
            return None;
        }

        // Knowledge that is not read any more would tell equal moments apart.
        config
            .frames
            .last_mut()
            .into_iter()
            .for_each(|caller| self.forget_unread(caller));
        let locals = BTreeMap::new();
        config.frames.push(Frame {
            method,
            block: BlockId::from_raw(0),
            index: 0,
            locals,
            is_initializer: false,
        });

        let first = self.world.dispatch.first_argument(method);
        if let Some((receiver, &local)) = receiver
            .filter(|_| self.has_receiver(method))
            .zip(body.parameters.first())
        {
            config.set(
                local,
                if receiver == Value::Any {
                    Value::Present
                } else {
                    receiver
                },
            );
        }

        for (&value, &local) in arguments.iter().zip(body.parameters.iter().skip(first)) {
            config.set(local, value);
        }

        Some(self.body_events(config, When::Before, Value::Any))
    }

    pub(super) fn has_receiver(&self, method: MethodId) -> bool {
        self.world.dispatch.has_receiver(method)
    }

    pub(super) fn body_events(&self, config: &mut Config, when: When, result: Value) -> bool {
        let method = config.top().method;
        let values = Locals::of_body(self.world.program, self.world.dispatch, method, None);
        let value = |config: &Config, source| match source {
            Source::Result => result,
            _ => values
                .get(source)
                .map_or(Value::Any, |local| config.get(local)),
        };
        self.events
            .raise(config, self.events.at_body(method), when, value)
    }

    pub(super) fn call_events(&self, config: &mut Config, call: &CallSite, when: When) -> bool {
        let values = Locals::of_call(self.world.program, self.world.dispatch, call);
        let value = |config: &Config, source| {
            values
                .get(source)
                .map_or(Value::Any, |local| config.get(local))
        };
        self.events
            .raise(config, self.events.at_call(call.point), when, value)
    }

    pub(super) fn call(&self, mut config: Config, site: CallSiteId) -> Next {
        let call = &self.world.program.calls[site];
        if self.call_events(&mut config, call, When::Before) {
            return Next::Report;
        }

        let Target::Resolved(callee) = &call.target else {
            return Next::Unknown;
        };
        let Some(targets) = self.targets(&config, site, call) else {
            return Next::Unknown;
        };

        // The first use of a class runs its initializer, which may not have been walked.
        if call.kind == CallKind::Static && !self.are_ready(&config, call, &targets) {
            return Next::Unknown;
        }

        let may_be_null = call
            .receiver
            .is_some_and(|receiver| config.is_null_possible(receiver));
        // The event comes with an exception only, and whether there is one is not known.
        if may_be_null && self.events.any_at_call(call.point, When::Throwing) {
            return Next::Unknown;
        }

        let thrown = may_be_null.then(|| config.clone());
        let arguments: Vec<Value> = call
            .arguments
            .iter()
            .map(|&local| config.get(local))
            .collect();
        let receiver = call.receiver.map(|local| config.get(local));
        let mut left = Vec::new();

        for target in targets {
            let mut config = config.clone();
            match target {
                Callee::Method(method) => {
                    match self.enter(&mut config, method, receiver, &arguments) {
                        // This way has made its report.
                        Some(true) => {}
                        Some(false) => left.push(config),
                        None => return Next::Unknown,
                    }
                }
                Callee::Library => {
                    let class = match receiver {
                        Some(Value::Made(object)) => Some(config.made[object].class.clone()),
                        _ => None,
                    };
                    let receiver = receiver.map(|receiver| (receiver, class.as_ref()));
                    let Some(given) = given(callee, receiver, &arguments) else {
                        return Next::Unknown;
                    };
                    // The library may keep what it is handed.
                    arguments.iter().for_each(|&value| config.share(value));
                    let value = self.made(&mut config, &given);
                    if !self.come_back(&mut config, call, value) {
                        left.push(config);
                    }
                }
            }
        }

        let next = if left.is_empty() {
            Next::Report
        } else {
            Next::To(left)
        };
        self.or_thrown(next, thrown)
    }

    pub(super) fn made(&self, config: &mut Config, given: &Given) -> Value {
        match given {
            Given::Any => Value::Any,
            Given::Present => Value::Present,
            Given::New(interface) => config.make(Arc::from(*interface), self.events.initial()),
        }
    }

    /// Returns the methods that a call may run; `None` if they are not known.
    pub(super) fn targets(
        &self,
        config: &Config,
        site: CallSiteId,
        call: &CallSite,
    ) -> Option<Vec<Callee>> {
        let Target::Resolved(callee) = &call.target else {
            return None;
        };
        // A reference runs its call with values that are not followed.
        if self.world.program.points[call.point].syntax == CallSyntax::MethodReference {
            return None;
        }

        match (
            call.kind,
            call.receiver.map(|receiver| config.get(receiver)),
        ) {
            (CallKind::Static | CallKind::Special, _) => {
                Some(vec![self.world.dispatch.resolve(callee)])
            }
            (_, Some(Value::Made(object))) => {
                let class = &config.made[object].class;
                let targets = self.world.dispatch.select(class, callee);
                (!targets.is_empty()).then_some(targets)
            }
            (_, Some(Value::Console)) => Some(vec![Callee::Library]),
            _ => {
                let targets = self.world.points_to.targets.get(&site)?;
                let is_method = |callee: &Callee| matches!(callee, Callee::Method(_));
                (!targets.is_empty() && targets.iter().all(is_method))
                    .then(|| targets.iter().copied().collect())
            }
        }
    }

    /// Returns whether the classes of static methods can be used.
    pub(super) fn are_ready(&self, config: &Config, call: &CallSite, targets: &[Callee]) -> bool {
        let program = self.world.program;
        let owners = call.target.named().iter().map(|callee| &callee.owner);
        let declaring = targets.iter().filter_map(|target| match target {
            Callee::Method(method) => Some(&program.classes[program.methods[*method].class].name),
            Callee::Library => None,
        });
        owners
            .chain(declaring)
            .all(|class| self.is_ready(config, class))
    }

    /// Goes on behind the call that is running; whether an event makes a report.
    pub(super) fn come_back(&self, config: &mut Config, call: &CallSite, value: Value) -> bool {
        if let Some(result) = call.result {
            config.set(result, value);
        }
        let is_reported = self.call_events(config, call, When::Returning);
        config.next();
        is_reported
    }

    pub(super) fn leave(&self, mut config: Config, value: Option<LocalId>) -> Next {
        let value = value.map_or(Value::Any, |local| config.get(local));
        // What a parameter holds at the end need not be what it was bound to.
        if self
            .events
            .bind_arguments(self.events.at_body(config.top().method), When::Returning)
        {
            return Next::Unknown;
        }
        if self.body_events(&mut config, When::Returning, value) {
            return Next::Report;
        }

        let Some(left) = config.frames.pop().filter(|_| !config.frames.is_empty()) else {
            return Next::Unknown;
        };
        // No call has made this activation, so the one below goes on where it is.
        if left.is_initializer {
            return Next::To(vec![config]);
        }

        let top = config.top();
        let statement = &self.body(&config).blocks[top.block].statements[top.index].kind;
        let StatementKind::Call(site) = statement else {
            return Next::Unknown;
        };
        let call = &self.world.program.calls[*site];

        if self.come_back(&mut config, call, value) {
            Next::Report
        } else {
            Next::To(vec![config])
        }
    }
}
