//! Events that must be heard whatever the residual says.

use crate::fixture::{DOORS, judged_with, read, variant};

/// The names of the pinned events; calls of `ask` have effects.
#[track_caller]
fn pinned(replaced: &[(&str, &str)]) -> Vec<String> {
    let text = variant(DOORS, replaced);
    let judgement = judged_with(&text, &|code| code.text.contains("ask"));
    let events = read(&text).events;
    judgement
        .pinned
        .into_iter()
        .map(|event| events[event].name.clone())
        .collect()
}

const OPEN: &str = "open: call Door.open() target d";

#[test]
fn events_of_no_effect_are_not() {
    assert_eq!(pinned(&[]), [""; 0]);
    assert_eq!(
        pinned(&[(
            OPEN,
            "open: {on: call Door.open() target d, filter: d != null}"
        )]),
        [""; 0]
    );
}

#[test]
fn events_whose_filter_has_effects_are() {
    assert_eq!(
        pinned(&[(
            OPEN,
            "open: {on: call Door.open() target d, filter: Main.ask(d)}"
        )]),
        ["open"]
    );
}

#[test]
fn events_whose_where_has_effects_are() {
    let computed =
        "open: {on: call Door.open() target x, parameters: [Door x], where: d = Main.ask(x);}";
    assert_eq!(pinned(&[(OPEN, computed)]), ["open"]);
    let counted = "open: {on: call Door.open() target x, parameters: [Door x], where: d = x; Main.count = 1;}";
    assert_eq!(pinned(&[(OPEN, counted)]), ["open"]);
}

#[test]
fn listed_creation_events_are() {
    assert_eq!(
        pinned(&[("    events:", "    creation: [open]\n    events:")]),
        ["open"]
    );
}

/// Two properties of one door, of which the second hears `open`; what replaces its event `pass` may
/// read `n`.
fn pinned_with(pass: &str, when: &str) -> Vec<String> {
    let text = format!(
        "imports: [app.Door]
foreach:
  - parameters: [Door d]
    events:
      open: call Door.open(int n) target d
      pass: {pass}
    properties:
      opened:
        states: {{closed: initial, opened: }}
        transitions:
          - closed -> opened: open
      passed:
        states: {{closed: initial, bad: bad}}
        transitions:
          - closed -> bad: pass
            when: {when}
"
    );
    let judgement = crate::fixture::judged(&text);
    judgement
        .pinned
        .into_iter()
        .map(|event| read(&text).events[event].name.clone())
        .collect()
}

#[test]
fn events_that_bind_what_other_code_reads_are_though_their_own_property_needs_them_not() {
    let pass = "call Door.pass() target d";
    assert_eq!(pinned_with(pass, "\"true\""), [""; 0]);
    assert_eq!(pinned_with(pass, "n > 3"), ["open"]);
    assert_eq!(
        pinned_with(&format!("{{on: {pass}, filter: n > 3}}"), "\"true\""),
        ["open"]
    );
    let computed =
        "{on: call Door.pass() target x, parameters: [Door x, int m], where: d = x; m = n;}";
    assert_eq!(pinned_with(computed, "\"true\""), ["open"]);
}

#[test]
fn events_that_bind_what_their_own_code_alone_reads_are_not() {
    let own = "{on: call Door.pass(int n) target d, filter: n > 3}";
    assert_eq!(pinned_with(own, "n > 4"), [""; 0]);
    let renamed = "{on: call Door.pass(int k) target d, parameters: [int k, int n], where: n = k; n = n + 1;}";
    assert_eq!(pinned_with(renamed, "n > 4"), [""; 0]);
}

#[test]
fn a_variable_of_an_outer_event_is_another_one() {
    let text = "imports: [app.Door]
events:
  call: call Door.call(int n)
foreach:
  - parameters: [Door d]
    events:
      open: call Door.open(int n) target d
      any: {any-of: [call, open]}
    properties:
      doors:
        states: {closed: initial, bad: bad}
        transitions:
          - closed -> bad: any
            when: n > 3
";
    let events = read(text).events;
    let judgement = crate::fixture::judged(text);
    let pinned: Vec<_> = judgement
        .pinned
        .into_iter()
        .map(|event| events[event].name.clone())
        .collect();
    assert_eq!(pinned, ["call", "open"]);
    assert!(judgement.frozen.is_some());
}
