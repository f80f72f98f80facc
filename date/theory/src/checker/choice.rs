//! All answers of the demon that one occurrence can depend on.

use super::reading::{Arrow, Question};
use crate::graph::Letter;

/// Which of the two monitors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Original,
    Residual,
}

/// Beyond this many independent answers at one occurrence the checker refuses instead of trying
/// them all.
const MOST_ANSWERS: usize = 12;

/// The key of a condition: equal keys get equal answers.
type Key<'a> = (Option<Side>, &'a str);

/// The independent answers of one occurrence.
pub(super) struct Demon<'a> {
    keys: Vec<Key<'a>>,
    variables_agree: bool,
}

impl<'a> Demon<'a> {
    /// Collects the answers that the enabled arrows of both sides ask for; `None` if they are too
    /// many.
    pub(super) fn new(
        sides: [&'a [Arrow]; 2],
        letter: &Letter,
        variables_agree: bool,
    ) -> Option<Self> {
        let mut demon = Demon {
            keys: Vec::new(),
            variables_agree,
        };

        for (side, arrows) in [Side::Original, Side::Residual].into_iter().zip(sides) {
            for arrow in arrows.iter().filter(|arrow| letter.contains(arrow.event)) {
                if let Question::Asked { text, reads, .. } = &arrow.question {
                    let key = demon.key(side, text, *reads);
                    if !demon.keys.contains(&key) {
                        demon.keys.push(key);
                    }
                }
            }
        }

        // All combinations of answers are tried, 2^n of them.
        (demon.keys.len() <= MOST_ANSWERS).then_some(demon)
    }

    /// All ways to answer, as bit sets over the keys.
    pub(super) fn answers(&self) -> std::ops::Range<u32> {
        0..1 << self.keys.len()
    }

    /// The arrow that `side` takes under these answers, and the texts of the seen questions it was
    /// asked on the way.
    pub(super) fn taken(
        &self,
        side: Side,
        arrows: &'a [Arrow],
        letter: &Letter,
        answers: u32,
    ) -> (Option<&'a Arrow>, Vec<&'a str>) {
        // Conditions are asked in declaration order, up to the first that holds.
        let mut asked = Vec::new();
        for arrow in arrows.iter().filter(|arrow| letter.contains(arrow.event)) {
            let holds = match &arrow.question {
                Question::Known(value) => *value,
                Question::Asked { text, reads, seen } => {
                    if *seen {
                        asked.push(text.as_str());
                    }
                    self.answer(self.key(side, text, *reads), answers)
                }
            };
            if holds {
                return (Some(arrow), asked);
            }
        }

        (None, asked)
    }

    fn key(&self, side: Side, text: &'a str, reads: bool) -> Key<'a> {
        ((reads && !self.variables_agree).then_some(side), text)
    }

    fn answer(&self, key: Key<'_>, answers: u32) -> bool {
        self.keys
            .iter()
            .position(|&k| k == key)
            .is_some_and(|bit| answers >> bit & 1 == 1)
    }
}
