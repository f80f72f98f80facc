//! Values that nothing reads and that nothing shows.

use index_vec::{IndexVec, index_vec};
use ir::{BlockId, LocalId, Statement, StatementKind};

use crate::raw::RawBody;

/// Removes constants, copies, tests and sums that nothing reads, and results of calls. O(size of
/// the body).
pub(crate) fn remove(raw: &mut RawBody) {
    let mut uses: IndexVec<LocalId, usize> = index_vec![0; raw.locals.len()];
    let mut makers: IndexVec<LocalId, Vec<(BlockId, usize)>> =
        index_vec![Vec::new(); raw.locals.len()];
    for (id, block) in raw.blocks.iter_enumerated() {
        for (position, statement) in block.statements.iter().enumerate() {
            for local in raw.operands(&statement.kind) {
                uses[local] += 1;
            }
            if let Some(target) = raw.target(&statement.kind) {
                makers[target].push((id, position));
            }
        }
        if let Some(local) = block.terminator.operand() {
            uses[local] += 1;
        }
    }

    let mut removed: IndexVec<BlockId, Vec<bool>> = raw
        .blocks
        .iter()
        .map(|block| vec![false; block.statements.len()])
        .collect();
    // A monitor may read a parameter when the method returns.
    raw.parameters
        .iter()
        .for_each(|&parameter| uses[parameter] += 1);
    let mut work: Vec<LocalId> = raw
        .locals
        .indices()
        .filter(|&local| uses[local] == 0)
        .collect();
    while let Some(local) = work.pop() {
        for (id, position) in std::mem::take(&mut makers[local]) {
            let kind = raw.blocks[id].statements[position].kind.clone();
            if let StatementKind::Call(site) = kind {
                raw.calls[site].result = None;
            } else if is_silent(&kind) {
                removed[id][position] = true;
                for operand in raw.operands(&kind) {
                    uses[operand] -= 1;
                    if uses[operand] == 0 {
                        work.push(operand);
                    }
                }
            }
        }
    }

    for (id, removed) in removed.into_iter_enumerated() {
        let mut removed = removed.into_iter();
        let is_kept = |_: &Statement| !removed.next().unwrap_or_default();
        raw.blocks[id].statements.retain(is_kept);
    }
}

/// Returns whether a statement has no effect but its value.
fn is_silent(kind: &StatementKind) -> bool {
    matches!(
        kind,
        StatementKind::Constant { .. }
            | StatementKind::Assign { .. }
            | StatementKind::InstanceOf { .. }
            | StatementKind::Compute { .. }
    ) && !kind.may_throw()
}
