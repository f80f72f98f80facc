//! The program as one property sees it: generators, and one event graph for each object.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use date::algebra::{StaticDate, bad_after, reduce};
use date::data::Arguments;
use date::graph::{Abstraction, EventGraph, Letter};
use date::ids::{EventId, GeneratorId};
use date::judgement::Judgement;
use date::model::{Identity, Parameter, Property, Specification};
use index_vec::IndexVec;
use indexmap::IndexMap;
use ir::{CallSiteId, MethodId, PointId, Program};
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::Answer;
use rayon::prelude::*;
use roaring::RoaringBitmap;
use rustc_hash::FxBuildHasher;

use crate::answers::comes_after_yes;
use crate::combinations::{Table, Values, primary};
use crate::events::{
    self, AccessId, AccessValues, Locals, Notification, Place, Read, Sites, Source, chain,
    rewritten,
};
use crate::outcomes::Outcomes;
use crate::tracking::{Disorder, Raised, Relevance, Scene, Tracked, event_graph};
use points_to::{Dispatch, Node, Novelty, Object, ObjectId, OneThread, PointsTo, superclasses};

/// What the whole program is, whatever the property.
pub struct World<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its methods by name.
    pub dispatch: &'a Dispatch<'a>,
    /// Its call graph and points-to sets.
    pub points_to: &'a PointsTo,
    /// Its call graph in both directions.
    pub relevance: &'a Relevance,
    /// Its entry points.
    pub entries: &'a [MethodId],
    /// All methods with which an execution begins; none where that is not known.
    pub beginnings: &'a [MethodId],
    /// The objects that one thread has to itself.
    pub one_thread: &'a OneThread,
    /// The call sites of each source point.
    pub sites: &'a Sites,
    /// The methods in whose code some event of some property is raised.
    pub raising: &'a BTreeSet<MethodId>,
    /// The methods whose code may be other than the sources say.
    pub changed: &'a BTreeSet<MethodId>,
}

/// The generators of a property, and the graphs of all objects it may concern.
pub struct PropertyView {
    /// One for each notification that the property hears, in order of place and notification.
    pub notifications: IndexVec<GeneratorId, Notification>,
    /// Letters and graphs. Behind the notifications come the variants of `outcomes`, then what is
    /// unprompted.
    pub abstraction: Abstraction,
    /// What is known of the variables that each generator binds, the variants included.
    pub arguments: IndexVec<GeneratorId, Arguments>,
    /// Which generators have variants.
    pub outcomes: Outcomes,
    /// For each graph why it knows no order, if it knows none.
    pub disorders: Vec<Option<Disorder>>,
}

/// A graph, and why it knows no order if it knows none.
type Followed = (EventGraph, Option<Disorder>);

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
            self.abstraction.graphs.push(EventGraph::unordered(
                "what no other event concerns".to_owned(),
                [],
            ));
            self.disorders.push(None);
        }
        self.abstraction.add_background(outer);
        self.abstraction.add_unprompted(unprompted);
    }
}

impl World<'_> {
    /// Whether the code of a call may be other than the sources say, what it passes included.
    fn is_changed(&self, place: Place) -> bool {
        let is_changed =
            |site: &CallSiteId| self.changed.contains(&self.program.calls[*site].method);
        matches!(place, Place::Call(point) if self.sites.at(point).iter().any(is_changed))
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
            (!letter.events().is_empty()).then(|| (notification.clone(), letter))
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
            let (program, sites, rewritten) = (self.program, self.sites, rewritten(specification));
            let of = |notification: &Notification| match self.is_changed(notification.place) {
                true => Arguments::new(),
                false => {
                    events::arguments(program, sites, (specification, &rewritten), notification)
                }
            };
            arguments = notifications.iter().map(of).collect();
            let property = (specification, &rewritten, property);
            outcomes.add(
                (program, sites),
                property,
                &notifications,
                (&mut generators, &mut arguments),
            );
        }
        let unprompted: Vec<Letter> = judgement
            .unprompted
            .iter()
            .map(|&event| letter(event))
            .collect();
        let is_outer =
            |generator: &GeneratorId| judgement.outer.contains(&notifications[*generator].event);
        let (outer, own): (Vec<GeneratorId>, Vec<GeneratorId>) =
            notifications.indices().partition(is_outer);
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
        let builder = Builder::new(self, (&notifications, &outcomes), parameter_type, interest);
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

/// What a property hears when `event` is raised: those of its events that are notified then, with
/// the pinned ones among all that are, which create instances or have effects whoever listens;
/// nothing if none is of the property.
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

/// Whether the order of an object's events is of interest.
struct Interest<'a> {
    date: Option<&'a StaticDate>,
    letters: &'a IndexVec<GeneratorId, Letter>,
    /// What may concern any object besides its own generators.
    at_any_time: Vec<Letter>,
    known: Mutex<BTreeMap<BTreeSet<EventId>, bool>>,
}

impl Interest<'_> {
    /// Whether these generators may lead to something that the user sees, in some order: what none
    /// leads to needs no control flow to rule it out (residual1).
    fn is_ordered(&self, generators: &[GeneratorId]) -> bool {
        let Some(date) = self.date else { return false };
        let letters = generators
            .iter()
            .map(|&generator| &self.letters[generator])
            .chain(&self.at_any_time);
        let events: BTreeSet<EventId> = letters.flat_map(Letter::events).copied().collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(events).or_insert_with_key(|events| {
            let left = date
                .whole()
                .restrict_alphabet(date, |event| events.contains(&event));
            bad_after(date, &reduce(date, &left)).any()
        })
    }
}

/// The parameter by whose objects instances are followed.
struct TrackedParameter {
    position: usize,
    is_seen_by_events_of_object: bool,
    of_one_thread: RoaringBitmap,
    raised: Raised,
}

/// The graphs of objects to which the same may happen are one graph, that of the first of them.
fn alike(graphs: impl IntoIterator<Item = Followed>) -> Vec<Followed> {
    let mut found: IndexMap<Followed, String, FxBuildHasher> = IndexMap::default();
    for (mut graph, disorder) in graphs {
        let subject = std::mem::take(&mut graph.subject);
        found.entry((graph, disorder)).or_insert(subject);
    }
    found
        .into_iter()
        .map(|((graph, disorder), subject)| (EventGraph { subject, ..graph }, disorder))
        .collect()
}

/// The graph of what happens in any order.
fn unordered(disorder: Disorder, subject: &str, generators: Vec<GeneratorId>) -> Followed {
    (
        EventGraph::unordered(subject.to_owned(), generators),
        Some(disorder),
    )
}

/// Makes the graphs of a property.
pub(crate) struct Builder<'a> {
    world: &'a World<'a>,
    pub(crate) notifications: &'a IndexVec<GeneratorId, Notification>,
    outcomes: &'a Outcomes,
    parameter_type: Option<&'a Type>,
    interest: Interest<'a>,
    at_calls: BTreeMap<PointId, Vec<GeneratorId>>,
    at_bodies: BTreeMap<MethodId, Vec<GeneratorId>>,
    at_accesses: BTreeMap<AccessId, Vec<GeneratorId>>,
}

impl<'a> Builder<'a> {
    fn new(
        world: &'a World<'a>,
        (notifications, outcomes): (&'a IndexVec<GeneratorId, Notification>, &'a Outcomes),
        parameter_type: Option<&'a Type>,
        interest: Interest<'a>,
    ) -> Self {
        let mut at_calls: BTreeMap<PointId, Vec<GeneratorId>> = BTreeMap::new();
        let mut at_bodies: BTreeMap<MethodId, Vec<GeneratorId>> = BTreeMap::new();
        let mut at_accesses: BTreeMap<AccessId, Vec<GeneratorId>> = BTreeMap::new();
        for (id, notification) in notifications.iter_enumerated() {
            match notification.place {
                Place::Call(point) => at_calls.entry(point).or_default().push(id),
                Place::Execution(method) => at_bodies.entry(method).or_default().push(id),
                Place::Access(access) => at_accesses.entry(access).or_default().push(id),
                Place::Initialization(_) => {}
            }
        }
        Builder {
            world,
            notifications,
            outcomes,
            parameter_type,
            interest,
            at_calls,
            at_bodies,
            at_accesses,
        }
    }

    /// Those of the generators that some execution may come by.
    fn reachable(&self, generators: &[GeneratorId]) -> Vec<GeneratorId> {
        generators
            .iter()
            .copied()
            .filter(|&generator| self.is_reachable(generator))
            .collect()
    }

    /// The graphs of what these generators may concern.
    fn graphs(
        &self,
        specification: &Specification,
        property: &Property,
        reachable: Vec<GeneratorId>,
    ) -> Vec<Followed> {
        let contexts = chain(specification, property.context);
        let parameters: Vec<_> = contexts
            .iter()
            .flat_map(|&c| &specification.contexts[c].parameters)
            .collect();
        let is_value = |position: usize| {
            reachable
                .iter()
                .any(|&generator| self.binds_value(generator, position))
        };
        match parameters[..] {
            [_] if is_value(0) => vec![unordered(Disorder::Values, "values", reachable)],
            [] => {
                let none = TrackedParameter {
                    position: 0,
                    is_seen_by_events_of_object: false,
                    of_one_thread: RoaringBitmap::new(),
                    raised: Raised::default(),
                };
                vec![self.graph(Tracked::Global, &none, "the program".to_owned(), &reachable)]
            }
            [parameter]
                if parameter.identity == Identity::Identity
                    || self.are_equal_only_if_same(&reachable) =>
            {
                let concerned = self.concerned(&reachable);
                let parameter = TrackedParameter {
                    position: 0,
                    is_seen_by_events_of_object: primary(specification, property, &[parameter])
                        .is_some(),
                    of_one_thread: RoaringBitmap::new(),
                    raised: self.raised(0, &reachable),
                };
                let graph = |(&object, generators): (&ObjectId, &Vec<GeneratorId>)| {
                    self.graph(
                        Tracked::Object(object),
                        &parameter,
                        self.describe(object),
                        generators,
                    )
                };
                alike(concerned.par_iter().map(graph).collect::<Vec<_>>())
            }
            [_] => vec![unordered(
                Disorder::Equality,
                "objects that may be equal",
                reachable,
            )],
            _ => match primary(specification, property, &parameters) {
                Some(position) if !is_value(position) => {
                    self.graphs_of_combinations(&parameters, position, &reachable)
                }
                _ => vec![unordered(
                    Disorder::Apart,
                    "all combinations of objects",
                    reachable,
                )],
            },
        }
    }

    /// For each object of the parameter at `position` the graph of all instances that are bound to
    /// it; then one for those that no event binds to such an object.
    fn graphs_of_combinations(
        &self,
        parameters: &[&Parameter],
        position: usize,
        reachable: &[GeneratorId],
    ) -> Vec<Followed> {
        let bound: Vec<_> = reachable
            .iter()
            .map(|&generator| (generator, self.bound(generator, parameters)))
            .collect();
        let is_of_one_thread = |(_, own): &&(GeneratorId, Vec<Option<Values>>)| {
            let mut bound = own.iter().flatten().peekable();
            let binds_any = bound.peek().is_some();
            binds_any
                && bound.all(
                    |own| matches!(own, Values::Of(objects) if self.stay_on_their_threads(objects)),
                )
        };
        let tracked = TrackedParameter {
            position,
            is_seen_by_events_of_object: true,
            of_one_thread: bound
                .iter()
                .filter(is_of_one_thread)
                .map(|(generator, _)| generator.raw())
                .collect(),
            raised: self.raised(position, reachable),
        };
        let table = Table::new(bound, position);
        let points_to = self.world.points_to;
        let objects = table
            .objects()
            .unwrap_or_else(|| points_to.identified().map(ObjectId::raw).collect());
        let objects = objects
            .into_iter()
            .map(ObjectId::from_raw)
            .filter(|&object| points_to.is_identified(object));
        let graphs = objects.collect::<Vec<_>>().into_par_iter().map(|object| {
            let subject = format!(
                "{} with what it is bound together with",
                self.describe(object)
            );
            self.graph(
                Tracked::Object(object),
                &tracked,
                subject,
                &table.combination(object),
            )
        });
        let apart = table.apart().into_iter().map(|generators| {
            let disorder = self.disorder_if_of_interest(Disorder::Apart, &generators);
            unordered(disorder, "objects that no event binds together", generators)
        });
        alike(graphs.collect::<Vec<_>>().into_iter().chain(apart))
    }

    /// For each method the generators that leave the parameter at `position` open.
    fn raised(&self, position: usize, generators: &[GeneratorId]) -> Raised {
        let open = |generator: &&GeneratorId| {
            self.notifications[**generator]
                .sources
                .get(position)
                .copied()
                .flatten()
                .is_none()
        };
        let open = generators.iter().filter(open);
        let World {
            program,
            sites,
            relevance,
            ..
        } = self.world;
        let bodies =
            |generator: GeneratorId| sites.bodies(program, self.notifications[generator].place);
        let places = open.flat_map(|&generator| {
            bodies(generator)
                .into_iter()
                .map(move |method| (method, generator))
        });
        let places: Vec<(MethodId, GeneratorId)> = places.collect();
        if places.is_empty() {
            Raised::default()
        } else {
            Raised::new(relevance, places)
        }
    }

    /// Whether each of these objects stays on the thread that has made it.
    fn stay_on_their_threads(&self, objects: &RoaringBitmap) -> bool {
        let World {
            points_to,
            one_thread,
            ..
        } = self.world;
        objects
            .iter()
            .map(ObjectId::from_raw)
            .all(|object| !points_to.is_shared(object) || one_thread.owns(object))
    }

    fn are_equal_only_if_same(&self, generators: &[GeneratorId]) -> bool {
        self.concerned(generators)
            .keys()
            .all(|&object| self.inherits_equals(object))
    }

    fn graph(
        &self,
        tracked: Tracked,
        parameter: &TrackedParameter,
        subject: String,
        generators: &[GeneratorId],
    ) -> Followed {
        if !self.interest.is_ordered(generators) {
            return unordered(Disorder::NoInterest, &subject, generators.to_vec());
        }
        let scene = Scene {
            program: self.world.program,
            dispatch: self.world.dispatch,
            points_to: self.world.points_to,
            relevance: self.world.relevance,
            notifications: self.notifications,
            one_thread: self.world.one_thread,
            sites: self.world.sites,
            at_calls: &self.at_calls,
            at_bodies: &self.at_bodies,
            at_accesses: &self.at_accesses,
            outcomes: self.outcomes,
            position: parameter.position,
            is_seen_by_events_of_object: parameter.is_seen_by_events_of_object,
            of_one_thread: &parameter.of_one_thread,
            raised: &parameter.raised,
        };
        let (graph, disorder) =
            event_graph(&scene, tracked, subject, generators, self.world.entries);
        (graph.condensed(), disorder)
    }

    fn disorder_if_of_interest(&self, disorder: Disorder, generators: &[GeneratorId]) -> Disorder {
        if self.interest.is_ordered(generators) {
            disorder
        } else {
            Disorder::NoInterest
        }
    }

    fn is_reachable(&self, generator: GeneratorId) -> bool {
        let place = self.notifications[generator].place;
        let bodies = self.world.sites.bodies(self.world.program, place);
        place.is_at_any_time()
            || bodies
                .iter()
                .any(|method| self.world.points_to.reachable.contains(method))
    }

    /// For each object the generators that may concern it.
    fn concerned(&self, generators: &[GeneratorId]) -> BTreeMap<ObjectId, Vec<GeneratorId>> {
        let mut concerned: BTreeMap<ObjectId, Vec<GeneratorId>> = BTreeMap::new();
        for &generator in generators {
            for object in self.objects(generator) {
                concerned.entry(object).or_default().push(generator);
            }
        }
        concerned
    }

    /// The objects that a generator may concern, in id order. `null` names no instance.
    fn objects(&self, generator: GeneratorId) -> Vec<ObjectId> {
        let source = self.notifications[generator]
            .sources
            .first()
            .copied()
            .flatten();
        match source.map_or(Values::Any, |source| self.values(generator, source)) {
            Values::Any => self.every_fitting_object(),
            Values::Of(found) => {
                let found = found.iter().map(ObjectId::from_raw);
                found
                    .filter(|&object| self.world.points_to.is_identified(object))
                    .collect()
            }
        }
    }

    /// What a generator binds to a parameter for which it has this source.
    pub(crate) fn values(&self, generator: GeneratorId, source: Source) -> Values {
        if let Source::Read(read) = source {
            return self.values_read(generator, &self.notifications[generator].reads[read]);
        }
        let comes_after_yes = source == Source::Receiver && self.comes_after_yes(generator);
        let mut found = RoaringBitmap::new();
        for node in self.nodes(generator, source) {
            match node.filter(|&node| self.is_reference(node)) {
                Some(node) if comes_after_yes => {
                    found |= self.world.points_to.objects_with_more(node)
                }
                Some(node) => found |= &*self.world.points_to.objects(node),
                None => return Values::Any,
            }
        }
        Values::Of(found)
    }

    /// What a `where` reads. Objects that no field of that type holds are left out.
    fn values_read(&self, generator: GeneratorId, read: &Read) -> Values {
        let Values::Of(objects) = self.values(generator, read.of) else {
            return Values::Any;
        };
        let mut found = RoaringBitmap::new();
        for &field in &read.fields {
            let ty = &self.world.program.fields[field].ty;
            if !ty.is_reference() {
                return Values::Any;
            }
            let held = self.world.points_to.in_field(&objects, field);
            found.extend(
                held.iter()
                    .filter(|&object| self.fits(ObjectId::from_raw(object), ty)),
            );
        }
        Values::Of(found)
    }

    /// Whether a generator binds a number, a character or a truth value to a parameter: no object,
    /// but a value, which is the same wherever it comes from.
    fn binds_value(&self, generator: GeneratorId, position: usize) -> bool {
        let Notification { sources, reads, .. } = &self.notifications[generator];
        let source = sources.get(position).copied().flatten();
        if let Some(Source::Read(read)) = source {
            let mut fields = reads[read].fields.iter();
            return fields.any(|&field| !self.world.program.fields[field].ty.is_reference());
        }
        let nodes = source.map(|source| self.nodes(generator, source));
        nodes
            .into_iter()
            .flatten()
            .flatten()
            .any(|node| !self.is_reference(node))
    }

    fn is_reference(&self, node: Node) -> bool {
        let methods = &self.world.program.methods;
        match node {
            Node::Local(method, local) => methods[method]
                .body
                .as_ref()
                .is_some_and(|body| body.locals[local].ty.is_reference()),
            Node::Return(method) => {
                let descriptor = MethodDescriptor::parse(&methods[method].descriptor).ok();
                descriptor
                    .and_then(|descriptor| descriptor.result)
                    .is_some_and(|result| result.is_reference())
            }
            _ => true,
        }
    }

    /// Whether the receiver of a generator's call has always just said that there is more to come.
    fn comes_after_yes(&self, generator: GeneratorId) -> bool {
        let Place::Call(point) = self.notifications[generator].place else {
            return false;
        };
        self.world
            .sites
            .at(point)
            .iter()
            .all(|&site| comes_after_yes(self.world.program, site))
    }

    fn every_fitting_object(&self) -> Vec<ObjectId> {
        self.world
            .points_to
            .identified()
            .filter(|&object| self.fits_parameter(object))
            .collect()
    }

    /// Where a value is found, for each copy of the place; `None` where it was not followed.
    fn nodes(&self, generator: GeneratorId, source: Source) -> Vec<Option<Node>> {
        match self.notifications[generator].place {
            Place::Execution(method) => vec![self.value_in_body(method, source)],
            Place::Initialization(_) => vec![None],
            Place::Access(access) => {
                let World {
                    program,
                    dispatch,
                    sites,
                    ..
                } = self.world;
                let method = sites.accesses.get(access).method;
                let node = |values: &AccessValues<'_>| {
                    let local = Locals::of_access(program, dispatch, method, values).get(source);
                    local.map(|local| Node::Local(method, local))
                };
                sites
                    .accesses
                    .values(program, access)
                    .iter()
                    .map(node)
                    .collect()
            }
            Place::Call(point) => {
                let reachable = |site: &&CallSiteId| {
                    self.world
                        .points_to
                        .reachable
                        .contains(&self.world.program.calls[**site].method)
                };
                let sites = self.world.sites.at(point).iter().filter(reachable);
                sites
                    .map(|&site| self.value_at_call(site, source))
                    .collect()
            }
        }
    }

    fn value_at_call(&self, site: CallSiteId, source: Source) -> Option<Node> {
        let World {
            program, dispatch, ..
        } = self.world;
        let call = &program.calls[site];
        let local = Locals::of_call(program, dispatch, call).get(source);
        local.map(|local| Node::Local(call.method, local))
    }

    fn value_in_body(&self, method: MethodId, source: Source) -> Option<Node> {
        let World {
            program, dispatch, ..
        } = self.world;
        if source == Source::Result {
            return Some(Node::Return(method));
        }
        let local = Locals::of_body(program, dispatch, method, None).get(source);
        local.map(|local| Node::Local(method, local))
    }

    fn fits_parameter(&self, object: ObjectId) -> bool {
        self.parameter_type.is_none_or(|ty| self.fits(object, ty))
    }

    fn fits(&self, object: ObjectId, ty: &Type) -> bool {
        let Some(site) = self.world.points_to.object(object).allocation() else {
            return true;
        };
        self.world
            .program
            .hierarchy
            .is_subtype(&self.world.program.allocations[site].ty, ty)
            != Answer::No
    }

    /// Whether an object is equal to itself alone: its class has neither `equals` nor `hashCode` of
    /// its own.
    fn inherits_equals(&self, object: ObjectId) -> bool {
        let Some(site) = self.world.points_to.object(object).allocation() else {
            return false;
        };
        let Type::Class(class) = &self.world.program.allocations[site].ty else {
            return true;
        };
        let hierarchy = &self.world.program.hierarchy;
        let chain = superclasses(hierarchy, class);
        chain
            .iter()
            .filter(|name| &***name != "java/lang/Object")
            .all(|name| {
                let is_own = |m: &java_types::class_info::MethodInfo| {
                    matches!(&*m.name, "equals" | "hashCode")
                };
                hierarchy
                    .class(name)
                    .is_some_and(|info| !info.methods.iter().any(is_own))
            })
    }

    fn describe(&self, object: ObjectId) -> String {
        let program = self.world.program;
        let allocation = match self.world.points_to.object(object) {
            Object::Allocated(site) => &program.allocations[site],
            Object::Made {
                site: Some(site),
                novelty: Novelty::Result,
            } => {
                let point = &program.points[program.calls[site].point];
                return format!(
                    "what the call at {}:{} gives",
                    program.files[point.file].path, point.span.line
                );
            }
            Object::Made {
                novelty: Novelty::Of(whole),
                ..
            } => return format!("a view of {}", self.describe(whole)),
            Object::Constructed(class) => {
                return format!(
                    "the {} that reflection makes",
                    program.classes[class].name.replace(['/', '$'], ".")
                );
            }
            Object::Library | Object::Made { .. } | Object::Escaped => {
                return "objects made by libraries".to_owned();
            }
        };
        let class = &program.classes[program.methods[allocation.method].class];
        let file = &program.files[class.file];
        format!(
            "the {} made at {}:{}",
            allocation.ty.java_name(),
            file.path,
            allocation.span.line
        )
    }
}
