//! The methods where execution begins.

use std::collections::{BTreeMap, BTreeSet};

use ir::{CallSiteId, ClassId, FieldId, LocalId, MethodId};

use crate::properties::PropertyCode;

/// The start of execution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roots {
    /// The entry points; one of them runs, once.
    pub entries: Vec<MethodId>,
    /// Methods that run at any time with anything that has escaped, as receiver too: those that
    /// monitors call.
    pub anytime: Vec<MethodId>,
    /// Methods that run during calls of the sources with anything that has escaped, as receiver
    /// too: those that reflection calls.
    pub during: BTreeMap<MethodId, BTreeSet<CallSiteId>>,
    /// Locals whose values code outside the sources gets hold of: event parameters that monitors
    /// hand on.
    pub escaping: Vec<(MethodId, LocalId)>,
    /// Locals of code that may be other than the sources say: it hands on what they hold, and puts
    /// into them what it knows.
    pub changed: Vec<(MethodId, LocalId)>,
    /// Classes that may have members which the sources do not show. They are the same in all roots
    /// of one solution.
    pub rewritten: BTreeSet<ClassId>,
    /// Fields of what is in a local: of those it gets hold of what they hold.
    pub escaping_fields: Vec<(MethodId, LocalId, FieldId)>,
    /// Classes that the library may make objects of, and whose methods and fields it may use: all
    /// of them in an open world, those that reflection may reach else.
    pub opened: BTreeSet<ClassId>,
    /// Classes that the library may make objects of, apart from those that are open to it: nothing
    /// else of them is.
    pub made: BTreeSet<ClassId>,
    /// Classes that code outside the sources makes objects of by their constructors, which are
    /// among `anytime` or `during`.
    pub constructed: BTreeSet<ClassId>,
    /// Fields that code outside the sources reads and writes: those that monitors name.
    pub fields: BTreeSet<FieldId>,
    /// The code of properties that is code of the program, too.
    pub properties: Vec<PropertyCode>,
}
