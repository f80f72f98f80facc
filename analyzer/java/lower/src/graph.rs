//! A control-flow graph while it is being built.
//!
//! Blocks are labels first: [`Graph::block`] makes one, jumps lead to it, [`Graph::start`]
//! continues there. What no jump leads to is dead: nothing is added to it, so code that javac drops
//! leaves no trace (JLS 14.22, and constant conditions).

use index_vec::IndexVec;
use ir::{Block, BlockId, Handler, Local, LocalId, Statement, StatementKind, Terminator};
use java_types::descriptor::Type;
use text::Span;

/// The graph, the block that is being written, and the exception handlers in force.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) locals: IndexVec<LocalId, Local>,
    blocks: IndexVec<BlockId, Draft>,
    /// Blocks in the order in which they were started.
    started: Vec<BlockId>,
    current: Option<BlockId>,
    /// Innermost last.
    handlers: Vec<Handler>,
    /// Statements and ends of blocks so far.
    written: usize,
}

/// A block that may not be complete.
#[derive(Debug, Default)]
struct Draft {
    statements: Vec<Statement>,
    terminator: Option<Terminator>,
    handlers: Vec<Handler>,
    /// True if some jump, or an exception, leads here.
    entered: bool,
}

/// The blocks of a finished graph, in order of start; block 0 is the entry.
pub(crate) type Blocks = IndexVec<BlockId, Block>;

impl Graph {
    /// An empty graph whose entry is being written.
    pub(crate) fn new() -> Self {
        let mut graph = Graph::default();
        let entry = graph.block();
        graph.blocks[entry].entered = true;
        graph.start(entry);
        graph
    }

    /// A new local; temporaries have no name.
    pub(crate) fn local(&mut self, name: Option<std::sync::Arc<str>>, ty: Type) -> LocalId {
        self.locals.push(Local { name, ty })
    }

    /// A new label.
    pub(crate) fn block(&mut self) -> BlockId {
        self.blocks.push(Draft::default())
    }

    /// Returns whether control can be where the next statement would go.
    pub(crate) fn is_live(&self) -> bool {
        self.current.is_some()
    }

    /// Adds a statement, unless the place is dead.
    pub(crate) fn push(&mut self, kind: StatementKind, span: Span) {
        if let Some(current) = self.current {
            self.blocks[current]
                .statements
                .push(Statement { kind, span });
            self.written += 1;
        }
    }

    /// The statement added last in the block that is being written.
    pub(crate) fn last(&self) -> Option<&Statement> {
        self.blocks[self.current?].statements.last()
    }

    /// The same, to be changed.
    pub(crate) fn last_mut(&mut self) -> Option<&mut Statement> {
        self.blocks[self.current?].statements.last_mut()
    }

    /// Continues at a label, falling into it from here; the place is dead if nothing else leads
    /// there.
    pub(crate) fn start(&mut self, block: BlockId) {
        self.end(Terminator::Goto(block));
        if self.blocks[block].entered {
            self.started.push(block);
            self.current = Some(block);
            let reached = &self.handlers[self.reached_handlers()..];
            self.blocks[block].handlers = reached.iter().rev().cloned().collect();
            for handler in reached.iter().map(|handler| handler.target) {
                self.blocks[handler].entered = true;
            }
        }
    }

    /// From where on handlers matter: nothing gets past one that catches everything.
    fn reached_handlers(&self) -> usize {
        self.handlers
            .iter()
            .rposition(|handler| handler.caught.is_empty())
            .unwrap_or_default()
    }

    /// Ends the block that is being written; the place is dead then.
    pub(crate) fn end(&mut self, terminator: Terminator) {
        let Some(current) = self.current.take() else {
            return;
        };
        for target in terminator.successors() {
            self.blocks[target].entered = true;
        }
        self.blocks[current].terminator = Some(terminator);
        self.written += 1;
    }

    /// Jumps.
    pub(crate) fn goto(&mut self, target: BlockId) {
        self.end(Terminator::Goto(target));
    }

    /// Jumps two ways.
    pub(crate) fn branch(&mut self, condition: LocalId, then: BlockId, otherwise: BlockId) {
        self.end(Terminator::Branch {
            condition,
            then,
            otherwise,
        });
    }

    /// Jumps many ways; repeated targets count once.
    pub(crate) fn switch(&mut self, value: LocalId, all: Vec<BlockId>) {
        let mut targets: Vec<BlockId> = Vec::with_capacity(all.len());
        all.into_iter().for_each(|target| {
            if !targets.contains(&target) {
                targets.push(target)
            }
        });
        self.end(match targets[..] {
            [target] => Terminator::Goto(target),
            _ => Terminator::Switch { value, targets },
        });
    }

    /// The handlers in force, innermost last; to be put back with [`Graph::set_handlers`].
    pub(crate) fn handlers(&self) -> Vec<Handler> {
        self.handlers.clone()
    }

    /// Puts exactly these handlers in force, innermost last, for the code from here on.
    pub(crate) fn set_handlers(&mut self, handlers: Vec<Handler>) {
        if self.handlers != handlers {
            self.handlers = handlers;
            self.split();
        }
    }

    /// Puts handlers in force, tried in the given order and before those that are, for the code
    /// from here on.
    pub(crate) fn protect(&mut self, handlers: Vec<Handler>) {
        self.handlers.extend(handlers.into_iter().rev());
        self.split();
    }

    /// Begins a new block here, as handlers belong to whole blocks.
    fn split(&mut self) {
        if self.is_live() {
            let next = self.block();
            self.start(next);
        }
    }

    /// How much was written so far: equal marks mean that nothing was added between them.
    pub(crate) fn mark(&self) -> usize {
        self.written
    }

    /// The complete blocks in order of start, and the locals. Every place that is still live must
    /// have been ended.
    pub(crate) fn finish(mut self) -> (Blocks, IndexVec<LocalId, Local>) {
        assert!(!self.is_live(), "a body falls off its end");
        let mut order = index_vec::index_vec![None; self.blocks.len()];
        for (position, &block) in self.started.iter().enumerate() {
            order[block] = Some(BlockId::new(position));
        }
        let blocks = self
            .started
            .iter()
            .map(|&id| complete(std::mem::take(&mut self.blocks[id]), &order))
            .collect();
        (blocks, self.locals)
    }
}

/// The block with its targets' final numbers. A handler whose code was left out, as nothing is
/// there to protect, goes.
fn complete(draft: Draft, order: &IndexVec<BlockId, Option<BlockId>>) -> Block {
    let Draft {
        statements,
        terminator,
        mut handlers,
        entered: _,
    } = draft;
    let mut terminator = terminator.expect("a block was started but not ended");
    terminator
        .map_targets(|block| order[block].expect("a jump leads to a block that was never started"));
    handlers.retain_mut(|handler| {
        let target = order[handler.target];
        handler.target = target.unwrap_or(handler.target);
        target.is_some()
    });

    Block {
        statements,
        terminator,
        handlers,
    }
}
