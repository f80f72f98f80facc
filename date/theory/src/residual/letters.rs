//! Answers that depend on letters alone. A program has thousands of generators, but few letters.

use std::collections::{HashMap, HashSet};

use index_vec::IndexVec;

use crate::graph::{Edge, EventGraph, Letter, Step};
use crate::ids::{GeneratorId, NodeId, ProcedureId};

/// One answer for each letter of a program.
pub(super) struct ByLetter<T> {
    answers: Vec<T>,
    /// The position of each generator's answer.
    position: IndexVec<GeneratorId, usize>,
}

impl<T> ByLetter<T> {
    /// Asks once for each letter. O(generators), and the answers.
    pub(super) fn new(
        letters: &IndexVec<GeneratorId, Letter>,
        mut answer: impl FnMut(&Letter) -> T,
    ) -> Self {
        let mut known: HashMap<&Letter, usize> = HashMap::new();
        let mut answers = Vec::new();
        let position = letters.iter().map(|letter| {
            *known.entry(letter).or_insert_with(|| {
                answers.push(answer(letter));
                answers.len() - 1
            })
        });
        let position = position.collect();
        ByLetter { answers, position }
    }

    /// The answer for a generator's letter.
    pub(super) fn of(&self, generator: GeneratorId) -> &T {
        &self.answers[self.position[generator]]
    }

    /// All answers, each once.
    pub(super) fn answers(&self) -> impl Iterator<Item = &T> {
        self.answers.iter()
    }

    /// A number for a generator's letter.
    pub(super) fn position(&self, generator: GeneratorId) -> usize {
        self.position[generator]
    }

    /// For each procedure and node the edges that leave it, each letter once. O(edges).
    pub(super) fn outgoing<'g>(
        &self,
        graph: &'g EventGraph,
    ) -> IndexVec<ProcedureId, IndexVec<NodeId, Vec<&'g Edge>>> {
        let mut outgoing: IndexVec<ProcedureId, IndexVec<NodeId, Vec<&Edge>>> =
            graph.each_node(Vec::new);
        for (procedure, body) in graph.procedures.iter_enumerated() {
            for edge in self.distinct(&body.edges) {
                outgoing[procedure][edge.from].push(edge);
            }
        }
        outgoing
    }

    /// The edges without those that another one is like but for its generator, whose letter is the
    /// same. O(edges).
    fn distinct<'e>(&self, edges: &'e [Edge]) -> Vec<&'e Edge> {
        let mut seen = HashSet::new();
        let is_new = |edge: &&Edge| match edge.step {
            Step::Event(occurrence, target) => seen.insert((
                edge.from,
                self.position[occurrence.generator],
                occurrence.certainty,
                target,
            )),
            Step::Silent(_) | Step::Call { .. } => true,
        };
        edges.iter().filter(is_new).collect()
    }

    /// The answers for the letters of these generators, each once.
    pub(super) fn among(&self, generators: impl IntoIterator<Item = GeneratorId>) -> Vec<&T> {
        let mut positions: Vec<usize> = generators
            .into_iter()
            .map(|generator| self.position[generator])
            .collect();
        positions.sort_unstable();
        positions.dedup();
        positions
            .into_iter()
            .map(|position| &self.answers[position])
            .collect()
    }
}
