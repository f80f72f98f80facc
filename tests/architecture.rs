//! The rule of ARCHITECTURE.md for imports between crates, and a check that there is no other
//! arrow.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// The wings of the house in the order in which data flows, each with its crates in the order in
/// which they build on each other. Tests of a crate may import more: the rule leaves
/// dev-dependencies out.
const WINGS: [(&str, &[&str]); 10] = [
    ("foundations", &["text", "java-types", "java-syntax"]),
    ("properties", &["logics", "date", "languages", "reference"]),
    ("plans", &["plan"]),
    ("programs", &["ir", "java-attribute", "java-lower"]),
    ("decisions", &["java-patterns", "points-to", "analyzer"]),
    ("class files", &["jvm", "java-bytecode", "java-compiled"]),
    ("predictions", &["predict"]),
    ("instruments", &["instrument", "recording"]),
    ("debuggers", &["jdwp"]),
    ("workers", &["cluster"]),
];

/// The crates that other wings may import: the values that pass between wings, and what several
/// wings must understand alike.
const WAISTS: [&str; 11] = [
    "text",
    "logics",
    "java-types",
    "java-syntax",
    "date",
    "plan",
    "ir",
    "java-lower",
    "java-patterns",
    "jvm",
    "predict",
];

/// The programs that use the wings. They may import every crate of a wing; other users import none
/// of them but the case study.
const USERS: [&str; 8] = [
    "case-study",
    "residua",
    "random-programs",
    "planted-faults",
    "corpus",
    "overhead",
    "projects",
    "release",
];

/// The crate of what tests share. Every crate may import it, and it imports none.
const FOR_TESTS: &str = "test-support";

/// For each crate of the workspace those of the workspace that it imports.
type Arrows = BTreeMap<String, BTreeSet<String>>;

#[test]
fn crates_import_only_what_the_architecture_allows() {
    assert_eq!(violations(&arrows(&metadata())), Vec::<String>::new());
}

#[test]
fn arrow_that_is_not_allowed_is_found() {
    let mut arrows = arrows(&metadata());
    arrows
        .get_mut("date")
        .expect("the crate `date`")
        .insert("jvm".to_owned());
    assert_eq!(violations(&arrows), ["`date` must not import `jvm`"]);
}

#[test]
fn crate_that_the_architecture_does_not_know_is_found() {
    let arrows = Arrows::from([("extra".to_owned(), BTreeSet::new())]);
    assert_eq!(
        violations(&arrows),
        ["the architecture has no crate `extra`"]
    );
}

/// A crate imports crates before it in its own wing, and the waists of the wings before its own.
fn violations(arrows: &Arrows) -> Vec<String> {
    let mut found = Vec::new();
    for (importer, imported) in arrows {
        if importer == FOR_TESTS && imported.is_empty() {
            continue;
        }
        if place(importer).is_none() && !USERS.contains(&importer.as_str()) {
            found.push(format!("the architecture has no crate `{importer}`"));
            continue;
        }
        let forbidden = imported
            .iter()
            .filter(|imported| !may_import(importer, imported));
        found
            .extend(forbidden.map(|imported| format!("`{importer}` must not import `{imported}`")));
    }
    found
}

fn may_import(importer: &str, imported: &str) -> bool {
    if imported == FOR_TESTS {
        return true;
    }
    let Some((wing, position)) = place(imported) else {
        return imported == "case-study" && USERS.contains(&importer);
    };
    match place(importer) {
        None => true,
        Some((own, before)) => {
            own == wing && position < before || wing < own && WAISTS.contains(&imported)
        }
    }
}

/// The numbers of a crate's wing and of the crate in it; `None` for users.
fn place(name: &str) -> Option<(usize, usize)> {
    let within = |(wing, (_, crates)): (usize, &(&str, &[&str]))| {
        let position = crates.iter().position(|&known| known == name)?;
        Some((wing, position))
    };
    WINGS.iter().enumerate().find_map(within)
}

fn metadata() -> Value {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let arguments = [
        "metadata",
        "--format-version",
        "1",
        "--no-deps",
        "--offline",
        "--manifest-path",
        manifest,
    ];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("cargo prints JSON")
}

fn arrows(metadata: &Value) -> Arrows {
    let packages = metadata["packages"].as_array().expect("packages");
    let name = |value: &Value| value["name"].as_str().expect("a name").to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let imports = |package: &Value| {
        let dependencies = package["dependencies"]
            .as_array()
            .expect("dependencies")
            .iter();
        dependencies
            .filter(|d| d["kind"] != "dev")
            .map(name)
            .filter(|imported| ours.contains(imported))
            .collect()
    };
    packages
        .iter()
        .map(|package| (name(package), imports(package)))
        .collect()
}
