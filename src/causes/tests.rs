//! Grouping of what keeps calls monitored.

use serde_json::{Value, json};

use super::*;

/// A plan with kept calls in the classes `app.A`, `app.A` and `app.B`, of methods of `app.Session`.
fn plan(assumptions: Vec<Value>) -> Plan {
    let generator = |id: usize, class: &str, decision: &str| {
        json!({
            "id": format!("g{id}"), "property": "lifecycle", "event": "send", "file": "app/A.java", "line": 1, "column": 1,
            "class": class, "enclosing": "run()V", "callee": "app.Session.send()V", "ordinal": 0, "kind": "call",
            "when": "before", "decision": decision, "by": null, "why": "it may take part in a report",
        })
    };
    let plan = json!({
        "schema": "residua-plan/1", "tool": { "name": "residua", "version": "0" }, "assumptions": assumptions,
        "sources": [], "properties": [], "totals": {}, "models": [],
        "generators": [
            generator(0, "app.A", "keep"), generator(1, "app.A", "keep"), generator(2, "app.B", "keep"),
            generator(3, "app.B", "silence"),
        ],
    });
    serde_json::from_value(plan).expect("a plan")
}

fn opening(sort: &str, name: &str, class: &str, line: u32) -> Value {
    json!({
        "id": "open-class", "text": "it is open", "file": "app/A.java", "line": line,
        "cause": { "sort": sort, "name": name, "why": "so it is", "class": class },
    })
}

#[test]
fn annotations_of_a_framework_are_one_thing() {
    let plan = plan(vec![
        opening(
            "annotation",
            "org.springframework.stereotype.Service",
            "app.A",
            3,
        ),
        opening(
            "annotation",
            "org.springframework.web.Controller",
            "app.A",
            4,
        ),
        opening("annotation", "jakarta.persistence.Entity", "app.B", 5),
    ]);
    let causes = causes(&plan);
    let told: Vec<(&str, u64)> = causes.iter().map(|one| (&*one.what, one.calls)).collect();
    assert_eq!(
        told,
        [
            ("Spring may use 1 class by `@Service`, `@Controller`", 2),
            ("JPA may use 1 class by `@Entity`", 1),
        ]
    );
    let places: Vec<String> = causes[0].places.iter().map(Place::to_string).collect();
    assert_eq!(places, ["app/A.java:3", "app/A.java:4"]);
}

#[test]
fn calls_of_methods_of_an_open_class_are_concerned() {
    let plan = plan(vec![opening("text", "", "app.Session", 3)]);
    assert_eq!(causes(&plan)[0].calls, 3);
}

/// A class and all below it are not every class.
#[test]
fn every_class_comes_first_and_concerns_all() {
    let mut everything = opening("unread", "", "app.A", 9);
    everything["cause"] =
        json!({ "sort": "unread", "why": "a file is damaged", "every_class": true });
    let plan = plan(vec![
        opening("made-by-library", "", "app.Session", 3),
        everything,
    ]);
    let causes = causes(&plan);
    assert!(causes[0].every_class && causes[0].calls == 3);
    assert_eq!(
        causes[0].what,
        "a file is damaged, so other code may use every class"
    );
    assert!(!causes[1].every_class && causes[1].what.contains("it may use 1 class"));
}

#[test]
fn missing_types_are_counted_by_package() {
    let missing = |name: &str, calls: u64| {
        json!({
            "id": "missing-type", "text": "it is missing", "file": "app/A.java", "line": 2,
            "cause": { "sort": "missing-type", "name": name, "why": "it is missing", "calls": calls },
        })
    };
    let plan = plan(vec![
        missing("jakarta.mail.Session", 14_000),
        missing("jakarta.mail.Message", 432),
        missing("javax.annotation.Nullable", 0),
    ]);
    let causes = causes(&plan);
    assert_eq!(
        causes[0].what,
        "2 types of `jakarta.mail` are missing, and 14,432 calls cannot be resolved without them"
    );
    assert!(causes[0].remedy.contains("--classpath") && causes[0].matters());
    assert!(!causes[1].matters() && causes[1].what.ends_with("no call depends on it"));
}

/// A type whose package is near those of the sources may be the program's own.
#[test]
fn missing_types_of_the_program_may_use_every_class() {
    let missing = |name: &str| {
        json!({
            "id": "open-class", "text": "it is missing", "file": "app/A.java", "line": 2,
            "cause": { "sort": "missing-type", "name": name, "why": "it is missing", "every_class": true },
        })
    };
    let plan = plan(vec![
        missing("app.grammar.Lexer"),
        missing("app.grammar.Parser"),
    ]);
    let causes = causes(&plan);
    assert_eq!(
        (causes.len(), causes[0].calls, &*causes[0].what),
        (
            1,
            3,
            "2 types of `app.grammar` are missing, and may be the program's own, which may use every class"
        )
    );
    assert_eq!(
        causes[0].concerned_of(3).as_deref(),
        Some("it may be what keeps every monitored call that is kept")
    );
}

#[test]
fn what_is_assumed_of_every_program_is_no_cause() {
    let general = json!({ "id": "null-names-no-instance", "text": "so it is" });
    assert_eq!(causes(&plan(vec![general])), []);
}
