//! A property file before names are resolved and Java is parsed: the common product of all readers.
//! [`super::assembly`] makes a specification of it.

use std::ops::Range;

use crate::java::Excerpt;
use date::model::{
    EventParameter, Explanation, Identity, Observability, Severity, StateKind, Trigger,
};

/// A word of the file and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub text: String,
    pub range: Range<usize>,
}

/// A property file.
#[derive(Debug, Clone)]
pub(super) struct DraftSpecification {
    /// The imports: `a.B`, `a.*`, `static a.B.c`.
    pub imports: Vec<Word>,
    /// The package of the file.
    pub package: Option<String>,
    /// True if method references raise events.
    pub hears_references: bool,
    pub methods: Option<Excerpt>,
    /// Parents before children; the first is the global one.
    pub contexts: Vec<DraftContext>,
}

/// A context.
#[derive(Debug, Clone)]
pub(super) struct DraftContext {
    /// Position of the enclosing context.
    pub parent: Option<usize>,
    pub parameters: Vec<DraftParameter>,
    pub creation: DraftCreation,
    pub variables: Vec<DraftVariable>,
    pub clocks: Vec<Word>,
    pub channels: Vec<Word>,
    pub events: Vec<DraftEvent>,
    pub properties: Vec<DraftProperty>,
    pub range: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct DraftParameter {
    pub name: Word,
    pub ty: String,
    pub identity: Identity,
}

#[derive(Debug, Clone)]
pub(super) enum DraftCreation {
    AnyEvent,
    Listed(Vec<Word>),
    Slicing,
}

#[derive(Debug, Clone)]
pub(super) struct DraftVariable {
    pub name: Word,
    pub ty: String,
    pub initial: Option<Excerpt>,
}

#[derive(Debug, Clone)]
pub(super) struct DraftEvent {
    pub name: Word,
    pub parameters: Vec<EventParameter>,
    pub alternatives: Vec<DraftAlternative>,
    pub members: Vec<Word>,
}

#[derive(Debug, Clone)]
pub(super) struct DraftAlternative {
    /// Bindings whose type is not written are typed by [`super::assembly`].
    pub trigger: Trigger,
    pub filter: Option<Excerpt>,
    pub wheres: Vec<Excerpt>,
    pub range: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct DraftProperty {
    pub name: Word,
    pub states: Vec<DraftState>,
    pub transitions: Vec<DraftTransition>,
    /// Events that the property is over besides those that its transitions name.
    pub alphabet: Vec<Word>,
    pub observable: Observability,
    pub severity: Severity,
    pub explanation: Explanation,
    pub releases: bool,
}

#[derive(Debug, Clone)]
pub(super) struct DraftState {
    pub name: Word,
    pub kind: StateKind,
    pub initial: bool,
    pub entry: Option<Excerpt>,
}

#[derive(Debug, Clone)]
pub(super) struct DraftTransition {
    pub from: Word,
    pub to: Word,
    /// `*` stands for the events that the state has no other transition for.
    pub event: Word,
    pub condition: Option<Excerpt>,
    pub action: Option<Excerpt>,
    pub range: Range<usize>,
}

impl DraftContext {
    /// A context that declares nothing yet.
    pub fn new(parent: Option<usize>, range: Range<usize>) -> Self {
        DraftContext {
            parent,
            parameters: Vec::new(),
            creation: DraftCreation::AnyEvent,
            variables: Vec::new(),
            clocks: Vec::new(),
            channels: Vec::new(),
            events: Vec::new(),
            properties: Vec::new(),
            range,
        }
    }
}
