//! The subject of generated monitors: one specification, with all facts about it that several parts
//! of the generator need.

use java_types::Spelling;
use std::collections::BTreeSet;

use date::code::Code;
use date::ids::{ContextId, EventId};
use date::model::{Property, Specification};
use index_vec::IndexVec;
use text::Span;

use super::carrying::Carriers;
use super::java::identifier;
use super::place;
use super::variables::EventVariables;

/// The place of monitors, from which they see the types they name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Placement {
    /// Says whether they name classes of the unnamed package, and so have to be in it.
    pub unnamed_package: bool,
    /// Classes of the program that the specification names without importing them, with dots.
    pub imports: BTreeSet<String>,
    /// Imports of the specification that name packages without classes: `javac` refuses them.
    pub empty_imports: BTreeSet<String>,
}

/// Parameters of generated methods.
#[derive(Debug, Clone, Copy)]
pub struct Passed {
    /// As they are declared.
    pub parameters: &'static str,
    /// As they are passed on.
    pub arguments: &'static str,
    /// The object that reports describe.
    pub described: &'static str,
}

/// One specification, read.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    /// The specification whose automata run: an original or a residual.
    pub specification: &'a Specification,
    /// The place of its classes, and their imports.
    pub placement: Placement,
    /// The class of its global context, which holds all others.
    pub monitor: String,
    /// Its position among all specifications of a run.
    pub order: usize,
    /// The names of its properties in reports.
    pub property_names: &'a [String],
    /// Says whether finalizers may raise events: their objects have been taken out of weak
    /// references before.
    pub has_finalizers: bool,
    /// The letter of each event's occurrences.
    pub letters: IndexVec<EventId, BTreeSet<EventId>>,
    /// The parameters whose objects carry their keys.
    pub carriers: Carriers,
    /// The variables that events bind.
    pub variables: EventVariables,
    /// Says whether its instances are automata and nothing else (`automata.rs`).
    pub has_automata_alone: bool,
    /// Says whether its instances are automata that wait (`waiting.rs`), and no code of the user
    /// gets to see anything.
    pub has_slices_alone: bool,
    /// The text of the property file, if it is there.
    pub(super) text: Option<&'a str>,
    pub(super) notified: IndexVec<EventId, BTreeSet<usize>>,
    pub(super) listening: IndexVec<EventId, BTreeSet<usize>>,
}

impl<'a> Subject<'a> {
    /// With the text of the property file, by which places in code are exact.
    pub fn with_text(self, text: Option<&'a str>) -> Self {
        Subject { text, ..self }
    }

    /// Finds the place of byte `offset` of a piece of code in the property file.
    pub fn place(&self, code: &Code, offset: usize) -> Span {
        place::place(self.text, code, offset)
    }

    /// Says whether its monitors can keep what they know of an iterator on the object that a loop
    /// holds in its place (`residua.runtime.LoopIterator`): nothing but them gets to see it.
    pub fn takes_loop_iterators(&self) -> bool {
        self.has_automata_alone || self.has_slices_alone
    }

    /// The arguments of deliveries and steps: the place of the event, and the object where the
    /// instance does not describe it.
    pub fn passed(&self) -> Passed {
        if self.has_automata_alone {
            Passed {
                parameters: "java.lang.String at, java.lang.Object key",
                arguments: "at, key",
                described: "key",
            }
        } else {
            Passed {
                parameters: "java.lang.String at",
                arguments: "at",
                described: "this",
            }
        }
    }

    /// The properties of a context in declaration order, with their numbers.
    pub fn properties_of(&self, context: ContextId) -> impl Iterator<Item = (usize, &'a Property)> {
        self.specification
            .properties
            .iter()
            .enumerate()
            .filter(move |(_, p)| p.context == context)
    }

    /// Says whether instances of the property's context are released when all its properties
    /// accept.
    pub fn releases(&self, property: &Property) -> bool {
        property.context.index() != 0
            && self
                .properties_of(property.context)
                .all(|(_, sibling)| sibling.releases)
    }

    /// The contexts declared directly inside a context.
    pub fn inner_contexts(&self, context: ContextId) -> impl Iterator<Item = ContextId> {
        let contexts = self.specification.contexts.iter_enumerated();
        contexts
            .filter(move |(_, inner)| inner.parent == Some(context))
            .map(|(id, _)| id)
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

    /// The context and its ancestors without the global one, outermost first.
    pub fn chain(&self, context: ContextId) -> Vec<ContextId> {
        let contexts = &self.specification.contexts;
        let mut chain: Vec<ContextId> =
            std::iter::successors(Some(context), |&id| contexts[id].parent).collect();
        chain.pop();
        chain.reverse();
        chain
    }

    /// Says whether a property has a transition on the letter of an event.
    pub fn listens(&self, property: usize, event: EventId) -> bool {
        self.listening[event].contains(&property)
    }

    /// The properties whose original alphabet meets the letter of an event: those that are notified
    /// of it.
    pub fn notified(&self, event: EventId) -> &BTreeSet<usize> {
        &self.notified[event]
    }

    /// The Java package of the monitors; `None` for the unnamed one, whose classes no other package
    /// can name.
    pub fn package(&self) -> Option<String> {
        let name = || {
            format!(
                "residua.monitors.{}{}",
                identifier(&self.specification.name),
                self.order
            )
        };
        (!self.placement.unnamed_package).then(name)
    }

    /// Internal name of the class of the global context.
    pub fn internal_name(&self) -> String {
        match self.package() {
            Some(package) => format!("{}/{}", package.to_internal(), self.monitor),
            None => self.monitor.clone(),
        }
    }

    /// The class of a context's instances, inside the class of the global one.
    pub fn class_of(&self, context: ContextId) -> String {
        match context.index() {
            0 => self.monitor.clone(),
            n => format!("ResiduaX{n}"),
        }
    }

    /// The class of a context's instances, named from anywhere.
    pub fn qualified_class_of(&self, context: ContextId) -> String {
        let classes = self
            .chain(context)
            .into_iter()
            .map(|id| format!(".{}", self.class_of(id)));
        std::iter::once(self.monitor.clone())
            .chain(classes)
            .collect()
    }
}
