//! The places of states, edges and labels in a drawing. Layers go from left to right, with states
//! in the even ones and labels in those between them.

use super::coordinates::{Coordinates, coordinates};
use super::geometry::{At, Bounds, Line, Shape};
use super::layers::{Layers, Way, layers};

/// A curve from state to state: a cubic Bézier, then smooth continuations.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The first pair is the start and its control point; each other one a control point and the
    /// point it leads to.
    pub points: Vec<(At, At)>,
    /// True if the edge leads from the end of the curve to its start.
    pub is_reversed: bool,
}

/// A drawing's geometry, by the indices of states and edges.
#[derive(Debug, Default, PartialEq)]
pub struct Placed {
    /// The places of the states.
    pub states: Vec<Bounds>,
    /// The ways of the edges.
    pub curves: Vec<Curve>,
    /// The middles of the labels of the edges.
    pub labels: Vec<At>,
}

/// A layered drawing from left to right. The same input gives the same places. O(sweeps * edges *
/// layers * log).
pub fn place(states: &[Shape], lines: &[Line]) -> Placed {
    let layers = layers(states, lines);
    let at = coordinates(&layers);
    Placed {
        states: (0..states.len())
            .map(|state| at.bounds(&layers, state))
            .collect(),
        curves: layers
            .ways
            .iter()
            .map(|way| curve(&layers, &at, way))
            .collect(),
        labels: layers.ways.iter().map(|way| at.centre(way.label)).collect(),
    }
}

fn curve(layers: &Layers, at: &Coordinates, way: &Way) -> Curve {
    match way.stations[..] {
        [state] => looped(at.bounds(layers, state), at.centre(way.label)),
        _ => led(layers, at, way),
    }
}

/// A curve through the middles of everything between two states. It is level there.
fn led(layers: &Layers, at: &Coordinates, way: &Way) -> Curve {
    let last = way.stations.len() - 1;
    let stop = |(index, &station): (usize, &usize)| {
        let Bounds { centre, width, .. } = at.bounds(layers, station);
        let side = f64::from(u8::from(index == 0)) - f64::from(u8::from(index == last));
        At {
            x: centre.x + side * width / 2.0,
            y: centre.y,
        }
    };
    let stops: Vec<At> = way.stations.iter().enumerate().map(stop).collect();

    let reach = |one: At, other: At| (other.x - one.x) / 2.0;
    let mut points = vec![(
        stops[0],
        At {
            x: stops[0].x + reach(stops[0], stops[1]),
            ..stops[0]
        },
    )];
    points.extend(stops.windows(2).map(|pair| {
        (
            At {
                x: pair[1].x - reach(pair[0], pair[1]),
                ..pair[1]
            },
            pair[1],
        )
    }));

    Curve {
        points,
        is_reversed: way.is_reversed,
    }
}

/// A curve from the lower side of a state through a label below it, and back.
fn looped(state: Bounds, label: At) -> Curve {
    let below = state.centre.y + state.height / 2.0;
    let (left, right) = (
        state.centre.x - state.width / 4.0,
        state.centre.x + state.width / 4.0,
    );
    let start = (
        At { x: left, y: below },
        At {
            x: left,
            y: label.y,
        },
    );

    let through = (
        At {
            x: (left + label.x) / 2.0,
            y: label.y,
        },
        label,
    );
    let end = (
        At {
            x: right,
            y: label.y,
        },
        At { x: right, y: below },
    );

    Curve {
        points: vec![start, through, end],
        is_reversed: false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::layers::{Item, room_of_label};
    use super::*;

    fn random(generator: &mut fastrand::Rng) -> (Vec<Shape>, Vec<Line>) {
        let count = generator.usize(1..20);
        let shape = |generator: &mut fastrand::Rng| Shape {
            columns: generator.usize(1..30),
            lines: generator.usize(1..5),
        };
        let states: Vec<Shape> = (0..count)
            .map(|_| Shape {
                lines: 1,
                ..shape(generator)
            })
            .collect();
        let line = |generator: &mut fastrand::Rng| Line {
            from: generator.usize(..count),
            to: generator.usize(..count),
            label: shape(generator),
        };
        let lines = (0..generator.usize(0..40))
            .map(|_| line(generator))
            .collect();
        (states, lines)
    }

    fn overlap(one: &Bounds, other: &Bounds) -> bool {
        let apart = |distance: f64, room: f64| distance.abs() >= room / 2.0 - 1e-6;
        !apart(one.centre.x - other.centre.x, one.width + other.width)
            && !apart(one.centre.y - other.centre.y, one.height + other.height)
    }

    fn around(label: At, shape: Shape) -> Bounds {
        let Item { width, height } = room_of_label(shape);
        Bounds {
            centre: label,
            width,
            height,
        }
    }

    #[test]
    fn random_automata_have_finite_places_apart_and_the_same_ones_each_time() {
        let mut generator = fastrand::Rng::with_seed(7);
        for round in 0..10_000 {
            let (states, lines) = random(&mut generator);
            let placed = place(&states, &lines);
            let labels = placed
                .labels
                .iter()
                .zip(&lines)
                .map(|(&label, line)| around(label, line.label));
            let boxes: Vec<Bounds> = placed.states.iter().copied().chain(labels).collect();
            assert_eq!(boxes.len(), states.len() + lines.len(), "round {round}");
            for (index, one) in boxes.iter().enumerate() {
                assert!(
                    one.centre.x.is_finite() && one.centre.y.is_finite(),
                    "round {round}"
                );
                let overlapping = boxes[..index].iter().find(|other| overlap(one, other));
                assert_eq!(
                    overlapping, None,
                    "round {round}: {one:?} in {states:?} {lines:?}"
                );
            }
            if round < 100 {
                assert_eq!(place(&states, &lines), placed, "round {round}");
            }
        }
    }

    #[test]
    fn an_automaton_without_edges_and_one_without_states_are_placed() {
        assert_eq!(place(&[], &[]), Placed::default());
        assert_eq!(
            place(
                &[Shape {
                    columns: 4,
                    lines: 1
                }],
                &[]
            )
            .states
            .len(),
            1
        );
    }

    #[test]
    fn a_chain_goes_from_left_to_right_and_its_way_back_is_reversed() {
        let shape = Shape {
            columns: 4,
            lines: 1,
        };
        let line = |from, to| Line {
            from,
            to,
            label: shape,
        };
        let placed = place(&[shape; 3], &[line(0, 1), line(1, 2), line(2, 0)]);
        assert!(
            placed
                .states
                .windows(2)
                .all(|pair| pair[0].centre.x < pair[1].centre.x)
        );
        assert_eq!(
            placed
                .curves
                .iter()
                .map(|curve| curve.is_reversed)
                .collect::<Vec<_>>(),
            [false, false, true]
        );
    }
}
