//! Objects that cannot make an observable step, and the generators that concern nothing else.
//!
//! Silencing some of an object's generators only could show it a trace that it never had. Two ways
//! lead around that:
//! - *One by one*: the object is finished even if each of the generators that are to go is heard
//!   now and then. Then any of them may be silent, whatever becomes of the others.
//! - *Together*: objects are linked by the generators that they have in common. If all objects of a
//!   group are finished, all of its generators are silent, or none.

use index_vec::IndexVec;
use petgraph::unionfind::UnionFind;
use rayon::prelude::*;

use super::flow::Effects;
use super::hearing::{Hearing, heard};
use crate::graph::EventGraph;
use crate::ids::GeneratorId;

/// The finished objects of a program, and the generators that concern them.
pub(super) struct Finished<'a> {
    effects: &'a Effects<'a>,
    graphs: &'a [EventGraph],
    mentioned: &'a [Vec<GeneratorId>],
    concerned: &'a IndexVec<GeneratorId, Vec<usize>>,
    pinned: IndexVec<GeneratorId, bool>,
    /// The graphs of finished objects.
    finished: Vec<bool>,
    /// The generators that may be silent one by one.
    free: IndexVec<GeneratorId, bool>,
}

impl<'a> Finished<'a> {
    /// Runs every graph; `mentioned` and `concerned` say which generators occur in which of them.
    /// The effects are those of the property that is left, for that is what hears some of an
    /// object's events. O(flows).
    pub(super) fn new(
        effects: &'a Effects<'a>,
        graphs: &'a [EventGraph],
        mentioned: &'a [Vec<GeneratorId>],
        concerned: &'a IndexVec<GeneratorId, Vec<usize>>,
        is_pinned: impl Fn(GeneratorId) -> bool,
    ) -> Self {
        let mut found = Finished {
            effects,
            graphs,
            mentioned,
            concerned,
            pinned: concerned.indices().map(is_pinned).collect(),
            finished: graphs
                .par_iter()
                .map(|graph| !effects.is_observable(graph))
                .collect(),
            free: IndexVec::new(),
        };
        found.free = found.free_ones();
        found
    }

    /// The generators that may be silent, each alone, in id order.
    pub(super) fn one_by_one(&self) -> Vec<GeneratorId> {
        self.free
            .iter_enumerated()
            .filter(|&(_, &is_free)| is_free)
            .map(|(generator, _)| generator)
            .collect()
    }

    /// Returns the generators that concern finished objects only. Hearing them now and then leads
    /// none of these objects further.
    fn free_ones(&self) -> IndexVec<GeneratorId, bool> {
        // Begin with all finished objects, and drop those that a part of their free generators
        // would lead further. What a dropped object has in common with others is not free any more.
        let mut robust = self.finished.clone();
        loop {
            let is_free = |(generator, graphs): (GeneratorId, &Vec<usize>)| {
                !self.pinned[generator]
                    && !graphs.is_empty()
                    && graphs.iter().all(|&graph| robust[graph])
            };
            let free: IndexVec<GeneratorId, bool> =
                self.concerned.iter_enumerated().map(is_free).collect();
            // An object without a free generator hears all of its events, as when it was found
            // finished.
            let looked_at = (0..robust.len()).into_par_iter();
            let looked_at = looked_at
                .filter(|&graph| robust[graph] && self.mentioned[graph].iter().any(|&g| free[g]));
            let fragile: Vec<usize> = looked_at
                .filter(|&graph| !self.stays_finished(graph, &free, Hearing::Always))
                .collect();
            if fragile.is_empty() {
                return free;
            }
            fragile.into_iter().for_each(|graph| robust[graph] = false);
        }
    }

    /// Returns whether an object is finished if the `free` generators are heard now and then, and
    /// the others so.
    fn stays_finished(
        &self,
        graph: usize,
        free: &IndexVec<GeneratorId, bool>,
        others: Hearing,
    ) -> bool {
        let graph = &self.graphs[graph];
        // Its words are closed under leaving out occurrences.
        if graph.is_unordered() {
            return true;
        }
        let heard: EventGraph = heard(graph, |generator| {
            if free[generator] {
                Hearing::Perhaps
            } else {
                others
            }
        });
        !self.effects.is_observable(&heard)
    }

    /// The other generators that may be silent, with their groups, in id order. An object whose
    /// events come in no order links no groups, being finished whichever of its generators are
    /// silent; but what it has in common with others must be kept if it is not finished.
    pub(super) fn together(&self) -> Vec<(GeneratorId, u32)> {
        let is_ordered = |graph: usize| !self.graphs[graph].is_unordered();
        let rest: Vec<Vec<GeneratorId>> = self
            .mentioned
            .iter()
            .map(|mentioned| self.not_free(mentioned))
            .collect();
        let linking = rest
            .iter()
            .enumerate()
            .filter(|&(graph, _)| is_ordered(graph))
            .map(|(_, rest)| &rest[..]);

        // One ordered object ties its generators together: hearing some of them without the others
        // could show it a trace that it never had.
        let groups = groups(self.concerned.len(), linking);
        let mut goes = vec![true; groups.len()];
        for (graph, rest) in rest.iter().enumerate() {
            // A pinned generator is always heard, so its group would be heard in part. Only an
            // object without order stands that.
            let silenceable = !rest.iter().any(|&generator| self.pinned[generator]);
            let is_over =
                self.finished[graph] && self.stays_finished(graph, &self.free, Hearing::Never);
            if !is_over || is_ordered(graph) && !silenceable {
                rest.iter()
                    .for_each(|&generator| goes[groups[generator]] = false);
            }
        }

        // Residual0 decides on generators that concern no object.
        let concerned = self
            .concerned
            .iter_enumerated()
            .filter(|(_, graphs)| !graphs.is_empty());
        let left = concerned
            .map(|(generator, _)| generator)
            .filter(|&generator| !self.free[generator]);

        left.filter(|&generator| goes[groups[generator]])
            .map(|generator| (generator, groups[generator] as u32))
            .collect()
    }

    fn not_free(&self, generators: &[GeneratorId]) -> Vec<GeneratorId> {
        generators
            .iter()
            .copied()
            .filter(|&generator| !self.free[generator])
            .collect()
    }
}

/// For each of so many generators its group: those that stand in one list, directly or by way of
/// others.
pub(super) fn groups<'a>(
    generators: usize,
    lists: impl IntoIterator<Item = &'a [GeneratorId]>,
) -> IndexVec<GeneratorId, usize> {
    let mut groups = UnionFind::<usize>::new(generators);
    for list in lists {
        for pair in list.windows(2) {
            groups.union(pair[0].index(), pair[1].index());
        }
    }
    groups.into_labeling().into()
}
