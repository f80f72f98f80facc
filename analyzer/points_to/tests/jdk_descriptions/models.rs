//! The reader of models, and the built-in file against the classes of the JDK.

use std::sync::Arc;

use java_types::hierarchy::Hierarchy;
use jvm::classpath::ClassPath;
use points_to::models::Models;

fn errors(text: &str) -> Vec<(u32, String, String)> {
    let errors = Models::read(text, "m.yaml").err().unwrap_or_default();
    errors
        .into_iter()
        .map(|e| (e.span.line, e.code, e.message))
        .collect()
}

fn in_kind(statement: &str) -> String {
    format!(
        "version: 1\nkinds:\n  list:\n    classes: [java.util.ArrayList]\n    methods:\n      \"f(A,B)\":\n        - \"{statement}\"\n"
    )
}

#[test]
fn built_in_models_fit_the_jdk() {
    let jdk = jvm::jdk::Jdk::from_environment().expect("a JDK");
    let path = ClassPath::open(&[], &jdk).expect("a class path");
    let findings = Models::jdk().check(&Hierarchy::new([], Arc::new(path)));
    assert!(findings.is_empty(), "{findings:#?}");
}

#[test]
fn statements_print_as_they_are_read() {
    for text in [
        "1 -> this.elements",
        "result = new list",
        "result = the list",
        "this.keys -> result.values",
        "later 1.run()",
        "(java.util.List) 1.iterator() -> x",
        "later (java.util.Map$Entry) this.elements.getKey()",
        "1.compare(this.elements, _) -> x",
        "library -> result",
        "1 -> escaped",
        "1.*(escaped) -> x",
    ] {
        let models = Models::read(&in_kind(text), "m.yaml")
            .unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let all = models.all();
        let shown: Vec<String> = all[0]
            .model
            .statements
            .iter()
            .map(|s| models.show(all[0].model, s))
            .collect();
        assert_eq!(shown, [text]);
    }
}

#[test]
fn new_objects_get_what_they_keep() {
    let made = |statements: &str| {
        let text = format!(
            "version: 1\nkinds:\n  box:\n    type: java.util.List\n    keeps: [target]\n  lid:\n    type: java.util.List\n    extends: [box]\nstatics:\n  java.util.Collections:\n    \"f(List)\": [{statements}]\n"
        );
        errors(&text)
            .into_iter()
            .map(|(_, code, message)| format!("{code}: {message}"))
            .collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    assert_eq!(made("\"result = new box\", \"1 -> result.target\""), none);
    assert_eq!(
        made("\"result = fresh lid\", \"1.subList(_, _) -> result.target\""),
        none
    );
    assert_eq!(
        made("\"result = new lid\", \"1 -> result.elements\""),
        ["unfilled-part: nothing arrives in the part `target` that a new `lid` keeps"]
    );
    let unknown = "version: 1\nkinds:\n  box:\n    type: java.util.List\n    keeps: [targt]\n";
    assert_eq!(errors(unknown)[0].1, "unknown-part");
}

#[test]
fn wrong_statements_are_refused_with_their_place() {
    for (text, code) in [
        ("1 => 2", "model-syntax"),
        ("3 -> this.elements", "no-such-argument"),
        ("0 -> this.elements", "no-such-argument"),
        ("1 -> this.element", "unknown-part"),
        ("result = new lst", "unknown-kind"),
        ("result = list", "model-syntax"),
        ("this = new list", "model-syntax"),
        ("1 -> 2", "model-syntax"),
        ("1 -> library", "model-syntax"),
        ("1.run", "model-syntax"),
        ("run()", "model-syntax"),
        ("1.run() and more", "model-syntax"),
        ("1.run(", "model-syntax"),
        ("x -> this.elements", "undefined-local"),
    ] {
        let errors = errors(&in_kind(text));
        let line = if code == "undefined-local" { 6 } else { 7 };
        assert!(
            errors.iter().any(|e| e.0 == line && e.1 == code),
            "{text}: {errors:?}"
        );
    }
}

#[test]
fn claimed_types_are_looked_for() {
    let models = Models::read(&in_kind("(java.util.Lst) 1.size()"), "m.yaml").expect("models");
    let jdk = jvm::jdk::Jdk::from_environment().expect("a JDK");
    let path = ClassPath::open(&[], &jdk).expect("a class path");
    let findings = models.check(&Hierarchy::new([], Arc::new(path)));
    assert!(
        findings
            .iter()
            .any(|found| found.message == "there is no class `java.util.Lst`"),
        "{findings:#?}"
    );
}

#[test]
fn nearest_names_are_offered() {
    let errors = Models::read(&in_kind("result = new lst"), "m.yaml")
        .err()
        .unwrap_or_default();
    assert_eq!(errors[0].help.as_deref(), Some("did you mean `list`?"));
    assert!(
        errors[0]
            .source_line
            .as_ref()
            .is_some_and(|line| line.contains("new lst"))
    );
}
