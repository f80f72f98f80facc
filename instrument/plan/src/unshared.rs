//! The accesses of variables that no two threads can be in conflict about: a recording leaves them
//! out.

use std::collections::BTreeSet;
use std::sync::Arc;

/// A method of a class file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodPlace {
    /// Internal name of the class.
    pub class: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
}

/// All accesses of one field, or of elements of arrays, in one line of a method.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccessPlace {
    /// The method.
    pub method: MethodPlace,
    /// The line, 0 if the class file has none.
    pub line: u32,
    /// The name of the field; `None` for elements of arrays.
    pub field: Option<Arc<str>>,
}

/// The result of an analysis of a program's accesses.
///
/// It holds for runs in which no other method of the program runs than those that are reached, and in
/// which one thread alone runs the bodies of each object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unshared {
    /// The accesses that no two threads are in conflict about.
    pub accesses: BTreeSet<AccessPlace>,
    /// The methods that may run.
    pub reached: BTreeSet<MethodPlace>,
    /// The bodies of tasks that one thread alone may run, object by object.
    pub bodies: BTreeSet<MethodPlace>,
}
