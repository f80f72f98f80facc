use logics::Logic;

use super::formula::{Formula, Lasso};
use crate::words::{alphabet, assert_minimal, difference, holds, machine, words};
use test_support::Random;

#[derive(Debug, Default)]
struct Tally {
    words: u64,
    violations: u64,
}

fn judge(seed: u64, letters: usize, length: usize, tally: &mut Tally) {
    let mut random = Random::new(seed);
    let size = 1 + random.below(10);
    let formula = Formula::generate(&mut random, letters, size, true);
    let text = formula.text();
    let machine = machine(Logic::Ptltl, &text, &alphabet(letters));
    for word in words(letters, length) {
        let values = formula.values(&Lasso {
            letters: word.clone(),
            back: 0,
        });
        for (at, &value) in values.iter().enumerate() {
            let (violation, validation) = (
                holds(&machine, &word[..=at], "violation"),
                holds(&machine, &word[..=at], "validation"),
            );
            assert_eq!(
                (violation, validation),
                (!value, value),
                "seed {seed}: {text} on {:?}",
                &word[..=at]
            );
            tally.words += 1;
            tally.violations += u64::from(violation);
        }
    }
    if seed.is_multiple_of(10) {
        assert_minimal(&machine, letters);
    }
}

fn judge_all(seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        match seed % 3 {
            0 => judge(seed, 3, 5, &mut tally),
            _ => judge(seed, 2, 8, &mut tally),
        }
    }
    tally
}

#[test]
fn past_formulas_have_the_values_of_their_definitions() {
    let tally = judge_all(0..300);
    println!("300 formulas: {tally:?}");
    assert!(
        tally.violations > 10_000 && tally.words - tally.violations > 10_000,
        "{tally:?}"
    );
}

#[test]
#[ignore = "ten thousand formulas; run by hand"]
fn ten_thousand_past_formulas_have_the_values_of_their_definitions() {
    println!("10000 formulas: {:?}", judge_all(1_000..11_000));
}

#[test]
fn operators_bind_as_documented() {
    let alphabet = alphabet(3);
    let same = [
        ("a S b and c", "(a S b) and c"),
        ("a S b S c", "(a S b) S c"),
        ("a or b xor c and a", "a or (b xor (c and a))"),
        ("a -> b or c", "a -> (b or c)"),
        ("a implies b <-> c", "(a => b) <=> c"),
        ("! a and [*] b", "(!a) and ([*] b)"),
        ("a && b || c", "(a /\\ b) \\/ c"),
    ];
    for (left, right) in same {
        let machines = [left, right].map(|text| machine(Logic::Ptltl, text, &alphabet));
        assert_eq!(
            difference((&machines[0], "violation"), (&machines[1], "violation")),
            None,
            "{left}"
        );
    }
}
