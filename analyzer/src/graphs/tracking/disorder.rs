//! Why nothing is known of the order in which something happens to an object.

use std::fmt;

use crate::wording::disorder;

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
    /// Its graph would have too many nodes or edges.
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
            Disorder::NoInterest => disorder::NO_INTEREST,
            Disorder::Values => disorder::VALUES,
            Disorder::Equality => disorder::EQUALITY,
            Disorder::Apart => disorder::APART,
            Disorder::Anytime => disorder::ANYTIME,
            Disorder::Unnamed => disorder::UNNAMED,
            Disorder::ManyUnnamed => disorder::MANY_UNNAMED,
            Disorder::Size => disorder::SIZE,
        })
    }
}
