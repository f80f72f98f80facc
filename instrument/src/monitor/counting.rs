//! Counters of the events that properties are notified of.

use std::collections::{BTreeMap, BTreeSet};

use date::ids::EventId;

use super::Subject;
use super::java::quoted;
use super::writer::JavaWriter;

/// Numbers of counters by (property, event), in order.
type Counters = BTreeMap<(usize, EventId), usize>;

/// The counters of a specification: one for each property and each event with occurrences of its
/// own that it is notified of.
fn counters(subject: &Subject<'_>) -> Counters {
    let events = subject.specification.events.iter_enumerated();
    let events = events
        .filter(|(_, event)| !event.alternatives.is_empty())
        .map(|(id, _)| id);
    let pairs = events.flat_map(|event| {
        subject
            .notified(event)
            .iter()
            .map(move |&property| (property, event))
    });
    let ordered: BTreeSet<_> = pairs.collect();
    ordered.into_iter().zip(0..).collect()
}

/// Appends the field that holds the counters.
pub fn append_counters(java: &mut JavaWriter, subject: &Subject<'_>) {
    let label = |&(property, event): &(usize, EventId)| {
        let event = &subject.specification.events[event].name;
        quoted(&format!("{}\t{event}", subject.property_names[property]))
    };
    let labels: Vec<String> = counters(subject).keys().map(label).collect();
    java.line(format_args!(
        "static final long[] r$counts = residua.runtime.Counters.register({}, new java.lang.String[] {{{}}});",
        subject.order,
        labels.join(", ")
    ));
}

/// Appends the counting of an event for the properties that are told.
pub fn append_counting(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    event: EventId,
    properties: &BTreeSet<usize>,
) {
    for (property, counter) in counters(subject) {
        if properties.contains(&property.0) && property.1 == event {
            let (monitor, order) = (&subject.monitor, subject.order);
            java.line(format_args!("{monitor}.r$counts[{counter}]++;"));
            java.line(format_args!(
                "if (residua.runtime.Counters.BY_PLACE) \
                 residua.runtime.Counters.count({order}, {counter}, residua.runtime.Gate.at());"
            ));
        }
    }
}
