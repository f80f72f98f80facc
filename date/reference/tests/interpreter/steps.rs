//! How a property takes a step.

use crate::fixture::{check, property};

#[test]
fn the_first_transition_whose_condition_holds_is_taken() {
    let text = property(
        "q0: initial, q1: , q2: bad",
        &["{q0 -> q1: a, when: x >= 0}", "{q0 -> q2: a, when: x == 0}"],
    );
    check(&text, "a o=T@1", &["1 T@1 made", "1 T@1 q0 -> q1: a"]);
    let text = property(
        "q0: initial, q1: , q2: bad",
        &["{q0 -> q2: a, when: x == 0}", "{q0 -> q1: a, when: x >= 0}"],
    );
    check(
        &text,
        "a o=T@1",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q2: a",
            "1 T@1 reports p in q2 by a",
        ],
    );
}

#[test]
fn where_no_condition_holds_nothing_changes() {
    let text = property("q0: initial, q1: bad", &["{q0 -> q1: a, when: x > 0}"]);
    check(&text, "a o=T@1\na o=T@1", &["1 T@1 made"]);
}

#[test]
fn star_does_not_stand_for_an_event_whose_condition_is_false() {
    let text = property(
        "q0: initial, q1: bad",
        &["{q0 -> q0: b, when: x > 0}", "q0 -> q1: '*'", "q1 -> q0: a"],
    );
    check(
        &text,
        "b o=T@1\na o=T@1",
        &[
            "1 T@1 made",
            "2 T@1 q0 -> q1: a",
            "2 T@1 reports p in q1 by a",
        ],
    );
}

#[test]
fn star_does_not_come_before_a_specific_event_declared_later() {
    let text = property(
        "q0: initial, q1: bad, q2: ",
        &["q0 -> q1: '*'", "q0 -> q2: a", "q1 -> q1: b"],
    );
    check(&text, "a o=T@1", &["1 T@1 made", "1 T@1 q0 -> q2: a"]);
}

#[test]
fn a_letter_takes_one_transition_at_most() {
    let text = property(
        "q0: initial, q1: , q2: bad",
        &["q0 -> q1: ab", "q0 -> q2: a", "q1 -> q2: a"],
    );
    check(&text, "a o=T@1", &["1 T@1 made", "1 T@1 q0 -> q1: ab"]);
    check(
        &text,
        "a o=T@1\na o=T@1",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q1: ab",
            "2 T@1 q1 -> q2: a",
            "2 T@1 reports p in q2 by a",
        ],
    );
}

#[test]
fn bad_states_report_each_entry_and_have_ways_out() {
    let text = property(
        "q0: initial, q1: bad",
        &["q0 -> q1: a", "q1 -> q1: a", "q1 -> q0: b"],
    );
    let expected = [
        "1 T@1 made",
        "1 T@1 q0 -> q1: a",
        "1 T@1 reports p in q1 by a",
        "2 T@1 q1 -> q1: a",
        "2 T@1 reports p in q1 by a",
        "3 T@1 q1 -> q0: b",
    ];
    check(&text, "a o=T@1\na o=T@1\nb o=T@1", &expected);
}

#[test]
fn a_self_loop_counts() {
    let transitions = ["{q0 -> q0: a, do: x++;}", "{q0 -> q1: b, when: x >= 2}"];
    let text = property("q0: initial, q1: bad", &transitions);
    let loops = ["1 T@1 made", "1 T@1 q0 -> q0: a", "3 T@1 q0 -> q0: a"];
    let reported = [
        loops.as_slice(),
        &["4 T@1 q0 -> q1: b", "4 T@1 reports p in q1 by b"],
    ]
    .concat();
    check(&text, "a o=T@1\nb o=T@1\na o=T@1\nb o=T@1", &reported);
}

#[test]
fn an_exception_is_false_in_a_condition() {
    let text = property(
        "q0: initial, q1: , q2: bad",
        &["{q0 -> q1: a, when: 1 / x > 0}", "q0 -> q2: a"],
    );
    check(
        &text,
        "a o=T@1",
        &[
            "1 T@1 made",
            "1 T@1 `1 / x > 0` throws java.lang.ArithmeticException: / by zero",
            "1 T@1 q0 -> q2: a",
            "1 T@1 reports p in q2 by a",
        ],
    );
}

#[test]
fn an_exception_ends_an_action_and_leaves_the_transition() {
    let transitions = [
        "{q0 -> q1: a, do: y = true; x = 1 / x; y = false;}",
        "{q1 -> q2: b, when: y && x == 0}",
    ];
    let text = property("q0: initial, q1: , q2: bad", &transitions);
    check(
        &text,
        "a o=T@1\nb o=T@1",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q1: a",
            "1 T@1 `y = true; x = 1 / x; y = false;` throws java.lang.ArithmeticException: / by zero",
            "2 T@1 q1 -> q2: b",
            "2 T@1 reports p in q2 by b",
        ],
    );
}

#[test]
fn entry_code_runs_at_creation_and_at_each_entry_after_the_action() {
    let states = "q0: {is: initial, entry: Log.enter(x);}, q1: {is: bad, entry: Log.bad(x);}";
    let text = property(
        states,
        &["{q0 -> q0: a, do: x++;}", "{q0 -> q1: b, do: x = 7;}"],
    );
    check(
        &text,
        "a o=T@1\nb o=T@1",
        &[
            "1 T@1 made",
            "1 T@1 Log.enter(x) with 0",
            "1 T@1 q0 -> q0: a",
            "1 T@1 Log.enter(x) with 1",
            "2 T@1 q0 -> q1: b",
            "2 T@1 Log.bad(x) with 7",
            "2 T@1 reports p in q1 by b",
        ],
    );
}

#[test]
fn calls_in_conditions_are_not_actions() {
    let text = property(
        "q0: initial, q1: ",
        &["{q0 -> q1: a, when: Ask.yes(), do: Tell.it(x);}"],
    );
    check(
        &text,
        "a o=T@1 `Ask.yes()`=true",
        &["1 T@1 made", "1 T@1 q0 -> q1: a", "1 T@1 Tell.it(x) with 0"],
    );
}

#[test]
fn properties_of_a_context_are_told_in_their_order_and_share_variables() {
    let first = property("q0: initial", &["{q0 -> q0: a, do: x++;}"]);
    let text = format!(
        "{first}      second:\n        states: {{s: initial, t: bad}}\n        transitions:\n          - {{s -> t: a, when: x == 1}}\n"
    );
    check(
        &text,
        "a o=T@1",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q0: a",
            "1 T@1 s -> t: a",
            "1 T@1 reports second in t by a",
        ],
    );
}

#[test]
fn the_variables_of_an_event_outlive_it() {
    let text = property(
        "q0: initial, q1: bad",
        &["{q0 -> q1: a, when: n == 5}", "q0 -> q0: n"],
    );
    let expected = [
        "1 T@2 made",
        "1 T@2 q0 -> q0: n",
        "2 T@1 made",
        "2 T@1 q0 -> q1: a",
        "2 T@1 reports p in q1 by a",
    ];
    check(&text, "n o=T@2 n=5\na o=T@1", &expected);
    check(&text, "a o=T@1", &["1 T@1 made"]);
}
