//! Definite assignment (JLS 16) of the locals of a finished graph.
//!
//! Every program that compiles has it. Where one does not, lowering must still come to a sound body: what is not assigned
//! on every path is given a value at the start.

use date::diagnostic::Span;
use index_vec::{IndexVec, index_vec};
use ir::{Block, BlockId, Constant, Local, LocalId, Statement, StatementKind};
use rustc_hash::FxHashSet;

use crate::graph::Blocks;
use crate::unit::Part;

/// What a block does with the locals that are looked at, by their positions in the list of those.
struct Effects {
    /// Assigned before the first statement that may throw.
    before_throw: Vec<usize>,
    /// Assigned somewhere.
    assigned: Vec<usize>,
}

/// The locals of reference types that some path uses without an assignment, in order.
/// O(size of the body), then O(blocks * locals that one block uses and another one assigns) for each level of loops.
pub(crate) fn unassigned(
    blocks: &Blocks,
    locals: &IndexVec<LocalId, Local>,
    parameters: &[LocalId],
    part: &Part,
) -> Vec<LocalId> {
    let mut exposed: IndexVec<BlockId, Vec<LocalId>> = blocks.iter().map(|block| exposed(block, part)).collect();
    let counts = |local: &LocalId| locals[*local].ty.is_reference() && !parameters.contains(local);
    exposed.iter_mut().for_each(|uses| uses.retain(counts));
    let mut looked_at: Vec<LocalId> = exposed.iter().flatten().copied().collect();
    looked_at.sort_unstable();
    looked_at.dedup();
    if looked_at.is_empty() {
        return looked_at;
    }
    let entry = solve(blocks, &looked_at, part);
    let is_missing = |position: usize, local: LocalId| {
        exposed.iter_enumerated().any(|(id, uses)| !entry[id][position] && uses.contains(&local))
    };
    looked_at
        .iter()
        .enumerate()
        .filter(|&(position, &local)| is_missing(position, local))
        .map(|(_, &local)| local)
        .collect()
}

/// Gives the locals a value at the start.
pub(crate) fn assign(blocks: &mut Blocks, locals: &[LocalId], span: Span) {
    let values = locals.iter().map(|&target| StatementKind::Constant { target, value: Constant::Null });
    let all = std::iter::once(StatementKind::Unknown).chain(values);
    blocks[BlockId::new(0)].statements.splice(0..0, all.map(|kind| Statement { kind, span }));
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
    found.extend(block.terminator.operand().filter(|local| !assigned.contains(local)));
    found
}

/// Which of the locals are assigned at the start of each block: the greatest solution.
fn solve(blocks: &Blocks, looked_at: &[LocalId], part: &Part) -> IndexVec<BlockId, Vec<bool>> {
    let effects: IndexVec<BlockId, Effects> = blocks.iter().map(|block| effects(block, looked_at, part)).collect();
    let mut entry: IndexVec<BlockId, Vec<bool>> = index_vec![vec![true; looked_at.len()]; blocks.len()];
    entry[BlockId::new(0)] = vec![false; looked_at.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (id, block) in blocks.iter_enumerated() {
            let Effects { before_throw, assigned } = &effects[id];
            for handler in &block.handlers {
                let mut state = with(&entry[id], before_throw);
                looked_at.binary_search(&handler.exception).into_iter().for_each(|position| state[position] = true);
                changed |= meet(&mut entry[handler.target], &state);
            }
            let state = with(&entry[id], assigned);
            for target in block.terminator.successors() {
                changed |= meet(&mut entry[target], &state);
            }
        }
    }
    entry
}

fn effects(block: &Block, looked_at: &[LocalId], part: &Part) -> Effects {
    let mut effects = Effects { before_throw: Vec::new(), assigned: Vec::new() };
    let mut thrown = false;
    for statement in &block.statements {
        if statement.kind.may_throw() && !thrown {
            thrown = true;
            effects.before_throw.clone_from(&effects.assigned);
        }
        let target = part.target(&statement.kind);
        effects.assigned.extend(target.and_then(|target| looked_at.binary_search(&target).ok()));
    }
    if !thrown {
        effects.before_throw.clone_from(&effects.assigned);
    }
    effects
}

fn with(state: &[bool], assigned: &[usize]) -> Vec<bool> {
    let mut state = state.to_vec();
    assigned.iter().for_each(|&position| state[position] = true);
    state
}

/// Intersects; says whether that changed anything.
fn meet(into: &mut [bool], state: &[bool]) -> bool {
    let mut changed = false;
    for (into, &state) in into.iter_mut().zip(state) {
        changed |= *into && !state;
        *into &= state;
    }
    changed
}
