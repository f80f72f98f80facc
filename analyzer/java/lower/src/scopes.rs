//! The surroundings of the code that is being lowered: targets of jumps, and code that runs on
//! every way out. [`crate::jumps`] runs it.

use std::sync::Arc;

use ir::{BlockId, Handler, LocalId, PointId};
use java_attribute::CallTarget;
use java_syntax::ast::StmtId;
use text::Span;

/// Something around the code that is being lowered.
#[derive(Debug)]
pub(crate) enum Scope {
    /// A statement that `break` or `continue` can name.
    Jump(JumpTarget),
    /// A switch expression.
    Yield {
        /// The block that expects its value.
        end: BlockId,
        /// The local that takes it.
        result: LocalId,
    },
    /// Code that runs on every way out.
    Cleanup(Cleanup),
}

/// A loop, switch or labelled statement.
#[derive(Debug)]
pub(crate) struct JumpTarget {
    /// Its labels.
    pub(crate) labels: Vec<Arc<str>>,
    /// True if a `break` without label means it.
    pub(crate) is_plain: bool,
    /// The target of `break`.
    pub(crate) end: BlockId,
    /// The target of `continue`; loops only.
    pub(crate) next: Option<BlockId>,
}

/// Code that runs on every way out of a protected region.
#[derive(Debug)]
pub(crate) struct Cleanup {
    pub(crate) kind: CleanupKind,
    /// The handlers in force around the region, which cover the copies.
    pub(crate) handlers: Vec<Handler>,
    /// The points of the first copy, once there is one.
    pub(crate) points: Option<Vec<PointId>>,
}

/// The kinds of clean-up code.
#[derive(Debug, Clone)]
pub(crate) enum CleanupKind {
    /// A finally block.
    Finally(StmtId),
    /// `close()` of a resource.
    Close(Arc<Resource>),
    /// The end of a synchronized statement, with the place of what it locks.
    Leave(LocalId, Span),
}

/// A resource whose variable is assigned.
#[derive(Debug)]
pub(crate) struct Resource {
    pub(crate) local: LocalId,
    /// True if it can be null: not where it was just created.
    pub(crate) is_nullable: bool,
    pub(crate) close: CallTarget,
    pub(crate) span: Span,
}

/// The points of a copy of clean-up code: being recorded, or repeated from a place on.
#[derive(Debug)]
pub(crate) enum Tape {
    Record(Vec<PointId>),
    Repeat(Vec<PointId>, usize),
}

impl Tape {
    fn repeated(&mut self) -> Option<PointId> {
        let Tape::Repeat(points, next) = self else {
            return None;
        };
        *next += 1;
        points.get(*next - 1).copied()
    }
}

impl Cleanup {
    /// Clean-up code of a region that begins where `handlers` are in force.
    pub(crate) fn new(kind: CleanupKind, handlers: Vec<Handler>) -> Self {
        Cleanup {
            kind,
            handlers,
            points: None,
        }
    }
}

impl JumpTarget {
    pub(crate) fn is_named(&self, label: Option<&str>) -> bool {
        match label {
            Some(label) => self.labels.iter().any(|own| **own == *label),
            None => self.is_plain,
        }
    }
}

/// The point that a copy of clean-up code repeats here, if this is one.
pub(crate) fn repeated_point(tapes: &mut [Tape]) -> Option<PointId> {
    let repeated: Vec<_> = tapes.iter_mut().map(Tape::repeated).collect();
    repeated.into_iter().flatten().next()
}
