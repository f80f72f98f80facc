//! A clock and its timeouts.

use super::Timekeeping;
use date::code::eval::Failure;
use date::code::{Primitive, Value};
use date::ids::EventId;

/// A clock of an instance: it ages from the creation of the instance on, raises each of its
/// timeouts once after each reset, and stands still while it is paused. All times are milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clock {
    /// When it had the age 0, had it never been paused.
    started: u64,
    paused: Option<u64>,
    /// True if timeouts that pass raise events.
    pub on: bool,
    /// The last of its ages that has passed since the last reset.
    passed: Option<u64>,
    /// When the timeout that an action registered is due.
    registered: Option<u64>,
}

/// A timeout of a clock: what it raises, and when.
pub(super) struct Timeout {
    /// After the same age, those that repeat come behind those that do not, the shorter first.
    pub repeats: bool,
    pub age: Option<u64>,
    pub event: EventId,
    pub alternative: usize,
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

    /// Returns whether it comes at an age; `None` is the one that an action registered.
    pub fn comes_at(&self, age: Option<u64>) -> bool {
        match (self.age, age) {
            (Some(own), Some(age)) if self.repeats => age > 0 && age.is_multiple_of(own),
            (own, age) => own == age,
        }
    }
}

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
    pub fn next(&self, timeouts: &[Timeout]) -> Option<(u64, Option<u64>)> {
        let age = timeouts
            .iter()
            .filter_map(|timeout| timeout.next(self.passed))
            .min();
        // A paused clock comes to no age. What an action has registered is due all the same.
        let fixed = age.filter(|_| self.paused.is_none());
        let fixed = fixed.map(|age| (self.started.saturating_add(age), Some(age)));
        let registered = self.registered.map(|due| (due, None));
        [registered, fixed]
            .into_iter()
            .flatten()
            .min_by_key(|(due, _)| *due)
    }

    /// Notes that the timeout at this age has passed; `None` is the one that an action registered.
    pub fn pass(&mut self, age: Option<u64>) {
        match age {
            Some(age) => self.passed = Some(age),
            None => self.registered = None,
        }
    }

    /// Calls a method of the clock called `name` (LARVA's clock methods).
    pub fn call(
        &mut self,
        time: &Timekeeping,
        name: &str,
        method: &str,
        operands: &[Value],
    ) -> Result<Value, Failure> {
        let now = time.now;
        match (method, operands) {
            ("reset", []) => self.reset(now),
            ("pause", []) => _ = self.paused.get_or_insert(now),
            ("resume", []) => self.resume(now),
            ("on", []) => self.on = true,
            ("off", []) => self.on = false,
            ("registerDynamically", [millis]) => {
                self.started = now;
                self.registered = Some(now + long(millis)?.max(0) as u64);
            }
            _ if !time.known => {
                let reason =
                    format!("the trace has no times, so that `{name}.{method}` has no value");
                return Err(Failure::Undetermined(reason));
            }
            _ => return reading(self.age(now), method, operands, name),
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

/// Returns what a clock of that age answers.
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
