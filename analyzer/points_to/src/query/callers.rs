//! The call graph, backwards.

use std::collections::BTreeMap;

use ir::{CallSiteId, MethodId};

use crate::dispatch::Callee;
use crate::result::PointsTo;

/// The callers of each method.
#[derive(Debug, Clone)]
pub struct Callers {
    sites: BTreeMap<MethodId, Vec<CallSiteId>>,
}

impl Callers {
    /// Turns the call graph around. O(edges * log methods).
    pub fn new(points_to: &PointsTo) -> Self {
        let mut sites: BTreeMap<MethodId, Vec<CallSiteId>> = BTreeMap::new();
        for (&site, targets) in &points_to.targets {
            for target in targets {
                if let Callee::Method(method) = target {
                    sites.entry(*method).or_default().push(site);
                }
            }
        }
        Callers { sites }
    }

    /// The calls of the sources that may run the method, in id order. Entry points and methods of
    /// [`PointsTo::anytime`] are called from outside, too. O(log methods).
    pub fn of(&self, method: MethodId) -> &[CallSiteId] {
        self.sites.get(&method).map_or(&[], Vec::as_slice)
    }
}
