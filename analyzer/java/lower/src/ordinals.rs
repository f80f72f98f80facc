//! Ordinals: how the plan and the weaver tell calls of one callee in one source method apart.

use index_vec::IndexVec;
use ir::{Enclosing, MethodRef, Point, PointId, Target};
use rustc_hash::FxHashMap;

/// Numbers the points of each callee in each enclosing source method or lambda, from 0, in the
/// given order: that in which javac emits them first. Calls that the compiler inserts as
/// instructions are counted with the written ones, as class files do not tell them apart; points
/// that are not listed keep 0.
pub(crate) fn count(points: &mut IndexVec<PointId, Point>, emitted: &[(PointId, Target)]) {
    let mut next: FxHashMap<(Enclosing, &MethodRef), u32> = FxHashMap::default();
    for (id, target) in emitted {
        if let Target::Resolved(callee) = target {
            let ordinal = next
                .entry((points[*id].enclosing.clone(), callee))
                .or_default();
            points[*id].ordinal = *ordinal;
            *ordinal += 1;
        }
    }
}
