//! Relations over the states of a DATE, as boolean matrices.

use smallvec::{SmallVec, smallvec};

use crate::algebra::StateSet;

/// How many words of a relation need no memory of their own: all of most DATEs.
const INLINE: usize = 8;

/// A set of pairs (state before, state after). Row q holds the states that q may become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Relation {
    states: usize,
    /// Row after row, each in whole words: most DATEs have fewer than 64 states, and a row is one
    /// word.
    words: SmallVec<[usize; INLINE]>,
}

impl Relation {
    /// The empty relation over so many states.
    pub(super) fn empty(states: usize) -> Self {
        Relation {
            states,
            words: smallvec![0; states * words_per_row(states)],
        }
    }

    /// Every state becomes itself.
    pub(super) fn identity(states: usize) -> Self {
        Self::of(states, |left, right| left == right)
    }

    /// The relation with these rows.
    pub(super) fn from_rows(states: usize, row: impl FnMut(usize) -> StateSet) -> Self {
        let mut words = SmallVec::with_capacity(states * words_per_row(states));
        for row in (0..states).map(row) {
            words.extend_from_slice(row.words());
        }
        Relation { states, words }
    }

    /// All pairs.
    pub(super) fn full(states: usize) -> Self {
        Self::from_rows(states, |_| StateSet::full(states))
    }

    /// The pairs that `holds` accepts.
    pub(super) fn of(states: usize, holds: impl Fn(usize, usize) -> bool) -> Self {
        let mut found = Self::empty(states);
        for left in 0..states {
            let row = found.row_mut(left);
            for right in (0..states).filter(|&right| holds(left, right)) {
                row[right / usize::BITS as usize] |= 1 << (right % usize::BITS as usize);
            }
        }
        found
    }

    /// Returns whether a pair is in it.
    pub(super) fn holds(&self, before: usize, after: usize) -> bool {
        self.row(before)[after / usize::BITS as usize] >> (after % usize::BITS as usize) & 1 == 1
    }

    /// Leaves the pairs that `other` has, too; says whether that changed anything.
    pub(super) fn meet(&mut self, other: &Relation) -> bool {
        self.combine(other, |own, theirs| own & theirs)
    }

    /// Adds all pairs of `other`; says whether that changed anything.
    pub(super) fn join(&mut self, other: &Relation) -> bool {
        self.combine(other, |own, theirs| own | theirs)
    }

    fn combine(&mut self, other: &Relation, combined: impl Fn(usize, usize) -> usize) -> bool {
        let mut changed = false;
        for (own, &theirs) in self.words.iter_mut().zip(&other.words) {
            let before = *own;
            *own = combined(before, theirs);
            changed |= *own != before;
        }
        changed
    }

    /// First this relation, then `next`. O(states^3 / word size).
    pub(super) fn then(&self, next: &Relation) -> Relation {
        let mut after = Self::empty(self.states);
        for before in 0..self.states {
            next.add_image(self.row(before), after.row_mut(before));
        }
        after
    }

    /// Adds the pairs of `other` that begin with a state; says whether that changed anything.
    pub(super) fn join_row(&mut self, other: &Relation, state: usize) -> bool {
        let mut changed = false;
        for (own, &theirs) in self.row_mut(state).iter_mut().zip(other.row(state)) {
            changed |= theirs & !*own != 0;
            *own |= theirs;
        }
        changed
    }

    /// The states that some state may become.
    pub(super) fn all_after(&self) -> StateSet {
        let width = words_per_row(self.states);
        let mut all = vec![0; width];
        self.words
            .chunks_exact(width.max(1))
            .for_each(|row| add(row, &mut all));
        StateSet::from_words(self.states, all)
    }

    /// The smallest reflexive and transitive relation that contains this one.
    pub(super) fn closure(&self) -> Relation {
        let mut closure = Relation::identity(self.states);
        closure.join(self);
        // Each round doubles the length of the chains that are covered.
        while closure.join(&closure.then(&closure)) {}
        closure
    }

    fn row(&self, state: usize) -> &[usize] {
        let width = words_per_row(self.states);
        &self.words[state * width..][..width]
    }

    fn row_mut(&mut self, state: usize) -> &mut [usize] {
        let width = words_per_row(self.states);
        &mut self.words[state * width..][..width]
    }

    fn add_image(&self, states: &[usize], image: &mut [usize]) {
        for (index, &word) in states.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                add(
                    self.row(index * usize::BITS as usize + left.trailing_zeros() as usize),
                    image,
                );
                // Clears the lowest bit that is set.
                left &= left - 1;
            }
        }
    }
}

fn words_per_row(states: usize) -> usize {
    states.div_ceil(usize::BITS as usize)
}

fn add(row: &[usize], sum: &mut [usize]) {
    sum.iter_mut().zip(row).for_each(|(sum, row)| *sum |= row);
}

#[cfg(test)]
mod tests {
    use super::Relation;

    /// Every third state becomes the next one: over several words, too.
    #[test]
    fn relations_of_many_states_are_composed_state_by_state() {
        for states in [1, 3, 63, 64, 65, 130] {
            let next = Relation::of(states, |left, right| {
                left.is_multiple_of(3) && right == (left + 1) % states
            });
            let after = |left: usize| {
                if left.is_multiple_of(3) {
                    (left + 1) % states
                } else {
                    states
                }
            };
            let twice = next.then(&next);
            for left in 0..states {
                for right in 0..states {
                    let expected = after(left) < states && after(after(left)) == right;
                    assert_eq!(
                        twice.holds(left, right),
                        expected,
                        "{states}: {left} {right}"
                    );
                }
            }
            let reached: Vec<usize> = next.all_after().iter().collect();
            let mut expected: Vec<usize> = (0..states).step_by(3).map(after).collect();
            expected.sort();
            assert_eq!(reached, expected, "{states}");
            assert!(Relation::full(states).closure() == Relation::full(states));
        }
    }
}
