//! Patterns matched to the calls and bodies of the program.

use std::collections::BTreeMap;

use date::diagnostic::Diagnostic;
use date::ids::ContextId;
use date::model::Specification;
use ir::Program;
use jvm::descriptor::Type;

use super::notification::Notification;

/// All places of one specification.
#[derive(Debug, Default)]
pub struct Matches {
    /// By place, then in the order in which they are notified: events and alternatives as declared.
    pub notifications: Vec<Notification>,
    /// For each context the erased type of its only parameter (its ancestors' included), where it is known.
    pub parameter_types: BTreeMap<ContextId, Option<Type>>,
    /// Patterns that no method anywhere could match.
    pub diagnostics: Vec<Diagnostic>,
}

/// Finds every place that a specification's patterns match.
pub fn notifications(_program: &Program, _specification: &Specification) -> Matches {
    Matches::default()
}
