//! The program as one property sees it: generators, and one event graph for each object.

use std::sync::Mutex;

use date::code::{Effects, JavaType, Name, Object, Types, Value};
use date::data::Arguments;
use date::graph::{Abstraction, EventGraph, Letter};
use date::ids::{EventId, GeneratorId};
use date::judgement::Judgement;
use date::model::{Property, Specification};
use index_vec::IndexVec;
use ir::CallSiteId;
use java_types::descriptor::Type;

use crate::graphs::builder::Builder;
use crate::graphs::events::{self, EventVariables, Filters, Notification, Place, is_on_objects};
use crate::graphs::interest::Interest;
use crate::graphs::outcomes::{Generators, Outcomes};
use crate::graphs::tracking::Disorder;
use crate::graphs::world::World;
use crate::wording::subject;

/// A property, with the specification that declares it.
#[derive(Clone, Copy)]
pub struct DeclaredProperty<'a> {
    /// The specification.
    pub specification: &'a Specification,
    /// The property.
    pub property: &'a Property,
}

/// The generators of a property, and the graphs of all objects it may concern.
pub struct PropertyView {
    /// One for each notification that the property hears, in order of place and notification.
    pub notifications: IndexVec<GeneratorId, Notification>,
    /// Letters and graphs. Behind the notifications come the variants of `outcomes`, then what is
    /// unprompted.
    pub abstraction: Abstraction,
    /// The known values of the variables that each generator binds, and its thread if that is
    /// known; the variants included.
    pub arguments: IndexVec<GeneratorId, Arguments>,
    /// Which generators have variants.
    pub outcomes: Outcomes,
    /// For each graph why it knows no order, if it knows none.
    pub disorders: Vec<Option<Disorder>>,
}

impl PropertyView {
    /// For each generator the last of the reasons for which nothing is known of the order of its
    /// events, apart from those on objects without interest.
    pub fn disorder_of_generators(&self) -> IndexVec<GeneratorId, Option<Disorder>> {
        let mut found: IndexVec<GeneratorId, Option<Disorder>> =
            self.notifications.iter().map(|_| None).collect();
        for (graph, disorder) in self.abstraction.graphs.iter().zip(&self.disorders) {
            let disorder = disorder.filter(|&disorder| disorder != Disorder::NoInterest);
            let prompted = graph
                .generators()
                .into_iter()
                .filter(|generator| generator.index() < found.len());
            for generator in prompted.filter(|_| disorder.is_some()).collect::<Vec<_>>() {
                found[generator] = found[generator].max(disorder);
            }
        }
        found
    }
}

impl PropertyView {
    /// Generators of outer contexts concern whatever instances are there, at times that no graph of
    /// theirs tells, as does what is unprompted: also those of which no generator tells, because
    /// what has made them is not heard, because a message names them, or because the program does
    /// nothing else.
    fn add_at_any_time(&mut self, outer: &[GeneratorId], unprompted: Vec<Letter>) {
        if !outer.is_empty() || !unprompted.is_empty() {
            self.abstraction
                .graphs
                .push(EventGraph::unordered(subject::OTHERS.to_owned(), []));
            self.disorders.push(None);
        }
        self.abstraction.add_background(outer);
        self.abstraction.add_unprompted(unprompted);
    }
}

impl World<'_> {
    /// Returns whether the code of a call may be other than the sources say, what it passes
    /// included.
    fn is_changed(&self, place: Place) -> bool {
        let is_changed =
            |site: &CallSiteId| self.changed.contains(&self.program.calls[*site].method);
        matches!(place, Place::Call(point) if self.sites.at(point).iter().any(is_changed))
    }

    /// A notification that no longer lacks its target where the receiver is surely an object. Code
    /// that may be other than the sources say shows none.
    fn with_target(&self, notification: &Notification) -> Notification {
        let place = notification.place;
        let bodies = || self.sites.bodies(self.program, place).into_iter();
        let has_target = notification.may_lack_target
            && !bodies().any(|method| self.changed.contains(&method))
            && is_on_objects(self.program, self.sites, place);
        Notification {
            may_lack_target: notification.may_lack_target && !has_target,
            ..notification.clone()
        }
    }

    /// Builds the abstraction of the program for one property. `parameter_type` is the erased type
    /// of the property's only parameter, if it is known. `judged` is what the property says about
    /// itself; where it is frozen, nothing is ordered.
    pub fn view(
        &self,
        specification: &Specification,
        property: &Property,
        notifications: &[Notification],
        parameter_type: Option<&Type>,
        judged: (&Judgement, bool),
    ) -> PropertyView {
        let (judgement, frozen) = judged;
        let letter = |event: EventId| letter(specification, property, &judgement.pinned, event);
        let heard = notifications.iter().filter_map(|notification| {
            let letter = letter(notification.event);
            (!letter.events().is_empty()).then(|| (self.with_target(notification), letter))
        });
        let (notifications, generators): (Vec<Notification>, Vec<Letter>) = heard.unzip();
        let notifications: IndexVec<GeneratorId, Notification> = notifications.into();
        let mut generators: IndexVec<GeneratorId, Letter> = generators.into();
        let mut arguments: IndexVec<GeneratorId, Arguments> =
            notifications.iter().map(|_| Arguments::new()).collect();

        let mut outcomes = Outcomes::default();
        // Properties without conditions ask nothing.
        if !frozen
            && property
                .date
                .transitions
                .iter()
                .any(|transition| transition.condition.is_some())
        {
            let variables = EventVariables::new(self.program, self.sites, specification);
            let of = |notification: &Notification| {
                if self.is_changed(notification.place) {
                    Arguments::new()
                } else {
                    events::arguments(&variables, notification)
                }
            };
            arguments = notifications.iter().map(of).collect();
            let known = Generators {
                letters: &mut generators,
                arguments: &mut arguments,
            };
            outcomes.add(&variables, property, &notifications, known);
        }

        let unprompted: Vec<Letter> = judgement
            .unprompted
            .iter()
            .map(|&event| letter(event))
            .collect();
        let is_outer =
            |generator: &GeneratorId| judgement.outer.contains(&notifications[*generator].event);
        let variables = EventVariables::new(self.program, self.sites, specification);
        let filters = Filters::new(self.program, self.points_to, variables);
        let is_refused = |notification: &Notification| {
            !frozen && !self.is_changed(notification.place) && filters.refuse(notification)
        };
        let happening = notifications
            .indices()
            .filter(|&generator| !is_refused(&notifications[generator]));
        let (outer, own): (Vec<GeneratorId>, Vec<GeneratorId>) = happening.partition(is_outer);
        let interest = Interest {
            date: Some(&judgement.date).filter(|_| !frozen),
            letters: &generators,
            at_any_time: unprompted
                .iter()
                .chain(outer.iter().map(|&g| &generators[g]))
                .cloned()
                .collect(),
            known: Mutex::default(),
        };

        let builder = Builder::new(self, &notifications, &outcomes, parameter_type, interest);
        if !frozen && asks_for_thread(specification, property) {
            let name = Name::current_thread().text;
            let own = (JavaType::Reference, Value::Object(Object::own_thread()));
            for generator in builder.on_own_threads(specification, property) {
                for each in outcomes.with_variants(&[generator]) {
                    arguments[each].insert(name.clone(), own.clone());
                }
            }
        }
        let (graphs, disorders) = builder
            .graphs(specification, property, builder.reachable(&own))
            .into_iter()
            .unzip();
        let outer = builder.reachable(&outer);
        let mut view = PropertyView {
            abstraction: Abstraction {
                generators,
                graphs,
                ..Abstraction::default()
            },
            arguments,
            outcomes,
            notifications,
            disorders,
        };

        if !frozen {
            // There is one global instance from the beginning on.
            let creating = view.outcomes.with_variants(&own);
            view.abstraction.creating = if property.context.index() > 0 {
                creating
            } else {
                Vec::new()
            };
            view.add_at_any_time(&outer, unprompted);
        }

        view
    }
}

/// Returns whether code of a property asks for the thread that raises the event.
fn asks_for_thread(specification: &Specification, property: &Property) -> bool {
    let types = Types::of(specification, property.context);
    let thread = Name::current_thread();
    property
        .date
        .codes()
        .any(|code| Effects::of(code, &types).reads.contains(&thread))
}

/// Returns the events that a property hears when `event` is raised, or none if none of them is of
/// the property. They are the property's own events among those raised, and the pinned ones.
/// The pinned ones create instances or have effects whoever listens.
fn letter(
    specification: &Specification,
    property: &Property,
    pinned: &[EventId],
    event: EventId,
) -> Letter {
    let raised = specification.letter(event);
    let is_own = |event: &EventId| property.alphabet.contains(event);
    let is_heard = raised.iter().any(is_own);
    Letter::new(
        raised
            .into_iter()
            .filter(|event| is_heard && (is_own(event) || pinned.contains(event))),
    )
}
