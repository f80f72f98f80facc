//! Texts that are nearly right are read or refused: no panic, no end without findings, no place
//! outside the text; and what is read survives printing.

use std::ops::Range;

use languages::{Fidelity, Reading, read_with, yaml};
use text::Diagnostic;

use super::fixtures::{LRV, YAML, content, read, shown};
use super::mutate::mutate;
use test_support::Random;

const TOKENS: [&str; 48] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "'",
    "\\",
    "//",
    "/*",
    "*/",
    "%%",
    ":",
    ";",
    ",",
    ".",
    "..",
    "+",
    "*",
    "!",
    "&&",
    "||",
    "<",
    ">",
    "->",
    "|",
    "=",
    "- ",
    "? ",
    "&a ",
    "*a ",
    "!!str ",
    "|\n",
    ">\n",
    "---\n",
    "\n",
    "\r",
    "\t",
    "\u{feff}",
    "\u{1F600}",
    "::",
    "@5",
    "where",
    "filter",
    "call",
    "new",
    "null",
];

/// Specifications of which all that is there is supported.
pub const MOP: [(&str, &str); 4] = [
    ("lease.mop", include_str!("mutated/lease.mop")),
    ("iterator.mop", include_str!("mutated/iterator.mop")),
    ("formulas.mop", include_str!("mutated/formulas.mop")),
    ("pointcuts.mop", include_str!("mutated/pointcuts.mop")),
];

/// Properties of Verde of which all that is there is supported.
pub const VERDE: [(&str, &str); 2] = [
    ("queue.verde", include_str!("mutated/queue.verde")),
    ("phases.verde", include_str!("mutated/phases.verde")),
];

/// Findings are about places that the text has, and show their lines.
fn are_in(findings: &[Diagnostic], text: &str) -> bool {
    let lines = text.matches(['\n', '\r']).count() as u32 + 1;
    let is_in = |finding: &Diagnostic| {
        finding.span.end as usize <= text.len() && finding.span.line <= lines
    };
    !findings.is_empty()
        && findings
            .iter()
            .all(|finding| is_in(finding) && !finding.message.is_empty())
}

/// Whether a file is read rather than refused.
fn is_read_or_refused((name, text): (&str, &str), fidelity: Fidelity, place: &str) -> bool {
    let alone = |_: &str| Err("no other files are read here".to_owned());
    match read_with(name, text, fidelity, &alone) {
        Ok(Reading {
            specification,
            findings,
        }) => {
            assert!(
                findings.is_empty() || are_in(&findings, text),
                "{place}: {findings:#?}\n{text}"
            );
            let printed = yaml::print(&specification);
            let again = read("printed.yaml", &printed).unwrap_or_else(|findings| {
                panic!("{place}: {}\n{printed}\n{text}", shown(&findings))
            });
            assert_eq!(content(&specification), content(&again), "{place}:\n{text}");
            true
        }
        Err(findings) => {
            assert!(are_in(&findings, text), "{place}: {findings:#?}\n{text}");
            false
        }
    }
}

/// Reads mutated fixtures of one language, as documented and as the original tools do; those that
/// are read are printed and read again.
fn fuzz(files: &[(&str, &str)], seeds: Range<u64>) {
    let mut accepted = 0;
    let total = seeds.end - seeds.start;
    for seed in seeds {
        let random = &mut Random::new(seed);
        let (name, text) = random.pick(files);
        let (_, donor) = random.pick(files);
        let mut text = text.to_owned();
        mutate(random, &mut text, donor, &TOKENS);
        while random.chance(50) {
            mutate(random, &mut text, donor, &TOKENS);
        }
        let place = format!("{name}, seed {seed}");
        accepted += u64::from(is_read_or_refused(
            (name, &text),
            Fidelity::Documented,
            &place,
        ));
        if seed.is_multiple_of(3) {
            is_read_or_refused((name, &text), Fidelity::Original, &place);
        }
    }
    assert!(
        accepted * 50 > total && accepted * 10 < total * 9,
        "{accepted} of {total} accepted"
    );
}

#[test]
fn mutated_yaml_is_read_or_refused() {
    fuzz(&YAML, 0..1_500);
}

#[test]
fn mutated_lrv_is_read_or_refused() {
    fuzz(&LRV, 0..1_500);
}

#[test]
fn mutated_mop_is_read_or_refused() {
    fuzz(&MOP, 0..1_500);
}

#[test]
fn mutated_verde_is_read_or_refused() {
    fuzz(&VERDE, 0..1_500);
}

#[test]
#[ignore = "a third of a million: cargo test --release -p languages --test formats -- --ignored"]
fn very_many_mutated_yaml_files_are_read_or_refused() {
    fuzz(&YAML, 10_000..343_334);
}

#[test]
#[ignore = "a third of a million: cargo test --release -p languages --test formats -- --ignored"]
fn very_many_mutated_lrv_files_are_read_or_refused() {
    fuzz(&LRV, 10_000..343_334);
}

#[test]
#[ignore = "a third of a million: cargo test --release -p languages --test formats -- --ignored"]
fn very_many_mutated_mop_files_are_read_or_refused() {
    fuzz(&MOP, 10_000..343_334);
}

#[test]
#[ignore = "a third of a million: cargo test --release -p languages --test formats -- --ignored"]
fn very_many_mutated_verde_files_are_read_or_refused() {
    fuzz(&VERDE, 10_000..343_334);
}
