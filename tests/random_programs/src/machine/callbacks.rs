//! Methods of the library that call back.

use super::heap::{Content, ObjectId, Value};
use super::{Frame, Machine};

/// The use of the value that comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// Nothing: `forEach`.
    ForEach,
    /// Elements for which it is true go.
    RemoveIf,
    /// It compares.
    Sort,
    /// It is the value of an absent key.
    Compute,
    /// Nothing: a thread runs it.
    Run,
}

/// Such a method at work.
#[derive(Debug, Clone, Hash)]
pub(super) struct Callback {
    kind: Kind,
    function: Value,
    on: ObjectId,
    /// The arguments of each call; of a sorting, one element each.
    items: Vec<Vec<Value>>,
    /// The number of items that are done with.
    at: usize,
    /// Of a sorting, where the element at hand is being compared.
    position: usize,
    /// The values that stay, in order.
    kept: Vec<Value>,
    /// The changes that the method knows of.
    changes: usize,
}

impl Callback {
    /// About to begin.
    pub fn new(
        kind: Kind,
        function: Value,
        on: ObjectId,
        items: Vec<Vec<Value>>,
        changes: usize,
    ) -> Self {
        let (kept, at) = (Vec::new(), 0);
        Callback {
            kind,
            function,
            on,
            items,
            at,
            position: 0,
            kept,
            changes,
        }
    }

    /// The arguments of the next call.
    fn next(&mut self) -> Option<Vec<Value>> {
        if self.kind != Kind::Sort {
            return self.items.get(self.at).cloned();
        }
        while self.at < self.items.len() && self.position == 0 {
            self.kept.insert(0, self.items[self.at][0].clone());
            self.at += 1;
            self.position = self.at;
        }
        let element = self.items.get(self.at)?[0].clone();
        Some(vec![element, self.kept[self.position - 1].clone()])
    }

    /// Takes what came back.
    fn take(&mut self, value: Value) {
        match self.kind {
            Kind::Sort if value < 0 => self.position -= 1,
            Kind::Sort => {
                self.kept
                    .insert(self.position, self.items[self.at][0].clone());
                self.at += 1;
                self.position = self.at;
            }
            Kind::RemoveIf => {
                if value == Value::Int(0) {
                    self.kept.push(self.items[self.at][0].clone());
                }
                self.at += 1;
            }
            Kind::Compute => {
                self.kept.push(value);
                self.at += 1;
            }
            Kind::ForEach | Kind::Run => self.at += 1,
        }
    }
}

impl PartialEq<i64> for Value {
    fn eq(&self, other: &i64) -> bool {
        *self == Value::Int(*other)
    }
}

impl PartialOrd<i64> for Value {
    fn partial_cmp(&self, other: &i64) -> Option<std::cmp::Ordering> {
        match self {
            Value::Int(number) => number.partial_cmp(other),
            _ => None,
        }
    }
}

impl Machine<'_, '_> {
    /// Goes on with the method of the library at work: with what came back, if something did.
    pub(super) fn callback_step(&mut self, came_back: Option<Value>) {
        let Some(Frame::Library(callback)) = self.threads[self.current].frames.last_mut() else {
            return;
        };
        if let Some(value) = came_back {
            callback.take(value);
            return;
        }
        let (kind, on, changes) = (callback.kind, callback.on, callback.changes);
        let changed = self.changes(on) != changes;
        let Some(Frame::Library(callback)) = self.threads[self.current].frames.last_mut() else {
            return;
        };
        let next = if changed && kind == Kind::ForEach {
            None
        } else {
            callback.next()
        };
        match next {
            Some(arguments) => {
                let function = callback.function.clone();
                self.call_back(kind, &function, arguments);
            }
            None if changed => {
                self.throw_new_in_library("java/util/ConcurrentModificationException")
            }
            None => self.finish_callback(),
        }
    }

    fn throw_new_in_library(&mut self, class: &str) {
        let exception = self.new_exception(class);
        self.throw(exception);
    }

    fn call_back(&mut self, kind: Kind, function: &Value, arguments: Vec<Value>) {
        let name = match kind {
            Kind::ForEach => "accept",
            Kind::RemoveIf => "test",
            Kind::Sort => "compare",
            Kind::Compute => "apply",
            Kind::Run => "run",
        };
        let Some(object) = self.object(function) else {
            return self.throw_new("java/lang/NullPointerException");
        };
        let (method, all) = match &self.heap[object].content {
            Content::Function { body, captured } => {
                (*body, captured.iter().cloned().chain(arguments).collect())
            }
            _ => {
                let class = self.heap[object].class.clone();
                let method = self
                    .code
                    .selected(&class, name, arguments.len())
                    .expect("what is called back has a body");
                (
                    method,
                    std::iter::once(function.clone()).chain(arguments).collect(),
                )
            }
        };
        let activation = self.activation(method, all);
        self.enter(activation);
    }

    fn finish_callback(&mut self) {
        let Some(Frame::Library(done)) = self.threads[self.current].frames.pop() else {
            return;
        };
        let result = match (done.kind, &mut self.heap[done.on].content) {
            (Kind::RemoveIf, Content::List { items, changes }) => {
                let removed = done.kept.len() != items.len();
                *items = done.kept;
                *changes += usize::from(removed);
                Value::Int(removed.into())
            }
            (Kind::Sort, Content::List { items, changes }) => {
                *items = done.kept;
                *changes += 1;
                Value::Null
            }
            (
                Kind::Compute,
                Content::Map {
                    entries, changes, ..
                },
            ) => {
                let value = done.kept.first().cloned().unwrap_or(Value::Null);
                entries.push((done.items[0][0].clone(), value.clone()));
                *changes += 1;
                value
            }
            _ => Value::Null,
        };
        self.give_back(result);
    }
}
