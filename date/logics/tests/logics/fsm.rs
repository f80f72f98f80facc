//! Finite state machines.

use logics::{Category, Logic};

use crate::words::{alphabet, assert_minimal, holds, machine};

const TURNSTILE: &str = "
    locked [ a -> open, default locked ]
    open [ b -> locked a -> broken ]
    broken [ default broken ]
    alias Passable = open, broken
    alias odd = fail broken";

#[test]
fn categories_are_states_aliases_and_failure() {
    let machine = machine(Logic::Fsm, TURNSTILE, &alphabet(3));
    let cases: [(&[usize], &[&str]); 6] = [
        (&[1], &["locked", "nonfail"]),
        (&[0], &["nonfail", "open", "passable"]),
        (&[0, 0], &["broken", "nonfail", "odd", "passable"]),
        (&[0, 0, 2], &["broken", "nonfail", "odd", "passable"]),
        (&[0, 2], &["fail", "odd"]),
        (&[0, 2, 1], &["fail", "odd"]),
    ];
    for (word, expected) in cases {
        let held: Vec<&str> = machine
            .held(crate::words::run(&machine, word))
            .iter()
            .map(Category::name)
            .collect();
        assert_eq!(held, expected, "{word:?}");
    }
    assert_minimal(&machine, 3);
}

#[test]
fn case_of_categories_does_not_count() {
    let machine = machine(Logic::Fsm, TURNSTILE, &alphabet(3));
    assert!(holds(&machine, &[0], "PASSABLE") && holds(&machine, &[0], "Open"));
}

#[test]
fn minimization_merges_what_no_handler_tells_apart() {
    let text = "s [ a -> t, b -> u ] t [ a -> s ] u [ a -> s ]";
    let machine = machine(Logic::Fsm, text, &alphabet(2));
    let sizes = |names: &[&str]| {
        machine
            .minimal(&Category::set(names.iter().copied()))
            .states()
            .count()
    };
    // The initial state and its two successors are never tested or tested alike: s, {t, u}, fail.
    assert_eq!(sizes(&["fail"]), 3);
    assert_eq!(sizes(&["u", "fail"]), 4);
    assert_eq!(
        sizes(&["s", "t", "u", "fail"]),
        5,
        "the initial state, which holds nothing, is not s"
    );
    assert_eq!(sizes(&[]), 1);
}

#[test]
fn empty_states_and_aliases_are_read() {
    let machine = machine(Logic::Fsm, "s [] alias never = alias s2 = s", &alphabet(1));
    assert!(holds(&machine, &[0], "fail") && !holds(&machine, &[0], "never"));
    assert!(machine.categories().contains(&Category::new("never")));
}
