//! The common result of several runs of the variants of one program.

use super::comparison::{Agreement, compare, in_number};
use super::row::Outcome;
use super::run::Ran;

/// A run of the program as it is, under full and under optimized monitoring.
#[derive(Debug)]
pub struct Round {
    /// Without monitors.
    pub plain: Ran,
    /// Fully monitored.
    pub full: Ran,
    /// Monitored by the plan.
    pub optimized: Ran,
}

/// Rounds of one program with the same properties.
#[derive(Debug, Default)]
pub struct Rounds {
    /// As people run programs.
    pub usual: Vec<Round>,
    /// With one identity hash for all objects, if that was tried.
    pub one_hash: Option<Round>,
}

impl Rounds {
    /// Returns whether the variants print and report the same, in some round each.
    pub fn agree(&self, properties: &[String]) -> bool {
        properties
            .iter()
            .all(|name| matches!(self.outcome(name), Outcome::Equal { .. }))
    }

    /// Returns the outcome for one property.
    pub fn outcome(&self, property: &str) -> Outcome {
        self.printed()
            .err()
            .unwrap_or_else(|| self.reported(property))
    }

    /// Checks that the program prints the same in all variants, in some round each.
    fn printed(&self) -> Result<(), Outcome> {
        let plain: Vec<&String> = self
            .usual
            .iter()
            .map(|round| &round.plain.printed)
            .collect();
        let full = self
            .usual
            .iter()
            .any(|round| plain.contains(&&round.full.printed));
        let optimized = self
            .usual
            .iter()
            .any(|round| plain.contains(&&round.optimized.printed));

        let said = |variant: &str| {
            vec![format!(
                "{variant} monitoring changes what the program prints"
            )]
        };
        match (full, optimized) {
            (true, true) => Ok(()),
            _ if plain.iter().any(|&printed| printed != plain[0]) => Err(Outcome::Unsteady(vec![
                "two runs without monitors print different things".to_owned(),
            ])),
            (false, _) => Err(Outcome::Different(said("full"))),
            _ => Err(Outcome::Different(said("optimized"))),
        }
    }

    /// Returns the outcome of comparing the reports. They are equal if some run under full
    /// monitoring reports the same as some run under optimized monitoring, in as few rounds as it
    /// takes.
    fn reported(&self, property: &str) -> Outcome {
        let full: Vec<_> = self
            .usual
            .iter()
            .map(|round| round.full.of(property))
            .collect();
        let optimized: Vec<_> = self
            .usual
            .iter()
            .map(|round| round.optimized.of(property))
            .collect();

        for rounds in 1..=self.usual.len() {
            let pairs = full[..rounds]
                .iter()
                .flat_map(|full| optimized[..rounds].iter().map(move |other| (full, other)));
            if let Some(agreement) = pairs
                .filter_map(|(full, other)| compare(full, other).ok())
                .min()
            {
                return Outcome::Equal { agreement, rounds };
            }
        }

        let rounds = self.usual.len();
        let is_steady = full.iter().all(|other| compare(&full[0], other).is_ok());
        // Where full monitoring differs from itself, order may say nothing of the other variant.
        if !is_steady
            && full
                .iter()
                .zip(&optimized)
                .any(|(full, other)| in_number(full, other).is_ok())
        {
            return Outcome::Equal {
                agreement: Agreement::PerPlace,
                rounds,
            };
        }

        if self
            .one_hash
            .as_ref()
            .is_some_and(|round| agrees_with_one_hash(round, property))
        {
            return Outcome::Equal {
                agreement: Agreement::OneHash,
                rounds: rounds + 1,
            };
        }
        let difference = compare(&full[0], &optimized[0]).err().unwrap_or_default();

        if is_steady {
            Outcome::Different(difference)
        } else {
            Outcome::Unsteady(difference)
        }
    }
}

/// Objects are not told apart then.
fn agrees_with_one_hash(round: &Round, property: &str) -> bool {
    let same_output =
        round.full.printed == round.plain.printed && round.optimized.printed == round.plain.printed;
    same_output && in_number(&round.full.of(property), &round.optimized.of(property)).is_ok()
}
