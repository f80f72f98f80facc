//! The code of properties, which monitors run: code of the program as any other, but for what
//! raises events and what the program knows.

use std::collections::{BTreeMap, BTreeSet};

use ir::{
    AllocationId, CallSiteId, FieldId, FileId, LocalId, MethodId, Program, StatementKind, Target,
};

use crate::dispatch::Callee;
use crate::node::Node;

/// The code of one file of properties: a class, one object of it, and what that object is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyCode {
    /// The method that makes the object and runs all of its code, at any time.
    pub run: MethodId,
    /// The object. Its fields are the variables of the properties.
    pub monitor: AllocationId,
    /// What its fields may hold besides what the code assigns.
    pub told: Vec<Told>,
}

/// A value that monitors are told when an event happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Told {
    /// The field that holds it.
    pub field: FieldId,
    /// The value.
    pub value: ToldValue,
}

/// Where a value that monitors are told comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToldValue {
    /// A local of the program.
    Local(MethodId, LocalId),
    /// Anything that is known outside the sources: an exception, the box of a primitive value.
    Outside,
}

/// The code of properties that hands objects on: it writes into the program, calls it, or calls a
/// method of a library with two objects, of which the one may keep the other. What other code of
/// properties has stays there: nobody raises an event of it or finds it because of that.
#[derive(Debug, Default)]
pub(crate) struct Handing(BTreeSet<FileId>);

impl Handing {
    /// Looks at the code of properties that runs; O(its statements + `reachable`).
    pub(crate) fn of(
        program: &Program,
        reachable: &BTreeSet<MethodId>,
        targets: &BTreeMap<CallSiteId, BTreeSet<Callee>>,
    ) -> Self {
        let running = reachable
            .iter()
            .filter(|&&method| file_of(program, method).is_some());
        let handing = running.filter(|&&method| hands_on(program, targets, method));
        Handing(
            handing
                .filter_map(|&method| file_of(program, method))
                .collect(),
        )
    }

    /// Returns whether a node is of code of properties that hands nothing on.
    pub(crate) fn keeps(&self, program: &Program, node: Node) -> bool {
        code_of(program, node).is_some_and(|file| !self.0.contains(&file))
    }

    /// Returns whether a node is of code of properties that hands its objects on. Any thread runs
    /// that code.
    pub(crate) fn hands_on(&self, program: &Program, node: Node) -> bool {
        code_of(program, node).is_some_and(|file| self.0.contains(&file))
    }
}

/// The file of properties whose code a node is of.
fn code_of(program: &Program, node: Node) -> Option<FileId> {
    match node {
        Node::Local(method, _) => file_of(program, method),
        Node::Field(_, field) => {
            let class = &program.classes[program.fields[field].class];
            class.is_of_properties.then_some(class.file)
        }
        _ => None,
    }
}

/// The file of properties that a method is in.
fn file_of(program: &Program, method: MethodId) -> Option<FileId> {
    let class = &program.classes[program.methods[method].class];
    class.is_of_properties.then_some(class.file)
}

/// Returns whether a method of properties may make an object known to others than the properties.
fn hands_on(
    program: &Program,
    targets: &BTreeMap<CallSiteId, BTreeSet<Callee>>,
    method: MethodId,
) -> bool {
    let is_own = |field: Option<FieldId>| {
        field.is_some_and(|field| program.classes[program.fields[field].class].is_of_properties)
    };
    program.methods[method]
        .statements()
        .any(|statement| match &statement.kind {
            StatementKind::Store { field, .. } => !is_own(field.field),
            StatementKind::ArrayStore { .. } | StatementKind::Unknown => true,
            StatementKind::Call(site) => is_outward(program, targets.get(site), *site),
            _ => false,
        })
}

/// Returns whether a call of property code runs code of the program, or passes two objects to a
/// library.
fn is_outward(program: &Program, targets: Option<&BTreeSet<Callee>>, site: CallSiteId) -> bool {
    let call = &program.calls[site];
    let is_own = |callee: &Callee| match callee {
        Callee::Method(method) => file_of(program, *method).is_some(),
        Callee::Library => false,
    };
    if targets.is_some_and(|targets| targets.iter().all(is_own)) {
        return false;
    }

    let to_program = targets
        .into_iter()
        .flatten()
        .any(|callee| matches!(callee, Callee::Method(_)));
    let is_object = |local: &LocalId| {
        let body = program.methods[call.method].body.as_ref();
        body.is_none_or(|body| body.locals[*local].ty.is_reference())
    };
    let objects = call
        .receiver
        .iter()
        .chain(&call.arguments)
        .filter(|local| is_object(local))
        .count();
    to_program || objects > 1 || !matches!(call.target, Target::Resolved(_))
}
