//! Scripts that are written: reading them gives the same specification, and what cannot be said is
//! named.

use date::ids::TransitionId;
use date::model::Specification;
use languages::lrv::{Keys, print, pruned};
use languages::{Fidelity, read, read_with, yaml};
use reference::interpreter::interpret;

use crate::constructs::{beside, scripts};
use crate::generate::script;
use test_support::Random;

fn specification(file: &str, text: &str) -> Specification {
    let reading = read_with(file, text, Fidelity::Documented, &beside)
        .unwrap_or_else(|findings| panic!("{text}\n{findings:#?}"));
    reading.specification
}

fn printed(specification: &Specification, keys: Keys) -> String {
    print(specification, keys, Fidelity::Documented)
        .unwrap_or_else(|findings| panic!("{}\n{findings:#?}", yaml::print(specification)))
}

/// Reads, prints and reads.
#[track_caller]
fn check_round_trip(script: &str) {
    let first = specification("p.lrv", script);
    let text = printed(&first, Keys::Bound);
    let second = specification("p.lrv", &text);
    assert_eq!(
        yaml::print(&second),
        yaml::print(&first),
        "{script}\nis printed as\n{text}"
    );
    assert_eq!(printed(&second, Keys::Bound), text);
}

#[test]
fn every_construct_is_the_same_when_it_is_printed_and_read() {
    scripts().iter().for_each(|script| check_round_trip(script));
}

fn check_random(scripts: std::ops::Range<u64>) {
    for seed in scripts {
        check_round_trip(&script(&mut Random::new(seed)));
    }
}

#[test]
fn random_scripts_are_the_same_when_they_are_printed_and_read() {
    check_random(0..150);
}

#[test]
#[ignore = "a campaign of a minute"]
fn five_thousand_random_scripts_are_the_same_when_they_are_printed_and_read() {
    check_random(1000..6000);
}

const SESSION: &str = "IMPORTS {
  import app.Session;
}
GLOBAL {
  VARIABLES {
    int open = 0;
  }
  FOREACH (Session s) {
    VARIABLES {
      int sent = 0;
      Clock idle;
    }
    EVENTS {
      open(Session s1) = {Session s1.open() uponReturning()} where {s = s1;}
      send(Session s1, int n) = {Session s1.send(*, int n)} filter {n > 0} where {s = s1;}
      close(Session s1) = {Session s1.close() | Session s1.abort(*)} where {s = s1;}
      use() = {send | close}
      quiet() = {idle@30}
    }
    PROPERTY lifecycle {
      STATES {
        ACCEPTING { done }
        BAD { early late }
        NORMAL { live }
        STARTING { fresh }
      }
      TRANSITIONS {
        fresh -> early [use]
        fresh -> live [open \\\\ ::open++; idle.reset();]
        live -> late [send \\ sent >= 3]
        live -> live [send \\\\ sent++; idle.reset();]
        live -> late [quiet]
        live -> done [close \\\\ ::open--;]
      }
    }
  }
}
";

#[test]
fn the_example_is_printed_as_people_write_it() {
    let session = specification("session.lrv", include_str!("../../../fixtures/session.lrv"));
    assert_eq!(printed(&session, Keys::Bound), SESSION);
}

const BOUND: &str = r#"
foreach:
  - parameters: [Session s by equals, Desk d by equals]
    events:
      open: {on: "call Session.open(Desk d) target s", filter: s.isNew() && d != null}
      send: {on: "call Session.send(Desk d, int s1) target s", where: s.count();}
    properties:
      lifecycle:
        states: {fresh: initial, live: , early: bad}
        transitions:
          - fresh -> live: open
          - {fresh -> early: send, when: s.isOpen() || s1 > 3}
"#;

#[test]
fn keys_that_patterns_bind_are_assigned_for_larva() {
    let bound = specification("p.yaml", BOUND);
    let text = printed(&bound, Keys::Assigned);
    let events = [
        "open(Session s2, Desk d1) = {Session s2.open(Desk d1)} filter {s2.isNew() && d1 != null} where {s = s2; d = d1;}",
        "send(Session s2, Desk d1, int s1) = {Session s2.send(Desk d1, int s1)} where {s = s2; d = d1; s.count();}",
    ];
    let has = |event: &&str| text.lines().any(|line| line.trim() == *event);
    assert!(events.iter().all(has), "{text}");
    let judged = |specification: &Specification, trace: &str| {
        let trace = reference::trace::read("t", trace).expect("a trace");
        let run =
            interpret(specification, &trace).unwrap_or_else(|findings| panic!("{findings:#?}"));
        assert!(run.undecided.is_none(), "{run:?}");
        run.reports().map(ToString::to_string).collect::<Vec<_>>()
    };
    let with_keys = "open s=Session@1 d=Desk@1 `s.isNew()`=false\nsend s=Session@1 d=Desk@1 s1=4 `s.isOpen()`=false `s.count()`=1";
    let with_variables = with_keys
        .replace("s=", "s2=")
        .replace("d=", "d1=")
        .replace("s.isNew", "s2.isNew");
    let reports = judged(&bound, with_keys);
    assert_eq!(reports.len(), 1);
    assert_eq!(
        judged(&specification("p.lrv", &text), &with_variables),
        reports
    );
}

/// `LINE: MESSAGE` of each finding.
fn refusals(yaml: &str) -> String {
    let found = print(
        &specification("p.yaml", yaml),
        Keys::Bound,
        Fidelity::Documented,
    )
    .expect_err("this cannot be said");
    assert!(
        found
            .iter()
            .all(|finding| finding.code == "lrv-inexpressible" && finding.help.is_some())
    );
    let lines = found
        .iter()
        .map(|finding| format!("{}: {}", finding.span.line, finding.message));
    lines.collect::<Vec<_>>().join("\n")
}

const PLAIN: &str = "
foreach:
  - parameters: [T t by equals]
    events:
      a: call T.a(..) target t
      b: call T.b(..) target t
    properties:
      p:
        states: {q: initial, r: bad, s: }
        transitions:
          - q -> r: a
          - {q -> s: b, do: f();}
";

#[test]
fn what_larva_cannot_say_is_named_with_its_place() {
    assert_eq!(specification("p.yaml", PLAIN).properties.len(), 1);
    printed(&specification("p.yaml", PLAIN), Keys::Bound);
    let cases = [
        (
            "T t by equals",
            "T t",
            "3: LARVA has no keys like `t`, which are compared by identity",
        ),
        (
            "T t by equals",
            "int t by equals",
            "3: LARVA has no keys of primitive types\n5: LARVA has no receiver of another type than the one that declares the method\n\
             6: LARVA has no receiver of another type than the one that declares the method",
        ),
        (
            "by equals]\n",
            "by equals]\n    creation: slicing\n",
            "3: LARVA has no slicing",
        ),
        (
            "by equals]\n",
            "by equals]\n    creation: [a]\n",
            "3: LARVA has no list of the events that create",
        ),
        (
            "a: call T.a(..) target t",
            "a: {any-of: [b]}",
            "5: LARVA has no way to list `b` in `a`",
        ),
        (
            "call T.a(..) target t",
            "{on: call T.a(..), where: t = f();}",
            "5: LARVA has no pattern for the methods of `T` that are static or not",
        ),
        (
            "call T.a(..)",
            "call U.a(..)",
            "5: LARVA has no receiver of another type than the one that declares the method",
        ),
        (
            "call T.a(..)",
            "call T.a()",
            "5: LARVA has no pattern for no argument",
        ),
        (
            "call T.a(..)",
            "call T.a(int, ..)",
            "5: LARVA has no `..` beside arguments",
        ),
        (
            "call T.a(..)",
            "call T.a(* x)",
            "5: LARVA has no variables without a type, like `x`",
        ),
        (
            "call T.a(..)",
            "call T.a | T.c(..)",
            "5: LARVA has no pattern of several members",
        ),
        (
            "call T.a(..)",
            "call T.a declared (int)(..)",
            "5: LARVA has no patterns of declarations",
        ),
        (
            "call T.a(..) target t",
            "end",
            "5: LARVA has no event at the end of the program",
        ),
        (
            "q: initial",
            "q: initial bad",
            "9: LARVA has no initial state that is bad or accepting",
        ),
        (
            "s: }",
            "s: accepting}",
            "9: LARVA has no accepting states like `s`, which do not release their instance",
        ),
        (
            "        states",
            "        observable: verdict-only\n        states",
            "8: LARVA has no `observable: verdict-only`",
        ),
        (
            "do: f();",
            "do: 'f(\"%%\");'",
            "12: LARVA has no `%%` in code",
        ),
    ];
    for (old, new, expected) in cases {
        assert!(PLAIN.contains(old), "{old}");
        assert_eq!(refusals(&PLAIN.replacen(old, new, 1)), expected, "{new}");
    }
}

#[test]
fn a_name_that_is_a_word_of_larva_is_refused() {
    let text = PLAIN
        .replace("a: call", "where: call")
        .replace("q -> r: a", "q -> r: where");
    let found = print(
        &specification("p.yaml", &text),
        Keys::Bound,
        Fidelity::Documented,
    );
    // `where` is a name where an event is declared, and still one in a collection of its own.
    assert!(found.is_ok(), "{found:?}");
    let text = PLAIN.replace(
        "[T t by equals]",
        "[T t by equals]\n    variables: [Clock c]",
    );
    let found = print(
        &specification("p.yaml", &text),
        Keys::Bound,
        Fidelity::Documented,
    )
    .expect_err("a variable of the type Clock is a clock");
    assert_eq!(
        found[0].message,
        "what LARVA would read is not what this file says"
    );
}

const SCRIPT: &str = "%% Sessions are opened.
GLOBAL { FOREACH (Session s) {
  EVENTS {
    open(Session s1) = {s1.open()} where {s = s1;} %% the first
    send(Session s1) = {s1.send()} where {s = s1;}
  }
  PROPERTY p {
    STATES { BAD { early late { log(); } } NORMAL { live } STARTING { fresh } }
    TRANSITIONS {
      fresh -> early [send]       %% too soon
      fresh -> live  [open \\\\
        count();
      ]
      live -> late [send \\ s.isClosed()] live -> live [send]
    }
  }
} }
";

/// The residual without the transitions of these numbers, and without some states.
fn without(original: &Specification, transitions: &[usize], states: &[&str]) -> Specification {
    let mut residual = original.clone();
    let date = &mut residual.properties[0].date;
    let name = |id: date::ids::StateId| original.properties[0].date.states[id].name.clone();
    let kept = original.properties[0]
        .date
        .states
        .iter()
        .filter(|state| !states.contains(&state.name.as_str()));
    date.states = kept.cloned().collect();
    let moved = |states: &index_vec::IndexVec<date::ids::StateId, date::model::State>, id| {
        states
            .position(|state| state.name == name(id))
            .expect("a state that is kept")
    };
    date.initial = moved(&date.states, date.initial);
    let kept = original.properties[0].date.transitions.iter_enumerated();
    let kept =
        kept.filter(|(id, _)| !transitions.contains(&id.index()) && *id >= TransitionId::from(0));
    date.transitions = kept
        .map(|(_, transition)| {
            let (from, to) = (
                moved(&date.states, transition.from),
                moved(&date.states, transition.to),
            );
            date::model::Transition {
                from,
                to,
                ..transition.clone()
            }
        })
        .collect();
    residual
}

#[test]
fn a_residual_is_its_script_with_comments_for_what_is_gone() {
    let original = specification("p.lrv", SCRIPT);
    let script = |transitions: &[usize], states: &[&str]| {
        pruned(
            SCRIPT,
            Fidelity::Documented,
            &original,
            &without(&original, transitions, states),
            &beside,
        )
        .expect("the script can be pruned")
    };
    assert_eq!(script(&[], &[]), SCRIPT);
    let first = script(&[0], &["early"]);
    assert_eq!(
        first,
        SCRIPT
            .replace("BAD { early", "BAD { ")
            .replace("fresh -> early [send]  ", "%% fresh -> early [send]  ")
    );
    let lines = script(&[1, 2], &["late"]);
    let expected = "      %% fresh -> live  [open \\\\\n        %% count();\n      %% ]\n       live -> live [send]\n";
    assert!(
        lines.contains(expected) && lines.contains("BAD { early  }"),
        "{lines}"
    );
}

#[test]
fn a_residual_that_is_no_part_of_its_script_is_not_made_of_it() {
    let original = specification("p.lrv", SCRIPT);
    let mut other = without(&original, &[0], &[]);
    other.properties[0].date.transitions[TransitionId::from(0)].action = None;
    assert_eq!(
        pruned(SCRIPT, Fidelity::Documented, &original, &other, &beside),
        None
    );
    assert!(read("p.lrv", &printed(&other, Keys::Bound)).is_ok());
}
