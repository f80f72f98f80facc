//! Events that must be heard whatever the residual says.

use crate::fixture::{DOORS, judged_with, read, variant};

/// The names of the pinned events; calls of `ask` have effects.
#[track_caller]
fn pinned(replaced: &[(&str, &str)]) -> Vec<String> {
    let text = variant(DOORS, replaced);
    let judgement = judged_with(&text, &|code| code.text.contains("ask"));
    let events = read(&text).events;
    judgement.pinned.into_iter().map(|event| events[event].name.clone()).collect()
}

const OPEN: &str = "open: call Door.open() target d";

#[test]
fn events_of_no_effect_are_not() {
    assert_eq!(pinned(&[]), [""; 0]);
    assert_eq!(pinned(&[(OPEN, "open: {on: call Door.open() target d, filter: d != null}")]), [""; 0]);
}

#[test]
fn events_whose_filter_has_effects_are() {
    assert_eq!(pinned(&[(OPEN, "open: {on: call Door.open() target d, filter: Main.ask(d)}")]), ["open"]);
}

#[test]
fn events_whose_where_has_effects_are() {
    let computed = "open: {on: call Door.open() target x, parameters: [Door x], where: d = Main.ask(x);}";
    assert_eq!(pinned(&[(OPEN, computed)]), ["open"]);
    let counted = "open: {on: call Door.open() target x, parameters: [Door x], where: d = x; Main.count = 1;}";
    assert_eq!(pinned(&[(OPEN, counted)]), ["open"]);
}

#[test]
fn listed_creation_events_are() {
    assert_eq!(pinned(&[("    events:", "    creation: [open]\n    events:")]), ["open"]);
}
