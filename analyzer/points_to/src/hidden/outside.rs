//! The methods that run, and the places where code outside the sources comes in.

use std::collections::BTreeSet;

use ir::{CallKind, CallSite, CallSiteId, ClassId, FieldId, MethodId, MethodRef};

use java_types::Access;
use rustc_hash::FxHashMap;

use super::index::Index;
use super::log::{LogEntry, LogKind, ReflectionLog};
use crate::carried::Carried;
use crate::classes::below;
use crate::dispatch::Callee;
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

/// The calls of methods that run, as far as is known: the objects that are there decide what each of
/// them runs.
#[derive(Debug, Default)]
pub struct Calls<'a> {
    targets: FxHashMap<CallSiteId, &'a BTreeSet<Callee>>,
    callers: FxHashMap<MethodId, Vec<CallSiteId>>,
}

impl<'a> Calls<'a> {
    /// The calls with their targets, each call once. O(edges).
    pub fn of(targets: impl Iterator<Item = (CallSiteId, &'a BTreeSet<Callee>)>) -> Self {
        let mut calls = Calls::default();
        for (site, callees) in targets {
            calls.targets.insert(site, callees);
            for method in callees.iter().filter_map(|callee| callee.method()) {
                calls.callers.entry(method).or_default().push(site);
            }
        }
        calls.callers.values_mut().for_each(|sites| sites.sort());
        calls
    }

    /// The methods of the sources that a call runs, in order of ids.
    pub fn methods(&self, site: CallSiteId) -> impl Iterator<Item = MethodId> + use<'a> {
        let callees = self.targets.get(&site).copied().into_iter().flatten();
        callees.filter_map(|callee| callee.method())
    }

    /// Returns whether a call runs code without sources.
    pub fn reach_library(&self, site: CallSiteId) -> bool {
        let callees = self.targets.get(&site);
        callees.is_some_and(|callees| callees.contains(&Callee::Library))
    }

    /// The calls that run a method, in order of ids.
    pub fn callers(&self, method: MethodId) -> &[CallSiteId] {
        self.callers.get(&method).map_or(&[], Vec::as_slice)
    }
}

/// The methods that run, and the effects of code outside the sources, as far as is known.
pub(super) struct Outside<'a> {
    /// The methods that run.
    pub running: Running<'a>,
    /// Their calls.
    pub calls: &'a Calls<'a>,
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

    /// Returns whether a call runs a method of a library, or one of an object that is made outside
    /// the sources.
    pub fn runs_library(&self, index: &Index<'_>, site: CallSiteId, callee: &MethodRef) -> bool {
        self.calls.reach_library(site)
            && (!index.library_owners(callee).is_empty()
                || self.implements(index, &index.program.calls[site], callee))
    }

    /// Returns the values that a call gives back; `None` where its callee is not known, or code
    /// outside gives one.
    pub fn returned(&self, index: &Index<'_>, site: CallSiteId) -> Option<Vec<Variable>> {
        let [callee] = index.program.calls[site].target.named() else {
            return None;
        };
        if self.runs_library(index, site, callee) {
            return None;
        }
        let returned = |method: MethodId| {
            let locals = index.locals(method);
            let returned = locals.returned.iter();
            returned
                .map(|&local| Variable::new(method, local))
                .collect::<Vec<_>>()
        };
        Some(self.calls.methods(site).flat_map(returned).collect())
    }

    /// Returns whether code outside may call the method with values of its own, and gets the
    /// result.
    pub fn is_called(&self, index: &Index<'_>, method: MethodId) -> bool {
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
    fn implements(&self, index: &Index<'_>, call: &CallSite, callee: &MethodRef) -> bool {
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

    /// Returns what callers pass to the parameter at a position; `None` where a caller is not
    /// known, or the value is captured.
    pub fn passed(
        &self,
        index: &Index<'_>,
        method: MethodId,
        position: usize,
    ) -> Option<Vec<Variable>> {
        let argument = position.checked_sub(index.dispatch.first_argument(method))?;
        if index.is_functional(method) || self.is_called(index, method) {
            return None;
        }
        let passed = self.calls.callers(method).iter().map(|&site| {
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
