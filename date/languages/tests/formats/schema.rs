//! The schema of YAML property files: it takes what the reader takes, and what it refuses the
//! reader refuses.

use languages::yaml::PROPERTY_SCHEMA;
use serde_json::Value;

use crate::fixtures::{YAML, read};

const MANUAL: &str = include_str!("../../../../docs/properties.md");

fn schema() -> Value {
    serde_json::from_str(PROPERTY_SCHEMA).expect("the schema is JSON")
}

fn findings(text: &str) -> Vec<String> {
    let validator = jsonschema::validator_for(&schema()).expect("the schema is a schema");
    let file: Value =
        serde_saphyr::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    validator
        .iter_errors(&file)
        .map(|error| error.to_string())
        .collect()
}

const PLAIN: &str = r#"
package: app
imports: [app.T]
methods: int one() { return 1; }
variables: [int x = 0, "String y"]
clocks: [idle]
channels: [line]
foreach:
  - parameters: [T t by equals]
    creation: [a]
    events:
      a: call T.a() target t
      b: {on: call T.b(int n) target t, filter: n > 0, where: x = n;}
      c: {any-of: [a, {on: end}, {on: call T.c() target t}]}
      d: timeout idle 30s
    properties:
      p:
        observable: verdict-only
        releases: false
        alphabet: [d]
        states: {q0: initial normal, q1: , q2: accepting, q3: {is: bad, entry: x++;}}
        transitions:
          - {q0 -> q1: a, when: x > 0, do: x = 0;}
          - q1 -> q2: [b, c]
          - q2 -> q3: "*"
"#;

#[test]
fn the_schema_takes_every_fixture_and_what_printing_makes_of_it() {
    for (name, text) in YAML {
        assert_eq!(findings(text), [""; 0], "{name}");
        let printed = languages::yaml::print(&read(name, text).expect("a fixture"));
        assert_eq!(findings(&printed), [""; 0], "{name} printed");
    }
    assert_eq!(findings(PLAIN), [""; 0]);
    read("p.yaml", PLAIN).unwrap_or_else(|findings| panic!("{findings:#?}"));
}

/// Each replacement makes a file that neither the schema nor the reader takes.
#[test]
fn what_the_schema_refuses_the_reader_refuses() {
    let damages = [
        ("q2: accepting", "q2: accepting bad"),
        ("q2: accepting", "q2: bad accepting"),
        ("imports:", "import:"),
        ("imports: [app.T]", "imports: {app: T}"),
        ("clocks: [idle]", "clocks: [idle, 3x]"),
        ("channels: [line]", "channels: [[line]]"),
        ("[int x = 0,", "[x = 0,"),
        ("[int x = 0,", "[{int x: 0},"),
        (
            "  - parameters: [T t by equals]\n    creation",
            "  - creation",
        ),
        ("[T t by equals]", "[t]"),
        ("[T t by equals]", "[T t by value]"),
        ("[T t by equals]", "[]"),
        ("creation: [a]", "create: [a]"),
        ("a: call T.a() target t", "a: invoke T.a() target t"),
        ("a: call T.a() target t", "a: {filter: 'true'}"),
        (
            "{on: call T.b(int n) target t, filter",
            "{on: call T.b(int n) target t, any-of: [a], filter",
        ),
        ("filter: n > 0", "filters: n > 0"),
        ("filter: n > 0", "filter: [n > 0]"),
        ("{on: call T.c() target t}", "{filter: 'true'}"),
        ("{on: call T.c() target t}", "T.c() target t"),
        ("observable: verdict-only", "observable: none"),
        ("releases: false", "releases: sometimes"),
        ("q1: ,", "q1: ugly,"),
        ("entry: x++;", "on-entry: x++;"),
        ("{is: bad,", "{is: [bad],"),
        ("        states:", "        state:"),
        ("q1 -> q2: [b, c]", "q1 => q2: [b, c]"),
        ("q1 -> q2: [b, c]", "q1 ->: [b, c]"),
        ("q1 -> q2: [b, c]", "q1 -> q2: []"),
        ("q1 -> q2: [b, c]", "{q1 -> q2: b, q1 -> q3: c}"),
        ("when: x > 0", "if: x > 0"),
        (
            "{q0 -> q1: a, when: x > 0, do: x = 0;}",
            "{when: x > 0, do: x = 0;}",
        ),
    ];
    for (old, new) in damages {
        assert!(PLAIN.contains(old), "{old}");
        let text = PLAIN.replacen(old, new, 1);
        assert!(!findings(&text).is_empty(), "the schema takes {new}");
        assert!(read("p.yaml", &text).is_err(), "the reader takes {new}");
    }
}

#[test]
fn the_schema_takes_the_examples_of_the_manual() {
    let blocks = MANUAL
        .split("```yaml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let blocks: Vec<&str> = blocks.collect();
    assert!(blocks.len() >= 2, "the manual has examples");
    for block in blocks {
        assert_eq!(findings(block), [""; 0], "{block}");
    }
}

#[test]
fn the_manual_explains_every_key_of_the_schema() {
    let mut keys = Vec::new();
    collect_keys(&schema(), &mut keys);
    assert!(keys.len() > 20, "{keys:?}");
    for key in keys {
        let written = [
            format!("`{key}`"),
            format!("`{key}: "),
            format!("{{{key}: "),
            format!(", {key}: "),
        ];
        assert!(
            written.iter().any(|form| MANUAL.contains(form)),
            "the manual does not explain `{key}`"
        );
    }
}

fn collect_keys(schema: &Value, keys: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let named = fields.get("type").is_some();
            for (field, value) in fields {
                if let (true, "properties", Value::Object(properties)) =
                    (named, field.as_str(), value)
                {
                    keys.extend(properties.keys().cloned());
                }
                collect_keys(value, keys);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_keys(item, keys)),
        _ => {}
    }
}
