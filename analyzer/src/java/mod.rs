//! The Java front end: from source texts to an [`crate::ir::Program`].
//!
//! `syntax` (text to tree), `declare` (trees to classes and members), `attribute` (types of expressions, targets of
//! calls), `lower` (attributed trees to the IR). Each is a function from plain values to plain values; files go through
//! `syntax`, `attribute` and `lower` in parallel, ids are given in sorted order.

pub mod attribute;
pub mod syntax;
