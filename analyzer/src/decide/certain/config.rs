//! The knowledge at one moment of an execution.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use date::algebra::StateSet;
use ir::{BlockId, ClassId, LocalId, MethodId};

/// The knowledge of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// Nothing: it may be `null`, or any object that others may hold.
    Any,
    /// It is not `null`.
    Present,
    /// The object in `System.out` or `System.err`.
    Console,
    /// This truth value.
    Truth(bool),
    /// This object.
    Made(usize),
}

/// An object that was made on the way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Made {
    /// Its class, by internal name; of what the library gives an interface.
    pub class: Arc<str>,
    /// The states in which its monitor may be.
    pub states: StateSet,
    /// True if something else than locals may hold it.
    pub is_shared: bool,
}

/// An activation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Frame {
    pub method: MethodId,
    pub block: BlockId,
    /// The statement that comes next; the call that is running, below the top.
    pub index: usize,
    /// The known values of locals; nothing is known of all other locals.
    pub locals: BTreeMap<LocalId, Value>,
    /// True if no call has made it.
    pub is_initializer: bool,
}

/// A moment of an execution.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Config {
    /// The running activation last.
    pub frames: Vec<Frame>,
    /// In the order in which they were made.
    pub made: Vec<Made>,
    /// The states in which the monitor of a property without parameters may be.
    pub whole: StateSet,
    /// The classes of the sources whose initialization has begun.
    pub initialized: BTreeSet<ClassId>,
}

impl Config {
    /// The running activation.
    ///
    /// # Panics
    /// If none is.
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("an activation is running")
    }

    /// The running activation.
    ///
    /// # Panics
    /// If none is.
    pub fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("an activation is running")
    }

    pub fn get(&self, local: LocalId) -> Value {
        self.top().locals.get(&local).copied().unwrap_or(Value::Any)
    }

    pub fn set(&mut self, local: LocalId, value: Value) {
        let locals = &mut self.top_mut().locals;
        match value {
            Value::Any => drop(locals.remove(&local)),
            _ => drop(locals.insert(local, value)),
        }
    }

    /// Makes an object.
    pub fn make(&mut self, class: Arc<str>, states: StateSet) -> Value {
        self.made.push(Made {
            class,
            states,
            is_shared: false,
        });
        Value::Made(self.made.len() - 1)
    }

    /// Something may hold a value from now on.
    pub fn share(&mut self, value: Value) {
        if let Value::Made(object) = value {
            self.made[object].is_shared = true;
        }
    }

    pub fn is_null_possible(&self, local: LocalId) -> bool {
        self.get(local) == Value::Any
    }

    pub fn go(&mut self, block: BlockId) {
        let top = self.top_mut();
        (top.block, top.index) = (block, 0);
    }

    pub fn next(&mut self) {
        self.top_mut().index += 1;
    }
}
