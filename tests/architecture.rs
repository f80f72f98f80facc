//! The arrows between the crates are those of ARCHITECTURE.md and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// For each crate those that it may import. Tests of a crate may import more: dev-dependencies are not looked at.
const ALLOWED: [(&str, &[&str]); 20] = [
    ("text", &[]),
    ("date", &["text"]),
    ("jvm", &[]),
    ("ir", &["text", "jvm"]),
    ("java-syntax", &["text"]),
    ("java-attribute", &["text", "jvm", "ir", "java-syntax"]),
    ("java-lower", &["text", "jvm", "ir", "java-syntax", "java-attribute"]),
    ("java-patterns", &["text", "date", "jvm"]),
    ("java-compiled", &["ir", "jvm"]),
    ("points-to", &["text", "jvm", "ir"]),
    ("plan", &["text", "date"]),
    ("analyzer", &["text", "date", "jvm", "ir", "java-patterns", "points-to", "plan"]),
    ("instrument", &["text", "date", "jvm", "java-patterns", "plan"]),
    (
        "case-study",
        &[
            "date",
            "jvm",
            "ir",
            "points-to",
            "java-syntax",
            "java-attribute",
            "java-lower",
            "analyzer",
            "plan",
            "instrument",
        ],
    ),
    ("random-programs", &["text", "date", "jvm", "ir", "java-lower", "java-patterns", "analyzer"]),
    ("planted-faults", &[]),
    ("projects", &["jvm"]),
    ("overhead", &["date", "jvm", "java-lower", "analyzer", "plan", "instrument", "case-study"]),
    ("corpus", &["date", "ir", "jvm", "java-lower", "java-compiled", "points-to", "analyzer", "plan", "instrument"]),
    (
        "residua",
        &[
            "text",
            "date",
            "jvm",
            "ir",
            "points-to",
            "java-syntax",
            "java-attribute",
            "java-lower",
            "java-compiled",
            "analyzer",
            "plan",
            "instrument",
            "case-study",
        ],
    ),
];

/// For each crate of the workspace those of the workspace that it imports.
type Arrows = BTreeMap<String, BTreeSet<String>>;

#[test]
fn crates_import_only_what_the_architecture_allows() {
    assert_eq!(violations(&arrows(&metadata())), Vec::<String>::new());
}

#[test]
fn arrow_that_is_not_allowed_is_found() {
    let mut arrows = arrows(&metadata());
    arrows.get_mut("date").expect("the crate `date`").insert("jvm".to_owned());
    assert_eq!(violations(&arrows), ["`date` must not import `jvm`"]);
}

#[test]
fn crate_that_the_architecture_does_not_know_is_found() {
    let arrows = Arrows::from([("extra".to_owned(), BTreeSet::new())]);
    assert_eq!(violations(&arrows), ["the architecture has no crate `extra`"]);
}

fn violations(arrows: &Arrows) -> Vec<String> {
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.into_iter().collect();
    let mut found = Vec::new();
    for (importer, imported) in arrows {
        let Some(allowed) = allowed.get(importer.as_str()) else {
            found.push(format!("the architecture has no crate `{importer}`"));
            continue;
        };
        let forbidden = imported.iter().filter(|name| !allowed.contains(&name.as_str()));
        found.extend(forbidden.map(|name| format!("`{importer}` must not import `{name}`")));
    }
    found
}

fn metadata() -> Value {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let arguments = ["metadata", "--format-version", "1", "--no-deps", "--offline", "--manifest-path", manifest];
    let output = Command::new(env!("CARGO")).args(arguments).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo prints JSON")
}

fn arrows(metadata: &Value) -> Arrows {
    let packages = metadata["packages"].as_array().expect("packages");
    let name = |value: &Value| value["name"].as_str().expect("a name").to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let imports = |package: &Value| {
        let dependencies = package["dependencies"].as_array().expect("dependencies").iter();
        dependencies.filter(|d| d["kind"] != "dev").map(name).filter(|imported| ours.contains(imported)).collect()
    };
    packages.iter().map(|package| (name(package), imports(package))).collect()
}
