//! Contexts and what they declare: names, uniqueness, initial values, creation.

use std::collections::BTreeMap;

use super::Assembly;
use super::events::is_type;
use crate::draft::{DraftContext, DraftCreation, Word};
use date::code::lexical::{is_identifier, is_reserved};
use date::ids::{ContextId, EventId};
use date::model::{Channel, Clock, Context, Creation, Parameter, Variable};
use text::Span;

impl Assembly<'_> {
    pub(super) fn check_imports(&mut self) {
        for import in self
            .draft
            .imports
            .iter()
            .filter(|import| !is_import(&import.text))
        {
            let message = format!("`{}` is not what Java imports", import.text);
            let help =
                "write the name of a type, or `package.*`, with `static` before it for members";
            self.findings.push(
                self.source
                    .error(import.range.clone(), "invalid-import", message)
                    .with_help(help.to_owned()),
            );
        }
    }

    pub(super) fn declare_contexts(&mut self) {
        for draft in &self.draft.contexts {
            let context = self.context(draft);
            self.contexts.push(context);
        }
    }

    fn context(&self, draft: &DraftContext) -> Context {
        let place = |word: &Word| self.source.span(word.range.clone());
        let name = |word: &Word| (word.text.clone(), place(word));
        Context {
            parent: draft.parent.map(ContextId::from),
            parameters: draft
                .parameters
                .iter()
                .map(|p| Parameter {
                    name: p.name.text.clone(),
                    ty: p.ty.clone(),
                    identity: p.identity,
                    span: place(&p.name),
                })
                .collect(),
            creation: match draft.creation {
                DraftCreation::Slicing => Creation::Slicing,
                _ => Creation::AnyEvent,
            },
            variables: draft
                .variables
                .iter()
                .map(|v| Variable {
                    name: v.name.text.clone(),
                    ty: v.ty.clone(),
                    initial: None,
                    span: place(&v.name),
                })
                .collect(),
            clocks: draft
                .clocks
                .iter()
                .map(name)
                .map(|(name, span)| Clock { name, span })
                .collect(),
            channels: draft
                .channels
                .iter()
                .map(name)
                .map(|(name, span)| Channel { name, span })
                .collect(),
            span: self.source.span(draft.range.clone()),
        }
    }

    /// A name is declared once in a context, and a parameter once in a chain of contexts.
    /// Variables, clocks and channels may hide outer ones. Events are told apart in the whole
    /// chain.
    pub(super) fn check_names(&mut self) {
        for id in self.contexts.indices() {
            let draft = &self.draft.contexts[id.index()];
            let keys = draft.parameters.iter().map(|p| &p.name);
            let names = keys.clone().chain(draft.variables.iter().map(|v| &v.name));
            let names: Vec<&Word> = names.chain(&draft.clocks).chain(&draft.channels).collect();
            self.check_identifiers(&names);
            for key in draft.parameters.iter().filter(|key| !is_type(&key.ty)) {
                self.report(
                    &key.name,
                    "invalid-name",
                    format!("`{}` is not a type", key.ty),
                );
            }
            self.check_unique("name", &names, &[]);
            let outer: Vec<ContextId> = self.chain(id).into_iter().skip(1).collect();
            let outer_keys: Vec<&Word> = outer
                .iter()
                .flat_map(|id| &self.draft.contexts[id.index()].parameters)
                .map(|p| &p.name)
                .collect();
            self.check_unique("parameter", &keys.collect::<Vec<&Word>>(), &outer_keys);
            let outer_events: Vec<&Word> = outer
                .iter()
                .flat_map(|id| &self.draft.contexts[id.index()].events)
                .map(|e| &e.name)
                .collect();
            self.check_unique(
                "event",
                &draft.events.iter().map(|e| &e.name).collect::<Vec<&Word>>(),
                &outer_events,
            );
            self.check_unique(
                "property",
                &draft
                    .properties
                    .iter()
                    .map(|p| &p.name)
                    .collect::<Vec<&Word>>(),
                &[],
            );
        }
    }

    fn check_identifiers(&mut self, names: &[&Word]) {
        for name in names.iter().filter(|name| !is_identifier(&name.text)) {
            let reserved = is_reserved(&name.text);
            let why = if reserved {
                "is a word of Java's own"
            } else {
                "is not a Java name"
            };
            self.report(name, "invalid-name", format!("`{}` {why}", name.text));
        }
    }

    pub(super) fn check_unique(&mut self, what: &str, names: &[&Word], outer: &[&Word]) {
        let place = |word: &Word| self.source.span(word.range.clone());
        let mut seen: BTreeMap<&str, Span> = outer
            .iter()
            .map(|word| (word.text.as_str(), place(word)))
            .collect();
        let mut twice: Vec<(&Word, Span)> = Vec::new();

        for word in names {
            match seen.get(word.text.as_str()) {
                Some(first) => twice.push((word, *first)),
                None => _ = seen.insert(&word.text, place(word)),
            }
        }

        for (word, first) in twice {
            let message = format!(
                "the {what} `{}` is already declared in line {}",
                word.text, first.line
            );
            self.report(word, "duplicate-name", message);
        }
    }

    pub(super) fn parse_initial_values(&mut self) {
        for id in self.contexts.indices() {
            for (i, variable) in self.draft.contexts[id.index()].variables.iter().enumerate() {
                let initial = variable
                    .initial
                    .as_ref()
                    .and_then(|initial| self.expression(initial, id));
                self.contexts[id].variables[i].initial = initial;
            }
        }
    }

    pub(super) fn resolve_creation(&mut self) {
        for id in self.contexts.indices() {
            if let DraftCreation::Listed(names) = &self.draft.contexts[id.index()].creation {
                let events: Vec<EventId> = names
                    .iter()
                    .filter_map(|name| self.creating_event(name, id))
                    .collect();
                self.contexts[id].creation = Creation::Listed(events);
            }
        }
    }

    /// Only an event of the context itself names one of its instances.
    fn creating_event(&mut self, name: &Word, id: ContextId) -> Option<EventId> {
        let event = self.event(name, id)?;
        if self.events[event].context != id {
            let message = format!(
                "`{}` is an event of an outer context: it names no instance of this one",
                name.text
            );
            self.report(name, "creation-event", message);
        }
        Some(event)
    }
}

/// Returns whether `import text;` is one of Java's import declarations (JLS 7.5).
fn is_import(text: &str) -> bool {
    let name = text
        .strip_prefix("static")
        .filter(|rest| rest.starts_with(char::is_whitespace))
        .unwrap_or(text)
        .trim_start();
    let (last, front) = name
        .rsplit_once('.')
        .map_or((name, None), |(front, last)| (last, Some(front)));
    let is_last = is_identifier(last) || (last == "*" && front.is_some());
    is_last && front.is_none_or(|front| front.split('.').all(is_identifier))
}
