//! Predictions of random runs against brute force.

mod generator;
mod properties;
mod shrinking;
mod specifications;
mod windows;

use std::collections::BTreeSet;

use predict::observation::Observation;
use predict::oracle::{self, Truth};
use predict::shb::Detector;
use predict::trace::{self, Action, LineId, Trace};
use predict::{Kind, Method, Prediction, Report, Settings, predict};

/// Runs with more states are left out.
const STATES: usize = 20_000;

/// How many runs have something that a test should see.
#[derive(Debug, Default)]
struct Shares {
    runs: usize,
    too_large: usize,
    races: usize,
    deadlocks: usize,
    deadlocks_of_three: usize,
    /// Runs with a race or deadlock that no pass before this one finds.
    by_search: usize,
    by_values: usize,
    /// Runs with a race that happens-before does not show.
    beyond_shb: usize,
    /// Runs with a race of a plain read and a compare-and-set.
    of_compare_and_set: usize,
    /// Runs with a deadlock in which a reader holds or asks for a lock.
    of_readers: usize,
    /// Runs with something predicted whose witness has a reader, the end of a wait on a condition, or a
    /// failed attempt.
    with_readers: usize,
    with_conditions: usize,
    with_failures: usize,
}

impl Shares {
    fn count(&mut self, results: &Results) {
        let Results {
            trace,
            truth,
            prediction,
            shb,
        } = results;
        self.races += usize::from(!truth.races.is_empty());
        self.deadlocks += usize::from(!truth.deadlocks.is_empty());
        let large = truth.deadlocks.iter().any(|requests| requests.len() > 2);
        self.deadlocks_of_three += usize::from(large);
        self.beyond_shb += usize::from(shb.len() < truth.races.len());
        let any =
            |found: &dyn Fn(&Report) -> bool| usize::from(prediction.reports.iter().any(found));
        self.by_search += any(&|report| report.method == Method::Search);
        self.by_values += any(&|report| report.method == Method::Values);
        let shows = |report: &Report, found: fn(Action) -> bool| {
            let mut events = report.witness.iter().chain(report.events.iter().copied());
            report.method != Method::Run && events.any(|event| found(trace.events[event].action))
        };
        self.with_readers += any(&|report| shows(report, reads));
        self.with_conditions +=
            any(&|report| shows(report, |action| matches!(action, Action::AwaitAcquire(..))));
        self.with_failures += any(&|report| shows(report, |action| action.refused().is_some()));
        self.of_readers += any(&|report| report.kind == Kind::Deadlock && shows(report, reads));
        self.of_compare_and_set += any(&|report| {
            let of = |found: fn(Action) -> bool| {
                let mut events = report.events.iter();
                events.any(|&event| found(trace.events[event].action))
            };
            report.kind == Kind::Race
                && of(|action| matches!(action, Action::CompareAndSet(_)))
                && of(|action| matches!(action, Action::Read(_)))
        });
    }
}

/// Checks whether a reader gets a lock or asks for it.
fn reads(action: Action) -> bool {
    let hold = action.acquired().or(action.asked());
    hold.is_some_and(|hold| hold.shared)
}

#[test]
fn results_are_those_of_brute_force() {
    let shares = compare(0..50_000);
    println!("{shares:?}");
    assert!(shares.too_large * 20 < shares.runs, "{shares:?}");
    assert!(shares.races * 4 > shares.runs, "{shares:?}");
    assert!(shares.deadlocks * 100 > shares.runs, "{shares:?}");
    assert!(shares.of_compare_and_set * 200 > shares.runs, "{shares:?}");
    assert!(shares.of_readers * 1_000 > shares.runs, "{shares:?}");
    assert!(shares.with_readers * 100 > shares.runs, "{shares:?}");
    assert!(shares.with_conditions * 1_000 > shares.runs, "{shares:?}");
    assert!(shares.with_failures * 200 > shares.runs, "{shares:?}");
}

#[test]
#[ignore = "takes minutes"]
fn results_are_those_of_brute_force_on_a_million_runs() {
    println!("{:?}", compare(1_000_000..2_000_000));
}

#[test]
fn atomicity_violations_are_those_of_brute_force() {
    let shares = compare_atomicity(0..4_000);
    println!("{shares:?}");
    assert!(shares.too_large * 5 < shares.runs, "{shares:?}");
    assert!(shares.violations * 20 > shares.runs, "{shares:?}");
    assert!(shares.predicted * 50 > shares.runs, "{shares:?}");
    assert!(shares.of_three_threads * 500 > shares.runs, "{shares:?}");
}

#[test]
#[ignore = "takes minutes"]
fn atomicity_violations_are_those_of_brute_force_on_many_runs() {
    println!("{:?}", compare_atomicity(1_000_000..1_200_000));
}

/// How many runs have atomicity violations.
#[derive(Debug, Default)]
struct AtomicityShares {
    runs: usize,
    too_large: usize,
    violations: usize,
    /// Runs with a violation that only another order shows.
    predicted: usize,
    of_three_threads: usize,
}

fn compare_atomicity(seeds: std::ops::Range<u64>) -> AtomicityShares {
    let mut shares = AtomicityShares::default();
    for seed in seeds {
        let lines = generator::run(seed);
        shares.runs += 1;
        let Some(difference) = atomicity_difference(&lines) else {
            shares.too_large += 1;
            continue;
        };
        if difference.is_some() {
            let fails = |lines: &[String]| atomicity_difference(lines).flatten().is_some();
            let lines = shrinking::shrink(lines, &fails);
            let difference = atomicity_difference(&lines).flatten().unwrap_or_default();
            panic!("seed {seed}\n{}\n{difference}", lines.join("\n"));
        }
        let prediction = predict_atomicity(&read(&lines).expect("a trace"));
        shares.violations += usize::from(!prediction.reports.is_empty());
        let predicted = |report: &Report| report.method != Method::Run;
        shares.predicted += usize::from(prediction.reports.iter().any(predicted));
        let large = |report: &Report| report.threads.len() > 2;
        shares.of_three_threads += usize::from(prediction.reports.iter().any(large));
    }
    shares
}

fn predict_atomicity(trace: &Trace) -> Prediction {
    let settings = Settings {
        races: false,
        deadlocks: false,
        ..Settings::default()
    };
    predict(trace, &settings)
}

/// The difference of the atomicity violations, or `None` if the run is too large.
fn atomicity_difference(lines: &[String]) -> Option<Option<String>> {
    let trace = read(lines)?;
    let cycle = Settings::default().cycle;
    let truth = oracle::atomicity(&Observation::new(&trace), cycle, STATES / 5)?;
    let prediction = predict_atomicity(&trace);
    if prediction.undecided.atomicity + prediction.refused > 0 {
        return Some(Some(format!(
            "{:?}, {} refused",
            prediction.undecided, prediction.refused
        )));
    }
    Some(kind(&trace, &prediction, Kind::Atomicity, &truth))
}

fn compare(seeds: std::ops::Range<u64>) -> Shares {
    let mut shares = Shares::default();
    for seed in seeds {
        let lines = generator::run(seed);
        shares.runs += 1;
        let Some(results) = Results::of(&lines) else {
            shares.too_large += 1;
            continue;
        };
        shares.count(&results);
        if results.difference().is_some() {
            let difference = |lines: &[String]| Results::of(lines)?.difference();
            let fails = |lines: &[String]| difference(lines).is_some();
            let lines = shrinking::shrink(lines, &fails);
            let difference = difference(&lines).unwrap_or_default();
            panic!("seed {seed}\n{}\n{difference}", lines.join("\n"));
        }
    }
    shares
}

fn read(lines: &[String]) -> Option<Trace> {
    let text = lines.join("\n");
    trace::read("random", text.as_bytes())
        .ok()
        .map(|(trace, _)| trace)
}

/// Races and deadlocks. In runs with an even number of events every search saturates.
fn predict_orders(trace: &Trace) -> Prediction {
    let settings = Settings {
        atomicity: false,
        states_before_saturation: 12 * (trace.events.len() as u64 % 2),
        ..Settings::default()
    };
    predict(trace, &settings)
}

/// The races by the schedulable happens-before order.
fn shb(trace: &Trace) -> BTreeSet<Vec<LineId>> {
    let mut detector = Detector::default();
    trace
        .events
        .iter()
        .for_each(|&event| detector.observe(event));
    detector.races().map(|lines| lines.to_vec()).collect()
}

/// What each engine says of a run, and the truth.
struct Results {
    trace: Trace,
    truth: Truth,
    prediction: Prediction,
    shb: BTreeSet<Vec<LineId>>,
}

impl Results {
    /// The results of a run, or `None` if it is too large.
    fn of(lines: &[String]) -> Option<Results> {
        let trace = read(lines)?;
        let truth = oracle::truth(&Observation::new(&trace), STATES)?;
        Some(Results {
            prediction: predict_orders(&trace),
            shb: shb(&trace),
            truth,
            trace,
        })
    }

    /// The difference between a prediction and the truth, if there is one.
    fn difference(&self) -> Option<String> {
        let Results {
            trace,
            truth,
            prediction,
            shb,
        } = self;
        let undecided = prediction.undecided;
        let mut found = Vec::new();
        if (undecided.races, undecided.deadlocks, prediction.refused) != (0, 0, 0) {
            found.push(format!(
                "{undecided:?}, {} witnesses refused",
                prediction.refused
            ));
        }
        found.extend(kind(trace, prediction, Kind::Race, &truth.races));
        if !shb.is_subset(&truth.races) {
            found.push(format!("races by happens-before: {shb:?}"));
        }
        found.extend(kind(trace, prediction, Kind::Deadlock, &truth.deadlocks));
        (!found.is_empty()).then(|| found.join("\n"))
    }
}

fn kind(
    trace: &Trace,
    prediction: &Prediction,
    kind: Kind,
    truth: &BTreeSet<Vec<LineId>>,
) -> Option<String> {
    let sorted = |lines: Vec<String>| {
        let mut lines = lines;
        lines.sort_unstable();
        lines
    };
    let texts = |lines: &Vec<LineId>| {
        let texts = lines
            .iter()
            .map(|line| trace.tables.lines.name(line.index()).to_owned());
        sorted(texts.collect())
    };
    let truth: BTreeSet<Vec<String>> = truth.iter().map(texts).collect();
    let found = prediction.lines(kind).into_iter();
    let found: BTreeSet<Vec<String>> = found.map(|lines| sorted(lines.to_vec())).collect();
    (truth != found).then(|| format!("{}: truth {truth:?}, found {found:?}", kind.word()))
}
