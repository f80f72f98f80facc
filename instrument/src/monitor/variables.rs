//! The variables that events bind.
//!
//! As in LARVA they outlive their event: the code of another event may read what was bound last
//! (semantics, hazard 17). So each is one static field, named after its context and itself; where
//! events of one context give one name several types, each type has a field.

use std::collections::BTreeMap;

use date::code::{Code, NameKind};
use date::ids::{ContextId, EventId};
use date::model::{Alternative, Specification};

use super::bindings::bindings;

/// The variables that the events of a specification bind.
#[derive(Debug, Clone, Default)]
pub struct EventVariables {
    /// Types by context and name, in order of declaration.
    types: BTreeMap<(ContextId, String), Vec<String>>,
    /// The type that an event itself gives a name.
    of_event: BTreeMap<(EventId, String), String>,
    parents: Vec<Option<ContextId>>,
}

/// A static field for an event variable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventVariable {
    /// Name of the field.
    pub field: String,
    /// Java type as written.
    pub ty: String,
}

impl EventVariables {
    /// Collects them: declared parameters of events with a type, and typed bindings of patterns.
    /// Names that are parameters of the event's context or an outer one are bound as those.
    pub fn of(specification: &Specification) -> Self {
        let parents = specification
            .contexts
            .iter()
            .map(|context| context.parent)
            .collect();
        let mut variables = EventVariables {
            parents,
            ..EventVariables::default()
        };

        for (id, event) in specification.events.iter_enumerated() {
            let declared = event
                .parameters
                .iter()
                .filter_map(|p| Some((p.name.as_str(), p.ty.as_deref()?)));
            let bound = event.alternatives.iter().flat_map(|a| bindings(&a.trigger));
            let bound = bound.filter_map(|b| Some((b.name.as_str(), b.ty.as_deref()?)));

            for (name, ty) in declared.chain(bound) {
                if !variables.is_parameter(specification, event.context, name) {
                    variables.add(id, event.context, name, ty);
                }
            }
        }
        variables
    }

    fn is_parameter(&self, specification: &Specification, context: ContextId, name: &str) -> bool {
        self.outwards(context).any(|id| {
            specification.contexts[id]
                .parameters
                .iter()
                .any(|p| p.name == name)
        })
    }

    fn add(&mut self, event: EventId, context: ContextId, name: &str, ty: &str) {
        let types = self.types.entry((context, name.to_owned())).or_default();
        if !types.iter().any(|known| known == ty) {
            types.push(ty.to_owned());
        }
        self.of_event
            .entry((event, name.to_owned()))
            .or_insert_with(|| ty.to_owned());
    }

    fn outwards(&self, context: ContextId) -> impl Iterator<Item = ContextId> {
        std::iter::successors(Some(context), |&id| {
            self.parents.get(id.index()).copied().flatten()
        })
    }

    /// All fields, in order of context and name.
    pub fn fields(&self) -> Vec<EventVariable> {
        let each = self.types.iter().flat_map(|((context, name), types)| {
            types
                .iter()
                .enumerate()
                .map(move |(n, ty)| field(*context, name, n, ty))
        });
        each.collect()
    }

    /// The variable that `name` stands for in code of `context` on a transition of `event`, if it
    /// is one: the event's own, else the first of that name in the event's context, else searched
    /// from `context` outwards.
    pub fn find(
        &self,
        context: ContextId,
        event: Option<(EventId, ContextId)>,
        name: &str,
    ) -> Option<EventVariable> {
        if let Some((event, declaring)) = event {
            let own = self.of_event.get(&(event, name.to_owned()));
            let found = own
                .and_then(|ty| self.with_type(declaring, name, ty))
                .or_else(|| self.first(declaring, name));
            if found.is_some() {
                return found;
            }
        }
        self.outwards(context).find_map(|id| self.first(id, name))
    }

    fn first(&self, context: ContextId, name: &str) -> Option<EventVariable> {
        let types = self.types.get(&(context, name.to_owned()))?;
        types.first().map(|ty| field(context, name, 0, ty))
    }

    /// The variable of that name and type, as an event of `context` binds it.
    pub fn with_type(&self, context: ContextId, name: &str, ty: &str) -> Option<EventVariable> {
        let types = self.types.get(&(context, name.to_owned()))?;
        types
            .iter()
            .position(|known| known == ty)
            .map(|n| field(context, name, n, ty))
    }

    /// The variables that an occurrence of an alternative binds: those of its pattern, and those
    /// its `where`s name.
    pub fn bound_by(
        &self,
        context: ContextId,
        event: EventId,
        alternative: &Alternative,
    ) -> Vec<EventVariable> {
        let pattern = bindings(&alternative.trigger).into_iter();
        let pattern = pattern.filter_map(|b| self.with_type(context, &b.name, b.ty.as_deref()?));
        let names = alternative.wheres.iter().flat_map(event_variables_named);
        let wheres = names.filter_map(|name| self.find(context, Some((event, context)), name));
        let mut bound: Vec<EventVariable> = pattern.chain(wheres).collect();
        bound.sort();
        bound.dedup();
        bound
    }
}

fn event_variables_named(code: &Code) -> impl Iterator<Item = &str> {
    let names = code.names.iter().map(|used| &used.name);
    names
        .filter(|name| name.kind == NameKind::EventVariable)
        .map(|name| name.text.as_str())
}

fn field(context: ContextId, name: &str, n: usize, ty: &str) -> EventVariable {
    let suffix = if n == 0 {
        String::new()
    } else {
        format!("${n}")
    };
    EventVariable {
        field: format!("r$x{}_{name}{suffix}", context.index()),
        ty: ty.to_owned(),
    }
}
