//! Relations over the states of a DATE, as boolean matrices.

use bitvec::vec::BitVec;

use crate::algebra::StateSet;

/// A set of pairs (state before, state after). Row q holds the states that q may become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Relation {
    rows: Vec<StateSet>,
}

impl Relation {
    /// The empty relation over so many states.
    pub(super) fn empty(states: usize) -> Self {
        Relation { rows: vec![BitVec::repeat(false, states); states] }
    }

    /// Every state becomes itself.
    pub(super) fn identity(states: usize) -> Self {
        Self::from_rows(states, |q| {
            let mut row = BitVec::repeat(false, states);
            row.set(q, true);
            row
        })
    }

    /// The relation with these rows.
    pub(super) fn from_rows(states: usize, row: impl FnMut(usize) -> StateSet) -> Self {
        Relation { rows: (0..states).map(row).collect() }
    }

    /// All pairs.
    pub(super) fn full(states: usize) -> Self {
        Relation { rows: vec![BitVec::repeat(true, states); states] }
    }

    /// The pairs that `holds` accepts.
    pub(super) fn of(states: usize, holds: impl Fn(usize, usize) -> bool) -> Self {
        Self::from_rows(states, |left| (0..states).map(|right| holds(left, right)).collect())
    }

    /// Whether a pair is in it.
    pub(super) fn holds(&self, before: usize, after: usize) -> bool {
        self.rows[before][after]
    }

    /// Leaves the pairs that `other` has, too; says whether that changed anything.
    pub(super) fn meet(&mut self, other: &Relation) -> bool {
        let mut changed = false;
        for (row, kept) in self.rows.iter_mut().zip(&other.rows) {
            let before = row.count_ones();
            *row &= kept;
            changed |= row.count_ones() != before;
        }
        changed
    }

    /// Adds all pairs of `other`; says whether that changed anything.
    pub(super) fn join(&mut self, other: &Relation) -> bool {
        let mut changed = false;
        for (row, added) in self.rows.iter_mut().zip(&other.rows) {
            let before = row.count_ones();
            *row |= added;
            changed |= row.count_ones() != before;
        }
        changed
    }

    /// First this relation, then `next`. O(states^3 / word size).
    pub(super) fn then(&self, next: &Relation) -> Relation {
        Relation { rows: self.rows.iter().map(|row| next.image(row)).collect() }
    }

    /// What `states` may become.
    pub(super) fn image(&self, states: &StateSet) -> StateSet {
        let mut image = BitVec::repeat(false, self.rows.len());
        for state in states.iter_ones() {
            image |= &self.rows[state];
        }
        image
    }

    /// The smallest reflexive and transitive relation that contains this one.
    pub(super) fn closure(&self) -> Relation {
        let mut closure = Relation::identity(self.rows.len());
        closure.join(self);
        while closure.join(&closure.then(&closure)) {}
        closure
    }
}
