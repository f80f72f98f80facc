//! A body on its way from instructions to the IR: its locals are stack positions and local variable
//! slots at first, then the values that they hold.

use std::collections::BTreeSet;
use std::sync::Arc;

use index_vec::IndexVec;
use ir::{
    AllocationId, AllocationKind, AllocationSite, ArithmeticKind, BlockId, CallSite, CallSiteId,
    Gap, Handler, LocalId, Point, PointId, Statement, StatementKind, Terminator,
};
use java_types::descriptor::Type;
use rustc_hash::FxHashMap;

use crate::category::Category;

/// A local that is not final yet.
#[derive(Debug, Clone)]
pub(crate) struct RawLocal {
    pub(crate) category: Category,
    /// Its type, if its only assignment has one of its own.
    pub(crate) fixed: Option<Type>,
    /// True for a slot or stack position, which holds one value after the other.
    pub(crate) is_variable: bool,
    /// The name of a parameter.
    pub(crate) name: Option<Arc<str>>,
    /// The slot or stack position that held it.
    pub(crate) held_by: Option<LocalId>,
}

/// A block that is not final yet.
#[derive(Debug)]
pub(crate) struct RawBlock {
    pub(crate) statements: Vec<Statement>,
    pub(crate) terminator: Terminator,
    /// Of a branch: how its condition, a number still, is compared with zero where it leads to the
    /// first target.
    pub(crate) zero: Option<ArithmeticKind>,
    pub(crate) handlers: Vec<Handler>,
    /// The place in the order of blocks: pc, copy of a subroutine, part of an instruction.
    pub(crate) order: (u32, usize, usize),
}

/// A body and the tables that it adds to the program. Ids of calls, points and allocations count
/// from 0.
#[derive(Debug, Default)]
pub(crate) struct RawBody {
    pub(crate) locals: IndexVec<LocalId, RawLocal>,
    pub(crate) parameters: Vec<LocalId>,
    /// The parameters by their slots.
    pub(crate) parameter_slots: FxHashMap<LocalId, LocalId>,
    pub(crate) blocks: IndexVec<BlockId, RawBlock>,
    pub(crate) calls: IndexVec<CallSiteId, CallSite>,
    pub(crate) points: IndexVec<PointId, Point>,
    pub(crate) allocations: IndexVec<AllocationId, AllocationSite>,
    pub(crate) gaps: Vec<Gap>,
    /// The types of what statements assign to variables, by block and position, where the statement
    /// does not say it.
    pub(crate) results: FxHashMap<(BlockId, usize), Type>,
    pub(crate) initialized: BTreeSet<Arc<str>>,
}

impl RawBlock {
    pub(crate) fn new(order: (u32, usize, usize)) -> Self {
        RawBlock {
            statements: Vec::new(),
            terminator: Terminator::Unreachable,
            zero: None,
            handlers: Vec::new(),
            order,
        }
    }

    /// Returns whether a statement or the terminator can end abruptly.
    pub(crate) fn may_throw(&self) -> bool {
        self.statements
            .iter()
            .any(|statement| statement.kind.may_throw())
            || matches!(self.terminator, Terminator::Throw(_))
    }

    /// The targets of the terminator, then of the handlers.
    pub(crate) fn successors(&self) -> Vec<BlockId> {
        let handlers = self.handlers.iter().map(|handler| handler.target);
        self.terminator
            .successors()
            .into_iter()
            .chain(handlers)
            .collect()
    }
}

impl RawBody {
    /// A new local that is assigned once.
    pub(crate) fn temporary(&mut self, category: Category, fixed: Option<Type>) -> LocalId {
        self.locals.push(RawLocal {
            category,
            fixed: fixed.or_else(|| category.only_type()),
            is_variable: false,
            name: None,
            held_by: None,
        })
    }

    /// A new local of a type that is assigned once.
    pub(crate) fn typed(&mut self, ty: Type) -> LocalId {
        self.temporary(Category::of(&ty), Some(ty))
    }

    /// A new slot or stack position.
    pub(crate) fn variable(&mut self, category: Category) -> LocalId {
        self.locals.push(RawLocal {
            category,
            fixed: category.only_type(),
            is_variable: true,
            name: None,
            held_by: None,
        })
    }

    /// The parameter in whose slot a local is.
    pub(crate) fn parameter_of(&self, local: LocalId) -> Option<LocalId> {
        let slot = self.locals[local].held_by?;
        self.parameter_slots.get(&slot).copied()
    }

    /// The local that a statement assigns when it completes normally.
    pub(crate) fn target(&self, kind: &StatementKind) -> Option<LocalId> {
        match kind {
            StatementKind::Call(site) => self.calls[*site].result,
            _ => kind.target(),
        }
    }

    /// All locals that a statement reads, in order.
    pub(crate) fn operands(&self, kind: &StatementKind) -> Vec<LocalId> {
        match kind {
            StatementKind::Call(site) => self.calls[*site].operands().collect(),
            StatementKind::Allocate { site, .. } => {
                self.allocations[*site].kind.captures().to_vec()
            }
            _ => kind.operands(),
        }
    }

    /// Replaces what a statement reads.
    pub(crate) fn map_operands(
        &mut self,
        kind: &mut StatementKind,
        mut map: impl FnMut(LocalId) -> LocalId,
    ) {
        match kind {
            StatementKind::Call(site) => {
                let site = &mut self.calls[*site];
                let operands = site.receiver.iter_mut().chain(&mut site.arguments);
                operands.for_each(|local| *local = map(*local));
            }
            StatementKind::Allocate { site, .. } => {
                if let AllocationKind::Functional { captures, .. } =
                    &mut self.allocations[*site].kind
                {
                    captures.iter_mut().for_each(|local| *local = map(*local));
                }
            }
            _ => {
                let has_target = kind.target().is_some();
                let operands = kind.locals_mut().into_iter().skip(usize::from(has_target));
                operands.for_each(|local| *local = map(*local));
            }
        }
    }

    /// Makes a statement assign another local, if it assigns one.
    pub(crate) fn set_target(&mut self, kind: &mut StatementKind, target: LocalId) {
        match kind {
            StatementKind::Call(site) => {
                if let Some(result) = &mut self.calls[*site].result {
                    *result = target;
                }
            }
            _ if kind.target().is_some() => {
                kind.locals_mut()
                    .into_iter()
                    .take(1)
                    .for_each(|local| *local = target);
            }
            _ => {}
        }
    }
}

/// Replaces the local that a terminator reads.
pub(crate) fn map_operand(terminator: &mut Terminator, mut map: impl FnMut(LocalId) -> LocalId) {
    match terminator {
        Terminator::Branch {
            condition: local, ..
        }
        | Terminator::Switch { value: local, .. }
        | Terminator::Return(Some(local))
        | Terminator::Throw(local) => *local = map(*local),
        Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
    }
}
