//! The JDK, as far as generated programs use it.

use super::callbacks::{Callback, Kind};
use super::heap::{Content, Object, ObjectId, Value};
use super::observed::Deed;
use super::{Frame, Machine, Outcome};

const CHANGED: &str = "java/util/ConcurrentModificationException";

impl Machine<'_, '_> {
    pub(super) fn static_library_call(
        &mut self,
        owner: &str,
        name: &str,
        arguments: Vec<Value>,
    ) -> Outcome {
        let content = match (owner, name) {
            ("java/util/List", "of") => Content::List {
                items: arguments,
                changes: 0,
            },
            ("java/util/Map", "of") => {
                let entries = arguments
                    .chunks(2)
                    .map(|pair| (pair[0].clone(), pair[1].clone()))
                    .collect();
                Content::Map {
                    entries,
                    changes: 0,
                    values: None,
                }
            }
            _ => panic!("generated programs call no {owner}.{name}"),
        };
        let class = format!("java/util/Immutable{owner}");
        Outcome::Value(Value::Object(self.heap.add(Object::new(&class, content))))
    }

    pub(super) fn library_call(
        &mut self,
        object: ObjectId,
        name: &str,
        arguments: Vec<Value>,
    ) -> Outcome {
        match self.heap[object].content.clone() {
            Content::List { items, changes } => {
                self.list_call(object, name, arguments, (items, changes))
            }
            Content::Map { .. } => self.map_call(object, name, arguments),
            Content::Values { .. } if name == "iterator" => {
                self.iterator(object, "java/util/LinkedHashMap$LinkedValueIterator")
            }
            Content::Iterator { .. } => self.iterator_call(object, name),
            Content::Thread { .. } => self.thread_call(object, name, arguments),
            Content::Plain if name == "<init>" => Outcome::Value(Value::Null),
            _ if name == "wait" => self.wait(object),
            _ if name == "notifyAll" => self.notify_all(object),
            content => panic!(
                "generated programs call no `{name}` on {content:?} ({})",
                self.heap[object].class
            ),
        }
    }

    fn throws(&mut self, class: &str) -> Outcome {
        Outcome::Throws(self.new_exception(class))
    }

    fn list_call(
        &mut self,
        object: ObjectId,
        name: &str,
        arguments: Vec<Value>,
        (mut items, changes): (Vec<Value>, usize),
    ) -> Outcome {
        let argument = arguments.first().cloned().unwrap_or(Value::Null);
        let result = match name {
            "<init>" => {
                items = self.elements(&argument);
                Value::Null
            }
            "add" => {
                items.push(argument);
                Value::Int(1)
            }
            "clear" => {
                items.clear();
                Value::Null
            }
            "isEmpty" => return Outcome::Value(Value::Int(items.is_empty().into())),
            "size" => return Outcome::Value(Value::Int(items.len() as i64)),
            "get" => {
                let Value::Int(index) = argument else {
                    panic!("an index")
                };
                return match usize::try_from(index)
                    .ok()
                    .and_then(|index| items.get(index))
                {
                    Some(item) => Outcome::Value(item.clone()),
                    None => self.throws("java/lang/IndexOutOfBoundsException"),
                };
            }
            "iterator" => return self.iterator(object, "java/util/ArrayList$Itr"),
            "forEach" => {
                return Self::calls_back(Kind::ForEach, argument, object, single(items), changes);
            }
            "removeIf" => {
                return Self::calls_back(Kind::RemoveIf, argument, object, single(items), changes);
            }
            "sort" => {
                return Self::calls_back(Kind::Sort, argument, object, single(items), changes);
            }
            _ => panic!("generated programs call no `{name}` on lists"),
        };
        self.heap[object].content = Content::List {
            items,
            changes: changes + 1,
        };
        Outcome::Value(result)
    }

    /// Returns the elements of a collection.
    fn elements(&self, collection: &Value) -> Vec<Value> {
        match self.object(collection).map(|id| &self.heap[id].content) {
            Some(Content::List { items, .. }) => items.clone(),
            Some(Content::Values { map }) => match &self.heap[*map].content {
                Content::Map { entries, .. } => {
                    entries.iter().map(|(_, value)| value.clone()).collect()
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The number of changes of what an iterator goes over.
    pub(super) fn changes(&self, object: ObjectId) -> usize {
        match &self.heap[object].content {
            Content::List { changes, .. } | Content::Map { changes, .. } => *changes,
            Content::Values { map } => self.changes(*map),
            _ => 0,
        }
    }

    fn calls_back(
        kind: Kind,
        function: Value,
        on: ObjectId,
        items: Vec<Vec<Value>>,
        changes: usize,
    ) -> Outcome {
        Outcome::Enters(Frame::Library(Callback::new(
            kind, function, on, items, changes,
        )))
    }

    fn map_call(&mut self, object: ObjectId, name: &str, arguments: Vec<Value>) -> Outcome {
        let Content::Map {
            mut entries,
            mut changes,
            values,
        } = self.heap[object].content.clone()
        else {
            panic!("a map")
        };
        let key = arguments.first().cloned().unwrap_or(Value::Null);
        let position = entries.iter().position(|(known, _)| *known == key);
        let found = position.map_or(Value::Null, |at| entries[at].1.clone());
        let result = match name {
            "<init>" => {
                if let Some(Content::Map { entries: given, .. }) =
                    self.object(&key).map(|id| &self.heap[id].content)
                {
                    entries = given.clone();
                }
                Value::Null
            }
            "put" => {
                match position {
                    Some(at) => entries[at].1 = arguments[1].clone(),
                    None => {
                        entries.push((key, arguments[1].clone()));
                        changes += 1;
                    }
                }
                found
            }
            "remove" => {
                if let Some(at) = position {
                    entries.remove(at);
                    changes += 1;
                }
                found
            }
            "getOrDefault" => {
                return Outcome::Value(if position.is_some() {
                    found
                } else {
                    arguments[1].clone()
                });
            }
            "values" => return Outcome::Value(Value::Object(self.values_of(object))),
            "forEach" => {
                let items = entries
                    .into_iter()
                    .map(|(key, value)| vec![key, value])
                    .collect();
                return Self::calls_back(Kind::ForEach, key, object, items, changes);
            }
            "computeIfAbsent" if found != Value::Null => return Outcome::Value(found),
            "computeIfAbsent" => {
                let function = arguments[1].clone();
                return Self::calls_back(Kind::Compute, function, object, vec![vec![key]], changes);
            }
            _ => panic!("generated programs call no `{name}` on maps"),
        };
        self.heap[object].content = Content::Map {
            entries,
            changes,
            values,
        };
        Outcome::Value(result)
    }

    /// A map gives out one view of its values.
    fn values_of(&mut self, map: ObjectId) -> ObjectId {
        if let Content::Map {
            values: Some(view), ..
        } = self.heap[map].content
        {
            return view;
        }
        let view = self.heap.add(Object::new(
            "java/util/LinkedHashMap$LinkedValues",
            Content::Values { map },
        ));
        if let Content::Map { values, .. } = &mut self.heap[map].content {
            *values = Some(view);
        }
        view
    }

    fn iterator(&mut self, over: ObjectId, class: &str) -> Outcome {
        let content = Content::Iterator {
            over,
            at: 0,
            removable: false,
            changes: self.changes(over),
        };
        Outcome::Value(Value::Object(self.heap.add(Object::new(class, content))))
    }

    fn iterator_call(&mut self, object: ObjectId, name: &str) -> Outcome {
        let Content::Iterator {
            over,
            at,
            removable,
            changes,
        } = self.heap[object].content
        else {
            panic!("an iterator")
        };
        let items = self.elements(&Value::Object(over));
        match name {
            "hasNext" => Outcome::Value(Value::Int((at != items.len()).into())),
            "next" | "remove" if name == "remove" && !removable => {
                self.throws("java/lang/IllegalStateException")
            }
            "next" | "remove" if changes != self.changes(over) => self.throws(CHANGED),
            "next" => match items.get(at) {
                Some(item) => {
                    self.heap[object].content = Content::Iterator {
                        over,
                        at: at + 1,
                        removable: true,
                        changes,
                    };
                    Outcome::Value(item.clone())
                }
                None => self.throws("java/util/NoSuchElementException"),
            },
            "remove" => {
                self.remove_at(over, at - 1);
                let changes = self.changes(over);
                self.heap[object].content = Content::Iterator {
                    over,
                    at: at - 1,
                    removable: false,
                    changes,
                };
                Outcome::Value(Value::Null)
            }
            _ => panic!("generated programs call no `{name}` on iterators"),
        }
    }

    fn remove_at(&mut self, collection: ObjectId, at: usize) {
        match &mut self.heap[collection].content {
            Content::List { items, changes } => {
                items.remove(at);
                *changes += 1;
            }
            Content::Map {
                entries, changes, ..
            } => {
                entries.remove(at);
                *changes += 1;
            }
            Content::Values { map } => {
                let map = *map;
                self.remove_at(map, at);
            }
            _ => {}
        }
    }

    fn thread_call(&mut self, object: ObjectId, name: &str, arguments: Vec<Value>) -> Outcome {
        let Content::Thread { target, started } = self.heap[object].content.clone() else {
            panic!("a thread")
        };
        match name {
            "<init>" => {
                let target = arguments.first().cloned().unwrap_or(Value::Null);
                self.heap[object].content = Content::Thread { target, started };
                Outcome::Value(Value::Null)
            }
            "start" => {
                let callback =
                    Callback::new(Kind::Run, target.clone(), object, vec![Vec::new()], 0);
                let number = Some(self.threads.len());
                self.happens(Deed::Fork(self.threads.len()));
                self.new_thread(Frame::Library(callback));
                self.heap[object].content = Content::Thread {
                    target,
                    started: number,
                };
                Outcome::Value(Value::Null)
            }
            "join" => match started {
                Some(number) if !self.threads[number].frames.is_empty() => Outcome::Waits,
                Some(number) => {
                    self.happens(Deed::Join(number));
                    Outcome::Value(Value::Null)
                }
                None => Outcome::Value(Value::Null),
            },
            _ => panic!("generated programs call no `{name}` on threads"),
        }
    }
}

fn single(items: Vec<Value>) -> Vec<Vec<Value>> {
    items.into_iter().map(|item| vec![item]).collect()
}
