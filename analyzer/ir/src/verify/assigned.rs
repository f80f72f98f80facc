//! Definite assignment of locals of reference types, as a forward must-analysis.
//!
//! The state is the set of locals that are surely assigned; paths meet by intersection. An
//! exceptional edge carries what was assigned before the first statement of the block that may
//! throw: later ones only add to it.

use index_vec::IndexVec;

use crate::{Block, BlockId, Body, LocalId, Program};

/// For each local whether it is assigned.
type Assigned = Vec<bool>;

/// One sentence for each use of a local of a reference type that some path reaches without an
/// assignment. Expects a body whose ids are in range.
pub(super) fn verify(program: &Program, body: &Body) -> Vec<String> {
    let entry = solve(program, body);
    let mut faults = Vec::new();
    for id in body.blocks.indices() {
        check_block(program, body, id, entry[id].clone(), &mut faults);
    }
    faults
}

/// Returns the locals that are assigned at the start of each block: the greatest solution.
fn solve(program: &Program, body: &Body) -> IndexVec<BlockId, Assigned> {
    let full = vec![true; body.locals.len()];
    let mut entry: IndexVec<BlockId, Assigned> = body.blocks.iter().map(|_| full.clone()).collect();
    entry[BlockId::new(0)] = parameters(body);
    let mut work: Vec<BlockId> = body.blocks.indices().rev().collect();
    while let Some(id) = work.pop() {
        for (successor, state) in edges(program, &body.blocks[id], &entry[id]) {
            if meet(&mut entry[successor], &state) && !work.contains(&successor) {
                work.push(successor);
            }
        }
    }
    entry
}

fn parameters(body: &Body) -> Assigned {
    let mut assigned = vec![false; body.locals.len()];
    body.parameters
        .iter()
        .for_each(|&parameter| assigned[parameter.index()] = true);
    assigned
}

/// Intersects; says whether that changed anything.
fn meet(into: &mut Assigned, state: &Assigned) -> bool {
    let mut changed = false;
    for (own, &theirs) in into.iter_mut().zip(state) {
        changed |= *own && !theirs;
        *own &= theirs;
    }
    changed
}

/// The states that leave a block, by successor: the handlers' first, then the terminator's.
fn edges(program: &Program, block: &Block, start: &Assigned) -> Vec<(BlockId, Assigned)> {
    let mut state = start.clone();
    let mut thrown = None;
    for statement in &block.statements {
        if statement.kind.may_throw() && thrown.is_none() {
            thrown = Some(state.clone());
        }
        if let Some(target) = program.target(&statement.kind) {
            state[target.index()] = true;
        }
    }

    let thrown = thrown.unwrap_or_else(|| state.clone());
    let to_handlers = block.handlers.iter().map(|handler| {
        let mut state = thrown.clone();
        state[handler.exception.index()] = true;
        (handler.target, state)
    });
    let onward = block
        .terminator
        .successors()
        .into_iter()
        .map(|target| (target, state.clone()));

    to_handlers.chain(onward).collect()
}

fn check_block(
    program: &Program,
    body: &Body,
    id: BlockId,
    mut assigned: Assigned,
    faults: &mut Vec<String>,
) {
    let block = &body.blocks[id];
    let mut check = |assigned: &Assigned, local: LocalId| {
        if !assigned[local.index()] && body.locals[local].ty.is_reference() {
            faults.push(format!(
                "{local} is used in {id} but not assigned on every path"
            ));
        }
    };

    for statement in &block.statements {
        program
            .operands(&statement.kind)
            .into_iter()
            .for_each(|local| check(&assigned, local));
        if let Some(target) = program.target(&statement.kind) {
            assigned[target.index()] = true;
        }
    }

    block
        .terminator
        .operand()
        .into_iter()
        .for_each(|local| check(&assigned, local));
}
