//! How many transitions are taken at least: see the module above.

use std::collections::BTreeMap;

use super::costs::Costs;
use super::exploded::{ActivationId, ClassId, Exploded, Return};

/// How a point is reached from the entry of its activation.
#[derive(Clone, Copy)]
pub(super) enum Reached {
    /// It is the entry.
    Here,
    /// By a move.
    By(usize),
    /// By a call that comes back.
    Over(Return),
}

/// How something observable is reached from a point.
#[derive(Clone, Copy)]
pub(super) enum Leads {
    /// By a move.
    By(usize),
    /// By a call that comes back.
    Over(Return),
    /// In what is called.
    Into(ActivationId),
    /// Behind the call of this activation.
    Out(Return),
    /// In this activation and what it calls.
    Within,
}

pub(super) struct Distances<'a> {
    exploded: &'a Exploded<'a>,
    /// For each point, from the entry of its activation.
    pub within: Costs<Reached>,
    /// For each activation, from the beginning of a run; `None` where it begins with it, else the
    /// point of a call.
    pub entering: Costs<Option<usize>>,
    /// For each point, to something observable in its activation and what that calls.
    pub below: Costs<Leads>,
    /// For each point, to something observable, with what leads to the activation.
    pub beyond: Costs<Leads>,
}

impl<'a> Distances<'a> {
    pub(super) fn new(exploded: &'a Exploded<'a>) -> Self {
        let points = exploded.points.len();
        let mut distances = Distances {
            exploded,
            within: Costs::new(points),
            entering: Costs::new(exploded.activations.len()),
            below: Costs::new(points),
            beyond: Costs::new(points),
        };

        // Each distance needs the ones before it: within an activation, from the beginning of a run
        // to an activation, and on to something observable.
        distances.find_within();
        distances.find_entering();
        let links = Links::new(exploded);
        distances.find_below(&links);
        distances.find_beyond(&links);
        distances
    }

    /// For each class with a witness the move through which the shortest one leads, the first of
    /// them.
    pub(super) fn best_of_classes(&self) -> BTreeMap<ClassId, usize> {
        let mut best: BTreeMap<ClassId, (u32, usize)> = BTreeMap::new();
        for (index, step) in self.exploded.moves.iter().enumerate() {
            let Some((class, _)) = step.taken else {
                continue;
            };
            let Some(cost) = self.through(index) else {
                continue;
            };
            let known = best.entry(class).or_insert((cost, index));
            *known = (*known).min((cost, index));
        }
        best.into_iter()
            .map(|(class, (_, index))| (class, index))
            .collect()
    }

    /// The least number of transitions of a run through a move.
    fn through(&self, index: usize) -> Option<u32> {
        let step = &self.exploded.moves[index];
        // A path may end with an observable move. Behind any other move it has to go on.
        let behind = if step.is_observable {
            self.entering
                .cost(self.exploded.points[step.from].activation.index())
        } else {
            self.beyond.cost(step.to)
        };
        Some(self.within.cost(step.from)? + step.cost() + behind?)
    }

    fn find_within(&mut self) {
        let Exploded {
            activations,
            moves,
            returns,
            points,
            ..
        } = self.exploded;
        let outgoing = lists(points.len(), moves.iter().map(|step| step.from));
        let of_calls = lists(points.len(), returns.iter().map(|back| back.call));
        let of_exits = lists(points.len(), returns.iter().map(|back| back.exit));

        for activation in activations {
            self.within.relax(activation.entry, 0, Reached::Here);
        }

        while let Some((point, cost)) = self.within.settle() {
            for &index in &outgoing[point] {
                self.within.relax(
                    moves[index].to,
                    cost + moves[index].cost(),
                    Reached::By(index),
                );
            }
            // A call that comes back costs the way to the call and the way through the callee. The
            // one that is settled last adds both.
            for &index in of_calls[point].iter().chain(&of_exits[point]) {
                let back = returns[index];
                let other = if back.call == point {
                    back.exit
                } else {
                    back.call
                };
                if let Some(rest) = self.within.settled(other) {
                    self.within.relax(back.to, cost + rest, Reached::Over(back));
                }
            }
        }
    }

    fn find_entering(&mut self) {
        let mut calls: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.exploded.activations.len()];
        for (callee, activation) in self.exploded.activations.iter_enumerated() {
            for &(call, _) in &activation.calls {
                calls[self.exploded.points[call].activation.index()].push((call, callee.index()));
            }
        }

        for &beginning in &self.exploded.beginnings {
            self.entering.relax(beginning.index(), 0, None);
        }

        while let Some((activation, cost)) = self.entering.settle() {
            for &(call, callee) in &calls[activation] {
                if let Some(within) = self.within.cost(call) {
                    self.entering.relax(callee, cost + within, Some(call));
                }
            }
        }
    }

    fn find_below(&mut self, links: &Links<'_>) {
        let Exploded {
            activations,
            moves,
            points,
            ..
        } = self.exploded;

        for (index, step) in moves
            .iter()
            .enumerate()
            .filter(|(_, step)| step.is_observable)
        {
            self.below.relax(step.from, step.cost(), Leads::By(index));
        }

        while let Some((point, cost)) = self.below.settle() {
            links.relax_within(&self.within, &mut self.below, point, cost);
            // A call takes no transition, so the caller reaches what the callee reaches, at the
            // same cost.
            let activation = points[point].activation;
            if activations[activation].entry == point {
                for &(call, _) in &activations[activation].calls {
                    self.below.relax(call, cost, Leads::Into(activation));
                }
            }
        }
    }

    fn find_beyond(&mut self, links: &Links<'_>) {
        let Exploded {
            points, returns, ..
        } = self.exploded;

        // The path may end below the point. Then the way from the beginning to the activation is
        // added here.
        for (index, point) in points.iter().enumerate() {
            if let (Some(entering), Some(below)) = (
                self.entering.cost(point.activation.index()),
                self.below.cost(index),
            ) {
                self.beyond.relax(index, entering + below, Leads::Within);
            }
        }

        while let Some((point, cost)) = self.beyond.settle() {
            links.relax_within(&self.within, &mut self.beyond, point, cost);
            // Or it leaves the activation first, and goes on behind the call: the way to that call
            // is added.
            for &index in &links.returning[point] {
                if let Some(within) = self.within.cost(returns[index].call) {
                    self.beyond.relax(
                        returns[index].exit,
                        cost + within,
                        Leads::Out(returns[index]),
                    );
                }
            }
        }
    }
}

/// The points that lead to each point.
struct Links<'e> {
    /// The moves, by position.
    moves: Vec<Vec<usize>>,
    /// The calls that come back, by position.
    returning: Vec<Vec<usize>>,
    /// The graph that the points are of.
    exploded: &'e Exploded<'e>,
}

impl<'e> Links<'e> {
    fn new(exploded: &'e Exploded<'e>) -> Self {
        let points = exploded.points.len();
        Links {
            moves: lists(points, exploded.moves.iter().map(|step| step.to)),
            returning: lists(points, exploded.returns.iter().map(|back| back.to)),
            exploded,
        }
    }

    /// Goes back from a point to those of the same activation that lead to it.
    fn relax_within(
        &self,
        within: &Costs<Reached>,
        costs: &mut Costs<Leads>,
        point: usize,
        cost: u32,
    ) {
        for &index in &self.moves[point] {
            let step = &self.exploded.moves[index];
            costs.relax(step.from, cost + step.cost(), Leads::By(index));
        }
        for &index in &self.returning[point] {
            let back = self.exploded.returns[index];
            if let Some(over) = within.cost(back.exit) {
                costs.relax(back.call, cost + over, Leads::Over(back));
            }
        }
    }
}

/// The positions of `of` for each item.
fn lists(items: usize, of: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); items];
    of.enumerate()
        .for_each(|(position, item)| lists[item].push(position));
    lists
}
