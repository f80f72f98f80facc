//! Short words, and machines asked about them.

use std::collections::BTreeSet;

use logics::{Alphabet, Category, Logic, Machine, MachineStateId, SymbolId, translate};

/// The first few of these are the letters.
const LETTERS: [&str; 3] = ["a", "b", "c"];

pub fn alphabet(letters: usize) -> Alphabet {
    Alphabet::new(LETTERS.into_iter().take(letters))
}

/// All words of exactly this length over letters `0..letters`.
pub fn words(letters: usize, length: usize) -> Vec<Vec<usize>> {
    let mut words = vec![Vec::new()];
    for _ in 0..length {
        let longer = |word: Vec<usize>| {
            (0..letters).map(move |letter| [word.as_slice(), &[letter]].concat())
        };
        words = words.into_iter().flat_map(longer).collect();
    }
    words
}

/// The machine of a formula that must be right.
pub fn machine(logic: Logic, formula: &str, alphabet: &Alphabet) -> Machine {
    match translate(logic, formula, alphabet) {
        Ok(translation) => translation.machine,
        Err(error) => panic!("{formula}: {error:?}"),
    }
}

pub fn run(machine: &Machine, word: &[usize]) -> MachineStateId {
    machine.run(word.iter().map(|&letter| SymbolId::from(letter)))
}

/// Returns whether a category holds after a word.
pub fn holds(machine: &Machine, word: &[usize], category: &str) -> bool {
    machine.holds(run(machine, word), &Category::new(category))
}

/// A word after which `one` holds in the first machine and `other` does not in the second, or the
/// other way round. It is found by walking both, without any minimization.
pub fn difference(first: (&Machine, &str), second: (&Machine, &str)) -> Option<Vec<usize>> {
    let start = (first.0.initial(), second.0.initial());
    let mut known = BTreeSet::from([start]);
    let mut open = vec![(start, Vec::new())];
    while let Some(((p, q), word)) = open.pop() {
        for symbol in first.0.symbols() {
            let next = (first.0.step(p, symbol), second.0.step(q, symbol));
            let word = [word.as_slice(), &[symbol.index()]].concat();
            let holds = |(machine, name): (&Machine, &str), state| {
                machine.holds(state, &Category::new(name))
            };
            if holds(first, next.0) != holds(second, next.1) {
                return Some(word);
            }
            if known.insert(next) {
                open.push((next, word));
            }
        }
    }
    None
}

/// The laws of minimal machines: they say the same, are stable, and have no two states alike.
pub fn assert_minimal(machine: &Machine, letters: usize) {
    let handled = machine.categories();
    let minimal = machine.minimal(handled);
    assert_eq!(machine.difference(&minimal, handled), None);
    assert_eq!(minimal.minimal(handled), minimal);
    assert!(minimal.held(minimal.initial()).is_empty());
    for length in 1..=4 {
        for word in words(letters, length) {
            assert_eq!(
                machine.held(run(machine, &word)),
                minimal.held(run(&minimal, &word)),
                "{word:?}"
            );
        }
    }
    for p in minimal.states() {
        for q in minimal.states().filter(|&q| q > p) {
            assert!(
                is_distinguishable(&minimal, p, q),
                "{p} and {q} are alike in\n{minimal:?}"
            );
        }
    }
}

fn is_distinguishable(machine: &Machine, p: MachineStateId, q: MachineStateId) -> bool {
    let mut known = BTreeSet::from([(p, q)]);
    let mut open = vec![(p, q)];
    while let Some((p, q)) = open.pop() {
        if machine.held(p) != machine.held(q) {
            return true;
        }
        let next = machine
            .symbols()
            .map(|symbol| (machine.step(p, symbol), machine.step(q, symbol)));
        open.extend(next.filter(|&pair| known.insert(pair)));
    }
    false
}
