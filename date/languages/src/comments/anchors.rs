//! The declarations of a property file, and their lines.

use std::collections::BTreeMap;

use date::ids::ContextId;
use date::model::{Property, Specification};
use text::Span;

/// The declarations of a file by line, from 0. A declaration is told by words that are the same in
/// a file that declares less.
#[derive(Debug)]
pub struct Anchors {
    lines: BTreeMap<usize, Vec<String>>,
    names: BTreeMap<String, usize>,
}

impl Anchors {
    /// Of a specification that was read from a text. O(n log n).
    pub fn of(specification: &Specification) -> Self {
        let mut anchors = Anchors {
            lines: BTreeMap::new(),
            names: BTreeMap::new(),
        };

        for (id, context) in specification.contexts.iter_enumerated() {
            let owners = owners(specification, id);
            let mut owned = |span, what: &str| {
                owners
                    .iter()
                    .for_each(|owner| anchors.add(span, format!("{what} of {owner}")))
            };
            if context.parent.is_some() {
                owned(context.span, "context");
            }
            context
                .variables
                .iter()
                .for_each(|variable| owned(variable.span, &format!("variable {}", variable.name)));
            context
                .clocks
                .iter()
                .for_each(|clock| owned(clock.span, &format!("clock {}", clock.name)));
            context
                .channels
                .iter()
                .for_each(|channel| owned(channel.span, &format!("channel {}", channel.name)));
            let events = specification
                .events
                .iter()
                .filter(|event| event.context == id);
            events.for_each(|event| owned(event.span, &format!("event {}", event.name)));
        }

        for property in &specification.properties {
            anchors.add(property.span, format!("property {}", property.name));
            anchors.add_automaton(specification, property);
        }

        anchors
    }

    fn add_automaton(&mut self, specification: &Specification, property: &Property) {
        let (date, owner) = (&property.date, &property.name);
        for state in &date.states {
            self.add(state.span, format!("state {} of {owner}", state.name));
        }
        for transition in &date.transitions {
            let [from, to] = [transition.from, transition.to].map(|state| &date.states[state].name);
            let event = &specification.events[transition.event].name;
            let condition = transition.condition.as_ref().map_or("", |code| &code.text);
            self.add(
                transition.span,
                format!("transition {from} -> {to} by {event} if {condition} of {owner}"),
            );
        }
    }

    /// Adds an anchor. Generated parts have no place, and no comment is about them. Several of one
    /// name each get a number.
    fn add(&mut self, span: Span, name: String) {
        let Some(line) = (span.line as usize).checked_sub(1) else {
            return;
        };
        let numbered = (1..).map(|number| format!("{name} {number}"));
        let Some(name) = numbered
            .into_iter()
            .find(|name| !self.names.contains_key(name))
        else {
            return;
        };
        self.lines.entry(line).or_default().push(name.clone());
        self.names.insert(name, line);
    }

    /// Returns whether a line declares something.
    pub fn declares(&self, line: usize) -> bool {
        self.lines.contains_key(&line)
    }

    /// Returns what a line declares.
    pub fn of_line(&self, line: usize) -> impl Iterator<Item = &String> {
        self.lines.get(&line).into_iter().flatten()
    }

    /// The line that declares something.
    pub fn line_of(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// The lines before this one that declare something, the last one first.
    pub fn lines_before(&self, line: usize) -> impl Iterator<Item = usize> {
        self.lines.range(..line).rev().map(|(&line, _)| line)
    }

    /// The last line before this one that declares something.
    pub fn last_before(&self, line: usize) -> Option<usize> {
        self.lines_before(line).next()
    }

    /// The first line behind this one that declares something.
    pub fn first_after(&self, line: usize) -> Option<usize> {
        self.lines.range(line + 1..).next().map(|(&line, _)| line)
    }
}

/// Returns what tells a context, which has no name, from others: the names of its properties, or
/// else those of its parameters.
fn owners(specification: &Specification, id: ContextId) -> Vec<String> {
    let properties = specification
        .properties
        .iter()
        .filter(|property| property.context == id);
    let properties: Vec<String> = properties.map(|property| property.name.clone()).collect();
    let parameters = specification.contexts[id]
        .parameters
        .iter()
        .map(|parameter| format!("{} {}", parameter.ty, parameter.name));
    if properties.is_empty() {
        vec![format!("({})", parameters.collect::<Vec<_>>().join(", "))]
    } else {
        properties
    }
}
