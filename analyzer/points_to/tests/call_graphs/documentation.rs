//! docs/call-graph.md tells what the suite has: its tables are made from the programs.

use std::collections::BTreeMap;

use crate::fixture::{Fixture, names};
use crate::marker::Marker;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/call-graph.md");

/// The assumptions of every result, as the analyzer prints them.
const GENERAL: &str = include_str!("../../../src/wording/mod.rs");

/// How many programs may rest on an assumption.
const COVERED: usize = 15;

#[test]
fn documentation_lists_the_programs() {
    let fixtures: Vec<Fixture> = names().iter().map(|name| Fixture::read(name)).collect();
    let text = std::fs::read_to_string(PATH).expect("docs/call-graph.md");
    let right = with_table(
        &with_table(&text, "programs", &programs(&fixtures)),
        "covered",
        &covered(&fixtures),
    );
    if std::env::var_os("RESIDUA_WRITE").is_some() {
        std::fs::write(PATH, &right).expect("docs/call-graph.md");
    } else {
        assert!(
            text == right,
            "docs/call-graph.md is not up to date; RESIDUA_WRITE=1 writes it anew"
        );
    }
}

#[test]
fn few_programs_rest_on_assumptions_and_those_are_printed() {
    let fixtures: Vec<Fixture> = names().iter().map(|name| Fixture::read(name)).collect();
    let covering: Vec<&str> = fixtures
        .iter()
        .filter_map(|f| f.covered.as_ref())
        .map(|(id, _)| id.as_str())
        .collect();
    assert!(
        covering.len() <= COVERED,
        "{} programs rest on assumptions",
        covering.len()
    );
    let unknown: Vec<&&str> = covering
        .iter()
        .filter(|id| !GENERAL.contains(&format!("\"{id}\"")))
        .collect();
    assert!(
        unknown.is_empty(),
        "no result prints these assumptions: {unknown:?}"
    );
}

/// The text with the lines between `<!-- NAME -->` and `<!-- end -->` replaced.
fn with_table(text: &str, name: &str, table: &str) -> String {
    let start = format!("<!-- {name} -->\n");
    let (before, rest) = text
        .split_once(&start)
        .unwrap_or_else(|| panic!("docs/call-graph.md has no {start}"));
    let (_, after) = rest
        .split_once("<!-- end -->")
        .expect("an end of the table");
    format!("{before}{start}{table}<!-- end -->{after}")
}

fn programs(fixtures: &[Fixture]) -> String {
    let mut rows: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for fixture in fixtures {
        let counts = rows.entry(fixture.feature()).or_default();
        let added = counted(fixture);
        counts
            .iter_mut()
            .zip(added)
            .for_each(|(count, added)| *count += added);
    }
    let mut table =
        "| feature | programs | edges that must be there | that must not | known imprecision |\n"
            .to_owned();
    table += "|---|---|---|---|---|\n";
    let mut all = [0; 4];
    for (feature, counts) in rows {
        table += &row(feature, counts);
        all.iter_mut()
            .zip(counts)
            .for_each(|(all, count)| *all += count);
    }
    table + &row("all", all)
}

fn row(feature: &str, counts: [usize; 4]) -> String {
    format!(
        "| {feature} | {} | {} | {} | {} |\n",
        counts[0], counts[1], counts[2], counts[3]
    )
}

/// Programs, edges that must be there, edges and methods that must not, edges that are imprecise.
fn counted(fixture: &Fixture) -> [usize; 4] {
    let mut counts = [1, 0, 0, 0];
    for marker in fixture.files.iter().flat_map(|file| &file.markers) {
        if let Marker::Callers(expected) = marker {
            counts[1] += expected.called.len();
            counts[2] += expected.not_called.len() + usize::from(expected.never);
            counts[3] += expected.imprecise.len();
        }
    }
    counts
}

fn covered(fixtures: &[Fixture]) -> String {
    let mut table =
        "| program | assumption | what the call graph lacks |\n|---|---|---|\n".to_owned();
    for fixture in fixtures {
        if let Some((id, reason)) = &fixture.covered {
            table += &format!(
                "| {} | `{id}` | {reason} |\n",
                fixture.name.trim_end_matches(".java")
            );
        }
    }
    table
}
