//! The folder of fixtures: names, and the table of the sections they show.

use std::path::PathBuf;

/// The folder.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/jls")
}

/// The names of all files but the table's, sorted by section.
pub fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the folder of the fixtures");
    let names = entries.map(|entry| {
        entry
            .expect("a file")
            .file_name()
            .to_string_lossy()
            .into_owned()
    });
    let mut names: Vec<String> = names.filter(|name| name != "README.md").collect();
    names.sort_by_cached_key(|name| (section(name), name.clone()));
    names
}

/// The numbers of the section that a name begins with; none where the name is not as it should be.
fn section(name: &str) -> Option<Vec<u32>> {
    let (section, title) = name.strip_suffix(".java")?.split_once('-')?;
    let is_title = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let numbers: Option<Vec<u32>> = section
        .split('.')
        .map(|number| number.parse().ok())
        .collect();
    (!title.is_empty() && title.chars().all(is_title)).then_some(numbers)?
}

/// The rows of the table, each section, title and the fixtures.
fn rows(table: &str) -> Vec<[String; 3]> {
    let rows = table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| section"));
    let cells = rows.map(|row| {
        row.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect::<Vec<_>>()
    });
    cells
        .map(|cells| cells.try_into().expect("three cells"))
        .collect()
}

#[test]
fn names_begin_with_the_section() {
    let wrong: Vec<String> = names()
        .into_iter()
        .filter(|name| section(name).is_none())
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
    for name in [
        "15-A.java",
        "x-a.java",
        "15.-a.java",
        "15.java",
        "15-a.jav",
        "15-.java",
    ] {
        assert_eq!(section(name), None, "{name}");
    }
    assert_eq!(section("15.12.4-method-call.java"), Some(vec![15, 12, 4]));
}

#[test]
fn the_table_lists_every_fixture_under_its_section() {
    let table = std::fs::read_to_string(folder().join("README.md")).expect("the table");
    let listed: Vec<(String, String)> = rows(&table)
        .into_iter()
        .flat_map(|[section, _, fixtures]| {
            let names = fixtures
                .split(' ')
                .filter(|name| !name.is_empty())
                .map(|name| name.trim_matches('`').to_owned());
            names
                .map(|name| (section.clone(), name))
                .collect::<Vec<_>>()
        })
        .collect();
    let fixtures = names().into_iter().map(|name| {
        let (section, title) = name.split_once('-').expect("a section");
        (
            section.to_owned(),
            title.trim_end_matches(".java").to_owned(),
        )
    });
    assert_eq!(listed, fixtures.collect::<Vec<_>>());
}
