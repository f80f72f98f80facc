//! The targets of jumps, and the code that they must run on the way (JLS 14.14 to 14.17, 14.20.2).
//!
//! A jump out of a try statement with a finally block runs a copy of that block first, as does
//! every other way out. Copies of a call share its point: the first copy of a block records the
//! points that it makes, later ones repeat them in the same order, since lowering one tree in one
//! context is deterministic.

use ir::{BlockId, LocalId, PointId, Terminator};
use text::Span;

use crate::body::BodyLowering;
use crate::scopes::{Cleanup, CleanupKind, JumpTarget, Scope, Tape};

/// Statements of a body beyond which clean-up code is not copied any more: blocks inside blocks
/// double with each level. Nothing compiles so large a method (JVMS 4.7.3).
const MOST_WRITTEN: usize = 1 << 18;

/// A switch expression that `yield` leads to.
pub(crate) struct YieldTarget {
    /// The number of scopes around it.
    pub(crate) depth: usize,
    /// The block that expects its value.
    pub(crate) end: BlockId,
    /// The local that takes it.
    pub(crate) result: LocalId,
}

impl BodyLowering<'_, '_> {
    /// `break` or `break label`.
    pub(crate) fn lower_break(&mut self, label: Option<&str>, span: Span) {
        let found = self.find_jump(|target| target.is_named(label).then_some(target.end));
        self.jump(found, span);
    }

    /// `continue` or `continue label`.
    pub(crate) fn lower_continue(&mut self, label: Option<&str>, span: Span) {
        let found = self.find_jump(|target| match label {
            Some(_) if !target.is_named(label) => None,
            _ => target.next,
        });
        self.jump(found, span);
    }

    fn find_jump(
        &self,
        wanted: impl Fn(&JumpTarget) -> Option<BlockId>,
    ) -> Option<(usize, BlockId)> {
        let find = |(depth, scope): (usize, &Scope)| match scope {
            Scope::Jump(target) => wanted(target).map(|block| (depth, block)),
            Scope::Yield { .. } | Scope::Cleanup(_) => None,
        };
        self.scopes.iter().enumerate().rev().find_map(find)
    }

    /// A jump without target is an error of the program that no compiler accepts.
    fn jump(&mut self, found: Option<(usize, BlockId)>, span: Span) {
        match found {
            Some((depth, block)) => self.leave_scopes(depth, Terminator::Goto(block)),
            None => {
                self.unknown_effect(span, "a jump that leads nowhere");
                self.graph.end(Terminator::Unreachable);
            }
        }
    }

    /// The innermost switch expression.
    pub(crate) fn find_yield(&self) -> Option<YieldTarget> {
        let find = |(depth, scope): (usize, &Scope)| match scope {
            Scope::Yield { end, result } => Some(YieldTarget {
                depth,
                end: *end,
                result: *result,
            }),
            Scope::Jump(_) | Scope::Cleanup(_) => None,
        };
        self.scopes.iter().enumerate().rev().find_map(find)
    }

    /// Returns whether leaving all scopes from `depth` on runs code.
    pub(crate) fn has_cleanup(&self, depth: usize) -> bool {
        self.scopes[depth..]
            .iter()
            .any(|scope| matches!(scope, Scope::Cleanup(_)))
    }

    /// Runs the clean-up code of all scopes from `depth` on, innermost first, then ends the block.
    /// Scopes and handlers are those of before afterwards, for the code behind the jump.
    pub(crate) fn leave_scopes(&mut self, depth: usize, end: Terminator) {
        if !self.graph.is_live() {
            return;
        }

        let handlers = self.graph.handlers();
        let mut left = Vec::new();
        while self.scopes.len() > depth {
            // The scope goes before its code runs, so a jump in that code does not run it again.
            let Some(mut scope) = self.scopes.pop() else {
                break;
            };
            if let Scope::Cleanup(cleanup) = &mut scope {
                self.clean_up(cleanup);
            }
            left.push(scope);
        }

        self.scopes.extend(left.into_iter().rev());
        self.graph.end(end);
        self.graph.set_handlers(handlers);
    }

    /// One copy of clean-up code, under the handlers around its region. The scopes are those around
    /// the region.
    pub(crate) fn clean_up(&mut self, cleanup: &mut Cleanup) {
        if !self.graph.is_live() {
            return;
        }

        // The copy runs outside of the region, whose own handlers do not cover it.
        self.graph.set_handlers(cleanup.handlers.clone());
        if self.graph.mark() > MOST_WRITTEN {
            return self.unknown_effect(
                self.code.span,
                "copies of finally blocks make the method too large",
            );
        }

        self.tapes.push(match cleanup.points.take() {
            None => Tape::Record(Vec::new()),
            Some(points) => Tape::Repeat(points, 0),
        });
        match cleanup.kind.clone() {
            CleanupKind::Finally(block) => self.stmt(block),
            CleanupKind::Close(resource) => self.close(&resource),
            CleanupKind::Leave(object, span) => self.leave(object, span),
        }

        cleanup.points = self.tapes.pop().map(|tape| match tape {
            Tape::Record(points) | Tape::Repeat(points, _) => points,
        });
    }

    /// Notes a point for later copies of the code around it.
    pub(crate) fn record_point(&mut self, point: PointId) {
        for tape in &mut self.tapes {
            if let Tape::Record(points) = tape {
                points.push(point);
            }
        }
    }
}
