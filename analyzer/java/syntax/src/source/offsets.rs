//! The way from a rewritten text back to the text that it was made of.

/// Offsets of a rewritten text as offsets of its origin. Without breaks it is the identity.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Offsets {
    /// Rewritten offset and its origin, ascending in both; from a break to the next both advance
    /// alike.
    breaks: Vec<(usize, usize)>,
}

impl Offsets {
    /// Notes that from `rewritten` on the text is that from `origin` on. Breaks come in ascending
    /// order.
    pub fn push(&mut self, rewritten: usize, origin: usize) {
        self.breaks.push((rewritten, origin));
    }

    /// The origin of `rewritten`. O(log breaks).
    pub fn origin(&self, rewritten: usize) -> usize {
        let next = self.breaks.partition_point(|&(from, _)| from <= rewritten);
        let (from, to) = next.checked_sub(1).map_or((0, 0), |last| self.breaks[last]);
        let origin = to + (rewritten - from);
        self.breaks
            .get(next)
            .map_or(origin, |&(_, limit)| origin.min(limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_text_stands_at_one_place_of_its_origin() {
        // "ab" becomes "a[[b".
        let mut offsets = Offsets::default();
        offsets.push(3, 1);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|at| offsets.origin(at)),
            [0, 1, 1, 1, 2]
        );
    }

    #[test]
    fn removed_text_is_skipped() {
        // "a------b" becomes "axb", where x stands for the dashes.
        let mut offsets = Offsets::default();
        offsets.push(2, 7);
        assert_eq!([0, 1, 2, 3].map(|at| offsets.origin(at)), [0, 1, 7, 8]);
    }
}
