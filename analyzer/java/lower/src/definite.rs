//! Definite assignment (JLS 16) of the locals of a finished graph.
//!
//! Every program that compiles has it. Where one does not, lowering must still come to a sound
//! body: what is not assigned on every path is given a value at the start.

use std::collections::BTreeMap;

use index_vec::{IndexVec, index_vec};
use ir::{Block, BlockId, Constant, Local, LocalId, Statement, StatementKind};
use rustc_hash::{FxHashMap, FxHashSet};
use text::Span;

use crate::graph::Blocks;
use crate::part::Part;

/// The locals of reference types that some path uses without an assignment, in order.
///
/// From each block that uses a local before it assigns it, the paths are followed back until an
/// assignment: the local is unassigned if one comes to the entry. O(size of the body), and the
/// blocks in which such a local is live for each.
pub(crate) fn unassigned(
    blocks: &Blocks,
    locals: &IndexVec<LocalId, Local>,
    parameters: &[LocalId],
    part: &Part,
) -> Vec<LocalId> {
    let counts = |local: &LocalId| locals[*local].ty.is_reference() && !parameters.contains(local);
    let mut uses: BTreeMap<LocalId, Vec<BlockId>> = BTreeMap::new();
    for (id, block) in blocks.iter_enumerated() {
        for local in exposed(block, part).into_iter().filter(counts) {
            uses.entry(local).or_default().push(id);
        }
    }

    if uses.is_empty() {
        return Vec::new();
    }

    let mut paths = Paths::new(blocks, part, &uses);
    uses.into_iter()
        .filter(|(local, blocks)| paths.lead_back_to_entry(*local, blocks))
        .map(|(local, _)| local)
        .collect()
}

/// A way into a block: the block it comes from, and whether as an exception.
#[derive(Debug, Clone, Copy)]
struct Edge {
    from: BlockId,
    thrown: bool,
}

/// The blocks that assign a local: anywhere, and before the first statement that may throw.
#[derive(Debug, Default)]
struct Assignments {
    anywhere: FxHashSet<BlockId>,
    before_throw: FxHashSet<BlockId>,
}

/// The graph against the direction of control.
struct Paths<'a> {
    blocks: &'a Blocks,
    edges: IndexVec<BlockId, Vec<Edge>>,
    assignments: FxHashMap<LocalId, Assignments>,
    /// The local for which each block was seen last.
    seen: IndexVec<BlockId, Option<LocalId>>,
}

impl<'a> Paths<'a> {
    fn new(blocks: &'a Blocks, part: &Part, wanted: &BTreeMap<LocalId, Vec<BlockId>>) -> Self {
        let mut edges: IndexVec<BlockId, Vec<Edge>> = blocks.iter().map(|_| Vec::new()).collect();
        let mut assignments: FxHashMap<LocalId, Assignments> = FxHashMap::default();
        for (from, block) in blocks.iter_enumerated() {
            block
                .handlers
                .iter()
                .for_each(|handler| edges[handler.target].push(Edge { from, thrown: true }));
            block.terminator.successors().into_iter().for_each(|to| {
                edges[to].push(Edge {
                    from,
                    thrown: false,
                })
            });
            // An exception may leave the block at the first statement that may throw, before later
            // assignments.
            let mut thrown = false;
            for statement in &block.statements {
                thrown |= statement.kind.may_throw();
                let Some(local) = part
                    .target(&statement.kind)
                    .filter(|local| wanted.contains_key(local))
                else {
                    continue;
                };
                let assigned = assignments.entry(local).or_default();
                assigned.anywhere.insert(from);
                if !thrown {
                    assigned.before_throw.insert(from);
                }
            }
        }

        Paths {
            blocks,
            edges,
            assignments,
            seen: index_vec![None; blocks.len()],
        }
    }

    /// Returns whether some path from the entry to one of the blocks does not assign the local.
    fn lead_back_to_entry(&mut self, local: LocalId, uses: &[BlockId]) -> bool {
        let none = Assignments::default();
        let assigned = self.assignments.get(&local).unwrap_or(&none);
        let mut work = uses.to_vec();

        while let Some(block) = work.pop() {
            if block.index() == 0 {
                return true;
            }
            if self.seen[block].replace(local) == Some(local) {
                continue;
            }
            let blocks = self.blocks;
            // Going to a handler assigns its exception.
            let takes = |from: BlockId| {
                blocks[from]
                    .handlers
                    .iter()
                    .any(|handler| handler.target == block && handler.exception == local)
            };
            work.extend(
                self.edges[block]
                    .iter()
                    .filter_map(|&Edge { from, thrown }| {
                        let is_assigned = if thrown {
                            assigned.before_throw.contains(&from) || takes(from)
                        } else {
                            assigned.anywhere.contains(&from)
                        };
                        (!is_assigned).then_some(from)
                    }),
            );
        }

        false
    }
}

/// Gives the locals a value at the start.
pub(crate) fn assign(blocks: &mut Blocks, locals: &[LocalId], span: Span) {
    let values = locals.iter().map(|&target| StatementKind::Constant {
        target,
        value: Constant::Null,
    });
    let all = std::iter::once(StatementKind::Unknown).chain(values);
    blocks[BlockId::new(0)]
        .statements
        .splice(0..0, all.map(|kind| Statement { kind, span }));
}

/// The locals that a block uses before it assigns them.
fn exposed(block: &Block, part: &Part) -> Vec<LocalId> {
    let mut assigned: FxHashSet<LocalId> = FxHashSet::default();
    let mut found = Vec::new();
    for statement in &block.statements {
        let used = part.operands(&statement.kind).into_iter();
        found.extend(used.filter(|local| !assigned.contains(local)));
        assigned.extend(part.target(&statement.kind));
    }
    found.extend(
        block
            .terminator
            .operand()
            .filter(|local| !assigned.contains(local)),
    );
    found
}
