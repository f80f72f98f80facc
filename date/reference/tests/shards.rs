//! Runs by components against the runs of whole traces.

use date::model::Specification;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use reference::interpreter::{Check, Ended, Job, Monitor, Run, Times, Told, follow, interpret};
use reference::trace::Trace;

/// Two kinds of objects, one inside the other, with a variable, an event variable, released instances and a
/// global property.
const NESTED: &str = "
events:
  boot: call App.boot()
properties:
  once:
    states: {off: initial, on: , twice: bad}
    transitions:
      - off -> on: boot
      - on -> twice: boot
foreach:
  - parameters: [User u]
    variables:
      int count = 0
    events:
      login: call User.login() target u
      ban: call User.ban(int days) target u
    properties:
      banned:
        states: {free: initial, out: , again: bad}
        transitions:
          - {free -> out: ban, when: days > 3, do: count++;}
          - {out -> again: login, when: count > 0}
    foreach:
      - parameters: [Session s]
        events:
          open: call User.open(Session s) target u
          send: call Session.send() target s
          close: call Session.close() target s
        properties:
          lifecycle:
            states: {fresh: initial, live: , late: bad, closed: accepting}
            transitions:
              - fresh -> live: open
              - fresh -> late: send
              - live -> closed: close
              - live -> late: ban
";

/// Objects that are compared by `equals`, and by numbers.
const BY_VALUE: &str = "
foreach:
  - parameters: [Key k by equals, long n]
    events:
      put: call Map.put(Key k, long n)
      drop: call Map.drop(Key k)
      tick: call Map.tick(long n)
    properties:
      order:
        states: {none: initial, there: , gone: , again: bad}
        transitions:
          - none -> there: put
          - there -> gone: drop
          - there -> again: put
          - gone -> again: tick
";

/// Slicing over two parameters, one of which all events bind.
const SLICED: &str = "
foreach:
  - parameters: [List l, Iterator i]
    creation: slicing
    events:
      create: call List.iterator(Iterator i) target l
      change: call List.add() target l
      next: call List.next(Iterator i) target l
    properties:
      safe:
        states: {start: initial, made: , changed: , unsafe: bad}
        transitions:
          - start -> made: create
          - made -> changed: change
          - changed -> unsafe: next
";

fn lines(kinds: &'static [&'static str]) -> impl Strategy<Value = String> {
    let line =
        (select(kinds), 0..4_u32, 0..5_u32, 0..8_u8).prop_map(|(kind, one, other, place)| {
            let line = kind
                .replace('A', &one.to_string())
                .replace('B', &other.to_string());
            let place = if place == 0 { " at M.java:7" } else { "" };
            format!("{line}{place}\n")
        });
    prop::collection::vec(line, 0..60).prop_map(|lines| lines.concat())
}

const NESTED_LINES: &[&str] = &[
    "boot",
    "login u=User@A",
    "ban u=User@A days=B",
    "open u=User@A s=Session@B",
    "send s=Session@B",
    "close s=Session@B",
    "open u=User@A s=Session@B",
    "send s=Session@B",
    "open u=User@A s=null",
];
const BY_VALUE_LINES: &[&str] = &[
    "put k=Key@A~B n=A",
    "put k=Key@B n=BL",
    "drop k=Key@A~B",
    "tick n=A",
    "drop k=Key@B",
    "tick n=(byte)B",
];
const SLICED_LINES: &[&str] = &[
    "create l=List@A i=Iterator@B",
    "change l=List@A",
    "next l=List@A i=Iterator@B",
    "next l=List@A i=Iterator@B",
];

/// The run by components, for a number of shards.
fn sharded(specification: &str, trace: &str, shards: usize) -> Option<Run> {
    let specification = languages::read("p.yaml", specification).expect("a property");
    let job = Job::new(specification, "t.txt", trace, shards).expect("it can be partitioned");
    let mut all: Vec<_> = (0..shards).map(|_| job.shard()).collect();
    let mut checks: Vec<Check> = Vec::new();
    for chunk in 0..job.chunks() {
        let read = job.read(chunk);
        for (number, shard) in all.iter_mut().enumerate() {
            let own = |component: u64| component % shards as u64 == number as u64;
            let mut items: Vec<_> = read
                .items
                .iter()
                .filter(|item| own(item.component()))
                .cloned()
                .collect();
            // Messages of one round come in no order.
            items.reverse();
            shard.take(&job, items);
        }
        checks.push(read.check);
    }
    let ended = all.into_iter().enumerate();
    let ended: Vec<Ended> = ended.map(|(n, shard)| shard.finish(&job, n == 0)).collect();
    job.merge(&checks, ended)
}

/// The run by lines that come one after the other. Each third is told to a copy as well.
fn told(specification: &Specification, trace: &Trace) -> Run {
    let (mut monitor, begin) =
        Monitor::new(specification, &trace.file, &trace.classes, Times::Unknown);
    let Told {
        mut observations,
        mut undecided,
    } = begin;
    for (number, line) in trace.lines.iter().enumerate() {
        let snapshot = (number % 3 == 0).then(|| monitor.clone());
        let told = monitor.tell(line).expect("an event of the property");
        if let Some(mut snapshot) = snapshot {
            assert_eq!(snapshot.tell(line).as_ref(), Ok(&told));
            assert_eq!(snapshot.instances(), monitor.instances());
            assert_eq!(snapshot.enabled(), monitor.enabled());
        }
        observations.extend(told.observations);
        undecided = told.undecided;
    }
    Run {
        observations,
        instances: monitor.instances(),
        undecided,
    }
}

/// The parts of a run that `residua trace` prints.
fn printed(run: &Run) -> Vec<String> {
    let reports = run.reports().map(|report| report.to_string());
    let states = run
        .instances
        .iter()
        .filter(|instance| !instance.states.is_empty())
        .map(|instance| format!("{}: {:?}", instance.name, instance.states));
    reports.chain(states).collect()
}

fn compare(specification: &'static str, kinds: &'static [&'static str]) {
    let mut runner = TestRunner::new(Config::with_cases(1_500));
    let (reports, longest) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    runner
        .run(&(lines(kinds), 1..5_usize), |(text, shards)| {
            let specification_read = languages::read("p.yaml", specification).expect("a property");
            let trace = reference::trace::read("t.txt", &text).expect("a trace");
            let whole = interpret(&specification_read, &trace).expect("events of the property");
            prop_assume!(whole.undecided.is_none());
            reports.set(reports.get() + whole.reports().count());
            longest.set(longest.get().max(whole.instances.len()));
            let parts = sharded(specification, &text, shards).expect("it is decided");
            prop_assert_eq!(printed(&parts), printed(&whole));
            let followed = follow(&specification_read, &trace);
            prop_assert_eq!(&followed.expect("events of the property"), &whole);
            prop_assert_eq!(told(&specification_read, &trace), whole);
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    assert!(
        reports.get() > 500 && longest.get() > 3,
        "{reports:?} {longest:?}"
    );
}

#[test]
fn nested_instances_are_those_of_the_whole_trace() {
    compare(NESTED, NESTED_LINES);
}

#[test]
fn instances_of_equal_values_are_those_of_the_whole_trace() {
    compare(BY_VALUE, BY_VALUE_LINES);
}

#[test]
fn sliced_instances_are_those_of_the_whole_trace() {
    compare(SLICED, SLICED_LINES);
}

#[test]
fn chunks_have_the_lines_of_the_whole_trace() {
    let mut text = String::from("class app.Admin : User\n");
    for number in 0..6_000 {
        text += &format!("open u=User@{} s=Session@{number}\n", number % 7);
        text += &format!("> send s=Session@{}\n\n< login u=User@3\n", number + 1);
    }
    let specification = languages::read("p.yaml", NESTED).expect("a property");
    let trace = reference::trace::read("t.txt", &text).expect("a trace");
    // Each session is sent before it is opened, by the first line that names it.
    let short = &text[..text.len() / 40];
    let short = &short[..short.rfind("\nopen").expect("lines") + 1];
    let whole = reference::trace::read("t.txt", short).expect("a trace");
    let whole = interpret(&specification, &whole).expect("events of the property");
    let parts = sharded(NESTED, short, 3).expect("it is decided");
    assert_eq!(printed(&parts), printed(&whole));
    let parts = sharded(NESTED, &text, 3).expect("it is decided");
    let expected = trace.lines.len() / 3;
    assert_eq!(parts.instances.len(), expected + 1 + 7);
}

#[test]
fn lines_that_do_not_fit_are_left_to_the_whole_run() {
    let wrong = [
        "sned s=Session@1\n",
        "2s boot\n1s boot\n",
        "< boot\n",
        "!end\nboot\n",
        "ban u=User@1\n",
        "open u=\n",
    ];
    for text in wrong {
        assert_eq!(sharded(NESTED, text, 2), None, "{text}");
    }
    assert!(sharded(NESTED, "> boot\n1s < boot\n!end\n", 2).is_some());
}

#[test]
fn property_whose_objects_share_something_has_one_component() {
    let refused = |change: &dyn Fn(&str) -> String| {
        let text = change(NESTED);
        let specification = languages::read("p.yaml", &text).expect("a property");
        Job::new(specification, "t.txt", "", 1).err()
    };
    assert_eq!(refused(&str::to_owned), None);
    let global = |text: &str| text.replace("- live -> late: ban", "- live -> late: boot");
    assert_eq!(
        refused(&global).as_deref(),
        Some("`boot` concerns all objects")
    );
    let stale = |text: &str| text.replace("count > 0", "days > 1");
    assert_eq!(
        refused(&stale).as_deref(),
        Some("`days` may be left by another event")
    );
    let unbound = |text: &str| {
        text.replace(
            "login: call User.login() target u",
            "login: call User.login()",
        )
    };
    assert_eq!(
        refused(&unbound).as_deref(),
        Some("`login` binds none of its objects")
    );
}
