//! Where states, edges and labels of a drawing go. This file alone names the layout library.

use std::panic::{AssertUnwindSafe, catch_unwind};

use layout::core::base::Orientation;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::{Point, Position};
use layout::core::style::StyleAttr;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;

/// The library counts a character as wide and as high as the font; text is about twice as high as wide.
const FONT: usize = 8;

/// Free space around a state.
const AROUND: f64 = 26.0;

/// Room that something needs, in characters and lines.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Characters of its longest line.
    pub columns: usize,
    /// Its lines.
    pub lines: usize,
}

/// A point of the drawing, `x` to the right and `y` downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct At {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// A rectangle around a centre.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Its middle.
    pub centre: At,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// A curve from state to state: a cubic Bézier, then smooth continuations.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The first pair is the start and its control point; each other one a control point and the point it leads to.
    pub points: Vec<(At, At)>,
    /// Whether the edge leads from the end of the curve to its start.
    pub is_reversed: bool,
}

/// A drawing's geometry, by the indices of states and edges.
#[derive(Debug, Default, PartialEq)]
pub struct Placed {
    /// Where the states are.
    pub states: Vec<Option<Bounds>>,
    /// How the edges run.
    pub curves: Vec<Option<Curve>>,
    /// The middles of the labels of the edges.
    pub labels: Vec<Option<At>>,
}

/// A layered drawing from left to right. The same input gives the same places. None if the library fails on it: a drawing
/// is not worth a report.
pub fn place(states: &[Shape], edges: &[(usize, usize, Shape)]) -> Option<Placed> {
    catch_unwind(AssertUnwindSafe(|| {
        let mut graph = VisualGraph::new(Orientation::LeftToRight);
        let handles: Vec<_> =
            states.iter().enumerate().map(|(index, shape)| graph.add_node(element(index, *shape))).collect();
        for (index, (from, to, shape)) in edges.iter().enumerate() {
            let mut arrow = Arrow::simple_with_properties(&stand_in(index, *shape), index.to_string());
            arrow.look.font_size = FONT;
            graph.add_edge(arrow, handles[*from], handles[*to]);
        }
        let mut placed = Placed {
            states: vec![None; states.len()],
            curves: vec![None; edges.len()],
            labels: vec![None; edges.len()],
        };
        graph.do_it(false, false, false, &mut placed);
        placed.lead_through_labels();
        placed
    }))
    .ok()
}

impl Placed {
    /// The library leads an edge through the end of its label; through the middle it is clear whose label it is.
    fn lead_through_labels(&mut self) {
        for (curve, label) in self.curves.iter_mut().zip(&self.labels) {
            let (Some(curve), Some(label)) = (curve, label) else { continue };
            let inner = 1..curve.points.len().saturating_sub(1);
            let away = |point: &At| (point.x - label.x).hypot(point.y - label.y);
            let through =
                curve.points[inner].iter_mut().min_by(|(_, one), (_, other)| away(one).total_cmp(&away(other)));
            if let Some((control, point)) = through {
                let (dx, dy) = (label.x - point.x, label.y - point.y);
                *control = At { x: control.x + dx, y: control.y + dy };
                *point = *label;
            }
        }
    }
}

fn element(index: usize, shape: Shape) -> Element {
    let size = Point::new((shape.columns * FONT + 28) as f64, (shape.lines * FONT * 2 + 18) as f64);
    let look = StyleAttr { font_size: FONT, ..StyleAttr::simple() };
    let (shape, direction) = (ShapeKind::new_box(""), Orientation::LeftToRight);
    let mut element = Element::create_with_properties(shape, look, direction, size, index.to_string());
    element.pos = Position::new(Point::zero(), size, Point::zero(), Point::splat(AROUND));
    element
}

/// A text of the shape that begins with an index: the library hands back texts, and nothing else, where it puts labels.
fn stand_in(index: usize, shape: Shape) -> String {
    format!("{:<width$}{}", index, "\n.".repeat((2 * shape.lines).saturating_sub(1)), width = shape.columns)
}

fn index_in(text: &str) -> Option<usize> {
    text.split_whitespace().next()?.parse().ok()
}

fn at(point: Point) -> At {
    At { x: point.x, y: point.y }
}

impl RenderBackend for Placed {
    fn draw_rect(
        &mut self,
        xy: Point,
        size: Point,
        _: &StyleAttr,
        properties: Option<String>,
        _clip: Option<ClipHandle>,
    ) {
        let centre = At { x: xy.x + size.x / 2., y: xy.y + size.y / 2. };
        if let Some(state) = properties.as_deref().and_then(index_in).and_then(|index| self.states.get_mut(index)) {
            *state = Some(Bounds { centre, width: size.x, height: size.y });
        }
    }

    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_circle(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_text(&mut self, xy: Point, text: &str, _: &StyleAttr) {
        if let Some(label) = index_in(text).and_then(|index| self.labels.get_mut(index)) {
            *label = Some(at(xy));
        }
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _dashed: bool,
        head: (bool, bool),
        _: &StyleAttr,
        properties: Option<String>,
        _text: &str,
    ) {
        let points = path.iter().map(|(first, second)| (at(*first), at(*second))).collect();
        if let Some(curve) = properties.as_deref().and_then(index_in).and_then(|index| self.curves.get_mut(index)) {
            *curve = Some(Curve { points, is_reversed: head.0 });
        }
    }

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(generator: &mut fastrand::Rng) -> (Vec<Shape>, Vec<(usize, usize, Shape)>) {
        let count = generator.usize(1..20);
        let shape =
            |generator: &mut fastrand::Rng| Shape { columns: generator.usize(1..30), lines: generator.usize(1..5) };
        let states: Vec<Shape> = (0..count).map(|_| Shape { lines: 1, ..shape(generator) }).collect();
        let edges = (0..generator.usize(0..40))
            .map(|_| (generator.usize(..count), generator.usize(..count), shape(generator)))
            .collect();
        (states, edges)
    }

    #[test]
    fn everything_has_a_place_and_the_same_one_each_time() {
        let mut generator = fastrand::Rng::with_seed(7);
        for round in 0..60 {
            let (states, edges) = random(&mut generator);
            let placed = place(&states, &edges).unwrap_or_else(|| panic!("round {round}: {states:?} {edges:?}"));
            assert!(placed.states.iter().all(Option::is_some), "round {round}");
            assert!(placed.curves.iter().all(Option::is_some), "round {round}");
            assert!(placed.labels.iter().all(Option::is_some), "round {round}");
            assert_eq!(place(&states, &edges), Some(placed), "round {round}");
        }
    }
}
