//! The door: from a trace to reports.

use date::model::Specification;
use serde::{Deserialize, Serialize};

use crate::index::Index;
use crate::observation::{Inherited, Observation};
use crate::properties::{self, Findings, Unpredictable};
use crate::report::{Kind, Report};
use crate::trace::Trace;
use crate::verdicts::Verdicts;
use crate::{atomicity, deadlocks, races};

/// The kinds of reports that a prediction looks for, and how much work it may do.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Look for races.
    pub races: bool,
    /// Look for deadlocks.
    pub deadlocks: bool,
    /// Look for atomicity violations.
    pub atomicity: bool,
    /// The largest number of threads in the cycles of atomicity violations.
    pub cycle: usize,
    /// The states that the search visits in an ideal before it saturates the order.
    pub states_before_saturation: u64,
    /// The steps of the search for each candidate: events that it places and states that it
    /// visits.
    pub steps_per_candidate: u64,
    /// The steps for all candidates of a kind together.
    pub steps: u64,
    /// The property files to look for violations of.
    pub properties: Vec<Specification>,
    /// Report a violation of a property for each instance, and not once for each line.
    pub each_instance: bool,
    /// The steps of the search states over the property events of an instance.
    pub search_states: u64,
    /// The most events of a property that are looked for as a pattern. No pattern is, if it is 0.
    pub pattern: usize,
    /// The steps of the search for patterns in an instance, once for each order.
    pub pattern_steps: u64,
    /// The most events of a stretch of the run that is cut into slices.
    pub stretch: usize,
    /// The most slices of delayed events in a stretch. No stretch is cut, if it is 0.
    pub slices: usize,
    /// The steps for one candidate of search states.
    pub steps_per_attempt: u64,
    /// The steps of the exact search for an instance.
    pub exact_steps: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            races: true,
            deadlocks: true,
            atomicity: true,
            cycle: 3,
            states_before_saturation: 12,
            steps_per_candidate: 20_000_000,
            steps: 100_000_000,
            properties: Vec::new(),
            each_instance: false,
            search_states: 1_000_000,
            pattern: 5,
            pattern_steps: 5_000_000,
            stretch: 4_000,
            slices: 2,
            steps_per_attempt: 5_000_000,
            exact_steps: u64::MAX,
        }
    }
}

/// The numbers of candidates that the budget did not suffice for, by the kind of report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Undecided {
    /// Pairs of lines.
    pub races: usize,
    /// Cycles of requests.
    pub deadlocks: usize,
    /// Multisets of lines of accesses that may interrupt a transaction.
    pub atomicity: usize,
    /// Violations of properties, and instances of which nothing is known.
    pub properties: usize,
}

/// The result of a prediction.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prediction {
    /// The reports, by kind and lines.
    pub reports: Vec<Report>,
    /// The candidates that are neither reported nor refuted.
    pub undecided: Undecided,
    /// The number of witnesses that the definition of correct reorderings has refused. Each is an
    /// error in a search, and no report.
    pub refused: usize,
    /// The positions of reads whose recorded value is not what the last write before them has left: the
    /// order of these events is not that of the run, or a write was not recorded.
    pub strange: Vec<usize>,
    /// Properties that cannot be predicted.
    pub unpredictable: Vec<Unpredictable>,
    /// Texts of property events that name a property file, but none of its events. They count for
    /// nothing.
    pub unknown_events: Vec<String>,
}

impl Prediction {
    /// The lines of the reports of one kind.
    pub fn lines(&self, kind: Kind) -> Vec<&[String]> {
        let reports = self.reports.iter().filter(|report| report.kind == kind);
        reports.map(|report| report.lines.as_slice()).collect()
    }
}

/// Finds races, deadlocks, atomicity violations and violations of properties in the correct reorderings
/// of a trace.
///
/// Every report has a witness that passes the checks of [`crate::reordering`]. If nothing is
/// undecided or refused, then no correct reordering shows another race or deadlock. Accesses that
/// happens-before leaves unordered (JLS 17.4.5) but that can never be next to each other are none.
///
/// ```
/// use predict::{Settings, predict, trace};
///
/// // The lock orders the writes of `x` in this run, but not in every run.
/// let text = "T0|fork(T1)|1\nT0|w(x)|2\nT0|acq(l)|3\nT0|rel(l)|5\n\
///             T1|acq(l)|6\nT1|rel(l)|8\nT1|w(x)|9\n";
/// let (trace, _) = trace::read("run.std", text.as_bytes())?;
/// let prediction = predict(&trace, &Settings::default());
/// assert_eq!(prediction.reports[0].lines, ["2", "9"]);
/// assert_eq!(prediction.reports[0].witness.iter().collect::<Vec<_>>(), [0, 4, 5]);
/// # Ok::<(), text::Diagnostic>(())
/// ```
pub fn predict(trace: &Trace, settings: &Settings) -> Prediction {
    predict_after(trace, &Inherited::default(), settings)
}

/// The same for a window of a run, that begins with events which stand for the run before it.
pub(crate) fn predict_after(
    trace: &Trace,
    inherited: &Inherited,
    settings: &Settings,
) -> Prediction {
    let observation = Observation::after(trace, inherited);
    let index = Index::new(&observation);
    let mut verdicts = Verdicts::new(&index, settings);
    if settings.deadlocks {
        deadlocks::find(&index, &mut verdicts);
    }
    if settings.races {
        verdicts.refill();
        races::find(&index, &mut verdicts);
    }
    if settings.atomicity {
        verdicts.refill();
        atomicity::find(&index, &mut verdicts, settings.cycle);
    }
    let mut findings = Findings::default();
    for specification in &settings.properties {
        properties::find(&index, specification, settings, &mut findings);
    }
    let mut prediction = verdicts.finish(findings);
    prediction.strange = observation.strange.clone();
    prediction
}
