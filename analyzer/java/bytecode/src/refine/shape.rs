//! Smaller graphs with the same paths: empty blocks are skipped, chains become one block.

use index_vec::{IndexVec, index_vec};
use ir::{BlockId, Terminator};

use crate::raw::{RawBlock, RawBody};

const ENTRY: BlockId = BlockId::from_raw_unchecked(0);

/// Makes the graph smaller; blocks come in order of pc, and nothing leads to the first. O(size of
/// the graph).
pub(crate) fn simplify(raw: &mut RawBody) {
    forward(raw);
    sort(raw);
    merge(raw);
    sort(raw);
}

/// Lets jumps to empty blocks lead to where those lead.
fn forward(raw: &mut RawBody) {
    let target: IndexVec<BlockId, BlockId> = raw
        .blocks
        .indices()
        .map(|id| final_target(raw, id))
        .collect();
    for block in &mut raw.blocks {
        block.terminator.map_targets(|id| target[id]);
        for handler in &mut block.handlers {
            handler.target = target[handler.target];
        }
        if let Terminator::Switch { targets, .. } = &mut block.terminator {
            let mut known = std::collections::BTreeSet::new();
            targets.retain(|&id| known.insert(id));
        }
    }
}

/// Where a jump to a block ends up once it passed all empty blocks; loops of empty blocks stay.
fn final_target(raw: &RawBody, id: BlockId) -> BlockId {
    let mut at = id;
    let mut steps = 0;
    while let Terminator::Goto(next) = raw.blocks[at].terminator
        && raw.blocks[at].statements.is_empty()
        && at != ENTRY
    {
        at = next;
        steps += 1;
        if steps > raw.blocks.len() {
            return id;
        }
    }
    at
}

/// Appends to each block the one that it jumps to, where nothing else leads there and the same
/// handlers take what both throw.
fn merge(raw: &mut RawBody) {
    let mut before: IndexVec<BlockId, usize> = index_vec![0; raw.blocks.len()];
    for block in &raw.blocks {
        block
            .successors()
            .into_iter()
            .for_each(|next| before[next] += 1);
    }

    for id in raw.blocks.indices() {
        while let Terminator::Goto(next) = raw.blocks[id].terminator
            && next != id
            && before[next] == 1
            && next.index() > id.index()
            && is_next(raw, id, next)
            && let Some(handlers) = handlers_of_both(&raw.blocks[id], &raw.blocks[next])
        {
            let order = raw.blocks[next].order;
            let absorbed = std::mem::replace(&mut raw.blocks[next], RawBlock::new(order));
            before[next] = 0;
            let block = &mut raw.blocks[id];
            block.statements.extend(absorbed.statements);
            block.terminator = absorbed.terminator;
            block.handlers = handlers;
        }
    }
}

/// Returns whether nothing that runs stands between two blocks.
fn is_next(raw: &RawBody, id: BlockId, next: BlockId) -> bool {
    let mut between = (id.index() + 1..next.index()).map(BlockId::new);
    between.all(|id| {
        raw.blocks[id].statements.is_empty()
            && matches!(raw.blocks[id].terminator, Terminator::Unreachable)
    })
}

/// The handlers of a block made of two: those of the one that throws, or of both.
fn handlers_of_both(first: &RawBlock, second: &RawBlock) -> Option<Vec<ir::Handler>> {
    match (first.may_throw(), second.may_throw()) {
        (false, _) => Some(second.handlers.clone()),
        (true, false) => Some(first.handlers.clone()),
        (true, true) if first.handlers == second.handlers => Some(first.handlers.clone()),
        (true, true) => None,
    }
}

/// Drops blocks that nothing leads to, puts the others in order and numbers them anew. Handlers of
/// blocks that throw nothing go.
fn sort(raw: &mut RawBody) {
    for block in &mut raw.blocks {
        if !block.may_throw() {
            block.handlers.clear();
        }
    }
    let reached = reached(raw);
    let mut order: Vec<BlockId> = raw.blocks.indices().filter(|&id| reached[id]).collect();
    order.sort_by_key(|&id| (id != ENTRY, raw.blocks[id].order));
    let mut place: IndexVec<BlockId, BlockId> = index_vec![ENTRY; raw.blocks.len()];
    for (position, &id) in order.iter().enumerate() {
        place[id] = BlockId::new(position);
    }

    let mut blocks: IndexVec<BlockId, Option<RawBlock>> = std::mem::take(&mut raw.blocks)
        .into_iter()
        .map(Some)
        .collect();
    for id in order {
        if let Some(mut block) = blocks[id].take() {
            block.terminator.map_targets(|id| place[id]);
            for handler in &mut block.handlers {
                handler.target = place[handler.target];
            }
            raw.blocks.push(block);
        }
    }
}

fn reached(raw: &RawBody) -> IndexVec<BlockId, bool> {
    let mut reached: IndexVec<BlockId, bool> = index_vec![false; raw.blocks.len()];
    reached[ENTRY] = true;
    let mut work = vec![ENTRY];
    while let Some(id) = work.pop() {
        for next in raw.blocks[id].successors() {
            if !std::mem::replace(&mut reached[next], true) {
                work.push(next);
            }
        }
    }
    reached
}
