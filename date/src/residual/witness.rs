//! Witnesses: how a program may lead an object to something that the user sees.

use std::collections::{HashMap, VecDeque};

use index_vec::IndexVec;
use rustc_hash::FxBuildHasher;

use crate::algebra::{StaticDate, SubDate};
use crate::graph::{Abstraction, Certainty, ENTRY, Edge, EventGraph, Occurrence, Step};
use crate::ids::{GeneratorId, NodeId, ProcedureId, StateId, TransitionId};

/// A transition that is taken on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// Where the event is raised.
    pub generator: GeneratorId,
    /// The transition.
    pub transition: TransitionId,
}

/// The fewest transitions over a word of `graph`, in order, the last of which is observable; with `through` one of them, or
/// an occurrence between them, is of that generator. `None` if there is no such word. O(edges * states^2).
pub fn witness(
    date: &StaticDate,
    sub: &SubDate,
    program: &Abstraction,
    graph: &EventGraph,
    through: Option<GeneratorId>,
) -> Option<Vec<Taken>> {
    let mut search = Search::new(date, sub, program, graph, through);
    let last = search.run()?;
    let mut taken = search.path(last.0);
    taken.push(last.1);
    Some(taken)
}

/// Where a run is, and in which state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Point {
    procedure: ProcedureId,
    /// State, and whether the generator that is asked for has occurred, when the procedure was entered.
    entered: (StateId, bool),
    node: NodeId,
    state: StateId,
    seen: bool,
}

/// How a run has come to a point.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// Here it begins.
    Start,
    /// From another point of the procedure.
    From(usize, Option<Taken>),
    /// From the point of a call.
    Called(usize),
    /// From the point of a call by way of the exit of what was called.
    Returned(usize, usize),
}

/// A procedure, and what was the case when it was entered.
type Entered = (ProcedureId, (StateId, bool));

/// A call that a run has come to.
type Waiting<'a> = (usize, &'a [Option<NodeId>]);

struct Search<'a> {
    date: &'a StaticDate,
    sub: &'a SubDate,
    program: &'a Abstraction,
    graph: &'a EventGraph,
    through: Option<GeneratorId>,
    outgoing: IndexVec<ProcedureId, IndexVec<NodeId, Vec<&'a Edge>>>,
    points: Vec<(Point, Way)>,
    known: HashMap<Point, usize, FxBuildHasher>,
    /// Points to look at: those with fewer transitions behind them first.
    pending: VecDeque<usize>,
    waiting: HashMap<Entered, Vec<Waiting<'a>>, FxBuildHasher>,
    left: HashMap<Entered, Vec<(usize, usize)>, FxBuildHasher>,
}

impl<'a> Search<'a> {
    fn new(
        date: &'a StaticDate,
        sub: &'a SubDate,
        program: &'a Abstraction,
        graph: &'a EventGraph,
        through: Option<GeneratorId>,
    ) -> Self {
        let outgoing = graph.procedures.iter().map(|body| {
            let mut outgoing: IndexVec<NodeId, Vec<&Edge>> = (0..body.nodes).map(|_| Vec::new()).collect();
            body.edges.iter().for_each(|edge| outgoing[edge.from].push(edge));
            outgoing
        });
        Search {
            date,
            sub,
            program,
            graph,
            through,
            outgoing: outgoing.collect(),
            points: Vec::new(),
            known: HashMap::default(),
            pending: VecDeque::new(),
            waiting: HashMap::default(),
            left: HashMap::default(),
        }
    }

    /// The point before the last transition, and that.
    fn run(&mut self) -> Option<(usize, Taken)> {
        let entered = (self.date.initial, self.through.is_none());
        for &procedure in &self.graph.entries {
            let point = Point { procedure, entered, node: ENTRY, state: entered.0, seen: entered.1 };
            self.reach(point, Way::Start, false);
        }
        while let Some(at) = self.pending.pop_front() {
            if let Some(found) = self.advance(at) {
                return Some(found);
            }
        }
        None
    }

    fn reach(&mut self, point: Point, way: Way, is_further: bool) {
        if self.known.contains_key(&point) {
            return;
        }
        self.known.insert(point, self.points.len());
        match is_further {
            true => self.pending.push_back(self.points.len()),
            false => self.pending.push_front(self.points.len()),
        }
        self.points.push((point, way));
    }

    fn advance(&mut self, at: usize) -> Option<(usize, Taken)> {
        let point = self.points[at].0;
        let graph = self.graph;
        for occurrence in &graph.background {
            if let Some(found) = self.occur(at, *occurrence, point.node) {
                return Some(found);
            }
        }
        for edge in self.outgoing[point.procedure][point.node].clone() {
            match &edge.step {
                Step::Silent(target) => self.reach(Point { node: *target, ..point }, Way::From(at, None), false),
                Step::Event(occurrence, target) => {
                    if let Some(found) = self.occur(at, *occurrence, *target) {
                        return Some(found);
                    }
                }
                Step::Call { callee, returns } => self.call(at, *callee, returns),
            }
        }
        let exits = graph.procedures[point.procedure].exits.iter().enumerate();
        for (position, _) in exits.filter(|&(_, &exit)| exit == point.node) {
            let entered = (point.procedure, point.entered);
            self.left.entry(entered).or_default().push((at, position));
            for (caller, returns) in self.waiting.get(&entered).cloned().unwrap_or_default() {
                self.come_back(caller, returns, at, position);
            }
        }
        None
    }

    fn call(&mut self, at: usize, callee: ProcedureId, returns: &'a [Option<NodeId>]) {
        let Point { state, seen, .. } = self.points[at].0;
        let entered = (callee, (state, seen));
        self.waiting.entry(entered).or_default().push((at, returns));
        let begin = Point { procedure: callee, entered: (state, seen), node: ENTRY, state, seen };
        self.reach(begin, Way::Called(at), false);
        for (exit, position) in self.left.get(&entered).cloned().unwrap_or_default() {
            self.come_back(at, returns, exit, position);
        }
    }

    fn come_back(&mut self, caller: usize, returns: &[Option<NodeId>], exit: usize, position: usize) {
        let Some(node) = returns[position] else { return };
        let (before, Point { state, seen, .. }) = (self.points[caller].0, self.points[exit].0);
        self.reach(Point { node, state, seen, ..before }, Way::Returned(caller, exit), false);
    }

    /// An occurrence that leads to `target`; the transition, if it is observable and nothing is missing.
    fn occur(&mut self, at: usize, occurrence: Occurrence, target: NodeId) -> Option<(usize, Taken)> {
        let point = self.points[at].0;
        let generator = occurrence.generator;
        let letter = &self.program.generators[generator];
        let seen = point.seen || self.through == Some(generator);
        for transition in self.date.may_take(self.sub, point.state, letter).collect::<Vec<_>>() {
            let taken = Taken { generator, transition };
            let static_transition = &self.date.transitions[transition];
            if static_transition.observable && seen {
                return Some((at, taken));
            }
            let moved = Point { node: target, state: static_transition.to, seen, ..point };
            self.reach(moved, Way::From(at, Some(taken)), true);
        }
        let stays = self.date.may_step(self.sub, point.state, letter)[point.state.index()];
        if stays {
            self.reach(Point { node: target, seen, ..point }, Way::From(at, None), false);
        }
        if occurrence.certainty == Certainty::Maybe {
            self.reach(Point { node: target, ..point }, Way::From(at, None), false);
        }
        None
    }

    /// The transitions on the way to a point.
    fn path(&self, to: usize) -> Vec<Taken> {
        let (mut taken, mut at) = (Vec::new(), to);
        loop {
            at = match self.points[at].1 {
                Way::Start => break,
                Way::Called(before) => before,
                Way::From(before, step) => {
                    taken.extend(step);
                    before
                }
                Way::Returned(caller, exit) => {
                    self.add_within(exit, &mut taken);
                    caller
                }
            };
        }
        taken.reverse();
        taken
    }

    /// Adds the transitions between the entry of a point's procedure and the point, from the last to the first.
    fn add_within(&self, to: usize, taken: &mut Vec<Taken>) {
        // Points up to which something is still to be told, the next one last.
        let mut ends = vec![to];
        while let Some(at) = ends.pop() {
            match self.points[at].1 {
                Way::Start | Way::Called(_) => {}
                Way::From(before, step) => {
                    taken.extend(step);
                    ends.push(before);
                }
                Way::Returned(caller, exit) => ends.extend([caller, exit]),
            }
        }
    }
}
