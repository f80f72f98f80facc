//! The record of a program's reflection: a property whose actions write down what each reflective
//! call reaches. It is woven as any property is, and alone.

use std::collections::{BTreeMap, BTreeSet};

use plan::{Model, Plan, PropertyMapping, PropertyRow, SCHEMA, Tool, Totals, Verdict, sha256};

/// The property.
const TEXT: &str = include_str!("reflection.yaml");

/// The plan of a weaving that monitors nothing but reflection. It knows no source and silences
/// nothing.
pub fn plan() -> Plan {
    let specification =
        languages::read("reflection.yaml", TEXT).expect("the property of residua is well formed");
    let properties = specification.properties.iter();
    let rows: Vec<PropertyRow> = properties.clone().map(|one| row(&one.name)).collect();
    let mapping = properties.map(|one| PropertyMapping {
        property: one.name.to_string(),
        states: one.date.states.indices().collect(),
        transitions: one.date.transitions.indices().collect(),
    });

    Plan {
        schema: SCHEMA.to_owned(),
        tool: Tool {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        assumptions: Vec::new(),
        sources: Vec::new(),
        generators: Vec::new(),
        witness_steps: Vec::new(),
        entries: Vec::new(),
        unreached: BTreeMap::new(),
        functional_bodies: BTreeMap::new(),
        compared: BTreeMap::new(),
        changed: BTreeSet::new(),
        totals: rows
            .iter()
            .map(|row| (row.name.clone(), Totals::default()))
            .collect(),
        properties: rows,
        models: vec![Model {
            mapping: mapping.collect(),
            residual: specification.clone(),
            original: specification,
        }],
    }
}

/// Returns whether a plan is that of [`plan()`].
pub fn made(plan: &Plan) -> bool {
    plan.properties.iter().any(|row| row.file.is_empty())
}

fn row(name: &str) -> PropertyRow {
    PropertyRow {
        name: name.to_owned(),
        file: String::new(),
        sha256: sha256(TEXT.as_bytes()),
        imported: Vec::new(),
        verdict: Verdict::Residual,
        transitions: Vec::new(),
    }
}
