//! Sites against the statements that hold them, points against their sites.

use std::collections::BTreeMap;

use index_vec::IndexVec;
use java_types::descriptor::MethodDescriptor;

use crate::{
    AllocationId, AllocationKind, CallKind, CallSite, CallSiteId, CallSyntax, MethodId, MethodKind,
    Point, PointId, Program, StatementKind, Target,
};

/// One sentence for each fault of call sites, allocations and points.
pub(super) fn verify(program: &Program) -> Vec<String> {
    let held = Held::of(program);
    let mut faults = held.faults(program);
    for (id, site) in program.calls.iter_enumerated() {
        faults.extend(shape(site).map(|fault| format!("{id} {fault}")));
    }
    for (id, site) in program.allocations.iter_enumerated() {
        faults.extend(functional(program, &site.kind).map(|fault| format!("{id} {fault}")));
    }
    faults.extend(points(program));
    faults.extend(ordinals(program));
    faults
}

/// The methods whose statements hold each site.
struct Held {
    calls: IndexVec<CallSiteId, Vec<MethodId>>,
    allocations: IndexVec<AllocationId, Vec<MethodId>>,
}

impl Held {
    fn of(program: &Program) -> Self {
        let mut held = Held {
            calls: program.calls.iter().map(|_| Vec::new()).collect(),
            allocations: program.allocations.iter().map(|_| Vec::new()).collect(),
        };

        for (id, method) in program.methods.iter_enumerated() {
            for statement in method.statements() {
                match statement.kind {
                    StatementKind::Call(site) => held.calls[site].push(id),
                    StatementKind::Allocate { site, .. } => held.allocations[site].push(id),
                    _ => {}
                }
            }
        }

        held
    }

    fn faults(&self, program: &Program) -> Vec<String> {
        let calls = program
            .calls
            .iter_enumerated()
            .filter(|(id, site)| self.calls[*id] != [site.method]);
        let calls =
            calls.map(|(id, _)| format!("{id} is not in exactly one statement of its method"));
        let allocations = program
            .allocations
            .iter_enumerated()
            .filter(|(id, site)| self.allocations[*id] != [site.method]);
        let allocations = allocations
            .map(|(id, _)| format!("{id} is not in exactly one statement of its method"));
        calls.chain(allocations).collect()
    }
}

/// Returns the fault of a call site by itself.
fn shape(site: &CallSite) -> Option<&'static str> {
    if site.receiver.is_none() != (site.kind == CallKind::Static)
        && !matches!(site.target, Target::Unresolved { .. })
    {
        return Some("has a receiver and is static, or has none and is not");
    }
    let Target::Resolved(target) = &site.target else {
        return None;
    };

    if (&*target.name == "<init>") && site.kind != CallKind::Special {
        return Some("calls a constructor but not specially");
    }

    let Ok(descriptor) = MethodDescriptor::parse(&target.descriptor) else {
        return Some("has a target with a malformed descriptor");
    };
    if descriptor.parameters.len() != site.arguments.len() {
        return Some("does not pass what its target takes");
    }

    (site.result.is_some() && descriptor.result.is_none())
        .then_some("uses the result of a method without one")
}

fn functional(program: &Program, kind: &AllocationKind) -> Option<&'static str> {
    let AllocationKind::Functional { body, captures, .. } = kind else {
        return None;
    };
    let method = &program.methods[*body];
    if !matches!(
        method.kind,
        MethodKind::Lambda | MethodKind::MethodReference
    ) {
        return Some("runs a body that is no lambda and no method reference");
    }
    let parameters = method.body.as_ref().map_or(0, |body| body.parameters.len());
    (captures.len() > parameters).then_some("captures more than its body takes")
}

/// Copies of a point agree; no point is without a call.
fn points(program: &Program) -> Vec<String> {
    let mut sites: IndexVec<PointId, Vec<&CallSite>> =
        program.points.iter().map(|_| Vec::new()).collect();
    program
        .calls
        .iter()
        .for_each(|site| sites[site.point].push(site));
    let faults = sites.iter_enumerated().filter_map(|(id, sites)| {
        let fault = point(program, &program.points[id], sites)?;
        Some(format!("{id} {fault}"))
    });
    faults.collect()
}

fn point(program: &Program, point: &Point, sites: &[&CallSite]) -> Option<&'static str> {
    let Some((first, copies)) = sites.split_first() else {
        return Some("has no call site");
    };
    if copies
        .iter()
        .any(|copy| copy.target != first.target || copy.kind != first.kind)
    {
        return Some("has copies that differ");
    }
    let outside = |site: &&CallSite| program.methods[site.method].enclosing != point.enclosing;
    sites
        .iter()
        .any(outside)
        .then_some("has a call site outside of its enclosing code")
}

fn ordinals(program: &Program) -> Vec<String> {
    let mut seen = BTreeMap::new();
    let mut faults = Vec::new();
    for site in &program.calls {
        let point = &program.points[site.point];
        let Target::Resolved(target) = &site.target else {
            continue;
        };
        if point.syntax == CallSyntax::Inserted {
            continue;
        }
        let first = *seen
            .entry((&point.enclosing, target, point.ordinal))
            .or_insert(site.point);
        if first != site.point {
            faults.push(format!(
                "{first} and {} have one callee, enclosing and ordinal",
                site.point
            ));
        }
    }

    faults
}
