//! Sets of ids of a fixed range. This file alone knows the library behind them.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Index, Sub};

use bitvec::vec::BitVec;

/// A set of ids below a bound, one bit each. Two sets that meet have the same bound.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bits(BitVec);

impl Bits {
    /// No id of those below `bound`.
    pub fn empty(bound: usize) -> Self {
        Bits(BitVec::repeat(false, bound))
    }

    /// All ids below `bound`.
    pub fn full(bound: usize) -> Self {
        let mut full = BitVec::repeat(true, bound);
        full.set_uninitialized(false);
        Bits(full)
    }

    /// The set that [`words`](Self::words) gave these words for.
    pub(crate) fn from_words(bound: usize, words: Vec<usize>) -> Self {
        let mut bits = BitVec::from_vec(words);
        bits.truncate(bound);
        bits.set_uninitialized(false);
        Bits(bits)
    }

    /// The bits in whole words, the lowest id first; those from the bound on are 0.
    pub(crate) fn words(&self) -> &[usize] {
        self.0.as_raw_slice()
    }

    /// Adds an id.
    pub fn insert(&mut self, id: usize) {
        self.0.set(id, true);
    }

    /// Adds an id or takes it away.
    pub fn set(&mut self, id: usize, is_in: bool) {
        self.0.set(id, is_in);
    }

    /// Returns whether it has no id.
    pub fn is_empty(&self) -> bool {
        self.0.not_any()
    }

    /// How many ids it has.
    pub fn count(&self) -> usize {
        self.0.count_ones()
    }

    /// Its ids in rising order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter_ones()
    }

    /// Combines two sets word by word, which the library does bit by bit. No operation may make
    /// bits of two that are 0.
    fn combine(&mut self, other: &Bits, operation: impl Fn(usize, usize) -> usize) {
        debug_assert_eq!(self.0.len(), other.0.len(), "sets of one bound");
        let words = self.0.as_raw_mut_slice().iter_mut();
        for (own, &other) in words.zip(other.0.as_raw_slice()) {
            *own = operation(*own, other);
        }
    }
}

/// The membership of an id, as `bits[id]`.
impl Index<usize> for Bits {
    type Output = bool;

    fn index(&self, id: usize) -> &bool {
        &self.0[id]
    }
}

/// One answer for each id in turn: whether it is in the set.
impl FromIterator<bool> for Bits {
    fn from_iter<I: IntoIterator<Item = bool>>(answers: I) -> Self {
        let mut bits: BitVec = answers.into_iter().collect();
        bits.set_uninitialized(false);
        Bits(bits)
    }
}

impl BitOrAssign<&Bits> for Bits {
    fn bitor_assign(&mut self, other: &Bits) {
        self.combine(other, |own, other| own | other);
    }
}

impl BitAndAssign<&Bits> for Bits {
    fn bitand_assign(&mut self, other: &Bits) {
        self.combine(other, |own, other| own & other);
    }
}

/// The union.
impl BitOr<&Bits> for Bits {
    type Output = Bits;

    fn bitor(mut self, other: &Bits) -> Bits {
        self |= other;
        self
    }
}

/// The intersection.
impl BitAnd<&Bits> for Bits {
    type Output = Bits;

    fn bitand(mut self, other: &Bits) -> Bits {
        self &= other;
        self
    }
}

/// The difference.
impl Sub<&Bits> for Bits {
    type Output = Bits;

    fn sub(mut self, other: &Bits) -> Bits {
        self.combine(other, |own, other| own & !other);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    fn multiples(of: usize, bound: usize) -> Bits {
        (0..bound).map(|id| id.is_multiple_of(of)).collect()
    }

    /// One word, whole words, and parts of the last one.
    #[test]
    fn operations_agree_with_those_on_single_ids() {
        for bound in [0, 1, 63, 64, 65, 128, 130, 200] {
            let [two, three] = [2, 3].map(|of| multiples(of, bound));
            let expected = |is_in: fn(usize) -> bool| -> Bits { (0..bound).map(is_in).collect() };
            let six = expected(|id| id.is_multiple_of(6));
            assert_eq!(two.clone() & &three, six, "{bound}");
            let either = expected(|id| id.is_multiple_of(2) || id.is_multiple_of(3));
            assert_eq!(two.clone() | &three, either, "{bound}");
            let rest = expected(|id| id.is_multiple_of(2) && !id.is_multiple_of(3));
            assert_eq!(two.clone() - &three, rest, "{bound}");
            assert_eq!(two.iter().count(), two.count());
            assert_eq!(Bits::from_words(bound, two.words().to_vec()), two);
            assert_eq!(Bits::full(bound).count(), bound);
            assert_eq!(multiples(1, bound), Bits::full(bound));
            assert!(Bits::empty(bound).is_empty());
        }
    }

    #[test]
    #[should_panic(expected = "3")]
    fn ids_from_the_bound_on_are_faults_of_ours() {
        let _ = Bits::empty(3)[3];
    }
}
