//! The layers of a drawing: which state, label or bend of an edge is in which, and in what order.

use super::geometry::{Line, Shape};

/// Width of a character, and half the height of a line.
const FONT: f64 = 8.0;

/// Rounds in which the order within the layers is mended, each to the right and back.
const SWEEPS: usize = 8;

/// The room of something that is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// The way of an edge, from left to right.
#[derive(Debug)]
pub struct Way {
    /// The items that it leads through, the states at both ends included; an edge from a state to
    /// itself has that alone.
    pub stations: Vec<usize>,
    /// The item of its label.
    pub label: usize,
    /// True if the edge leads from right to left.
    pub is_reversed: bool,
}

/// The items of a drawing: first the states, then labels and bends.
#[derive(Debug, Default)]
pub struct Layers {
    /// The rooms.
    pub items: Vec<Item>,
    /// From left to right the items of each layer, from top to bottom.
    pub rows: Vec<Vec<usize>>,
    /// The ways of the edges, in their order.
    pub ways: Vec<Way>,
    /// For each item those of other layers that an edge leads to next, on either side.
    pub beside: Vec<Vec<usize>>,
    /// For each item its layer.
    pub layer: Vec<usize>,
}

/// Puts states and labels into layers.
pub fn layers(states: &[Shape], lines: &[Line]) -> Layers {
    let forward = forward(states.len(), lines);
    let mut layers = Layers::default();
    for (state, rank) in ranks(states.len(), &forward).into_iter().enumerate() {
        layers.add(room_of_state(states[state]), 2 * rank);
    }

    for (line, ends) in lines.iter().zip(&forward) {
        let way = if line.from == line.to {
            layers.loop_at(line)
        } else {
            layers.way(*ends, line)
        };
        layers.ways.push(way);
    }

    let loops = layers.loops();
    layers.take_out(&loops);
    for _ in 0..SWEEPS {
        (1..layers.rows.len()).for_each(|row| layers.order(row, row - 1));
        (1..layers.rows.len())
            .rev()
            .for_each(|row| layers.order(row - 1, row));
    }

    layers.put_back(&loops);
    layers
}

/// The label of an edge from a state to itself is drawn below the state.
#[derive(Debug)]
struct Loop {
    state: usize,
    label: usize,
}

/// The ends of an edge, from left to right.
#[derive(Debug, Clone, Copy)]
struct Ends {
    left: usize,
    right: usize,
}

/// The edges without those that lead back to a state on the way to them: those are turned round.
fn forward(states: usize, lines: &[Line]) -> Vec<Ends> {
    let position = finished(states, lines);
    let ends = |line: &Line| {
        if position[line.from] >= position[line.to] {
            Ends {
                left: line.from,
                right: line.to,
            }
        } else {
            Ends {
                left: line.to,
                right: line.from,
            }
        }
    };

    lines.iter().map(ends).collect()
}

/// The order in which a search in depth is done with the states: an edge to a state that is done
/// later leads back.
fn finished(states: usize, lines: &[Line]) -> Vec<usize> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); states];
    lines.iter().for_each(|line| next[line.from].push(line.to));
    let mut position = vec![0; states];
    let mut is_seen = vec![false; states];
    let mut done = 0;

    for root in 0..states {
        if std::mem::replace(&mut is_seen[root], true) {
            continue;
        }
        let mut open = vec![(root, 0)];
        while let Some((state, tried)) = open.pop() {
            match next[state].get(tried) {
                Some(&to) => {
                    open.push((state, tried + 1));
                    if !is_seen[to] {
                        is_seen[to] = true;
                        open.push((to, 0));
                    }
                }
                None => {
                    position[state] = done;
                    done += 1;
                }
            }
        }
    }

    position
}

/// The longest way to each state, by edges that lead in no circle.
fn ranks(states: usize, forward: &[Ends]) -> Vec<usize> {
    let mut ranks = vec![0; states];
    for _ in 0..states {
        for ends in forward.iter().filter(|ends| ends.left != ends.right) {
            ranks[ends.right] = ranks[ends.right].max(ranks[ends.left] + 1);
        }
    }
    ranks
}

impl Layers {
    fn add(&mut self, item: Item, layer: usize) -> usize {
        let index = self.items.len();
        self.items.push(item);
        self.beside.push(Vec::new());
        self.layer.push(layer);
        if self.rows.len() <= layer {
            self.rows.resize(layer + 1, Vec::new());
        }
        self.rows[layer].push(index);
        index
    }

    fn loop_at(&mut self, line: &Line) -> Way {
        let label = self.add(room_of_label(line.label), self.layer[line.from]);
        Way {
            stations: vec![line.from],
            label,
            is_reversed: false,
        }
    }

    /// The label of an edge is in the middle of its way, bends are in the other layers between its
    /// states.
    fn way(&mut self, ends: Ends, line: &Line) -> Way {
        let (first, last) = (self.layer[ends.left], self.layer[ends.right]);
        let middle = usize::midpoint(first, last) | 1;
        let mut stations = vec![ends.left];
        let mut label = ends.left;

        for layer in first + 1..last {
            let item = if layer == middle {
                room_of_label(line.label)
            } else {
                Item {
                    width: 0.0,
                    height: 0.0,
                }
            };
            let station = self.add(item, layer);
            label = if layer == middle { station } else { label };
            stations.push(station);
        }

        stations.push(ends.right);
        for pair in stations.windows(2) {
            self.beside[pair[0]].push(pair[1]);
            self.beside[pair[1]].push(pair[0]);
        }

        Way {
            stations,
            label,
            is_reversed: ends.left != line.from,
        }
    }

    fn loops(&self) -> Vec<Loop> {
        let own = self.ways.iter().filter(|way| way.stations.len() == 1);
        own.map(|way| Loop {
            state: way.stations[0],
            label: way.label,
        })
        .collect()
    }

    fn take_out(&mut self, loops: &[Loop]) {
        for one in loops {
            self.rows[self.layer[one.state]].retain(|&item| item != one.label);
        }
    }

    fn put_back(&mut self, loops: &[Loop]) {
        for one in loops.iter().rev() {
            let row = &mut self.rows[self.layer[one.state]];
            let below = row
                .iter()
                .position(|&item| item == one.state)
                .map_or(row.len(), |at| at + 1);
            row.insert(below, one.label);
        }
    }

    /// Orders a layer by the middle of the places that its items have beside them in another one.
    fn order(&mut self, row: usize, by: usize) {
        let mut place = vec![0; self.items.len()];
        self.rows[by]
            .iter()
            .enumerate()
            .for_each(|(index, &item)| place[item] = index);
        let key = |(index, &item): (usize, &usize)| {
            let beside = self.beside[item]
                .iter()
                .filter(|&&other| self.layer[other] == by);
            let places: Vec<f64> = beside.map(|&other| place[other] as f64).collect();
            let middle = places.iter().sum::<f64>() / places.len() as f64;
            (
                if places.is_empty() {
                    index as f64
                } else {
                    middle
                },
                item,
            )
        };

        let mut keyed: Vec<(f64, usize)> = self.rows[row].iter().enumerate().map(key).collect();
        keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
        self.rows[row] = keyed.into_iter().map(|(_, item)| item).collect();
    }
}

/// The room for a state: its name and a frame.
fn room_of_state(shape: Shape) -> Item {
    Item {
        width: shape.columns as f64 * FONT + 28.0,
        height: shape.lines as f64 * FONT * 2.0 + 18.0,
    }
}

/// The room for a label.
pub(super) fn room_of_label(shape: Shape) -> Item {
    Item {
        width: shape.columns as f64 * FONT,
        height: shape.lines as f64 * FONT * 2.0,
    }
}
