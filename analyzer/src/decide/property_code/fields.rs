//! The names of a specification as fields of a class.

use std::collections::BTreeMap;

use date::code::NameKind;
use date::model::Specification;

/// What a field stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fields {
    /// All keys, variables and clocks of this name.
    OfContexts(String),
    /// All variables of this name that events bind.
    OfEvents(String),
}

impl Fields {
    /// The field that a name of this kind stands for; `None` for what no field stands for.
    pub fn of(kind: NameKind, name: &str) -> Option<Self> {
        match kind {
            NameKind::EventVariable => Some(Fields::OfEvents(name.to_owned())),
            NameKind::Parameter(_) | NameKind::Variable(_) | NameKind::Clock(_) => {
                Some(Fields::OfContexts(name.to_owned()))
            }
            NameKind::Local | NameKind::Channel(_) | NameKind::CurrentThread | NameKind::Java => {
                None
            }
        }
    }

    /// The name of the field. Helper methods name variables as they are.
    pub fn field(&self) -> String {
        match self {
            Fields::OfContexts(name) => name.clone(),
            Fields::OfEvents(name) => format!("event${name}"),
        }
    }
}

/// The fields of a specification with their types as written, in order; `None` for a type that is
/// not one for all things of that name.
pub fn fields(specification: &Specification) -> BTreeMap<Fields, Option<&str>> {
    let mut found: BTreeMap<Fields, Option<&str>> = BTreeMap::new();
    let of_contexts = specification.contexts.iter().flat_map(|context| {
        let parameters = context.parameters.iter().map(|of| (&of.name, &*of.ty));
        let variables = context.variables.iter().map(|of| (&of.name, &*of.ty));
        let clocks = context
            .clocks
            .iter()
            .map(|of| (&of.name, super::java::CLOCK));
        parameters.chain(variables).chain(clocks)
    });
    let of_contexts = of_contexts.map(|(name, ty)| (Fields::OfContexts(name.clone()), ty));

    let of_events = specification.events.iter().flat_map(|event| {
        let declared = event
            .parameters
            .iter()
            .filter_map(|of| Some((&of.name, of.ty.as_deref()?)));
        let bound = event
            .alternatives
            .iter()
            .flat_map(|alternative| alternative.trigger.bindings())
            .filter_map(|of| Some((&of.name, of.ty.as_deref()?)));
        declared.chain(bound)
    });
    let of_events = of_events.map(|(name, ty)| (Fields::OfEvents(name.clone()), ty));

    for (field, ty) in of_contexts.chain(of_events) {
        let known = found.entry(field).or_insert(Some(ty.trim()));
        if *known != Some(ty.trim()) {
            *known = None;
        }
    }

    found
}
