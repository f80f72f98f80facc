//! Events that no program point raises: timeouts, messages on channels, the end of the program.

use crate::fixture::{check, happenings, refusal};

const CLOCKS: &str = r#"
foreach:
  - parameters: [T o]
    clocks: [idle]
    events:
      a: call T.a() target o
      b: call T.b() target o
      soon: timeout idle 10s
      late: timeout idle 30s
    properties:
      p:
        states: {q0: initial, q1: , q2: bad}
        transitions:
          - {q0 -> q0: a, do: idle.reset();}
          - {q0 -> q1: soon}
          - {q1 -> q2: late}
          - {q1 -> q0: b, do: idle.off();}
"#;

#[test]
fn timeouts_come_before_the_line_that_lets_their_time_pass() {
    check(
        CLOCKS,
        "1s a o=T@1\n11s b o=T@1\n50s",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q0: a",
            "2 T@1 q0 -> q1: soon",
            "2 T@1 q1 -> q0: b",
        ],
    );
    check(
        CLOCKS,
        "1s a o=T@1\n40s a o=T@2",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q0: a",
            "2 T@1 q0 -> q1: soon",
            "2 T@1 q1 -> q2: late",
            "2 T@1 reports p in q2 by late",
            "2 T@2 made",
            "2 T@2 q0 -> q0: a",
        ],
    );
}

#[test]
fn a_reset_clock_starts_anew() {
    check(
        CLOCKS,
        "0s a o=T@1\n9s a o=T@1\n18s a o=T@1\n28s",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q0: a",
            "2 T@1 q0 -> q0: a",
            "3 T@1 q0 -> q0: a",
            "4 T@1 q0 -> q1: soon",
        ],
    );
}

#[test]
fn without_times_nothing_times_out() {
    check(
        CLOCKS,
        "a o=T@1\na o=T@1",
        &["1 T@1 made", "1 T@1 q0 -> q0: a", "2 T@1 q0 -> q0: a"],
    );
}

#[test]
fn a_trace_that_names_timeouts_has_recorded_all_of_them() {
    check(
        CLOCKS,
        "0s a o=T@1\n99s soon o=T@1",
        &["1 T@1 made", "1 T@1 q0 -> q0: a", "2 T@1 q0 -> q1: soon"],
    );
    let last = happenings(CLOCKS, "0s a o=T@1\nsoon o=T@2")
        .pop()
        .expect("a line");
    assert!(
        last.ends_with("there is no instance whose clock `idle` could time out"),
        "{last}"
    );
}

#[test]
fn the_age_of_a_clock_is_known_where_the_trace_has_times() {
    let text = CLOCKS.replace(
        "{q0 -> q0: a, do: idle.reset();}",
        "{q0 -> q2: a, when: idle.current_long() == 5000}",
    );
    check(
        &text,
        "1s b o=T@1\n6s a o=T@1",
        &[
            "1 T@1 made",
            "2 T@1 q0 -> q2: a",
            "2 T@1 reports p in q2 by a",
        ],
    );
    let last = happenings(&text, "b o=T@1\na o=T@1").pop().expect("a line");
    assert!(
        last.ends_with("the trace has no times, so that `idle.current_long` has no value"),
        "{last}"
    );
}

#[test]
fn a_paused_clock_does_not_age() {
    let text = CLOCKS
        .replace("do: idle.reset();", "do: idle.pause();")
        .replace("{q1 -> q2: late}", "{q0 -> q0: b, do: idle.resume();}");
    let trace = "0s a o=T@1\n20s b o=T@1\n29s\n30s";
    let moved = [
        "1 T@1 made",
        "1 T@1 q0 -> q0: a",
        "2 T@1 q0 -> q0: b",
        "4 T@1 q0 -> q1: soon",
    ];
    check(&text, trace, &moved);
}

#[test]
fn a_dynamic_timeout_comes_once_after_it_was_registered() {
    let text = CLOCKS
        .replace("timeout idle 30s", "timeout idle dynamic")
        .replace("do: idle.reset();", "do: idle.registerDynamically(15000);");
    check(
        &text,
        "0s a o=T@1\n99s",
        &[
            "1 T@1 made",
            "1 T@1 q0 -> q0: a",
            "2 T@1 q0 -> q1: soon",
            "2 T@1 q1 -> q2: late",
            "2 T@1 reports p in q2 by late",
        ],
    );
}

#[test]
fn timeouts_without_end_are_not_judged() {
    let text = CLOCKS
        .replace("timeout idle 10s", "timeout idle 0s")
        .replace("{q0 -> q1: soon}", "{q0 -> q0: soon, do: idle.reset();}");
    let last = happenings(&text, "0s a o=T@1\n1s").pop().expect("a line");
    assert!(
        last.ends_with("timeouts follow each other without end"),
        "{last}"
    );
}

const CHANNELS: &str = r#"
channels: [line]
events:
  heard: receive line (String text)
  any: receive line
properties:
  listener:
    states: {s: initial, t: bad}
    transitions: [{s -> t: heard, when: 'text.equals("go")'}, {s -> s: any}]
foreach:
  - parameters: [T o]
    events: {a: call T.a() target o, b: call T.b() target o, back: receive line (String text)}
    properties:
      sender:
        states: {q0: initial, q1: , q2: bad}
        transitions:
          - {q0 -> q1: a, do: line.send("go");}
          - {q0 -> q1: b, do: line.send(o);}
          - {q0 -> q2: back}
"#;

#[test]
fn what_is_sent_is_received_before_the_sender_changes_its_state() {
    check(
        CHANNELS,
        "class T\na o=T@1",
        &[
            "2 T@1 made",
            "2 T@1 q0 -> q1: a",
            "2 global s -> t: heard",
            "2 global reports listener in t by heard",
            "2 T@1 q0 -> q2: back",
            "2 T@1 reports sender in q2 by back",
        ],
    );
}

#[test]
fn a_type_filters_what_is_received() {
    check(
        CHANNELS,
        "class T\nb o=T@1",
        &["2 T@1 made", "2 T@1 q0 -> q1: b", "2 global s -> s: any"],
    );
}

#[test]
fn messages_without_end_are_not_judged() {
    let text = CHANNELS.replace("{s -> s: any}", "{s -> s: any, do: line.send(text);}");
    let last = happenings(&text, "class T\nb o=T@1").pop().expect("a line");
    assert!(
        last.ends_with("what is sent on `line` is sent on without end"),
        "{last}"
    );
}

#[test]
fn the_end_of_the_program_reaches_all_instances() {
    let text = r#"
foreach:
  - parameters: [T o]
    events: {open: call T.open() target o, close: call T.close() target o, over: end}
    properties:
      p:
        states: {q0: initial, q1: , q2: bad}
        transitions: [{q0 -> q1: open}, {q1 -> q0: close}, {q1 -> q2: over}]
"#;
    let opened = [
        "1 T@1 made",
        "1 T@1 q0 -> q1: open",
        "2 T@2 made",
        "2 T@2 q0 -> q1: open",
        "3 T@1 q1 -> q0: close",
    ];
    let trace = "open o=T@1\nopen o=T@2\nclose o=T@1";
    check(text, trace, &opened);
    let ended = [
        opened.as_slice(),
        &["4 T@2 q1 -> q2: over", "4 T@2 reports p in q2 by over"],
    ]
    .concat();
    check(text, &format!("{trace}\n!end"), &ended);
    assert_eq!(
        refusal(text, "over"),
        "1:1: `over` is raised by the monitors themselves (what is sent on channels follows from the actions, and the end of the program is `!end`)"
    );
}
