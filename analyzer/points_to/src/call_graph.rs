//! The call graph: callers and callees.

use std::collections::{BTreeMap, BTreeSet};

use ir::{CallSiteId, MethodId};

use crate::dispatch::Callee;
use crate::result::PointsTo;

/// A call graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallGraph {
    /// Every method that may run.
    pub reachable: BTreeSet<MethodId>,
    /// The methods that each call in them may run.
    pub targets: BTreeMap<CallSiteId, BTreeSet<Callee>>,
    /// Methods that run while a call is running, by what a library calls back.
    pub during: BTreeMap<CallSiteId, BTreeSet<MethodId>>,
    /// Methods that run at any time: static initializers, finalizers, whatever the library may call
    /// back.
    pub anytime: BTreeSet<MethodId>,
}

impl CallGraph {
    /// The call graph that goes with points-to sets.
    pub fn of(points_to: &PointsTo) -> Self {
        CallGraph {
            reachable: points_to.reachable.clone(),
            targets: points_to.targets.clone(),
            during: points_to.during.clone(),
            anytime: points_to.anytime.clone(),
        }
    }

    /// Pairs of a call and a method of the sources that it may run, in order.
    pub fn edges(&self) -> impl Iterator<Item = (CallSiteId, MethodId)> {
        self.targets.iter().flat_map(|(&site, callees)| {
            let methods = callees.iter().filter_map(|callee| callee.method());
            methods.map(move |method| (site, method))
        })
    }

    /// Returns whether a call may run this.
    pub fn has(&self, site: CallSiteId, callee: Callee) -> bool {
        self.targets
            .get(&site)
            .is_some_and(|targets| targets.contains(&callee))
    }
}
