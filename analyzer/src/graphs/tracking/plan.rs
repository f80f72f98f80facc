//! The facts about an object's place in the program that shape its graph.

use std::collections::BTreeSet;

use date::graph::{Certainty, Occurrence};
use date::ids::GeneratorId;
use ir::MethodId;
use roaring::RoaringBitmap;

use super::concern::{Scene, Tracked};
use super::disorder::Disorder;
use super::explorer::MOST_NODES;
use super::relevance::Methods;
use crate::graphs::events::{Place, Source};
use points_to::{Novelty, Object, ObjectId};

/// With more generators than this that do not name it an object is taken to be unordered: each call
/// may raise any of them, and hardly anything is ruled out.
const MOST_OPEN: usize = 400;

/// The methods where the object's trace begins.
pub(super) enum Beginnings {
    /// The method that makes the object.
    Births(MethodId),
    /// The methods where the program begins: the object may be there already.
    Entries {
        /// The methods that are entered.
        methods: Vec<MethodId>,
        /// True if the methods that may run at any time are among them.
        at_any_time: bool,
    },
}

/// The facts about the object's place in the program that shape its graph.
pub(super) struct Plan {
    /// Methods from which an event of the object, or its allocation, may be reached.
    pub relevant: Methods,
    /// Methods that make objects like it: what a call of one gives back is told apart from it, as
    /// it is there already.
    pub giving: Methods,
    pub beginnings: Beginnings,
    /// True if nothing but locals ever refers to the object, and each event of it names one of
    /// them. It gets from activation to activation as an argument or a result. Nothing happens to
    /// it where no local holds it.
    pub is_held_by_locals: bool,
    /// The generators that leave open which object they concern.
    pub open: RoaringBitmap,
    /// The occurrences of these generators that other threads may raise.
    pub background: Vec<Occurrence>,
}

impl Plan {
    /// Fails if the events of the object come in no known order. O(call targets).
    pub fn new(
        scene: &Scene<'_>,
        tracked: Tracked,
        generators: &[GeneratorId],
        entries: &[MethodId],
    ) -> Result<Self, Disorder> {
        let sites: BTreeSet<MethodId> = generators
            .iter()
            .flat_map(|&g| scene.bodies_of(g))
            .collect();
        let maker = match tracked {
            Tracked::Object(object) => scene.points_to.maker(object, scene.program),
            Tracked::Global => None,
        };
        let allocator = maker.filter(|method| scene.points_to.reachable.contains(method));
        let anytime = scene.relevance.anytime();

        // Only activations have hold of it.
        let confined = matches!(tracked, Tracked::Object(object)
            if !scene.points_to.is_shared(object) && !scene.is_reused(object));
        // Code that runs at any time cannot find the object, unless it has made it.
        let stays = confined
            || matches!(tracked, Tracked::Object(object) if scene.one_thread.owns(object) && !scene.is_reused(object));
        let happens_anytime =
            |&generator: &GeneratorId| scene.notifications[generator].place.is_at_any_time();

        if !stays && sites.iter().any(|&site| anytime.contains(site)) {
            return Err(Disorder::Anytime);
        }
        if !stays && generators.iter().any(happens_anytime) {
            return Err(Disorder::Anytime);
        }

        // The library, a copy, or a function that is made once may bring an object without an
        // allocation on the way.
        let from_outside = match tracked {
            Tracked::Object(object) => {
                allocator.is_none() || scene.may_be_copied(object) || scene.is_reused(object)
            }
            Tracked::Global => true,
        };
        // An object that stays where it is made may be made by code that runs at any time.
        let everywhere = entries.iter().chain(&scene.points_to.anytime).copied();
        // What an initializer makes goes on at each of the many uses of its class, so that its birth
        // is no place to begin at.
        let is_anywhere = |method: MethodId| {
            anytime.contains(method) || scene.relevance.initializing().contains(method)
        };
        let beginnings =
            match allocator.filter(|&method| !from_outside && (stays || !is_anywhere(method))) {
                Some(method) => Beginnings::Births(method),
                None if stays => Beginnings::Entries {
                    methods: everywhere.collect(),
                    at_any_time: true,
                },
                None => Beginnings::Entries {
                    methods: entries.to_vec(),
                    at_any_time: false,
                },
            };

        let is_born = matches!(beginnings, Beginnings::Births(_));
        // With a birth to begin at, what makes similar objects is told apart. Without one, walks
        // have to come to the allocation.
        let (makers, giving) = (
            allocator.filter(|_| !is_born),
            allocator.filter(|_| is_born),
        );
        let (naming, open): (Vec<GeneratorId>, Vec<GeneratorId>) = generators
            .iter()
            .partition(|&&generator| scene.source(generator).is_some());
        let is_named = open.is_empty() || scene.is_seen_by_events_of_object;
        let is_held_by_locals =
            is_born && confined && is_named && naming.iter().all(|&g| scene.names_a_local(g));

        // What makes the object may run on another thread than what raises the event.
        let is_elsewhere = allocator.is_some_and(|method| anytime.contains(method));
        // Unless locals alone hold the object, events that name none can be followed only if all
        // its events are in the order of the program.
        let is_in_order = || {
            let is_anytime = is_elsewhere || sites.iter().any(|&site| anytime.contains(site));
            is_born && !is_anytime && !generators.iter().any(happens_anytime)
        };

        if tracked != Tracked::Global && !open.is_empty() {
            if !(is_held_by_locals || is_named && is_in_order()) {
                return Err(Disorder::Unnamed);
            }
            if open.len() > MOST_OPEN {
                return Err(Disorder::ManyUnnamed);
            }
        }

        let is_anytime = |&&generator: &&GeneratorId| {
            if happens_anytime(&generator) {
                return true;
            }
            let is_elsewhere = || {
                is_elsewhere
                    || scene
                        .bodies_of(generator)
                        .iter()
                        .any(|&m| anytime.contains(m))
            };
            !scene.of_one_thread.contains(generator.raw()) && is_elsewhere()
        };

        let background = open.iter().filter(is_anytime).filter(|_| is_held_by_locals);
        let background = background.map(|&generator| Occurrence {
            generator,
            certainty: Certainty::Maybe,
        });
        Ok(Plan {
            background: background.collect(),
            open: open.iter().map(|generator| generator.raw()).collect(),
            relevant: if is_held_by_locals {
                Methods::default()
            } else {
                scene
                    .relevance
                    .reaching(sites.iter().copied().chain(makers))
            },
            giving: if is_held_by_locals {
                Methods::default()
            } else {
                scene.relevance.reaching(giving)
            },
            beginnings,
            is_held_by_locals,
        })
    }

    /// Returns whether the graph is larger than the largest one, without exploring it: from the
    /// entry points each method that matters is entered. O(statements).
    pub fn is_too_large(&self, scene: &Scene<'_>) -> bool {
        let Beginnings::Entries { at_any_time, .. } = self.beginnings else {
            return false;
        };
        let relevance = scene.relevance;
        let is_too_large =
            |methods: &Methods| relevance.are_larger_than(methods, &self.relevant, MOST_NODES);
        is_too_large(&self.relevant) && {
            let mut entered = relevance.entered().clone();
            if at_any_time {
                entered.include(relevance.anytime());
            }
            entered.intersect(&self.relevant);
            is_too_large(&entered)
        }
    }
}

impl Scene<'_> {
    /// The methods whose bodies hold a generator's place.
    fn bodies_of(&self, generator: GeneratorId) -> Vec<MethodId> {
        self.sites
            .bodies(self.program, self.notifications[generator].place)
    }

    /// Returns whether a generator names the object by a local, wherever it is.
    fn names_a_local(&self, generator: GeneratorId) -> bool {
        let notification = &self.notifications[generator];
        let Some(source) = self.source(generator) else {
            return false;
        };
        match (notification.place, source) {
            (_, Source::Read(_) | Source::Computed) | (Place::Initialization(_), _) => false,
            // A call whose result is dropped has no local for it.
            (Place::Call(point), Source::Result) => self
                .sites
                .at(point)
                .iter()
                .all(|&site| self.program.calls[site].result.is_some()),
            (Place::Call(_) | Place::Execution(_) | Place::Access(_), _) => true,
        }
    }

    /// Returns whether evaluating the expression that makes the object again may give the same one,
    /// in any activation and thread. That is so for lambdas and method references (JLS 15.13.3,
    /// 15.27.4).
    pub(super) fn is_reused(&self, object: ObjectId) -> bool {
        let site = self
            .points_to
            .object(object)
            .allocation()
            .map(|site| &self.program.allocations[site].kind);
        matches!(site, Some(ir::AllocationKind::Functional { .. }))
    }

    /// Returns whether the library may make objects of the same class without an allocation of the
    /// sources: by `clone` or by reading a serialized one.
    fn may_be_copied(&self, object: ObjectId) -> bool {
        let site = match self.points_to.object(object) {
            Object::Allocated(site) => site,
            Object::Made { novelty, .. } => {
                return novelty != Novelty::Result || self.points_to.is_shared(object);
            }
            Object::Library | Object::Constructed(_) | Object::Escaped => return true,
        };
        let java_types::descriptor::Type::Class(class) = &self.program.allocations[site].ty else {
            // An array is copied by what gets it, `clone` for one, which may then give out the copy.
            return self.points_to.is_shared(object);
        };

        let supertypes = self.program.hierarchy.supertypes(class);
        // A supertype that is not known may be either of the two.
        supertypes.names().iter().any(|name| {
            &**name == "java/lang/Cloneable"
                || &**name == "java/io/Serializable"
                || self.program.hierarchy.class(name).is_none()
        })
    }
}
