use logics::{Logic, Machine};

use super::formula::{Binary, Formula, Lasso, Unary};
use crate::words::{alphabet, assert_minimal, difference, holds, machine, words};
use test_support::Random;

#[derive(Debug, Default)]
struct Tally {
    words: u64,
    violations: u64,
    validations: u64,
    searched_far: u64,
}

/// Returns whether some word that begins with `word` makes the formula false, and whether some
/// makes it true. Tries all stems of `stem` more letters and all loops of up to `turn`.
fn outcomes(
    formula: &Formula,
    letters: usize,
    word: &[usize],
    stem: usize,
    turn: usize,
) -> [bool; 2] {
    let mut found = [false; 2];
    for stem in words(letters, stem) {
        let stem = [word, &stem].concat();
        for turn in (1..=turn).flat_map(|length| words(letters, length)) {
            let value = formula.values(&Lasso::new(&stem, &turn, formula.past_count() + 1))[0];
            found[usize::from(value)] = true;
        }
        if found == [true, true] {
            return found;
        }
    }
    found
}

/// Three in four formulas say something of all positions: without, most are decided by the first
/// events.
fn generate(random: &mut Random, letters: usize, size: usize) -> Formula {
    let formula = Formula::generate(random, letters, size, false);
    let always = |formula| Formula::Unary(Unary::Always, Box::new(formula));
    let join = |operator, left, right| Formula::Binary(operator, Box::new(left), Box::new(right));
    match random.below(4) {
        0 => formula,
        1 => always(formula),
        2 => always(join(
            Binary::Implies,
            Formula::Letter(random.below(letters)),
            formula,
        )),
        _ => {
            let other = Formula::generate(random, letters, size / 2, false);
            let other = always(join(
                Binary::Implies,
                Formula::Letter(random.below(letters)),
                other,
            ));
            join(
                Binary::And,
                always(join(
                    Binary::Implies,
                    Formula::Letter(random.below(letters)),
                    formula,
                )),
                other,
            )
        }
    }
}

fn judge(seed: u64, letters: usize, length: usize, tally: &mut Tally) {
    let mut random = Random::new(seed);
    let size = 1 + random.below(9);
    let formula = generate(&mut random, letters, size);
    let machine = machine(Logic::Ltl, &formula.text(), &alphabet(letters));
    for word in (1..=length).flat_map(|length| words(letters, length)) {
        judge_word(seed, &formula, (&machine, letters), &word, tally);
    }
    if seed.is_multiple_of(10) {
        assert_minimal(&machine, letters);
    }
}

fn judge_word(
    seed: u64,
    formula: &Formula,
    of: (&Machine, usize),
    word: &[usize],
    tally: &mut Tally,
) {
    let violation = holds(of.0, word, "violation");
    let validation = holds(of.0, word, "validation");
    let said = [!validation, !violation];
    let mut found = outcomes(formula, of.1, word, 2, 2);
    let unsound = || {
        format!(
            "seed {seed}: {} on {word:?}: {said:?}, but {found:?}",
            formula.text()
        )
    };
    assert!(
        (0..2).all(|value| said[value] || !found[value]),
        "{}",
        unsound()
    );
    if found != said {
        tally.searched_far += 1;
        for stem in 0..=4 {
            let more = outcomes(formula, of.1, word, stem, 4);
            found = [found[0] || more[0], found[1] || more[1]];
        }
        assert_eq!(found, said, "seed {seed}: {} on {word:?}", formula.text());
    }
    tally.words += 1;
    tally.violations += u64::from(violation);
    tally.validations += u64::from(validation);
}

fn judge_all(seeds: std::ops::Range<u64>, length: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        match seed % 3 {
            0 => judge(seed, 3, length.min(5), &mut tally),
            _ => judge(seed, 2, length, &mut tally),
        }
    }
    tally
}

#[test]
fn violations_are_the_words_without_a_satisfying_lasso() {
    let tally = judge_all(0..300, 8);
    println!("300 formulas: {tally:?}");
    let undecided = tally.words - tally.violations - tally.validations;
    assert!(
        tally.violations > 1_000 && tally.validations > 1_000 && undecided > 1_000,
        "{tally:?}"
    );
}

#[test]
#[ignore = "ten thousand formulas; run by hand"]
fn ten_thousand_formulas_are_violated_without_a_satisfying_lasso() {
    println!("10000 formulas: {:?}", judge_all(1_000..11_000, 8));
}

#[test]
fn operators_bind_as_documented() {
    let alphabet = alphabet(3);
    let same = [
        ("a U b and c", "a U (b and c)"),
        ("a or b xor c and a", "a or (b xor (c and a))"),
        ("[] a => b", "([] a) => b"),
        ("a ~U b", "a R b"),
        ("a -> o b", "a => (o b)"),
        ("not a U b", "(not a) U b"),
        ("~o a", "o a"),
        ("[](a => ~(*) b)", "[](a => ((*) b or not (*) true))"),
        ("a <-> b", "a <=> b"),
        (
            "[] (a -> <> b) and [](c -> [] c)",
            "[](c -> [] c) and [] (a -> <> b)",
        ),
    ];
    for (left, right) in same {
        let machines = [left, right].map(|text| machine(Logic::Ltl, text, &alphabet));
        for category in ["violation", "validation"] {
            assert_eq!(
                difference((&machines[0], category), (&machines[1], category)),
                None,
                "{left}: {category}"
            );
        }
        assert_eq!(
            machines[0].minimal(machines[0].categories()),
            machines[1].minimal(machines[1].categories())
        );
    }
}

#[test]
fn what_only_infinite_words_contradict_is_found_at_once() {
    let machine = machine(
        Logic::Ltl,
        "([] <> a) and ([] (a => [] not a))",
        &alphabet(2),
    );
    assert!(
        holds(&machine, &[0], "violation") && holds(&machine, &[1], "violation"),
        "no word satisfies it"
    );
}

#[test]
fn a_dozen_operators_over_a_dozen_events_are_translated() {
    let names = [
        "e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10", "e11",
    ];
    let alphabet = logics::Alphabet::new(names);
    let text = "[](e0 => o (not e1 U e2)) and [](e3 => <*> e4) and <> e5 and (not e6 U e7) and \
                [](e8 => o [] not e8) and [](e9 => (not e10 S e11)) and <> (e0 and o e2)";
    let machine = machine(Logic::Ltl, text, &alphabet);
    let minimal = machine.minimal(machine.categories());
    println!(
        "{} states, {} minimal",
        machine.states().count(),
        minimal.states().count()
    );
    assert!(holds(&machine, &[3], "violation") && !holds(&machine, &[4, 3], "violation"));
}
