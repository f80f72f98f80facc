//! Extended regular expressions against membership by splitting the word.

use logics::{Logic, Machine};

use crate::words::{alphabet, assert_minimal, difference, holds, machine, words};
use test_support::Random;

pub enum Ere {
    Empty,
    Epsilon,
    Letter(usize),
    Power(usize, usize),
    Concat(Box<Ere>, Box<Ere>),
    Or(Box<Ere>, Box<Ere>),
    And(Box<Ere>, Box<Ere>),
    Not(Box<Ere>),
    Star(Box<Ere>),
    Plus(Box<Ere>),
}

/// For each part `i..j` of a word whether it is in a language.
type Spans = Vec<Vec<bool>>;

fn spans(length: usize, holds: impl Fn(usize, usize) -> bool) -> Spans {
    (0..=length)
        .map(|i| (0..=length).map(|j| i <= j && holds(i, j)).collect())
        .collect()
}

impl Ere {
    pub fn generate(random: &mut Random, letters: usize, size: usize) -> Ere {
        if size <= 1 {
            return match random.below(12) {
                0 => Ere::Empty,
                1 => Ere::Epsilon,
                2 => Ere::Power(random.below(letters), random.below(4)),
                _ => Ere::Letter(random.below(letters)),
            };
        }
        let left = 1 + random.below(size - 1);
        let mut part = |size| Box::new(Ere::generate(random, letters, size));
        let (first, second) = (part(left), part(size - left));
        match random.below(10) {
            0..=3 => Ere::Concat(first, second),
            4 | 5 => Ere::Or(first, second),
            6 => Ere::And(first, second),
            7 => Ere::Concat(Box::new(Ere::Not(first)), second),
            8 => Ere::Concat(Box::new(Ere::Star(first)), second),
            _ => Ere::Or(Box::new(Ere::Plus(first)), second),
        }
    }

    pub fn text(&self) -> String {
        let letter = |&letter: &usize| ["a", "b", "c"][letter];
        match self {
            Ere::Empty => "empty".to_owned(),
            Ere::Epsilon => "epsilon".to_owned(),
            Ere::Letter(own) => letter(own).to_owned(),
            Ere::Power(own, count) => format!("{}^{count}", letter(own)),
            Ere::Concat(first, second) => format!("({} {})", first.text(), second.text()),
            Ere::Or(first, second) => format!("({} | {})", first.text(), second.text()),
            Ere::And(first, second) => format!("({} & {})", first.text(), second.text()),
            Ere::Not(inner) => format!("(~{})", inner.text()),
            Ere::Star(inner) => format!("(({})*)", inner.text()),
            Ere::Plus(inner) => format!("(({})+)", inner.text()),
        }
    }

    fn spans(&self, word: &[usize]) -> Spans {
        let spans = |holds: &dyn Fn(usize, usize) -> bool| spans(word.len(), holds);
        match self {
            Ere::Empty => spans(&|_, _| false),
            Ere::Epsilon => spans(&|i, j| i == j),
            Ere::Letter(letter) => spans(&|i, j| word[i..j] == [*letter]),
            Ere::Power(letter, count) => {
                spans(&|i, j| j - i == *count && word[i..j].iter().all(|own| own == letter))
            }
            Ere::Concat(first, second) => {
                let (first, second) = (first.spans(word), second.spans(word));
                spans(&|i, j| (i..=j).any(|k| first[i][k] && second[k][j]))
            }
            Ere::Or(first, second) => {
                let (first, second) = (first.spans(word), second.spans(word));
                spans(&|i, j| first[i][j] || second[i][j])
            }
            Ere::And(first, second) => {
                let (first, second) = (first.spans(word), second.spans(word));
                spans(&|i, j| first[i][j] && second[i][j])
            }
            Ere::Not(inner) => {
                let inner = inner.spans(word);
                spans(&|i, j| !inner[i][j])
            }
            Ere::Star(inner) => repeated(&inner.spans(word), word.len(), true),
            Ere::Plus(inner) => repeated(&inner.spans(word), word.len(), false),
        }
    }
}

/// The parts of a word that are cut into parts of which each is in a language.
fn repeated(inner: &Spans, length: usize, may_lack: bool) -> Spans {
    let cuts = |i: usize, j: usize| {
        let mut reached = vec![false; length + 1];
        reached[i] = true;
        for k in i..j {
            (k + 1..=j).for_each(|l| reached[l] |= reached[k] && inner[k][l]);
        }
        if i == j {
            may_lack || inner[i][i]
        } else {
            reached[j]
        }
    };
    spans(length, cuts)
}

#[derive(Debug, Default)]
struct Tally {
    words: u64,
    matches: u64,
    fails: u64,
    searched_far: u64,
}

fn judge(seed: u64, letters: usize, length: usize, tally: &mut Tally) {
    let mut random = Random::new(seed);
    let size = 1 + random.below(7);
    let ere = Ere::generate(&mut random, letters, size);
    let text = ere.text();
    let machine = machine(Logic::Ere, &text, &alphabet(letters));
    let words = words(letters, length);
    let spans: Vec<Spans> = words.iter().map(|word| ere.spans(word)).collect();
    for (word, spans) in words.iter().zip(&spans) {
        for end in 1..=length {
            let is_match = holds(&machine, &word[..end], "match");
            assert_eq!(
                is_match,
                spans[0][end],
                "seed {seed}: {text} on {:?}",
                &word[..end]
            );
            tally.words += 1;
            tally.matches += u64::from(is_match);
        }
    }
    for end in 1..=length / 2 {
        for chunk in 0..letters.pow(end as u32) {
            let width = letters.pow((length - end) as u32);
            let (word, spans) = (
                &words[chunk * width][..end],
                &spans[chunk * width..(chunk + 1) * width],
            );
            let can_match = spans.iter().any(|spans| spans[0][end..].contains(&true));
            judge_fail(seed, &ere, (&machine, letters), word, can_match, tally);
        }
    }
    if seed.is_multiple_of(10) {
        assert_minimal(&machine, letters);
    }
}

fn judge_fail(
    seed: u64,
    ere: &Ere,
    of: (&Machine, usize),
    word: &[usize],
    can_match: bool,
    tally: &mut Tally,
) {
    let is_fail = holds(of.0, word, "fail");
    tally.fails += u64::from(is_fail);
    assert!(
        !(is_fail && can_match),
        "seed {seed}: {} fails too early on {word:?}",
        ere.text()
    );
    if !is_fail && !can_match {
        tally.searched_far += 1;
        let far = (1..=9).any(|more| {
            let longer = |more: Vec<usize>| [word, &more].concat();
            words(of.1, more)
                .into_iter()
                .map(longer)
                .any(|word| ere.spans(&word)[0][word.len()])
        });
        assert!(far, "seed {seed}: {} does not fail on {word:?}", ere.text());
    }
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
fn expressions_match_what_splitting_the_word_matches() {
    let tally = judge_all(0..300, 8);
    println!("300 expressions: {tally:?}");
    assert!(
        tally.matches > 5_000 && tally.fails > 500 && tally.words - tally.matches > 5_000,
        "{tally:?}"
    );
}

#[test]
#[ignore = "ten thousand formulas; run by hand"]
fn ten_thousand_expressions_match_what_splitting_the_word_matches() {
    println!("10000 expressions: {:?}", judge_all(1_000..11_000, 8));
}

#[test]
fn operators_bind_as_documented() {
    let alphabet = alphabet(3);
    let same = [
        ("a | b & c", "a | (b & c)"),
        ("a & b c", "a & (b c)"),
        ("~a b", "(~a) b"),
        ("~a*", "~(a*)"),
        ("~ ~a", "a"),
        ("a b*", "a (b*)"),
        ("a b+ c", "a (b (b*)) c"),
        ("a^3 b", "a a a b"),
        ("a^0 b", "b"),
        ("a^2b", "a a b"),
        ("epsilon* a | empty", "a"),
        ("a & b", "empty"),
        ("a // c\n b /* c */", "a b"),
    ];
    for (left, right) in same {
        let machines = [left, right].map(|text| machine(Logic::Ere, text, &alphabet));
        for category in ["match", "fail"] {
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
fn a_complement_is_over_the_whole_alphabet() {
    let machine = machine(Logic::Ere, "~(a b)", &alphabet(3));
    assert!(holds(&machine, &[2], "match") && holds(&machine, &[0, 1, 2], "match"));
    assert!(!holds(&machine, &[0, 1], "match"));
}
