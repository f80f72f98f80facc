//! Which notifications concern the tracked object, and how surely.

use date::model::When;
use std::collections::BTreeMap;

use date::graph::{Certainty, Occurrence};
use date::ids::GeneratorId;
use ir::{MethodId, PointId, Program};

use super::fact::{Fact, Facts};
use super::liveness::Live;
use super::raised::Raised;
use super::relevance::Relevance;
use crate::graphs::events::{AccessId, Locals, Notification, Sites, Source};
use crate::graphs::outcomes::Outcomes;
use points_to::Dispatch;
use points_to::{ObjectId, OneThread, PointsTo};
use roaring::RoaringBitmap;

/// The tracked thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tracked {
    /// The single instance of a property without parameters.
    Global,
    /// One of the objects that an abstract object stands for.
    Object(ObjectId),
}

/// Everything that the graph of an object is made from.
pub struct Scene<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its methods by name.
    pub dispatch: &'a Dispatch<'a>,
    /// Its call graph and points-to sets.
    pub points_to: &'a PointsTo,
    /// Its call graph in both directions.
    pub relevance: &'a Relevance,
    /// The locals that its bodies still read.
    pub live: &'a Live<'a>,
    /// The generators of the property.
    pub notifications: &'a index_vec::IndexVec<GeneratorId, Notification>,
    /// The call sites of each source point.
    pub sites: &'a Sites,
    /// The objects that one thread has to itself.
    pub one_thread: &'a OneThread,
    /// The generators at each call, in order of notification.
    pub at_calls: &'a BTreeMap<PointId, Vec<GeneratorId>>,
    /// The generators at each body, in order of notification.
    pub at_bodies: &'a BTreeMap<MethodId, Vec<GeneratorId>>,
    /// The generators at each access, in order of notification.
    pub at_accesses: &'a BTreeMap<AccessId, Vec<GeneratorId>>,
    /// Which generators have variants where the result of the call is known.
    pub outcomes: &'a Outcomes,
    /// The position of the parameter to which the tracked object is bound.
    pub position: usize,
    /// True if everything that the user can see of an instance comes with an event that binds this
    /// parameter.
    pub is_seen_by_events_of_object: bool,
    /// The generators whose other objects stay on the threads that have made them: they are raised
    /// there.
    pub of_one_thread: &'a RoaringBitmap,
    /// For each method the generators that leave the parameter open, in it and in what it calls.
    pub raised: &'a Raised,
    /// The generators with variants to whose question the tracked object says no.
    pub denied: &'a RoaringBitmap,
}

impl Scene<'_> {
    /// Returns the source that a generator has for the parameter of the tracked object; `None`
    /// where it leaves it open.
    pub(super) fn source(&self, generator: GeneratorId) -> Option<Source> {
        self.notifications[generator]
            .sources
            .get(self.position)
            .copied()
            .flatten()
    }

    /// Returns the occurrences of `generators` that may concern the tracked object, at one moment.
    pub(super) fn occurrences(
        &self,
        tracked: Tracked,
        generators: &[GeneratorId],
        concerning: &RoaringBitmap,
        when: When,
        values: &Locals<'_>,
        facts: &Facts,
    ) -> Vec<Occurrence> {
        let now = generators
            .iter()
            .filter(|&&g| self.notifications[g].when == when && concerning.contains(g.raw()));
        now.filter_map(|&generator| {
            let certainty = self.certainty(tracked, generator, values, facts)?;
            Some(Occurrence {
                generator,
                certainty,
            })
        })
        .collect()
    }

    fn certainty(
        &self,
        tracked: Tracked,
        generator: GeneratorId,
        values: &Locals<'_>,
        facts: &Facts,
    ) -> Option<Certainty> {
        let notification = &self.notifications[generator];
        // An event that binds other objects, too, may concern another instance that this object is
        // part of.
        let binds_others = notification.sources.iter().flatten().count() > 1;
        let is_sure = |fact| notification.always && fact == Fact::Is && !binds_others;
        let surely = |fact| {
            if is_sure(fact) {
                Certainty::Sure
            } else {
                Certainty::Maybe
            }
        };

        if tracked == Tracked::Global {
            return Some(surely(Fact::Is));
        }

        match self.source(generator).and_then(|source| values.get(source)) {
            Some(local) => facts.of(local).map(surely),
            // The event leaves the object open, or no local holds its value.
            None => Some(Certainty::Maybe),
        }
    }
}
