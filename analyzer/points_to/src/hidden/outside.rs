//! Where code outside the sources comes in.

use std::collections::BTreeSet;

use ir::{CallSite, FieldId, MethodId, Program};

use super::effect::Reached;
use super::index::Index;
use super::log::{LogEntry, LogKind, ReflectionLog};
use crate::dispatch::Dispatch;

/// What code outside the sources calls and changes, as far as is known.
pub(super) struct Outside<'a> {
    /// Methods that it calls, whatever reflection does.
    pub called: &'a BTreeSet<MethodId>,
    /// What it reaches by reflection.
    pub reached: &'a Reached,
    /// What some calls reach.
    pub log: Option<&'a ReflectionLog>,
}

impl Outside<'_> {
    /// Whether it may call the method with values of its own, and gets the result.
    pub fn calls(&self, index: &Index<'_>, method: MethodId) -> bool {
        self.called.contains(&method)
            || self.reached.invoked.contains(&method)
            || self.reached.opened.contains(&index.program.methods[method].class)
            || index.is_called_by_name(method)
    }

    /// What the log says of calls of this kind at a place; `None` if it does not name the place.
    pub fn logged(&self, index: &Index<'_>, call: &CallSite, kind: LogKind) -> Option<Vec<&LogEntry>> {
        self.log?.at(index.program, call, kind)
    }

    /// Whether it may read and write the field.
    pub fn accesses(&self, index: &Index<'_>, field: FieldId) -> bool {
        self.reached.fields.contains(&field) || self.reached.opened.contains(&index.program.fields[field].class)
    }
}

/// The methods that override one of a library's, in any class.
pub(super) fn callbacks(program: &Program, dispatch: &Dispatch<'_>) -> BTreeSet<MethodId> {
    program.classes.iter().flat_map(|class| dispatch.callbacks(&class.name).to_vec()).collect()
}
