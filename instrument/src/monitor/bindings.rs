//! The variables that patterns bind.

use date::model::{ArgumentPattern, Binding, Moment, PointPattern, Trigger};

/// The bindings of a trigger that have a type; one without binds nothing.
pub fn bindings(trigger: &Trigger) -> Vec<&Binding> {
    let all: Vec<&Binding> = match trigger {
        Trigger::Point(pattern) => point_bindings(pattern),
        Trigger::Receive { value, .. } => value.iter().collect(),
        Trigger::Timeout { .. } | Trigger::EndOfProgram => Vec::new(),
    };
    all.into_iter()
        .filter(|binding| binding.ty.is_some())
        .collect()
}

fn point_bindings(pattern: &PointPattern) -> Vec<&Binding> {
    let moment = match &pattern.moment {
        Moment::Before => None,
        Moment::Returning(binding) | Moment::Throwing(binding) => binding.as_ref(),
    };
    let bound = pattern
        .arguments
        .iter()
        .filter_map(|(_, argument)| match argument {
            ArgumentPattern::Bound(binding) => Some(binding),
            ArgumentPattern::Any | ArgumentPattern::Typed(_) => None,
        });

    pattern
        .target
        .iter()
        .chain(moment)
        .chain(bound)
        .chain(&pattern.caller)
        .collect()
}
