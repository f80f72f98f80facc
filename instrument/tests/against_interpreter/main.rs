//! Generated monitors against the reference interpreter: random specifications and random sequences
//! of their events. The sequences are woven and run on the JVM, many in one program, and judged by
//! the interpreter; reports and what actions print must be the same, in order.
//!
//! `*` is expanded by the reader for the monitors, and by the text that the interpreter gets for
//! the interpreter.

mod shape;
#[path = "../support/mod.rs"]
mod support;
mod text;

use std::collections::BTreeMap;

use date::code::Value;
use reference::interpreter::{Observation, Seen, interpret};

use support::Fixture;
use text::{Case, Stars};

/// What the interpreter sees of a case.
struct Interpreted {
    /// When the program starts.
    at_start: Vec<String>,
    /// At the events; `None` where the trace does not say enough.
    at_events: Option<Vec<String>>,
}

const KEYS: &str = "
//- K.java
public final class K {
    static final K[] ALL = {new K(), new K(), new K(), new K()};
}
//- E.java
public final class E {
    static final E[] ALL = {new E(0), new E(1), new E(2), new E(3)};
    final int number;
    E(int number) { this.number = number; }
    @Override public boolean equals(Object other) { return other instanceof E && (((E) other).number - number) % 2 == 0; }
    @Override public int hashCode() { return number % 2; }
}
//- Log.java
public final class Log {
    static void emit(int number) { System.err.println(\"emit \" + number); }
    static void name(Object key, int number) {
        System.err.println(\"#key \" + Integer.toHexString(System.identityHashCode(key)) + \" \" + number);
    }
}
";

/// Written before each event, where the order within one is not compared.
const EVENT: &str = "#event";

/// All cases as one program.
fn program(cases: &[Case]) -> String {
    let mut text = KEYS.to_owned();
    let mut runs = String::new();
    for case in cases {
        let name = case.name();
        text.push_str(&format!(
            "//- {name}.yaml\n{}//- {name}.java\n{}",
            case.yaml(Stars::Written),
            case.driver()
        ));
        runs.push_str(&format!(
            "        System.err.println(\"#case\");\n        {name}.run();\n"
        ));
    }
    text + &format!(
        "//- Main.java\npublic class Main {{\n    public static void main(String[] args) {{\n        \
         for (int i = 0; i < 4; i++) {{ Log.name(K.ALL[i], i); Log.name(E.ALL[i], i); }}\n{runs}    }}\n}}\n"
    )
}

/// What the woven program writes: first when it starts, then for each case. Events that no instance
/// hears are switched off as late as ever, and then as soon as one has done nothing.
fn woven(cases: &[Case]) -> Vec<Vec<String>> {
    let fixture = Fixture::new(&program(cases), &[]);
    fixture.weave(true);
    let [late, soon] =
        [&[][..], &["-Dresidua.patience=0"]].map(|options| written_by(&fixture, cases, options));
    if let Some(n) = (0..late.len()).find(|&n| late[n] != soon[n]) {
        let case = n
            .checked_sub(1)
            .map(|case| difference(&cases[case], &late[n], &soon[n]));
        panic!(
            "events are switched off that are heard: {}",
            case.unwrap_or_default()
        );
    }
    late
}

fn written_by(fixture: &Fixture, cases: &[Case], options: &[&str]) -> Vec<Vec<String>> {
    let output = fixture.run("out", options);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    let mut keys = BTreeMap::new();
    let mut outcomes: Vec<Vec<String>> = vec![Vec::new()];
    for line in text.lines() {
        if let Some((hash, number)) = line
            .strip_prefix("#key ")
            .and_then(|rest| rest.split_once(' '))
        {
            keys.insert(hash.to_owned(), number.to_owned());
        } else if line == "#case" {
            outcomes.push(Vec::new());
        } else if let Some(outcome) = outcomes
            .last_mut()
            .filter(|_| !line.starts_with("residua: exception in "))
        {
            outcome.push(written(line, &keys));
        }
    }
    assert_eq!(outcomes.len(), 1 + cases.len(), "{text}");
    outcomes.iter().map(|lines| in_order(lines)).collect()
}

/// The lines of each event sorted, where the program says when one begins: which instance it
/// reaches first is no promise where there is no code to see it.
fn in_order(lines: &[String]) -> Vec<String> {
    if !lines.iter().any(|line| line == EVENT) {
        return lines.to_vec();
    }
    let sorted = lines.split(|line| line == EVENT).flat_map(|lines| {
        let mut lines = lines.to_vec();
        lines.sort();
        lines
    });
    sorted.collect()
}

/// A line of the program, its hashes replaced by the numbers of the keys.
fn written(line: &str, keys: &BTreeMap<String, String>) -> String {
    let Some((report, instance)) = line.trim_end_matches(')').rsplit_once(" (") else {
        return line.to_owned();
    };
    let names = instance.split(", ").map(|name| match name.split_once('@') {
        Some(("java.lang.Integer", _)) => "int".to_owned(),
        Some((class, hash)) => key(class, keys.get(hash).map_or(hash, String::as_str)),
        None => name.to_owned(),
    });
    format!("{report} ({})", names.collect::<Vec<_>>().join(", "))
}

/// Which of several equal objects names an instance is not told apart.
fn key(class: &str, number: &str) -> String {
    match (class, number.parse::<u32>()) {
        ("E", Ok(number)) => format!("E~{}", number % 2),
        _ => format!("{class}@{number}"),
    }
}

/// What the interpreter sees of a case.
fn interpreted(case: &Case) -> Interpreted {
    let specification = languages::read("p.yaml", &case.yaml(Stars::Expanded))
        .unwrap_or_else(|findings| panic!("{}\n{findings:#?}", case.yaml(Stars::Expanded)));
    let trace = reference::trace::read("trace", &case.trace())
        .unwrap_or_else(|findings| panic!("{findings:#?}"));
    let run = interpret(&specification, &trace).unwrap_or_else(|findings| panic!("{findings:#?}"));
    let (start, events): (Vec<_>, Vec<_>) = run
        .observations
        .iter()
        .partition(|o| o.place == "(start):0");
    let at_events: Vec<String> = if case.shape.plain {
        let each = events.chunk_by(|a, b| a.place == b.place);
        let marked = each.flat_map(|event| {
            std::iter::once(EVENT.to_owned()).chain(event.iter().copied().filter_map(seen))
        });
        in_order(&marked.collect::<Vec<_>>())
    } else {
        events.into_iter().filter_map(seen).collect()
    };
    Interpreted {
        at_start: start.into_iter().filter_map(seen).collect(),
        at_events: run.undecided.is_none().then_some(at_events),
    }
}

fn seen(observation: &Observation) -> Option<String> {
    match &observation.seen {
        Seen::Called { operands, .. } => match operands.as_slice() {
            [Value::Int(number)] => Some(format!("emit {number}")),
            _ => None,
        },
        Seen::Reported(report) => {
            let names = report
                .instance
                .split(", ")
                .map(|name| match name.split_once('@') {
                    Some((class, number)) => key(class, number),
                    None if name.parse::<i32>().is_ok() => "int".to_owned(),
                    None => name.to_owned(),
                });
            let names = names.collect::<Vec<_>>().join(", ");
            let report = report.to_string();
            let (report, _) = report.rsplit_once(" (")?;
            Some(format!("{report} ({names})"))
        }
        _ => None,
    }
}

/// How much a comparison has compared.
#[derive(Debug, Default)]
struct Figures {
    cases: usize,
    undecided: usize,
    silent: usize,
    reports: usize,
    actions: usize,
}

impl Figures {
    /// Counts a case; gives the texts of one that differs.
    fn add(
        &mut self,
        case: &Case,
        expected: Option<&Vec<String>>,
        woven: &[String],
    ) -> Option<String> {
        self.cases += 1;
        let Some(expected) = expected else {
            self.undecided += 1;
            return None;
        };
        let reports = expected
            .iter()
            .filter(|line| line.starts_with("residua"))
            .count();
        self.silent += usize::from(expected.is_empty());
        self.reports += reports;
        self.actions += expected.len() - reports;
        (expected != woven).then(|| difference(case, expected, woven))
    }
}

fn difference(case: &Case, expected: &[String], woven: &[String]) -> String {
    let same = expected
        .iter()
        .zip(woven)
        .take_while(|(a, b)| a == b)
        .count();
    let (yaml, trace) = (case.yaml(Stars::Written), case.trace());
    let next = |lines: &[String]| lines[same..lines.len().min(same + 4)].join("\n  ");
    let before = expected[same.saturating_sub(3)..same].join("\n  ");
    let (expected, woven) = (next(expected), next(woven));
    format!(
        "{yaml}\n{trace}\nafter {same} lines, the last\n  {before}\nexpected\n  {expected}\nwoven\n  {woven}"
    )
}

/// Compares the cases of consecutive seeds in one program.
///
/// # Panics
/// Where cases differ: their seeds, and the shortest with its texts and both outcomes.
fn compare(generate: fn(u64, usize) -> Case, first: u64, count: usize, figures: &mut Figures) {
    let cases: Vec<Case> = (0..count)
        .map(|number| generate(first + number as u64, number))
        .collect();
    let woven = woven(&cases);
    let expected: Vec<Interpreted> = cases.iter().map(interpreted).collect();
    let at_start: Vec<&String> = expected
        .iter()
        .flat_map(|expected| &expected.at_start)
        .collect();
    assert_eq!(
        woven[0].iter().collect::<Vec<_>>(),
        at_start,
        "at the start of {count} cases from seed {first}"
    );
    let differing =
        cases
            .iter()
            .zip(&expected)
            .zip(&woven[1..])
            .filter_map(|((case, expected), woven)| {
                let text = figures.add(case, expected.at_events.as_ref(), woven)?;
                Some((first + case.number as u64, text))
            });
    let differing: Vec<(u64, String)> = differing.collect();
    if let Some((seed, text)) = differing
        .iter()
        .min_by_key(|(_, text)| text.lines().count())
    {
        let seeds: Vec<u64> = differing.iter().map(|(seed, _)| *seed).collect();
        panic!(
            "{} of {count} differ: seeds {seeds:?}; seed {seed} is\n{text}",
            seeds.len()
        );
    }
}

#[test]
fn woven_monitors_do_what_the_interpreter_does() {
    let mut figures = Figures::default();
    compare(Case::generate, 0, 40, &mut figures);
    assert!(
        figures.undecided * 10 < figures.cases && figures.silent * 3 < figures.cases,
        "{figures:?}"
    );
    assert!(
        figures.reports > 200 && figures.actions > 200,
        "{figures:?}"
    );
}

#[test]
#[ignore = "a campaign of minutes"]
fn woven_monitors_do_what_the_interpreter_does_in_a_campaign() {
    campaign(Case::generate);
}

/// Instances that wait are made in the end, from the right ones.
#[test]
fn instances_that_wait_miss_nothing() {
    let mut figures = Figures::default();
    compare(Case::plain, 0, 60, &mut figures);
    assert!(
        figures.undecided == 0 && figures.silent * 3 < figures.cases && figures.reports > 400,
        "{figures:?}"
    );
}

#[test]
#[ignore = "a campaign of minutes"]
fn instances_that_wait_miss_nothing_in_a_campaign() {
    campaign(Case::plain);
}

/// 2,000 cases from seed 1000; `RESIDUA_SEED` and `RESIDUA_CASES` choose others.
fn campaign(generate: fn(u64, usize) -> Case) {
    let setting = |name: &str, otherwise| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
            .unwrap_or(otherwise)
    };
    let (first, cases) = (
        setting("RESIDUA_SEED", 1000),
        setting("RESIDUA_CASES", 2000),
    );
    let mut figures = Figures::default();
    for batch in 0..cases.div_ceil(200) {
        compare(
            generate,
            first + batch * 200,
            200.min(cases - batch * 200) as usize,
            &mut figures,
        );
    }
    println!("from seed {first}: {figures:?}");
}
