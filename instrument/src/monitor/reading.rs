//! The reading of a specification: all facts about it that several parts of the generator need.
//!
//! Instances that are simple enough have simpler monitors. Which ones are so is decided here, once.

use std::collections::BTreeSet;

use date::ids::{ContextId, EventId};
use date::model::{Alternative, Context, Event, Property, Specification, Trigger};
use index_vec::IndexVec;

use super::carrying::Carriers;
use super::letter::letters;
use super::lookup::{Lookup, is_compared_by_equals, lookups};
use super::plain::{is_automaton, is_bare, is_outermost, runs_code};
use super::subject::{Placement, Subject};
use super::variables::EventVariables;
use super::waiting::Waiting;

impl<'a> Subject<'a> {
    /// Reads a specification; `property_names` has a name for each of its properties, `carriers`
    /// the fields that its objects will have.
    pub fn new(
        specification: &'a Specification,
        order: usize,
        property_names: &'a [String],
        placement: Placement,
        carriers: Carriers,
        has_finalizers: bool,
    ) -> Self {
        let (variables, letters) = (EventVariables::of(specification), letters(specification));
        let monitor = format!("ResiduaMonitor{order}");
        let notified = by_letter(specification, &letters, |p| {
            p.alphabet.iter().copied().collect()
        });
        let listening = by_letter(specification, &letters, |p| {
            p.date.transitions.iter().map(|t| t.event).collect()
        });

        let mut subject = Subject {
            specification,
            placement,
            monitor,
            order,
            property_names,
            has_finalizers,
            letters,
            carriers,
            variables,
            has_automata_alone: false,
            has_slices_alone: false,
            text: None,
            notified,
            listening,
        };

        // Both questions need all other facts.
        subject.has_automata_alone = has_automata_alone(&subject);
        subject.has_slices_alone = has_slices_alone(&subject);
        subject
    }
}

/// Finds for each event the properties of which some event (as `events` gives them) is in its
/// letter.
fn by_letter(
    specification: &Specification,
    letters: &IndexVec<EventId, BTreeSet<EventId>>,
    events: impl Fn(&Property) -> BTreeSet<EventId>,
) -> IndexVec<EventId, BTreeSet<usize>> {
    let of_properties: Vec<BTreeSet<EventId>> =
        specification.properties.iter().map(events).collect();
    let meeting = |letter: &BTreeSet<EventId>| {
        of_properties
            .iter()
            .enumerate()
            .filter(|(_, events)| !events.is_disjoint(letter))
            .map(|(i, _)| i)
            .collect()
    };
    letters.iter().map(meeting).collect()
}

/// Says whether all instances are [automata and nothing else](super::automata): contexts with one
/// parameter, compared by identity, directly inside the global one; no code of the user, which
/// could see what other instances do at the same time; no clocks and channels; no release; and
/// events of program points alone, each of which names its instance.
fn has_automata_alone(subject: &Subject<'_>) -> bool {
    let Specification {
        contexts,
        events,
        properties,
        ..
    } = subject.specification;
    contexts
        .iter_enumerated()
        .all(|(id, context)| is_bare(context) && (id.index() == 0 || has_one_object(context)))
        && properties.iter().all(is_plain)
        && events
            .iter_enumerated()
            .all(|(id, event)| names_its_instance(subject, id, event))
}

/// Says whether a property of an inner context is an automaton that is never released.
fn is_plain(property: &Property) -> bool {
    property.context.index() != 0 && is_automaton(&property.date) && !property.releases
}

/// Says whether each occurrence of an event names one instance of its context.
fn names_its_instance(subject: &Subject<'_>, id: EventId, event: &Event) -> bool {
    event.alternatives.iter().all(|alternative| {
        let found = lookups(subject, id, alternative);
        let names_one =
            matches!(found[..], [(context, Lookup::One { .. })] if context == event.context);
        names_one && is_plain_point(alternative)
    })
}

/// Says whether an alternative is a program point without code of the user.
fn is_plain_point(alternative: &Alternative) -> bool {
    !runs_code(alternative) && matches!(alternative.trigger, Trigger::Point(_))
}

fn has_one_object(context: &Context) -> bool {
    let mut parameters = context.parameters.iter();
    is_outermost(context)
        && parameters.len() == 1
        && parameters.all(|parameter| !is_compared_by_equals(parameter))
}

/// Says whether all that a specification has are contexts whose instances may wait, with objects
/// for parameters, directly inside the global one; and events of program points alone, without code
/// of the user.
fn has_slices_alone(subject: &Subject<'_>) -> bool {
    let Specification {
        contexts,
        events,
        properties,
        ..
    } = subject.specification;
    let is_inner = |context: ContextId| context.index() != 0;
    contexts
        .iter_enumerated()
        .all(|(id, context)| may_slice(subject, id, context))
        && properties.iter().all(|property| is_inner(property.context))
        && events
            .iter()
            .all(|event| is_inner(event.context) && event.alternatives.iter().all(is_plain_point))
}

/// Says whether a context is the global one without parts, or one whose instances may wait.
fn may_slice(subject: &Subject<'_>, id: ContextId, context: &Context) -> bool {
    if id.index() == 0 {
        return is_bare(context);
    }
    let mut parameters = context.parameters.iter();
    parameters.all(|parameter| !is_compared_by_equals(parameter))
        && Waiting::of(subject, id).is_some()
}
