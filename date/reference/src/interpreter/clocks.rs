//! Clocks, their timeouts, and channels: what raises events by itself.

use std::collections::BTreeMap;

use super::environment::Frame;
use super::instances::InstanceId;
use super::keys::is_same_key;
use super::occurrence::Occurrence;
use super::{Interpreter, Judged, Unknown};
use date::code::eval::Failure;
use date::code::{Primitive, Value};
use date::ids::{ContextId, EventId};
use date::model::Trigger;

/// A clock of an instance: it ages from the creation of the instance on, raises each of its
/// timeouts once after each reset, and stands still while it is paused. All times are milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clock {
    /// When it had the age 0, had it never been paused.
    started: u64,
    paused: Option<u64>,
    /// Whether timeouts that pass raise events.
    on: bool,
    /// The last of its ages that has passed since the last reset.
    passed: Option<u64>,
    /// When the timeout that an action registered is due.
    registered: Option<u64>,
}

/// A clock that is due.
struct Alarm {
    due: u64,
    instance: InstanceId,
    clock: String,
    /// The age that is reached; `None` for a timeout that an action registered.
    age: Option<u64>,
}

/// A timeout of a clock: what it raises, and when.
struct Timeout {
    /// After the same age, those that repeat come behind those that do not, the shorter first.
    repeats: bool,
    age: Option<u64>,
    event: EventId,
    alternative: usize,
}

impl Timeout {
    /// The first age at which it comes that is greater than `passed`.
    fn next(&self, passed: Option<u64>) -> Option<u64> {
        let age = self.age?;
        match passed {
            Some(passed) if self.repeats => Some((passed / age + 1) * age),
            _ => Some(age).filter(|age| passed.is_none_or(|passed| *age > passed)),
        }
    }

    /// Whether it comes at an age; `None` is the one that an action registered.
    fn comes_at(&self, age: Option<u64>) -> bool {
        match (self.age, age) {
            (Some(own), Some(age)) if self.repeats => age > 0 && age.is_multiple_of(own),
            (own, age) => own == age,
        }
    }
}

/// Timeouts that all come at one time must come to an end.
const MAX_ALARMS: usize = 100_000;

/// How deep sending may be nested.
const MAX_SENDING: usize = 32;

impl Clock {
    pub fn started(now: u64) -> Self {
        Clock {
            started: now,
            paused: None,
            on: true,
            passed: None,
            registered: None,
        }
    }

    fn age(&self, now: u64) -> u64 {
        self.paused.unwrap_or(now).saturating_sub(self.started)
    }

    fn reset(&mut self, now: u64) {
        *self = Clock {
            on: self.on,
            registered: self.registered,
            ..Clock::started(now)
        };
    }

    fn resume(&mut self, now: u64) {
        if let Some(paused) = self.paused.take() {
            self.started += now - paused;
        }
    }

    /// When the next timeout comes, and at which age.
    fn next(&self, timeouts: &[Timeout]) -> Option<(u64, Option<u64>)> {
        let age = timeouts
            .iter()
            .filter_map(|timeout| timeout.next(self.passed))
            .min();
        let fixed = age.filter(|_| self.paused.is_none());
        let fixed = fixed.map(|age| (self.started.saturating_add(age), Some(age)));
        let registered = self.registered.map(|due| (due, None));
        [registered, fixed]
            .into_iter()
            .flatten()
            .min_by_key(|(due, _)| *due)
    }
}

impl Interpreter<'_> {
    /// Lets time pass, raising the timeouts that come until then, this moment included.
    pub(super) fn advance_to(&mut self, time: u64) -> Judged<()> {
        self.place = "(clock):0".to_owned();
        for _ in 0..MAX_ALARMS {
            let Some(alarm) = self
                .next_alarm()
                .filter(|alarm| self.clocks.computed && alarm.due <= time)
            else {
                self.clocks.now = time;
                return Ok(());
            };
            self.clocks.now = self.clocks.now.max(alarm.due);
            self.ring(&alarm)?;
        }
        Err(Unknown("timeouts follow each other without end".to_owned()))
    }

    fn next_alarm(&self) -> Option<Alarm> {
        let alarms = self.instances.alive().into_iter().flat_map(|instance| {
            let clocks = self.instances[instance].clocks.iter();
            clocks.filter_map(move |(name, clock)| {
                let (due, age) =
                    clock.next(&self.timeouts(self.instances[instance].context, name))?;
                Some(Alarm {
                    due,
                    instance,
                    clock: name.clone(),
                    age,
                })
            })
        });
        alarms.min_by_key(|alarm| alarm.due)
    }

    /// The timeouts of a clock. Those of one moment come in this order: what repeats last, by age,
    /// by event.
    fn timeouts(&self, context: ContextId, clock: &str) -> Vec<Timeout> {
        let mut timeouts = Vec::new();
        for (event, declared) in self.specification.events.iter_enumerated() {
            for (number, alternative) in declared.alternatives.iter().enumerate() {
                let Trigger::Timeout {
                    clock: named,
                    after_ms,
                    repeats,
                } = &alternative.trigger
                else {
                    continue;
                };
                if named == clock && self.clock_owner(declared.context, clock) == Some(context) {
                    timeouts.push(Timeout {
                        repeats: *repeats,
                        age: *after_ms,
                        event,
                        alternative: number,
                    });
                }
            }
        }
        timeouts.sort_by_key(|timeout| (timeout.repeats, timeout.age));
        timeouts
    }

    /// The context whose clock a name means in `context`.
    pub(super) fn clock_owner(&self, context: ContextId, clock: &str) -> Option<ContextId> {
        let contexts = &self.specification.contexts;
        self.specification
            .chain(context)
            .find(|&id| contexts[id].clocks.iter().any(|c| c.name == clock))
    }

    fn ring(&mut self, alarm: &Alarm) -> Judged<()> {
        let context = self.instances[alarm.instance].context;
        let Some(clock) = self.instances[alarm.instance].clocks.get_mut(&alarm.clock) else {
            return Ok(());
        };
        match alarm.age {
            Some(age) => clock.passed = Some(age),
            None => clock.registered = None,
        }
        if !clock.on {
            return Ok(());
        }
        for timeout in self.timeouts(context, &alarm.clock) {
            if timeout.comes_at(alarm.age) && self.instances[alarm.instance].alive {
                self.time_out(
                    timeout.event,
                    timeout.alternative,
                    alarm.instance,
                    &BTreeMap::new(),
                )?;
            }
        }
        Ok(())
    }

    /// A timeout concerns the instance whose clock it is, and all inside it.
    fn time_out(
        &mut self,
        event: EventId,
        alternative: usize,
        instance: InstanceId,
        values: &BTreeMap<String, Value>,
    ) -> Judged<()> {
        match self.matched(event, alternative, values)? {
            Some(_) => self.deliver(instance, &self.specification.letter(event)),
            None => Ok(()),
        }
    }

    /// A timeout that the trace names, with the keys of the instance whose clock it is.
    pub(super) fn recorded_timeout(&mut self, occurrence: &Occurrence, clock: &str) -> Judged<()> {
        let context = self.specification.events[occurrence.event].context;
        let owner = self.clock_owner(context, clock).unwrap_or(context);
        for id in self.instances.alive() {
            if self.instances[id].context == owner && self.has_keys(id, &occurrence.values)? {
                return self.time_out(
                    occurrence.event,
                    occurrence.alternative,
                    id,
                    &occurrence.values,
                );
            }
        }
        Err(Unknown(format!(
            "there is no instance whose clock `{clock}` could time out"
        )))
    }

    fn has_keys(&self, id: InstanceId, values: &BTreeMap<String, Value>) -> Judged<bool> {
        let outwards = std::iter::successors(Some(id), |&id| self.instances[id].parent);
        for instance in outwards.map(|id| &self.instances[id]) {
            let parameters = &self.specification.contexts[instance.context].parameters;
            for (parameter, key) in parameters.iter().zip(&instance.keys) {
                let same = match (values.get(&parameter.name), key) {
                    (Some(value), Some(key)) => is_same_key(parameter, value, key)?,
                    (None, None) => true,
                    _ => false,
                };
                if !same {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// What is sent on a channel is received at once, by its events in their order; a type filters
    /// what is received.
    pub(super) fn send(
        &mut self,
        context: ContextId,
        channel: &str,
        value: Option<&Value>,
    ) -> Judged<()> {
        if self.sending == MAX_SENDING {
            return Err(Unknown(format!(
                "what is sent on `{channel}` is sent on without end"
            )));
        }
        self.sending += 1;
        let specification = self.specification;
        for (event, declared) in specification.events.iter_enumerated() {
            for (number, alternative) in declared.alternatives.iter().enumerate() {
                let Trigger::Receive {
                    channel: named,
                    value: binding,
                } = &alternative.trigger
                else {
                    continue;
                };
                if named != channel
                    || self.channel_owner(declared.context, channel) != Some(context)
                {
                    continue;
                }
                let mut values = BTreeMap::new();
                if let Some(binding) = binding {
                    if !self.receives(binding.ty.as_deref(), value)? {
                        continue;
                    }
                    values.extend(value.map(|value| (binding.name.clone(), value.clone())));
                }
                self.raise(event, number, &values)?;
            }
        }
        self.sending -= 1;
        Ok(())
    }

    fn channel_owner(&self, context: ContextId, channel: &str) -> Option<ContextId> {
        let contexts = &self.specification.contexts;
        self.specification
            .chain(context)
            .find(|&id| contexts[id].channels.iter().any(|c| c.name == channel))
    }

    fn receives(&self, ty: Option<&str>, value: Option<&Value>) -> Judged<bool> {
        match (ty, value) {
            (None, _) => Ok(true),
            (Some(_), None) => Ok(false),
            (Some(ty), Some(value)) => {
                let known = self.classes.conforms(value, ty);
                known.ok_or_else(|| Unknown(format!("whether {value} is a {ty} is not recorded")))
            }
        }
    }
}

impl Frame<'_, '_> {
    /// A call on a clock (LARVA's clock methods).
    pub(super) fn clock_call(
        &mut self,
        context: ContextId,
        name: &str,
        method: &str,
        operands: &[Value],
    ) -> Result<Value, Failure> {
        let holder = self.holder(context, name)?;
        let (now, known) = (self.interpreter.clocks.now, self.interpreter.clocks.known);
        let Some(clock) = self.interpreter.instances[holder].clocks.get_mut(name) else {
            return Err(Failure::Undetermined(format!(
                "the clock `{name}` has not started"
            )));
        };
        match (method, operands) {
            ("reset", []) => clock.reset(now),
            ("pause", []) => _ = clock.paused.get_or_insert(now),
            ("resume", []) => clock.resume(now),
            ("on", []) => clock.on = true,
            ("off", []) => clock.on = false,
            ("registerDynamically", [millis]) => {
                clock.started = now;
                clock.registered = Some(now + long(millis)?.max(0) as u64);
            }
            _ if !known => {
                let reason =
                    format!("the trace has no times, so that `{name}.{method}` has no value");
                return Err(Failure::Undetermined(reason));
            }
            _ => return reading(clock.age(now), method, operands, name),
        }
        Ok(Value::Null)
    }
}

fn long(value: &Value) -> Result<i64, Failure> {
    match value.to_primitive(Primitive::Long)? {
        Value::Long(value) => Ok(value),
        _ => Err(Failure::Undetermined(
            "a number of milliseconds is no whole number".to_owned(),
        )),
    }
}

/// What a clock of that age answers.
fn reading(age: u64, method: &str, operands: &[Value], name: &str) -> Result<Value, Failure> {
    let age = age as i64;
    match (method, operands) {
        ("current", []) => Ok(Value::Double(age as f64 / 1000.0)),
        ("current_long", []) => Ok(Value::Long(age)),
        ("compareToMillis", [millis]) => Ok(Value::Int(age.cmp(&long(millis)?) as i32)),
        ("compareTo", [seconds]) => match seconds.to_primitive(Primitive::Double)? {
            Value::Double(seconds) => Ok(Value::Int(age.cmp(&((seconds * 1000.0) as i64)) as i32)),
            _ => Err(Failure::Undetermined(format!(
                "`{name}` is compared with no number"
            ))),
        },
        _ => Err(Failure::Undetermined(format!(
            "a clock has no `{method}` with {} arguments",
            operands.len()
        ))),
    }
}
