//! What monitors are told: the values that events bind.

use std::collections::BTreeSet;

use date::model::{Alternative, Moment, Specification, Trigger};
use ir::{FieldId, LocalId, MethodId, Program};
use points_to::{PropertyCode, Told, ToldValue};

use super::{CodeClass, Fields};
use crate::graphs::events::{Matches, Notification, Place, Sites};

/// Returns the code of a specification with all that its notifications tell it. Which of the values
/// at a place a name is bound to is not asked; its type tells most of them apart.
pub fn told(
    code: &Program,
    program: &Program,
    specification: &Specification,
    class: &CodeClass,
    matches: &Matches,
    sites: &Sites,
) -> PropertyCode {
    let holds_objects = |field: FieldId| code.fields[field].ty.is_reference();
    let mut told = BTreeSet::new();
    for notification in &matches.notifications {
        let event = &specification.events[notification.event];
        let alternative = &event.alternatives[notification.alternative];
        let fields: Vec<_> = class
            .fields
            .iter()
            .filter(|(of, _)| is_bound(of, alternative))
            .map(|(_, field)| *field)
            .filter(|&field| holds_objects(field))
            .collect();
        let values = values(program, specification, notification, sites);
        for field in fields {
            told.extend(values.iter().map(|&value| Told { field, value }));
        }
    }

    PropertyCode {
        run: class.run,
        monitor: class.monitor,
        told: told.into_iter().collect(),
    }
}

/// Returns whether an alternative binds the names that a field stands for.
fn is_bound(field: &Fields, alternative: &Alternative) -> bool {
    let (Fields::OfContexts(name) | Fields::OfEvents(name)) = field;
    let bindings = alternative.trigger.bindings();
    bindings.iter().any(|binding| binding.name == *name)
}

/// The values at a place that an alternative may bind.
fn values(
    program: &Program,
    specification: &Specification,
    notification: &Notification,
    sites: &Sites,
) -> BTreeSet<ToldValue> {
    let locals = crate::decide::start::bound_locals(program, specification, notification, sites);
    let is_object = |(method, local): &(MethodId, LocalId)| {
        let body = program.methods[*method].body.as_ref();
        body.is_none_or(|body| body.locals[*local].ty.is_reference())
    };
    let mut values: BTreeSet<ToldValue> = locals
        .iter()
        .filter(|local| is_object(local))
        .map(|&(method, local)| ToldValue::Local(method, local))
        .collect();

    // Monitors get primitive values in boxes, where names have the type of an object.
    let is_of_class = matches!(notification.place, Place::Initialization(_));
    let event = &specification.events[notification.event];
    let is_thrown = throws(&event.alternatives[notification.alternative].trigger);
    if is_of_class || is_thrown || !locals.iter().all(is_object) {
        values.insert(ToldValue::Outside);
    }

    values
}

fn throws(trigger: &Trigger) -> bool {
    matches!(trigger, Trigger::Point(point) if matches!(point.moment, Moment::Throwing(_)))
}
