//! Temporal formulas, and their values by definition.

use test_support::Random;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    Not,
    Next,
    DualNext,
    Eventually,
    Always,
    Previously,
    DualPreviously,
    Once,
    SoFar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    And,
    Or,
    Xor,
    Implies,
    Iff,
    Until,
    Release,
    Since,
    DualSince,
}

pub enum Formula {
    Constant(bool),
    Letter(usize),
    Unary(Unary, Box<Formula>),
    Binary(Binary, Box<Formula>, Box<Formula>),
}

const PAST_UNARY: [Unary; 5] = [
    Unary::Not,
    Unary::Previously,
    Unary::Once,
    Unary::SoFar,
    Unary::DualPreviously,
];
const ALL_UNARY: [Unary; 9] = [
    Unary::Not,
    Unary::Next,
    Unary::Eventually,
    Unary::Always,
    Unary::Always,
    Unary::DualNext,
    Unary::Previously,
    Unary::Once,
    Unary::DualPreviously,
];
const PAST_BINARY: [Binary; 6] = [
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Implies,
    Binary::Since,
    Binary::Iff,
];
const ALL_BINARY: [Binary; 9] = [
    Binary::And,
    Binary::Or,
    Binary::Implies,
    Binary::Until,
    Binary::Until,
    Binary::Release,
    Binary::Since,
    Binary::DualSince,
    Binary::Xor,
];

/// A word whose last position is followed by the one at `back`.
pub struct Lasso {
    pub letters: Vec<usize>,
    pub back: usize,
}

impl Lasso {
    /// `stem`, then `turn` for ever, of which the first `unrolled` are written out.
    pub fn new(stem: &[usize], turn: &[usize], unrolled: usize) -> Self {
        let letters: Vec<usize> = stem
            .iter()
            .chain(turn.iter().cycle().take(turn.len() * (unrolled + 1)))
            .copied()
            .collect();
        let back = stem.len() + turn.len() * unrolled;
        Lasso { letters, back }
    }

    /// `from` and the positions that come after it, each once or more.
    fn after(&self, from: usize) -> impl Iterator<Item = usize> {
        let next = |&at: &usize| {
            Some(if at + 1 == self.letters.len() {
                self.back
            } else {
                at + 1
            })
        };
        std::iter::successors(Some(from), next).take(2 * self.letters.len())
    }
}

impl Formula {
    pub fn generate(random: &mut Random, letters: usize, size: usize, is_past: bool) -> Formula {
        let inner =
            |random: &mut Random, size| Box::new(Formula::generate(random, letters, size, is_past));
        match size {
            0 | 1 if random.chance(5) => Formula::Constant(random.chance(50)),
            0 | 1 => Formula::Letter(random.below(letters)),
            2.. if size == 2 || random.chance(45) => {
                let operator = if is_past {
                    random.pick(&PAST_UNARY)
                } else {
                    random.pick(&ALL_UNARY)
                };
                Formula::Unary(operator, inner(random, size - 1))
            }
            _ => {
                let operator = if is_past {
                    random.pick(&PAST_BINARY)
                } else {
                    random.pick(&ALL_BINARY)
                };
                let left = 1 + random.below(size - 2);
                let left_part = inner(random, left);
                Formula::Binary(operator, left_part, inner(random, size - 1 - left))
            }
        }
    }

    pub fn text(&self) -> String {
        match self {
            Formula::Constant(value) => value.to_string(),
            Formula::Letter(letter) => ["a", "b", "c"][*letter].to_owned(),
            Formula::Unary(operator, inner) => {
                let operator = match operator {
                    Unary::Not => "not",
                    Unary::Next => "o",
                    Unary::DualNext => "~o",
                    Unary::Eventually => "<>",
                    Unary::Always => "[]",
                    Unary::Previously => "(*)",
                    Unary::DualPreviously => "~(*)",
                    Unary::Once => "<*>",
                    Unary::SoFar => "[*]",
                };
                format!("{operator} {}", inner.text())
            }
            Formula::Binary(operator, left, right) => {
                let operator = match operator {
                    Binary::And => "and",
                    Binary::Or => "or",
                    Binary::Xor => "xor",
                    Binary::Implies => "=>",
                    Binary::Iff => "<=>",
                    Binary::Until => "U",
                    Binary::Release => "R",
                    Binary::Since => "S",
                    Binary::DualSince => "~S",
                };
                format!("({} {operator} {})", left.text(), right.text())
            }
        }
    }

    /// How many operators look back.
    pub fn past_count(&self) -> usize {
        match self {
            Formula::Constant(_) | Formula::Letter(_) => 0,
            Formula::Unary(operator, inner) => {
                inner.past_count() + usize::from(PAST_UNARY[1..].contains(operator))
            }
            Formula::Binary(operator, left, right) => {
                let own = matches!(operator, Binary::Since | Binary::DualSince);
                left.past_count() + right.past_count() + usize::from(own)
            }
        }
    }

    /// The value at each position, each operator by its definition. For operators that look back to
    /// be right in a loop, the loop must have been unrolled once for each of them and once more.
    pub fn values(&self, lasso: &Lasso) -> Vec<bool> {
        let positions = 0..lasso.letters.len();
        match self {
            Formula::Constant(value) => positions.map(|_| *value).collect(),
            Formula::Letter(letter) => positions.map(|at| lasso.letters[at] == *letter).collect(),
            Formula::Unary(operator, inner) => {
                let f = inner.values(lasso);
                let value = |at: usize| match operator {
                    Unary::Not => !f[at],
                    Unary::Next | Unary::DualNext => {
                        lasso.after(at).nth(1).is_some_and(|next| f[next])
                    }
                    Unary::Eventually => lasso.after(at).any(|later| f[later]),
                    Unary::Always => lasso.after(at).all(|later| f[later]),
                    Unary::Previously => at > 0 && f[at - 1],
                    Unary::DualPreviously => at == 0 || f[at - 1],
                    Unary::Once => f[..=at].contains(&true),
                    Unary::SoFar => !f[..=at].contains(&false),
                };
                positions.map(value).collect()
            }
            Formula::Binary(operator, left, right) => {
                let (f, g) = (left.values(lasso), right.values(lasso));
                let value = |at: usize| match operator {
                    Binary::And => f[at] && g[at],
                    Binary::Or => f[at] || g[at],
                    Binary::Xor => f[at] != g[at],
                    Binary::Implies => !f[at] || g[at],
                    Binary::Iff => f[at] == g[at],
                    Binary::Until => lasso
                        .after(at)
                        .find(|&later| g[later] || !f[later])
                        .is_some_and(|stop| g[stop]),
                    Binary::Release => lasso
                        .after(at)
                        .find(|&later| f[later] || !g[later])
                        .is_none_or(|stop| g[stop]),
                    Binary::Since => {
                        (0..=at).any(|then| g[then] && !f[then + 1..=at].contains(&false))
                    }
                    Binary::DualSince => {
                        (0..=at).all(|then| g[then] || f[then + 1..=at].contains(&true))
                    }
                };
                positions.map(value).collect()
            }
        }
    }
}
