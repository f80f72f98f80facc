//! `mop.md`, `logics.md`, `pointcuts.md`, `clara.md` and `verde.md` hold a case for each construct.

use crate::construct;

/// Holds the cases of a file, `least` or more, against what is found.
#[track_caller]
fn check(file: &str, language: &str, least: usize) {
    let cases = construct::check(&format!("constructs/{file}"), language, &|_| {
        Err(String::new())
    });
    assert!(cases.len() >= least, "{} cases", cases.len());
    cases.iter().for_each(construct::check_is_judged);
}

#[test]
fn specifications_are_judged_as_javamop_would() {
    check("mop.md", "mop", 20);
}

#[test]
fn formulas_are_judged_as_javamop_would() {
    check("logics.md", "mop", 15);
}

#[test]
fn pointcuts_are_judged_as_aspectj_would() {
    check("pointcuts.md", "mop", 12);
}

#[test]
fn machines_are_judged_as_clara_would() {
    check("clara.md", "aj", 5);
}

#[test]
fn properties_of_verde_are_judged_as_verde_would() {
    check("verde.md", "verde", 8);
}
