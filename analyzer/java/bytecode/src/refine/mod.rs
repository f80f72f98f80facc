//! From raw blocks to a body of the IR.
//!
//! * `liveness`, `webs`: slots and stack positions become the values that they hold.
//! * `kind`, `typing`, `truth`: each value gets a type.
//! * `branches`, `copies`, `unused`: statements that types make simpler or needless.
//! * `shape`, `finish`: smaller graphs, and ids in order.

mod branches;
mod copies;
pub(crate) mod finish;
mod kind;
mod liveness;
mod shape;
mod truth;
mod typing;
mod unused;
mod webs;

use index_vec::IndexVec;
use ir::LocalId;
use java_types::descriptor::Type;
use java_types::hierarchy::Hierarchy;

use crate::error::Result;
use crate::lower::LoweredBody;
use crate::raw::RawBody;

/// The types of all locals.
pub(crate) type Types = IndexVec<LocalId, Type>;

/// Refines a raw body. O(size of the body), and the slots that are live in each block.
///
/// # Errors
/// Where a slot is read that is not assigned on every path.
pub(crate) fn refine(mut raw: RawBody, hierarchy: &Hierarchy) -> Result<LoweredBody> {
    webs::split(&mut raw)?;
    let kinds = typing::kinds(&raw, hierarchy);
    let mut types = truth::types(&raw, kinds, hierarchy);
    branches::decide(&mut raw, &mut types);
    copies::remove(&mut raw, &types);
    unused::remove(&mut raw);
    shape::simplify(&mut raw);
    Ok(finish::finish(raw, &types))
}
