//! The names in a property for the names of a specification: fields, events, and variables that
//! several events have.

use std::collections::{BTreeMap, BTreeSet};

use crate::java::{Member, class_members};
use crate::mop::syntax::Spec;

/// The names of a specification in the property.
#[derive(Clone)]
pub(super) struct Names {
    /// By event: its variables that are no parameters of the specification, where they need another
    /// name.
    locals: Vec<BTreeMap<String, String>>,
    fields: BTreeMap<String, String>,
    /// The names of the events, each once.
    pub events: Vec<String>,
}

impl Names {
    /// Variables of events live in one name space, where each has one type: those of a name and
    /// several types get names of their own.
    pub fn of(spec: &Spec, prefix: &str) -> Self {
        let shared = format!("{}_", super::identifier(&spec.name));
        let prefix = if spec.parameters.is_empty() {
            prefix
        } else {
            ""
        };
        let events = super::distinct(
            spec.events
                .iter()
                .map(|event| format!("{prefix}{}", super::identifier(&event.name))),
        );

        let parameters: BTreeSet<&str> = spec
            .parameters
            .iter()
            .map(|p| p.name.text.as_str())
            .collect();
        let mut types: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();

        for formal in spec.events.iter().flat_map(|event| event.formals()) {
            types
                .entry(&formal.name.text)
                .or_default()
                .insert(&formal.ty.text);
        }

        // What is no declaration is found out where the fields are made variables.
        let declared = [Some(&spec.declarations), spec.raw.as_ref()]
            .into_iter()
            .flatten()
            .flat_map(|java| {
                let members = class_members(&java.text).unwrap_or_default().into_iter();
                let fields = members.flat_map(|member| match member {
                    Member::Fields(fields) => fields,
                    Member::Method { .. } => Vec::new(),
                });
                fields.map(|field| (java, field)).collect::<Vec<_>>()
            });

        // Fields that all instances share are variables of the global context, as are those of
        // specifications without parameters.
        let fields = declared.map(|(java, field)| {
            let is_shared = field.is_static(&java.text) && !spec.parameters.is_empty();
            let name = java.text[field.name].to_owned();
            let renamed = format!("{}{name}", if is_shared { &shared } else { prefix });
            (name, renamed)
        });
        let fields: BTreeMap<String, String> = fields.collect();
        let locals = spec.events.iter().zip(&events).map(|(event, name)| {
            let formals = event.formals().map(|formal| formal.name.text.as_str());
            let own = formals.filter(|formal| !parameters.contains(formal));
            let ambiguous = |formal: &&str| {
                types[formal].len() > 1 || !prefix.is_empty() || fields.contains_key(*formal)
            };
            own.filter(ambiguous)
                .map(|formal| (formal.to_owned(), format!("{formal}_{name}")))
                .collect()
        });

        Names {
            locals: locals.collect(),
            fields,
            events,
        }
    }

    /// The variable that a field is.
    pub fn field<'n>(&'n self, name: &'n str) -> &'n str {
        self.name(None, name)
    }

    /// The variable of an event.
    pub fn variable(&self, event: usize, name: &str) -> String {
        self.locals[event]
            .get(name)
            .map_or(name, |renamed| renamed)
            .to_owned()
    }

    /// The same where code of an event calls its variables otherwise.
    pub fn with_variables(&self, event: usize, variables: BTreeMap<String, String>) -> Names {
        let mut names = self.clone();
        names.locals[event] = variables;
        names
    }

    /// The variable of an event that holds the class which is initialized.
    pub fn initialized(&self, event: usize) -> String {
        format!("initialized_{}", self.events[event])
    }

    /// A name in the code of an event, or of the monitor.
    pub fn name<'n>(&'n self, event: Option<usize>, name: &'n str) -> &'n str {
        let local = event.and_then(|event| self.locals[event].get(name));
        local
            .or_else(|| self.fields.get(name))
            .map_or(name, |renamed| renamed)
    }
}
