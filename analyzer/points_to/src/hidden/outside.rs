//! The methods that run, and the places where code outside the sources comes in.

use std::collections::BTreeSet;

use ir::{CallKind, CallSite, CallSiteId, ClassId, FieldId, MethodId, MethodRef};

use java_types::Access;

use super::index::Index;
use super::log::{LogEntry, LogKind, ReflectionLog};
use crate::carried::Carried;
use crate::classes::below;
use crate::effect::Reached;
use crate::node::Variable;

/// The methods that run, as far as is known. Reflection in others does nothing.
#[derive(Debug, Clone, Copy)]
pub struct Running<'a> {
    /// Every method that may run.
    pub reachable: &'a BTreeSet<MethodId>,
    /// Methods that code outside the sources calls with values of its own.
    pub anytime: &'a BTreeSet<MethodId>,
}

/// The methods that run, and the effects of code outside the sources, as far as is known.
pub(super) struct Outside<'a> {
    /// The methods that run.
    pub running: Running<'a>,
    /// The classes and members that reflection reaches.
    pub reached: &'a Reached,
    /// The values that containers carry.
    pub carried: &'a Carried,
    /// The log of some calls.
    pub log: Option<&'a ReflectionLog>,
}

impl Outside<'_> {
    /// Returns whether the method may run.
    pub fn runs(&self, method: MethodId) -> bool {
        self.running.reachable.contains(&method)
    }

    /// Returns whether code outside may call the method with values of its own, and gets the
    /// result.
    pub fn calls(&self, index: &Index<'_>, method: MethodId) -> bool {
        self.running.anytime.contains(&method)
            || self.reached.calls(method)
            || self
                .reached
                .opened
                .contains(&index.program.methods[method].class)
            || index.is_called_by_name(method)
    }

    /// Returns whether the object that a call names may be of a class made outside the sources: a
    /// proxy, an annotation, a class that is defined at run time, or one below a class that is
    /// open.
    pub fn implements(&self, index: &Index<'_>, call: &CallSite, callee: &MethodRef) -> bool {
        let program = index.program;
        let is_virtual = matches!(call.kind, CallKind::Virtual | CallKind::Interface);
        let is_interface =
            |class: ClassId| program.classes[class].info.access.has(Access::INTERFACE);
        let all = program.classes.len();
        let is_open = |class: ClassId| {
            let (made, opened) = (&self.reached.made, &self.reached.opened);
            let is_final = program.classes[class].info.access.has(Access::FINAL);
            !is_final && opened.contains(&class)
                || made.contains(&class) && (is_interface(class) || made.len() == all)
        };
        is_virtual && below(program, index.dispatch, &callee.owner).any(is_open)
    }

    /// The calls that may run a method.
    pub fn callers(&self, index: &Index<'_>, method: MethodId) -> Vec<CallSiteId> {
        index.callers(method, |caller| self.runs(caller))
    }

    /// Returns what callers pass to the parameter at a position; `None` where a caller is not
    /// known, or the value is captured.
    pub fn passed(
        &self,
        index: &Index<'_>,
        method: MethodId,
        position: usize,
    ) -> Option<Vec<Variable>> {
        let argument = position.checked_sub(index.dispatch.first_argument(method))?;
        if index.is_functional(method) || self.calls(index, method) {
            return None;
        }
        let passed = self.callers(index, method).into_iter().map(|site| {
            let call = &index.program.calls[site];
            Some(Variable::new(call.method, *call.arguments.get(argument)?))
        });
        passed.collect()
    }

    /// Returns what is stored in a field.
    pub fn stores(&self, index: &Index<'_>, field: FieldId) -> Vec<Variable> {
        index
            .stores(field)
            .iter()
            .copied()
            .filter(|stored| self.runs(stored.method))
            .collect()
    }

    /// Returns what the log says of calls of this kind at a place; `None` if it does not name the
    /// place.
    pub fn logged(
        &self,
        index: &Index<'_>,
        call: &CallSite,
        kind: LogKind,
    ) -> Option<Vec<&LogEntry>> {
        self.log?.at(index.program, call, kind)
    }

    /// Returns whether code outside may read and write the field.
    pub fn accesses(&self, index: &Index<'_>, field: FieldId) -> bool {
        self.reached.fields.contains(&field)
            || self
                .reached
                .opened
                .contains(&index.program.fields[field].class)
    }
}
