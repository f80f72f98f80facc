//! Machines by themselves.

use logics::{Category, Logic};

use crate::words::{alphabet, holds, machine};

#[test]
fn the_initial_state_is_not_tested_before_an_event() {
    let star = machine(Logic::Ere, "a*", &alphabet(2));
    let minimal = star.minimal(&Category::set(["match"]));
    assert!(star.holds(star.initial(), &Category::new("match")));
    assert!(minimal.held(minimal.initial()).is_empty() && holds(&minimal, &[0], "match"));
    let plus = machine(Logic::Ere, "a+", &alphabet(2));
    assert_eq!(
        plus.minimal(&Category::set(["match"])),
        minimal,
        "they differ only before the first event"
    );
}

#[test]
fn a_difference_is_a_shortest_word() {
    let machines = ["a b a", "a b (a | b)"].map(|text| machine(Logic::Ere, text, &alphabet(2)));
    let word = machines[0].difference(&machines[1], &Category::set(["match"]));
    let word: Option<Vec<usize>> =
        word.map(|word| word.into_iter().map(|symbol| symbol.index()).collect());
    assert_eq!(word, Some(vec![0, 1, 1]));
    assert!(machines[0].is_equivalent(&machines[1], &Category::set(["other"])));
}

#[test]
fn a_report_is_made_once() {
    let absorbing = machine(Logic::Ltl, "[] a", &alphabet(2));
    let once = absorbing.reporting_once(&Category::set(["violation"]));
    assert!(holds(&absorbing, &[1, 0], "violation"));
    assert!(holds(&once, &[0, 1], "violation") && !holds(&once, &[0, 1, 1], "violation"));
}

#[test]
fn an_empty_alphabet_has_one_state() {
    let alphabet = alphabet(0);
    let formulas = [
        (Logic::Ere, "epsilon"),
        (Logic::Ltl, "[] true"),
        (Logic::Ptltl, "true"),
        (Logic::Cfg, "S -> epsilon"),
    ];
    for (logic, text) in formulas {
        assert_eq!(
            machine(logic, text, &alphabet).states().count(),
            1,
            "{text}"
        );
    }
}

#[test]
fn dumps_have_a_line_for_each_state() {
    let machine = machine(Logic::Ere, "a b", &alphabet(2));
    let expected = "q0: a -> q1, b -> q2 {}\nq1: a -> q2, b -> q3 {}\nq2: a -> q2, b -> q2 {fail}\n\
                    q3: a -> q2, b -> q2 {match}\n";
    assert_eq!(machine.dump(&alphabet(2)), expected);
}
