//! The analysis of a program, in the terms of a run.

use std::collections::BTreeSet;

use ir::{CallSiteId, LocalId, MethodId, MethodKind, Program, StatementKind};
use java_compiled::Pairs;
use points_to::{Callee, Node, PointsTo};

/// Call graph and points-to sets of a program.
#[derive(Debug)]
pub struct StaticCalls<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    /// The entry points.
    entries: &'a [MethodId],
    /// Lowered methods that are methods of class files.
    emitted: BTreeSet<MethodId>,
    /// Methods that code without sources may run, as class files have them.
    from_library: BTreeSet<MethodId>,
}

/// The methods that a call may run.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Callees {
    methods: BTreeSet<MethodId>,
    library: bool,
}

impl<'a> StaticCalls<'a> {
    /// The view of an analysis whose entry points are `entries`.
    pub fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        entries: &'a [MethodId],
        pairs: &Pairs,
    ) -> Self {
        let emitted = pairs.methods.values().copied().collect();
        let mut calls = StaticCalls {
            program,
            points_to,
            entries,
            emitted,
            from_library: BTreeSet::new(),
        };
        calls.from_library = calls.callees_of_library();
        calls
    }

    /// Returns whether one of the calls may run a method. It may run it itself, through a method
    /// reference that is no method of the class files, or through code without sources that calls
    /// back.
    pub fn may_call(&self, sites: &[CallSiteId], method: MethodId) -> bool {
        sites.iter().any(|&site| {
            let callees = self.callees(site);
            callees.methods.contains(&method)
                || callees.library && self.from_library.contains(&method)
        })
    }

    /// Returns whether the virtual machine or code that it runs may run a method without a call in
    /// the sources.
    pub fn may_run(&self, method: MethodId) -> bool {
        self.from_library.contains(&method) || self.entries.contains(&method)
    }

    /// Returns whether the analysis takes a method to run at all.
    pub fn is_reachable(&self, method: MethodId) -> bool {
        self.points_to.reachable.contains(&method)
    }

    /// The number of edges from a call to methods of the class files among `methods`.
    pub fn edges_into(&self, site: CallSiteId, methods: &BTreeSet<MethodId>) -> usize {
        self.callees(site).methods.intersection(methods).count()
    }

    /// Returns whether the receivers of two calls may be one object.
    pub fn may_alias(&self, first: CallSiteId, second: CallSiteId) -> bool {
        let (Some(first), Some(second)) = (self.receiver(first), self.receiver(second)) else {
            return false;
        };
        !self
            .points_to
            .objects(first)
            .is_disjoint(&self.points_to.objects(second))
    }

    fn receiver(&self, site: CallSiteId) -> Option<Node> {
        let call = &self.program.calls[site];
        call.receiver
            .map(|local: LocalId| Node::Local(call.method, local))
    }

    fn callees(&self, site: CallSiteId) -> Callees {
        let mut callees = Callees::default();
        self.add(site, &mut callees, &mut BTreeSet::new());
        callees
    }

    fn add(&self, site: CallSiteId, callees: &mut Callees, seen: &mut BTreeSet<MethodId>) {
        for &target in self.points_to.targets.get(&site).into_iter().flatten() {
            match target {
                Callee::Library => callees.library = true,
                Callee::Method(method) => self.add_method(method, callees, seen),
            }
        }
    }

    /// A method of the class files, or else what a method reference runs.
    fn add_method(&self, method: MethodId, callees: &mut Callees, seen: &mut BTreeSet<MethodId>) {
        if self.program.methods[method].kind != MethodKind::MethodReference
            || self.emitted.contains(&method)
        {
            callees.methods.insert(method);
        } else if seen.insert(method) {
            calls_in(self.program, method)
                .into_iter()
                .for_each(|site| self.add(site, callees, seen));
        }
    }

    fn callees_of_library(&self) -> BTreeSet<MethodId> {
        let (mut callees, mut seen) = (Callees::default(), BTreeSet::new());
        let called_back = self.points_to.during.values().flatten();
        let run = self.points_to.anytime.iter().chain(called_back).copied();
        for method in run.chain(self.points_to.first_uses.initializers()) {
            self.add_method(method, &mut callees, &mut seen);
        }
        callees.methods
    }
}

/// The calls in the body of a method, in order.
pub fn calls_in(program: &Program, method: MethodId) -> Vec<CallSiteId> {
    let statements = program.methods[method].statements();
    let site = |kind: &StatementKind| match kind {
        StatementKind::Call(site) => Some(*site),
        _ => None,
    };
    statements
        .filter_map(|statement| site(&statement.kind))
        .collect()
}
