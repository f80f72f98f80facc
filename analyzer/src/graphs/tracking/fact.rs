//! The facts of locals.

use std::collections::BTreeMap;

use ir::LocalId;

/// The fact whether a local is the tracked object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// It is.
    Is,
    /// It may be: paths were not split any further.
    Maybe,
}

/// The facts at one point of an activation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Facts {
    /// Locals that are or may be the tracked object; all others are not.
    locals: BTreeMap<LocalId, Fact>,
    /// True if the tracked object exists already.
    pub born: bool,
}

impl Facts {
    /// Nothing is the tracked object.
    pub fn nothing(born: bool) -> Self {
        Facts {
            locals: BTreeMap::new(),
            born,
        }
    }

    /// Returns the fact of a local; `None` if it is not the tracked object.
    pub fn of(&self, local: LocalId) -> Option<Fact> {
        self.locals.get(&local).copied()
    }

    /// Returns whether no local is or may be the tracked object.
    pub fn is_empty(&self) -> bool {
        self.locals.is_empty()
    }

    /// The facts after an assignment to `local`.
    pub fn with(mut self, local: LocalId, fact: Option<Fact>) -> Self {
        match fact {
            Some(fact) => self.locals.insert(local, fact),
            None => self.locals.remove(&local),
        };
        self
    }

    /// The facts about the locals that `kept` accepts.
    pub fn keep(mut self, kept: impl Fn(LocalId) -> bool) -> Self {
        self.locals.retain(|&local, _| kept(local));
        self
    }

    /// The facts when a new object in `local` is the tracked one: nothing else can be.
    pub fn newborn(local: LocalId) -> Self {
        Facts {
            locals: BTreeMap::from([(local, Fact::Is)]),
            born: true,
        }
    }
}
