//! The sites at program points: calls, and accesses of fields.

use std::collections::BTreeMap;

use ir::{CallSiteId, MethodId, PointId, Program};

use super::{Accesses, Place};

/// The call sites of each source point, of which a `finally` block has one for each way into it,
/// and the accesses of fields.
#[derive(Debug, Default)]
pub struct Sites {
    calls: BTreeMap<PointId, Vec<CallSiteId>>,
    /// The accesses of fields.
    pub accesses: Accesses,
}

impl Sites {
    /// Collects the sites of a program, in id order. O(statements).
    pub fn of(program: &Program) -> Self {
        let mut sites = Sites {
            calls: BTreeMap::new(),
            accesses: Accesses::of(program),
        };
        for (site, call) in program.calls.iter_enumerated() {
            sites.calls.entry(call.point).or_default().push(site);
        }
        sites
    }

    /// Returns the call sites of a point.
    pub fn at(&self, point: PointId) -> &[CallSiteId] {
        self.calls.get(&point).map_or(&[], Vec::as_slice)
    }

    /// The methods whose bodies hold a place, some twice; none for what happens at any time.
    pub fn bodies(&self, program: &Program, place: Place) -> Vec<MethodId> {
        match place {
            Place::Execution(method) => vec![method],
            Place::Initialization(_) => Vec::new(),
            Place::Access(access) => vec![self.accesses.get(access).method],
            Place::Call(point) => self
                .at(point)
                .iter()
                .map(|&site| program.calls[site].method)
                .collect(),
        }
    }
}
