//! `plan.json`, schema `residua-plan/1`: what an analysis found, as the weaver, the report and
//! people read it.
//!
//! The types are the schema; `schema/plan.schema.json` says the same for other tools. [`read`]
//! refuses what it does not know, [`write()`] gives the same bytes for the same plan, [`Freshness`]
//! tells whether the plan still describes the files it was made from.

mod cause;
mod deep;
mod fresh;
mod generator;
mod read;
mod rows;
mod site;
mod types;
mod unshared;
mod validate;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Sum;
use std::ops::Add;

use date::ids::{StateId, TransitionId};
use date::model::Specification;
use java_types::ClassName;
use serde::{Deserialize, Serialize};

pub use cause::{Cause, CauseSort};
pub use date::model::When;
pub use date::residual::{LeftOut, Reduction, Removal};
pub use fresh::{Freshness, sha256};
pub use generator::Generator;
pub use read::{PlanError, parse, read};
pub use rows::{Decision, FunctionalRow, SourcePlace, Witness, WitnessStep};
pub use site::{Enclosing, GeneratorKind, Site, member_name};
pub use types::Types;
pub use unshared::{AccessPlace, MethodPlace, Unshared};
pub use validate::codes;
pub use write::{render, write};

/// The value of [`Plan::schema`] that this version reads and writes.
pub const SCHEMA: &str = "residua-plan/1";

/// The JSON schema (draft 2020-12) of `plan.json`.
pub const JSON_SCHEMA: &str = include_str!("../schema/plan.schema.json");

/// A whole plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// [`SCHEMA`].
    pub schema: String,
    /// The tool that made the plan.
    pub tool: Tool,
    /// The assumptions behind the results.
    pub assumptions: Vec<Assumption>,
    /// The analysed sources, sorted by root and path.
    pub sources: Vec<Source>,
    /// The properties in order of notification: property files as given, properties as declared.
    pub properties: Vec<PropertyRow>,
    /// The generators, in order of file and position.
    pub generators: Vec<Generator>,
    /// The steps of witnesses, which many have in common, in the order in which rows name them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witness_steps: Vec<WitnessStep>,
    /// The methods where execution begins, as `app.Main.main`, in order; empty for a library, whose
    /// methods may all be called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<String>,
    /// The methods that the analysis takes for unreachable, as `name(descriptor)` by binary name of
    /// the class with dots: the weaver puts a tripwire at the beginning of each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unreached: BTreeMap<ClassName, Vec<String>>,
    /// The bodies of lambda expressions and method references of each class with a lambda body that
    /// the analysis takes for unreachable, by binary name with dots: the weaver puts a tripwire at
    /// the beginning of such a lambda body where it is certain which one that is.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub functional_bodies: BTreeMap<ClassName, Vec<FunctionalRow>>,
    /// The class files that were compared with the sources or analyzed in their place: the SHA-256 of
    /// each by binary name with dots.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub compared: BTreeMap<ClassName, String>,
    /// The classes whose class files may have other code than their sources, by binary name with
    /// dots: the plan holds for them whatever their code is.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub changed: BTreeSet<ClassName>,
    /// Per property name, how many generators each step silenced.
    pub totals: BTreeMap<String, Totals>,
    /// One per property file, in the order given.
    pub models: Vec<Model>,
}

/// The program that made a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// `residua`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// Something that the analysis did not show but relied on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assumption {
    /// Stable code.
    pub id: String,
    /// One sentence for people.
    pub text: String,
    /// The file it concerns; absent when it concerns the whole program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line in that file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The thing in the program that it is about; absent for what is assumed of every program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
}

/// One analysed source file.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The source root as given on the command line.
    pub root: String,
    /// Path below the root, with `/`.
    pub path: String,
    /// Hash of the bytes, lower-case hexadecimal; where no source was there, of the class files.
    pub sha256: String,
    /// True if its class files were analyzed: the plan is for these alone, whose hashes it has.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compiled: bool,
    /// The types at its top level, by binary name with dots. With their nested classes they are
    /// what is instrumented: the analysis takes it that no other code raises events (semantics,
    /// hazard 13).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<ClassName>,
    /// True if a part of it could not be read, so that the plan does not have all generators in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
}

/// The result for one property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropertyRow {
    /// Unique in the plan: the name in the file, or `stem/name`, or that with `#2`.
    pub name: String,
    /// The property file as given; empty for a property that is part of the weaving tool.
    pub file: String,
    /// Hash of that file, lower-case hexadecimal.
    pub sha256: String,
    /// The files that it imports (LARVA's METHODS), sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub imported: Vec<ImportedFile>,
    /// The verdict before any run.
    pub verdict: Verdict,
    /// The transitions of the original in declaration order, `*` expanded.
    pub transitions: Vec<TransitionRow>,
}

/// A file that is part of a property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportedFile {
    /// Its path, as that of the property file leads to it.
    pub file: String,
    /// Hash of it, lower-case hexadecimal.
    pub sha256: String,
}

/// The verdict on a property before any run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No report is possible.
    Satisfied,
    /// Something is left to monitor.
    Residual,
    /// Every execution from every entry point makes a report.
    Violated,
}

/// The result for one transition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransitionRow {
    /// Id in the original model.
    pub id: TransitionId,
    /// Name of the source state.
    pub from: String,
    /// Name of the event.
    pub event: String,
    /// Name of the target state.
    pub to: String,
    /// The step that removed it; `None` when it remains.
    pub removed_by: Option<Removal>,
    /// One sentence for people.
    pub why: String,
}

/// How many generators of one property each step silenced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// All generators.
    pub generators: u64,
    /// Silenced by residual0.
    pub residual0: u64,
    /// Silenced by residual1.
    pub residual1: u64,
    /// Silenced by residual2.
    pub residual2: u64,
    /// Silenced as no-ops.
    pub nop: u64,
    /// The number of kept generators.
    pub kept: u64,
}

impl Add for Totals {
    type Output = Totals;

    fn add(self, other: Totals) -> Totals {
        Totals {
            generators: self.generators + other.generators,
            residual0: self.residual0 + other.residual0,
            residual1: self.residual1 + other.residual1,
            residual2: self.residual2 + other.residual2,
            nop: self.nop + other.nop,
            kept: self.kept + other.kept,
        }
    }
}

impl Sum for Totals {
    fn sum<I: Iterator<Item = Totals>>(all: I) -> Totals {
        all.fold(Totals::default(), Add::add)
    }
}

/// The models of one property file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// As read.
    pub original: Specification,
    /// As reduced. Contexts, events, variables and the list of properties are those of the
    /// original; the automata have fewer states and transitions.
    pub residual: Specification,
    /// One per property of the file, in declaration order.
    pub mapping: Vec<PropertyMapping>,
}

/// How a residual's automaton relates to the original's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropertyMapping {
    /// Name of the property in the plan ([`PropertyRow::name`]), which reports use.
    pub property: String,
    /// For each state of the residual, in id order, the state of the original.
    pub states: Vec<StateId>,
    /// For each transition of the residual, in id order, the transition of the original.
    pub transitions: Vec<TransitionId>,
}
