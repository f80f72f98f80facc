//! The models of the JDK against the running JDK.
//!
//! A harness in Java runs short random programs over the modelled methods: on objects of each class
//! of each kind, with arguments of classes that record every call. It writes down what came back,
//! what was called, on which thread, and what the objects keep alive. The judge holds that against
//! the models, with a small solver of its own.

mod harness;
mod judge;
mod state;
mod targets;
mod trace;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use judge::{Verdict, judge};
use points_to::models::Models;
use rayon::prelude::*;
use state::Places;
use trace::Scenario;

/// A campaign runs more scenarios for each method: `MODEL_ROUNDS=20 cargo test -p points-to
/// --release -- --ignored`.
const ROUNDS: &str = "MODEL_ROUNDS";
const SEED: &str = "MODEL_SEED";
const FAULTS: &str = "MODEL_FAULTS";

/// A scenario of fewer calls is short.
const SHORT: usize = 80;
/// Multiples of the first, modulo the second, are an order in which neighbours are far apart.
const SPREAD: usize = 7919;
const SPREAD_OVER: usize = 100_003;

struct Recorded {
    models: Models,
    scenarios: Vec<Scenario>,
    verdicts: Vec<Verdict>,
}

static RECORDED: LazyLock<Recorded> = LazyLock::new(|| record(1, 1, 4));

fn record(rounds: usize, seed: u64, stride: usize) -> Recorded {
    let models = Models::jdk();
    let scenarios = harness::run(&models, rounds, seed, stride);
    let verdicts = scenarios
        .par_iter()
        .map(|scenario| judge(&models, scenario, None))
        .collect();
    Recorded {
        models,
        scenarios,
        verdicts,
    }
}

/// The violations, each with the calls of its scenario.
fn violations(recorded: &Recorded) -> Vec<String> {
    let found = recorded.scenarios.iter().zip(&recorded.verdicts);
    let shown = found.filter_map(|(scenario, verdict)| {
        let violation = verdict.violation.as_ref()?;
        let calls: Vec<String> = scenario.steps.iter().map(trace::Step::to_string).collect();
        Some(format!("{violation}\n    {}", calls.join("\n    ")))
    });
    shown.collect()
}

/// The result of leaving out statements.
struct Mutation {
    /// The statements of models that some scenario uses.
    total: usize,
    /// The statements whose removal no scenario shows.
    lost: Vec<Lost>,
    /// The statements of models that no scenario uses.
    unused: usize,
}

/// A statement whose removal no scenario shows.
struct Lost {
    text: String,
    cause: Cause,
    /// In how many scenarios it changes something.
    scenarios: usize,
}

/// Why no scenario shows the removal of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// It changes nothing in any scenario.
    Idle,
    /// Other statements allow the same, in every scenario that was judged.
    Implied,
    /// It allows something that the JDK did in no scenario that was judged.
    Unseen,
}

impl Mutation {
    fn rate(&self) -> f64 {
        100.0 * (self.total - self.lost.len()) as f64 / self.total.max(1) as f64
    }

    fn lost(&self) -> String {
        let of = |cause| self.lost.iter().filter(|lost| lost.cause == cause).count();
        let causes = [Cause::Idle, Cause::Implied, Cause::Unseen]
            .map(|cause| format!("{cause:?}: {}", of(cause)));
        let lost = self.lost.iter().map(
            |Lost {
                 text,
                 cause,
                 scenarios,
             }| format!("{cause:?} {scenarios:5} {text}"),
        );
        std::iter::once(causes.join(", "))
            .chain(lost)
            .collect::<Vec<String>>()
            .join("\n")
    }
}

/// The scenarios that leave a statement out are judged until one shows it.
fn leave_out(
    recorded: &Recorded,
    places: &Places,
    scenarios: &[usize],
    effort: usize,
) -> Option<Cause> {
    let mut cause = if scenarios.is_empty() {
        Cause::Idle
    } else {
        Cause::Implied
    };
    for &at in scenarios.iter().take(effort) {
        let verdict = judge(&recorded.models, &recorded.scenarios[at], Some(places));
        if verdict.violation.is_some() {
            return None;
        }
        if verdict.allowed != recorded.verdicts[at].allowed {
            cause = Cause::Unseen;
        }
    }
    Some(cause)
}

/// Leaves out every `step`th fault. At most `effort` scenarios in which the statement changes
/// something are judged.
fn mutate(
    recorded: &Recorded,
    faults: BTreeMap<String, Places>,
    step: usize,
    effort: usize,
) -> Mutation {
    let mut used: BTreeSet<usize> = BTreeSet::new();
    let mut scenarios: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (at, verdict) in recorded
        .verdicts
        .iter()
        .enumerate()
        .filter(|(_, verdict)| verdict.violation.is_none())
    {
        used.extend(&verdict.used);
        verdict
            .at_work
            .iter()
            .for_each(|&place| scenarios.entry(place).or_default().push(at));
    }
    let is_used = |fault: &&(String, Places)| fault.1.iter().any(|(model, _)| used.contains(model));
    let faults: Vec<(String, Places)> = faults.into_iter().collect();
    let unused = faults.iter().filter(|fault| !is_used(fault)).count();
    let sample: Vec<&(String, Places)> = faults.iter().filter(is_used).step_by(step).collect();
    // Short scenarios first, since they are judged fast, but of all methods.
    let order = |at: usize| {
        (
            recorded.scenarios[at].length() / SHORT,
            at.wrapping_mul(SPREAD) % SPREAD_OVER,
            at,
        )
    };
    let lose = |(text, places): &&(String, Places)| {
        let found = places
            .iter()
            .filter_map(|place| scenarios.get(place))
            .flatten();
        let at_work: BTreeSet<(usize, usize, usize)> = found.map(|&at| order(at)).collect();
        let at_work: Vec<usize> = at_work.into_iter().map(|(_, _, at)| at).collect();
        let cause = leave_out(recorded, places, &at_work, effort)?;
        Some(Lost {
            text: text.clone(),
            cause,
            scenarios: at_work.len(),
        })
    };
    let lost: Vec<Option<Lost>> = sample.par_iter().map(lose).collect();
    Mutation {
        total: sample.len(),
        lost: lost.into_iter().flatten().collect(),
        unused,
    }
}

/// Modelled methods that no scenario brought to a normal end.
fn uncovered(recorded: &Recorded) -> (usize, Vec<String>) {
    let used: BTreeSet<usize> = recorded
        .verdicts
        .iter()
        .flat_map(|verdict| &verdict.completed)
        .copied()
        .collect();
    let mut places: BTreeMap<usize, String> = BTreeMap::new();
    for method in recorded.models.all() {
        places
            .entry(state::address(method.model))
            .or_insert_with(|| recorded.models.place(&method));
    }
    let total = places.len();
    (
        total,
        places
            .into_iter()
            .filter(|(model, _)| !used.contains(model))
            .map(|(_, place)| place)
            .collect(),
    )
}

#[test]
#[ignore = "threads and clocks take part, so that no run repeats another: for campaigns, not for gates"]
fn jdk_stays_within_the_models() {
    let found = violations(&RECORDED);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
#[ignore = "threads and clocks take part, so that no run repeats another: for campaigns, not for gates"]
fn statements_that_are_left_out_are_missed() {
    let found = mutate(&RECORDED, judge::faults(&RECORDED.models), 12, 6);
    assert!(
        found.rate() >= 40.0,
        "{:.0} % of {}:\n{}",
        found.rate(),
        found.total,
        found.lost()
    );
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(default)
}

#[test]
#[ignore = "takes minutes: a campaign"]
fn campaign() {
    let recorded = record(number(ROUNDS, 20) as usize, number(SEED, 1000), 1);
    let steps: usize = recorded
        .scenarios
        .iter()
        .map(|scenario| scenario.steps.len())
        .sum();
    let callbacks: usize = recorded
        .scenarios
        .iter()
        .flat_map(|s| &s.steps)
        .map(|step| step.callbacks.len())
        .sum();
    println!(
        "{} scenarios, {steps} calls, {callbacks} callbacks",
        recorded.scenarios.len()
    );
    let (models, missing) = uncovered(&recorded);
    println!(
        "{} of {models} models never ended normally:\n{}",
        missing.len(),
        missing.join("\n")
    );
    let found = violations(&recorded);
    println!("{} violations:\n{}", found.len(), found.join("\n"));
    assert!(found.is_empty() && missing.len() * 100 <= models * 15);
}

/// Leaves out every text of a file wherever it stands, then every statement of every model in turn.
/// `MODEL_FAULTS=texts` leaves out texts only.
#[test]
#[ignore = "takes minutes: a campaign"]
fn mutation_campaign() {
    let began = std::time::Instant::now();
    let recorded = record(number(ROUNDS, 20) as usize, number(SEED, 1000), 1);
    let step = number("MODEL_STEP", 1) as usize;
    let effort = number("MODEL_EFFORT", 40) as usize;
    println!("{:?} for the recording", began.elapsed());
    println!("{} violations without a fault", violations(&recorded).len());
    report(
        "texts",
        &mutate(&recorded, judge::faults(&recorded.models), step, effort),
    );
    if std::env::var(FAULTS).is_ok_and(|faults| faults == "texts") {
        return;
    }
    report(
        "statements",
        &mutate(
            &recorded,
            judge::single_faults(&recorded.models),
            step,
            effort,
        ),
    );
}

fn report(what: &str, found: &Mutation) {
    let Mutation { total, unused, .. } = found;
    println!(
        "{what}: {:.1} % of {total} are missed when they are left out, {unused} are never used",
        found.rate()
    );
    println!("{}", found.lost());
}
