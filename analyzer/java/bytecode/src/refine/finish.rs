//! The final form of a body: ids of locals, calls, points and allocations in order.

use index_vec::{IndexVec, index_vec};
use ir::{
    AllocationId, Block, Body, CallSite, CallSiteId, Local, LocalId, Point, PointId, StatementKind,
};

use super::Types;
use super::webs::rename;
use crate::lower::LoweredBody;
use crate::raw::RawBody;

/// The body, and the tables that belong to it. O(size of the body).
pub(crate) fn finish(mut raw: RawBody, types: &Types) -> LoweredBody {
    let order = order_of_locals(&raw);
    let mut place: IndexVec<LocalId, LocalId> = index_vec![LocalId::new(0); raw.locals.len()];
    for (position, &local) in order.iter().enumerate() {
        place[local] = LocalId::new(position);
    }
    rename(&mut raw, |local| place[local]);
    let locals = order.iter().map(|&local| Local {
        name: raw.locals[local].name.clone(),
        ty: types[local].clone(),
    });
    let locals = locals.collect();
    let parameters = (0..raw.parameters.len()).map(LocalId::new).collect();

    let mut lowered = LoweredBody::default();
    let mut points: IndexVec<PointId, Option<PointId>> = index_vec![None; raw.points.len()];
    for block in &mut raw.blocks {
        for statement in &mut block.statements {
            match &mut statement.kind {
                StatementKind::Call(site) => {
                    let call = raw.calls[*site].clone();
                    let copied = raw.points[call.point].clone();
                    *site = lowered.add_call(call, copied, &mut points);
                }
                StatementKind::Allocate { site, .. } => {
                    let allocation = raw.allocations[*site].clone();
                    *site = lowered.allocations.push(allocation);
                }
                _ => {}
            }
        }
    }
    let blocks = raw.blocks.into_iter().map(|block| Block {
        statements: block.statements,
        terminator: block.terminator,
        handlers: block.handlers,
    });
    lowered.body = Body {
        locals,
        parameters,
        blocks: blocks.collect(),
        initialized: raw.initialized,
    };
    lowered.gaps = raw.gaps;

    lowered
}

impl LoweredBody {
    fn add_call(
        &mut self,
        call: CallSite,
        point: Point,
        points: &mut IndexVec<PointId, Option<PointId>>,
    ) -> CallSiteId {
        let place = &mut points[call.point];
        let known = *place.get_or_insert_with(|| self.points.push(point));
        self.calls.push(CallSite {
            point: known,
            ..call
        })
    }
}

/// Parameters, then what is used, in order of creation.
fn order_of_locals(raw: &RawBody) -> Vec<LocalId> {
    let mut used: IndexVec<LocalId, bool> = index_vec![false; raw.locals.len()];
    for block in &raw.blocks {
        for statement in &block.statements {
            let operands = raw.operands(&statement.kind);
            let target = raw.target(&statement.kind);
            operands
                .into_iter()
                .chain(target)
                .for_each(|local| used[local] = true);
        }
        let exceptions = block.handlers.iter().map(|handler| handler.exception);
        let operand = block.terminator.operand();
        exceptions
            .chain(operand)
            .for_each(|local| used[local] = true);
    }
    raw.parameters.iter().for_each(|&local| used[local] = false);

    let rest = raw.locals.indices().filter(|&local| used[local]);
    raw.parameters.iter().copied().chain(rest).collect()
}

/// Ids of a body's tables, moved to their places in a program.
pub(crate) fn moved(lowered: &mut LoweredBody, calls: usize, points: usize, allocations: usize) {
    for site in &mut lowered.calls {
        site.point += points;
    }
    let blocks = lowered.body.blocks.iter_mut();
    for statement in blocks.flat_map(|block| &mut block.statements) {
        match &mut statement.kind {
            StatementKind::Call(site) => *site += calls,
            StatementKind::Allocate { site, .. } => {
                *site = AllocationId::new(site.index() + allocations)
            }
            _ => {}
        }
    }
}
