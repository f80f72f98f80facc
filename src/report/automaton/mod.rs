//! A property as a drawn automaton: what remains with solid lines, what a step removed dashed and
//! in the step's colour.

mod coordinates;
mod edges;
mod geometry;
mod layers;
mod place;
mod svg;

use date::model::StateKind;
use maud::Markup;
use plan::{Plan, PropertyRow, Removal};

use crate::lookup::{Model, model_of};
use edges::Edge;
use geometry::{Line, Shape};
pub use svg::number;

/// More states than this nobody reads as a drawing.
const STATE_LIMIT: usize = 60;

/// More edges than this nobody reads as a drawing, several events between two states being one
/// edge.
const EDGE_LIMIT: usize = 150;

/// An automaton as it is drawn.
#[derive(Debug)]
struct Automaton {
    states: Vec<State>,
    edges: Vec<Edge>,
    initial: usize,
}

/// A state as it is drawn.
#[derive(Debug)]
struct State {
    name: String,
    kind: StateKind,
    /// The step that removed the last transition at it, if the residual does not have it.
    fate: Fate,
}

/// The fate of a state or an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Stays,
    RemovedBy(Removal),
    /// A state that never had a transition.
    Gone,
}

/// The drawing of a property, titled for those who do not see it, and marked with `id`. None where
/// the automaton is too large to be read as a drawing.
pub fn drawing(plan: &Plan, row: &PropertyRow, id: &str) -> Option<Markup> {
    let automaton = Automaton::new(model_of(plan, &row.name)?, row);
    if automaton.states.len() > STATE_LIMIT || automaton.edges.len() > EDGE_LIMIT {
        return None;
    }
    let states: Vec<Shape> = automaton.states.iter().map(svg::state_shape).collect();
    let line = |edge: &Edge| Line {
        from: edge.from,
        to: edge.to,
        label: svg::label_shape(edge),
    };
    let lines: Vec<Line> = automaton.edges.iter().map(line).collect();
    let placed = place::place(&states, &lines);
    Some(svg::render(&automaton, &placed, &row.name, id))
}

impl Automaton {
    fn new(model: Model<'_>, row: &PropertyRow) -> Automaton {
        let Model {
            specification,
            property,
            mapping,
        } = model;
        let edges = edges::merged(specification, property, row);
        let states = property
            .date
            .states
            .iter_enumerated()
            .map(|(id, state)| State {
                name: state.name.clone(),
                kind: state.kind,
                fate: if mapping.states.contains(&id) {
                    Fate::Stays
                } else {
                    last_removal(&edges, id.index())
                },
            });

        Automaton {
            states: states.collect(),
            initial: property.date.initial.index(),
            edges,
        }
    }
}

fn last_removal(edges: &[Edge], state: usize) -> Fate {
    let at_state = edges
        .iter()
        .filter(|edge| edge.from == state || edge.to == state);
    at_state
        .map(|edge| edge.fate)
        .filter(|fate| *fate != Fate::Stays)
        .max()
        .unwrap_or(Fate::Gone)
}
