//! Mutations of texts that know nothing of trees.

use std::ops::Range;

use fastrand::Rng;

use super::pick;
use crate::seed::Seed;

/// Words and marks that change what stands around them.
const INSERTIONS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    ".",
    "->",
    "::",
    "=",
    "==",
    "?",
    ":",
    "@",
    "...",
    "\"",
    "'",
    "\"\"\"",
    "/*",
    "*/",
    "//",
    "\\",
    "\\u0022",
    "\\u",
    "\0",
    "\r",
    "\u{1a}",
    "\u{feff}",
    "\u{10ffff}",
    "abstract",
    "class",
    "interface",
    "enum",
    "record",
    "extends",
    "implements",
    "sealed",
    "permits",
    "non-sealed",
    "static",
    "final",
    "default",
    "native",
    "synchronized",
    "this",
    "super",
    "new",
    "return",
    "yield",
    "case",
    "switch",
    "when",
    "try",
    "catch",
    "finally",
    "throw",
    "throws",
    "if",
    "else",
    "for",
    "while",
    "do",
    "break",
    "continue",
    "instanceof",
    "import",
    "package",
    "module",
    "var",
    "int",
    "void",
    "null",
    "true",
    "0x",
    "1e999",
    "99999999999",
    "_",
    "goto",
    "assert",
    "import static",
    "@interface",
];

/// Changes a text in one way.
pub fn mutate(bytes: &mut Vec<u8>, seeds: &[Seed], random: &mut Rng) {
    match random.u8(..12) {
        0 => bytes.truncate(random.usize(..=bytes.len())),
        1 => flip(bytes, random),
        2 => splice_bytes(bytes, seeds, random),
        3 => change_lines(bytes, random),
        choice => change_tokens(bytes, seeds, choice, random),
    }
}

fn flip(bytes: &mut [u8], random: &mut Rng) {
    for _ in 0..=random.u8(..4) {
        let place = random.usize(..bytes.len().max(1));
        bytes
            .iter_mut()
            .skip(place)
            .take(1)
            .for_each(|byte| *byte ^= 1 << random.u8(..8));
    }
}

/// A part of another file in the place of a part of this one.
fn splice_bytes(bytes: &mut Vec<u8>, seeds: &[Seed], random: &mut Rng) {
    let Some(other) = pick(seeds, random).map(|seed| seed.text.as_bytes()) else {
        return;
    };
    let (here, there) = (part(bytes.len(), random), part(other.len(), random));
    bytes.splice(here, other[there].iter().copied());
}

/// A short range below `length`.
fn part(length: usize, random: &mut Rng) -> Range<usize> {
    let start = random.usize(..=length);
    start..length.min(start + random.usize(..200))
}

fn change_lines(bytes: &mut Vec<u8>, random: &mut Rng) {
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    let (one, other) = (random.usize(..lines.len()), random.usize(..lines.len()));
    match random.u8(..3) {
        0 => lines.swap(one, other),
        1 => drop(lines.remove(one)),
        _ => lines.insert(other, lines[one]),
    }
    *bytes = lines.join(&b'\n');
}

fn change_tokens(bytes: &mut Vec<u8>, seeds: &[Seed], choice: u8, random: &mut Rng) {
    let tokens = tokens(bytes);
    let Some(one) = pick(&tokens, random).cloned() else {
        return;
    };
    let other = pick(&tokens, random).cloned().unwrap_or(one.clone());
    let text = bytes[other.clone()].to_vec();
    match choice {
        4 => replace(bytes, one, b""),
        5 => {
            let again = bytes[one.clone()].to_vec();
            replace(bytes, one.start..one.start, &again);
        }
        6 => replace(bytes, one.start..one.start, &text),
        7 => {
            let (first, last) = if one.start < other.start {
                (one, other)
            } else {
                (other, one)
            };
            let (early, late) = (bytes[first.clone()].to_vec(), bytes[last.clone()].to_vec());
            replace(bytes, last, &early);
            replace(bytes, first, &late);
        }
        8 => replace(bytes, one, foreign(seeds, random).as_bytes()),
        9 => rename(bytes, &tokens, random),
        _ => {
            let inserted = pick(INSERTIONS, random).copied().unwrap_or_default();
            replace(
                bytes,
                one.start..one.start,
                format!(" {inserted} ").as_bytes(),
            );
        }
    }
}

/// Some tokens of any file.
fn foreign<'a>(seeds: &'a [Seed], random: &mut Rng) -> &'a str {
    let Some(seed) = pick(seeds, random) else {
        return "";
    };
    let tokens = tokens(seed.text.as_bytes());
    let first = random.usize(..tokens.len().max(1));
    let last = first + random.usize(..8);
    let (Some(first), Some(last)) = (tokens.get(first), tokens.get(last)) else {
        return "";
    };
    seed.text.get(first.start..last.end).unwrap_or_default()
}

/// Another name of the file in the place of a name: classes come to extend themselves, fields to
/// name each other.
fn rename(bytes: &mut Vec<u8>, tokens: &[Range<usize>], random: &mut Rng) {
    let names: Vec<&Range<usize>> = tokens
        .iter()
        .filter(|token| bytes[token.start].is_ascii_alphabetic())
        .collect();
    let (Some(&one), Some(&other)) = (pick(&names, random), pick(&names, random)) else {
        return;
    };
    let name = bytes[other.clone()].to_vec();
    replace(bytes, one.clone(), &name);
}

fn replace(bytes: &mut Vec<u8>, place: Range<usize>, by: &[u8]) {
    bytes.splice(place, by.iter().copied());
}

/// Words and single marks; blanks are between them.
fn tokens(bytes: &[u8]) -> Vec<Range<usize>> {
    let is_word =
        |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$' || *byte >= 0x80;
    let mut found = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let word = bytes[start..]
            .iter()
            .take_while(|byte| is_word(byte))
            .count();
        let end = start + word.max(1);
        if !bytes[start].is_ascii_whitespace() {
            found.push(start..end);
        }
        start = end;
    }
    found
}
