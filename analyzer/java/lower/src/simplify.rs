//! Smaller graphs with the same paths: empty blocks are skipped, chains become one block, what
//! nothing leads to is dropped. Statements keep their order across blocks, which is the order of
//! the text and of javac's instructions.

use index_vec::{IndexVec, index_vec};
use ir::{Block, BlockId, Terminator};

use crate::graph::Blocks;

const ENTRY: BlockId = BlockId::from_raw_unchecked(0);

/// The graph without empty blocks and without jumps between blocks that could be one; the order of
/// the rest is kept. O(size of the graph).
pub(crate) fn simplify(mut blocks: Blocks) -> Blocks {
    forward(&mut blocks);
    merge(&mut blocks);
    reachable(blocks)
}

/// Lets jumps to empty blocks lead to where those lead.
fn forward(blocks: &mut Blocks) {
    let kept = sole_entries(blocks);
    let target: IndexVec<BlockId, BlockId> = blocks
        .indices()
        .map(|id| final_target(blocks, &kept, id))
        .collect();

    for block in blocks.iter_mut() {
        block.terminator.map_targets(|id| target[id]);
        block
            .handlers
            .iter_mut()
            .for_each(|handler| handler.target = target[handler.target]);
        // Targets that were different may be one now.
        if let Terminator::Switch { targets, .. } = &mut block.terminator {
            let all = std::mem::take(targets);
            all.into_iter().for_each(|id| {
                if !targets.contains(&id) {
                    targets.push(id)
                }
            });
        }
    }
}

/// Empty blocks to which handlers belong that no other block has. A try block that only jumps is
/// such: javac keeps what catches its exceptions though there are none.
fn sole_entries(blocks: &Blocks) -> IndexVec<BlockId, bool> {
    let mut entered: IndexVec<BlockId, bool> = index_vec![false; blocks.len()];
    let mut kept: IndexVec<BlockId, bool> = index_vec![false; blocks.len()];
    for block in blocks.iter().filter(|block| passed_to(block).is_none()) {
        block
            .handlers
            .iter()
            .for_each(|handler| entered[handler.target] = true);
    }

    for (id, block) in blocks
        .iter_enumerated()
        .filter(|(_, block)| passed_to(block).is_some())
    {
        for handler in &block.handlers {
            kept[id] |= !std::mem::replace(&mut entered[handler.target], true);
        }
    }
    kept
}

/// Returns where an empty block leads.
fn passed_to(block: &Block) -> Option<BlockId> {
    match block.terminator {
        Terminator::Goto(next) if block.statements.is_empty() => Some(next),
        _ => None,
    }
}

/// Returns where a jump to `id` ends up once it passed all empty blocks that are not kept; loops of
/// empty blocks stay.
fn final_target(blocks: &Blocks, kept: &IndexVec<BlockId, bool>, id: BlockId) -> BlockId {
    let mut at = id;
    for _ in 0..blocks.len() {
        match passed_to(&blocks[at]) {
            Some(next) if next != at && !kept[at] => at = next,
            _ => return at,
        }
    }
    id
}

/// Appends to each block the one it jumps to, where that comes next and has no other predecessor
/// and the same handlers.
fn merge(blocks: &mut Blocks) {
    let reached = reached(blocks);
    let mut predecessors = predecessors(blocks, &reached);
    for id in blocks.indices().filter(|&id| reached[id]) {
        // Only neighbours become one, so statements keep the order of the text.
        let mut last = id;
        while let Terminator::Goto(next) = blocks[id].terminator
            && next != id
            && predecessors[next] == 1
            && is_next(blocks, &reached, last, next)
            && blocks[next].handlers == blocks[id].handlers
        {
            let absorbed = std::mem::replace(&mut blocks[next], empty());
            predecessors[next] = 0;
            blocks[id].statements.extend(absorbed.statements);
            blocks[id].terminator = absorbed.terminator;
            last = next;
        }
    }
}

/// Returns whether nothing that can run stands between two blocks.
fn is_next(
    blocks: &Blocks,
    reached: &IndexVec<BlockId, bool>,
    block: BlockId,
    next: BlockId,
) -> bool {
    let mut between = (block.index() + 1..next.index())
        .map(BlockId::new)
        .filter(|&id| reached[id]);
    block < next && between.all(|id| blocks[id].statements.is_empty())
}

fn empty() -> Block {
    Block {
        statements: Vec::new(),
        terminator: Terminator::Unreachable,
        handlers: Vec::new(),
    }
}

/// How many edges from reachable blocks lead to each block; one more to the entry.
fn predecessors(blocks: &Blocks, reached: &IndexVec<BlockId, bool>) -> IndexVec<BlockId, usize> {
    let mut count: IndexVec<BlockId, usize> = index_vec![0; blocks.len()];
    count[ENTRY] = 1;
    for block in blocks
        .iter_enumerated()
        .filter(|(id, _)| reached[*id])
        .map(|(_, block)| block)
    {
        successors(block).for_each(|id| count[id] += 1);
    }
    count
}

fn successors(block: &Block) -> impl Iterator<Item = BlockId> + '_ {
    block
        .terminator
        .successors()
        .into_iter()
        .chain(block.handlers.iter().map(|handler| handler.target))
}

fn reached(blocks: &Blocks) -> IndexVec<BlockId, bool> {
    let mut reached: IndexVec<BlockId, bool> = index_vec![false; blocks.len()];
    reached[ENTRY] = true;
    let mut work = vec![ENTRY];
    while let Some(id) = work.pop() {
        for next in successors(&blocks[id]) {
            if !std::mem::replace(&mut reached[next], true) {
                work.push(next);
            }
        }
    }
    reached
}

/// Drops blocks that nothing leads to and numbers the rest anew.
fn reachable(blocks: Blocks) -> Blocks {
    let reached = reached(&blocks);
    let mut place: IndexVec<BlockId, BlockId> = index_vec![ENTRY; blocks.len()];
    let kept = blocks.indices().filter(|&id| reached[id]);
    kept.enumerate()
        .for_each(|(position, id)| place[id] = BlockId::new(position));
    let kept = blocks.into_iter_enumerated().filter(|(id, _)| reached[*id]);

    kept.map(|(_, mut block)| {
        block.terminator.map_targets(|id| place[id]);
        block
            .handlers
            .iter_mut()
            .for_each(|handler| handler.target = place[handler.target]);
        block
    })
    .collect()
}
