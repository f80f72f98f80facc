//! The reports about one run against all orders of the program.

use std::collections::BTreeSet;

use predict::trace::Trace;
use predict::{Kind, Prediction, Settings};

use super::{Explored, Lines, Observed, explore, leads_to, number_of};
use crate::machine::Threads;

/// The most states of a program that is explored.
const MOST_STATES: usize = 20_000;

/// How much was compared.
#[derive(Debug, Default)]
pub struct Figures {
    /// Programs with a run.
    pub programs: usize,
    /// Programs with more states than are explored.
    pub large: usize,
    /// States of the others.
    pub states: usize,
    /// Reported races.
    pub races: usize,
    /// Reported deadlocks.
    pub deadlocks: usize,
    /// Reported atomicity violations.
    pub atomicity: usize,
    /// Races and deadlocks that some order comes to.
    pub possible: usize,
    /// Races and deadlocks among them that an order of events of the run comes to.
    pub of_run: usize,
    /// Candidates that a prediction has not decided.
    pub undecided: usize,
}

/// Predicts from a run, and compares the reports with all orders of the program. Returns the prediction.
///
/// # Errors
/// The difference: the program does not follow a witness to its report, no order comes to a report, or an
/// order of events of the run comes to an error that is not reported.
pub fn compare(
    start: &Threads<'_, '_>,
    recorded: &Trace,
    run: &[Observed],
    settings: &Settings,
    figures: &mut Figures,
) -> Result<Prediction, String> {
    let prediction = predict::predict(recorded, settings);
    if prediction.refused > 0 || !prediction.strange.is_empty() {
        let Prediction {
            refused, strange, ..
        } = prediction;
        return Err(format!("{refused} refused, strange {strange:?}"));
    }
    for report in &prediction.reports {
        leads_to(start.clone(), recorded, report)
            .map_err(|divergence| format!("{report:?} is not reached: {divergence:?}"))?;
    }
    let undecided = prediction.undecided;
    figures.programs += 1;
    figures.races += prediction.lines(Kind::Race).len();
    figures.deadlocks += prediction.lines(Kind::Deadlock).len();
    figures.atomicity += prediction.lines(Kind::Atomicity).len();
    figures.undecided += undecided.races + undecided.deadlocks + undecided.atomicity;
    let Some(explored) = explore(start, run, MOST_STATES) else {
        figures.large += 1;
        return Ok(prediction);
    };
    let Explored {
        races,
        deadlocks,
        states,
    } = explored;
    figures.states += states;
    figures.possible += races.all.len() + deadlocks.all.len();
    figures.of_run += races.of_run.len() + deadlocks.of_run.len();
    let kinds = [
        (Kind::Race, races, undecided.races),
        (Kind::Deadlock, deadlocks, undecided.deadlocks),
    ];
    for (kind, found, undecided) in kinds {
        let reported = lines(&prediction, kind);
        if let Some(lines) = reported.difference(&found.all).next() {
            return Err(format!("no order comes to the {} {lines:?}", kind.word()));
        }
        if undecided == 0
            && let Some(lines) = found.of_run.difference(&reported).next()
        {
            return Err(format!("the {} {lines:?} is not reported", kind.word()));
        }
    }
    Ok(prediction)
}

/// The lines of the reports of a kind.
fn lines(prediction: &Prediction, kind: Kind) -> BTreeSet<Lines> {
    let numbers = |lines: &[String]| {
        let mut numbers: Lines = lines.iter().map(|line| number_of(line)).collect();
        numbers.sort_unstable();
        numbers
    };
    let reported = prediction.lines(kind).into_iter();
    reported.map(numbers).collect()
}
