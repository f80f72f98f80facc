//! Events that no program point raises, and events that reach instances without making one.

use date::ids::TransitionId;
use date::judgement::Judgement;

use crate::fixture::{DOORS, judged, read, variant};

const CLOCK: (&str, &str) = ("    events:", "    clocks: [idle]\n    events:");
const TIMEOUT: (&str, &str) = ("pass: call Door.pass() target d", "pass: timeout idle 5s");

/// The names of some events of a property file.
fn names(text: &str, events: impl Fn(&Judgement) -> Vec<date::ids::EventId>) -> Vec<String> {
    events(&judged(text))
        .into_iter()
        .map(|event| read(text).events[event].name.clone())
        .collect()
}

#[test]
fn timeouts_messages_and_ends_are_unprompted() {
    let unprompted = |replaced: &[(&str, &str)]| {
        let text = variant(DOORS, replaced);
        assert_eq!(judged(&text).frozen, None);
        names(&text, |judgement| judgement.unprompted.clone())
    };
    assert_eq!(unprompted(&[]), [""; 0]);
    assert_eq!(unprompted(&[CLOCK]), [""; 0]);
    assert_eq!(unprompted(&[CLOCK, TIMEOUT]), ["pass"]);
    assert_eq!(
        unprompted(&[("pass: call Door.pass() target d", "pass: end")]),
        ["pass"]
    );
    assert_eq!(
        unprompted(&[
            ("foreach:", "channels: [news]\nforeach:"),
            ("pass: call Door.pass() target d", "pass: receive news")
        ]),
        ["pass"]
    );
}

/// A member counts by what raises it, not by the name under which it is heard.
#[test]
fn members_are_unprompted_by_themselves() {
    let text = variant(
        DOORS,
        &[(
            "pass: call Door.pass() target d",
            "over: end\n      pass: {any-of: [over]}",
        )],
    );
    assert_eq!(
        names(&text, |judgement| judgement.unprompted.clone()),
        ["over"]
    );
}

#[test]
fn events_of_outer_contexts_make_no_instances() {
    let text = variant(
        DOORS,
        &[
            ("foreach:", "events: {tick: call Main.tick()}\nforeach:"),
            ("opened -> bad: pass", "opened -> bad: tick"),
        ],
    );
    assert_eq!(judged(&text).frozen, None);
    assert_eq!(names(&text, |judgement| judgement.outer.clone()), ["tick"]);
    assert_eq!(names(DOORS, |judgement| judgement.outer.clone()), [""; 0]);
}

#[test]
fn clocks_that_another_property_hears_are_set_for_all_to_see() {
    let is_seen = |text: &str| judged(text).date.transitions[TransitionId::from_raw(0)].observable;
    let text = variant(
        DOORS,
        &[
            CLOCK,
            TIMEOUT,
            (
                "closed -> opened: open",
                "closed -> opened: open\n            do: idle.reset();",
            ),
        ],
    );
    assert!(!is_seen(&text));
    let other = "      other:
        states: {q0: initial, q1: bad}
        transitions:
          - q0 -> q1: pass
";
    assert!(is_seen(&(text + other)));
}
