//! `constructs.md` holds a case for each construct of LARVA.

use crate::construct;
use test_support::Case;

const CASES: &str = include_str!("constructs.md");

/// The files that scripts import methods from.
pub fn beside(name: &str) -> Result<String, String> {
    match name {
        "Helpers.java" => Ok("static int twice(int n) { return 2 * n; } %% not more\n".to_owned()),
        _ => Err("there is no such file".to_owned()),
    }
}

/// The scripts that are read.
pub fn scripts() -> Vec<String> {
    let (_, cases) = Case::all(CASES);
    let read = cases.iter().filter(|case| case.block("refused").is_none());
    read.filter_map(|case| case.block("lrv"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_construct_becomes_what_is_written_and_is_judged_as_larva_would() {
    let cases = construct::check("larva/constructs.md", "lrv", &beside);
    assert!(cases.len() > 20, "{} cases", cases.len());
    cases.iter().for_each(construct::check_is_judged);
}
