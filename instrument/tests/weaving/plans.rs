//! Plans as text: what is written is read again, the shipped schema describes it, and errors say
//! where.

use crate::support;
use crate::support::Row;
use plan::{
    Freshness, Generator, Plan, PlanError, Removal, SourcePlace, Witness, WitnessStep, parse, read,
    render, write,
};
use serde_json::Value;

const FIXTURE: &str = "
//- p.yaml
foreach:
  - parameters: [Object o]
    variables: [double ratio = 0.1 + 0.2]
    events:
      go: call Main.go(Object o)
      stop: {on: call Main.stop(Object o), filter: o != null}
    properties:
      P:
        states: {a: initial, b: bad}
        transitions:
          - a -> b: go
            when: ratio > 0.30000000000000004 && ratio < 1e300
            do: ratio++;
//- Main.java
public class Main {
    static void go(Object o) {}
    static void stop(Object o) {}
    public static void main(String[] args) { go(args); }
}
";

fn plan() -> Plan {
    let mut fixture = support::Fixture::new(FIXTURE, &[]);
    let row = Row {
        property: "P",
        event: "go",
        enclosing: "main([Ljava/lang/String;)V",
        callee: "Main.go(Ljava/lang/Object;)V",
        line: 4,
        ordinal: 0,
    };
    let step = WitnessStep {
        place: Some(SourcePlace {
            file: "Main.java".to_owned(),
            line: 4,
            column: 1,
        }),
        event: "go".to_owned(),
        from: "a".to_owned(),
        to: "b".to_owned(),
    };
    let witness = Witness {
        ordered: true,
        subject: "the Object".to_owned(),
        disorder: None,
        steps: vec![0],
        left_out: Vec::new(),
    };
    let kept = Generator {
        witness: Some(witness),
        ..row.keep(1)
    };
    fixture.plan.generators = vec![row.silence(0), kept];
    fixture.plan.witness_steps = vec![step];
    fixture.plan
}

fn message(error: &PlanError) -> String {
    error.to_string()
}

#[test]
fn a_plan_is_read_as_it_was_written_and_written_alike_each_time() {
    let plan = plan();
    let text = render(&plan).unwrap();
    assert_eq!(parse(&text, "plan.json").unwrap(), plan);
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("plan.json");
    write(&plan, &path).unwrap();
    assert_eq!(read(&path).unwrap(), plan);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn the_shipped_schema_accepts_plans_and_refuses_what_reading_refuses() {
    let schema: Value =
        serde_json::from_str(include_str!("../../plan/schema/plan.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let good: Value = serde_json::from_str(&render(&plan()).unwrap()).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&good)
        .map(|e| e.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");

    let damages: [fn(&mut Value); 8] = [
        |plan| plan["schema"] = "residua-plan/2".into(),
        |plan| plan["generators"][0]["by"] = Value::Null,
        |plan| plan["generators"][1]["decision"] = "skip".into(),
        |plan| plan["sources"][0]["size"] = 3.into(),
        |plan| drop(plan.as_object_mut().unwrap().remove("models")),
        |plan| plan["generators"][1]["group"] = 1.into(),
        |plan| plan["generators"][0]["witness"] = plan["generators"][1]["witness"].clone(),
        |plan| plan["generators"][1]["witness"]["steps"] = Value::Array(Vec::new()),
    ];
    for (number, damage) in damages.iter().enumerate() {
        let mut bad = good.clone();
        damage(&mut bad);
        assert!(!validator.is_valid(&bad), "schema takes damage {number}");
        assert!(
            parse(&bad.to_string(), "plan.json").is_err(),
            "reading takes damage {number}"
        );
    }
}

#[test]
fn a_syntax_error_is_told_with_file_line_and_column() {
    let text = render(&plan())
        .unwrap()
        .replacen("\"assumptions\": []", "\"assumptions\": [", 1);
    let error = parse(&text, "out/plan.json").unwrap_err();
    let PlanError::Malformed(diagnostic) = error else {
        panic!("{error}")
    };
    let span = diagnostic.span;
    assert_eq!(
        (diagnostic.file.as_str(), span.line, span.column),
        ("out/plan.json", 7, 19),
        "{diagnostic:?}"
    );
}

#[test]
fn another_schema_is_called_one() {
    let text = render(&plan())
        .unwrap()
        .replace("residua-plan/1", "residua-plan/7");
    let error = message(&parse(&text, "plan.json").unwrap_err());
    assert!(
        error.starts_with("plan.json:2:") && error.contains("residua-plan/7"),
        "{error}"
    );
}

#[test]
fn contradictions_are_told_with_the_nearest_name() {
    let mut unknown = plan();
    unknown.generators[0].property = "p".to_owned();
    let text = render(&unknown).unwrap();
    let PlanError::Malformed(diagnostic) = parse(&text, "plan.json").unwrap_err() else {
        panic!()
    };
    assert!(
        diagnostic
            .message
            .contains("no property of the plan is called `p`")
    );
    assert!(diagnostic.help.as_deref().unwrap().contains("`P`"));

    let mut twice = plan();
    twice.generators[1].id = "g0".to_owned();
    assert!(parse(&render(&twice).unwrap(), "plan.json").is_err());
}

#[test]
fn witnesses_that_are_no_way_through_the_residual_are_errors() {
    let told = |change: fn(&mut Plan)| {
        let mut plan = plan();
        change(&mut plan);
        parse(&render(&plan).unwrap(), "plan.json").map_err(|error| message(&error))
    };
    assert!(told(|_| {}).is_ok());
    let wrong: [fn(&mut Plan); 4] = [
        |plan| plan.witness_steps[0].to = "a".to_owned(),
        |plan| plan.properties[0].transitions[0].removed_by = Some(Removal::Residual0),
        |plan| plan.generators[1].witness.as_mut().unwrap().steps.push(0),
        |plan| plan.witness_steps.clear(),
    ];
    for change in wrong {
        let error = told(change).unwrap_err();
        assert!(
            error.contains("no way through transitions that remain"),
            "{error}"
        );
    }
}

#[test]
fn unknown_step_is_an_error_at_its_place() {
    let mut plan = plan();
    plan.properties[0].transitions[0].removed_by = Some(Removal::Residual2);
    let text = render(&plan).unwrap().replace(
        r#""removed_by": "residual2""#,
        r#""removed_by": "residual3""#,
    );
    let error = parse(&text, "plan.json").map_err(|error| message(&error));
    assert!(error.unwrap_err().contains("unknown variant `residual3`"));
}

#[test]
fn ids_out_of_range_are_errors_and_not_panics() {
    let text = render(&plan()).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    let mut paths = vec![];
    collect_ids(&value, &mut String::new(), &mut paths);
    assert!(paths.len() > 8, "{paths:?}");
    for path in paths {
        let place = value.pointer_mut(&path).unwrap();
        let old = std::mem::replace(place, 99.into());
        assert!(parse(&value.to_string(), "plan.json").is_err(), "{path}");
        *value.pointer_mut(&path).unwrap() = old;
    }
}

/// JSON pointers to all ids of states, events and contexts in models.
fn collect_ids(value: &Value, path: &mut String, found: &mut Vec<String>) {
    const IDS: [&str; 6] = ["initial", "from", "to", "event", "context", "parent"];
    let children: Vec<(String, &Value)> = match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), value))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(i, value)| (i.to_string(), value))
            .collect(),
        _ => return,
    };
    for (key, child) in children {
        let length = path.len();
        path.push('/');
        path.push_str(&key);
        let is_id = path.starts_with("/models")
            && (IDS.contains(&key.as_str()) || path.contains("/alphabet/"));
        if is_id && child.is_u64() {
            found.push(path.clone());
        }
        collect_ids(child, path, found);
        path.truncate(length);
    }
}

#[test]
fn changed_and_missing_files_are_told_apart() {
    let fixture = support::Fixture::new(FIXTURE, &[]);
    let fresh = || Freshness::of(&fixture.plan, fixture.folder.path());
    assert_eq!(fresh(), Freshness::default());
    std::fs::write(fixture.path("properties/p.yaml"), "events: {}").unwrap();
    std::fs::remove_file(fixture.path("src/Main.java")).unwrap();
    assert_eq!(fresh().changed, ["properties/p.yaml"]);
    assert_eq!(fresh().missing, ["src/Main.java"]);
    let error = fixture.weave_error();
    assert!(error.to_string().contains("properties/p.yaml"), "{error}");
}
