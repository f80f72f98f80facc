//! A placed automaton as SVG. Colours and dashes come from the style sheet, by the classes of the
//! steps.

use std::fmt::Write;

use date::model::StateKind;
use maud::{Markup, html};

use super::edges::{Edge, shortened};
use super::geometry::{At, Bounds, Shape};
use super::place::{Curve, Placed};
use super::{Automaton, Fate, State};
use crate::report::colour;

/// Characters of a state's name that are drawn.
const NAME_WIDTH: usize = 24;

/// Height of a line of text.
const LINE: f64 = 15.0;

/// Width of a character.
const CHARACTER: f64 = 7.3;

/// Free space around the drawing; the arrow into the initial state has to fit.
const MARGIN: f64 = 30.0;

/// A drawing up to this wide is shrunk to the width of the page; a wider one is scrolled.
const SHRINKING: f64 = 2200.0;

/// The room for a state.
pub fn state_shape(state: &State) -> Shape {
    Shape {
        columns: shortened(&state.name, NAME_WIDTH).chars().count().max(4),
        lines: 1,
    }
}

/// The room for the label of an edge.
pub fn label_shape(edge: &Edge) -> Shape {
    let columns = edge
        .label
        .iter()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(1);
    Shape {
        columns,
        lines: edge.label.len().max(1),
    }
}

/// The whole drawing.
pub fn render(automaton: &Automaton, placed: &Placed, name: &str, id: &str) -> Markup {
    let Frame {
        left,
        top,
        width,
        height,
    } = Frame::around(placed);
    let title = format!("{id}-title");
    let class = if width <= SHRINKING {
        "automaton shrinks"
    } else {
        "automaton"
    };

    html! {
        svg id=(id) class=(class) role="img" aria-labelledby=(title)
            width=(number(width)) height=(number(height))
            viewBox=(format!("{} {} {} {}", number(left), number(top), number(width), number(height))) {
            title id=(title) { "The automaton of " (name) }
            @for (edge, curve) in automaton.edges.iter().zip(&placed.curves) {
                (arrow(edge, curve))
            }
            @if let Some(bounds) = placed.states.get(automaton.initial) { (entry(bounds)) }
            @for (index, (state, bounds)) in automaton.states.iter().zip(&placed.states).enumerate() {
                (state_box(index, state, bounds))
            }
            @for (edge, middle) in automaton.edges.iter().zip(&placed.labels) {
                (label(edge, *middle))
            }
        }
    }
}

fn class(fate: Fate) -> &'static str {
    match fate {
        Fate::Stays => "stays",
        Fate::RemovedBy(step) => colour(step),
        Fate::Gone => "gone",
    }
}

fn state_box(index: usize, state: &State, bounds: &Bounds) -> Markup {
    let Bounds {
        centre,
        width,
        height,
    } = *bounds;
    let kind = match state.kind {
        StateKind::Normal => "normal",
        StateKind::Bad => "bad",
        StateKind::Accepting => "accepting",
    };

    let frame = |inset: f64| {
        html! {
            rect x=(number(centre.x - width / 2. + inset)) y=(number(centre.y - height / 2. + inset))
                width=(number(width - 2. * inset)) height=(number(height - 2. * inset))
                rx=(number(height / 2. - inset)) {}
        }
    };

    html! {
        g class=(format!("state {kind} {}", class(state.fate))) data-state=(index) {
            title { (state.name) @if state.kind == StateKind::Bad { ": entering it is reported" } }
            (frame(0.))
            @if state.kind != StateKind::Normal { (frame(3.5)) }
            text x=(number(centre.x)) y=(number(centre.y)) { (shortened(&state.name, NAME_WIDTH)) }
        }
    }
}

/// The arrow out of nowhere that marks the initial state.
fn entry(bounds: &Bounds) -> Markup {
    let tip = At {
        x: bounds.centre.x - bounds.width / 2.,
        y: bounds.centre.y,
    };
    let start = At {
        x: tip.x - 22.,
        y: tip.y,
    };
    html! {
        g class="edge entry stays" {
            path d=(format!("M{} {}L{} {}", number(start.x), number(start.y), number(tip.x), number(tip.y))) {}
            (head(start, tip))
        }
    }
}

fn arrow(edge: &Edge, curve: &Curve) -> Markup {
    let (Some(first), Some(last)) = (curve.points.first(), curve.points.last()) else {
        return html! {};
    };
    let (behind, tip) = if curve.is_reversed {
        (first.1, first.0)
    } else {
        *last
    };
    html! {
        g class=(format!("edge {}", class(edge.fate))) data-from=(edge.from) data-to=(edge.to) {
            path d=(path(curve)) {}
            (head(behind, tip))
        }
    }
}

fn path(curve: &Curve) -> String {
    let mut text = String::new();
    for (index, (first, second)) in curve.points.iter().enumerate() {
        let command = match index {
            0 => "M",
            1 => " ",
            _ => "S",
        };
        let between = if index == 0 { "C" } else { " " };
        let _ = write!(
            text,
            "{command}{} {}{between}{} {}",
            number(first.x),
            number(first.y),
            number(second.x),
            number(second.y)
        );
    }

    text
}

/// A triangle at `tip` that points away from `behind`.
fn head(behind: At, tip: At) -> Markup {
    let (dx, dy) = (tip.x - behind.x, tip.y - behind.y);
    let length = dx.hypot(dy).max(1e-6);
    let (ux, uy) = (dx / length, dy / length);
    let corner = |side: f64| {
        format!(
            "{},{}",
            number(tip.x - 8. * ux - side * 3.6 * uy),
            number(tip.y - 8. * uy + side * 3.6 * ux)
        )
    };
    html! { polygon points=(format!("{},{} {} {}", number(tip.x), number(tip.y), corner(1.), corner(-1.))) {} }
}

fn label(edge: &Edge, middle: At) -> Markup {
    let top = middle.y - LINE * (edge.label.len() as f64 - 1.) / 2.;
    let width = CHARACTER * label_shape(edge).columns as f64 + 4.;
    html! {
        g class=(format!("label {}", class(edge.fate))) data-from=(edge.from) data-to=(edge.to) {
            title { (edge.transitions.join("\n")) }
            rect class="ground" x=(number(middle.x - width / 2.)) y=(number(top - LINE / 2.)) width=(number(width))
                height=(number(LINE * edge.label.len() as f64)) {}
            @for (index, line) in edge.label.iter().enumerate() {
                text x=(number(middle.x)) y=(number(top + LINE * index as f64)) { (line) }
            }
        }
    }
}

/// The part of the plane that the drawing takes.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn around(placed: &Placed) -> Frame {
        let corners = placed.states.iter().flat_map(|bounds| {
            let Bounds {
                centre: At { x, y },
                width,
                height,
            } = *bounds;
            [
                At {
                    x: x - width / 2.,
                    y: y - height / 2.,
                },
                At {
                    x: x + width / 2.,
                    y: y + height / 2.,
                },
            ]
        });

        let curves = placed.curves.iter().flat_map(|curve| &curve.points);
        let points = corners.chain(curves.flat_map(|(first, second)| [*first, *second]));
        let points = points.chain(placed.labels.iter().copied());
        let start = (
            f64::INFINITY,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NEG_INFINITY,
        );
        let (left, top, right, bottom) =
            points.fold(start, |(left, top, right, bottom), At { x, y }| {
                (left.min(x), top.min(y), right.max(x), bottom.max(y))
            });

        Frame {
            left: left - MARGIN,
            top: top - MARGIN,
            width: right - left + 2. * MARGIN,
            height: bottom - top + 2. * MARGIN,
        }
    }
}

/// A coordinate with one digit behind the point, and none where it would be 0.
pub fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn coordinates_are_short() {
        assert_eq!(
            [1.0, -0.04, 2.25, -3.96].map(number),
            ["1", "0", "2.2", "-4"]
        );
    }
}
