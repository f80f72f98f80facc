//! `residua schema`: the JSON schemas of the files that residua reads and writes.

use anyhow::Result;
use languages::yaml::PROPERTY_SCHEMA;
use serde_json::{Map, Value, json};

use super::{Outcome, print};
use crate::cli::{SchemaArgs, SchemaName};
use crate::console::Console;
use crate::wording::next;

const CONFIG: &str = include_str!("../../docs/schemas/config.schema.json");
const SUMMARY: &str = include_str!("../../docs/schemas/summary.schema.json");
const FINDINGS: &str = include_str!("../../docs/schemas/findings.schema.json");

/// The draft of 2020-12 that all schemas are written in has another word for these in draft-07.
const DEFINITIONS: &str = "definitions";

/// Prints one schema.
pub fn run(args: &SchemaArgs, console: Console) -> Result<Outcome> {
    let text = match args.name {
        SchemaName::Property => PROPERTY_SCHEMA,
        SchemaName::Config => CONFIG,
        SchemaName::Plan => plan::JSON_SCHEMA,
        SchemaName::Summary => SUMMARY,
        SchemaName::Findings => FINDINGS,
    };
    if args.draft_07 {
        let schema = draft_07(serde_json::from_str(text)?);
        print(&(serde_json::to_string_pretty(&schema)? + "\n"))?;
    } else {
        print(text)?;
    }
    if args.name == SchemaName::Property {
        console.next(next::schema());
    }
    Ok(Outcome::Done)
}

/// The same schema in draft-07, which other tools of YAML and catalogues of schemas read. There a
/// `$ref` hides what stands beside it, so it goes into an `allOf`.
fn draft_07(schema: Value) -> Value {
    let mut schema = older(schema);
    if let Some(whole) = schema.as_object_mut() {
        whole.insert(
            "$schema".to_owned(),
            json!("http://json-schema.org/draft-07/schema#"),
        );
    }
    schema
}

fn older(schema: Value) -> Value {
    match schema {
        Value::Array(all) => Value::Array(all.into_iter().map(older).collect()),
        Value::Object(parts) => {
            let mut new = Map::new();
            let has_more = parts.len() > 1;
            for (key, value) in parts {
                match (&*key, value) {
                    ("$defs", value) => new.insert(DEFINITIONS.to_owned(), older(value)),
                    ("$ref", Value::String(name)) => {
                        let name = name.replace("#/$defs/", &format!("#/{DEFINITIONS}/"));
                        if has_more {
                            new.insert("allOf".to_owned(), json!([{ "$ref": name }]))
                        } else {
                            new.insert(key, Value::String(name))
                        }
                    }
                    (_, value) => new.insert(key, older(value)),
                };
            }
            Value::Object(new)
        }
        other => other,
    }
}
