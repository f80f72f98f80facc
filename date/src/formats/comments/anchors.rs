//! What a property file declares, and in which lines.

use std::collections::BTreeMap;

use crate::diagnostic::Span;
use crate::ids::ContextId;
use crate::model::{Property, Specification};

/// The declarations of a file by line, from 0. A declaration is told by words that are the same in a file that declares less.
#[derive(Debug)]
pub struct Anchors {
    lines: BTreeMap<usize, Vec<String>>,
    names: BTreeMap<String, usize>,
}

impl Anchors {
    /// Of a specification that was read from a text. O(n log n).
    pub fn of(specification: &Specification) -> Self {
        let mut anchors = Anchors { lines: BTreeMap::new(), names: BTreeMap::new() };
        for (id, context) in specification.contexts.iter_enumerated() {
            // Contexts have no names; those of their properties tell them apart.
            let mut owned = |span, what: &str| {
                for property in properties(specification, id) {
                    anchors.add(span, format!("{what} of {}", property.name));
                }
            };
            if context.parent.is_some() {
                owned(context.span, "context");
            }
            context.variables.iter().for_each(|variable| owned(variable.span, &format!("variable {}", variable.name)));
            context.clocks.iter().for_each(|clock| owned(clock.span, &format!("clock {}", clock.name)));
            context.channels.iter().for_each(|channel| owned(channel.span, &format!("channel {}", channel.name)));
            let events = specification.events.iter().filter(|event| event.context == id);
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
            self.add(transition.span, format!("transition {from} -> {to} by {event} if {condition} of {owner}"));
        }
    }

    /// What has no place was generated, and no comment is about it.
    fn add(&mut self, span: Span, name: String) {
        let Some(line) = (span.line as usize).checked_sub(1) else { return };
        self.lines.entry(line).or_default().push(name.clone());
        self.names.entry(name).or_insert(line);
    }

    /// Whether a line declares something.
    pub fn declares(&self, line: usize) -> bool {
        self.lines.contains_key(&line)
    }

    /// What a line declares.
    pub fn of_line(&self, line: usize) -> impl Iterator<Item = &String> {
        self.lines.get(&line).into_iter().flatten()
    }

    /// The line that declares something.
    pub fn line_of(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// The last line up to this one that declares something.
    pub fn last_before(&self, line: usize) -> Option<usize> {
        self.lines.range(..line).next_back().map(|(&line, _)| line)
    }

    /// The first line behind this one that declares something.
    pub fn first_after(&self, line: usize) -> Option<usize> {
        self.lines.range(line + 1..).next().map(|(&line, _)| line)
    }
}

fn properties(specification: &Specification, context: ContextId) -> impl Iterator<Item = &Property> {
    specification.properties.iter().filter(move |property| property.context == context)
}
