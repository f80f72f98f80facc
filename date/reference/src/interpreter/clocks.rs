//! Timeouts and channels: the events that monitors raise themselves.

use std::collections::BTreeMap;

use super::clock::Timeout;
use super::instances::InstanceId;
use super::keys::is_same_key;
use super::occurrence::Occurrence;
use super::{Interpreter, Judged, Unknown};
use date::code::Value;
use date::ids::{ContextId, EventId};
use date::model::Trigger;

/// A clock that is due.
struct Alarm {
    due: u64,
    instance: InstanceId,
    clock: String,
    /// The age that is reached; `None` for a timeout that an action registered.
    age: Option<u64>,
}

/// Timeouts that all come at one time must come to an end.
const MAX_ALARMS: usize = 100_000;

/// How deep sending may be nested.
const MAX_SENDING: usize = 32;

impl Interpreter<'_> {
    /// Lets time pass, raising the timeouts that come until then, this moment included.
    pub(super) fn advance_to(&mut self, time: u64) -> Judged<()> {
        self.place = "(clock):0".to_owned();
        if !self.clocks.computed {
            self.clocks.now = time;
            return Ok(());
        }
        for _ in 0..MAX_ALARMS {
            let Some(alarm) = self.next_alarm().filter(|alarm| alarm.due <= time) else {
                self.clocks.now = time;
                return Ok(());
            };
            // An overdue timeout does not turn time back.
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
        // Of alarms that are due together, that of the oldest instance comes first.
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
        clock.pass(alarm.age);

        if !clock.on {
            return Ok(());
        }

        for timeout in self.timeouts(context, &alarm.clock) {
            // An earlier timeout of this moment may have released the instance.
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

    /// Sends a value on a channel: its events receive the value at once, in their order. A type
    /// filters the values.
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
