//! The result of lowering a compilation unit.

use index_vec::IndexVec;
use ir::{
    AllocationId, AllocationSite, Body, CallSite, CallSiteId, Gap, LocalId, Method, MethodId,
    Point, PointId, StatementKind, Target,
};

/// The tables that one unit adds to the program. Ids of methods, calls, points and allocations
/// count from 0 in each unit and are moved when the units are joined; those of files, classes and
/// fields are the program's.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) methods: IndexVec<MethodId, Method>,
    pub(crate) calls: IndexVec<CallSiteId, CallSite>,
    pub(crate) points: IndexVec<PointId, Point>,
    pub(crate) allocations: IndexVec<AllocationId, AllocationSite>,
    pub(crate) gaps: Vec<Gap>,
    /// Places whose meaning depends on types that are nowhere to be found, as gaps. What they may
    /// do to the program's objects is lowered on the condition that those types are a library's.
    pub(crate) holes: Vec<Gap>,
    /// Points of resolved calls that javac emits, with their targets, in the order in which they
    /// were made.
    pub(crate) emitted: Vec<(PointId, Target)>,
}

impl Part {
    /// Adds a point. Those that javac emits count for the ordinals of their callee.
    pub(crate) fn add_point(&mut self, point: Point, target: &Target, is_emitted: bool) -> PointId {
        let id = self.points.push(point);
        if is_emitted {
            self.emitted.push((id, target.clone()));
        }
        id
    }

    /// The local that a statement assigns when it completes normally, results of calls included.
    pub(crate) fn target(&self, statement: &StatementKind) -> Option<LocalId> {
        match statement {
            StatementKind::Call(site) => self.calls[*site].result,
            _ => statement.target(),
        }
    }

    /// All locals that a statement reads, in order.
    pub(crate) fn operands(&self, statement: &StatementKind) -> Vec<LocalId> {
        match statement {
            StatementKind::Call(site) => self.calls[*site].operands().collect(),
            StatementKind::Allocate { site, .. } => {
                self.allocations[*site].kind.captures().to_vec()
            }
            _ => statement.operands(),
        }
    }

    /// Gives a method its body.
    pub(crate) fn set_body(&mut self, method: MethodId, body: Body) {
        self.methods[method].body = Some(body);
    }
}
