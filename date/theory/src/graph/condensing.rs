//! Event graphs without what no word shows.
//!
//! Most of a procedure's edges are silent, and most of a program lies before the first event of an
//! object or behind its last one. What is left has the same words: a node goes if no run comes to
//! it, or if no event can follow it; calls of procedures in which nothing happens become silent;
//! nodes that silent edges make one become one.

use index_vec::IndexVec;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use petgraph::unionfind::UnionFind;

use super::{ENTRY, Edge, EventGraph, Procedure, Step};
use crate::ids::{NodeId, ProcedureId};

/// A node of a procedure.
type Place = (ProcedureId, NodeId);

/// A procedure that calls, and where it goes on for each exit of the callee.
type Waiting<'a> = (ProcedureId, &'a [Option<NodeId>]);

/// A fact about each node of each procedure.
struct Marks(IndexVec<ProcedureId, IndexVec<NodeId, bool>>);

impl Marks {
    fn none(graph: &EventGraph) -> Self {
        Marks(graph.each_node(|| false))
    }

    fn has(&self, procedure: ProcedureId, node: NodeId) -> bool {
        self.0[procedure][node]
    }

    /// Marks a node; whether it was not.
    fn set(&mut self, procedure: ProcedureId, node: NodeId) -> bool {
        !std::mem::replace(&mut self.0[procedure][node], true)
    }
}

impl EventGraph {
    /// A graph with the same words, and most often far fewer nodes and edges. Subject, background
    /// and the order of what is left stay. O(edges), times the length of the longest chain of
    /// silent edges in the worst case.
    pub fn condensed(&self) -> EventGraph {
        let condenser = Condenser::new(self);
        let kept: IndexVec<ProcedureId, bool> = self
            .procedures
            .indices()
            .map(|procedure| condenser.is_kept(procedure))
            .collect();
        // The procedures that are kept get numbers in a row.
        let mut numbers = 0_u32;
        let number = |&is_kept: &bool| {
            numbers += u32::from(is_kept);
            is_kept.then(|| ProcedureId::from_raw(numbers - 1))
        };

        let numbers: IndexVec<ProcedureId, Option<ProcedureId>> = kept.iter().map(number).collect();
        let procedures = self
            .procedures
            .indices()
            .filter(|&procedure| kept[procedure]);
        EventGraph {
            subject: self.subject.clone(),
            procedures: procedures
                .map(|procedure| condenser.condense(procedure, &numbers))
                .collect(),
            entries: self
                .entries
                .iter()
                .filter_map(|&entry| numbers[entry])
                .collect(),
            background: self.background.clone(),
        }
    }
}

struct Condenser<'a> {
    graph: &'a EventGraph,
    /// Nodes that runs come to.
    reached: Marks,
    /// Nodes from which an event may come before the procedure is left.
    inner: Marks,
    /// Nodes from which an event may come.
    useful: Marks,
}

impl<'a> Condenser<'a> {
    fn new(graph: &'a EventGraph) -> Self {
        let mut condenser = Condenser {
            graph,
            reached: reached(graph),
            inner: Marks::none(graph),
            useful: Marks::none(graph),
        };
        condenser.inner = condenser.backwards(false);
        condenser.useful = condenser.backwards(true);
        condenser
    }

    /// Returns whether the exit of a callee at a position is reached.
    fn comes_back(&self, callee: ProcedureId, position: usize) -> bool {
        self.reached
            .has(callee, self.graph.procedures[callee].exits[position])
    }

    /// Returns the nodes where a call may go on in its procedure, with their positions.
    fn returns(
        &self,
        callee: ProcedureId,
        returns: &'a [Option<NodeId>],
    ) -> impl Iterator<Item = (usize, NodeId)> {
        let targets = returns
            .iter()
            .enumerate()
            .filter_map(|(position, target)| Some((position, (*target)?)));
        targets.filter(move |&(position, _)| self.comes_back(callee, position))
    }

    /// The nodes from which an event may come; with `leaving` also after the procedure has been
    /// left.
    fn backwards(&self, leaving: bool) -> Marks {
        let mut before: IndexVec<ProcedureId, IndexVec<NodeId, Vec<Place>>> =
            self.graph.each_node(Vec::new);
        let mut pending = Vec::new();

        for (procedure, body) in self.graph.procedures.iter_enumerated() {
            for edge in body
                .edges
                .iter()
                .filter(|edge| self.reached.has(procedure, edge.from))
            {
                let here = (procedure, edge.from);
                match &edge.step {
                    Step::Event(..) => pending.push(here),
                    Step::Silent(target) => before[procedure][*target].push(here),
                    Step::Call { callee, returns } => {
                        // A call is useful if something may happen in the callee, or behind it.
                        before[*callee][ENTRY].push(here);
                        for (position, target) in self.returns(*callee, returns) {
                            before[procedure][target].push(here);
                            // Behind an exit of the callee its callers go on.
                            if leaving {
                                let exit = self.graph.procedures[*callee].exits[position];
                                before[procedure][target].push((*callee, exit));
                            }
                        }
                    }
                }
            }
        }

        let mut marks = Marks::none(self.graph);
        while let Some((procedure, node)) = pending.pop() {
            if marks.set(procedure, node) {
                pending.extend(&before[procedure][node]);
            }
        }

        marks
    }

    /// Returns whether something happens in a procedure; those at which runs begin are kept in any
    /// case.
    fn is_kept(&self, procedure: ProcedureId) -> bool {
        let is_entered = self.reached.has(procedure, ENTRY);
        is_entered && (self.inner.has(procedure, ENTRY) || self.graph.entries.contains(&procedure))
    }

    /// The positions of a procedure's exits behind which something may happen.
    fn exits(&self, procedure: ProcedureId) -> impl Iterator<Item = usize> {
        let exits = self.graph.procedures[procedure].exits.iter().enumerate();
        let is_left = move |&(_, &exit): &(usize, &NodeId)| {
            self.reached.has(procedure, exit) && self.useful.has(procedure, exit)
        };
        exits.filter(is_left).map(|(position, _)| position)
    }

    fn condense(
        &self,
        procedure: ProcedureId,
        numbers: &IndexVec<ProcedureId, Option<ProcedureId>>,
    ) -> Procedure {
        let body = &self.graph.procedures[procedure];
        let edges = body
            .edges
            .iter()
            .filter(|edge| self.reached.has(procedure, edge.from));
        let edges: Vec<Edge> = edges
            .flat_map(|edge| self.steps(procedure, edge, numbers))
            .collect();
        let exits: Vec<NodeId> = self
            .exits(procedure)
            .map(|position| body.exits[position])
            .collect();
        contracted(&body.name, body.nodes, &edges, &exits)
    }

    /// Returns the edges that an edge becomes.
    fn steps(
        &self,
        procedure: ProcedureId,
        edge: &'a Edge,
        numbers: &IndexVec<ProcedureId, Option<ProcedureId>>,
    ) -> Vec<Edge> {
        let is_useful = |target: NodeId| self.useful.has(procedure, target);
        let silent = |target: NodeId| Edge {
            from: edge.from,
            step: Step::Silent(target),
        };
        match &edge.step {
            Step::Event(..) => vec![edge.clone()],
            Step::Silent(target) => is_useful(*target)
                .then(|| silent(*target))
                .into_iter()
                .collect(),
            Step::Call { callee, returns } => {
                match numbers[*callee].filter(|_| self.inner.has(*callee, ENTRY)) {
                    Some(number) => {
                        let target =
                            |position: usize| returns[position].filter(|&target| is_useful(target));
                        let step = Step::Call {
                            callee: number,
                            returns: self.exits(*callee).map(target).collect(),
                        };
                        vec![Edge {
                            from: edge.from,
                            step,
                        }]
                    }
                    // Nothing happens in the callee, so silent edges lead to where it may come
                    // back.
                    None => {
                        let targets = self.returns(*callee, returns).map(|(_, target)| target);
                        targets
                            .filter(|&target| is_useful(target))
                            .map(silent)
                            .collect()
                    }
                }
            }
        }
    }
}

/// The nodes that runs come to.
fn reached(graph: &EventGraph) -> Marks {
    let mut marks = Marks::none(graph);
    let mut waiting: IndexVec<ProcedureId, Vec<Waiting<'_>>> =
        graph.procedures.iter().map(|_| Vec::new()).collect();
    let outgoing: IndexVec<ProcedureId, IndexVec<NodeId, Vec<&Step>>> =
        graph.procedures.iter().map(outgoing_steps).collect();
    let mut pending: Vec<Place> = graph.entries.iter().map(|&entry| (entry, ENTRY)).collect();

    while let Some((procedure, node)) = pending.pop() {
        if !marks.set(procedure, node) {
            continue;
        }
        for step in &outgoing[procedure][node] {
            match step {
                Step::Silent(target) | Step::Event(_, target) => pending.push((procedure, *target)),
                Step::Call { callee, returns } => {
                    pending.push((*callee, ENTRY));
                    // The callee's exits may be reached before or after this call. Those that are
                    // known lead on now, the others when they are marked.
                    waiting[*callee].push((procedure, returns));
                    let exits = graph.procedures[*callee].exits.iter().zip(returns);
                    let left = exits.filter(|&(&exit, _)| marks.has(*callee, exit));
                    pending.extend(left.filter_map(|(_, target)| Some((procedure, (*target)?))));
                }
            }
        }
        let exits = graph.procedures[procedure]
            .exits
            .iter()
            .enumerate()
            .filter(|&(_, &exit)| exit == node);
        for (position, _) in exits {
            let targets = waiting[procedure]
                .iter()
                .filter_map(|&(caller, returns)| Some((caller, returns[position]?)));
            pending.extend(targets);
        }
    }

    marks
}

fn outgoing_steps(body: &Procedure) -> IndexVec<NodeId, Vec<&Step>> {
    let mut outgoing: IndexVec<NodeId, Vec<&Step>> = (0..body.nodes).map(|_| Vec::new()).collect();
    for edge in &body.edges {
        outgoing[edge.from].push(&edge.step);
    }
    outgoing
}

/// The procedure in which nodes are one that silent edges do not tell apart: those on a circle of
/// silent edges; a node with its only successor, if it is no exit; a node with its only
/// predecessor.
fn contracted(name: &str, nodes: u32, edges: &[Edge], exits: &[NodeId]) -> Procedure {
    let mut joined = UnionFind::<u32>::new(nodes as usize);
    join_circles(nodes, edges, &mut joined);
    let mut edges = renamed(edges, &mut joined);

    // Joined nodes make edges equal, and a node may be left with one neighbour: again, until no
    // edge goes.
    loop {
        let before = edges.len();
        for side in [Side::Behind, Side::Before] {
            join_chains(side, nodes, &edges, exits, &mut joined);
            edges = renamed(&edges, &mut joined);
        }
        if edges.len() == before {
            return numbered(name, edges, exits, &mut joined);
        }
    }
}

fn join_circles(nodes: u32, edges: &[Edge], joined: &mut UnionFind<u32>) {
    let mut silent = DiGraph::<(), (), u32>::with_capacity(nodes as usize, edges.len());
    (0..nodes).for_each(|_| {
        silent.add_node(());
    });
    for edge in edges {
        if let Step::Silent(target) = edge.step {
            silent.add_edge(edge.from.raw().into(), target.raw().into(), ());
        }
    }
    for circle in tarjan_scc(&silent) {
        for pair in circle.windows(2) {
            joined.union(pair[0].index() as u32, pair[1].index() as u32);
        }
    }
}

/// On which side of a node there is but one edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// A silent edge is all that leads on: what may follow is what may follow there.
    Behind,
    /// A silent edge is all that leads here: whoever is here could have stayed.
    Before,
}

/// How many edges lead from a node, or to it, and from or to where the last silent one.
#[derive(Clone, Copy, Default)]
struct Ways {
    all: usize,
    silent: Option<u32>,
}

/// Joins nodes with their neighbours on one side. Both sides at once would join a node's successor
/// with its predecessor, which may lead elsewhere, too.
fn join_chains(
    side: Side,
    nodes: u32,
    edges: &[Edge],
    exits: &[NodeId],
    joined: &mut UnionFind<u32>,
) {
    let mut from = vec![Ways::default(); nodes as usize];
    let mut to = vec![Ways::default(); nodes as usize];
    // Runs begin at the entry: that is a way to it, so no chain swallows it.
    to[joined.find_mut(ENTRY.raw()) as usize].all += 1;

    for edge in edges {
        let here = edge.from.raw();
        from[here as usize].all += 1;
        match &edge.step {
            Step::Silent(target) => {
                from[here as usize].silent = Some(target.raw());
                to[target.index()].silent = Some(here);
                to[target.index()].all += 1;
            }
            Step::Event(_, target) => to[target.index()].all += 1,
            Step::Call { returns, .. } => {
                returns
                    .iter()
                    .flatten()
                    .for_each(|target| to[target.index()].all += 1);
            }
        }
    }

    // Leaving the procedure is a way on.
    for exit in exits {
        from[joined.find_mut(exit.raw()) as usize].all += 1;
    }

    let ways = if side == Side::Behind { from } else { to };
    for (node, ways) in (0..nodes).zip(ways) {
        if let (1, Some(other)) = (ways.all, ways.silent) {
            joined.union(node, other);
        }
    }
}

/// The edges between the representatives of their nodes, each once, in order.
fn renamed(edges: &[Edge], joined: &mut UnionFind<u32>) -> Vec<Edge> {
    let mut found = indexmap::IndexSet::new();
    for edge in edges {
        let mut name = |node: NodeId| NodeId::from_raw(joined.find_mut(node.raw()));
        let from = name(edge.from);
        let step = match &edge.step {
            Step::Silent(target) => Step::Silent(name(*target)),
            Step::Event(occurrence, target) => Step::Event(*occurrence, name(*target)),
            Step::Call { callee, returns } => Step::Call {
                callee: *callee,
                returns: returns.iter().map(|target| target.map(&mut name)).collect(),
            },
        };
        // A silent edge in place adds no word.
        if step != Step::Silent(from) {
            found.insert(Edge { from, step });
        }
    }

    found.into_iter().collect()
}

/// The procedure with its nodes in a row, the entry first.
fn numbered(
    name: &str,
    edges: Vec<Edge>,
    exits: &[NodeId],
    joined: &mut UnionFind<u32>,
) -> Procedure {
    let mut numbers = indexmap::IndexSet::from([joined.find_mut(ENTRY.raw())]);
    let mut number = |node: NodeId| NodeId::from_usize(numbers.insert_full(node.raw()).0);
    let edges: Vec<Edge> = edges
        .into_iter()
        .map(|edge| Edge {
            from: number(edge.from),
            step: match edge.step {
                Step::Silent(target) => Step::Silent(number(target)),
                Step::Event(occurrence, target) => Step::Event(occurrence, number(target)),
                Step::Call { callee, returns } => Step::Call {
                    callee,
                    returns: returns
                        .into_iter()
                        .map(|target| target.map(&mut number))
                        .collect(),
                },
            },
        })
        .collect();

    let exits = exits
        .iter()
        .map(|exit| number(NodeId::from_raw(joined.find_mut(exit.raw()))))
        .collect();
    Procedure {
        name: name.to_owned(),
        nodes: numbers.len() as u32,
        exits,
        edges,
    }
}
