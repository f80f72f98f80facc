//! Predictions of properties against brute force: all correct reorderings, each judged by the
//! reference interpreter.

use std::collections::BTreeSet;

use date::model::Specification;
use fastrand::Rng;
use predict::observation::Observation;
use predict::trace::{self, Action, Trace};
use predict::{Kind, Method, Prediction, Settings, oracle, predict};

use crate::{generator, shrinking, specifications};

/// Runs with more states are left out.
const STATES: usize = 12_000;

/// A violation: property, state, line, instance.
type Found = BTreeSet<(String, String, String, String)>;

/// How many runs have something that a test should see.
#[derive(Debug, Default)]
struct Shares {
    runs: usize,
    /// Random texts that are no property, or have none that is predicted.
    refused: usize,
    too_large: usize,
    violations: usize,
    /// Runs with a violation that the run itself does not show.
    predicted: usize,
    /// Runs with a violation that the exact search has found, and no pass before it.
    by_states: usize,
    /// The same for patterns, and for stretches.
    by_patterns: usize,
    by_slices: usize,
    data: usize,
    mop: usize,
    branches: usize,
    values: usize,
}

#[test]
fn violations_are_those_of_brute_force() {
    let shares = compare(0..2_500);
    println!("{shares:?}");
    assert!(shares.violations * 10 > shares.runs, "{shares:?}");
    assert!(shares.predicted * 30 > shares.runs, "{shares:?}");
    assert!(shares.refused * 4 < shares.runs, "{shares:?}");
    assert!(shares.too_large * 4 < shares.runs, "{shares:?}");
}

#[test]
#[ignore = "takes minutes"]
fn violations_are_those_of_brute_force_on_many_runs() {
    for begin in (1_000_000..1_220_000).step_by(20_000) {
        println!("{begin}: {:?}", compare(begin..begin + 20_000));
    }
}

fn compare(seeds: std::ops::Range<u64>) -> Shares {
    let mut shares = Shares::default();
    for seed in seeds {
        shares.runs += 1;
        let text = specifications::text(seed);
        let Some(specification) = specifications::read(&text) else {
            shares.refused += 1;
            continue;
        };
        let lines = fitted(&run(seed), &specification);
        let Some(trace) = read(&lines) else { continue };
        let prediction = prediction(&trace, &specification);
        if !prediction.unpredictable.is_empty() {
            shares.refused += 1;
            continue;
        }
        let Some(difference) = difference(&lines, &specification) else {
            shares.too_large += 1;
            continue;
        };
        if difference.is_some() {
            let fails =
                |lines: &[String]| self::difference(lines, &specification).flatten().is_some();
            let lines = shrinking::shrink(lines, &fails);
            let difference = self::difference(&lines, &specification).flatten();
            panic!(
                "seed {seed}\n{}\n{}\n{}",
                text.1,
                lines.join("\n"),
                difference.unwrap_or_default()
            );
        }
        let by = |method| {
            prediction
                .reports
                .iter()
                .any(|report| report.method == method)
        };
        shares.violations += usize::from(!prediction.reports.is_empty());
        let predicted = prediction
            .reports
            .iter()
            .any(|report| report.method != Method::Run);
        shares.predicted += usize::from(predicted);
        shares.by_states += usize::from(by(Method::States));
        shares.by_patterns += usize::from(by(Method::Patterns));
        shares.by_slices += usize::from(by(Method::Sliced));
        shares.data += usize::from(text.1.contains("int n") && !prediction.reports.is_empty());
        shares.mop += usize::from(text.0 == "P.mop" && predicted);
        let branches = lines.iter().any(|line| line.contains("|branch|"));
        shares.branches += usize::from(branches && predicted);
        let has_value = |event: &trace::Event| event.value.is_some();
        shares.values += usize::from(trace.events.iter().any(has_value) && predicted);
    }
    shares
}

/// A random run with property events.
fn run(seed: u64) -> Vec<String> {
    let mut rng = Rng::with_seed(seed ^ 0x5eed);
    let mut lines = generator::run(seed);
    let objects = 1 + rng.usize(..2);
    let count = rng.usize(2..8);
    for _ in 0..count {
        if lines.is_empty() {
            break;
        }
        let place = rng.usize(..lines.len());
        let line = lines[place].clone();
        let silent = ["wait_rel(", "|exit|", "|req("];
        if silent.iter().any(|word| line.contains(word)) {
            continue;
        }
        let thread = line.split('|').next().unwrap_or_default();
        let (x, y) = (rng.usize(..objects), rng.usize(..objects));
        let event = ["a x", "b xy", "c y", "a x", "c y", "d"][rng.usize(..6)];
        let number = lines.len() + 100;
        let event = match event {
            "a x" => format!("a x=X@{x}"),
            "b xy" => format!("b x=X@{x},y=Y@{y}"),
            "c y" => format!("c y=Y@{y}"),
            _ => "d".to_owned(),
        };
        lines.insert(place + 1, format!("{thread}|event(P.{event})|{number}"));
    }
    lines
}

/// Binds what the events of a specification bind.
fn fitted(lines: &[String], specification: &Specification) -> Vec<String> {
    let lines = lines.iter().filter_map(|line| {
        let Some((before, rest)) = line.split_once("|event(P.") else {
            return Some(line.clone());
        };
        let (event, after) = rest.split_once(')')?;
        let (name, objects) = event.split_once(' ').unwrap_or((event, ""));
        let declared = specification
            .events
            .iter()
            .find(|event| event.name == name)?;
        let bindings = declared.alternatives.first()?.trigger.bindings();
        let number = |name: &str| {
            let bound = objects.split(',').find(|bound| bound.starts_with(name));
            let bound = bound.or_else(|| objects.split(',').next().filter(|o| !o.is_empty()));
            bound
                .and_then(|bound| bound.split_once('@'))
                .map_or("0", |(_, id)| id)
        };
        let bound = bindings.iter().map(|binding| {
            let name = &binding.name;
            format!("{name}={}@{}", name.to_uppercase(), number(name))
        });
        let bound: Vec<String> = bound.collect();
        let space = if bound.is_empty() { "" } else { " " };
        Some(format!(
            "{before}|event(P.{name}{space}{}){after}",
            bound.join(",")
        ))
    });
    lines.collect()
}

fn read(lines: &[String]) -> Option<Trace> {
    let text = lines.join("\n");
    trace::read("run.std", text.as_bytes())
        .ok()
        .map(|read| read.0)
}

fn prediction(trace: &Trace, specification: &Specification) -> Prediction {
    predict(trace, &settings(specification))
}

fn settings(specification: &Specification) -> Settings {
    Settings {
        races: false,
        deadlocks: false,
        atomicity: false,
        properties: vec![specification.clone()],
        each_instance: true,
        ..Settings::default()
    }
}

/// The prediction by the exact search, without the passes before it.
fn exact_prediction(trace: &Trace, specification: &Specification) -> Prediction {
    let settings = Settings {
        pattern: 0,
        slices: 0,
        steps_per_attempt: 0,
        ..settings(specification)
    };
    predict(trace, &settings)
}

/// The prediction by one pass of linear cost, without the searches.
fn linear_prediction(trace: &Trace, specification: &Specification, method: Method) -> Prediction {
    let all = settings(specification);
    let only = |pass: Method, length: usize| if pass == method { length } else { 0 };
    let settings = Settings {
        pattern: only(Method::Patterns, all.pattern),
        slices: only(Method::Sliced, all.slices),
        steps_per_attempt: 0,
        exact_steps: 0,
        ..all
    };
    predict(trace, &settings)
}

/// The difference between the prediction and brute force. None if the run is too large.
#[expect(clippy::option_option, reason = "too large, equal, or different")]
fn difference(lines: &[String], specification: &Specification) -> Option<Option<String>> {
    let lines = fitted(lines, specification);
    let Some(trace) = read(&lines) else {
        return Some(None);
    };
    let observation = Observation::new(&trace);
    let orders = oracle::property_orders(&observation, STATES)?;
    let mut expected = Found::new();
    let mut known = BTreeSet::new();
    for order in orders {
        let text = recorded(&trace, &order);
        if known.insert(text.clone()) {
            expected.extend(judged(specification, &text)?);
        }
    }
    let predictions = [
        ("all passes", prediction(&trace, specification)),
        (
            "exact search alone",
            exact_prediction(&trace, specification),
        ),
    ];
    for (by, prediction) in &predictions {
        if let Some(difference) = between(&trace, specification, prediction, &expected)? {
            return Some(Some(format!("{by}: {difference}")));
        }
    }
    // A pass alone may leave violations undecided.
    for method in [Method::Patterns, Method::Sliced] {
        let prediction = linear_prediction(&trace, specification, method);
        let found = found(&trace, specification, &prediction)?;
        let complete = prediction.undecided.properties > 0
            || found.as_ref().is_ok_and(|found| *found == expected);
        let right = found.is_ok_and(|found| found.is_subset(&expected));
        if !right || !complete || prediction.refused > 0 {
            let by = method.word();
            return Some(Some(format!(
                "{by} alone: {prediction:?}, not {expected:?}"
            )));
        }
    }
    Some(None)
}

/// The violations of a prediction, whose witnesses show them to the reference interpreter, too. None if
/// something is not determined.
fn found(
    trace: &Trace,
    specification: &Specification,
    prediction: &Prediction,
) -> Option<Result<Found, String>> {
    let mut found = Found::new();
    for report in &prediction.reports {
        assert_eq!(report.kind, Kind::Property);
        let violation = report.violation.as_ref().expect("a property");
        let target = (
            violation.property.clone(),
            violation.state.clone(),
            violation.line.clone(),
            violation.instance.clone(),
        );
        let witness = report.witness.iter();
        let witness: Vec<usize> = witness.filter(|&event| is_event(trace, event)).collect();
        let shown = judged(specification, &recorded(trace, &witness))?;
        if !shown.contains(&target) {
            return Some(Err(format!("the witness does not show {violation:?}")));
        }
        found.insert(target);
    }
    Some(Ok(found))
}

/// The difference between a prediction and what brute force has found.
#[expect(clippy::option_option, reason = "not determined, equal, or different")]
fn between(
    trace: &Trace,
    specification: &Specification,
    prediction: &Prediction,
    expected: &Found,
) -> Option<Option<String>> {
    let found = match found(trace, specification, prediction)? {
        Ok(found) => found,
        Err(difference) => return Some(Some(difference)),
    };
    let undecided = prediction.undecided.properties + prediction.refused;
    if found == *expected && undecided == 0 {
        return Some(None);
    }
    let missing: Vec<_> = expected.difference(&found).collect();
    let wrong: Vec<_> = found.difference(expected).collect();
    Some(Some(format!(
        "missing {missing:?}\nwrong {wrong:?}\nundecided {}, refused {}",
        prediction.undecided.properties, prediction.refused
    )))
}

fn is_event(trace: &Trace, position: usize) -> bool {
    matches!(trace.events[position].action, Action::Event(_))
}

/// Property events as a trace of the reference interpreter.
fn recorded(trace: &Trace, order: &[usize]) -> String {
    let lines = order.iter().map(|&position| {
        let Action::Event(event) = trace.events[position].action else {
            return String::new();
        };
        let text = trace.tables.events.name(event.index());
        let text = text.strip_prefix("P.").unwrap_or(text).replace(',', " ");
        format!("{text} at run:{}\n", trace.line(position))
    });
    lines.collect()
}

/// The reports of the reference interpreter. None if something is not determined.
fn judged(specification: &Specification, text: &str) -> Option<Found> {
    let trace = reference::trace::read("orders", text).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    let run = reference::interpreter::interpret(specification, &trace);
    let run = run.unwrap_or_else(|findings| panic!("{text}\n{findings:?}"));
    let followed = reference::interpreter::follow(specification, &trace);
    assert_eq!(followed.as_ref(), Ok(&run), "{text}");
    if run.undecided.is_some() {
        return None;
    }
    let reports = run.reports().map(|report| {
        let line = report
            .place
            .rsplit(':')
            .next()
            .unwrap_or_default()
            .to_owned();
        (
            report.property.clone(),
            report.state.clone(),
            line,
            report.instance.clone(),
        )
    });
    Some(reports.collect())
}
