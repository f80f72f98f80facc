//! The programs in the cases for the constructs of each language, which stand with the tests of
//! `date`: what is a generator of the case's property, and what is decided about it.

use crate::support::check;
use test_support::Case;

/// Checks the program of each case in a language, of which there are `least` or more.
#[track_caller]
fn check_programs(cases: &str, language: &str, least: usize) {
    let (_, cases) = Case::all(cases);
    let mut count = 0;
    for case in &cases {
        if let (Some(script), Some(program)) = (case.block(language), case.block("java")) {
            println!("{}", case.heading);
            check(&format!("//- p.{language}\n{script}{program}"));
            count += 1;
        }
    }
    assert!(count >= least, "{count} programs");
}

#[test]
fn generators_of_larva_are_where_larva_raises_events() {
    check_programs(
        include_str!("../../../date/languages/tests/larva/constructs.md"),
        "lrv",
        10,
    );
}

#[test]
fn generators_of_specifications_are_where_javamop_raises_events() {
    check_programs(
        include_str!("../../../date/languages/tests/constructs/mop.md"),
        "mop",
        4,
    );
}

#[test]
fn generators_of_formulas_are_silent_where_nothing_comes_of_them() {
    check_programs(
        include_str!("../../../date/languages/tests/constructs/logics.md"),
        "mop",
        20,
    );
}

#[test]
fn generators_of_pointcuts_are_where_aspectj_has_join_points() {
    check_programs(
        include_str!("../../../date/languages/tests/constructs/pointcuts.md"),
        "mop",
        20,
    );
}

#[test]
fn generators_of_machines_are_where_dependent_advice_runs() {
    check_programs(
        include_str!("../../../date/languages/tests/constructs/clara.md"),
        "aj",
        3,
    );
}

#[test]
fn generators_of_verde_are_bodies_and_fields() {
    check_programs(
        include_str!("../../../date/languages/tests/constructs/verde.md"),
        "verde",
        3,
    );
}
