//! The flow of control: successors, handlers, and the statements that may throw.

use super::{ArithmeticKind, BlockId, Body, Handler, Statement, StatementKind, Terminator};

impl StatementKind {
    /// Returns whether the statement can end abruptly (JLS 11.1.3, 15.6), so that control passes to
    /// a handler of its block or out of the method. Loads and stores of static fields can, as they
    /// may run a static initializer; allocations can as well, for the same reason. Errors that the
    /// virtual machine may raise anywhere (JLS 11.1.3, asynchronous exceptions) do not count.
    pub fn may_throw(&self) -> bool {
        match self {
            StatementKind::Constant { .. }
            | StatementKind::Assign { .. }
            | StatementKind::InstanceOf { .. } => false,
            StatementKind::Compute { kind, .. } => kind.may_throw(),
            StatementKind::Cast { .. }
            | StatementKind::Load { .. }
            | StatementKind::Store { .. }
            | StatementKind::ArrayLoad { .. }
            | StatementKind::ArrayStore { .. }
            | StatementKind::Allocate { .. }
            | StatementKind::Call(_)
            | StatementKind::Monitor { .. }
            | StatementKind::Unknown => true,
        }
    }
}

impl ArithmeticKind {
    /// Returns whether it can throw for some operands: a zero divisor or a null array.
    pub fn may_throw(self) -> bool {
        matches!(
            self,
            ArithmeticKind::Divide | ArithmeticKind::Remainder | ArithmeticKind::ArrayLength
        )
    }
}

impl Terminator {
    /// The blocks that control may pass to without an exception, in order; a block can occur twice.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Goto(target) => vec![*target],
            Terminator::Branch {
                then, otherwise, ..
            } => vec![*then, *otherwise],
            Terminator::Switch { targets, .. } => targets.clone(),
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    /// Replaces every target by what `map` makes of it.
    pub fn map_targets(&mut self, mut map: impl FnMut(BlockId) -> BlockId) {
        match self {
            Terminator::Goto(target) => *target = map(*target),
            Terminator::Branch {
                then, otherwise, ..
            } => (*then, *otherwise) = (map(*then), map(*otherwise)),
            Terminator::Switch { targets, .. } => {
                targets.iter_mut().for_each(|target| *target = map(*target))
            }
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unreachable => {}
        }
    }
}

impl Handler {
    /// Returns whether it takes every throwable: that of `finally` names no class, and `Throwable`
    /// is above all.
    pub fn catches_all(&self) -> bool {
        self.caught.is_empty()
            || self
                .caught
                .iter()
                .any(|name| &**name == "java/lang/Throwable")
    }
}

impl Body {
    /// All statements, block by block.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> + Clone {
        self.blocks.iter().flat_map(|block| &block.statements)
    }

    /// The blocks that control may pass to from `block`, exceptional edges to its handlers
    /// included: first the terminator's targets, then the handlers', in order; a block can occur
    /// twice.
    pub fn successors(&self, block: BlockId) -> Vec<BlockId> {
        let block = &self.blocks[block];
        let handlers = block.handlers.iter().map(|handler| handler.target);
        block
            .terminator
            .successors()
            .into_iter()
            .chain(handlers)
            .collect()
    }
}
