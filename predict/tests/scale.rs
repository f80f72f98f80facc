//! Properties on long runs.

use predict::{Method, Settings, predict, trace};

const SESSION: &str = include_str!("session.yaml");

/// A run of eight threads with many sessions. Each session is opened under a lock by one thread, used by it
/// and by another one, and closed. `guarded` says that the users hold the lock of the session's
/// number, and that the closing thread has waited for the other one.
fn run(events: usize, seed: u64) -> String {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut text = String::new();
    let mut count = 0;
    let mut session = 0;
    for thread in 1..8 {
        text += &format!("T0|fork(T{thread})|1\n");
    }
    while count < events {
        session += 1;
        let (owner, user) = (rng.usize(..8), rng.usize(..8));
        let (lock, flag) = (session % 64, session % 512);
        let mut emit = |thread: usize, rest: String| {
            text.push_str(&format!("T{thread}|{rest}\n"));
            count += 1;
        };
        emit(owner, format!("acq(l{lock})|10"));
        emit(owner, format!("w(x{flag})|11"));
        emit(owner, format!("event(lifecycle.open s=S@{session})|12"));
        emit(owner, format!("w(x{flag})|13"));
        emit(owner, format!("rel(l{lock})|14"));
        emit(user, format!("acq(l{lock})|20"));
        emit(user, format!("r(x{flag})|21"));
        emit(user, format!("event(lifecycle.send s=S@{session})|22"));
        emit(user, format!("w(x{flag})|23"));
        emit(user, format!("rel(l{lock})|24"));
        for _ in 0..rng.usize(..8) {
            let own = rng.usize(..16);
            emit(user, format!("w(y{user}_{own})|30"));
        }
        // One close in a thousand does not see that the session was used.
        emit(owner, format!("acq(l{lock})|40"));
        if session % 1_000 != 500 {
            emit(owner, format!("r(x{flag})|41"));
            emit(owner, format!("event(lifecycle.close s=S@{session})|42"));
        } else {
            emit(owner, format!("event(lifecycle.close s=S@{session})|43"));
        }
        emit(owner, format!("rel(l{lock})|44"));
    }
    text
}

fn reports(events: usize) -> (Vec<(String, Method)>, usize, std::time::Duration) {
    let (trace, _) = trace::read("run.std", run(events, 11).as_bytes()).expect("a trace");
    let settings = Settings {
        races: false,
        deadlocks: false,
        atomicity: false,
        properties: vec![languages::read("session.yaml", SESSION).expect("a property")],
        ..Settings::default()
    };
    let start = std::time::Instant::now();
    let prediction = predict(&trace, &settings);
    let time = start.elapsed();
    assert_eq!(prediction.refused, 0);
    let found = prediction.reports.iter();
    let found = found.map(|report| (report.lines.join(" "), report.method));
    (found.collect(), prediction.undecided.properties, time)
}

#[test]
fn violation_in_a_run_of_50_000_events_is_found() {
    let (found, undecided, time) = reports(50_000);
    println!("{time:?}");
    assert_eq!(found, [("12 22 43".to_owned(), Method::Sliced)]);
    assert_eq!(undecided, 0);
}

#[test]
#[ignore = "a million events"]
fn violation_in_a_run_of_a_million_events_is_found() {
    let (found, undecided, time) = reports(1_000_000);
    println!("{found:?} undecided {undecided} {time:?}");
    assert_eq!(found, [("12 22 43".to_owned(), Method::Sliced)]);
    assert_eq!(undecided, 0);
}

/// A run in which one thread sends at the begin, and another one closes at the end. In between are events of other
/// threads. The threads of the session have locks and variables of their own.
fn far_apart(events: usize) -> String {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut text = String::from(
        "T0|event(lifecycle.open s=S@1)|1\nT0|fork(T1)|2\nT0|fork(T2)|2\nT0|fork(T3)|2\n\
         T1|event(lifecycle.send s=S@1)|3\n",
    );
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
    text + "T0|event(lifecycle.close s=S@1)|8\n"
}

/// The same run with a lock around `send` and `close`, whose sections come in the opposite order then.
fn locked(run: &str) -> String {
    let in_section = |run: String, thread: usize, event: &str| {
        let old = format!("T{thread}|event(lifecycle.{event} ");
        let (before, rest) = run.split_once(&old).expect("the event");
        let (event, behind) = rest.split_once('\n').expect("a line");
        format!("{before}T{thread}|acq(own)|9\n{old}{event}\nT{thread}|rel(own)|10\n{behind}")
    };
    in_section(in_section(run.to_owned(), 1, "send"), 0, "close")
}

/// The exact search has no budget, and no stretch is long enough.
fn finds_far_apart(run: &str, method: Method) {
    let (trace, _) = trace::read("run.std", run.as_bytes()).expect("a trace");
    let settings = Settings {
        races: false,
        deadlocks: false,
        atomicity: false,
        properties: vec![languages::read("session.yaml", SESSION).expect("a property")],
        steps_per_attempt: 0,
        exact_steps: 0,
        ..Settings::default()
    };
    let prediction = predict(&trace, &settings);
    let found = prediction.reports.iter();
    let found = found.map(|report| (report.lines.join(" "), report.method));
    let found: Vec<(String, Method)> = found.collect();
    assert_eq!(found, [("1 3 8".to_owned(), method)]);
    assert_eq!(
        (prediction.undecided.properties, prediction.refused),
        (0, 0)
    );
    let without = Settings {
        pattern: 0,
        ..settings
    };
    let prediction = predict(&trace, &without);
    assert_eq!(
        (prediction.reports.len(), prediction.undecided.properties),
        (0, 1)
    );
}

#[test]
fn pattern_of_events_far_apart_is_found() {
    let run = far_apart(50_000);
    finds_far_apart(&run, Method::Patterns);
    finds_far_apart(&locked(&run), Method::Sliced);
}

#[test]
#[ignore = "a million events"]
fn pattern_of_events_a_million_events_apart_is_found() {
    let run = far_apart(1_000_000);
    finds_far_apart(&run, Method::Patterns);
    finds_far_apart(&locked(&run), Method::Sliced);
}
