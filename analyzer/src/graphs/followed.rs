//! The graphs of the objects of a property: like ones are one, and together they fit into memory.

use date::graph::EventGraph;
use indexmap::IndexMap;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use crate::graphs::tracking::Disorder;

/// A graph, and why it knows no order if it knows none.
pub type Followed = (EventGraph, Option<Disorder>);

/// When the graphs of a property have this many edges together, the objects that are left are taken
/// to be unordered: 2 million edges take about 1 GB.
const MOST_EDGES: usize = 2_000_000;

/// The edges are counted after this many objects. The number is the same on every machine, so that
/// the same objects are followed everywhere.
const OBJECTS_AT_ONCE: usize = 64;

/// Graphs of objects. Objects with the same possible events in the same order have one graph, that
/// of the first of them.
#[derive(Default)]
pub struct Graphs {
    found: IndexMap<Followed, String, FxBuildHasher>,
    /// The edges so far, those of graphs that are found again included: they cost time, too.
    edges: usize,
}

impl Graphs {
    /// The graphs of these objects, in order. `graph` makes one, and says whether there is room for
    /// an order of its events. O(objects), and the graphs.
    pub fn of<T: Sync>(objects: &[T], graph: impl Fn(&T, bool) -> Followed + Sync) -> Self {
        let mut graphs = Graphs::default();
        for chunk in objects.chunks(OBJECTS_AT_ONCE) {
            let has_room = graphs.edges < MOST_EDGES;
            let chunk = chunk.par_iter().map(|object| graph(object, has_room));
            chunk
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|followed| graphs.add(followed));
        }
        graphs
    }

    /// Adds one more.
    pub fn add(&mut self, (mut graph, disorder): Followed) {
        self.edges += graph.edges();
        let subject = std::mem::take(&mut graph.subject);
        self.found.entry((graph, disorder)).or_insert(subject);
    }

    /// Returns the graphs, in the order of their first objects.
    pub fn finish(self) -> Vec<Followed> {
        let found = self.found.into_iter();
        found
            .map(|((graph, disorder), subject)| (EventGraph { subject, ..graph }, disorder))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use date::graph::{ENTRY, Edge, EventGraph, Procedure, Step};
    use date::ids::NodeId;

    use super::{Graphs, MOST_EDGES, OBJECTS_AT_ONCE};
    use crate::graphs::tracking::Disorder;

    /// A graph of silent edges. `nodes` tells it from others.
    fn of_edges(edges: usize, nodes: u32) -> EventGraph {
        let edge = Edge {
            from: ENTRY,
            step: Step::Silent(NodeId::from_raw(nodes - 1)),
        };
        let body = Procedure {
            name: "body".to_owned(),
            nodes,
            exits: Vec::new(),
            edges: vec![edge; edges],
        };
        EventGraph {
            procedures: [body].into_iter().collect(),
            ..EventGraph::default()
        }
    }

    /// The edges are counted between two chunks of objects.
    #[test]
    fn objects_behind_too_many_edges_have_no_room() {
        let objects: Vec<u32> = (0..4 * OBJECTS_AT_ONCE as u32).collect();
        let edges = MOST_EDGES / OBJECTS_AT_ONCE / 2 + 1;
        let graphs = Graphs::of(&objects, |&object, has_room| {
            if has_room {
                (of_edges(edges, object + 1), None)
            } else {
                (EventGraph::default(), Some(Disorder::Size))
            }
        });
        let found = graphs.finish();
        let ordered = found.iter().filter(|(_, disorder)| disorder.is_none());
        assert_eq!(ordered.count(), 2 * OBJECTS_AT_ONCE);
        assert_eq!(found.len(), 2 * OBJECTS_AT_ONCE + 1);
    }

    #[test]
    fn graphs_of_the_same_are_one() {
        let graphs = Graphs::of(&[1, 2, 1], |&object, _| (of_edges(3, object), None));
        assert_eq!(graphs.edges, 9);
        assert_eq!(graphs.finish().len(), 2);
    }
}
