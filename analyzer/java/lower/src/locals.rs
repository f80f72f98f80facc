//! The final order of a body's locals: parameters first, then what is used, in order of creation.

use index_vec::{IndexVec, index_vec};
use ir::{AllocationKind, Body, Local, LocalId, StatementKind, Terminator};

use crate::graph::Blocks;
use crate::part::Part;

/// The body of these blocks, its locals in their final order; the sites of its calls and
/// allocations follow. O(size of the body).
pub(crate) fn body(
    blocks: Blocks,
    locals: IndexVec<LocalId, Local>,
    parameters: &[LocalId],
    part: &mut Part,
) -> Body {
    let mut blocks = blocks;
    let used = used(&mut blocks, locals.len(), part);
    let rest = locals
        .indices()
        .filter(|&local| used[local] && !parameters.contains(&local));
    let order: Vec<LocalId> = parameters.iter().copied().chain(rest).collect();
    let mut place: IndexVec<LocalId, LocalId> = index_vec![LocalId::new(0); locals.len()];
    order
        .iter()
        .enumerate()
        .for_each(|(position, &local)| place[local] = LocalId::new(position));
    for_each_local(&mut blocks, part, |local| *local = place[*local]);

    let locals = order.iter().map(|&local| locals[local].clone()).collect();
    Body {
        locals,
        parameters: (0..parameters.len()).map(LocalId::new).collect(),
        blocks,
        ..Body::default()
    }
}

fn used(blocks: &mut Blocks, count: usize, part: &mut Part) -> IndexVec<LocalId, bool> {
    let mut used: IndexVec<LocalId, bool> = index_vec![false; count];
    for_each_local(blocks, part, |local| used[*local] = true);
    used
}

/// Visits every mention of a local in a body.
fn for_each_local(blocks: &mut Blocks, part: &mut Part, mut visit: impl FnMut(&mut LocalId)) {
    for block in blocks {
        for statement in &mut block.statements {
            statement.kind.locals_mut().into_iter().for_each(&mut visit);
            for_each_in_site(&statement.kind, part, &mut visit);
        }
        match &mut block.terminator {
            Terminator::Branch {
                condition: local, ..
            }
            | Terminator::Switch { value: local, .. }
            | Terminator::Return(Some(local))
            | Terminator::Throw(local) => visit(local),
            Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
        block
            .handlers
            .iter_mut()
            .for_each(|handler| visit(&mut handler.exception));
    }
}

fn for_each_in_site(kind: &StatementKind, part: &mut Part, mut visit: impl FnMut(&mut LocalId)) {
    match *kind {
        StatementKind::Call(site) => {
            let site = &mut part.calls[site];
            site.receiver
                .iter_mut()
                .chain(&mut site.arguments)
                .chain(&mut site.result)
                .for_each(visit);
        }
        StatementKind::Allocate { site, .. } => {
            if let AllocationKind::Functional { captures, .. } = &mut part.allocations[site].kind {
                captures.iter_mut().for_each(&mut visit);
            }
        }
        _ => {}
    }
}
