//! The result of an analysis, in ids of the specifications and positions of the sources.
//!
//! [`crate::to_plan`] gives the rows names and numbers. What both have in common, `plan` defines.

use std::collections::{BTreeMap, BTreeSet};

use date::ids::{EventId, StateId, TransitionId};
use date::model::{Specification, When};
use date::residual::{LeftOut, Reduction, Removal};
use ir::{Enclosing, MethodRef, SourceFile};
use java_types::ClassName;
use plan::{Assumption, FunctionalRow, GeneratorKind, Verdict};
use text::{Diagnostic, Span};

use crate::graphs::tracking::Disorder;

/// The outcome for all property files.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// The sources, sorted by path.
    pub sources: Vec<SourceFile>,
    /// For each of the sources the types at its top level, in order; none
    /// where it could not be read.
    pub types: Vec<Vec<ClassName>>,
    /// The sources, by position, of which a part could not be read.
    pub incomplete: BTreeSet<usize>,
    /// The methods where execution begins, as `app.Main.main`, in order; empty for a library, whose
    /// methods may all be called.
    pub entries: Vec<String>,
    /// The methods with code that no execution reaches, as `name(descriptor)` by class, in order; bodies of lambda expressions are not among them.
    pub unreached: BTreeMap<ClassName, Vec<String>>,
    /// The bodies of lambda expressions and method references, by class, of
    /// each class with a lambda body that no execution reaches.
    pub functional_bodies: BTreeMap<ClassName, Vec<FunctionalRow>>,
    /// The internal names of the classes whose class files may have other code than their sources.
    pub changed: BTreeSet<ClassName>,
    /// One for each property file, in the order given.
    pub specifications: Vec<Optimized>,
    /// The assumptions behind the result, sorted by text, file and place.
    pub assumptions: Vec<Assumption>,
    /// Findings about sources and properties, sorted by file and place.
    pub diagnostics: Vec<Diagnostic>,
    /// Figures about the program.
    pub figures: Figures,
}

/// One property file.
#[derive(Debug, Clone)]
pub struct Optimized {
    /// As read.
    pub original: Specification,
    /// With the residual of each property; same contexts, events and order.
    pub residual: Specification,
    /// One for each property, in order.
    pub properties: Vec<PropertyResult>,
}

/// One property.
#[derive(Debug, Clone)]
pub struct PropertyResult {
    /// Satisfied, residual or violated.
    pub verdict: Verdict,
    /// For each transition of the original the step that removed it and why.
    pub transitions: index_vec::IndexVec<TransitionId, Option<(Removal, String)>>,
    /// One for each event of each generator, by file, place, moment and event.
    pub generators: Vec<GeneratorRow>,
    /// Why the property is not optimized beyond unreachable code, if it is not.
    pub frozen: Option<String>,
    /// The verdict of the independent checker; `None` if it was not asked.
    pub checked: Option<Result<(), String>>,
}

/// A property, an event and a program point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratorRow {
    /// The event.
    pub event: EventId,
    /// Index into [`Analysis::sources`].
    pub file: usize,
    /// The place, for people.
    pub span: Span,
    /// Class and source method around it.
    pub enclosing: Enclosing,
    /// The callee as in the instruction; for executions the method itself, for accesses the field
    /// with its type; `None` if that was not resolved.
    pub callee: Option<MethodRef>,
    /// The n-th call of the callee in the enclosing method.
    pub ordinal: u32,
    /// The kind of place.
    pub kind: GeneratorKind,
    /// When.
    pub when: When,
    /// True if the compiler may emit the point several times.
    pub copied: bool,
    /// The step that silences it; `None` to keep it.
    pub silenced_by: Option<Reduction>,
    /// Rows of one group are silenced all together or not at all.
    pub group: Option<u32>,
    /// Why nothing is known of the order in which some object hears it, if so.
    pub disorder: Option<Disorder>,
    /// How it may take part in a report or an external action; none for silenced generators, for
    /// those whose transitions lead to nothing that is seen, and where the property is monitored as
    /// written.
    pub witness: Option<Witness>,
    /// One sentence.
    pub why: String,
}

/// Transitions of the residual, from its initial state to one that makes a report or an external
/// action, each of which the analysis could not rule out behind those before it. What leaves the
/// monitor where it is is not told; conditions are taken to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// True if the transitions come in an order that the program may have. Otherwise the analysis
    /// knows nothing of the order of some of them.
    pub is_ordered: bool,
    /// A description of the objects that the analysis takes for one here, for people.
    pub subject: String,
    /// Why it knows nothing of the order of their events, if it knows nothing of any.
    pub disorder: Option<Disorder>,
    /// The transitions, each from the state that the one before leads to unless some are left out
    /// between them.
    pub steps: Vec<WitnessStep>,
    /// The gaps of a long way where transitions are left out, in order.
    pub left_out: Vec<LeftOut>,
}

impl Witness {
    /// The number of transitions, with those that are left out.
    pub fn length(&self) -> usize {
        let left_out: usize = self.left_out.iter().map(|gap| gap.steps).sum();
        self.steps.len() + left_out
    }
}

/// A transition that is taken on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WitnessStep {
    /// The generator's place: index into [`Analysis::sources`], and where in that file; `None` for
    /// what no program point raises.
    pub place: Option<(usize, Span)>,
    /// The event.
    pub event: EventId,
    /// The state of the original before.
    pub from: StateId,
    /// The state of the original afterwards.
    pub to: StateId,
}

/// Figures about the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// Source files.
    pub files: usize,
    /// Classes of the sources.
    pub classes: usize,
    /// Methods with a body.
    pub methods: usize,
    /// Methods that may run.
    pub reachable: usize,
    /// Calls.
    pub calls: usize,
    /// Calls with candidates instead of one target.
    pub ambiguous: usize,
    /// Calls of which only the name is known.
    pub unresolved: usize,
}
