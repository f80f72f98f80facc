//! Which instances there are, and which an event concerns.

use crate::fixture::{check, property, run};

const NESTED: &str = r#"
events: {reset: call Main.reset()}
properties:
  top: {states: {g: initial}, transitions: [{g -> g: reset}]}
foreach:
  - parameters: [User u]
    events: {login: call User.login() target u, logout: call User.logout() target u}
    properties:
      users:
        states: {out: initial, in: }
        transitions: [{out -> in: login}, {in -> out: [logout, reset]}]
    foreach:
      - parameters: [File f]
        events: {write: call User.write(f) target u}
        properties:
          files:
            states: {idle: initial, late: bad}
            transitions: [{idle -> idle: write}, {idle -> late: [logout, reset]}]
"#;

#[test]
fn an_event_makes_its_instance_with_all_missing_ancestors() {
    let expected = [
        "1 User@1 made",
        "1 User@1, File@2 made",
        "1 User@1, File@2 idle -> idle: write",
    ];
    check(NESTED, "write u=User@1 f=File@2", &expected);
}

#[test]
fn an_event_of_an_outer_context_reaches_existing_inner_instances_and_makes_none() {
    check(
        NESTED,
        "login u=User@1\nlogout u=User@1",
        &[
            "1 User@1 made",
            "1 User@1 out -> in: login",
            "2 User@1 in -> out: logout",
        ],
    );
    check(
        NESTED,
        "write u=User@1 f=File@3\nwrite u=User@2 f=File@2\nlogout u=User@1",
        &[
            "1 User@1 made",
            "1 User@1, File@3 made",
            "1 User@1, File@3 idle -> idle: write",
            "2 User@2 made",
            "2 User@2, File@2 made",
            "2 User@2, File@2 idle -> idle: write",
            "3 User@1, File@3 idle -> late: logout",
            "3 User@1, File@3 reports files in late by logout",
        ],
    );
}

#[test]
fn a_global_event_reaches_everything_outer_before_inner() {
    check(
        NESTED,
        "login u=User@1\nwrite u=User@1 f=File@1\nreset",
        &[
            "1 User@1 made",
            "1 User@1 out -> in: login",
            "2 User@1, File@1 made",
            "2 User@1, File@1 idle -> idle: write",
            "3 global g -> g: reset",
            "3 User@1 in -> out: reset",
            "3 User@1, File@1 idle -> late: reset",
            "3 User@1, File@1 reports files in late by reset",
        ],
    );
}

#[test]
fn only_listed_events_create_and_others_are_ignored_before() {
    let text = property("q0: initial, q1: bad", &["q0 -> q1: b", "q0 -> q0: a"]);
    let text = text.replace("    variables:", "    creation: [a]\n    variables:");
    check(
        &text,
        "b o=T@1\na o=T@1\nb o=T@1\nb o=T@2",
        &[
            "2 T@1 made",
            "2 T@1 q0 -> q0: a",
            "3 T@1 q0 -> q1: b",
            "3 T@1 reports p in q1 by b",
        ],
    );
}

#[test]
fn a_listed_event_creates_through_the_events_that_it_lists() {
    let text = property("q0: initial", &["q0 -> q0: a"])
        .replace("    variables:", "    creation: [ab]\n    variables:");
    check(&text, "c o=T@1\nb o=T@2", &["2 T@2 made"]);
}

#[test]
fn null_names_no_instance() {
    let text = property("q0: initial, q1: bad", &["q0 -> q1: a"]);
    check(&text, "a o=null\na o=null", &[]);
}

#[test]
fn identity_tells_equal_objects_apart_and_equals_does_not() {
    let by_identity = property(
        "q0: initial, q1: , q2: bad",
        &["q0 -> q1: a", "q1 -> q2: a"],
    );
    let by_equals = by_identity.replace("[T o]", "[T o by equals]");
    let trace = "a o=T@1~7\na o=T@2~7";
    check(
        &by_identity,
        trace,
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q1: a",
            "2 T@2 made",
            "2 T@2 q0 -> q1: a",
        ],
    );
    check(
        &by_equals,
        trace,
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q1: a",
            "2 T@1 q1 -> q2: a",
            "2 T@1 reports p in q2 by a",
        ],
    );
    check(
        &by_equals,
        "a o=T@1\na o=T@2",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q1: a",
            "2 T@2 made",
            "2 T@2 q0 -> q1: a",
        ],
    );
}

const RELEASING: &str = r#"
foreach:
  - parameters: [T o]
    events: {a: call T.a() target o, b: call T.b() target o}
    properties:
      first: {releases: true, states: {q: initial, r: accepting}, transitions: [{q -> r: a}]}
      second: {releases: true, states: {s: initial, t: accepting}, transitions: [{s -> t: b}]}
"#;

#[test]
fn an_instance_goes_when_all_properties_accept_and_the_next_event_makes_a_fresh_one() {
    check(
        RELEASING,
        "a o=T@1\nb o=T@1\na o=T@1",
        &[
            "1 T@1 made",
            "1 T@1 q -> r: a",
            "2 T@1 s -> t: b",
            "2 T@1 released",
            "3 T@1 made",
            "3 T@1 q -> r: a",
        ],
    );
}

#[test]
fn an_accepting_state_releases_only_where_the_property_says_so() {
    let text = RELEASING.replace("second: {releases: true,", "second: {");
    check(
        &text,
        "a o=T@1\nb o=T@1\na o=T@1",
        &["1 T@1 made", "1 T@1 q -> r: a", "2 T@1 s -> t: b"],
    );
}

const ITERATORS: &str = include_str!("../../../fixtures/iterator.yaml");

#[test]
fn slicing_finds_the_iterator_of_a_changed_map() {
    let trace = "create_coll#1 m=Map@1 c=Set@1\ncreate_coll#1 m=Map@2 c=Set@2\ncreate_iter c=Set@1 i=It@1\n\
                 update_map#1 m=Map@2\nuse_iter i=It@1\nupdate_map#1 m=Map@1\nuse_iter i=It@1";
    let run = run(ITERATORS, trace).expect("it fits");
    assert_eq!(run.undecided, None);
    let reports: Vec<String> = run.reports().map(ToString::to_string).collect();
    assert_eq!(
        reports,
        ["residua: violation of unsafe_iterator in end by use_iter at t:7 (Map@1, Set@1, It@1)"]
    );
}

#[test]
fn a_new_combination_starts_from_the_largest_less_informative_instance() {
    check(
        ITERATORS,
        "create_coll#1 m=Map@1 c=Set@1\ncreate_iter c=Set@1 i=It@1",
        &[
            "1 Map@1, Set@1, - made",
            "1 Map@1, Set@1, - start -> s1: create_coll",
            "2 Map@1, Set@1, It@1 made",
            "2 -, Set@1, It@1 made",
            "2 Map@1, Set@1, It@1 s1 -> s2: create_iter",
        ],
    );
}

#[test]
fn slices_of_other_objects_are_not_joined() {
    let run = run(
        ITERATORS,
        "create_coll#1 m=Map@1 c=Set@1\ncreate_iter c=Set@2 i=It@1",
    )
    .expect("it fits");
    let names: Vec<&str> = run
        .instances
        .iter()
        .map(|instance| instance.name.as_str())
        .collect();
    assert_eq!(names, ["global", "Map@1, Set@1, -", "-, Set@2, It@1"]);
}

#[test]
fn the_final_instances_tell_states_and_variables() {
    let text = property("q0: initial, q1: ", &["{q0 -> q1: a, do: x = 3;}"]);
    let run = run(&text, "a o=T@1").expect("it fits");
    let last = run.instances.last().expect("an instance");
    assert_eq!(
        last.states
            .values()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["s1"]
    );
    assert_eq!(last.variables["x"], Some(date::code::Value::Int(3)));
    assert_eq!(run.fired(0).len(), 1);
}
