//! What monitors are generated for: one specification, with what all parts of the generator need to know of it.

use std::collections::BTreeSet;

use date::ids::{ContextId, EventId};
use date::model::{Property, Specification};
use index_vec::IndexVec;

use super::letter::letters;
use super::variables::EventVariables;

/// One specification, read.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    /// The specification whose automata run: an original or a residual.
    pub specification: &'a Specification,
    /// Its position among all specifications of a run.
    pub order: usize,
    /// What reports call its properties.
    pub property_names: &'a [String],
    /// The letter of each event's occurrences.
    pub letters: IndexVec<EventId, BTreeSet<EventId>>,
    /// The variables that events bind.
    pub variables: EventVariables,
}

impl<'a> Subject<'a> {
    /// Reads a specification; `property_names` has a name for each of its properties.
    pub fn new(specification: &'a Specification, order: usize, property_names: &'a [String]) -> Self {
        let variables = EventVariables::of(specification);
        Subject { specification, order, property_names, letters: letters(specification), variables }
    }

    /// The properties of a context in declaration order, with their numbers.
    pub fn properties_of(&self, context: ContextId) -> impl Iterator<Item = (usize, &'a Property)> {
        self.specification.properties.iter().enumerate().filter(move |(_, p)| p.context == context)
    }

    /// The contexts declared directly inside a context.
    pub fn inner_contexts(&self, context: ContextId) -> impl Iterator<Item = ContextId> {
        let contexts = self.specification.contexts.iter_enumerated();
        contexts.filter(move |(_, inner)| inner.parent == Some(context)).map(|(id, _)| id)
    }

    /// The context and everything declared inside it, outer before inner.
    pub fn contexts_within(&self, context: ContextId) -> Vec<ContextId> {
        let mut within = vec![context];
        let mut next = 0;
        while let Some(&outer) = within.get(next) {
            within.extend(self.inner_contexts(outer));
            next += 1;
        }
        within
    }

    /// Whether a property has a transition on the letter of an event.
    pub fn listens(&self, property: usize, event: EventId) -> bool {
        let letter = &self.letters[event];
        self.specification.properties[property].date.transitions.iter().any(|t| letter.contains(&t.event))
    }

    /// The properties whose original alphabet meets the letter of an event: those that are notified of it.
    pub fn notified(&self, event: EventId) -> BTreeSet<usize> {
        let letter = &self.letters[event];
        let properties = self.specification.properties.iter().enumerate();
        properties.filter(|(_, p)| p.alphabet.iter().any(|e| letter.contains(e))).map(|(i, _)| i).collect()
    }

    /// The Java package of the monitors, unique among the specifications of a run.
    pub fn package(&self) -> String {
        format!("residua.monitors.spec{}_{}", self.order, super::java::identifier(&self.specification.name))
    }

    /// The class of a context's instances, inside the class of the global one.
    pub fn class_of(&self, context: ContextId) -> String {
        match context.index() {
            0 => super::MONITOR.to_owned(),
            n => format!("ResiduaX{n}"),
        }
    }

    /// The class of a context's instances, named from anywhere.
    pub fn qualified_class_of(&self, context: ContextId) -> String {
        let classes = super::lookup::chain(self, context).into_iter().map(|id| format!(".{}", self.class_of(id)));
        std::iter::once(super::MONITOR.to_owned()).chain(classes).collect()
    }
}
