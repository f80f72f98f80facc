//! Violations of properties that another order of the threads shows.

use std::collections::BTreeSet;

use date::model::Specification;
use predict::causality::{Causality, Clocks, Slice, open_pairs};
use predict::observation::Observation;
use predict::trace::{self, Trace};
use predict::{Kind, Method, Prediction, Report, Settings, predict};

/// Fig. 2 of Meredith and Roşu, "Runtime verification with the RV system".
const FIGURE_2: &str = r#"import java.util.*;
UnsafeMapIterator(Map m, Collection c, Iterator i) {
  creation event create_coll after(Map m) returning(Collection c) :
    (call(* Map.values()) || call(* Map.keySet())) && target(m) {}
  event create_iter after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) {}
  event use_iter before(Iterator i) : call(* Iterator+.next()) && target(i) {}
  event update_map after(Map m) :
    (call(* Map.put*(..)) || call(* Map.remove*(..)) || call(* Map.clear())) && target(m) {}
  FORMULA
}
"#;

const FORMULAS: [&str; 5] = [
    r#"fsm : start [ create_coll -> s1 ] s1 [ update_map -> s1, create_iter -> s2 ]
      s2 [ use_iter -> s2, update_map -> s3 ] s3 [ update_map -> s3, use_iter -> end ] end [ ]
      @end { System.out.println("fsm: Accessed invalid Iterator!"); __RESET; }"#,
    r#"ere : create_coll update_map* create_iter use_iter* update_map+ use_iter
      @match { System.out.println("ere: Accessed invalid Iterator!"); __RESET; }"#,
    r#"cfg : S -> create_coll Updates create_iter Nexts update_map Updates use_iter,
      Nexts -> Nexts use_iter | epsilon, Updates -> Updates update_map | epsilon
      @match { System.out.println("cfg: Accessed invalid Iterator!"); __RESET; }"#,
    r#"ftltl : <>(create_coll and <>(create_iter and <>(update_map and <> use_iter)))
      @validation { System.out.println("ftltl: Accessed invalid Iterator!"); __RESET; }"#,
    r#"ptltl : use_iter -> ((<*>(create_iter and (<*> create_coll))) -> ((not update_map) S create_iter))
      @violation { System.out.println("ptltl: Accessed invalid Iterator!"); __RESET; }"#,
];

fn specification(file: &str, text: &str) -> Specification {
    languages::read(file, text).unwrap_or_else(|findings| panic!("{text}\n{findings:?}"))
}

fn read(text: &str) -> Trace {
    let read = trace::read("run.std", text.as_bytes());
    read.unwrap_or_else(|error| panic!("{text}\n{error:?}")).0
}

fn settings(specification: Specification) -> Settings {
    Settings {
        races: false,
        deadlocks: false,
        atomicity: false,
        properties: vec![specification],
        ..Settings::default()
    }
}

fn prediction(specification: Specification, text: &str) -> Prediction {
    let prediction = predict(&read(text), &settings(specification));
    assert_eq!(
        (prediction.refused, prediction.undecided.properties),
        (0, 0)
    );
    prediction
}

/// The instances, lines and methods of the reports.
fn found(specification: Specification, text: &str) -> Vec<(String, String, Method)> {
    let prediction = prediction(specification, text);
    assert_eq!(prediction.unpredictable, []);
    let row = |report: Report| {
        let violation = report.violation.expect("a property");
        (violation.instance, report.lines.join(" "), report.method)
    };
    prediction.reports.into_iter().map(row).collect()
}

/// A good run: T1 has finished with its iterator before T0 updates the map. Another map is not updated.
const GOOD: &str = "T0|event(UnsafeMapIterator.create_coll m=Map@1,c=Set@1)|1
T0|event(UnsafeMapIterator.create_coll m=Map@2,c=Set@2)|2
T0|fork(T1)|3
T1|event(UnsafeMapIterator.create_iter c=Set@1,i=Iter@1)|11
T1|event(UnsafeMapIterator.create_iter c=Set@2,i=Iter@2)|12
T1|event(UnsafeMapIterator.use_iter i=Iter@1)|13
T1|event(UnsafeMapIterator.use_iter i=Iter@2)|14
T0|event(UnsafeMapIterator.update_map m=Map@1)|4
";

#[test]
fn each_formula_of_figure_2_predicts_the_same_violation_of_one_collection() {
    for formula in FORMULAS {
        let text = FIGURE_2.replace("FORMULA", formula);
        let found = found(specification("UnsafeMapIterator.mop", &text), GOOD);
        let expected = (
            "Map@1, Set@1, Iter@1".to_owned(),
            "1 4 11 13".to_owned(),
            Method::Patterns,
        );
        assert_eq!(found, [expected], "{formula}");
    }
}

#[test]
fn five_formulas_of_one_file_are_five_properties() {
    let text = FIGURE_2.replace("FORMULA", &FORMULAS.join("\n  "));
    let specification = specification("UnsafeMapIterator.mop", &text);
    let names: BTreeSet<String> = specification
        .properties
        .iter()
        .map(|property| property.name.clone())
        .collect();
    let prediction = prediction(specification, GOOD);
    let reported = prediction.reports.iter().map(|report| {
        assert_eq!(report.kind, Kind::Property);
        let violation = report.violation.as_ref().expect("a property");
        assert_eq!(violation.line, "13");
        violation.property.clone()
    });
    let reported: BTreeSet<String> = reported.collect();
    assert_eq!((reported.len(), reported), (5, names));
}

/// A lock around the whole use of the iterator, and around the update, leaves no order that is bad.
#[test]
fn sections_of_one_lock_are_not_mixed() {
    let text = FIGURE_2.replace("FORMULA", FORMULAS[1]);
    let locked = GOOD
        .replace(
            "T1|event(UnsafeMapIterator.create_iter c=Set@1",
            "T1|acq(l)|10\nT1|event(UnsafeMapIterator.create_iter c=Set@1",
        )
        .replace(
            "T0|event(UnsafeMapIterator.update",
            "T1|rel(l)|15\nT0|acq(l)|5\nT0|event(UnsafeMapIterator.update",
        );
    let specification = specification("UnsafeMapIterator.mop", &text);
    assert_eq!(found(specification.clone(), &locked), []);
    let other = locked.replace("T0|acq(l)", "T0|acq(other)");
    assert_eq!(found(specification, &other).len(), 1);
}

const SESSION: &str = "
foreach:
  - parameters: [Session s]
    events:
      open: call Session.open() target s
      send: call Session.send() target s
      close: call Session.close() target s
    properties:
      lifecycle:
        message: close the session behind its last use
        states: {fresh: initial, live: , closed: , late: bad}
        transitions:
          - fresh -> live: open
          - live -> closed: close
          - closed -> late: send
";

#[test]
fn report_has_the_words_of_its_property() {
    let text = "T0|event(lifecycle.open s=S@1)|1\nT0|fork(T1)|2\nT1|event(lifecycle.send s=S@1)|A.java:9\n\
                T0|event(lifecycle.close s=S@1)|3\n";
    let prediction = prediction(specification("session.yaml", SESSION), text);
    let [report] = &prediction.reports[..] else {
        panic!("{prediction:?}");
    };
    let violation = report.violation.as_ref().expect("a property");
    let words = (&*violation.property, &*violation.state, &*violation.event);
    assert_eq!(words, ("lifecycle", "late", "send"));
    assert_eq!(
        violation.message.as_deref(),
        Some("close the session behind its last use")
    );
    assert_eq!(
        (&*violation.instance, &*violation.line),
        ("S@1", "A.java:9")
    );
    assert_eq!(report.lines, ["1", "3", "A.java:9"]);
    assert_eq!(report.threads, ["T0", "T1"]);
    assert_eq!(report.witness.iter().collect::<Vec<_>>(), [0, 1, 3, 2]);
}

#[test]
fn violation_of_the_run_itself_comes_as_one() {
    let text = "T0|event(lifecycle.open s=S@1)|1\nT0|event(lifecycle.close s=S@1)|2\n\
                T1|event(lifecycle.send s=S@1)|3\nT1|event(lifecycle.send s=S@2)|4\n";
    let found = found(specification("session.yaml", SESSION), text);
    assert_eq!(found, [("S@1".to_owned(), "1 2 3".to_owned(), Method::Run)]);
}

/// A join, a read that a branch follows, and a notification each keep the order of the run.
#[test]
fn order_that_the_program_keeps_shows_no_violation() {
    let specification = specification("session.yaml", SESSION);
    let open = "T0|event(lifecycle.open s=S@1)|1\nT0|fork(T1)|2\n";
    let send = "T1|event(lifecycle.send s=S@1)|3\n";
    let close = "T0|event(lifecycle.close s=S@1)|4\n";
    let number = |text: &str| found(specification.clone(), text).len();
    assert_eq!(number(&format!("{open}{send}{close}")), 1);
    assert_eq!(number(&format!("{open}{send}T0|join(T1)|5\n{close}")), 0);
    let wrote = format!("{open}{send}T1|vw(done)|6\nT0|vr(done)|7\n{close}");
    assert_eq!(number(&wrote), 0);
    // The close depends on the read, with or without a branch in between.
    let elsewhere = wrote.replace("T1|vw(done)", "T1|branch|8\nT1|vw(done)");
    assert_eq!(number(&elsewhere), 0);
    let late = format!("{open}{send}T1|vw(done)|6\n{close}T0|vr(done)|7\nT0|branch|7\n");
    assert_eq!(number(&late), 1);
}

/// The counter is a variable of the instance: three threads take of two, in another order.
#[test]
fn variables_of_the_instance_are_followed() {
    let text = "
foreach:
  - parameters: [Pool p]
    variables:
      - int taken = 0
    events:
      take: call Pool.take() target p
      give: call Pool.give() target p
    properties:
      limit:
        states: {fine: initial, empty: bad}
        transitions:
          - fine -> fine: take
            when: taken < 2
            do: taken++;
          - fine -> empty: take
          - fine -> fine: give
            do: taken--;
";
    let specification = specification("pool.yaml", text);
    let mut run = String::new();
    for thread in 0..3 {
        run += &format!(
            "T{thread}|event(limit.take p=P@1)|1{thread}\nT{thread}|event(limit.give p=P@1)|2{thread}\n"
        );
    }
    let mut lines = found(specification.clone(), &run).into_iter();
    assert!(lines.all(|(_, lines, method)| lines == "10 11 12" && method != Method::Run));
    assert_eq!(found(specification.clone(), &run).len(), 3);
    let two = run.lines().take(4).collect::<Vec<_>>().join("\n");
    assert_eq!(found(specification, &two), []);
}

/// As many `b` as `a`: no automaton is exact about that.
#[test]
fn grammar_that_no_automaton_knows_is_followed() {
    let text = "Nested(X x) {
  event a before(X x) : call(* X.a()) && target(x) {}
  event b before(X x) : call(* X.b()) && target(x) {}
  event e before(X x) : call(* X.e()) && target(x) {}
  cfg : S -> N e, N -> a N b | epsilon @match {}
}";
    let specification = specification("Nested.mop", text);
    let run = "T0|event(Nested.a x=X@1)|1\nT0|event(Nested.a x=X@1)|2\nT0|event(Nested.b x=X@1)|3\n\
               T1|event(Nested.e x=X@1)|5\nT0|event(Nested.b x=X@1)|4\n";
    let found = found(specification, run);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0.as_str(), found[0].2), ("X@1", Method::Patterns));
}

#[test]
fn property_that_asks_more_than_the_run_has_is_refused_with_a_reason() {
    let run = "T0|event(lifecycle.open s=S@1)|1\n";
    for (old, new, reason) in [
        (
            "live: open\n",
            "live: open\n            when: s.isReady()\n",
            "the condition on `open` asks the program anew: `s.isReady()`",
        ),
        (
            "open: call Session.open() target s\n",
            "open: {on: call Session.open() target s, filter: s.isReady()}\n",
            "the event `open` asks the program anew: `s.isReady()`",
        ),
        (
            "    events:\n",
            "    clocks: [age]\n    events:\n      old: timeout age 5s\n",
            "its event `old` waits for a time",
        ),
    ] {
        let mut text = SESSION.replace(old, new);
        if text.contains("old: timeout") {
            text = text.replace("closed -> late: send", "closed -> late: old");
        }
        let prediction = prediction(specification("session.yaml", &text), run);
        let [refused] = &prediction.unpredictable[..] else {
            panic!("{text}");
        };
        assert_eq!(
            (&*refused.property, &*refused.reason),
            ("lifecycle", reason)
        );
    }
    let prints = SESSION.replace(
        "late: send\n",
        "late: send\n            do: System.out.println(\"late\" + s.toString());\n",
    );
    let prediction = prediction(specification("session.yaml", &prints), run);
    assert_eq!(prediction.unpredictable, []);
}

#[test]
fn small_budget_is_told_as_undecided() {
    let text = FIGURE_2.replace("FORMULA", FORMULAS[0]);
    let mut settings = settings(specification("UnsafeMapIterator.mop", &text));
    settings.search_states = 3;
    settings.pattern_steps = 3;
    settings.steps_per_attempt = 0;
    settings.steps_per_candidate = 10;
    let prediction = predict(&read(GOOD), &settings);
    assert_eq!(prediction.reports, []);
    assert!(prediction.undecided.properties > 0, "{prediction:?}");
}

/// T2 and T0 do not get the lock that T3 holds. An attempt that no section explains keeps the order of the
/// run up to it, so no event before it may be moved.
#[test]
fn attempts_that_fail_are_followed_by_the_exact_search() {
    let text = "
foreach:
  - parameters: [X x]
    events:
      a: call X.a() target x
      b: call X.b() target x
    properties:
      P:
        states: {s0: initial, s1: , s3: bad}
        transitions:
          - s0 -> s1: b
          - s1 -> s3: a
";
    let run = "T3|acq(l0)|1\nT3|rel(l0)|4\nT2|try_fail(l0)|0\nT2|event(P.b x=X@0)|119\nT3|acq(l0)|5\n\
               T0|event(P.a x=X@0)|120\nT0|try_fail(l0)|3\nT0|event(P.a x=X@0)|121\n";
    let settings = Settings {
        pattern: 0,
        slices: 0,
        steps_per_attempt: 0,
        ..settings(specification("P.yaml", text))
    };
    let prediction = predict(&read(run), &settings);
    let violations = prediction
        .reports
        .iter()
        .filter_map(|report| report.violation.clone());
    let lines: Vec<String> = violations.map(|violation| violation.line).collect();
    assert_eq!(lines, ["120", "121"]);
    assert_eq!(prediction.undecided.properties, 0);
}

/// Settings that leave one pass of linear cost: patterns of some events, or stretches with some slices.
fn linear(specification: Specification, pattern: usize, slices: usize) -> Settings {
    Settings {
        pattern,
        slices,
        steps_per_attempt: 0,
        exact_steps: 0,
        ..settings(specification)
    }
}

/// The lines of the violations, and the number of those that are not decided.
fn lines(settings: &Settings, run: &str) -> (Vec<String>, usize) {
    let prediction = predict(&read(run), settings);
    assert_eq!(prediction.refused, 0);
    let violations = prediction.reports.into_iter();
    let violations = violations.filter_map(|report| report.violation);
    let lines = violations.map(|violation| violation.line).collect();
    (lines, prediction.undecided.properties)
}

/// A property of three events that come one directly after the other.
const IN_A_ROW: &str = "
foreach:
  - parameters: [X x]
    events:
      a: call X.a() target x
      b: call X.b() target x
      c: call X.c() target x
    properties:
      P:
        states: {none: initial, one: , two: , three: bad}
        transitions:
          - none -> one: c
          - one -> two: b
          - one -> none: a
          - two -> three: a
          - two -> none: c
";

/// Three sections of one lock come in the opposite order, which takes two delayed slices.
#[test]
fn three_threads_in_the_opposite_order_take_two_slices() {
    let specification = specification("P.yaml", IN_A_ROW);
    let mut run = String::new();
    for (thread, event) in ["a", "b", "c"].into_iter().enumerate() {
        run += &format!(
            "T{thread}|acq(l)|1\nT{thread}|event(P.{event} x=X@1)|{event}\nT{thread}|rel(l)|2\n"
        );
    }
    let none = (Vec::new(), 1);
    let found = (vec!["a".to_owned()], 0);
    assert_eq!(lines(&linear(specification.clone(), 5, 0), &run), none);
    assert_eq!(lines(&linear(specification.clone(), 0, 1), &run), none);
    assert_eq!(lines(&linear(specification.clone(), 0, 2), &run), found);
    // Two threads in the opposite order take one slice.
    let two = "T0|acq(l)|1\nT0|event(P.b x=X@1)|2\nT0|rel(l)|3\nT0|event(P.a x=X@1)|4\n\
               T1|acq(l)|5\nT1|event(P.c x=X@1)|6\nT1|rel(l)|7\n";
    let found = (vec!["4".to_owned()], 0);
    assert_eq!(lines(&linear(specification.clone(), 5, 0), two), none);
    assert_eq!(lines(&linear(specification, 0, 1), two), found);
}

/// Two threads are delayed into one slice, behind a third one that comes later in the run.
#[test]
fn two_threads_are_delayed_into_one_slice() {
    let specification = specification("P.yaml", IN_A_ROW);
    let run = "T0|event(P.b x=X@1)|1\nT1|event(P.a x=X@1)|2\nT2|event(P.c x=X@1)|3\n";
    let none = (Vec::new(), 1);
    let found = (vec!["2".to_owned()], 0);
    assert_eq!(lines(&linear(specification.clone(), 0, 1), run), none);
    assert_eq!(lines(&linear(specification, 0, 2), run), found);
}

/// Events in between do harm: the monitor goes back. Of the equivalent runs the one in which they come
/// first shows the violation, or the one in which they come last.
#[test]
fn pattern_with_harmful_events_in_between_is_judged_by_the_monitor() {
    let specification = specification("P.yaml", IN_A_ROW);
    let found = |run: &str| lines(&linear(specification.clone(), 5, 0), run).0;
    // The first `a` comes before `c`.
    let run = "T0|event(P.c x=X@1)|1\nT1|event(P.a x=X@1)|2\nT0|event(P.b x=X@1)|3\nT1|event(P.a x=X@1)|4\n";
    assert_eq!(found(run), ["2", "4"]);
    // The second `c` is not needed.
    let run = "T0|event(P.c x=X@1)|1\nT0|event(P.b x=X@1)|2\nT0|event(P.c x=X@1)|3\nT1|event(P.a x=X@1)|4\n";
    assert_eq!(found(run), ["4"]);
    // The second `c` comes before the violation in each correct reordering.
    let run = "T0|event(P.c x=X@1)|1\nT0|event(P.b x=X@1)|2\nT0|event(P.c x=X@1)|3\nT0|event(P.c x=X@1)|8\nT0|vw(done)|5\n\
               T1|vr(done)|6\nT1|event(P.a x=X@1)|4\nT2|event(P.b x=X@1)|7\n";
    assert_eq!(found(run), ["4"]);
    let without = run.replace("T2|event(P.b", "T2|event(P.c");
    assert_eq!(found(&without), Vec::<String>::new());
}

/// No section explains the first attempt of T0. Each reordering with it begins as the run up to it, so `a` comes
/// before the first `c` only without it.
#[test]
fn equivalent_runs_keep_the_run_up_to_an_attempt_without_a_holder() {
    let text = "P(X x, Y y) {
  event a before(X x) : call(* X.a()) && target(x) {}
  event b before(X x, Y y) : call(* X.b(Y)) && target(x) && args(y) {}
  event c before(Y y) : call(* Y.c()) && target(y) {}
  ere : (a c c c | (c)* a (a)* c) @match {}
}";
    let run = "T0|event(P.c y=Y@0)|1\nT0|try_fail(l0)|2\nT3|acq(l2)|3\nT0|try_fail(l2)|4\n\
               T0|event(P.c y=Y@0)|5\nT1|event(P.a x=X@1)|6\n";
    let found = found(specification("P.mop", text), run);
    let lines: Vec<&str> = found.iter().map(|(_, lines, _)| &**lines).collect();
    assert_eq!(lines, ["1 5 6", "1 6"]);
}

/// A join orders `send` before each `close`. The search states of three threads are too many, but no tuple of
/// `open`, `close` and `send` has another order.
#[test]
fn patterns_exclude_violations_in_steps_that_are_linear() {
    let specification = specification("session.yaml", SESSION);
    let steps = |size: usize| {
        let of = |thread: usize, event: &str, line: usize| {
            format!("T{thread}|event(lifecycle.{event} s=S@1)|{line}\n").repeat(size)
        };
        let run = format!(
            "T0|event(lifecycle.open s=S@1)|1\nT0|fork(T1)|2\nT0|fork(T2)|3\n{}T0|join(T1)|4\n{}{}",
            of(1, "send", 5),
            of(0, "close", 6),
            of(2, "open", 7)
        );
        let decides = |steps: u64| {
            let settings = Settings {
                pattern_steps: steps,
                search_states: 0,
                ..linear(specification.clone(), 5, 0)
            };
            let (lines, undecided) = lines(&settings, &run);
            assert_eq!(lines, Vec::<String>::new());
            undecided == 0
        };
        // The smallest budget that suffices.
        let (mut few, mut enough) = (0, 100 * size as u64);
        assert!(decides(enough));
        while few + 1 < enough {
            let middle = u64::midpoint(few, enough);
            if decides(middle) {
                enough = middle;
            } else {
                few = middle;
            }
        }
        enough
    };
    let counts = [100, 200, 400, 800].map(steps);
    println!("{counts:?}");
    assert!(counts[0] > 100, "{counts:?}");
    let doubles = |pair: &[u64]| pair[1] <= 2 * pair[0];
    assert!(counts.windows(2).all(doubles), "{counts:?}");
}

/// Fig. 7 of the paper. The lines are the events.
const FIGURE_7: &str = "T1|event(p.a o=Y@1)|e1\nT2|w(x)|e2\nT1|r(x)|e3\nT2|w(x)|e4\nT1|branch|b\n\
                        T1|event(p.b o=Y@1)|e5\nT2|event(p.c o=Y@1)|e6\n";

/// P3: control and data dependence. P4: relevance dependence, to the fixpoint.
#[test]
fn slice_of_figure_7_has_the_relevant_write() {
    let trace = read(&format!("{FIGURE_7}T2|w(z)|e7\nT1|r(z)|e8\n"));
    let slice = Slice::new(&Observation::new(&trace), &[0, 5, 6]);
    let lines: Vec<&str> = slice
        .positions()
        .into_iter()
        .map(|event| trace.line(event))
        .collect();
    assert_eq!(lines, ["e1", "e2", "e3", "e4", "b", "e5", "e6"]);
    // If e5 comes before the read, no read and no write matters.
    let early = "T1|event(p.b o=Y@1)|e5\n";
    let text = FIGURE_7
        .replace(early, "")
        .replace("T1|r(x)", &format!("{early}T1|r(x)"));
    let slice = Slice::new(&Observation::new(&read(&text)), &[0, 2, 6]);
    assert_eq!(slice.positions(), [0, 2, 6]);
}

/// P4: relevance that a later scan finds brings in more: the write e4 is relevant, and what it depends on.
#[test]
fn slice_is_a_fixpoint() {
    let trace = read(
        "T2|w(y)|1\nT2|w(x)|2\nT1|r(x)|3\nT1|branch|4\nT1|event(p.a o=Y@1)|5\nT3|w(y)|6\nT2|r(y)|7\nT2|branch|8\n\
         T2|w(x)|9\nT3|w(z)|10\n",
    );
    let slice = Slice::new(&Observation::new(&trace), &[4]);
    let lines: Vec<&str> = slice
        .positions()
        .into_iter()
        .map(|event| trace.line(event))
        .collect();
    assert_eq!(lines, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
}

/// P3: each dependence is followed once.
#[test]
fn dependences_that_are_followed_are_linear() {
    let mut dependences = Vec::new();
    for size in [1_000, 2_000, 4_000] {
        let mut text = String::new();
        for number in 0..size {
            let (thread, other) = (number % 3, (number / 2) % 5);
            let word = ["w", "r", "w", "r"][number % 4];
            text += &format!("T{thread}|{word}(x{other})|1\n");
        }
        text += "T0|event(p.a o=Y@1)|2\n";
        let slice = Slice::new(&Observation::new(&read(&text)), &[size]);
        dependences.push(slice.dependences);
    }
    assert!(dependences[0] > 500, "{dependences:?}");
    assert!(
        dependences
            .windows(2)
            .all(|pair| pair[1] < 2 * pair[0] + 100),
        "{dependences:?}"
    );
}

/// P4: `e2 e6 e1 e3 e5` is no order of the program. It would be one without e4.
#[test]
fn figure_7_has_no_order_with_e6_before_e1_and_e5_behind_them() {
    let trace = read(FIGURE_7);
    let observation = Observation::new(&trace);
    let causality = Causality::new(&observation, &[0, 5, 6]);
    let (e1, e5, e6) = (0, 5, 6);
    assert!(causality.is_before(e1, e6) && causality.is_before(e1, e5));
    assert!(!causality.is_before(e5, e6) && !causality.is_before(e6, e5));
    let text = "
events:
  a: call A.a()
  b: call A.b()
  c: call A.c()
properties:
  p:
    states: {none: initial, six: , one: , wrong: bad}
    transitions:
      - none -> six: c
      - six -> one: a
      - one -> wrong: b
";
    let specification = specification("p.yaml", text);
    let run = FIGURE_7.replace(" o=Y@1", "");
    assert_eq!(found(specification.clone(), &run), []);
    let without = run.replace("T2|w(x)|e4\n", "");
    assert_eq!(found(specification, &without).len(), 1);
}

/// A step of the clocks, and the clocks of both threads behind it.
type Row = (&'static str, usize, [[u32; 2]; 2]);

/// P5: the three rules, each step with the clocks of T0 and T1 behind it. Variable x is 0, and y is 1.
#[test]
fn clocks_follow_the_three_rules() {
    let rows: [Row; 9] = [
        ("event", 0, [[1, 0], [0, 0]]),
        // A write takes what all accesses know, and gives it to reads and writes.
        ("write x", 0, [[1, 0], [0, 0]]),
        ("event", 0, [[2, 0], [0, 0]]),
        ("read x", 1, [[2, 0], [1, 0]]),
        ("event", 1, [[2, 0], [1, 1]]),
        // A read gives nothing to a read, but to the next write.
        ("read x", 1, [[2, 0], [1, 1]]),
        ("read x", 0, [[2, 0], [1, 1]]),
        ("write x", 0, [[2, 1], [1, 1]]),
        ("read x", 1, [[2, 1], [2, 1]]),
    ];
    let mut clocks = Clocks::new(2, 2);
    for (number, (step, thread, expected)) in rows.into_iter().enumerate() {
        match step {
            "write x" => clocks.write(thread, 0),
            "read x" => clocks.read(thread, 0),
            _ => assert_eq!(
                clocks.property_event(thread)[thread] + 1,
                expected[thread][thread]
            ),
        }
        let all = [0, 1].map(|thread| clocks.of_thread(thread).to_vec());
        assert_eq!(
            all,
            expected.map(|clock| clock.to_vec()),
            "step {number}: {step}"
        );
    }
}

/// P5: where an event of the property is an access as well, the third rule comes first. So the write that is
/// one has not seen itself, and the read behind it knows it.
#[test]
fn third_rule_comes_first_where_it_overlaps() {
    let trace = read("T0|w(x)|1\nT1|r(x)|2\nT1|branch|2\nT1|event(p.a o=Y@1)|3\n");
    let observation = Observation::new(&trace);
    let causality = Causality::new(&observation, &[0, 1, 3]);
    assert!(
        !causality.is_before(0, 1),
        "the read has its clock before it takes that of the write"
    );
    assert!(causality.is_before(0, 3));
    let mut clocks = Clocks::new(2, 1);
    let write = clocks.property_event(0);
    clocks.write(0, 0);
    let read = clocks.property_event(1);
    clocks.read(1, 0);
    assert_eq!(
        (&write[..], &read[..], clocks.of_thread(1)),
        (&[0, 0][..], &[0, 0][..], &[1, 1][..])
    );
}

/// P7: the pairs of accesses of two threads that sliced causality leaves open are those of all pairs.
#[test]
fn search_states_of_races_find_the_pairs_of_all_pairs() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut tests, mut all, mut open) = (0, 0, 0);
    for _ in 0..300 {
        let mut text = String::new();
        let mut lists = [Vec::new(), Vec::new()];
        for number in 0..rng.usize(2..60) {
            let thread = rng.usize(..2);
            // Accesses of x are the events, and those of y and z order them.
            let word = [
                "r(y)", "w(z)", "w(y)", "r(z)", "w(x)", "w(x)", "r(x)", "w(x)",
            ][rng.usize(..8)];
            if word.contains('x') {
                lists[thread].push(number);
                text += &format!("T{thread}|event(p.access o=X@1)|{number}\n");
            } else {
                text += &format!("T{thread}|{word}|{number}\n");
            }
        }
        let trace = read(&text);
        let mut events = lists.concat();
        events.sort_unstable();
        let causality = Causality::new(&Observation::new(&trace), &events);
        let [first, second] = &lists;
        let before = |place: usize, other: usize| causality.is_before(first[place], second[other]);
        let after = |place: usize, other: usize| causality.is_before(second[other], first[place]);
        let found = open_pairs([first.len(), second.len()], &before, &after, usize::MAX);
        let pairs =
            (0..first.len()).flat_map(|place| (0..second.len()).map(move |other| (place, other)));
        let expected: Vec<(usize, usize)> = pairs
            .filter(|&(place, other)| !before(place, other) && !after(place, other))
            .collect();
        assert_eq!(found.pairs, expected, "{text}");
        tests += found.tests;
        all += first.len() * second.len();
        open += expected.len();
    }
    assert!(
        open > 1_000 && tests < all,
        "{open} open, {tests} tests of {all}"
    );
}

/// P7: the number of tests is linear where the accesses are ordered.
#[test]
fn search_states_of_ordered_accesses_take_one_test_each() {
    for size in [100, 1_000, 10_000] {
        let before = |place: usize, other: usize| place < other;
        let after = |place: usize, other: usize| place >= other;
        let found = open_pairs([size, size], &before, &after, usize::MAX);
        assert_eq!(
            (found.pairs.len(), found.tests < 2 * size),
            (0, true),
            "{}",
            found.tests
        );
    }
}
