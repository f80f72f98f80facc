//! The effects of a transition that the user sees.

use date::code::Truth;
use date::ids::TransitionId;
use date::judgement::Judgement;

use crate::fixture::{DOORS, judged, judged_with, variant};

/// Returns whether the first transition of the first property is seen.
#[track_caller]
fn is_seen(replaced: &[(&str, &str)]) -> bool {
    judged(&variant(DOORS, replaced)).date.transitions[TransitionId::from_raw(0)].observable
}

const MOVE: &str = "closed -> opened: open";

/// With one variable, and an action that counts with it.
const COUNTED: [(&str, &str); 2] = [
    ("    events:", "    variables: [int count = 0]\n    events:"),
    (MOVE, "closed -> opened: open\n            do: count++;"),
];

#[test]
fn moves_and_counts_of_its_own_are_not_seen() {
    assert!(!is_seen(&[]));
    assert!(!is_seen(&COUNTED));
}

#[test]
fn what_an_action_does_to_the_program_is_seen() {
    assert!(is_seen(&[(
        MOVE,
        "closed -> opened: open\n            do: Main.note(d);"
    )]));
    assert!(is_seen(&[(
        MOVE,
        "closed -> opened: open\n            do: Main.count = 1;"
    )]));
}

#[test]
fn entry_code_is_seen() {
    assert!(is_seen(&[("opened: ,", "opened: {entry: Main.note(d);},")]));
}

#[test]
fn asking_a_condition_with_effects_is_seen() {
    let asked = variant(
        DOORS,
        &[(
            MOVE,
            "closed -> opened: open\n            when: Main.ask(d)",
        )],
    );
    let transition = TransitionId::from_raw(0);
    assert!(!judged(&asked).date.transitions[transition].observable);
    let judgement = judged_with(&asked, &|code| code.text.contains("ask"));
    assert!(judgement.date.transitions[transition].observable);
    assert_eq!(judgement.impure_conditions, ["Main.ask(d)"]);
}

#[test]
fn a_condition_with_effects_is_evaluated_though_it_never_holds() {
    let asked = variant(
        DOORS,
        &[(
            MOVE,
            "closed -> opened: open\n            when: Main.ask(d) && false",
        )],
    );
    let guard = |judgement: Judgement| judgement.date.transitions[TransitionId::from_raw(0)].guard;
    assert_eq!(guard(judged(&asked)), Truth::False);
    let with_effect = judged_with(&asked, &|code| code.text.contains("ask"));
    assert_eq!(guard(with_effect), Truth::Unknown);
}

/// The judgement does not know the variables that the helper reads and writes.
#[test]
fn asking_a_helper_method_is_seen() {
    let asked = |method: &str| {
        let methods = format!("methods: \"{method}\"\nforeach:");
        let calling = format!("{MOVE}\n            when: helper(3)");
        judged(&variant(DOORS, &[("foreach:", &methods), (MOVE, &calling)]))
    };
    let transition = TransitionId::from_raw(0);
    let unknown = asked("boolean helper(int n) { return Main.count > n; }");
    assert!(unknown.date.transitions[transition].observable);
    assert_eq!(unknown.impure_conditions, ["helper(3)"]);
    assert_eq!(unknown.frozen, None);

    let computing = asked("boolean helper(int n) { return n > 2; }");
    assert!(!computing.date.transitions[transition].observable);
    assert!(computing.impure_conditions.is_empty());
}

#[test]
fn variables_that_another_property_reads_are_shared() {
    let other = "    properties:
      other:
        states: {q0: initial, q1: bad}
        transitions:
          - q0 -> q1: open
            when: count > 1
";
    let text = variant(DOORS, &COUNTED);
    let text =
        text.replace("    properties:\n", "") + &variant(other, &[("    properties:\n", "")]);
    let text = variant(
        &text,
        &[("      doors:\n", "    properties:\n      doors:\n")],
    );
    let judgement = judged(&text);
    assert_eq!(judgement.shared_variables, ["count"]);
    assert!(judgement.date.transitions[TransitionId::from_raw(0)].observable);
}

#[test]
fn variables_that_a_filter_reads_are_shared() {
    let filtered = (
        "pass: call Door.pass() target d",
        "pass: {on: call Door.pass() target d, filter: count > 1}",
    );
    assert!(is_seen(&[COUNTED[0], COUNTED[1], filtered]));
}

#[test]
fn variables_that_helper_methods_may_read_are_shared() {
    let helper = ("foreach:", "methods: \"void helper() {}\"\nforeach:");
    assert!(is_seen(&[COUNTED[0], COUNTED[1], helper]));
}

const WAIVED: (&str, &str) = (
    "      doors:\n",
    "      doors:\n        observable: verdict-only\n",
);

#[test]
fn printing_a_text_is_waived() {
    let printed = (
        MOVE,
        "closed -> opened: open\n            do: System.out.println(\"open\");",
    );
    assert!(is_seen(&[printed]));
    assert!(!is_seen(&[WAIVED, printed]));
}

/// It calls the object's `toString`.
#[test]
fn printing_an_object_is_not_waived() {
    assert!(is_seen(&[
        WAIVED,
        (
            MOVE,
            "closed -> opened: open\n            do: System.out.println(d);"
        )
    ]));
}

/// A state that is entered by one action and code of its own is entered otherwise by the action
/// alone.
#[test]
fn entry_code_tells_transitions_apart() {
    let variables = ("    events:", "    variables: [int count = 0]\n    events:");
    let entered = variant(
        DOORS,
        &[
            variables,
            ("opened: ,", "opened: {entry: count++;}, other: ,"),
        ],
    );
    let entered = variant(
        &entered,
        &[(
            MOVE,
            "closed -> opened: open\n          - closed -> other: pass",
        )],
    );
    let date = judged(&entered).date;
    let [opened, other] = [0, 1].map(|id| date.transitions[TransitionId::from_raw(id)].action);
    assert!(opened.is_some() && other.is_none());
}

#[test]
fn conditions_are_told_apart_by_their_text() {
    let asked = [
        (
            MOVE,
            "closed -> opened: open\n            when: Main.first(d)",
        ),
        (
            "opened -> bad: pass",
            "opened -> bad: pass\n            when: Main.second(d)",
        ),
    ];
    let date = judged(&variant(DOORS, &asked)).date;
    let [first, second] = [0, 1].map(|id| date.transitions[TransitionId::from_raw(id)].condition);
    assert!(first.is_some() && second.is_some() && first != second);
}
