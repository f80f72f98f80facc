//! Which slots and stack positions a block may still read.

use index_vec::{IndexVec, index_vec};
use ir::{BlockId, LocalId, Terminator};

use crate::raw::RawBody;

/// A set of variables by their dense numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Set(Vec<u64>);

impl Set {
    fn new(size: usize) -> Self {
        Set(vec![0; size.div_ceil(64)])
    }

    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    fn has(&self, number: usize) -> bool {
        self.0[number / 64] & (1 << (number % 64)) != 0
    }

    /// Adds what is in `other` but not in `without`; whether that changed anything.
    fn add(&mut self, other: &Set, without: &Set) -> bool {
        let mut changed = false;
        for (own, (other, without)) in self.0.iter_mut().zip(other.0.iter().zip(&without.0)) {
            let added = other & !without & !*own;
            changed |= added != 0;
            *own |= added;
        }
        changed
    }

    /// The members in order.
    pub(crate) fn members(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(position, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(position * 64 + bit as usize)
            })
        })
    }
}

/// The variables of a body, and where they are live.
pub(crate) struct Liveness {
    /// The variables by dense number.
    pub(crate) variables: Vec<LocalId>,
    /// By local; `None` for temporaries.
    pub(crate) numbers: IndexVec<LocalId, Option<usize>>,
    /// The values that are live at the start of each block.
    pub(crate) live: IndexVec<BlockId, Set>,
}

/// The effect of a block: what it reads before it assigns it, what it assigns, and what it assigns
/// before anything is thrown.
struct Effect {
    read: Set,
    assigned: Set,
    assigned_before_throw: Set,
}

impl Liveness {
    /// Solves it backwards.
    pub(crate) fn of(raw: &RawBody) -> Self {
        let mut numbers: IndexVec<LocalId, Option<usize>> = index_vec![None; raw.locals.len()];
        let mut variables = Vec::new();
        for (id, local) in raw.locals.iter_enumerated() {
            if local.is_variable {
                numbers[id] = Some(variables.len());
                variables.push(id);
            }
        }
        let size = variables.len();
        let mut liveness = Liveness {
            variables,
            numbers,
            live: raw.blocks.iter().map(|_| Set::new(size)).collect(),
        };
        liveness.solve(raw);

        liveness
    }

    fn solve(&mut self, raw: &RawBody) {
        let effects: IndexVec<BlockId, Effect> = raw
            .blocks
            .indices()
            .map(|block| self.effect(raw, block))
            .collect();
        let mut before: IndexVec<BlockId, Vec<BlockId>> = index_vec![Vec::new(); raw.blocks.len()];
        for (id, block) in raw.blocks.iter_enumerated() {
            for next in block.successors() {
                before[next].push(id);
            }
        }

        let mut waiting: IndexVec<BlockId, bool> = index_vec![true; raw.blocks.len()];
        let mut work: Vec<BlockId> = raw.blocks.indices().collect();
        while let Some(id) = work.pop() {
            waiting[id] = false;
            if !self.update(raw, id, &effects[id]) {
                continue;
            }
            for &previous in &before[id] {
                if !std::mem::replace(&mut waiting[previous], true) {
                    work.push(previous);
                }
            }
        }
    }

    /// Returns whether a variable is live at the start of a block.
    pub(crate) fn is_live(&self, block: BlockId, variable: usize) -> bool {
        self.live[block].has(variable)
    }

    /// Computes a block anew; whether that changed anything.
    fn update(&mut self, raw: &RawBody, id: BlockId, effect: &Effect) -> bool {
        let block = &raw.blocks[id];
        let none = Set::new(self.variables.len());
        let mut live = std::mem::take(&mut self.live[id]);
        let mut changed = live.add(&effect.read, &none);
        for next in block.terminator.successors() {
            let after = if next == id {
                live.clone()
            } else {
                self.live[next].clone()
            };
            changed |= live.add(&after, &effect.assigned);
        }
        for handler in &block.handlers {
            let mut after = if handler.target == id {
                live.clone()
            } else {
                self.live[handler.target].clone()
            };
            if let Some(exception) = self.numbers[handler.exception] {
                after.remove(exception);
            }
            changed |= live.add(&after, &effect.assigned_before_throw);
        }
        self.live[id] = live;

        changed
    }

    fn effect(&self, raw: &RawBody, id: BlockId) -> Effect {
        let size = self.variables.len();
        let block = &raw.blocks[id];
        let mut effect = Effect {
            read: Set::new(size),
            assigned: Set::new(size),
            assigned_before_throw: Set::new(size),
        };
        let mut has_thrown = false;
        let read = |effect: &mut Effect, local: LocalId| {
            if let Some(number) = self.numbers[local].filter(|&n| !effect.assigned.has(n)) {
                effect.read.insert(number);
            }
        };
        for statement in &block.statements {
            for local in raw.operands(&statement.kind) {
                read(&mut effect, local);
            }
            if statement.kind.may_throw() && !has_thrown {
                has_thrown = true;
                effect.assigned_before_throw = effect.assigned.clone();
            }
            let target = raw.target(&statement.kind);
            if let Some(number) = target.and_then(|target| self.numbers[target]) {
                effect.assigned.insert(number);
            }
        }
        if let Some(local) = block.terminator.operand() {
            read(&mut effect, local);
        }
        if !has_thrown && matches!(block.terminator, Terminator::Throw(_)) {
            effect.assigned_before_throw = effect.assigned.clone();
        }

        effect
    }
}
