//! The questions to the result: objects, aliases, calls, how far objects get, and why.
//!
//! Every answer over-approximates all executions that the roots allow, as far as the assumptions
//! hold: *may* is never denied wrongly, and *never* is never claimed wrongly. Two locals of
//! unreachable methods alias nothing, since they hold nothing.

mod callers;
mod contents;
mod extent;
mod flow;
mod modelled;
mod names;
mod reached;
mod step;
mod threads;
mod why;

pub use callers::Callers;
pub use contents::Contents;
pub use extent::{Extent, Extents};
pub use names::{callee_name, local_name, method_name, object_name};
pub use step::{Place, Step};
pub use threads::OneThread;
pub use why::{Solution, Why};

use std::borrow::Cow;
use std::collections::BTreeSet;

use ir::{AllocationKind, CallSiteId, LocalId, MethodId, Program};
use roaring::RoaringBitmap;

use crate::dispatch::Callee;
use crate::node::{Node, ObjectId, Variable};
use crate::result::PointsTo;

impl PointsTo {
    /// The objects that a local may hold, in any activation of the method and at any point of it;
    /// none if it can only be null or the method is not reachable. O(1).
    pub fn objects_of(&self, method: MethodId, local: LocalId) -> Cow<'_, RoaringBitmap> {
        self.objects(Node::Local(method, local))
    }

    /// Returns whether two locals may hold one object, at whatever time each of them: of a local
    /// with itself it says whether it may hold anything. Sets with an object that is not told from
    /// others have the library's in common, so it is enough to intersect them. O(|sets|).
    pub fn may_alias(&self, first: Variable, second: Variable) -> bool {
        let objects = |variable: Variable| self.objects(variable.into());
        !objects(first).is_disjoint(&objects(second))
    }

    /// Returns what a call may run; `None` if it is not reachable or never has a receiver. What
    /// library code calls back during the call is not among it, but in [`PointsTo::anytime`]. O(log
    /// calls).
    pub fn targets_of(&self, site: CallSiteId) -> Option<&BTreeSet<Callee>> {
        self.targets.get(&site)
    }

    /// The body that a functional object runs, if the objects are some. O(1).
    pub fn function(&self, program: &Program, object: ObjectId) -> Option<MethodId> {
        match &program.allocations[self.object(object).allocation()?].kind {
            AllocationKind::Functional { body, .. } => Some(*body),
            AllocationKind::Instance | AllocationKind::Array => None,
        }
    }
}
