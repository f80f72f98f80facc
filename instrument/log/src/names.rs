//! The names of what events are about: lines, variables, locks and threads.

use std::fmt;

use predict::ANY_CALL;
use predict::trace::{
    Action, ConditionId, Event, LineId, LockId, Recorder, ThreadId, ValueId, VariableId,
};
use rustc_hash::FxHashMap;

use crate::kind::{self, ELEMENT, LIBRARY, SHAPE};
use crate::raw::{Definitions, Raw, RawEvent};
use crate::stacks::{Methods, Stacks};

/// The aspects of an object that the library keeps something about, by number.
const ASPECTS: [&str; 5] = ["", ":handed", ":done", ":interrupt", ":permit"];

/// The names of one run. Numbers of names are kept, as names are long.
#[derive(Debug)]
pub struct Names {
    definitions: Definitions,
    /// For each site its line's text and its field.
    sites: Vec<Site>,
    /// By number.
    fields: Vec<String>,
    variables: FxHashMap<(i32, u32, u32), VariableId>,
    locks: FxHashMap<i32, LockId>,
    conditions: FxHashMap<u32, ConditionId>,
    values: FxHashMap<i64, ValueId>,
    /// By number in the log.
    threads: Vec<Option<ThreadId>>,
    /// The calls that threads are in.
    stacks: Stacks,
    /// The threads of the log, by their objects.
    of_objects: FxHashMap<i32, usize>,
}

/// Why an event has no meaning: its file is damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// The kind of the event.
    Kind(u8),
    /// The number of its site.
    Site(u32),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Kind(kind) => write!(f, "its kind {kind} is unknown"),
            Unknown::Site(site) => write!(f, "its site {site} is unknown"),
        }
    }
}

#[derive(Debug, Clone)]
struct Site {
    text: String,
    line: Option<LineId>,
    /// The number of the method, 0 if it is not known.
    method: u32,
    field: u32,
    is_unshared: bool,
}

impl Names {
    /// Reads the tables of a run. A row that is damaged names nothing.
    pub fn new(raw: &Raw, definitions: Definitions) -> Self {
        let unknown = Site {
            text: "?".to_owned(),
            line: None,
            method: 0,
            field: 0,
            is_unshared: false,
        };
        let mut sites = vec![unknown];
        let mut fields = vec!["?".to_owned()];
        let mut methods = Methods::default();
        for row in raw.sites.lines() {
            let columns: Vec<&str> = row.split('\t').collect();
            match columns[..] {
                ["s", _, file, line, method, field, unshared] => sites.push(Site {
                    text: match line {
                        "0" => file.to_owned(),
                        line => format!("{file}:{line}"),
                    },
                    line: None,
                    method: methods.number(method),
                    field: field.parse().unwrap_or(0),
                    is_unshared: unshared == "1",
                }),
                ["f", _, name] => fields.push(name.to_owned()),
                _ => {}
            }
        }
        let of_objects = definitions
            .threads
            .iter()
            .enumerate()
            .map(|(number, (object, _))| (*object as i32, number))
            .collect();
        Names {
            threads: vec![None; definitions.threads.len()],
            stacks: Stacks::new(methods, definitions.threads.len()),
            of_objects,
            definitions,
            sites,
            fields,
            variables: FxHashMap::default(),
            locks: FxHashMap::default(),
            conditions: FxHashMap::default(),
            values: FxHashMap::default(),
        }
    }

    /// Returns whether no two threads are in conflict about what is accessed at a site.
    pub fn is_unshared(&self, site: u32) -> bool {
        let site = self.sites.get(site as usize);
        site.is_some_and(|site| site.is_unshared)
    }

    /// The number in the log of the thread that is an object.
    pub fn thread_of(&self, object: i32) -> Option<usize> {
        self.of_objects.get(&object).copied()
    }

    /// The event of the trace for one of the log. None for the start or the end of a thread that has
    /// done nothing.
    ///
    /// # Errors
    /// Its kind or its site is unknown.
    pub fn event(
        &mut self,
        thread: usize,
        raw: &RawEvent,
        recorder: &mut Recorder,
    ) -> Result<Option<Event>, Unknown> {
        let site = raw.site as usize;
        if site >= self.sites.len() {
            return Err(Unknown::Site(raw.site));
        }
        if raw.kind & !SHAPE == kind::CALL {
            let Site { text, method, .. } = &self.sites[site];
            let call = (raw.site != 0).then_some((raw.site, &**text, *method));
            self.stacks
                .calls(thread, raw.index as usize, call, recorder);
            return Ok(None);
        }
        let Some(action) = self.action(raw, recorder)? else {
            return Ok(None);
        };
        let Site { method, .. } = self.sites[site];
        let context = self.stacks.context(thread, method, recorder);
        let thread = self.thread(thread, recorder);
        let Site { text, line, .. } = &mut self.sites[site];
        let line = *line.get_or_insert_with(|| recorder.line_named(text));
        let value = raw.value.filter(|_| action.access().is_some());
        let value = value.map(|value| {
            let known = self.values.entry(value);
            *known.or_insert_with(|| recorder.value_named(&value.to_string()))
        });
        Ok(Some(Event {
            thread,
            action,
            line,
            value,
            context,
        }))
    }

    fn thread(&mut self, number: usize, recorder: &mut Recorder) -> ThreadId {
        if self.threads.len() <= number {
            self.threads.resize(number + 1, None);
        }
        if let Some(known) = self.threads[number] {
            return known;
        }
        let name = self.thread_name(number);
        let thread = recorder.thread_named(&name);
        self.threads[number] = Some(thread);
        thread
    }

    /// The name of a thread of the log.
    pub fn thread_name(&self, number: usize) -> String {
        match self.definitions.threads.get(number) {
            Some((_, name)) => clean(name),
            None => format!("thread {number}"),
        }
    }

    fn action(
        &mut self,
        raw: &RawEvent,
        recorder: &mut Recorder,
    ) -> Result<Option<Action>, Unknown> {
        let kind = raw.kind & !SHAPE;
        Ok(Some(match kind {
            kind::READ => Action::Read(self.variable(raw, recorder)),
            kind::WRITE => Action::Write(self.variable(raw, recorder)),
            kind::VOLATILE_READ => Action::VolatileRead(self.variable(raw, recorder)),
            kind::VOLATILE_WRITE => Action::VolatileWrite(self.variable(raw, recorder)),
            kind::UPDATE => Action::Update(self.variable(raw, recorder)),
            kind::COMPARE_AND_SET => Action::CompareAndSet(self.variable(raw, recorder)),
            kind::PEEK if raw.kind & SHAPE != 0 => Action::Peek(self.variable(raw, recorder)),
            kind::TOUCH => Action::Touch(self.variable(raw, recorder)),
            kind::FORK => return Ok(self.thread_object(raw, recorder).map(Action::Fork)),
            kind::JOIN => return Ok(self.thread_object(raw, recorder).map(Action::Join)),
            kind::START => Action::Start,
            kind::EVENT => {
                let text = self.definitions.events.get(raw.object as usize);
                let text = text.ok_or(Unknown::Kind(raw.kind))?;
                Action::Event(recorder.event_named(text))
            }
            kind::BRANCH => Action::Branch,
            kind::STEP => Action::Step,
            kind::BEGIN => Action::Begin,
            kind::END => Action::End,
            _ => self
                .of_lock(kind, raw, recorder)
                .ok_or(Unknown::Kind(raw.kind))?,
        }))
    }

    fn of_lock(&mut self, kind: u8, raw: &RawEvent, recorder: &mut Recorder) -> Option<Action> {
        let lock = self.lock(raw, recorder);
        // The condition of a lock is another object.
        if raw.index != 0 {
            let condition = self.condition(raw.index, recorder);
            return Some(match kind {
                kind::WAIT_RELEASE => Action::AwaitRelease(lock, condition),
                kind::TIMED_WAIT_RELEASE => Action::TimedAwaitRelease(lock, condition),
                kind::WAIT_ACQUIRE => Action::AwaitAcquire(lock, condition),
                kind::NOTIFY => Action::Signal(condition),
                kind::NOTIFY_ALL => Action::SignalAll(condition),
                _ => return None,
            });
        }
        Some(match kind {
            kind::REQUEST => Action::Request(lock),
            kind::ACQUIRE => Action::Acquire(lock),
            kind::TRY_ACQUIRE => Action::TryAcquire(lock),
            kind::RELEASE => Action::Release(lock),
            kind::WAIT_RELEASE => Action::WaitRelease(lock),
            kind::TIMED_WAIT_RELEASE => Action::TimedWaitRelease(lock),
            kind::WAIT_ACQUIRE => Action::WaitAcquire(lock),
            kind::NOTIFY => Action::Notify(lock),
            kind::NOTIFY_ALL => Action::NotifyAll(lock),
            kind::READ_REQUEST => Action::ReadRequest(lock),
            kind::READ_ACQUIRE => Action::ReadAcquire(lock),
            kind::READ_RELEASE => Action::ReadRelease(lock),
            kind::TRY_FAIL => Action::TryFail(lock),
            kind::TRY_READ_ACQUIRE => Action::TryReadAcquire(lock),
            kind::TRY_READ_FAIL => Action::TryReadFail(lock),
            _ => return None,
        })
    }

    fn thread_object(&mut self, raw: &RawEvent, recorder: &mut Recorder) -> Option<ThreadId> {
        let number = self.thread_of(raw.object)?;
        Some(self.thread(number, recorder))
    }

    fn variable(&mut self, raw: &RawEvent, recorder: &mut Recorder) -> VariableId {
        let shape = raw.kind & SHAPE;
        let site = self.sites.get(raw.site as usize);
        let of_object = match shape {
            ELEMENT | LIBRARY => raw.index,
            _ => site.map_or(0, |site| site.field),
        };
        let key = (raw.object, of_object, shape.into());
        if let Some(&known) = self.variables.get(&key) {
            return known;
        }
        let name = self.variable_name(raw, of_object);
        let variable = recorder.variable_named(&clean(&name));
        self.variables.insert(key, variable);
        variable
    }

    fn variable_name(&self, raw: &RawEvent, of_object: u32) -> String {
        let object = raw.object;
        let field = |number: u32| self.fields.get(number as usize).map_or("?", String::as_str);
        match raw.kind & SHAPE {
            ELEMENT => {
                let array = self.definitions.class_of(object as u32);
                format!("{array}@{object}[{of_object}]")
            }
            LIBRARY if object == 0 => ANY_CALL.to_owned(),
            LIBRARY => {
                let class = self.definitions.class_of(object as u32);
                let aspect = ASPECTS.get(of_object as usize).copied().unwrap_or_default();
                format!("{class}@{object}{aspect}")
            }
            _ if object < 0 => field(object.unsigned_abs()).to_owned(),
            _ => {
                let name = field(of_object);
                match name.rsplit_once('.') {
                    Some((class, name)) => format!("{class}@{object}.{name}"),
                    None => format!("{name}@{object}"),
                }
            }
        }
    }

    fn lock(&mut self, raw: &RawEvent, recorder: &mut Recorder) -> LockId {
        let object = raw.object;
        let class = self.definitions.class_of(object as u32);
        *self.locks.entry(object).or_insert_with(|| {
            let name = if class.ends_with(".class") {
                class.to_owned()
            } else {
                format!("{class}@{object}")
            };
            recorder.lock_named(&clean(&name))
        })
    }

    fn condition(&mut self, object: u32, recorder: &mut Recorder) -> ConditionId {
        *self
            .conditions
            .entry(object)
            .or_insert_with(|| recorder.condition_named(&format!("condition@{object}")))
    }
}

/// Names of threads may have any characters, and those of traces not.
fn clean(name: &str) -> String {
    let name = name.replace(['|', '\n', '\r', '(', ')', ';'], "_");
    if name.is_empty() {
        "_".to_owned()
    } else {
        name
    }
}
