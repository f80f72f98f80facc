//! From lines to occurrences: alternatives, filters, `where`s, and what does not fit.

use crate::fixture::{check, property, refusal, run};

const BINDING: &str = r#"
variables: [int dropped]
foreach:
  - parameters: [User u]
    events:
      pay:
        parameters: [int amount]
        on: call Shop.pay(Order order, int n)
        filter: n > 0
        where: |
          if (n > 100) return;
          u = order.user();
          amount = n * 2;
    properties:
      p:
        states: {q0: initial, q1: bad}
        transitions: [{q0 -> q0: pay, when: amount < 10}, {q0 -> q1: pay}]
"#;

#[test]
fn a_where_computes_the_instance() {
    check(
        BINDING,
        "pay order=Order@1 n=2 `order.user()`=User@1",
        &["1 User@1 made", "1 User@1 q0 -> q0: pay"],
    );
}

#[test]
fn what_a_where_computes_can_be_recorded() {
    check(
        BINDING,
        "pay n=1 u=User@1 amount=50",
        &[
            "1 User@1 made",
            "1 User@1 q0 -> q1: pay",
            "1 User@1 reports p in q1 by pay",
        ],
    );
}

#[test]
fn a_filter_and_an_early_return_drop_the_occurrence() {
    check(
        BINDING,
        "pay order=Order@1 n=0\npay order=Order@1 n=101",
        &[],
    );
}

#[test]
fn an_exception_in_a_where_drops_the_occurrence() {
    check(
        BINDING,
        "pay order=Order@1 n=3 `order.user()`=!Broken\npay order=null n=3",
        &[
            "1 global `if (n > 100) return;\nu = order.user();\namount = n * 2;` throws Broken",
            "2 global `if (n > 100) return;\nu = order.user();\namount = n * 2;` throws java.lang.NullPointerException",
        ],
    );
}

#[test]
fn a_dropped_occurrence_binds_nothing() {
    let text = property(
        "q0: initial, q1: bad",
        &["{q0 -> q1: a, when: n == 5}", "q0 -> q0: n"],
    );
    let text = text.replace(
        "n: call T.n(int n) target o",
        "n: {on: call T.n(int n) target o, filter: n < 5}",
    );
    check(&text, "n o=T@1 n=5\na o=T@1", &["2 T@1 made"]);
    check(
        &text,
        "n o=T@1 n=4\nn o=T@1 n=5\na o=T@1",
        &["1 T@1 made", "1 T@1 q0 -> q0: n"],
    );
}

#[test]
fn an_alternative_is_chosen_by_what_it_binds() {
    let text = property("q0: initial, q1: bad", &["{q0 -> q1: n, when: n == 5}"]);
    let any_of = "n: {any-of: [call T.m() target o, {on: call T.n(int n) target o, filter: n > 9}, call T.k(int n) target o]}";
    let text = text.replace("n: call T.n(int n) target o", any_of);
    check(&text, "n#2 o=T@1 n=5", &[]);
    check(
        &text,
        "n#3 o=T@1 n=5",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q1: n",
            "1 T@1 reports p in q1 by n",
        ],
    );
    let several = "1:1: several alternatives of `n` fit this line (say which one it is: `n#2`)";
    assert_eq!(refusal(&text, "n o=T@1 n=5"), several);
}

#[test]
fn lines_that_do_not_fit_are_refused_with_the_nearest_name() {
    let text = property("q0: initial, q1: bad", &["q0 -> q1: n"]);
    assert_eq!(
        refusal(&text, "nn o=T@1"),
        "1:1: there is no event `nn` (did you mean `n`?)"
    );
    assert_eq!(
        refusal(&text, "a"),
        "1:1: the line does not say which `o` `a` concerns (for example `o=Object@1`)"
    );
    assert_eq!(
        refusal(&text, "n o=T@1 m=1"),
        "1:1: `n` binds no `m` (did you mean `n`?)"
    );
    assert_eq!(
        refusal(&text, "a#2 o=T@1"),
        "1:1: `a` has no alternative 2 (it has 1, counted from 1)"
    );
    let listed = "1:1: `ab` only happens along with the events that it lists (name one of a, b)";
    assert_eq!(refusal(&text, "ab o=T@1"), listed);
    assert_eq!(
        refusal(&text, "a o=T@1 o=T@2"),
        "1:9: `o` has two values (write it once)"
    );
    assert_eq!(
        refusal(&text, "a o=!E"),
        "1:3: `o` has no value (only a term in back quotes can throw)"
    );
    assert_eq!(
        refusal(&text, "!end\na o=T@1"),
        "2:1: the program has ended before (`!end` is the last line)"
    );
}

#[test]
fn a_value_of_another_type_is_not_bound() {
    let text = property("q0: initial, q1: bad", &["q0 -> q1: n"]);
    let run = run(&text, "n o=T@1 n=\"x\"").expect("names fit");
    let message = run.undecided.expect("it is not known").message;
    assert!(
        message.ends_with("`n` has the type int, and x has not"),
        "{message}"
    );
}

#[test]
fn reports_are_placed_as_the_trace_says_and_can_be_told_once() {
    let text = property("q0: initial, q1: bad", &["q0 -> q1: a"]);
    let run = run(
        &text,
        "a o=T@1 at Main.java:7\na o=T@2 at Main.java:7\na o=T@3",
    )
    .expect("it fits");
    let shown: Vec<String> = run.reports().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "residua: violation of p in q1 by a at Main.java:7 (T@1)",
            "residua: violation of p in q1 by a at Main.java:7 (T@2)",
            "residua: violation of p in q1 by a at t:3 (T@3)",
        ]
    );
    let once: Vec<&str> = run
        .reports_once()
        .iter()
        .map(|report| report.instance.as_str())
        .collect();
    assert_eq!(once, ["T@1", "T@3"]);
}
