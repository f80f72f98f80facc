//! Rows of a plan's table of generators.

use date::model::When;
use date::residual::Reduction;
use java_types::ClassName;
use serde::{Deserialize, Serialize};

use crate::rows::{Decision, Witness};
use crate::site::{Enclosing, GeneratorKind, Site};

/// One generator: a (property, event, program point). Rows of one letter (events notified together)
/// share one decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Row", into = "Row")]
pub struct Generator {
    /// Unique in the plan.
    pub id: String,
    /// [`crate::PropertyRow::name`].
    pub property: String,
    /// Name of the event, the one whose pattern matches or a collection that holds it.
    pub event: String,
    /// The program point.
    pub site: Site,
    /// When the event occurs.
    pub when: When,
    /// Keep or silence.
    pub decision: Decision,
    /// The step that silenced it; `None` exactly for kept ones.
    pub by: Option<Reduction>,
    /// Rows of one group are silenced all together or not at all: where one of them is monitored
    /// after all, so are the others. Only silenced rows have one; a silenced row without a group
    /// may be monitored without harm.
    pub group: Option<u32>,
    /// One sentence for people.
    pub why: String,
    /// A path on which it takes part in a report or an external action. Kept rows have one if there
    /// is one.
    pub witness: Option<Witness>,
}

/// A generator as `plan.json` has it: the fields of its site beside its own, in the order in which
/// they are written. (Flattened fields of serde would let unknown ones pass.)
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    property: String,
    event: String,
    file: String,
    line: u32,
    column: u32,
    class: ClassName,
    enclosing: Enclosing,
    callee: String,
    ordinal: u32,
    kind: GeneratorKind,
    when: When,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    copied: bool,
    decision: Decision,
    by: Option<Reduction>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<u32>,
    why: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    witness: Option<Witness>,
}

impl From<Row> for Generator {
    fn from(row: Row) -> Self {
        Generator {
            id: row.id,
            property: row.property,
            event: row.event,
            site: Site {
                file: row.file,
                line: row.line,
                column: row.column,
                class: row.class,
                enclosing: row.enclosing,
                callee: row.callee,
                ordinal: row.ordinal,
                kind: row.kind,
                copied: row.copied,
            },
            when: row.when,
            decision: row.decision,
            by: row.by,
            group: row.group,
            why: row.why,
            witness: row.witness,
        }
    }
}

impl From<Generator> for Row {
    fn from(generator: Generator) -> Self {
        let Site {
            file,
            line,
            column,
            class,
            enclosing,
            callee,
            ordinal,
            kind,
            copied,
        } = generator.site;
        Row {
            id: generator.id,
            property: generator.property,
            event: generator.event,
            file,
            line,
            column,
            class,
            enclosing,
            callee,
            ordinal,
            kind,
            when: generator.when,
            copied,
            decision: generator.decision,
            by: generator.by,
            group: generator.group,
            why: generator.why,
            witness: generator.witness,
        }
    }
}
