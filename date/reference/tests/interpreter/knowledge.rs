//! The interpreter does not guess facts that the trace leaves out.

use crate::fixture::{check, happenings, property, run};

const RISKY: [&str; 2] = ["{q0 -> q1: a, when: Risk.of(o) > 0.5}", "q0 -> q0: a"];

#[test]
fn a_call_is_worth_what_is_recorded() {
    let text = property("q0: initial, q1: bad", &RISKY);
    check(
        &text,
        "a o=T@1 `Risk.of(o)`=0.7",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q1: a",
            "1 T@1 reports p in q1 by a",
        ],
    );
    check(
        &text,
        "a o=T@1 `Risk.of( o )`=0.2",
        &["1 T@1 made", "1 T@1 q0 -> q0: a"],
    );
}

#[test]
fn a_recorded_exception_makes_the_condition_false() {
    let text = property("q0: initial, q1: bad", &RISKY);
    check(
        &text,
        "a o=T@1 `Risk.of(o)`=!Broken",
        &[
            "1 T@1 made",
            "1 T@1 `Risk.of(o) > 0.5` throws Broken",
            "1 T@1 q0 -> q0: a",
        ],
    );
}

#[test]
fn a_whole_condition_can_be_recorded() {
    let text = property("q0: initial, q1: bad", &RISKY);
    check(
        &text,
        "a o=T@1 `Risk.of(o) > 0.5`=false",
        &["1 T@1 made", "1 T@1 q0 -> q0: a"],
    );
}

#[test]
fn a_call_that_is_not_recorded_ends_the_run_with_what_came_before() {
    let text = property("q0: initial, q1: bad", &RISKY);
    let found = happenings(&text, "b o=T@1\na o=T@1\nb o=T@2");
    let missing =
        "2 what happens from here on cannot be judged: what `Risk.of(o)` gives is not recorded";
    assert_eq!(found[1..], ["1 T@1 made", missing]);
    let help = run(&text, "a o=T@1")
        .expect("it fits")
        .undecided
        .and_then(|finding| finding.help);
    assert!(help.is_some_and(|help| help.contains("`f(x)`=VALUE")));
}

#[test]
fn what_is_never_read_need_not_be_recorded() {
    let text = property("q0: initial, q1: bad", &["q0 -> q1: n"]);
    check(
        &text,
        "n o=T@1",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q1: n",
            "1 T@1 reports p in q1 by n",
        ],
    );
}

#[test]
fn a_variable_that_the_line_leaves_out_is_not_known() {
    let text = property("q0: initial, q1: bad", &["{q0 -> q1: n, when: n > 3}"]);
    let found = happenings(&text, "n o=T@1 n=2\nn o=T@1");
    assert_eq!(
        found.last().map(String::as_str),
        Some("2 what happens from here on cannot be judged: `n` is not recorded")
    );
}

#[test]
fn a_text_made_of_an_object_is_known_only_where_it_is_recorded() {
    let text = property(
        "q0: initial",
        &["{q0 -> q0: a, do: 'System.out.println(\"bad \" + o);'}"],
    );
    check(
        &text,
        "a o=T@1",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q0: a",
            "1 T@1 System.out.println(\"bad \" + o) with bad \u{2039}o.toString()\u{203a}",
        ],
    );
    let called = "1 T@1 System.out.println(\"bad \" + o) with bad Tom";
    check(
        &text,
        "a o=T@1 `o.toString()`=\"Tom\"",
        &["1 T@1 made", "1 T@1 q0 -> q0: a", called],
    );
}

#[test]
fn a_text_that_is_not_known_is_not_compared() {
    let text = property(
        "q0: initial, q1: ",
        &["{q0 -> q1: a, when: '(\"\" + o).equals(\"Tom\")'}"],
    );
    let last = happenings(&text, "a o=T@1").pop().expect("a line");
    assert!(
        last.ends_with("gives depends on a text that is not recorded"),
        "{last}"
    );
}

#[test]
fn equals_follows_the_recorded_equality() {
    let text = property(
        "q0: initial, q1: , q2: ",
        &["{q0 -> q1: n, when: o.equals(t), do: x++;}", "q0 -> q2: n"],
    );
    let text = text.replace("n: call T.n(int n) target o", "n: call T.n(T t) target o");
    check(
        &text,
        "n o=T@1~5 t=T@2~5",
        &["1 T@1 made", "1 T@1 q0 -> q1: n"],
    );
    check(
        &text,
        "n o=T@1~5 t=T@2~6",
        &["1 T@1 made", "1 T@1 q0 -> q2: n"],
    );
    check(&text, "n o=T@1 t=T@1", &["1 T@1 made", "1 T@1 q0 -> q1: n"]);
}

#[test]
fn instance_tests_follow_declared_classes() {
    let text = property(
        "q0: initial, q1: ",
        &["{q0 -> q1: a, when: o instanceof Runnable}"],
    );
    check(
        &text,
        "class T : U\nclass U : java.lang.Runnable\na o=T@1",
        &["3 T@1 made", "3 T@1 q0 -> q1: a"],
    );
    check(&text, "class T : U\nclass U\na o=T@1", &["3 T@1 made"]);
    let last = happenings(&text, "class T : U\na o=T@1")
        .pop()
        .expect("a line");
    assert!(
        last.ends_with("whether T@1 is a Runnable is not recorded"),
        "{last}"
    );
}

#[test]
fn equal_strings_may_be_two_keys_under_identity() {
    let text = property("q0: initial, q1: bad", &["q0 -> q1: a"]).replace("[T o]", "[String o]");
    let last = happenings(&text, "a o=\"x\"\na o=\"x\"")
        .pop()
        .expect("a line");
    assert!(
        last.contains("`x` may be two objects of one value"),
        "{last}"
    );
    let text = text.replace("[String o]", "[String o by equals]");
    check(
        &text,
        "a o=\"x\"\na o=\"x\"",
        &["1 x made", "1 x q0 -> q1: a", "1 x reports p in q1 by a"],
    );
}

#[test]
fn an_initial_value_that_is_not_known_matters_when_it_is_read() {
    let text = property(
        "q0: initial, q1: , q2: ",
        &["q0 -> q1: a", "{q1 -> q2: a, when: x > 0}"],
    );
    let text = text.replace("int x,", "int x = Config.limit(),");
    let found = happenings(&text, "a o=T@1\na o=T@1");
    let expected = "2 what happens from here on cannot be judged: the initial value of `x`: what `Config.limit()` gives is not recorded";
    assert_eq!(found[2..], ["1 T@1 q0 -> q1: a", expected]);
}

#[test]
fn the_methods_of_a_specification_are_not_interpreted() {
    let text = property("q0: initial, q1: ", &["{q0 -> q1: a, when: twice(x) > 0}"]);
    let text = format!("methods: |\n  int twice(int i) {{ return 2 * i; }}\n{text}");
    let last = happenings(&text, "a o=T@1").pop().expect("a line");
    assert!(
        last.ends_with("what the method called by `twice(x)` does is not recorded"),
        "{last}"
    );
    check(
        &text,
        "a o=T@1 `twice(x)`=2",
        &["1 T@1 made", "1 T@1 q0 -> q1: a"],
    );
}
