//! Formulas whose matches are plain to see.

use test_support::Random;

/// A formula over some events, told by their positions.
#[derive(Debug, Clone, Copy)]
pub enum Formula {
    /// The last event is the first one.
    Last,
    /// The number of events is even.
    Even,
    /// The last event is the second one, and the first one was there.
    After,
    /// As many of the first one as of the second one behind them, and nothing else.
    Nested,
}

impl Formula {
    pub fn random(random: &mut Random) -> Self {
        random.pick(&[
            Formula::Last,
            Formula::Even,
            Formula::After,
            Formula::Nested,
        ])
    }

    /// The formula, with its logic.
    pub fn text(self, events: &[String]) -> String {
        let (any, first, second) = (events.join("|"), &events[0], &events[1]);
        match self {
            Formula::Last => format!("ere : ({any})* {first}"),
            Formula::Even => format!("ere : (({any}) ({any}))+"),
            Formula::After => format!("ere : ({any})* {first} ({any})* {second}"),
            Formula::Nested => format!("cfg : S -> {first} S {second} | {first} {second}"),
        }
    }

    pub fn matches(self, word: &[usize]) -> bool {
        let (first, second) = word.split_at(word.len() / 2);
        match self {
            Formula::Last => word.last() == Some(&0),
            Formula::Even => !word.is_empty() && first.len() == second.len(),
            Formula::After => word.last() == Some(&1) && word.contains(&0),
            Formula::Nested => {
                let is_nested =
                    first.iter().all(|event| *event == 0) && second.iter().all(|event| *event == 1);
                !word.is_empty() && first.len() == second.len() && is_nested
            }
        }
    }
}
