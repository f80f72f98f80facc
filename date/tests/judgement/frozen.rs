//! What the reductions do not follow is monitored as written. One case for each thing that a property may use.

use crate::fixture::{DOORS, judged, variant};

/// Without the parts that are replaced nothing is frozen; with them it is, for this reason.
#[track_caller]
fn freezes(replaced: &[(&str, &str)], reason: &str) {
    assert_eq!(judged(DOORS).frozen, None);
    let frozen = judged(&variant(DOORS, replaced)).frozen;
    assert!(frozen.as_ref().is_some_and(|found| found.contains(reason)), "{frozen:?} is not for `{reason}`");
}

#[test]
fn clocks_run_between_events() {
    freezes(&[("    events:", "    clocks: [idle]\n    events:")], "run the clock `idle`");
}

#[test]
fn channels_connect_properties() {
    freezes(&[("foreach:", "channels: [news]\nforeach:")], "may use the channel `news`");
}

#[test]
fn release_makes_a_fresh_instance() {
    freezes(
        &[("opened: ,", "opened: accepting,"), ("      doors:\n", "      doors:\n        releases: true\n")],
        "`opened` releases its instance",
    );
}

#[test]
fn events_of_outer_contexts_reach_those_that_are_there() {
    freezes(
        &[("foreach:", "events: {tick: call Main.tick()}\nforeach:"), ("opened -> bad: pass", "opened -> bad: tick")],
        "`tick` of an outer context",
    );
}

#[test]
fn end_of_the_program_is_no_place() {
    freezes(&[("pass: call Door.pass() target d", "pass: end")], "`pass` is raised by something else");
}

#[test]
fn handlers_of_exceptions_are_not_followed() {
    freezes(
        &[("pass: call Door.pass() target d", "pass: handling Door.pass() target d")],
        "`pass` is raised by something else",
    );
}

#[test]
fn creation_that_computes_is_seen() {
    freezes(
        &[("    events:", "    variables: [int count = Main.next()]\n    events:")],
        "computes the variable `count`",
    );
}

#[test]
fn creation_that_runs_entry_code_is_seen() {
    freezes(&[("closed: initial", "closed: {is: initial, entry: Main.note();}")], "runs the entry code");
}

#[test]
fn event_variables_outlive_their_event() {
    freezes(
        &[
            ("open: call Door.open() target d", "open: call Door.open(int n) target d"),
            ("opened -> bad: pass", "opened -> bad: pass\n            when: n > 0"),
        ],
        "reads `n`, which another event has bound",
    );
}

#[test]
fn helper_methods_may_do_anything() {
    freezes(
        &[
            ("foreach:", "methods: \"boolean helper(Door d) { return true; }\"\nforeach:"),
            ("opened -> bad: pass", "opened -> bad: pass\n            when: helper(d)"),
        ],
        "may call a helper method",
    );
}

/// The instance of a door alone must not do more than move: it may never be joined with a guest.
#[test]
fn partial_instances_do_no_more_than_move() {
    let sliced: [(&str, &str); 2] = [
        ("parameters: [Door d]", "parameters: [Door d, Guest g]\n    creation: slicing"),
        ("pass: call Door.pass() target d", "pass: call Door.pass(Guest g) target d"),
    ];
    assert_eq!(judged(&variant(DOORS, &sliced)).frozen, None);
    let counted = ("closed -> opened: open", "closed -> opened: open\n            do: Main.note(d);");
    freezes(&[sliced[0], sliced[1], counted], "`open` does more than move");
}
