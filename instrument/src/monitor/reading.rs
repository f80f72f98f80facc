//! The reading of a specification: all facts about it that several parts of the generator need.
//!
//! Instances that are simple enough have simpler monitors. Which ones are so is decided here, once.

use std::collections::BTreeSet;

use date::ids::{ContextId, EventId};
use date::model::{
    Alternative, Context, Event, Identity, Parameter, Property, Specification, Trigger,
};
use index_vec::IndexVec;

use super::carrying::Carriers;
use super::letter::letters;
use super::lookup::{Lookup, lookups};
use super::subject::{Placement, Subject};
use super::types::is_primitive;
use super::variables::EventVariables;
use super::waiting::{Waiting, is_automaton};

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

        subject.has_automata_alone = has_automata_alone(&subject);
        subject.has_slices_alone = has_slices_alone(&subject);
        subject
    }
}

/// For each event the properties of which some event (as `events` gives them) is in its letter.
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
    let is_bare = |(id, context): (ContextId, &Context)| {
        let has_parts = !(context.variables.is_empty()
            && context.clocks.is_empty()
            && context.channels.is_empty());
        !has_parts && (id.index() == 0 || has_one_object(context))
    };

    let is_plain = |property: &Property| {
        property.context.index() != 0 && is_automaton(&property.date) && !property.releases
    };
    let names_its_instance = |(id, event): (_, &Event)| {
        event.alternatives.iter().all(|alternative| {
            let runs_code = alternative.filter.is_some() || !alternative.wheres.is_empty();
            let found = lookups(subject, id, alternative);
            let names_one =
                matches!(found[..], [(context, Lookup::One { .. })] if context == event.context);
            names_one && !runs_code && matches!(alternative.trigger, Trigger::Point(_))
        })
    };

    contexts.iter_enumerated().all(is_bare)
        && properties.iter().all(is_plain)
        && events.iter_enumerated().all(names_its_instance)
}

fn has_one_object(context: &Context) -> bool {
    let is_below_the_global_one = context.parent.is_some_and(|parent| parent.index() == 0);
    let by_identity = |p: &Parameter| p.identity == Identity::Identity && !is_primitive(&p.ty);
    is_below_the_global_one
        && matches!(&context.parameters[..], [parameter] if by_identity(parameter))
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
    let is_object = |p: &Parameter| p.identity == Identity::Identity && !is_primitive(&p.ty);
    let is_plain = |(id, context): (ContextId, &Context)| match id.index() {
        0 => {
            context.variables.is_empty() && context.clocks.is_empty() && context.channels.is_empty()
        }
        _ => context.parameters.iter().all(is_object) && Waiting::of(subject, id).is_some(),
    };

    let is_point = |alternative: &Alternative| {
        let runs_code = alternative.filter.is_some() || !alternative.wheres.is_empty();
        !runs_code && matches!(alternative.trigger, Trigger::Point(_))
    };

    contexts.iter_enumerated().all(is_plain)
        && properties
            .iter()
            .all(|property| property.context.index() != 0)
        && events
            .iter()
            .all(|event| event.context.index() != 0 && event.alternatives.iter().all(is_point))
}
