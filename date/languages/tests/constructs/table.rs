//! `docs/constructs.md` names each construct with its fixtures. It names every case that there is,
//! and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use test_support::Case;

/// The files of cases by their names in the table. What ends with `-tool` shows both readings.
const FILES: [(&str, &str); 8] = [
    ("larva", "date/languages/tests/larva/constructs.md"),
    ("larva-tool", "date/languages/tests/deviations/larva.md"),
    ("mop", "date/languages/tests/constructs/mop.md"),
    ("logics", "date/languages/tests/constructs/logics.md"),
    ("pointcuts", "date/languages/tests/constructs/pointcuts.md"),
    ("mop-tool", "date/languages/tests/deviations/javamop.md"),
    ("clara", "date/languages/tests/constructs/clara.md"),
    ("verde", "date/languages/tests/constructs/verde.md"),
];

/// What fixtures show, in the order in which the table says it.
const SHOWN: [&str; 5] = ["trace", "generators", "both readings", "refusal", "test"];

/// What each case shows, by the name of its file and its title.
type Cases = BTreeMap<(&'static str, String), BTreeSet<&'static str>>;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the repository")
        .to_owned()
}

fn text(file: &str) -> String {
    std::fs::read_to_string(repository().join(file))
        .unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn cases() -> Cases {
    let mut found = Cases::new();
    for (name, file) in FILES {
        for case in Case::all(&text(file)).1 {
            let title = case.heading.lines().next().unwrap_or_default().to_owned();
            assert!(
                found
                    .insert((name, title.clone()), shown_by(name, &case))
                    .is_none(),
                "{name}: {title} twice"
            );
        }
    }
    found
}

fn shown_by(file: &str, case: &Case) -> BTreeSet<&'static str> {
    let blocks: &[(&str, &str)] = if file.ends_with("-tool") {
        &[
            ("compat told", "both readings"),
            ("compat refused", "both readings"),
        ]
    } else {
        &[
            ("judged", "trace"),
            ("java", "generators"),
            ("refused", "refusal"),
        ]
    };
    blocks
        .iter()
        .filter(|(block, _)| case.block(block).is_some())
        .map(|(_, shows)| *shows)
        .collect()
}

/// A row: its fixtures, each with its file, and what they are said to show.
struct Row {
    fixtures: Vec<(String, String)>,
    shows: String,
}

fn rows() -> Vec<Row> {
    let page = text("docs/constructs.md").replace("\\|", "/");
    let cells = page
        .lines()
        .map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let rows = cells.filter_map(|cells| match cells[..] {
        ["", construct, fixtures, shows, ""]
            if construct != "construct" && !construct.starts_with("---") =>
        {
            let split = |fixture: &str| {
                fixture
                    .split_once(": ")
                    .map(|(file, name)| (file.to_owned(), name.to_owned()))
            };
            let fixtures = fixtures
                .split("<br>")
                .map(|f| split(f).unwrap_or_else(|| panic!("no fixture: {f}")));
            Some(Row {
                fixtures: fixtures.collect(),
                shows: shows.to_owned(),
            })
        }
        _ => None,
    });
    rows.collect()
}

#[test]
fn the_table_of_constructs_names_every_case_and_says_what_it_shows() {
    let (cases, rows) = (cases(), rows());
    let mut named = BTreeSet::new();
    for Row { fixtures, shows } in &rows {
        let mut shown = BTreeSet::new();
        for (file, name) in fixtures {
            if file.ends_with(".rs") {
                assert!(
                    text(file).contains(&format!("fn {name}(")),
                    "{file} has no `{name}`"
                );
                shown.insert("test");
            } else {
                let case = cases
                    .iter()
                    .find(|((of, title), _)| of == file && title == name);
                let (case, shows) =
                    case.unwrap_or_else(|| panic!("there is no case `{name}` of `{file}`"));
                named.insert(case);
                shown.extend(shows);
            }
        }
        let said: Vec<&str> = SHOWN
            .into_iter()
            .filter(|one| shown.contains(one))
            .collect();
        assert_eq!(*shows, said.join(", "), "{fixtures:?}");
    }
    let unnamed: Vec<_> = cases.keys().filter(|case| !named.contains(case)).collect();
    assert!(unnamed.is_empty(), "not in the table: {unnamed:#?}");
    assert!(rows.len() > 100, "{} rows", rows.len());
}
