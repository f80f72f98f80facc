//! Which locals are still read. Facts about others would only multiply states.

use std::sync::OnceLock;

use index_vec::IndexVec;
use ir::{Block, BlockId, Body, LocalId, MethodId, Program, StatementKind, Terminator};
use roaring::RoaringBitmap;

/// The locals that the bodies of a program still read. A body is solved when it is first asked for,
/// once for all objects and properties.
pub struct Live<'a> {
    program: &'a Program,
    bodies: IndexVec<MethodId, OnceLock<Liveness>>,
}

impl<'a> Live<'a> {
    /// No body is solved yet.
    pub fn new(program: &'a Program) -> Self {
        Live {
            program,
            bodies: program.methods.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// Returns whether what is known of `local` matters at a statement (or the terminator, one past
    /// the last statement): it is live, or a parameter, which events at the end of the body bind.
    /// Everything matters where there is no body.
    pub fn matters(&self, method: MethodId, block: BlockId, index: usize, local: LocalId) -> bool {
        let Some(body) = &self.program.methods[method].body else {
            return true;
        };
        let solved = self.bodies[method].get_or_init(|| Liveness::new(self.program, body));
        body.parameters.contains(&local) || solved.is_live(block, index, local)
    }
}

/// For each block the locals that are live before each statement and before the terminator.
struct Liveness(IndexVec<BlockId, Vec<RoaringBitmap>>);

impl Liveness {
    /// Solves the usual backward equations; every statement may go to the handlers of its block.
    fn new(program: &Program, body: &Body) -> Self {
        let mut live: IndexVec<BlockId, Vec<RoaringBitmap>> = body
            .blocks
            .iter()
            .map(|block| vec![RoaringBitmap::new(); block.statements.len() + 1])
            .collect();
        let mut changed = true;

        while changed {
            changed = false;
            for (id, block) in body.blocks.iter_enumerated().rev() {
                let before = through(program, block, &live);
                changed |= before != live[id];
                live[id] = before;
            }
        }

        Liveness(live)
    }

    /// Returns whether `local` is live before a statement (or the terminator, one past the last
    /// statement).
    fn is_live(&self, block: BlockId, index: usize, local: LocalId) -> bool {
        self.0[block][index].contains(local.raw())
    }
}

fn through(
    program: &Program,
    block: &Block,
    live: &IndexVec<BlockId, Vec<RoaringBitmap>>,
) -> Vec<RoaringBitmap> {
    let at_entry = |target: &BlockId| live[*target].first().cloned().unwrap_or_default();
    // The handler assigns the exception, so its local is not live on the way there.
    let mut thrown = RoaringBitmap::new();
    for handler in &block.handlers {
        let mut there = at_entry(&handler.target);
        there.remove(handler.exception.raw());
        thrown |= there;
    }

    let mut current = thrown.clone();
    let (targets, read) = terminator(&block.terminator);
    for target in &targets {
        current |= at_entry(target);
    }

    current.extend(read.iter().map(|local| local.raw()));
    let mut before = vec![current.clone()];
    for statement in block.statements.iter().rev() {
        let (read, written) = accesses(program, &statement.kind);
        if let Some(local) = written {
            current.remove(local.raw());
        }
        current.extend(read.iter().map(|local| local.raw()));
        // Every statement may throw, so what the handlers read is live before it.
        current |= &thrown;
        before.push(current.clone());
    }

    before.reverse();
    before
}

fn terminator(terminator: &Terminator) -> (Vec<BlockId>, Vec<LocalId>) {
    match terminator {
        Terminator::Goto(target) => (vec![*target], Vec::new()),
        Terminator::Branch {
            condition,
            then,
            otherwise,
        } => (vec![*then, *otherwise], vec![*condition]),
        Terminator::Switch { value, targets } => (targets.clone(), vec![*value]),
        Terminator::Return(value) => (Vec::new(), value.iter().copied().collect()),
        Terminator::Throw(value) => (Vec::new(), vec![*value]),
        Terminator::Unreachable => (Vec::new(), Vec::new()),
    }
}

/// The locals that a statement reads, and the one it writes.
fn accesses(program: &Program, statement: &StatementKind) -> (Vec<LocalId>, Option<LocalId>) {
    match statement {
        StatementKind::Constant { target, .. } => (Vec::new(), Some(*target)),
        StatementKind::Assign { target, source }
        | StatementKind::Cast { target, source, .. }
        | StatementKind::InstanceOf { target, source, .. } => (vec![*source], Some(*target)),
        StatementKind::Compute {
            target, operands, ..
        } => (operands.clone(), Some(*target)),
        StatementKind::Load { target, object, .. } => {
            (object.iter().copied().collect(), Some(*target))
        }
        StatementKind::Store { object, source, .. } => {
            (object.iter().copied().chain([*source]).collect(), None)
        }
        StatementKind::ArrayLoad {
            target,
            array,
            index,
        } => (vec![*array, *index], Some(*target)),
        StatementKind::ArrayStore {
            array,
            index,
            source,
        } => (vec![*array, *index, *source], None),
        StatementKind::Allocate { target, site } => (captures(program, *site), Some(*target)),
        StatementKind::Call(site) => {
            let call = &program.calls[*site];
            (
                call.receiver
                    .iter()
                    .chain(&call.arguments)
                    .copied()
                    .collect(),
                call.result,
            )
        }
        StatementKind::Monitor { object, .. } => (vec![*object], None),
        StatementKind::Unknown => (Vec::new(), None),
    }
}

fn captures(program: &Program, site: ir::AllocationId) -> Vec<LocalId> {
    match &program.allocations[site].kind {
        ir::AllocationKind::Functional { captures, .. } => captures.clone(),
        _ => Vec::new(),
    }
}
