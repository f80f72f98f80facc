//! What monitors are generated for: one specification, with what all parts of the generator need to
//! know of it.

use std::collections::BTreeSet;

use date::code::Code;
use date::ids::{ContextId, EventId};
use date::model::{Property, Specification};
use index_vec::IndexVec;
use text::Span;

use super::automata::has_automata_alone;
use super::carriers::Carriers;
use super::letter::letters;
use super::variables::EventVariables;
use super::waiting::has_slices_alone;

/// Where monitors go so that they see the types they name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Placement {
    /// Whether they name classes of the unnamed package, and so have to be in it.
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
    /// What reports describe.
    pub described: &'static str,
}

/// One specification, read.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    /// The specification whose automata run: an original or a residual.
    pub specification: &'a Specification,
    /// Where its classes go, and what they import.
    pub placement: Placement,
    /// The class of its global context, which holds all others.
    pub monitor: String,
    /// Its position among all specifications of a run.
    pub order: usize,
    /// What reports call its properties.
    pub property_names: &'a [String],
    /// Whether finalizers may raise events: their objects have been taken out of weak references
    /// before.
    pub has_finalizers: bool,
    /// The letter of each event's occurrences.
    pub letters: IndexVec<EventId, BTreeSet<EventId>>,
    /// The parameters whose objects carry their keys.
    pub carriers: Carriers,
    /// The variables that events bind.
    pub variables: EventVariables,
    /// Whether its instances are automata and nothing else (`super::automata`).
    pub has_automata_alone: bool,
    /// Whether its instances are automata that wait (`super::waiting`), and no code of the user gets
    /// to see anything.
    pub has_slices_alone: bool,
    /// The text of the property file, if it is there.
    text: Option<&'a str>,
    notified: IndexVec<EventId, BTreeSet<usize>>,
    listening: IndexVec<EventId, BTreeSet<usize>>,
}

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

    /// With the text of the property file, by which places in code are exact.
    pub fn with_text(self, text: Option<&'a str>) -> Self {
        Subject { text, ..self }
    }

    /// Where byte `offset` of a piece of code stands in the property file.
    pub fn place(&self, code: &Code, offset: usize) -> Span {
        super::place::place(self.text, code, offset)
    }

    /// Whether its monitors can keep what they know of an iterator on the object that a loop holds
    /// in its place (`residua.runtime.LoopIterator`): nothing but them gets to see it.
    pub fn takes_loop_iterators(&self) -> bool {
        self.has_automata_alone || self.has_slices_alone
    }

    /// What deliveries and steps are given: the place of the event, and the object where the
    /// instance does not describe it.
    pub fn passed(&self) -> Passed {
        match self.has_automata_alone {
            true => Passed {
                parameters: "java.lang.String at, java.lang.Object key",
                arguments: "at, key",
                described: "key",
            },
            false => Passed {
                parameters: "java.lang.String at",
                arguments: "at",
                described: "this",
            },
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

    /// Whether a property has a transition on the letter of an event.
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
                super::java::identifier(&self.specification.name),
                self.order
            )
        };
        (!self.placement.unnamed_package).then(name)
    }

    /// Internal name of the class of the global context.
    pub fn internal_name(&self) -> String {
        match self.package() {
            Some(package) => format!("{}/{}", package.replace('.', "/"), self.monitor),
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
        let classes = super::lookup::chain(self, context)
            .into_iter()
            .map(|id| format!(".{}", self.class_of(id)));
        std::iter::once(self.monitor.clone())
            .chain(classes)
            .collect()
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
