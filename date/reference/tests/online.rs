//! Monitors that find instances by an index, and hear of one line after the other, against the reference.

use std::cell::Cell;
use std::collections::BTreeSet;

use date::model::Specification;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use reference::interpreter::{Monitor, Run, Times, Told, follow, interpret};
use reference::trace::Trace;

/// Instances that go, by events that concern several, inside others; a later property of a released instance hears
/// the same event.
const RELEASED: &str = "
foreach:
  - parameters: [User u]
    events:
      login: call User.login() target u
      leave: call User.leave() target u
    properties:
      visit: {releases: true, states: {out: initial, in: , gone: accepting}, transitions: [{out -> in: login}, {in -> gone: leave}]}
      again: {releases: true, states: {some: accepting, none: initial, twice: bad}, transitions: [{none -> some: login}, {some -> twice: login}, {some -> none: leave}]}
    foreach:
      - parameters: [Session s, Lock l]
        events:
          open: call User.open(Session s, Lock l) target u
          send: call Session.send() target s
          free: call Lock.free() target l
        properties:
          lifecycle:
            releases: true
            states: {fresh: initial, live: , late: bad, closed: accepting}
            transitions: [{fresh -> live: open}, {live -> closed: send}, {live -> late: free}, {closed -> late: send}]
";
const RELEASED_LINES: &[&str] = &[
    "login u=User@A",
    "leave u=User@A",
    "open u=User@A s=Session@B l=Lock@A",
    "open u=User@A s=Session@B l=Lock@B",
    "send s=Session@B",
    "free l=Lock@A",
];

/// Slicing over three parameters.
const SLICED: &str = "
foreach:
  - parameters: [Map m, String k, Iterator i]
    creation: slicing
    events:
      view: call Map.view(String k) target m
      walk: call Views.walk(String k, Iterator i)
      put: call Map.put() target m
      next: call Iterator.next() target i
    properties:
      safe:
        states: {start: initial, seen: , walked: , changed: , unsafe: bad}
        transitions: [{start -> seen: view}, {seen -> walked: walk}, {walked -> changed: put}, {changed -> unsafe: next}]
";
const SLICED_LINES: &[&str] = &[
    "view m=Map@A k=String@B",
    "walk k=String@A i=Iterator@B",
    "put m=Map@A",
    "next i=Iterator@B",
    "next i=Iterator@A",
];

/// Texts are compared by identity, which a trace does not tell.
const TEXTS: &str = "
foreach:
  - parameters: [String k, Table t]
    events:
      put: call Table.put(String k) target t
      drop: call Table.drop() target t
      find: call Keys.find(String k)
    properties:
      order:
        states: {none: initial, there: , gone: , found: bad}
        transitions: [{none -> there: put}, {there -> gone: drop}, {gone -> found: find}]
";
const TEXTS_LINES: &[&str] = &[
    "put k=\"A\" t=Table@B",
    "put k=String@A t=Table@B",
    "drop t=Table@B",
    "find k=String@A",
];

/// Clocks, and a channel from one kind of objects to another.
const TIMED: &str = "
foreach:
  - parameters: [Job j]
    clocks: [c]
    events:
      start: call Job.start() target j
      stop: call Job.stop() target j
      late: timeout c 3s
    properties:
      ends:
        releases: true
        states: {new: initial, running: , stopped: accepting, hung: bad}
        transitions: [{new -> running: start, do: c.reset();}, {running -> stopped: stop}, {running -> hung: late}, {hung -> stopped: stop}]
";
const TIMED_LINES: &[&str] = &[
    "start j=Job@A",
    "stop j=Job@A",
    "TIME start j=Job@B",
    "TIME stop j=Job@A",
];

/// A trace of some of the lines, with small numbers for A and B.
fn trace(kinds: &'static [&'static str]) -> impl Strategy<Value = String> {
    let line = (select(kinds), 0..4_u32, 0..4_u32, 0..3_u32);
    prop::collection::vec(line, 0..50).prop_map(|lines| {
        let mut seconds = 0;
        let mut text = String::new();
        for (kind, one, other, passed) in lines {
            seconds += passed;
            let kind = kind.replace("TIME", &format!("{seconds}s"));
            text += &kind
                .replace('A', &one.to_string())
                .replace('B', &other.to_string());
            text.push('\n');
        }
        text
    })
}

/// Tells a monitor of one line after the other, and a copy of it of some of them.
fn told(specification: &Specification, trace: &Trace) -> Run {
    let times = Times::of(trace, false);
    let (
        mut monitor,
        Told {
            mut observations,
            mut undecided,
        },
    ) = Monitor::new(specification, &trace.file, &trace.classes, times);
    for (number, line) in trace.lines.iter().enumerate() {
        let snapshot = (number % 3 == 0).then(|| monitor.clone());
        let told = monitor.tell(line).expect("an event of the property");
        if let Some(mut snapshot) = snapshot {
            assert_eq!(snapshot.tell(line).as_ref(), Ok(&told));
            assert_eq!(snapshot.instances(), monitor.instances());
        }
        assert_eq!(monitor.enabled(), enabled(specification, &monitor));
        observations.extend(told.observations);
        undecided = told.undecided;
    }
    // The lines come without the text of a file.
    if let Some(finding) = &mut undecided {
        let line = usize::try_from(finding.span.line).expect("few lines");
        finding.source_line = trace.text.lines().nth(line - 1).map(str::to_owned);
    }
    Run {
        observations,
        instances: monitor.instances(),
        undecided,
    }
}

/// The events that are heard in a state, by a look at all instances.
fn enabled(specification: &Specification, monitor: &Monitor<'_>) -> BTreeSet<date::ids::EventId> {
    let mut states: BTreeSet<_> = monitor
        .instances()
        .into_iter()
        .flat_map(|instance| instance.states)
        .collect();
    for (number, property) in specification.properties.iter().enumerate() {
        states.insert((number, property.date.initial));
    }
    let events = specification.events.indices();
    events
        .filter(|&event| {
            let letter = specification.letter(event);
            states.iter().any(|&(property, state)| {
                let mut outgoing = specification.properties[property].date.outgoing(state);
                outgoing.any(|(_, transition)| letter.contains(&transition.event))
            })
        })
        .collect()
}

/// Compares random traces. Gives the number of reports and of runs that are not decided.
fn compare(text: &'static str, kinds: &'static [&'static str], cases: u32) -> (usize, usize) {
    let mut runner = TestRunner::new(Config::with_cases(cases));
    let (reports, open) = (Cell::new(0), Cell::new(0));
    let specification = languages::read("p.yaml", text).unwrap_or_else(|e| panic!("{e:#?}"));
    runner
        .run(&trace(kinds), |text| {
            let trace = reference::trace::read("t", &text).expect("a trace");
            let whole = interpret(&specification, &trace).expect("events of the property");
            let followed = follow(&specification, &trace).expect("events of the property");
            prop_assert_eq!(&followed, &whole);
            prop_assert_eq!(&told(&specification, &trace), &whole);
            reports.set(reports.get() + whole.reports().count());
            open.set(open.get() + usize::from(whole.undecided.is_some()));
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    (reports.get(), open.get())
}

#[test]
fn released_instances_are_those_of_the_reference() {
    let (reports, _) = compare(RELEASED, RELEASED_LINES, 2_000);
    assert!(reports > 500, "{reports}");
}

#[test]
fn slices_are_those_of_the_reference() {
    let (reports, _) = compare(SLICED, SLICED_LINES, 1_000);
    assert!(reports > 100, "{reports}");
}

#[test]
fn runs_that_are_not_decided_end_where_those_of_the_reference_do() {
    let (_, open) = compare(TEXTS, TEXTS_LINES, 2_000);
    assert!(open > 100, "{open}");
}

#[test]
fn timeouts_are_those_of_the_reference() {
    let (reports, _) = compare(TIMED, TIMED_LINES, 1_000);
    assert!(reports > 100, "{reports}");
}
