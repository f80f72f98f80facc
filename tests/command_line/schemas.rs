//! JSON on stdout meets the schemas that ship, and the schemas refuse what they should.

use serde_json::{Value, json};

use super::{changed, sessions, uncertain};

const SUMMARY: &str = include_str!("../../docs/schemas/summary.schema.json");
const FINDINGS: &str = include_str!("../../docs/schemas/findings.schema.json");
const PLAN: &str = include_str!("../../instrument/plan/schema/plan.schema.json");

#[track_caller]
fn meets(schema: &str, text: &str) -> Value {
    let value: Value = serde_json::from_str(text).expect("JSON");
    let faults: Vec<String> = validator(schema)
        .iter_errors(&value)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
    value
}

fn validator(schema: &str) -> jsonschema::Validator {
    jsonschema::validator_for(&serde_json::from_str(schema).expect("the schema is JSON"))
        .expect("a schema")
}

/// Each edit makes a value that the schema refuses.
fn refuses(schema: &str, value: &Value, edits: &[(&str, Value)]) {
    for (pointer, wrong) in edits {
        let mut edited = value.clone();
        *edited
            .pointer_mut(pointer)
            .unwrap_or_else(|| panic!("there is no {pointer}")) = wrong.clone();
        assert!(
            !validator(schema).is_valid(&edited),
            "{pointer} may be {wrong}"
        );
    }
}

#[test]
fn summary_of_an_analysis_meets_its_schema() {
    let project = sessions();
    changed(
        &project,
        "src/app/Main.java",
        "session.open();",
        "if (args.length > 0) session.open(); missing();",
    );
    let run = project
        .residua("analyze --source src --property session.yaml --format json")
        .succeeds();
    let summary = meets(SUMMARY, &run.stdout);
    assert!(
        summary["diagnostics"]
            .as_array()
            .is_some_and(|found| !found.is_empty()),
        "{summary:#}"
    );
    let edits = [
        ("/properties/0/verdict", json!("perhaps")),
        ("/properties/0/generators/kept", json!(-1)),
        ("/diagnostics/0/severity", json!("fatal")),
        ("/diagnostics/0/span", json!({ "line": 1 })),
        ("/written", json!(3)),
        ("/tool", json!({ "name": "residua" })),
    ];
    refuses(SUMMARY, &summary, &edits);
}

#[test]
fn findings_about_properties_meet_their_schema() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "live -> fresh: close",
        "live -> gone: close",
    );
    let findings = meets(
        FINDINGS,
        &project.residua("check session.yaml --format json").stdout,
    );
    let edits = [
        ("/diagnostics/0/code", json!(7)),
        ("/diagnostics/0/help", json!([])),
        ("/diagnostics", json!({})),
    ];
    refuses(FINDINGS, &findings, &edits);
}

#[test]
fn plan_of_an_analysis_meets_its_schema() {
    let project = uncertain();
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    let plan = meets(PLAN, &project.read("residua-out/plan.json"));
    refuses(
        PLAN,
        &plan,
        &[
            ("/schema", json!("residua-plan/2")),
            ("/generators/0/decision", json!("perhaps")),
        ],
    );
}

#[test]
fn schemas_are_printed_for_editors_and_catalogues() {
    let project = sessions();
    let property = |arguments: &str| project.residua(arguments).succeeds().stdout;
    let newest = property("schema property");
    let older = property("schema property --draft-07");
    let file = |text: &str| serde_saphyr::from_str::<Value>(text).expect("YAML");
    let right = file(&project.read("session.yaml"));
    let typo = file(&project.read("session.yaml").replace("states:", "sttaes:"));
    for schema in [&newest, &older] {
        let validator = validator(schema);
        assert!(validator.is_valid(&right), "{schema}");
        assert!(!validator.is_valid(&typo));
    }
    let older: Value = serde_json::from_str(&older).expect("JSON");
    assert_eq!(older["$schema"], "http://json-schema.org/draft-07/schema#");
    assert!(!older.to_string().contains("$defs"), "{older}");
    // A description stays beside what it describes.
    assert!(older["properties"]["imports"]["description"].is_string());

    let same = [("plan", PLAN), ("summary", SUMMARY), ("findings", FINDINGS)];
    for (name, text) in same {
        assert_eq!(property(&format!("schema {name}")), text);
    }
    project.residua("schema plans").fails_with(2, &["plan"]);
}
