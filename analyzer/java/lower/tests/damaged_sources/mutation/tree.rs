//! Mutations of trees: most of what comes out parses, and means something else or nothing.

use std::ops::Range;

use fastrand::Rng;

use super::{borrowed, pick};
use crate::seed::Seed;

/// The texts before and behind an expression that surround it.
const AROUND_EXPRESSIONS: &[(&str, &str)] = &[
    ("(", ")"),
    ("(Object) ", ""),
    ("(Runnable & java.io.Serializable) ", ""),
    ("", ".toString()"),
    ("", "::toString"),
    ("() -> ", ""),
    ("x -> ", ""),
    ("(int x) -> { return ", "; }"),
    ("true ? ", " : null"),
    ("", " instanceof String s"),
    ("", " instanceof Point(var x, var y)"),
    ("new Object[] { ", " }"),
    ("new Object() { Object f = ", "; }"),
    ("switch (", ") { default -> 1; }"),
    ("switch (1) { case 1 -> ", "; default -> throw null; }"),
    ("", "[0]"),
    ("", "++"),
    ("-", ""),
    ("!", ""),
    ("\"\" + ", ""),
    ("", " = 1"),
    ("java.util.List.of(", ").iterator()"),
    ("this.<String>m(", ")"),
    ("", ".new Inner()"),
];

/// The texts before and behind a statement that surround it.
const AROUND_STATEMENTS: &[(&str, &str)] = &[
    ("{", "}"),
    ("if (true) ", ""),
    ("while (true) { ", "}"),
    ("do { ", "} while (false);"),
    ("for (;;) {", "}"),
    ("for (var x : args) {", "}"),
    ("label: ", ""),
    ("try {", "} finally { }"),
    ("try { } finally {", "}"),
    ("try {", "} catch (RuntimeException | Error e) { throw e; }"),
    ("try (var r = new java.io.StringReader(\"\")) {", "}"),
    ("switch (1) { case 1: ", "}"),
    ("switch (1) { default -> {", "} }"),
    ("synchronized (this) {", "}"),
    ("Runnable r = () -> {", "};"),
    ("new Object() { void m() {", "} };"),
    ("new Object() { { ", " } };"),
    ("class Local { Local() {", "} }"),
    ("return; ", ""),
    ("break; ", ""),
    ("throw null; ", ""),
];

const MODIFIERS: &[&str] = &[
    "static",
    "final",
    "abstract",
    "private",
    "public",
    "default",
    "native",
    "sealed",
    "strictfp",
    "protected",
];

/// A part of a text and what comes into its place.
type Edit = (Range<usize>, String);

/// The seed with one to four changes to its tree.
pub fn mutated(seed: &Seed, seeds: &[Seed], random: &mut Rng) -> String {
    let mut edits: Vec<Edit> = Vec::new();
    for _ in 0..=random.u8(..4) {
        edits.extend(edit(seed, seeds, random));
    }
    edits.sort_by_key(|(place, _)| (place.start, place.end));
    let mut text = String::with_capacity(seed.text.len() + 200);
    let mut done = 0;
    for (place, by) in edits {
        if place.start >= done {
            text.push_str(&seed.text[done..place.start]);
            text.push_str(&by);
            done = place.end;
        }
    }
    text + &seed.text[done..]
}

fn edit(seed: &Seed, seeds: &[Seed], random: &mut Rng) -> Option<Edit> {
    let choice = random.u8(..12);
    let place = match choice {
        0..4 => pick(&seed.exprs, random).cloned()?,
        4..8 => pick(&seed.stmts, random).cloned()?,
        8 => pick(&seed.types, random).cloned()?,
        9 => pick(&seed.members, random).cloned()?,
        _ => pick(&seed.bodies, random).map(|&place| place..place)?,
    };
    let own = &seed.text[place.clone()];
    let by = match choice {
        0 | 1 => borrowed(seeds, |seed| &seed.exprs, random).to_owned(),
        2 => around(AROUND_EXPRESSIONS, own, random),
        3 => borrowed(std::slice::from_ref(seed), |seed| &seed.exprs, random).to_owned(),
        4 => borrowed(seeds, |seed| &seed.stmts, random).to_owned(),
        5 => around(AROUND_STATEMENTS, own, random),
        6 => format!("{own} {}", borrowed(seeds, |seed| &seed.stmts, random)),
        7 => String::new(),
        8 => borrowed(seeds, |seed| &seed.types, random).to_owned(),
        9 => format!("{} {own}", pick(MODIFIERS, random)?),
        _ => format!(" {} ", borrowed(seeds, |seed| &seed.members, random)),
    };
    Some((place, by))
}

fn around(choices: &[(&str, &str)], text: &str, random: &mut Rng) -> String {
    let (before, after) = pick(choices, random).copied().unwrap_or_default();
    format!("{before}{text}{after}")
}
