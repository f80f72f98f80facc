//! Events that no program point raises.

use crate::ids::EventId;
use crate::model::{Property, Specification, Trigger};

/// The events that something may raise and that the property then hears, under their own name or
/// another; in id order.
pub(super) fn raised<'a>(
    specification: &'a Specification,
    property: &'a Property,
) -> impl Iterator<Item = EventId> + 'a {
    let is_raised = |event: &EventId| !specification.events[*event].alternatives.is_empty();
    let is_heard = |event: &EventId| {
        specification
            .letter(*event)
            .iter()
            .any(|name| property.alphabet.contains(name))
    };
    specification
        .events
        .indices()
        .filter(move |event| is_raised(event) && is_heard(event))
}

/// Returns whether an event may occur without a program point.
pub(super) fn is_unprompted(specification: &Specification, event: EventId) -> bool {
    let mut alternatives = specification.events[event].alternatives.iter();
    alternatives.any(|alternative| !matches!(alternative.trigger, Trigger::Point(_)))
}
