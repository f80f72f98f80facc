//! A description of the name under the cursor, as Markdown.

use date::ids::{ContextId, EventId};
use date::model::Specification;
use languages::names::{Occurrence, Symbol};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use super::document::Document;
use super::program::{self, Program};
use crate::wording::editor as wording;

/// How many overloads are shown.
const SHOWN: usize = 6;

/// The hover at a place; `None` where no known name is.
pub fn hover(document: &Document, program: Option<&Program>, position: Position) -> Option<Hover> {
    let name = document.name_at(position)?;
    let specification = document.specification.as_ref()?;
    let value = match &name.symbol {
        Symbol::State { property, name } => state(specification, *property, name)?,
        Symbol::Event(id) => event(document, specification, *id),
        Symbol::Property(number) => property(specification, *number),
        Symbol::Declared { context, name } => declared(specification, *context, name)?,
        Symbol::Bound { event, name } => bound(specification, *event, name),
        Symbol::Type(_) | Symbol::Member { .. } => of_java(specification, program?, name)?,
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(document.range(&name.range)),
    })
}

fn code(language: &str, text: &str) -> String {
    format!("```{language}\n{text}\n```")
}

fn state(specification: &Specification, property: usize, name: &str) -> Option<String> {
    let date = &specification.properties.get(property)?.date;
    let id = date.state_named(name)?;
    let into = date
        .transitions
        .iter()
        .filter(|transition| transition.to == id);
    let around = (into.count(), date.outgoing(id).count());
    Some(wording::state(&date.states[id], date.initial == id, around))
}

fn event(document: &Document, specification: &Specification, id: EventId) -> String {
    let event = &specification.events[id];
    let written = event.alternatives.iter().filter_map(|alternative| {
        let span = alternative.span;
        document.text.get(span.start as usize..span.end as usize)
    });
    let mut triggers: Vec<&str> = written.collect();
    triggers.extend(
        event
            .members
            .iter()
            .map(|&member| &*specification.events[member].name),
    );
    let transitions = specification
        .properties
        .iter()
        .flat_map(|property| &property.date.transitions);
    let uses = transitions
        .filter(|transition| transition.event == id)
        .count();
    format!(
        "{}\n{}",
        code("java", &triggers.join("\n")),
        wording::event(uses)
    )
}

fn property(specification: &Specification, number: usize) -> String {
    let property = &specification.properties[number];
    let (states, transitions) = (property.date.states.len(), property.date.transitions.len());
    let mut text = wording::property(property.severity, states, transitions);
    let explanation = &property.explanation;
    for said in explanation.message.iter().chain(&explanation.help) {
        text += &format!("\n\n{said}");
    }
    text
}

fn declared(specification: &Specification, context: ContextId, name: &str) -> Option<String> {
    let declared = &specification.contexts[context];
    if let Some(parameter) = declared.parameters.iter().find(|one| one.name == name) {
        let line = code("java", &format!("{} {name}", parameter.ty));
        return Some(format!(
            "{line}\n{}",
            wording::parameter(parameter.identity)
        ));
    }
    if let Some(variable) = declared.variables.iter().find(|one| one.name == name) {
        let initial = variable.initial.as_ref();
        let initial = initial.map_or_else(String::new, |code| format!(" = {}", code.text.trim()));
        let line = code("java", &format!("{} {name}{initial}", variable.ty));
        return Some(format!("{line}\n{}", wording::VARIABLE));
    }
    if declared.clocks.iter().any(|one| one.name == name) {
        return Some(wording::CLOCK.to_owned());
    }
    declared
        .channels
        .iter()
        .any(|one| one.name == name)
        .then(|| wording::CHANNEL.to_owned())
}

fn bound(specification: &Specification, event: EventId, name: &str) -> String {
    let event = &specification.events[event];
    let ty = type_of_bound(specification, event, name);
    let line = ty.map_or_else(|| name.to_owned(), |ty| format!("{ty} {name}"));
    format!("{}\n{}", code("java", &line), wording::bound(&event.name))
}

/// The type of a variable that an event binds, as far as the file gives one.
pub fn type_of_bound(
    specification: &Specification,
    event: &date::model::Event,
    name: &str,
) -> Option<String> {
    let parameters = event.parameters.iter();
    let mut written = parameters
        .filter(|one| one.name == name)
        .filter_map(|one| one.ty.clone());
    let bound = event
        .alternatives
        .iter()
        .flat_map(|one| one.trigger.bindings());
    let mut bound = bound
        .filter(|one| one.name == name)
        .filter_map(|one| one.ty.clone());
    let mut keys = specification
        .contexts
        .iter()
        .flat_map(|context| &context.parameters);
    written
        .next()
        .or_else(|| bound.next())
        .or_else(|| Some(keys.find(|key| key.name == name)?.ty.clone()))
}

fn of_java(specification: &Specification, program: &Program, name: &Occurrence) -> Option<String> {
    match &name.symbol {
        Symbol::Type(written) => {
            let class = program.class(specification, written)?;
            let comment = program.declaration(&class).and_then(|place| place.comment);
            Some(with_comment(&program::shown_class(&class), comment))
        }
        Symbol::Member { of, name } => {
            let class = program.class(specification, of.as_deref()?)?;
            let methods = program.methods(&class);
            let methods = methods.iter().filter(|(_, method)| *method.name == **name);
            let mut lines: Vec<String> = methods
                .map(|(class, method)| program::shown_method(class, method))
                .collect();
            let fields = program.fields(&class);
            let fields = fields.iter().filter(|(_, field)| *field.name == **name);
            lines.extend(fields.map(|(class, field)| program::shown_field(class, field)));
            if lines.is_empty() {
                return None;
            }
            let hidden = lines.len().saturating_sub(SHOWN);
            lines.truncate(SHOWN);
            let comment = program
                .members(&class, name)
                .into_iter()
                .find_map(|place| place.comment);
            let mut text = with_comment(&lines.join("\n"), comment);
            if hidden > 0 {
                text += &format!("\n\n{}", wording::more(hidden));
            }
            Some(text)
        }
        _ => None,
    }
}

fn with_comment(line: &str, comment: Option<String>) -> String {
    let comment = comment.map_or_else(String::new, |comment| format!("\n{comment}"));
    format!("{}{comment}", code("java", line))
}
