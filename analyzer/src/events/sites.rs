//! The calls at program points.

use std::collections::BTreeMap;

use ir::{CallSiteId, MethodId, PointId, Program};

use super::Place;

/// The call sites of each source point: a `finally` block has one for each way into it.
#[derive(Debug, Default)]
pub struct Sites(BTreeMap<PointId, Vec<CallSiteId>>);

impl Sites {
    /// Those of a program, in id order. O(calls).
    pub fn of(program: &Program) -> Self {
        let mut sites = Sites::default();
        for (site, call) in program.calls.iter_enumerated() {
            sites.0.entry(call.point).or_default().push(site);
        }
        sites
    }

    /// Those of a point.
    pub fn at(&self, point: PointId) -> &[CallSiteId] {
        self.0.get(&point).map_or(&[], Vec::as_slice)
    }

    /// The methods whose bodies hold a place, some twice; none for what happens at any time.
    pub fn bodies(&self, program: &Program, place: Place) -> Vec<MethodId> {
        match place {
            Place::Execution(method) => vec![method],
            Place::Initialization(_) => Vec::new(),
            Place::Call(point) => self.at(point).iter().map(|&site| program.calls[site].method).collect(),
        }
    }
}
