//! Properties of residua's own, whose actions record what the program does: what each reflective call
//! reaches, and the events of other properties. They are woven as any property is, and alone. The
//! recorder of threads leaves out the accesses of [`unshared`].

pub mod events;
pub mod unshared;

use std::collections::{BTreeMap, BTreeSet};

use date::model::Specification;
use plan::{Model, Plan, PropertyMapping, PropertyRow, SCHEMA, Tool, Totals, Verdict, sha256};

/// The property.
const TEXT: &str = include_str!("reflection.yaml");

/// The plan of a weaving that monitors nothing but reflection. It knows no source and silences
/// nothing.
pub fn plan() -> Plan {
    let specification =
        languages::read("reflection.yaml", TEXT).expect("the property of residua is well formed");
    plan_of(vec![Recorded {
        specification,
        text: TEXT.to_owned(),
    }])
}

/// A property of residua's own, and its text.
struct Recorded {
    specification: Specification,
    text: String,
}

/// The plan of a weaving that monitors these properties, and silences nothing of them.
fn plan_of(recorded: Vec<Recorded>) -> Plan {
    let mut rows: Vec<PropertyRow> = Vec::new();
    let mut models = Vec::new();
    for Recorded {
        specification,
        text,
    } in recorded
    {
        let properties = specification.properties.iter();
        rows.extend(properties.clone().map(|one| row(&one.name, &text)));
        let mapping = properties.map(|one| PropertyMapping {
            property: one.name.to_string(),
            states: one.date.states.indices().collect(),
            transitions: one.date.transitions.indices().collect(),
        });
        models.push(Model {
            mapping: mapping.collect(),
            residual: specification.clone(),
            original: specification,
        });
    }

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
        models,
    }
}

/// Returns whether a plan is that of [`plan()`].
pub fn made(plan: &Plan) -> bool {
    plan.properties.iter().any(|row| row.file.is_empty())
}

fn row(name: &str, text: &str) -> PropertyRow {
    PropertyRow {
        name: name.to_owned(),
        file: String::new(),
        sha256: sha256(text.as_bytes()),
        imported: Vec::new(),
        verdict: Verdict::Residual,
        transitions: Vec::new(),
    }
}
