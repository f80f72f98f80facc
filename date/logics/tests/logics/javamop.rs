//! Expressions as JavaMOP goes by them, against derivatives of trees that are simplified as its
//! classes do.

use logics::ere::{Laws, machine_by};
use logics::{Category, Machine};

use crate::ere::Ere;
use crate::words::{alphabet, holds, run, words};
use test_support::Random;

/// An expression in the order of JavaMOP's kinds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Tree {
    Empty,
    Epsilon,
    Letter(usize),
    Not(Box<Tree>),
    Concat(Box<Tree>, Box<Tree>),
    Star(Box<Tree>),
    Or(Vec<Tree>),
}

fn not(inner: Tree) -> Tree {
    match inner {
        Tree::Not(inner) => *inner,
        other => Tree::Not(Box::new(other)),
    }
}

fn concat(first: Tree, rest: Tree) -> Tree {
    match (first, rest) {
        (Tree::Empty, _) | (_, Tree::Empty) => Tree::Empty,
        (Tree::Epsilon, other) | (other, Tree::Epsilon) => other,
        (first, rest) => Tree::Concat(Box::new(first), Box::new(rest)),
    }
}

fn or(children: Vec<Tree>) -> Tree {
    let flat = children.into_iter().flat_map(|child| match child {
        Tree::Or(children) => children,
        other => vec![other],
    });
    let mut sorted: Vec<Tree> = flat.collect();
    sorted.sort();
    // What is removed moves the rest up, and the next one is not looked at.
    let mut i = 0;
    while i < sorted.len() {
        if sorted[i] == Tree::Empty {
            sorted.remove(i);
        }
        i += 1;
    }
    let mut i = 0;
    while i + 1 < sorted.len() {
        if sorted[i] == sorted[i + 1] {
            sorted.remove(i);
        }
        i += 1;
    }
    match sorted.len() {
        0 => Tree::Empty,
        1 => sorted.remove(0),
        _ => Tree::Or(sorted),
    }
}

fn tree(ere: &Ere) -> Tree {
    match ere {
        Ere::Empty => Tree::Empty,
        Ere::Epsilon => Tree::Epsilon,
        Ere::Letter(letter) => Tree::Letter(*letter),
        Ere::Power(letter, count) => {
            (0..*count).fold(Tree::Epsilon, |rest, _| concat(Tree::Letter(*letter), rest))
        }
        Ere::Concat(first, second) => concat(tree(first), tree(second)),
        Ere::Or(first, second) => or(vec![tree(first), tree(second)]),
        Ere::And(first, second) => not(or(vec![not(tree(first)), not(tree(second))])),
        Ere::Not(inner) => not(tree(inner)),
        Ere::Star(inner) => Tree::Star(Box::new(tree(inner))),
        Ere::Plus(inner) => concat(tree(inner), Tree::Star(Box::new(tree(inner)))),
    }
}

fn is_nullable(tree: &Tree) -> bool {
    match tree {
        Tree::Empty | Tree::Letter(_) => false,
        Tree::Epsilon | Tree::Star(_) => true,
        Tree::Not(inner) => !is_nullable(inner),
        Tree::Concat(first, rest) => is_nullable(first) && is_nullable(rest),
        Tree::Or(children) => children.iter().any(is_nullable),
    }
}

fn derived(tree: &Tree, letter: usize) -> Tree {
    match tree {
        Tree::Empty | Tree::Epsilon => Tree::Empty,
        Tree::Letter(own) => {
            if *own == letter {
                Tree::Epsilon
            } else {
                Tree::Empty
            }
        }
        Tree::Not(inner) => not(derived(inner, letter)),
        Tree::Star(inner) => concat(derived(inner, letter), tree.clone()),
        Tree::Or(children) => or(children
            .iter()
            .map(|child| derived(child, letter))
            .collect()),
        Tree::Concat(first, rest) => {
            let within = concat(derived(first, letter), (**rest).clone());
            if is_nullable(first) {
                or(vec![within, derived(rest, letter)])
            } else {
                within
            }
        }
    }
}

/// How many words have failed in the documented sense and not yet to JavaMOP.
fn judge(seed: u64, length: usize) -> u64 {
    let mut random = Random::new(seed);
    let (size, letters) = (1 + random.below(7), 2 + random.below(2));
    let ere = Ere::generate(&mut random, letters, size);
    let (text, alphabet) = (ere.text(), alphabet(letters));
    // Without JavaMOP's laws derivatives may not end: neither does it.
    let Ok(machine) = machine_by(&text, &alphabet, Laws::JavaMop) else {
        return 0;
    };
    let documented = machine_by(&text, &alphabet, Laws::Similarity).expect("an expression");
    let mut late = 0;
    for word in (1..=length).flat_map(|length| words(letters, length)) {
        let after = word
            .iter()
            .fold(tree(&ere), |tree, &letter| derived(&tree, letter));
        let held = |machine: &Machine, category: &str| holds(machine, &word, category);
        assert_eq!(
            held(&machine, "match"),
            is_nullable(&after),
            "seed {seed}: {text} on {word:?}"
        );
        assert_eq!(
            held(&machine, "match"),
            held(&documented, "match"),
            "seed {seed}: {text} on {word:?}"
        );
        assert_eq!(
            held(&machine, "fail"),
            after == Tree::Empty,
            "seed {seed}: {text} on {word:?}"
        );
        assert!(
            !held(&machine, "fail") || held(&documented, "fail"),
            "seed {seed}: {text} fails early on {word:?}"
        );
        late += u64::from(held(&documented, "fail") && !held(&machine, "fail"));
    }
    late
}

#[test]
fn javamop_fails_where_its_derivatives_are_empty_and_never_early() {
    let late: u64 = (0..300).map(|seed| judge(seed, 5)).sum();
    assert!(late > 50, "{late} words fail late");
}

#[test]
fn an_intersection_of_two_events_fails_one_event_late() {
    let alphabet = alphabet(2);
    let [documented, javamop] = [Laws::Similarity, Laws::JavaMop]
        .map(|laws| machine_by("a & b", &alphabet, laws).expect("an expression"));
    let fails = |machine: &Machine, word: &[usize]| {
        machine
            .held(run(machine, word))
            .contains(&Category::new("fail"))
    };
    assert_eq!(
        [fails(&documented, &[0]), fails(&documented, &[0, 1])],
        [true, true]
    );
    assert_eq!(
        [fails(&javamop, &[0]), fails(&javamop, &[0, 1])],
        [false, true]
    );
}
