//! The names in scope of a piece of Java, and their meanings.

use std::collections::BTreeSet;

use index_vec::IndexSlice;

use date::code::NameKind;
use date::ids::ContextId;
use date::model::Context;

/// The names that a piece of Java sees, apart from its own locals: first event variables, then,
/// from `context` outwards, the parameters, variables, clocks and channels of each context.
#[derive(Debug, Clone)]
pub struct Scope<'a> {
    contexts: &'a IndexSlice<ContextId, [Context]>,
    context: ContextId,
    event_variables: BTreeSet<String>,
    hides_threads: bool,
}

impl<'a> Scope<'a> {
    /// The scope of code in `context`. Names in `event_variables` that are parameters of a context
    /// in the chain are left out: an event that binds such a name binds the parameter itself.
    pub fn new(
        contexts: &'a IndexSlice<ContextId, [Context]>,
        context: ContextId,
        event_variables: impl IntoIterator<Item = String>,
    ) -> Self {
        let mut scope = Scope {
            contexts,
            context,
            event_variables: BTreeSet::new(),
            hides_threads: false,
        };
        scope.event_variables = event_variables
            .into_iter()
            .filter(|name| !scope.is_parameter(name))
            .collect();
        scope
    }

    /// The same scope in a file where `Thread` may be another class than that of Java.
    pub fn hiding_threads(self, hides_threads: bool) -> Self {
        Scope {
            hides_threads,
            ..self
        }
    }

    /// Returns whether `Thread` is the class of Java, unless a local has that name.
    pub(super) fn has_javas_threads(&self) -> bool {
        !self.hides_threads && self.resolve("Thread") == NameKind::Java
    }

    /// Returns what `name` stands for where no local of that name is in scope; [`NameKind::Java`]
    /// where it is nothing of the specification.
    pub fn resolve(&self, name: &str) -> NameKind {
        if self.event_variables.contains(name) {
            return NameKind::EventVariable;
        }
        self.chain()
            .find_map(|id| self.declared(id, name))
            .unwrap_or(NameKind::Java)
    }

    /// The context of the chain whose parameters are `keys`, in order; no keys name the global
    /// context.
    pub fn context_with_keys(&self, keys: &[&str]) -> Option<ContextId> {
        self.chain().find(|&id| {
            self.contexts[id]
                .parameters
                .iter()
                .map(|p| p.name.as_str())
                .eq(keys.iter().copied())
        })
    }

    /// Returns what `name` stands for in one context.
    pub fn declared(&self, id: ContextId, name: &str) -> Option<NameKind> {
        let context = &self.contexts[id];
        let parameter = context
            .parameters
            .iter()
            .any(|p| p.name == name)
            .then_some(NameKind::Parameter(id));

        parameter
            .or_else(|| {
                context
                    .variables
                    .iter()
                    .any(|v| v.name == name)
                    .then_some(NameKind::Variable(id))
            })
            .or_else(|| {
                context
                    .clocks
                    .iter()
                    .any(|c| c.name == name)
                    .then_some(NameKind::Clock(id))
            })
            .or_else(|| {
                context
                    .channels
                    .iter()
                    .any(|c| c.name == name)
                    .then_some(NameKind::Channel(id))
            })
    }

    /// All names of one context, for suggestions.
    pub fn names_of(&self, id: ContextId) -> impl Iterator<Item = &str> {
        let context = &self.contexts[id];
        let keys = context.parameters.iter().map(|p| p.name.as_str());
        let variables = context.variables.iter().map(|v| v.name.as_str());
        let clocks = context.clocks.iter().map(|c| c.name.as_str());
        keys.chain(variables)
            .chain(clocks)
            .chain(context.channels.iter().map(|c| c.name.as_str()))
    }

    fn is_parameter(&self, name: &str) -> bool {
        self.chain()
            .any(|id| self.contexts[id].parameters.iter().any(|p| p.name == name))
    }

    /// The context and its ancestors, innermost first.
    fn chain(&self) -> impl Iterator<Item = ContextId> {
        std::iter::successors(Some(self.context), |&id| self.contexts[id].parent)
    }
}
