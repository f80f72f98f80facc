//! Which methods and calls of class files are which of the lowered program.

use std::collections::BTreeMap;

use ir::{CallSiteId, MethodId};

/// A method of a class file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmittedName {
    /// Internal binary name of the class.
    pub class: String,
    /// Name and descriptor, one behind the other.
    pub method: String,
}

/// A call instruction of a class file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmittedCall {
    /// The method whose code holds it.
    pub method: EmittedName,
    /// From 0: which of the method's `invoke..` instructions it is, the dynamic ones counted.
    pub number: u32,
}

/// Counterparts. A call site of the lowered program can have several in class files: instance
/// initializers stand in each constructor. Methods that javac alone has (bridges, accessors,
/// `$values`) have none; a call of an accessor is the counterpart of what the accessor does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The lowered method of a method of a class file.
    pub methods: BTreeMap<EmittedName, MethodId>,
    /// The lowered call of a call instruction.
    pub calls: BTreeMap<EmittedCall, CallSiteId>,
}

impl Pairs {
    /// Adds those of other methods.
    pub(crate) fn add(&mut self, other: Pairs) {
        self.methods.extend(other.methods);
        self.calls.extend(other.calls);
    }
}
