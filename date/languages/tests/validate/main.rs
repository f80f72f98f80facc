//! `residua check`: every finding once, each at its place, and a property that has none.

mod fixture;

use fixture::{check, findings};

#[test]
fn a_clean_property_has_no_findings() {
    check("", "", &[]);
}

#[test]
fn a_real_property_has_only_the_note_on_its_otherwise() {
    let found = findings(include_str!("../../../fixtures/session.yaml"));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("note otherwise 35:13"), "{found:#?}");
}

#[test]
fn filters_are_boolean() {
    check(
        "filter: n > 0",
        "filter: n + 1",
        &["error not-boolean 8:63: the condition `n + 1` is not boolean ()"],
    );
}

#[test]
fn an_assignment_as_condition_is_told_apart_from_a_comparison() {
    let found = findings(&fixture::CLEAN.replace("when: sent >= 1", "when: sent = 1"));
    let help = "(`==` compares, `=` assigns)";
    assert_eq!(
        found[0],
        format!("error not-boolean 19:19: the condition `sent = 1` is not boolean {help}")
    );
    assert!(
        found[1].starts_with("warning nondeterminism 20:13"),
        "nothing excludes the next transition: {found:#?}"
    );
}

#[test]
fn an_event_names_the_instance_it_concerns() {
    let message = "`open` does not say which `s` it concerns";
    let help = "(bind `s` in the pattern, or compute it: `where: s = ..;`)";
    check(
        "call Session.open() target s",
        "call Session.open()",
        &[&format!("error unbound-parameter 7:13: {message} {help}")],
    );
}

#[test]
fn a_where_names_the_instance_as_well() {
    check(
        "open: call Session.open() target s",
        "open: {on: call Session.open(Session o), where: s = o;}",
        &[],
    );
}

#[test]
fn events_of_an_outer_context_reach_more_instances_than_they_seem_to() {
    let moved = fixture::CLEAN
        .replace("      close: call Session.close() target s\n", "")
        .replace(
            "foreach:",
            "events:\n  close: call Session.close() target s\nforeach:",
        );
    let message = "`close` reaches the instances of every `s`: it is an event of an outer context";
    let help =
        "(to reach only the instances of its own `s`, declare the event in the context of `s`)";
    assert_eq!(
        findings(&moved),
        [format!("warning outer-event 3:3: {message} {help}")]
    );
}

#[test]
fn some_event_makes_the_instances_of_a_context() {
    let text = "
events:
  a: call App.a()
foreach:
  - parameters: [Object o, Object p]
    properties:
      P:
        states: {s: initial, x: bad}
        transitions:
          - s -> x: a
";
    let message = "no event makes an instance for `o`, `p`: what is declared here never begins";
    let help = "(events that say which object they concern are declared in this context)";
    assert_eq!(
        findings(text),
        [format!("warning no-instance 5:5: {message} {help}")]
    );
}

#[test]
fn code_reads_only_what_its_event_binds() {
    let message = "`n` is not bound by the event `close` here";
    let help = "(it holds what an earlier event left, of any instance)";
    check(
        "- live -> fresh: close",
        "- live -> fresh: close\n            when: n > 3",
        &[&format!("warning stale-variable 23:19: {message} {help}")],
    );
}

#[test]
fn a_filter_reads_only_what_its_pattern_binds() {
    let message = "`n` is not bound where `close` reads it";
    let help = "(it holds what an earlier event left, or nothing)";
    check(
        "close: call Session.close() target s",
        "close: {on: call Session.close() target s, filter: n > 0}",
        &[&format!("warning stale-variable 9:58: {message} {help}")],
    );
}

#[test]
fn strings_and_boxed_numbers_are_not_compared_by_identity() {
    check(
        "{on: \"call Session.send(int n) target s\", filter: n > 0}",
        "{on: \"call Session.send(Integer n) target s\", filter: n == n}",
        &[
            "warning identity-comparison 8:67: `n == n` compares objects, not what they hold (use `equals`)",
        ],
    );
}

#[test]
fn variables_are_read_somewhere() {
    check(
        "[int sent = 0]",
        "[int sent = 0, int kept]",
        &["warning unused-variable 4:35: the variable `kept` is never read ()"],
    );
}

#[test]
fn methods_read_variables_too() {
    let text = fixture::CLEAN.replace("[int sent = 0]", "[int sent = 0, int kept]");
    let text = format!("methods: \"int twice() {{ return 2 * kept; }}\"\n{text}");
    assert_eq!(findings(&text), [""; 0]);
}

#[test]
fn clocks_are_waited_for() {
    check(
        "[int sent = 0]",
        "[int sent = 0]\n    clocks: [idle]",
        &["warning unused-clock 5:14: no event waits for the clock `idle` ()"],
    );
}

#[test]
fn channels_are_received_from() {
    check(
        "[int sent = 0]",
        "[int sent = 0]\n    channels: [alarms]",
        &["warning unused-channel 5:16: no event receives from the channel `alarms` ()"],
    );
}

#[test]
fn events_are_used() {
    let help = "(it still makes an instance when it occurs)";
    check(
        "close: call Session.close() target s",
        "close: call Session.close() target s\n      look: call Session.look() target s",
        &[&format!(
            "warning unused-event 10:7: no property uses the event `look` {help}"
        )],
    );
}

#[test]
fn an_event_that_only_creates_is_used() {
    let text = fixture::CLEAN
        .replace(
            "    variables:",
            "    creation: [open, made]\n    variables:",
        )
        .replace(
            "      open:",
            "      made: call Session.make() returning (s)\n      open:",
        );
    assert_eq!(findings(&text), [""; 0]);
}

#[test]
fn a_false_condition_makes_a_dead_transition() {
    let dead =
        "warning dead-transition 18:13: the condition of `live -> late: send` never holds ()";
    check(
        "            when: sent >= 1",
        "            when: 1 > 2",
        &[
            "warning unreachable-state 14:54: the state `late` is never reached ()",
            dead,
        ],
    );
}

#[test]
fn a_transition_after_one_without_condition_is_dead() {
    let message = "`live -> early: close` is never taken: `live -> fresh: close` in line 22 always comes first";
    check(
        "- live -> fresh: close",
        "- live -> fresh: close\n          - live -> early: close",
        &[&format!(
            "warning dead-transition 23:13: {message} (transitions are tried in the order of the file)"
        )],
    );
}

#[test]
fn conditions_that_may_both_hold_leave_the_choice_to_the_order() {
    let message = "`live -> live: send` and `live -> late: send` in line 18 may both be enabled: the first in the file is taken";
    check(
        "when: sent < 1",
        "when: sent < 5",
        &[&format!(
            "warning nondeterminism 20:13: {message} (make their conditions exclude each other)"
        )],
    );
}

#[test]
fn events_of_one_letter_meet() {
    let both = "      both: {any-of: [send]}\n      close:";
    let arrow =
        "          - live -> fresh: both\n            when: n > 7\n          - live -> late: send";
    let text = fixture::CLEAN
        .replace("      close:", both)
        .replace("          - live -> late: send", arrow);
    let found = findings(&text);
    let message = "`live -> late: send` and `live -> fresh: both` in line 19 may both be enabled";
    assert!(found.iter().any(|f| f.contains(message)), "{found:#?}");
}

#[test]
fn an_otherwise_is_noted() {
    let message = "`live -> live: send` is taken when the condition of `live -> late: send` in line 18 does not hold";
    check(
        "            when: sent < 1\n",
        "",
        &[&format!(
            "note otherwise 20:13: {message} (transitions are tried in the order of the file)"
        )],
    );
}

/// Nobody wrote the order of transitions that are made of a grammar.
#[test]
fn the_otherwise_of_a_grammar_is_not() {
    let text = "package mop;
import java.util.concurrent.locks.*;
SafeLock(Lock l) {
  event lock before(Lock l): call(* Lock.lock()) && target(l) {}
  event unlock before(Lock l): call(* Lock.unlock()) && target(l) {}
  cfg : S -> S lock S unlock | epsilon
  @fail { System.out.println(); }
}
";
    let specification = languages::read("lock.mop", text).expect("it is read");
    let found = languages::validate::validate(&specification, text);
    let messages: Vec<&String> = found
        .iter()
        .filter(|f| f.code == "otherwise")
        .map(|f| &f.message)
        .collect();
    assert!(messages.is_empty(), "{messages:#?}");
}

#[test]
fn states_are_reached() {
    check(
        "early: bad,",
        "early: bad, lost: bad,",
        &["warning unreachable-state 14:54: the state `lost` is never reached ()"],
    );
}

#[test]
fn starting_in_a_bad_state_is_no_report() {
    let message = "the initial state `fresh` is bad, but starting in it is no report";
    check(
        "fresh: initial",
        "fresh: initial bad",
        &[&format!(
            "warning bad-initial-state 14:18: {message} (only entering a bad state is reported)"
        )],
    );
}

#[test]
fn a_property_can_report_something() {
    let help = "(no bad state and no external action is reachable)";
    check(
        "early: bad, late: bad",
        "early: , late: ",
        &[&format!(
            "warning silent-property 13:7: the property `lifecycle` can never report anything {help}"
        )],
    );
}

#[test]
fn a_state_without_a_way_to_a_report_is_noted() {
    let text = fixture::CLEAN
        .replace("early: bad,", "early: bad, done: ,")
        .replace("- live -> fresh: close", "- live -> done: close");
    assert_eq!(
        findings(&text),
        ["note fruitless-state 14:54: after the state `done` nothing can be reported any more ()"]
    );
}
