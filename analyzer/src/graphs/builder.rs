//! The event graphs of a property: one for each object that it may concern.

use java_types::Spelling;
use std::collections::BTreeMap;

use date::graph::EventGraph;
use date::ids::GeneratorId;
use date::model::{Identity, Parameter, Property, Specification};
use index_vec::IndexVec;
use ir::{MethodId, PointId};
use java_types::descriptor::Type;
use java_types::hierarchy::Answer;
use roaring::RoaringBitmap;

use crate::graphs::combinations::{Table, Values, primary};
use crate::graphs::events::{AccessId, Notification, Place, chain};
use crate::graphs::followed::{Followed, Graphs};
use crate::graphs::interest::Interest;
use crate::graphs::outcomes::Outcomes;
use crate::graphs::tracking::{Disorder, Raised, Scene, Tracked, event_graph};
use crate::graphs::world::World;
use crate::wording::subject;
use points_to::{Novelty, Object, ObjectId};

/// The parameter by whose objects instances are followed.
struct TrackedParameter {
    position: usize,
    is_seen_by_events_of_object: bool,
    of_one_thread: RoaringBitmap,
    raised: Raised,
    /// For each generator with variants the objects that say no to its question; those without any
    /// are left out.
    denying: BTreeMap<GeneratorId, RoaringBitmap>,
}

/// The graph of what happens in any order.
fn unordered(disorder: Disorder, subject: &str, generators: Vec<GeneratorId>) -> Followed {
    (
        EventGraph::unordered(subject.to_owned(), generators),
        Some(disorder),
    )
}

/// The parameters of the instances that hear a property, those of outer contexts first.
fn parameters<'s>(specification: &'s Specification, property: &Property) -> Vec<&'s Parameter> {
    chain(specification, property.context)
        .into_iter()
        .flat_map(|context| &specification.contexts[context].parameters)
        .collect()
}

/// Makes the graphs of a property.
pub struct Builder<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) notifications: &'a IndexVec<GeneratorId, Notification>,
    outcomes: &'a Outcomes,
    pub(super) parameter_type: Option<&'a Type>,
    interest: Interest<'a>,
    at_calls: BTreeMap<PointId, Vec<GeneratorId>>,
    at_bodies: BTreeMap<MethodId, Vec<GeneratorId>>,
    at_accesses: BTreeMap<AccessId, Vec<GeneratorId>>,
}

impl<'a> Builder<'a> {
    /// Groups the generators by their places.
    pub fn new(
        world: &'a World<'a>,
        notifications: &'a IndexVec<GeneratorId, Notification>,
        outcomes: &'a Outcomes,
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

    /// Returns the generators that some execution may come by.
    pub fn reachable(&self, generators: &[GeneratorId]) -> Vec<GeneratorId> {
        generators
            .iter()
            .copied()
            .filter(|&generator| self.is_reachable(generator))
            .collect()
    }

    /// The graphs of what these generators may concern.
    pub fn graphs(
        &self,
        specification: &Specification,
        property: &Property,
        reachable: Vec<GeneratorId>,
    ) -> Vec<Followed> {
        let parameters = parameters(specification, property);
        let is_value = |position: usize| {
            reachable
                .iter()
                .any(|&generator| self.binds_value(generator, position))
        };

        match parameters[..] {
            [_] if is_value(0) => vec![unordered(Disorder::Values, subject::VALUES, reachable)],
            [] => {
                let none = TrackedParameter {
                    position: 0,
                    is_seen_by_events_of_object: false,
                    of_one_thread: RoaringBitmap::new(),
                    raised: Raised::default(),
                    denying: BTreeMap::new(),
                };
                vec![self.graph(
                    Tracked::Global,
                    &none,
                    subject::PROGRAM.to_owned(),
                    &reachable,
                    true,
                )]
            }
            [parameter] if self.belongs_to_objects(parameter, &reachable) => {
                let concerned = self.concerned(&reachable);
                let parameter = &Parameter {
                    identity: Identity::Identity,
                    ..parameter.clone()
                };
                let parameter = TrackedParameter {
                    position: 0,
                    is_seen_by_events_of_object: primary(specification, property, &[parameter])
                        .is_some(),
                    of_one_thread: RoaringBitmap::new(),
                    raised: self.raised(0, &reachable),
                    denying: self.denying(0, &reachable),
                };
                let objects: Vec<(ObjectId, Vec<GeneratorId>)> = concerned.into_iter().collect();
                let graphs = Graphs::of(&objects, |(object, generators), has_room| {
                    self.graph(
                        Tracked::Object(*object),
                        &parameter,
                        self.describe(*object),
                        generators,
                        has_room,
                    )
                });
                graphs.finish()
            }
            [_] => {
                let named = reachable
                    .into_iter()
                    .filter(|&generator| !self.names_nothing(generator));
                vec![unordered(
                    Disorder::Equality,
                    subject::EQUAL,
                    named.collect(),
                )]
            }
            _ => match primary(specification, property, &parameters) {
                Some(position) if !is_value(position) => {
                    self.graphs_of_combinations(&parameters, position, &reachable)
                }
                _ => vec![unordered(Disorder::Apart, subject::COMBINATIONS, reachable)],
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
            denying: self.denying(position, reachable),
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
        let objects: Vec<ObjectId> = objects.collect();
        let mut graphs = Graphs::of(&objects, |&object, has_room| {
            let subject = subject::together(&self.describe(object));
            self.graph(
                Tracked::Object(object),
                &tracked,
                subject,
                &table.combination(object),
                has_room,
            )
        });

        let apart = table.apart().into_iter().map(|generators| {
            let disorder = self.disorder_if_of_interest(Disorder::Apart, &generators);
            unordered(disorder, subject::APART, generators)
        });
        apart.for_each(|followed| graphs.add(followed));
        graphs.finish()
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

    /// Returns the generators that only raise their event on the own thread of each instance which
    /// it concerns: no other thread ever has hold of what that instance is followed by.
    pub fn on_own_threads(
        &self,
        specification: &Specification,
        property: &Property,
    ) -> Vec<GeneratorId> {
        let parameters = parameters(specification, property);
        let followed = match parameters[..] {
            [parameter] => {
                let all: Vec<GeneratorId> = self.notifications.indices().collect();
                Some(0).filter(|_| self.belongs_to_objects(parameter, &self.reachable(&all)))
            }
            _ => primary(specification, property, &parameters),
        };
        let Some(position) = followed else {
            return Vec::new();
        };
        let names_own = |generator: &GeneratorId| {
            let source = self.notifications[*generator].sources.get(position);
            let values = source
                .copied()
                .flatten()
                .map(|source| self.values(*generator, source));
            matches!(values, Some(Values::Of(objects)) if self.stay_on_their_threads(&objects))
        };
        self.notifications.indices().filter(names_own).collect()
    }

    /// Returns whether each of these objects stays on the thread that has made it.
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

    /// Returns whether the parameter's instances belong to objects: its keys are objects, or equal only
    /// if they are the same object.
    fn belongs_to_objects(&self, parameter: &Parameter, generators: &[GeneratorId]) -> bool {
        parameter.identity == Identity::Identity
            || self.are_equal_only_if_same(self.concerned(generators).into_keys())
    }

    fn graph(
        &self,
        tracked: Tracked,
        parameter: &TrackedParameter,
        subject: String,
        generators: &[GeneratorId],
        has_room: bool,
    ) -> Followed {
        let denied: RoaringBitmap = parameter
            .denying
            .iter()
            .filter(|(_, objects)| matches!(tracked, Tracked::Object(object) if objects.contains(object.raw())))
            .map(|(generator, _)| generator.raw())
            .collect();
        let as_answered = |generator: GeneratorId| {
            if denied.contains(generator.raw()) {
                self.outcomes.no(generator)
            } else {
                generator
            }
        };
        let any_order = |disorder: Disorder| {
            let generators = generators.iter().copied().map(as_answered);
            unordered(disorder, &subject, generators.collect())
        };
        if !self.interest.is_ordered(generators) {
            return any_order(Disorder::NoInterest);
        }
        if !has_room {
            return any_order(Disorder::Size);
        }

        let scene = Scene {
            program: self.world.program,
            dispatch: self.world.dispatch,
            points_to: self.world.points_to,
            relevance: self.world.relevance,
            live: self.world.live,
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
            denied: &denied,
        };

        match event_graph(&scene, tracked, &subject, generators, self.world.entries) {
            Ok(mut graph) => {
                for occurrence in &mut graph.background {
                    occurrence.generator = as_answered(occurrence.generator);
                }
                (graph.condensed(), None)
            }
            Err(disorder) => any_order(disorder),
        }
    }

    /// For each generator with variants the objects that it binds to the parameter at `position` and
    /// that say no to its question: an iterator over nothing never has more.
    fn denying(
        &self,
        position: usize,
        generators: &[GeneratorId],
    ) -> BTreeMap<GeneratorId, RoaringBitmap> {
        let asking = generators
            .iter()
            .filter(|&&generator| self.outcomes.has_any(&[generator]));
        asking
            .map(|&generator| (generator, self.saying_no(generator, position)))
            .filter(|(_, objects)| !objects.is_empty())
            .collect()
    }

    fn disorder_if_of_interest(&self, disorder: Disorder, generators: &[GeneratorId]) -> Disorder {
        if self.interest.is_ordered(generators) {
            disorder
        } else {
            Disorder::NoInterest
        }
    }

    fn is_reachable(&self, generator: GeneratorId) -> bool {
        let Notification {
            place, ruled_out, ..
        } = self.notifications[generator];
        if ruled_out {
            return false;
        }
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

    /// Returns whether a generator can bind nothing but `null`. It names no instance then, whichever
    /// objects are equal. Only types of the program count: nothing here rests on how strings and
    /// numbers are followed.
    fn names_nothing(&self, generator: GeneratorId) -> bool {
        let is_of_program = |ty: &Type| matches!(ty, Type::Class(name) if self.world.program.hierarchy.is_source(name));
        if !self.parameter_type.is_some_and(is_of_program) {
            return false;
        }
        let source = self.notifications[generator].sources.first().copied();
        let values = source
            .flatten()
            .map(|source| self.values(generator, source));
        matches!(values, Some(Values::Of(objects)) if objects.is_empty())
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

    fn every_fitting_object(&self) -> Vec<ObjectId> {
        self.world
            .points_to
            .identified()
            .filter(|&object| self.fits_parameter(object))
            .collect()
    }

    fn fits_parameter(&self, object: ObjectId) -> bool {
        self.parameter_type.is_none_or(|ty| self.fits(object, ty))
    }

    /// Returns whether an object may be of a type.
    pub(super) fn fits(&self, object: ObjectId, ty: &Type) -> bool {
        let Some(site) = self.world.points_to.object(object).allocation() else {
            return true;
        };
        self.world
            .program
            .hierarchy
            .is_subtype(&self.world.program.allocations[site].ty, ty)
            != Answer::No
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
                return subject::result(&program.files[point.file].path, point.span.line);
            }
            Object::Made {
                novelty: Novelty::Of(whole),
                ..
            } => return subject::view(&self.describe(whole)),
            Object::Constructed(class) => {
                return subject::reflective(&program.classes[class].name.to_readable());
            }
            Object::Library | Object::Made { .. } | Object::Escaped => {
                return subject::OF_LIBRARIES.to_owned();
            }
        };

        let class = &program.classes[program.methods[allocation.method].class];
        let file = &program.files[class.file];
        subject::made(&allocation.ty.java_name(), &file.path, allocation.span.line)
    }
}
