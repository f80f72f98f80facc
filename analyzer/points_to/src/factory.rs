//! Methods that give back what they have just made.

use std::collections::{BTreeMap, BTreeSet};

use ir::{AllocationId, AllocationKind, Body, CallSiteId, Constant, LocalId, MethodId, Program};
use ir::{StatementKind, Terminator};
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::Hierarchy;

/// Types whose objects are new with each call that gives one out, as their contracts say: the state
/// of a traversal is in them. Others may be kept by their owner and given out again, as the views
/// of maps are.
const SINGLE_USE: [&str; 4] = [
    "java/util/Iterator",
    "java/util/Enumeration",
    "java/util/Spliterator",
    "java/util/stream/BaseStream",
];

/// Returns whether a class is one of those whose objects are told apart by the calls that give them
/// out.
pub(crate) fn is_single_use(hierarchy: &Hierarchy, class: &str) -> bool {
    SINGLE_USE
        .iter()
        .any(|above| hierarchy.is_subclass(class, above).must())
}

/// The results of a method, by their origins. An object that one of the allocations made, or
/// that one of the calls gave back as new, is new in this activation when it comes from there:
/// locals are of one activation.
#[derive(Debug, Default)]
pub(crate) struct Factory {
    /// Allocations whose objects it gives back.
    pub(crate) allocations: BTreeSet<AllocationId>,
    /// Calls whose results it gives back.
    pub(crate) calls: BTreeSet<CallSiteId>,
    /// Locals that it gives back, and that may hold something else.
    pub(crate) others: BTreeSet<LocalId>,
}

/// The origin of the value of a local.
#[derive(Debug, Clone, Copy)]
enum Origin {
    Local(LocalId),
    Allocation(AllocationId),
    Call(CallSiteId),
    Elsewhere,
}

impl Factory {
    /// Returns what a method whose results are of single use gives back; `None` for others, and for
    /// those that make nothing. O(statements).
    pub(crate) fn of(program: &Program, method: MethodId) -> Option<Self> {
        let declared = &program.methods[method];
        let body = declared.body.as_ref()?;
        let result = MethodDescriptor::parse(&declared.descriptor).ok()?.result?;
        let Type::Class(class) = result else {
            return None;
        };
        let is_followed =
            statements(body).all(|statement| !matches!(statement, StatementKind::Unknown));
        if !is_followed || !is_single_use(&program.hierarchy, &class) {
            return None;
        }
        let factory = gives_back(body, &origins(program, body));
        (!factory.allocations.is_empty() || !factory.calls.is_empty()).then_some(factory)
    }
}

fn gives_back(body: &Body, origins: &BTreeMap<LocalId, Vec<Origin>>) -> Factory {
    let mut factory = Factory::default();
    let mut waiting: Vec<LocalId> = body
        .blocks
        .iter()
        .filter_map(|block| returned(&block.terminator))
        .collect();
    let mut seen: BTreeSet<LocalId> = waiting.iter().copied().collect();

    while let Some(local) = waiting.pop() {
        let origins = origins.get(&local).map_or(&[][..], Vec::as_slice);
        if origins
            .iter()
            .any(|origin| matches!(origin, Origin::Elsewhere))
        {
            factory.others.insert(local);
            continue;
        }
        for &origin in origins {
            match origin {
                Origin::Allocation(site) => drop(factory.allocations.insert(site)),
                Origin::Call(site) => drop(factory.calls.insert(site)),
                Origin::Local(source) if seen.insert(source) => waiting.push(source),
                Origin::Local(_) | Origin::Elsewhere => {}
            }
        }
    }

    factory
}

fn returned(terminator: &Terminator) -> Option<LocalId> {
    match terminator {
        Terminator::Return(value) => *value,
        _ => None,
    }
}

fn statements(body: &Body) -> impl Iterator<Item = &StatementKind> {
    body.statements().map(|statement| &statement.kind)
}

/// All that is assigned to each local.
fn origins(program: &Program, body: &Body) -> BTreeMap<LocalId, Vec<Origin>> {
    let mut origins: BTreeMap<LocalId, Vec<Origin>> = BTreeMap::new();
    let handlers = body
        .blocks
        .iter()
        .flat_map(|block| &block.handlers)
        .map(|handler| handler.exception);

    for local in body.parameters.iter().copied().chain(handlers) {
        origins.entry(local).or_default().push(Origin::Elsewhere);
    }

    for statement in statements(body) {
        if let Some((target, origin)) = assigned(program, statement) {
            origins.entry(target).or_default().push(origin);
        }
    }

    origins
}

fn assigned(program: &Program, statement: &StatementKind) -> Option<(LocalId, Origin)> {
    match statement {
        StatementKind::Constant {
            value: Constant::Null,
            ..
        } => None,
        StatementKind::Assign { target, source } | StatementKind::Cast { target, source, .. } => {
            Some((*target, Origin::Local(*source)))
        }
        StatementKind::Allocate { target, site } => match program.allocations[*site].kind {
            AllocationKind::Instance => Some((*target, Origin::Allocation(*site))),
            _ => Some((*target, Origin::Elsewhere)),
        },
        StatementKind::Call(site) => Some((program.calls[*site].result?, Origin::Call(*site))),
        other => Some((other.target()?, Origin::Elsewhere)),
    }
}
