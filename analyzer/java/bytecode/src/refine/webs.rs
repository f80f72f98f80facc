//! Slots and stack positions become locals that each hold one value: assignments that one read may
//! see are one local.
//!
//! Each assignment has a number, and so has each variable that is live at the start of a block.
//! Along each edge the two are joined.

use std::collections::BTreeMap;

use ir::{BlockId, LocalId, Terminator};
use rustc_hash::FxHashMap;

use super::liveness::Liveness;
use crate::error::{Fault, Result};
use crate::raw::{RawBody, RawLocal, map_operand};

/// Splits the variables of a body.
///
/// # Errors
/// Where one is read that is not assigned on every path.
pub(crate) fn split(raw: &mut RawBody) -> Result<()> {
    let liveness = Liveness::of(raw);
    let entry = BlockId::new(0);
    if let Some(number) = liveness.live[entry].members().next() {
        let category = raw.locals[liveness.variables[number]].category;
        return Err(Fault::new(format!(
            "a local variable ({category:?}) is read that is not assigned on every path"
        )));
    }

    let mut webs = Webs {
        first: raw.locals.len(),
        liveness,
        parents: Vec::new(),
        variables: Vec::new(),
        starts: FxHashMap::default(),
    };
    for block in raw.blocks.indices() {
        webs.block(raw, block);
    }
    webs.finish(raw);

    Ok(())
}

struct Webs {
    /// The locals from this one on stand for numbers of assignments.
    first: usize,
    liveness: Liveness,
    parents: Vec<usize>,
    /// The variable of each number.
    variables: Vec<LocalId>,
    /// The number of a variable at the start of a block.
    starts: FxHashMap<(BlockId, usize), usize>,
}

/// The current numbers of the variables of a block.
struct Current {
    block: BlockId,
    numbers: BTreeMap<usize, usize>,
    /// True if something was thrown.
    has_thrown: bool,
    /// The variables that were assigned since then.
    changed: Vec<usize>,
}

impl Webs {
    fn new_number(&mut self, variable: LocalId) -> usize {
        self.parents.push(self.parents.len());
        self.variables.push(variable);
        self.parents.len() - 1
    }

    fn root(&mut self, number: usize) -> usize {
        let mut at = number;
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    fn start(&mut self, block: BlockId, variable: usize) -> usize {
        if let Some(&known) = self.starts.get(&(block, variable)) {
            return known;
        }
        let number = self.new_number(self.liveness.variables[variable]);
        self.starts.insert((block, variable), number);
        number
    }

    fn current(&mut self, current: &Current, variable: usize) -> usize {
        match current.numbers.get(&variable) {
            Some(&number) => number,
            None => self.start(current.block, variable),
        }
    }

    fn block(&mut self, raw: &mut RawBody, id: BlockId) {
        let mut current = Current {
            block: id,
            numbers: BTreeMap::new(),
            has_thrown: false,
            changed: Vec::new(),
        };
        let mut statements = std::mem::take(&mut raw.blocks[id].statements);
        for statement in &mut statements {
            raw.map_operands(&mut statement.kind, |local| self.read(&current, local));
            if statement.kind.may_throw() {
                self.throw(raw, &mut current);
            }
            if let Some(target) = raw.target(&statement.kind)
                && let Some(variable) = self.liveness.numbers[target]
            {
                let number = self.new_number(target);
                current.numbers.insert(variable, number);
                current.changed.push(variable);
                raw.set_target(&mut statement.kind, self.named(number));
            }
        }
        raw.blocks[id].statements = statements;

        let mut terminator = raw.blocks[id].terminator.clone();
        map_operand(&mut terminator, |local| self.read(&current, local));
        if matches!(terminator, Terminator::Throw(_)) {
            self.throw(raw, &mut current);
        }
        for next in terminator.successors() {
            self.join_all(&current, next, None, None);
        }
        raw.blocks[id].terminator = terminator;
        self.name_exceptions(raw, id);
    }

    fn named(&self, number: usize) -> LocalId {
        LocalId::new(self.first + number)
    }

    fn read(&mut self, current: &Current, local: LocalId) -> LocalId {
        match self.liveness.numbers[local] {
            Some(variable) => {
                let number = self.current(current, variable);
                self.named(number)
            }
            None => local,
        }
    }

    /// Something is thrown here: handlers see what variables hold now.
    fn throw(&mut self, raw: &RawBody, current: &mut Current) {
        let changed = std::mem::take(&mut current.changed);
        let only = current.has_thrown.then_some(&*changed);
        current.has_thrown = true;
        for handler in &raw.blocks[current.block].handlers {
            let exception = self.liveness.numbers[handler.exception];
            self.join_all(current, handler.target, exception, only);
        }
    }

    /// Joins what is live at the start of a block with the current numbers.
    fn join_all(
        &mut self,
        current: &Current,
        next: BlockId,
        without: Option<usize>,
        only: Option<&[usize]>,
    ) {
        let live: Vec<usize> = match only {
            None => self.liveness.live[next].members().collect(),
            Some(only) => {
                let is_live = |&&variable: &&usize| self.liveness.is_live(next, variable);
                only.iter().filter(is_live).copied().collect()
            }
        };
        for variable in live {
            if Some(variable) != without {
                let (start, now) = (self.start(next, variable), self.current(current, variable));
                self.join(start, now);
            }
        }
    }

    /// The exception is the value of its variable at the start of the handler.
    fn name_exceptions(&mut self, raw: &mut RawBody, id: BlockId) {
        let mut handlers = std::mem::take(&mut raw.blocks[id].handlers);
        for handler in &mut handlers {
            if let Some(variable) = self.liveness.numbers[handler.exception] {
                let number = self.start(handler.target, variable);
                handler.exception = self.named(number);
            }
        }
        raw.blocks[id].handlers = handlers;
    }

    /// Makes a local of each set of joined numbers.
    fn finish(mut self, raw: &mut RawBody) {
        let mut locals: Vec<LocalId> = Vec::with_capacity(self.parents.len());
        for number in 0..self.parents.len() {
            let root = self.root(number);
            // A root is the smallest of its numbers, so it has its local already.
            let local = if root == number {
                let RawLocal { category, .. } = raw.locals[self.variables[number]];
                raw.locals.push(RawLocal {
                    category,
                    fixed: category.only_type(),
                    is_variable: true,
                    name: None,
                    held_by: Some(self.variables[number]),
                })
            } else {
                locals[root]
            };
            locals.push(local);
        }

        let first = self.first;
        let map = |local: LocalId| match local.index().checked_sub(first) {
            Some(number) => locals[number],
            None => local,
        };
        rename(raw, map);
    }
}

/// Replaces every mention of a local in the blocks.
pub(crate) fn rename(raw: &mut RawBody, map: impl Fn(LocalId) -> LocalId) {
    for id in raw.blocks.indices() {
        let mut statements = std::mem::take(&mut raw.blocks[id].statements);
        for statement in &mut statements {
            raw.map_operands(&mut statement.kind, &map);
            if let Some(target) = raw.target(&statement.kind) {
                raw.set_target(&mut statement.kind, map(target));
            }
        }
        let block = &mut raw.blocks[id];
        block.statements = statements;
        map_operand(&mut block.terminator, &map);
        for handler in &mut block.handlers {
            handler.exception = map(handler.exception);
        }
    }
}
