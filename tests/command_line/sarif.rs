//! `--format sarif`, held against the schema of the standard.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{changed, sessions, uncertain};

const ANALYZE: &str = "analyze --source src --property session.yaml --format sarif";

/// The schema of the standard, with the bracket removed that makes one of its patterns none.
fn schema() -> jsonschema::Validator {
    let text = include_str!("../schemas/sarif-schema-2.1.0.json");
    let mended = text.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}?$");
    assert_ne!(text, mended, "the schema has been mended by its authors");
    let schema: Value = serde_json::from_str(&mended).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is a schema")
}

/// The results of a document that meets the schema.
#[track_caller]
fn results(text: &str) -> Vec<Value> {
    let log: Value = serde_json::from_str(text).expect("SARIF is JSON");
    let schema = schema();
    let faults: Vec<String> = schema
        .iter_errors(&log)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
    log["runs"][0]["results"]
        .as_array()
        .expect("results")
        .clone()
}

/// The results about a property, of one kind.
fn of_code<'a>(results: &'a [Value], code: &str) -> Vec<&'a Value> {
    let is_code = |result: &&Value| result["properties"]["code"] == code;
    let found: Vec<&Value> = results.iter().filter(is_code).collect();
    for result in &found {
        assert_eq!(result["ruleId"], "property/lifecycle");
    }
    found
}

fn of_rule<'a>(results: &'a [Value], rule: &str) -> Vec<&'a Value> {
    results
        .iter()
        .filter(|result| result["ruleId"] == rule)
        .collect()
}

#[test]
fn violation_in_every_execution_is_an_error_at_the_property() {
    let project = sessions();
    changed(&project, "src/app/Main.java", "session.open();", "");
    let run = project.residua(ANALYZE);
    assert_eq!(run.status, 1);
    let results = results(&run.stdout);
    let [violated] = of_code(&results, "violated")
        .try_into()
        .expect("one violation");
    assert_eq!(
        (&violated["level"], &violated["rank"]),
        (&"error".into(), &100.0.into())
    );
    let place = &violated["locations"][0]["physicalLocation"];
    assert_eq!(
        (
            &place["artifactLocation"]["uri"],
            &place["region"]["startLine"]
        ),
        (&"session.yaml".into(), &9.into())
    );
}

#[test]
fn certain_violation_has_the_severity_of_its_property() {
    for severity in ["warning", "note"] {
        let project = sessions();
        changed(&project, "src/app/Main.java", "session.open();", "");
        changed(
            &project,
            "session.yaml",
            "      lifecycle:",
            &format!("      lifecycle:\n        severity: {severity}"),
        );
        let results = results(&project.residua(ANALYZE).stdout);
        let [violated] = of_code(&results, "violated")
            .try_into()
            .expect("one violation");
        assert_eq!(violated["level"], severity);
    }
}

#[test]
fn place_where_a_report_may_be_made_is_a_note_with_the_way_there() {
    let results = results(&uncertain().residua(ANALYZE).succeeds().stdout);
    let [possible] = of_code(&results, "possible-violation")
        .try_into()
        .expect("one place");
    assert_eq!(possible["level"], "note");
    let place = &possible["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/app/Main.java");
    assert_eq!(place["region"]["startLine"], 7);
    let flow = possible["codeFlows"][0]["threadFlows"][0]["locations"]
        .as_array()
        .expect("a way");
    let told = flow.iter().map(|step| {
        step["location"]["message"]["text"]
            .as_str()
            .expect("a text")
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        ["`send` leads from `fresh` to `early`"]
    );
}

/// `session.send(1)` in line 7 of the example.
#[test]
fn result_covers_the_name_of_the_called_method() {
    let results = results(&uncertain().residua(ANALYZE).succeeds().stdout);
    let [possible] = of_code(&results, "possible-violation")
        .try_into()
        .expect("one place");
    let place = &possible["locations"][0]["physicalLocation"];
    let region = &place["region"];
    let line = uncertain().read("src/app/Main.java");
    let line = line.lines().nth(6).expect("line 7");
    let start = line.find("send").expect("the call") + 1;
    assert_eq!(
        (&region["startColumn"], &region["endColumn"]),
        (&start.into(), &(start + "send".len()).into())
    );
    assert_eq!(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
}

#[test]
fn rule_of_a_property_has_its_words_and_its_severity() {
    let project = uncertain();
    let words = "      lifecycle:\n        severity: warning\n        message: open the session before you send\n        help: Call `open` first.";
    changed(&project, "session.yaml", "      lifecycle:", words);
    let text = project.residua(ANALYZE).succeeds().stdout;
    let results = results(&text);
    let [possible] = of_code(&results, "possible-violation")
        .try_into()
        .expect("one place");
    let message = possible["message"]["text"].as_str().expect("a text");
    assert!(
        message.ends_with(": open the session before you send"),
        "{message}"
    );
    let log: Value = serde_json::from_str(&text).expect("SARIF is JSON");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array();
    let rule = rules
        .into_iter()
        .flatten()
        .find(|rule| rule["id"] == "property/lifecycle")
        .expect("a rule");
    let words = ["shortDescription", "help"].map(|key| &rule[key]["text"]);
    assert_eq!(
        words,
        ["open the session before you send", "Call `open` first."]
    );
    assert_eq!(rule["defaultConfiguration"]["level"], "warning");
}

/// Two calls of one method with one text: their findings differ in their number.
#[test]
fn findings_that_say_the_same_have_fingerprints_of_their_own() {
    let project = uncertain();
    let twice = "if (args.length > 1) try { Class.forName(args[0]).newInstance(); } catch (Exception e) { }\n        if (args.length > 1) try { Class.forName(args[0]).newInstance(); } catch (Exception e) { }\n        session.send(1);";
    changed(&project, "src/app/Main.java", "session.send(1);", twice);
    let results = results(&project.residua(ANALYZE).succeeds().stdout);
    let fingerprints = results.iter().map(|result| {
        let fingerprint = &result["partialFingerprints"]["residua/v1"];
        fingerprint.as_str().expect("a fingerprint").to_owned()
    });
    let distinct: BTreeSet<String> = fingerprints.collect();
    assert!(distinct.len() > 1 && distinct.len() == results.len());
}

#[test]
fn ways_in_the_order_of_the_program_rank_before_others() {
    let project = uncertain();
    let threads = "package app;\n\npublic class Shared {\n    static Session held = new Session();\n    static { new Thread(() -> held.send(1)).start(); }\n    static void touch() { held.open(); }\n}\n";
    project.write("src/app/Shared.java", threads.as_bytes());
    changed(
        &project,
        "src/app/Main.java",
        "session.close();",
        "session.close();\n        Shared.touch();",
    );
    let results = results(&project.residua(ANALYZE).succeeds().stdout);
    let possible = of_code(&results, "possible-violation");
    let ranks: Vec<f64> = possible
        .iter()
        .map(|result| result["rank"].as_f64().expect("a rank"))
        .collect();
    assert!(
        ranks.len() > 1 && ranks.is_sorted_by(|one, other| one >= other),
        "{ranks:?}"
    );
    assert!(
        ranks[0] > 50.0 && ranks[ranks.len() - 1] < 50.0,
        "{ranks:?}"
    );
}

#[test]
fn what_could_not_be_followed_is_a_warning_at_its_place() {
    let project = uncertain();
    let reflective = "if (args.length > 1) try { Class.forName(args[0]).newInstance(); } catch (Exception e) { }\n        session.send(1);";
    changed(
        &project,
        "src/app/Main.java",
        "session.send(1);",
        reflective,
    );
    let results = results(&project.residua(ANALYZE).succeeds().stdout);
    let opened = of_rule(&results, "open-class");
    assert!(!opened.is_empty(), "{results:#?}");
    for result in opened {
        assert_eq!(result["level"], "warning");
        assert_eq!(
            result["locations"][0]["physicalLocation"]["region"]["startLine"], 7,
            "{result:#}"
        );
    }
}

#[test]
fn fingerprints_stay_when_lines_move() {
    let project = uncertain();
    let fingerprint = || {
        let results = results(&project.residua(ANALYZE).succeeds().stdout);
        let [possible] = of_code(&results, "possible-violation")
            .try_into()
            .expect("one place");
        (
            possible["partialFingerprints"].clone(),
            possible["locations"].clone(),
        )
    };
    let (before, place) = fingerprint();
    changed(
        &project,
        "src/app/Main.java",
        "package app;",
        "package app;\n\n",
    );
    let (after, moved) = fingerprint();
    assert_ne!(place, moved);
    assert_eq!(before, after);
    assert!(before["residua/v1"].is_string(), "{before}");
}

#[test]
fn findings_about_property_files_meet_the_schema() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "live -> fresh: close",
        "live -> gone: close",
    );
    let text = project.residua("check session.yaml --format sarif").stdout;
    let results = results(&text);
    assert_eq!(results[0]["level"], "error", "{results:#?}");
    let log: Value = serde_json::from_str(&text).expect("SARIF is JSON");
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!(
        (&rule["id"], &rule["name"]),
        (&"unknown-state".into(), &"UnknownState".into())
    );
    assert!(rule["help"]["text"].is_string(), "{rule:#}");
}
