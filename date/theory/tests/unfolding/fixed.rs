//! Decisions on single properties.

use date::code::Truth;
use date::data::{Arguments, MOST_STATES};
use date::model::Specification;

use crate::{alphabet, unfold};

fn property(variables: &str, transitions: &[&str]) -> Specification {
    let transitions: String = transitions
        .iter()
        .map(|t| format!("          - {t}\n"))
        .collect();
    let yaml = format!(
        "foreach:\n  - parameters: [T o]\n    variables: [{variables}]\n    events:\n      a: call T.a() target o\n      \
         b: call T.b() target o\n    properties:\n      p:\n        states: {{q0: initial, q1: , bad: bad}}\n        \
         transitions:\n{transitions}"
    );
    languages::read("p.yaml", &yaml).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

/// `STATE VALUES -TRANSITION-> STATE VALUES` for each copy, with `!` where its condition surely
/// holds; nothing if nothing is decided.
fn copies(specification: &Specification) -> Vec<String> {
    let raised = specification
        .events
        .indices()
        .map(|event| (event, Arguments::new()))
        .collect();
    let alphabet = alphabet(raised);
    let Some(unfolding) = unfold(specification, &alphabet) else {
        return Vec::new();
    };
    let states = &specification.properties[0].date.states;
    let shown = |id: date::ids::StateId| {
        let (state, values) = &unfolding.states[id];
        format!("{} {values:?}", states[*state].name)
    };
    let surely = |guard| if guard == Truth::True { "!" } else { "" };
    let copies = unfolding.transitions.iter();
    copies
        .map(|t| {
            format!(
                "{} -{}{}-> {}",
                shown(t.from),
                t.origin,
                surely(t.guard),
                shown(t.to)
            )
        })
        .collect()
}

#[test]
fn a_counter_goes_up_to_its_limit() {
    let counting = property(
        "int i",
        &["{q0 -> bad: a, when: i >= 2}", "{q0 -> q0: a, do: i++;}"],
    );
    let whole = |n: i64| format!("[Whole {{ ty: Int, low: {n}, high: {n} }}]");
    assert_eq!(
        copies(&counting),
        [
            format!("q0 {} -t1!-> q0 {}", whole(0), whole(1)),
            format!("q0 {} -t1!-> q0 {}", whole(1), whole(2)),
            format!("q0 {} -t0!-> bad {}", whole(2), whole(2)),
        ]
    );
}

/// Beyond its greatest value a number is its least: counting on, a condition may fail again.
#[test]
fn overflow_is_no_assumption() {
    let counting = property(
        "int i = 2147483646",
        &[
            "{q0 -> bad: a, when: i < 2147483640}",
            "{q0 -> q0: a, do: i++;}",
            "{q0 -> q1: b, when: i > 0}",
        ],
    );
    assert!(
        copies(&counting).iter().any(|copy| copy.contains("-t0->")),
        "{:#?}",
        copies(&counting)
    );
}

#[test]
fn a_condition_that_holds_says_something_of_its_variables() {
    let told = property(
        "int i",
        &[
            "{q0 -> q0: a, do: i = Program.n();}",
            "{q0 -> q1: b, when: i > 10}",
            "{q1 -> bad: b, when: i < 3}",
        ],
    );
    assert!(
        !copies(&told).iter().any(|copy| copy.contains("-t2")),
        "{:#?}",
        copies(&told)
    );
    let changed = property(
        "int i",
        &[
            "{q0 -> q0: a, do: i = Program.n();}",
            "{q0 -> q1: b, when: i > 10, do: i--;}",
            "{q1 -> bad: b, when: i < 10}",
        ],
    );
    assert!(
        !copies(&changed).iter().any(|copy| copy.contains("-t2")),
        "{:#?}",
        copies(&changed)
    );
}

#[test]
fn a_condition_that_does_not_hold_says_something_to_those_after_it() {
    let told = property(
        "int i",
        &[
            "{q0 -> q0: b, do: i = Program.n();}",
            "{q0 -> q1: a, when: i > 3}",
            "{q0 -> bad: a, when: i >= 4}",
        ],
    );
    assert!(
        !copies(&told).iter().any(|copy| copy.contains("-t2")),
        "{:#?}",
        copies(&told)
    );
    let throwing = property(
        "int i",
        &[
            "{q0 -> q0: b, do: i = Program.n();}",
            "{q0 -> q1: a, when: Program.n() > 0 || i > 3}",
            "{q0 -> bad: a, when: i >= 4}",
            "{q1 -> bad: b, when: i < 0 && i > 0}",
        ],
    );
    assert!(
        copies(&throwing).iter().any(|copy| copy.contains("-t2")),
        "{:#?}",
        copies(&throwing)
    );
}

/// A statement that throws has run the code before it, and none behind it.
#[test]
fn an_action_may_throw_on_the_way() {
    let throwing = property(
        "int i, int j",
        &[
            "{q0 -> q1: a, do: i = 1; Program.go(); j = 1;}",
            "{q1 -> bad: b, when: i == 1 && j == 0}",
            "{q1 -> q0: b, when: i == 0}",
        ],
    );
    let copies = copies(&throwing);
    assert!(
        copies.iter().any(|copy| copy.contains("-t1->")),
        "{copies:#?}"
    );
    assert!(
        !copies.iter().any(|copy| copy.contains("-t2")),
        "{copies:#?}"
    );
}

/// Two counters that have nothing to do with each other have more values than states are made for:
/// one is given up.
#[test]
fn what_is_too_much_is_given_up() {
    let counting = property(
        "int i, int j",
        &[
            "{q0 -> bad: a, when: i >= 60}",
            "{q0 -> q0: a, do: i++;}",
            "{q0 -> q1: b, when: j >= 20}",
            "{q0 -> q0: b, do: j++;}",
        ],
    );
    let raised = counting
        .events
        .indices()
        .map(|event| (event, Arguments::new()))
        .collect();
    let unfolding = unfold(&counting, &alphabet(raised)).expect("one of them is followed");
    assert_eq!(unfolding.tracked.names.len(), 1);
    assert_eq!(unfolding.tracked.names[0].text, "j");
    assert!(unfolding.states.len() <= MOST_STATES);
}

/// A variable that a condition writes is not the state's to know.
#[test]
fn what_conditions_write_is_not_followed() {
    let writing = property(
        "int i",
        &[
            "{q0 -> bad: a, when: i++ > 3}",
            "{q0 -> q1: b, when: i == 0}",
        ],
    );
    assert_eq!(copies(&writing), [""; 0]);
}
