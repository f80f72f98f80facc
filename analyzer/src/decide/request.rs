//! The request for an analysis.

use date::model::Specification;
use date::residual::Reduction;
use points_to::models::Models;
use points_to::{InertAnnotations, NamedOutside, RanMethod, ReflectionLog, RewrittenClass};

/// The input of an analysis.
#[derive(Debug, Clone)]
pub struct Request {
    /// One for each property file.
    pub specifications: Vec<Specification>,
    /// Entry point patterns; empty for every `main`.
    pub entries: Vec<String>,
    /// The targets of the reflective calls that the log names.
    pub reflection_log: Option<ReflectionLog>,
    /// Methods that ran though they were taken for unreachable: tripwires have recorded them.
    pub ran: Vec<RanMethod>,
    /// The annotations that nobody outside the sources acts on.
    pub inert_annotations: InertAnnotations,
    /// The classes that files beside the sources name.
    pub named_outside: Vec<NamedOutside>,
    /// The classes whose class files differ from their sources.
    pub rewritten: Vec<RewrittenClass>,
    /// The models of methods of the library.
    pub models: Models,
    /// How far to go.
    pub through: Reduction,
    /// True if conditions over data are decided, if it goes all the way.
    pub over_data: bool,
    /// True if the independent checker decides each property; a refused one is left unoptimized.
    pub check: bool,
}

impl Request {
    /// Every `main`, the models of the JDK, all steps, conditions over data included; nothing is
    /// checked.
    pub fn new(specifications: Vec<Specification>) -> Self {
        Request {
            specifications,
            entries: Vec::new(),
            reflection_log: None,
            ran: Vec::new(),
            inert_annotations: InertAnnotations::default(),
            named_outside: Vec::new(),
            rewritten: Vec::new(),
            models: Models::jdk(),
            through: Reduction::LAST,
            over_data: true,
            check: false,
        }
    }
}
