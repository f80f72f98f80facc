//! The names of what events are about: lines, variables, locks and threads.

use predict::trace::{
    Action, ConditionId, Event, LineId, LockId, Recorder, ThreadId, ValueId, VariableId,
};
use rustc_hash::FxHashMap;

use crate::raw::{BRANCH, Definitions, Raw, RawEvent};

/// The bits of an event's kind that say which object its variable belongs to.
const SHAPE: u8 = 0x60;
const ELEMENT: u8 = 1 << 5;
const LIBRARY: u8 = 2 << 5;

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
    /// The threads of the log, by their objects.
    of_objects: FxHashMap<i32, usize>,
}

#[derive(Debug, Clone)]
struct Site {
    text: String,
    line: Option<LineId>,
    field: u32,
}

impl Names {
    /// Reads the tables of a run. A row that is damaged names nothing.
    pub fn new(raw: &Raw, definitions: Definitions) -> Self {
        let unknown = Site {
            text: "?".to_owned(),
            line: None,
            field: 0,
        };
        let mut sites = vec![unknown];
        let mut fields = vec!["?".to_owned()];
        for row in raw.sites.lines() {
            let columns: Vec<&str> = row.split('\t').collect();
            match columns[..] {
                ["s", _, file, line, _, field] => sites.push(Site {
                    text: match line {
                        "0" => file.to_owned(),
                        line => format!("{file}:{line}"),
                    },
                    line: None,
                    field: field.parse().unwrap_or(0),
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

    /// The number in the log of the thread that is an object.
    pub fn thread_of(&self, object: i32) -> Option<usize> {
        self.of_objects.get(&object).copied()
    }

    /// The event of the trace for one of the log. None for a kind that is unknown, or for the start
    /// or the end of a thread that has done nothing.
    pub fn event(
        &mut self,
        thread: usize,
        raw: &RawEvent,
        recorder: &mut Recorder,
    ) -> Option<Event> {
        let action = self.action(raw, recorder)?;
        let thread = self.thread(thread, recorder);
        let site = raw.site as usize;
        let site = if site < self.sites.len() { site } else { 0 };
        let Site { text, line, .. } = &mut self.sites[site];
        let line = *line.get_or_insert_with(|| recorder.line_named(text));
        let value = raw.value.filter(|_| action.access().is_some());
        let value = value.map(|value| {
            let known = self.values.entry(value);
            *known.or_insert_with(|| recorder.value_named(&value.to_string()))
        });
        Some(Event {
            thread,
            action,
            line,
            value,
        })
    }

    fn thread(&mut self, number: usize, recorder: &mut Recorder) -> ThreadId {
        if self.threads.len() <= number {
            self.threads.resize(number + 1, None);
        }
        let name = self.definitions.threads.get(number);
        *self.threads[number].get_or_insert_with(|| match name {
            Some((_, name)) => recorder.thread_named(&clean(name)),
            None => recorder.thread_named(&format!("thread {number}")),
        })
    }

    fn action(&mut self, raw: &RawEvent, recorder: &mut Recorder) -> Option<Action> {
        let kind = raw.kind & !SHAPE;
        Some(match kind {
            1 => Action::Read(self.variable(raw, recorder)),
            2 => Action::Write(self.variable(raw, recorder)),
            3 => Action::VolatileRead(self.variable(raw, recorder)),
            4 => Action::VolatileWrite(self.variable(raw, recorder)),
            5 => Action::Update(self.variable(raw, recorder)),
            6 => Action::CompareAndSet(self.variable(raw, recorder)),
            17 => Action::Fork(self.thread_object(raw, recorder)?),
            18 => Action::Join(self.thread_object(raw, recorder)?),
            19 => Action::Start,
            20 => Action::Exit,
            21 => Action::Begin,
            22 => Action::End,
            BRANCH => Action::Branch,
            _ => self.of_lock(kind, raw, recorder)?,
        })
    }

    fn of_lock(&mut self, kind: u8, raw: &RawEvent, recorder: &mut Recorder) -> Option<Action> {
        let lock = self.lock(raw, recorder);
        // The condition of a lock is another object.
        if raw.index != 0 {
            let condition = self.condition(raw.index, recorder);
            return Some(match kind {
                12 => Action::AwaitRelease(lock, condition),
                13 => Action::TimedAwaitRelease(lock, condition),
                14 => Action::AwaitAcquire(lock, condition),
                15 => Action::Signal(condition),
                16 => Action::SignalAll(condition),
                _ => return None,
            });
        }
        Some(match kind {
            8 => Action::Request(lock),
            9 => Action::Acquire(lock),
            10 => Action::TryAcquire(lock),
            11 => Action::Release(lock),
            12 => Action::WaitRelease(lock),
            13 => Action::TimedWaitRelease(lock),
            14 => Action::WaitAcquire(lock),
            15 => Action::Notify(lock),
            16 => Action::NotifyAll(lock),
            23 => Action::ReadRequest(lock),
            24 => Action::ReadAcquire(lock),
            25 => Action::ReadRelease(lock),
            26 => Action::TryFail(lock),
            27 => Action::TryReadAcquire(lock),
            28 => Action::TryReadFail(lock),
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
            LIBRARY if object == 0 => "library".to_owned(),
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
