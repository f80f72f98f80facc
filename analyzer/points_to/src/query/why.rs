//! Why: shortest chains from the source to the conclusion, found anew for each question.

use std::collections::VecDeque;

use ir::{AllocationKind, CallSite, CallSiteId, LocalId, MethodId, Program};
use java_types::descriptor::Type;
use rustc_hash::FxHashMap;

use super::callers::Callers;
use super::flow::Flows;
use super::names::{callee_name, method_name, object_name};
use super::step::{Step, place_of_call, without_implied};
use crate::constraints::Constraints;
use crate::dispatch::{Callee, Dispatch};
use crate::explore::Start;
use crate::hidden::Hidden;
use crate::node::{Node, NodeId, ObjectId};
use crate::result::PointsTo;

/// A solution, with what it follows from: what [`crate::explore_recorded`] took and gave.
#[derive(Clone, Copy)]
pub struct Solution<'a> {
    /// The start of execution.
    pub start: &'a Start<'a>,
    /// The classes and members that reflection reaches.
    pub hidden: &'a Hidden,
    /// The result.
    pub points_to: &'a PointsTo,
    /// The constraints that the result follows from.
    pub constraints: &'a Constraints,
}

/// The inputs of a solution, which answer why it holds.
///
/// A chain has as few constraints as any; of several such it is the first in the order of the
/// program. Its steps are in the order of time, from the allocation or the entry point to what was
/// asked about.
pub struct Why<'a> {
    pub(super) flows: Flows<'a>,
    pub(super) entries: &'a [MethodId],
    pub(super) hidden: &'a Hidden,
    pub(super) callers: Callers,
}

impl<'a> Why<'a> {
    /// Prepares for questions about a solution. O(edges of the call graph).
    pub fn new(program: &'a Program, dispatch: &'a Dispatch<'a>, solution: Solution<'a>) -> Self {
        let Solution {
            start,
            hidden,
            points_to,
            constraints,
        } = solution;
        let flows = Flows {
            program,
            dispatch,
            points_to,
            constraints,
        };
        Why {
            flows,
            entries: &start.entries,
            hidden,
            callers: Callers::new(points_to),
        }
    }

    /// The calls of the program, turned around.
    pub fn callers(&self) -> &Callers {
        &self.callers
    }

    /// Why a local may hold an object: a shortest chain of assignments, field accesses, parameter
    /// passings and results from where the object is made. `None` if it may not, and for
    /// [`ObjectId::LIBRARY`] where that only stands for another object which is not told from the
    /// library's. O(constraints).
    pub fn holds(&self, method: MethodId, local: LocalId, object: ObjectId) -> Option<Vec<Step>> {
        let chain = self.chain(Node::Local(method, local), object)?;
        Some(self.steps(&chain, object))
    }

    /// Why a call may run a method: what brings a receiver there on which the method is selected;
    /// one step where the call names the method whatever its receiver is. `None` if it may not run
    /// it. O(constraints).
    pub fn runs(&self, site: CallSiteId, callee: MethodId) -> Option<Vec<Step>> {
        let Flows {
            program, points_to, ..
        } = self.flows;
        points_to
            .targets_of(site)
            .filter(|targets| targets.contains(&Callee::Method(callee)))?;
        let place = Some(place_of_call(program, site));
        let Some((receiver, object)) = self.selected_on(site, callee) else {
            let text = format!(
                "the call of {} runs {} itself",
                callee_name(program, site),
                method_name(program, callee)
            );
            return Some(vec![Step::new(place, text)]);
        };

        let mut steps = self.holds(program.calls[site].method, receiver, object)?;
        let (name, _) = object_name(program, points_to, object);
        steps.push(Step::new(
            place,
            format!("called on {name}, so {} runs", method_name(program, callee)),
        ));

        Some(steps)
    }

    /// The receiver of a call and the first object in it on which a method is selected.
    fn selected_on(&self, site: CallSiteId, callee: MethodId) -> Option<(LocalId, ObjectId)> {
        let Flows {
            program,
            dispatch,
            points_to,
            constraints,
        } = self.flows;
        let call = &program.calls[site];
        let receiver = call.receiver?;
        let this = program.methods[callee]
            .body
            .as_ref()?
            .parameters
            .first()
            .copied();

        if let Some(this) = this.filter(|_| dispatch.has_receiver(callee)) {
            let nodes = &points_to.found.nodes;
            let (from, to) = (
                Node::Local(call.method, receiver),
                Node::Local(callee, this),
            );
            let given = points_to
                .found
                .spelled_out(constraints.given(nodes.find(to)?, nodes.find(from)?)?);
            let mut given = given.iter().map(ObjectId::from_raw);
            return Some((
                receiver,
                given.find(|&object| self.selects(call, object, callee))?,
            ));
        }

        let held = points_to.objects_of(call.method, receiver);
        let mut functions = held
            .iter()
            .map(ObjectId::from_raw)
            .filter(|&object| points_to.function(program, object) == Some(callee));
        functions.next().map(|object| (receiver, object))
    }

    /// Returns whether a call on an object runs a method, as far as the object's class is known.
    fn selects(&self, call: &CallSite, object: ObjectId, callee: MethodId) -> bool {
        let Flows {
            program,
            dispatch,
            points_to,
            ..
        } = self.flows;
        let site = points_to
            .object(object)
            .allocation()
            .map(|site| &program.allocations[site]);

        match site.map(|site| (&site.kind, &site.ty)) {
            Some((AllocationKind::Instance, Type::Class(class))) => {
                let mut named = call.target.named().iter();
                named.any(|named| {
                    dispatch
                        .select(class, named)
                        .contains(&Callee::Method(callee))
                })
            }
            _ => true,
        }
    }

    /// The nodes that an object passes to get to one, from its beginning.
    pub(super) fn chain(&self, target: Node, object: ObjectId) -> Option<Vec<NodeId>> {
        let Flows {
            points_to,
            constraints,
            ..
        } = self.flows;
        let target = points_to.found.nodes.find(target)?;
        // Backwards and breadth first, so the first beginning that is found has a shortest chain.
        let mut after: FxHashMap<NodeId, Option<NodeId>> = FxHashMap::from_iter([(target, None)]);
        let mut waiting = VecDeque::from([target]);

        while let Some(node) = waiting.pop_front() {
            if constraints.begins_in(node, object) {
                return Some(
                    std::iter::successors(Some(node), |node| after.get(node).copied().flatten())
                        .collect(),
                );
            }
            for origin in constraints.origins(node, object, &points_to.found) {
                after.entry(origin).or_insert_with(|| {
                    waiting.push_back(origin);
                    Some(node)
                });
            }
        }

        None
    }

    pub(super) fn steps(&self, chain: &[NodeId], object: ObjectId) -> Vec<Step> {
        let node = |id: NodeId| self.flows.points_to.found.nodes[id];
        let beginning = chain
            .first()
            .map(|&first| self.flows.beginning(node(first), object));
        let ways = chain
            .windows(2)
            .filter_map(|way| self.flows.step(node(way[0]), node(way[1])));
        without_implied(beginning.into_iter().chain(ways).collect())
    }
}
