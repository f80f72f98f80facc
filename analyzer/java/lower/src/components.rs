//! Components that record patterns ask for, and exceptions of their accessors.

use std::collections::BTreeMap;

use ir::{BlockId, Handler, LocalId};
use java_attribute::CallTarget;
use text::Span;

/// A component of what a switch looks at, by the positions that lead to it, and its accessor.
pub(crate) type Component = (Vec<usize>, String);

/// Components that several cases of the current switch ask for.
#[derive(Debug, Default)]
pub(crate) struct Shared(pub(crate) BTreeMap<Component, Told>);

/// The answer of an accessor, for later cases.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) value: LocalId,
    /// True if an earlier case asks.
    pub(crate) is_asked: bool,
}

/// The landing of exceptions from accessors.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) landing: BlockId,
    pub(crate) exception: LocalId,
    /// The handlers in force around the patterns.
    pub(crate) around: Vec<Handler>,
    /// The first pattern.
    pub(crate) span: Span,
}

/// The component at a place, by its accessor.
pub(crate) fn component(place: &[usize], accessor: &CallTarget) -> Component {
    (place.to_vec(), accessor.target.to_string())
}
