//! One property file: contexts, events, variables and properties.

use index_vec::IndexVec;
use serde::{Deserialize, Serialize};

use super::{Date, Event};
use crate::code::Code;
use crate::ids::{ContextId, EventId};
use text::Span;

/// One property file. Properties of one file may share variables, clocks and channels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Specification {
    /// File stem.
    pub name: String,
    /// Path as the user gave it.
    pub file: String,
    /// Java imports (`java.util.Iterator`, `java.util.*`, `static a.B.c`), without `import` and
    /// `;`.
    pub imports: Vec<String>,
    /// The places of the imports, in their order; empty for a specification that no file holds.
    #[serde(default, skip_serializing_if = "ImportPlaces::is_empty")]
    pub import_places: ImportPlaces,
    /// The package of the file, if it is in one: its classes go before those of imports on demand
    /// (JLS 6.4.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// True if a method reference raises the events of the call that it makes, each time its object
    /// is invoked. To AspectJ, and so to LARVA and JavaMOP, it is no call.
    #[serde(default = "heard", skip_serializing_if = "is_heard")]
    pub hears_references: bool,
    /// Contexts; 0 is the global one, parents come before children.
    pub contexts: IndexVec<ContextId, Context>,
    /// The events of all contexts in declaration order.
    pub events: IndexVec<EventId, Event>,
    /// Properties in declaration order, the order in which they are notified.
    pub properties: Vec<Property>,
    /// Java text of helper methods that conditions and actions may call (LARVA's METHODS).
    pub methods: Option<Code>,
}

/// The places of imports. All are equal: specifications that say the same elsewhere are the same.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ImportPlaces(pub Vec<Span>);

impl ImportPlaces {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl PartialEq for ImportPlaces {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Specification {
    /// Returns the place of an import; the beginning of the file where that is not known.
    pub fn import_place(&self, import: &str) -> Span {
        let position = self.imports.iter().position(|known| known == import);
        position
            .and_then(|at| self.import_places.0.get(at))
            .copied()
            .unwrap_or_default()
    }
}

fn heard() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_heard(heard: &bool) -> bool {
    *heard
}

/// `GLOBAL` or `FOREACH`: one instance per binding of the parameters (within one instance of the
/// parent).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Context {
    /// The enclosing context; `None` for the global one alone.
    pub parent: Option<ContextId>,
    /// The parameters that one instance is made for; empty for the global context alone.
    pub parameters: Vec<Parameter>,
    /// How instances come to be.
    pub creation: Creation,
    /// Variables of each instance.
    pub variables: Vec<Variable>,
    /// Clocks of each instance; they start when it is created.
    pub clocks: Vec<Clock>,
    /// Channels, shared by all instances.
    pub channels: Vec<Channel>,
    /// The place of the declaration.
    pub span: Span,
}

/// A parameter (key) of a context.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Name that conditions and actions use.
    pub name: String,
    /// Java type as written.
    pub ty: String,
    /// When two bindings are the same.
    pub identity: Identity,
    /// The place of the declaration.
    pub span: Span,
}

/// When two values of a parameter name one instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Identity {
    /// `==`.
    Identity,
    /// The class's `equals` and `hashCode`.
    Equals,
}

/// How the instances of a context come to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Creation {
    /// Any event of the context creates the instance it names, with all missing ancestors (LARVA).
    AnyEvent,
    /// Only these events create; others are ignored while there is no instance.
    Listed(Vec<EventId>),
    /// Parametric slicing (paper 003, section 3.1); events may bind some of the parameters only.
    Slicing,
}

/// A monitoring variable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    /// Name.
    pub name: String,
    /// Java type as written.
    pub ty: String,
    /// Java expression evaluated when the instance is created; absent: Java's default value.
    pub initial: Option<Code>,
    /// The place of the declaration.
    pub span: Span,
}

/// A clock of a context's instances.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// Name.
    pub name: String,
    /// The place of the declaration.
    pub span: Span,
}

/// A channel between properties.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Channel {
    /// Name.
    pub name: String,
    /// The place of the declaration.
    pub span: Span,
}

/// The part of a property that a user sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Observability {
    /// Reports and external actions.
    #[default]
    All,
    /// Reports alone; the user waives external actions.
    VerdictOnly,
}

/// How bad a report is, as the user rates it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Likely to be wrong.
    Warning,
    /// Wrong.
    #[default]
    Error,
}

impl Severity {
    /// All of them, with the words for them.
    pub const ALL: [(&str, Severity); 3] = [
        ("note", Severity::Note),
        ("warning", Severity::Warning),
        ("error", Severity::Error),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    fn is_default(&self) -> bool {
        *self == Severity::default()
    }
}

/// The words of the author of a property for those who read its reports.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Explanation {
    /// The mistake in one line, which each report ends with: `open the session before you send`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The remedy, in one line or several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Explanation {
    /// Returns whether the author has written none.
    pub fn is_empty(&self) -> bool {
        self.message.is_none() && self.help.is_none()
    }

    /// The lines of it, for a language that has only comments for them.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let texts = [&self.message, &self.help].into_iter().flatten();
        texts.flat_map(|text| text.lines())
    }
}

/// One property: an automaton, replicated for each instance of its context.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Property {
    /// Name in the file.
    pub name: String,
    /// The context it belongs to.
    pub context: ContextId,
    /// The automaton.
    pub date: Date,
    /// The events the property was written over: those its transitions name, before any reduction,
    /// in id order.
    pub alphabet: Vec<EventId>,
    /// The observable part of the property.
    pub observable: Observability,
    /// How bad its reports are.
    #[serde(default, skip_serializing_if = "Severity::is_default")]
    pub severity: Severity,
    /// The words for those who read its reports.
    #[serde(default, skip_serializing_if = "Explanation::is_empty")]
    pub explanation: Explanation,
    /// True if an accepting state releases the instance (the newer LARVA).
    pub releases: bool,
    /// The place of the declaration.
    pub span: Span,
}

impl Specification {
    /// The letter of `event`: itself and every event that lists it, directly or through others, in
    /// id order.
    pub fn letter(&self, event: EventId) -> Vec<EventId> {
        let mut named = vec![event];
        let mut next = 0;
        while let Some(&member) = named.get(next) {
            next += 1;
            for (id, outer) in self.events.iter_enumerated() {
                if outer.members.contains(&member) && !named.contains(&id) {
                    named.push(id);
                }
            }
        }
        named.sort();
        named
    }

    /// The context and its ancestors, innermost first.
    pub fn chain(&self, context: ContextId) -> impl Iterator<Item = ContextId> {
        std::iter::successors(Some(context), |&id| self.contexts[id].parent)
    }
}
