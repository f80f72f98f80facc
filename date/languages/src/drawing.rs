//! Automata of properties as drawings, for Graphviz and for Mermaid.

mod dot;
mod mermaid;

use std::collections::BTreeSet;

pub use dot::print as print_dot;
pub use mermaid::print as print_mermaid;

use date::ids::StateId;
use date::model::{Property, Specification, StateKind, Transition};

/// The automaton of a property as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The name of the property.
    pub name: String,
    /// The position of the state that instances begin in.
    pub initial: usize,
    /// The states, in the order of the automaton.
    pub nodes: Vec<Node>,
    /// The transitions, in theirs.
    pub edges: Vec<Edge>,
}

/// A state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its name, and what runs on entry in lines below.
    pub label: String,
    /// Normal, bad or accepting.
    pub kind: StateKind,
    /// True if a residual has lost it.
    pub is_gone: bool,
}

/// A transition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// Positions of the states.
    pub from: usize,
    /// As `from`.
    pub to: usize,
    /// `event | condition |-> action`.
    pub label: String,
    /// True if a residual has lost it.
    pub is_gone: bool,
}

impl Drawing {
    /// A drawing of each property; beside its `residual`, if there is one, with what that has lost
    /// marked as gone. Properties, states and transitions are the same in both if they are called
    /// and written alike.
    pub fn all(specification: &Specification, residual: Option<&Specification>) -> Vec<Self> {
        let left = |property: &Property| {
            let residual = residual?;
            let left = residual
                .properties
                .iter()
                .find(|left| left.name == property.name);
            Some(left.map_or_else(BTreeSet::new, |left| parts(residual, left)))
        };
        let properties = specification.properties.iter();
        properties
            .map(|property| Drawing::of(specification, property, left(property)))
            .collect()
    }

    fn of(
        specification: &Specification,
        property: &Property,
        left: Option<BTreeSet<Part>>,
    ) -> Self {
        let is_gone = |part: Part| left.as_ref().is_some_and(|left| !left.contains(&part));
        let nodes = property.date.states.iter().map(|state| {
            let entry = state
                .entry
                .as_ref()
                .map_or(String::new(), |entry| format!("\n{}", entry.text));
            let label = state.name.clone() + &entry;
            Node {
                label,
                kind: state.kind,
                is_gone: is_gone(Part::State(state.name.clone())),
            }
        });

        let edges = property.date.transitions.iter().map(|transition| Edge {
            from: transition.from.index(),
            to: transition.to.index(),
            label: label(specification, transition),
            is_gone: is_gone(Part::of(specification, property, transition)),
        });

        Drawing {
            name: property.name.clone(),
            initial: property.date.initial.index(),
            nodes: nodes.collect(),
            edges: edges.collect(),
        }
    }
}

/// A part of an automaton, by what is written in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    State(String),
    Transition {
        from: String,
        to: String,
        label: String,
    },
}

impl Part {
    fn of(specification: &Specification, property: &Property, transition: &Transition) -> Self {
        let name = |state: StateId| property.date.states[state].name.clone();
        Part::Transition {
            from: name(transition.from),
            to: name(transition.to),
            label: label(specification, transition),
        }
    }
}

fn parts(specification: &Specification, property: &Property) -> BTreeSet<Part> {
    let states = property
        .date
        .states
        .iter()
        .map(|state| Part::State(state.name.clone()));
    let transitions = property.date.transitions.iter();
    states
        .chain(transitions.map(|transition| Part::of(specification, property, transition)))
        .collect()
}

fn label(specification: &Specification, transition: &Transition) -> String {
    let mut label = specification.events[transition.event].name.clone();
    if let Some(condition) = &transition.condition {
        label += &format!(" | {}", condition.text);
    }
    if let Some(action) = &transition.action {
        label += &format!(" \u{21a6} {}", action.text);
    }
    label
}
