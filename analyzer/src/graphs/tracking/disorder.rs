//! Why nothing is known of the order in which something happens to an object.

use std::fmt;

/// Why the events of an object, or of several, are taken to come in any order. The first of several
/// reasons counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Disorder {
    /// In no order do its events lead to anything that the user sees, so none was looked for.
    NoInterest,
    /// The parameter is bound to values that are no objects: equal ones come from anywhere.
    Values,
    /// Objects that are not the same may be equal.
    Equality,
    /// No event binds the objects of an instance together.
    Apart,
    /// Others than its activations may hold it, and an event on it may be raised at any time: by
    /// another thread, by a callback of the library, by a static initializer.
    Anytime,
    /// Others than its activations may hold it, and events that do not name it concern it.
    Unnamed,
    /// Too many events that do not name it concern it.
    ManyUnnamed,
    /// Its graph would have too many nodes.
    Size,
}

impl Disorder {
    /// All but the first, in order.
    pub const ALL: [Disorder; 7] = [
        Disorder::Values,
        Disorder::Equality,
        Disorder::Apart,
        Disorder::Anytime,
        Disorder::Unnamed,
        Disorder::ManyUnnamed,
        Disorder::Size,
    ];
}

impl fmt::Display for Disorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Disorder::NoInterest => "no order of its events leads to a report",
            Disorder::Values => "the parameter is bound to values that are no objects",
            Disorder::Equality => "objects that are not the same may be equal",
            Disorder::Apart => "no event binds the objects of an instance together",
            Disorder::Anytime => {
                "another thread or a callback of the library may raise its events at any time"
            }
            Disorder::Unnamed => {
                "events that do not name it concern it, and fields or the library may hold it"
            }
            Disorder::ManyUnnamed => "too many events that do not name it concern it",
            Disorder::Size => "its ways through the program are too many",
        })
    }
}
