//! The intermediate representation: per method a control-flow graph of three-address statements over typed locals.
//!
//! Java's evaluation order, implicit calls and exceptional control flow are made explicit by lowering and nowhere else.
//! The IR knows nothing of properties. Types are erased (JLS 4.6); names of classes are binary and internal
//! (`java/util/Map$Entry`).
//!
//! Invariants, checked by [`verify`]:
//! - every id is in range; every block ends in one terminator; no block falls through;
//! - a local of a reference type is assigned before it is used on every path from the entry, or is a parameter;
//! - a call site belongs to exactly one statement of exactly one method; several call sites may share a [`PointId`] (they
//!   are copies of one source point);
//! - handlers of a block are tried in order; a statement that may throw transfers to the first handler that fits or
//!   leaves the method.

mod body;
mod call;
mod class;
mod ids;
mod print;
mod verify;

pub use body::{
    AllocationKind, AllocationSite, ArithmeticKind, Block, Body, Constant, Handler, Local, Statement, StatementKind,
    Terminator,
};
pub use call::{CallKind, CallSite, CallSyntax, MethodRef, Point, Target};
pub use class::{Class, Enclosing, Field, FieldRef, Gap, Method, MethodKind, Program, SourceFile};
pub use ids::{AllocationId, BlockId, CallSiteId, ClassId, FieldId, FileId, LocalId, MethodId, PointId};
pub use verify::verify;
