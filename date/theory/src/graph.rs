//! The residuals' view of a program: an [`Abstraction`]. It has one [`EventGraph`] for each object
//! (or tuple of objects) that an instance of a property may be made for.
//!
//! The graph of an object over-approximates, for every run of the program and every run-time
//! instance that the object stands for, the ground trace of that instance: the trace is a word of
//! the graph (semantics, section 2; paper, definitions 2.4 and 2.5).
//!
//! # Words
//! A run starts at the entry of one of the [`EventGraph::entries`] and follows edges; calls and
//! returns match. Each prefix of a run is a run. Its word lists the generators of the event edges
//! it passes: all of those that surely concern the tracked object, any of those that maybe do. At
//! every point any number of [`EventGraph::background`] occurrences may be inserted.

mod condensing;

use index_vec::IndexVec;
use serde::{Deserialize, Serialize};

use crate::ids::{EventId, GeneratorId, NodeId, ProcedureId};

/// The set of events notified together, in id order without repetition (semantics, section 1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Letter(Vec<EventId>);

impl Letter {
    /// The letter of these events.
    pub fn new(events: impl IntoIterator<Item = EventId>) -> Self {
        let mut events: Vec<EventId> = events.into_iter().collect();
        events.sort();
        events.dedup();
        Letter(events)
    }

    /// Its events in id order.
    pub fn events(&self) -> &[EventId] {
        &self.0
    }

    /// Returns whether `event` is one of them.
    pub fn contains(&self, event: EventId) -> bool {
        self.0.binary_search(&event).is_ok()
    }
}

/// The certainty that an occurrence concerns the tracked object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// In every run that passes here (and the event's run-time tests hold).
    Sure,
    /// In some runs perhaps.
    Maybe,
}

/// A generator and how surely it concerns the tracked object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Occurrence {
    /// Which generator.
    pub generator: GeneratorId,
    /// The certainty that the occurrence concerns the tracked object.
    pub certainty: Certainty,
}

/// The target of an edge and the happening on the way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Nothing the property sees.
    Silent(NodeId),
    /// An occurrence.
    Event(Occurrence, NodeId),
    /// A call of a procedure.
    Call {
        /// The procedure.
        callee: ProcedureId,
        /// For each of the callee's exits the node where the caller goes on; `None` where it cannot
        /// be taken.
        returns: Vec<Option<NodeId>>,
    },
}

/// An edge of a procedure.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edge {
    /// The node where the edge starts.
    pub from: NodeId,
    /// The step that the edge makes.
    pub step: Step,
}

/// A graph with one entry and any number of exits (normal ones, exceptional ones, ..).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Procedure {
    /// For people.
    pub name: String,
    /// Nodes are 0 .. `nodes`; node 0 is the entry.
    pub nodes: u32,
    /// The exits, by position.
    pub exits: Vec<NodeId>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// The node at which every procedure begins.
pub const ENTRY: NodeId = NodeId::from_raw_unchecked(0);

/// All that the program may do to one object or tuple of objects.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct EventGraph {
    /// The tracked object, described for people.
    pub subject: String,
    /// The procedures.
    pub procedures: IndexVec<ProcedureId, Procedure>,
    /// One of these runs, once.
    pub entries: Vec<ProcedureId>,
    /// The occurrences that may happen at any time, any number of times, concurrently with
    /// everything else.
    pub background: Vec<Occurrence>,
}

impl EventGraph {
    /// An object whose events come in no known order: any of `generators`, any number of times.
    pub fn unordered(subject: String, generators: impl IntoIterator<Item = GeneratorId>) -> Self {
        // Background occurrences come any number of times in any order: every sequence is a word.
        let background = generators.into_iter().map(|generator| Occurrence {
            generator,
            certainty: Certainty::Maybe,
        });
        let idle = Procedure {
            name: "idle".to_owned(),
            nodes: 1,
            exits: vec![ENTRY],
            edges: Vec::new(),
        };

        EventGraph {
            subject,
            procedures: IndexVec::from_vec(vec![idle]),
            entries: vec![ProcedureId::from_raw(0)],
            background: background.collect(),
        }
    }

    /// Returns whether the words are all those over a set of generators. Leaving out some of their
    /// occurrences, or all of some generators, gives words of the graph again.
    pub fn is_unordered(&self) -> bool {
        let is_silent = |edge: &Edge| !matches!(edge.step, Step::Event(..));
        self.procedures
            .iter()
            .flat_map(|procedure| &procedure.edges)
            .all(is_silent)
            && self
                .background
                .iter()
                .all(|occurrence| occurrence.certainty == Certainty::Maybe)
    }

    /// One value for each node of each procedure. O(nodes).
    pub(crate) fn each_node<T>(
        &self,
        value: impl Fn() -> T,
    ) -> IndexVec<ProcedureId, IndexVec<NodeId, T>> {
        let of_body = |body: &Procedure| (0..body.nodes).map(|_| value()).collect();
        self.procedures.iter().map(of_body).collect()
    }

    /// Returns how many edges it has. O(procedures).
    pub fn edges(&self) -> usize {
        let each = self.procedures.iter();
        each.map(|procedure| procedure.edges.len()).sum()
    }

    /// Every generator on an edge or in the background, in id order. O(edges log edges).
    pub fn generators(&self) -> Vec<GeneratorId> {
        let on_edges = self
            .procedures
            .iter()
            .flat_map(|p| &p.edges)
            .filter_map(|edge| match &edge.step {
                Step::Event(occurrence, _) => Some(occurrence.generator),
                Step::Silent(_) | Step::Call { .. } => None,
            });
        let mut found: Vec<GeneratorId> = on_edges
            .chain(self.background.iter().map(|o| o.generator))
            .collect();
        found.sort();
        found.dedup();
        found
    }
}

/// A program as one property sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Abstraction {
    /// The events that each generator raises. A generator that no graph mentions is unreachable.
    pub generators: IndexVec<GeneratorId, Letter>,
    /// The generators that stand for no program point, in id order: timeouts, messages on channels,
    /// the end of the program. They are in the background of every graph, and nothing silences
    /// them.
    pub unprompted: Vec<GeneratorId>,
    /// The generators that make the instance that they concern where there is none; the others then
    /// reach nothing. Empty where there is one from the beginning on.
    pub creating: Vec<GeneratorId>,
    /// One for each object or tuple; several objects with the same behaviour may share one.
    pub graphs: Vec<EventGraph>,
}

impl Abstraction {
    /// Adds generators that stand for no program point, one for each letter.
    pub fn add_unprompted(&mut self, letters: impl IntoIterator<Item = Letter>) {
        let added: Vec<GeneratorId> = letters
            .into_iter()
            .map(|letter| self.generators.push(letter))
            .collect();
        self.add_background(&added);
        self.unprompted.extend(added);
    }

    /// Lets generators concern every instance at any time. O(graphs * generators).
    pub fn add_background(&mut self, generators: &[GeneratorId]) {
        let maybe = |&generator: &GeneratorId| Occurrence {
            generator,
            certainty: Certainty::Maybe,
        };
        for graph in &mut self.graphs {
            graph.background.extend(generators.iter().map(maybe));
        }
    }
}
