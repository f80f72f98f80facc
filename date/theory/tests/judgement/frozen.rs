//! Properties with constructs that the reductions do not follow are monitored as written. One case
//! for each thing that a property may use.

use crate::fixture::{DOORS, judged, variant};

/// Without the parts that are replaced nothing is frozen; with them it is, for this reason.
#[track_caller]
fn freezes(replaced: &[(&str, &str)], reason: &str) {
    assert_eq!(judged(DOORS).frozen, None);
    let frozen = judged(&variant(DOORS, replaced)).frozen;
    assert!(
        frozen.as_ref().is_some_and(|found| found.contains(reason)),
        "{frozen:?} is not for `{reason}`"
    );
}

/// A sent message is received at once, in the middle of the action that sends it.
#[test]
fn who_sends_and_receives_is_moved_in_the_middle_of_a_move() {
    let received = [
        ("foreach:", "channels: [news]\nforeach:"),
        ("      pass:", "      told: receive news\n      pass:"),
        ("opened -> bad: pass", "opened -> bad: told"),
    ];
    assert_eq!(judged(&variant(DOORS, &received)).frozen, None);
    let sent = (
        "closed -> opened: open",
        "closed -> opened: open\n            do: news.send(d);",
    );
    freezes(
        &[received[0], received[1], received[2], sent],
        "it receives from the channel `news` while",
    );
}

const RELEASING: [(&str, &str); 2] = [
    ("opened: ,", "opened: accepting,"),
    ("      doors:\n", "      doors:\n        releases: true\n"),
];

const OTHER: &str = "      other:
        states: {q0: initial, q1: bad}
        transitions:
          - q0 -> q1: open
";

#[test]
fn who_alone_releases_instances_is_followed() {
    assert_eq!(judged(&variant(DOORS, &RELEASING)).frozen, None);
    let alone = variant(DOORS, &RELEASING);
    let reason = |text: &str| judged(text).frozen.unwrap_or_default();
    assert!(
        reason(&(alone.clone() + OTHER)).contains("releases its instances together with `other`")
    );
    let inner = "    foreach:
      - parameters: [Guest g]
        events: {enter: call Guest.enter(Door d) target g}
        properties:
          guests:
            states: {q0: initial, q1: bad}
            transitions: [{q0 -> q1: enter}]
";
    assert!(reason(&(alone + inner)).contains("releases its instances with those inside them"));
    freezes(
        &[
            RELEASING[0],
            RELEASING[1],
            ("    events:", "    creation: slicing\n    events:"),
        ],
        "that slicing joins",
    );
}

/// The second property hears time, so it matters to it when instances are made.
#[test]
fn instances_that_others_need_are_made() {
    let timed = [
        ("    events:", "    clocks: [idle]\n    events:"),
        ("      pass:", "      late: timeout idle 5s\n      pass:"),
    ];
    let other = OTHER.replace("q1: open", "q1: late");
    let text = variant(DOORS, &timed);
    assert_eq!(judged(&text).frozen, None);
    let frozen = judged(&(text + &other)).frozen;
    assert!(frozen.is_some_and(|reason| reason.contains("it makes instances that `other` needs")));
}

#[test]
fn handlers_of_exceptions_are_not_followed() {
    freezes(
        &[(
            "pass: call Door.pass() target d",
            "pass: handling Door.pass() target d",
        )],
        "`pass` is raised where exceptions are handled",
    );
}

#[test]
fn what_comes_at_any_time_reaches_instances_that_slicing_joins() {
    let sliced: [(&str, &str); 2] = [
        (
            "parameters: [Door d]",
            "parameters: [Door d, Guest g]\n    creation: slicing",
        ),
        (
            "pass: call Door.pass() target d",
            "pass: call Door.pass(Guest g) target d\n      over: end",
        ),
    ];
    assert_eq!(judged(&variant(DOORS, &sliced)).frozen, None);
    let moves = (
        "opened -> bad: pass",
        "opened -> bad: pass\n          - opened -> closed: over",
    );
    freezes(
        &[sliced[0], sliced[1], moves],
        "instances that slicing joins",
    );
}

#[test]
fn creation_that_computes_is_seen() {
    freezes(
        &[(
            "    events:",
            "    variables: [int count = Main.next()]\n    events:",
        )],
        "computes the variable `count`",
    );
}

#[test]
fn empty_collections_of_the_jdk_are_made_at_any_time() {
    let made = |initial: &str| {
        let variable =
            format!("    variables: [\"java.util.List<String> log = {initial}\"]\n    events:");
        judged(&variant(DOORS, &[("    events:", &variable)])).frozen
    };
    assert_eq!(made("new java.util.ArrayList<>()"), None);
    assert!(made("new app.ArrayList<>()").is_some());
    assert!(made("new java.util.ArrayList<>(Main.all())").is_some());
}

#[test]
fn creation_that_runs_entry_code_is_seen() {
    freezes(
        &[(
            "closed: initial",
            "closed: {is: initial, entry: Main.note();}",
        )],
        "runs the entry code",
    );
}

#[test]
fn event_variables_outlive_their_event() {
    freezes(
        &[
            (
                "open: call Door.open() target d",
                "open: call Door.open(int n) target d",
            ),
            (
                "opened -> bad: pass",
                "opened -> bad: pass\n            when: n > 0",
            ),
        ],
        "reads `n`, which another event has bound",
    );
    let local = "pass: {on: call Door.pass(int k) target d, parameters: [int k], where: \"int n = k; n = n + 1;\"}";
    freezes(
        &[
            (
                "open: call Door.open() target d",
                "open: call Door.open(int n) target d",
            ),
            ("pass: call Door.pass() target d", local),
            (
                "opened -> bad: pass",
                "opened -> bad: pass\n            when: n > 0",
            ),
        ],
        "reads `n`, which another event has bound",
    );
}

#[test]
fn helper_methods_may_do_anything() {
    freezes(
        &[
            (
                "foreach:",
                "methods: \"boolean helper(Door d) { return true; }\"\nforeach:",
            ),
            (
                "pass: call Door.pass() target d",
                "pass: {on: call Door.pass() target d, filter: helper(d)}",
            ),
        ],
        "may call a helper method",
    );
}

/// Such a field counts instances, and such a block writes what others read.
#[test]
fn code_that_makes_instances_may_do_anything() {
    for methods in [
        "int id = made++; boolean helper(Door d) { return id > 1; }",
        "static int made = Main.count; boolean helper(Door d) { return made > 1; }",
        "{ Main.count = 1; } boolean helper(Door d) { return true; }",
        "static { Main.count = 1; } boolean helper(Door d) { return true; }",
    ] {
        let methods = format!("methods: \"{methods}\"\nforeach:");
        freezes(&[("foreach:", &methods)], "creating an instance runs");
    }
    let plain = "methods: \"static int made = 3; int last = -1; String all; boolean helper(Door d) { int n = 1; return made > n; }\"\nforeach:";
    assert_eq!(judged(&variant(DOORS, &[("foreach:", plain)])).frozen, None);
}

/// The instance ends, begins anew, or is handed on.
#[test]
fn code_that_has_its_instance_may_do_anything() {
    for body in ["forgetInstance();", "beginInstance();", "Main.kept = this;"] {
        let methods = format!("methods: \"void helper(Door d) {{ {body} }}\"\nforeach:");
        freezes(&[("foreach:", &methods)], "names the object of the monitor");
        let action = format!("closed -> opened: open\n            do: {body}");
        freezes(
            &[("closed -> opened: open", &action)],
            "names the object of the monitor",
        );
    }
}

/// It may send, so a message may come in the middle of a move.
#[test]
fn conditions_that_call_helper_methods_may_send() {
    freezes(
        &[
            (
                "foreach:",
                "channels: [news]\nmethods: \"boolean helper(Door d) { return true; }\"\nforeach:",
            ),
            ("      pass:", "      told: receive news\n      pass:"),
            (
                "opened -> bad: pass",
                "opened -> bad: told\n            when: helper(d)",
            ),
        ],
        "may send",
    );
}

#[test]
fn helper_methods_over_numbers_only_compute() {
    let helper = (
        "foreach:",
        "methods: \"boolean big(int n) { return n > 3; }\"\nforeach:",
    );
    let calls = |condition: &'static str| {
        let asked = format!("pass: {{on: call Door.pass() target d, filter: {condition}}}");
        let pass = "pass: call Door.pass() target d";
        judged(&variant(DOORS, &[helper, (pass, &asked)])).frozen
    };
    assert_eq!(calls("big(7)"), None);
    let opaque = (
        "foreach:",
        "methods: \"boolean helper(Door d) { return true; }\"\nforeach:",
    );
    let qualified = (
        "opened -> bad: pass",
        "opened -> bad: pass\n            when: d.isOpen()",
    );
    assert_eq!(judged(&variant(DOORS, &[opaque, qualified])).frozen, None);
}

/// A name that an import gives away is not that of `java.lang`.
#[test]
fn helper_methods_over_texts_only_compute() {
    let helper = (
        "foreach:",
        "methods: \"boolean hidden(String s) { return s.startsWith(\\\".\\\"); }\"\nforeach:",
    );
    let calling = (
        "pass: call Door.pass() target d",
        "pass: {on: call Door.pass() target d, filter: \"hidden(\\\"a\\\")\"}",
    );
    assert_eq!(judged(&variant(DOORS, &[helper, calling])).frozen, None);
    let imported = ("imports: [", "imports: [app.String, ");
    freezes(&[imported, helper, calling], "may call a helper method");
}

/// The instance of a door alone must not do more than move: it may never be joined with a guest.
#[test]
fn partial_instances_do_no_more_than_move() {
    let sliced: [(&str, &str); 2] = [
        (
            "parameters: [Door d]",
            "parameters: [Door d, Guest g]\n    creation: slicing",
        ),
        (
            "pass: call Door.pass() target d",
            "pass: call Door.pass(Guest g) target d",
        ),
    ];
    assert_eq!(judged(&variant(DOORS, &sliced)).frozen, None);
    let counted = (
        "closed -> opened: open",
        "closed -> opened: open\n            do: Main.note(d);",
    );
    freezes(
        &[sliced[0], sliced[1], counted],
        "`open` does more than move",
    );
}

/// `open` comes with a door alone and reaches its instances with all guests: what the action does
/// for one of them may be seen when the next one moves.
#[test]
fn who_acts_first_of_several_instances_makes_a_difference() {
    let sliced: [(&str, &str); 3] = [
        (
            "parameters: [Door d]",
            "parameters: [Door d, Guest g]\n    creation: slicing",
        ),
        (
            "open: call Door.open() target d",
            "open: call Door.open(Guest g) target d",
        ),
        (
            "pass: call Door.pass() target d",
            "pass: call Door.pass() target d",
        ),
    ];
    assert_eq!(judged(&variant(DOORS, &sliced)).frozen, None);
    let counted = (
        "opened -> bad: pass",
        "opened -> bad: pass\n            do: Main.note(d);",
    );
    freezes(
        &[sliced[0], sliced[1], sliced[2], counted],
        "`pass`, which does not bind `g`, may act on several instances, one after the other",
    );
}

/// A guest that passes before the house is opened is forgotten; and what opens it is needed by all
/// inside.
#[test]
fn what_lies_in_listed_instances_is_born_with_them() {
    let nested = "
imports: [p.*]
foreach:
  - parameters: [House h]
    creation: [unlock]
    events:
      unlock: call House.unlock() target h
    foreach:
      - parameters: [Guest g]
        events:
          enter: call House.enter(Guest g) target h
          leave: call House.leave(Guest g) target h
        properties:
          guests:
            states: {out: initial, in: , bad: bad}
            transitions:
              - out -> in: enter
              - out -> bad: leave
";
    let frozen = judged(nested).frozen;
    assert_eq!(
        frozen.as_deref(),
        Some("its instances lie in those of `h`, which listed events make")
    );
    let any = variant(nested, &[("    creation: [unlock]\n", "")]);
    assert_eq!(judged(&any).frozen, None);
}
