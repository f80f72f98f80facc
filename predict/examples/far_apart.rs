//! Predicts a violation whose events stand at the begin and at the end of a long run, by the passes of linear cost
//! alone.
//!
//! ```text
//! cargo run --release -p predict --example far_apart -- EVENTS [locked]
//! ```
//!
//! One thread sends at the begin, and another one closes at the end. `locked` puts both into sections of one
//! lock, which come in the opposite order then. The first row is a prediction without these passes.

use std::time::Instant;
use std::{env, fs};

use predict::{Settings, predict, trace};

const SESSION: &str = include_str!("../tests/session.yaml");

fn main() {
    let mut arguments = env::args().skip(1);
    let events = arguments.next().and_then(|events| events.parse().ok());
    let locked = arguments.next().is_some_and(|word| word == "locked");
    let text = run(events.expect("a number of events"), locked);
    let (trace, _) = trace::read("run.std", text.as_bytes()).expect("a trace");
    drop(text);
    println!("{} events, at most {} MB", trace.events.len(), memory());
    let all = Settings {
        races: false,
        deadlocks: false,
        atomicity: false,
        properties: vec![languages::read("session.yaml", SESSION).expect("a property")],
        steps_per_attempt: 0,
        exact_steps: 0,
        ..Settings::default()
    };
    let none = Settings {
        pattern: 0,
        slices: 0,
        ..all.clone()
    };
    for (name, settings) in [("without", none), ("with", all)] {
        let start = Instant::now();
        let prediction = predict(&trace, &settings);
        let seconds = start.elapsed().as_secs_f64();
        let methods = prediction.reports.iter().map(|report| report.method.word());
        let methods: Vec<&str> = methods.collect();
        println!(
            "{name}: {methods:?}, {} not decided, {seconds:.2} s, at most {} MB",
            prediction.undecided.properties,
            memory()
        );
    }
}

/// The lines of a run of four threads.
fn run(events: usize, locked: bool) -> String {
    let mut rng = fastrand::Rng::with_seed(5);
    let section = |thread: usize, event: &str| {
        let event = format!("T{thread}|event(lifecycle.{event} s=S@1)|3\n");
        if locked {
            format!("T{thread}|acq(own)|9\n{event}T{thread}|rel(own)|10\n")
        } else {
            event
        }
    };
    let mut text = "T0|event(lifecycle.open s=S@1)|1\n".to_owned();
    for thread in 1..4 {
        text += &format!("T0|fork(T{thread})|2\n");
    }
    text += &section(1, "send");
    for _ in 0..events / 4 {
        let thread = rng.usize(..4);
        let (lock, variable) = match thread {
            0 | 1 => (thread, thread),
            _ => (rng.usize(2..10), rng.usize(2..100)),
        };
        text += &format!(
            "T{thread}|acq(l{lock})|4\nT{thread}|r(x{variable})|5\nT{thread}|w(x{variable})|6\n\
             T{thread}|rel(l{lock})|7\n"
        );
    }
    text + &section(0, "close")
}

/// The largest memory so far in megabytes, where the system says.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
