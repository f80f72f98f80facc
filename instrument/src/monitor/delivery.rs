//! Deliveries: one event reaching the instances of a context and everything inside it.

use std::collections::{BTreeMap, BTreeSet};

use date::ids::{ContextId, EventId, StateId};
use date::model::Trigger;
use indexmap::IndexSet;

use super::Subject;
use super::bindings::bindings;
use super::lookup::{Lookup, lookups};
use super::notification::Notification;
use super::plain::runs_code;

/// An event, and the properties that are told of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Delivery {
    /// The event.
    pub event: EventId,
    /// Numbers of properties.
    pub properties: BTreeSet<usize>,
}

/// An alternative that no program point raises: one of timeouts, channels and the end of the
/// program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Internal {
    /// The event.
    pub event: EventId,
    /// Which of its alternatives.
    pub alternative: usize,
}

/// The instances that are asked before an event is switched off: those of a context, by some of its
/// parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switch {
    /// The context.
    pub context: ContextId,
    /// A bit for each parameter.
    pub positions: u64,
}

/// The deliveries that have a switch, by their numbers.
pub type Switches = BTreeMap<usize, Switch>;

/// All deliveries of a set of monitors, numbered.
#[derive(Debug, Clone, Default)]
pub struct Deliveries {
    all: IndexSet<Delivery>,
    switches: Switches,
}

impl Deliveries {
    /// Numbers the deliveries of the notifications, in order, then those of all events that no
    /// program point raises.
    pub fn of(subject: &Subject<'_>, notifications: &[Notification]) -> Self {
        let points = notifications.iter().map(Delivery::of);
        let internal = internals(subject)
            .into_iter()
            .map(|internal| Delivery::complete(subject, internal.event));
        Deliveries {
            all: points.chain(internal).collect(),
            switches: Switches::new(),
        }
    }

    /// Adds the switches of the deliveries that may be switched off.
    pub fn with_switches(self, switches: Switches) -> Self {
        Deliveries { switches, ..self }
    }

    /// The deliveries that may be switched off.
    pub fn switches(&self) -> &Switches {
        &self.switches
    }

    /// The delivery with a number.
    pub fn get(&self, number: usize) -> Option<&Delivery> {
        self.all.get_index(number)
    }

    /// The number of a delivery that has a switch.
    pub fn switched(&self, delivery: &Delivery) -> Option<usize> {
        let number = self.number(delivery);
        self.switches.contains_key(&number).then_some(number)
    }

    /// The name of the method that delivers.
    pub fn method(&self, delivery: &Delivery) -> String {
        format!("r$on{}", self.number(delivery))
    }

    /// The delivery's number; that of none of them if it is not among them.
    pub fn number(&self, delivery: &Delivery) -> usize {
        self.all.get_index_of(delivery).unwrap_or(self.all.len())
    }

    /// Gives the deliveries that change something in instances of `context` or of a context inside
    /// it.
    pub fn concerning(&self, subject: &Subject<'_>, context: ContextId) -> Vec<&Delivery> {
        self.all
            .iter()
            .filter(|delivery| delivery.concerns(subject, context))
            .collect()
    }
}

impl Delivery {
    /// The delivery of a notification's event.
    pub fn of(notification: &Notification) -> Self {
        Delivery {
            event: notification.event,
            properties: notification.properties.clone(),
        }
    }

    /// To all properties that are notified of the event.
    pub fn complete(subject: &Subject<'_>, event: EventId) -> Self {
        Delivery {
            event,
            properties: subject.notified(event).clone(),
        }
    }

    /// Says whether a property of `context` or of a context inside it has a transition on the
    /// event.
    pub fn concerns(&self, subject: &Subject<'_>, context: ContextId) -> bool {
        let within = subject.contexts_within(context);
        let told = self
            .properties
            .iter()
            .filter(|&&p| within.contains(&subject.specification.properties[p].context));
        told.into_iter()
            .any(|&property| subject.listens(property, self.event))
    }

    /// The properties of `context` that have a transition on the event, in order of declaration.
    pub fn listeners<'s>(
        &'s self,
        subject: &'s Subject<'_>,
        context: ContextId,
    ) -> impl Iterator<Item = usize> + 's {
        let told = self.properties.iter().copied();
        told.filter(move |&p| {
            subject.specification.properties[p].context == context && subject.listens(p, self.event)
        })
    }

    /// The states of a property with a transition on the letter of the event.
    pub fn hearing(&self, subject: &Subject<'_>, property: usize) -> BTreeSet<StateId> {
        let letter = &subject.letters[self.event];
        let transitions = subject.specification.properties[property]
            .date
            .transitions
            .iter();
        transitions
            .filter(|t| letter.contains(&t.event))
            .map(|t| t.from)
            .collect()
    }
}

/// The alternatives that no program point raises and that have an effect: a property listens,
/// `filter` or `where` is to be evaluated, an instance may be made, or a variable is bound, which
/// code of other events may read (semantics, hazard 17).
pub fn internals(subject: &Subject<'_>) -> Vec<Internal> {
    let events = subject.specification.events.iter_enumerated();
    let all = events.flat_map(|(event, declared)| {
        let alternatives = declared.alternatives.iter().enumerate();
        alternatives.map(move |(alternative, declared)| (Internal { event, alternative }, declared))
    });

    let effective = all.filter(|(internal, declared)| {
        !matches!(declared.trigger, Trigger::Point(_))
            && (runs_code(declared)
                || !bindings(&declared.trigger).is_empty()
                || may_make(subject, *internal)
                || (0..subject.specification.properties.len())
                    .any(|p| subject.listens(p, internal.event)))
    });
    effective.map(|(internal, _)| internal).collect()
}

/// Says whether an occurrence may make an instance, which is an effect although no property hears
/// the event. A timeout concerns an instance that there is.
fn may_make(subject: &Subject<'_>, internal: Internal) -> bool {
    let alternative =
        &subject.specification.events[internal.event].alternatives[internal.alternative];
    let lookups = lookups(subject, internal.event, alternative);
    let makes =
        |lookup: &Lookup| matches!(lookup, Lookup::One { creates: true } | Lookup::Slice { .. });
    !matches!(alternative.trigger, Trigger::Timeout { .. })
        && lookups.iter().any(|(_, lookup)| makes(lookup))
}

/// Says whether some event reaches instances of a context with one parameter without its key:
/// events of outer contexts, events that leave the key open, and the release of an outer instance.
pub fn is_listed(subject: &Subject<'_>, context: ContextId, deliveries: &Deliveries) -> bool {
    let lies_in_another = subject.specification.contexts[context]
        .parent
        .is_some_and(|parent| parent.index() != 0);
    let heard = deliveries.concerning(subject, context);
    let from_outside = |delivery: &&Delivery| {
        let outermost = subject.specification.events[delivery.event].context;
        !subject.contexts_within(context).contains(&outermost)
    };

    let events = subject.specification.events.iter_enumerated();
    let mut alternatives =
        events.flat_map(|(id, event)| event.alternatives.iter().map(move |a| (id, a)));
    let is_open = |&(of, lookup): &(ContextId, Lookup)| {
        of == context && matches!(lookup, Lookup::Agreeing(_))
    };

    lies_in_another
        || heard.iter().any(from_outside)
        || alternatives
            .any(|(id, alternative)| lookups(subject, id, alternative).iter().any(is_open))
}
