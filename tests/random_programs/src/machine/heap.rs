//! Values and objects.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use ir::{FieldId, MethodId};

/// A value of the program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// `null`.
    Null,
    /// A number, a character or a truth value, boxed or not.
    Int(i64),
    /// A string.
    Text(Arc<str>),
    /// An object.
    Object(ObjectId),
}

/// The number of an object.
pub type ObjectId = usize;

/// An object.
#[derive(Debug, Clone, Hash)]
pub struct Object {
    /// Its class, internal name.
    pub class: Arc<str>,
    /// Fields that were written.
    pub fields: BTreeMap<FieldId, Value>,
    /// The further content of the object.
    pub content: Content,
}

/// The content that the library keeps in an object.
#[derive(Debug, Clone, Hash)]
pub enum Content {
    /// Nothing.
    Plain,
    /// Elements.
    Array(Vec<Value>),
    /// A lambda or method reference.
    Function {
        body: MethodId,
        captured: Vec<Value>,
    },
    /// An `ArrayList` and the number of its changes.
    List { items: Vec<Value>, changes: usize },
    /// A `LinkedHashMap`, the number of its changes, and its view of values once it was asked for.
    Map {
        entries: Vec<(Value, Value)>,
        changes: usize,
        values: Option<ObjectId>,
    },
    /// The values of a map.
    Values { map: ObjectId },
    /// An iterator over a list or the values of a map: where it is, whether `next` has given
    /// something that may be removed, and the changes that it knows of.
    Iterator {
        over: ObjectId,
        at: usize,
        removable: bool,
        changes: usize,
    },
    /// A thread: what it runs, and its number once it was started.
    Thread {
        target: Value,
        started: Option<usize>,
    },
}

impl Object {
    /// A new one.
    pub fn new(class: &str, content: Content) -> Self {
        Object {
            class: class.into(),
            fields: BTreeMap::new(),
            content,
        }
    }
}

/// All objects ever made.
#[derive(Debug, Clone, Default, Hash)]
pub struct Heap(Vec<Object>);

impl Heap {
    /// One more.
    pub fn add(&mut self, object: Object) -> ObjectId {
        self.0.push(object);
        self.0.len() - 1
    }
}

impl Index<ObjectId> for Heap {
    type Output = Object;

    fn index(&self, id: ObjectId) -> &Object {
        &self.0[id]
    }
}

impl IndexMut<ObjectId> for Heap {
    fn index_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.0[id]
    }
}
