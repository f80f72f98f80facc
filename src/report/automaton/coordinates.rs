//! Coordinates for the items of layers.

use super::geometry::{At, Bounds};
use super::layers::Layers;

/// Free space between two layers.
const BETWEEN_LAYERS: f64 = 26.0;

/// Free space between two items of a layer.
const BETWEEN_ITEMS: f64 = 20.0;

/// Rounds in which items are drawn to those beside them, each to the right and back.
const SWEEPS: usize = 12;

/// The middles of items.
#[derive(Debug)]
pub struct Coordinates {
    x: Vec<f64>,
    y: Vec<f64>,
}

impl Coordinates {
    /// The middle of an item.
    pub fn centre(&self, item: usize) -> At {
        At {
            x: self.x[item],
            y: self.y[item],
        }
    }

    /// The room of an item.
    pub fn bounds(&self, layers: &Layers, item: usize) -> Bounds {
        Bounds {
            centre: self.centre(item),
            width: layers.items[item].width,
            height: layers.items[item].height,
        }
    }
}

/// Gives each item of the layers a place: none overlaps another one, and edges are as level as that
/// allows.
pub fn coordinates(layers: &Layers) -> Coordinates {
    let mut at = Coordinates {
        x: vec![0.0; layers.items.len()],
        y: vec![0.0; layers.items.len()],
    };
    at.columns(layers);
    layers
        .rows
        .iter()
        .for_each(|row| at.settle(layers, row, |_| Some(0.0)));

    for _ in 0..SWEEPS {
        (1..layers.rows.len()).for_each(|row| at.draw(layers, row, row - 1));
        (1..layers.rows.len())
            .rev()
            .for_each(|row| at.draw(layers, row - 1, row));
    }

    at
}

impl Coordinates {
    /// Each layer is as wide as its widest item.
    fn columns(&mut self, layers: &Layers) {
        let mut left = 0.0;
        for row in &layers.rows {
            let width = row
                .iter()
                .map(|&item| layers.items[item].width)
                .fold(0.0, f64::max);
            row.iter()
                .for_each(|&item| self.x[item] = left + width / 2.0);
            left += width + BETWEEN_LAYERS;
        }
    }

    /// Draws the items of a layer to those beside them in another one.
    fn draw(&mut self, layers: &Layers, row: usize, to: usize) {
        let y = self.y.clone();
        self.settle(layers, &layers.rows[row], |item| {
            let beside = layers.beside[item]
                .iter()
                .filter(|&&other| layers.layer[other] == to);
            let wanted: Vec<f64> = beside.map(|&other| y[other]).collect();
            (!wanted.is_empty()).then(|| wanted.iter().sum::<f64>() / wanted.len() as f64)
        });
    }

    /// Puts the items of a layer where they are wanted, as far as their order and room allow:
    /// halfway between the places that they get from the top and those that they get from the
    /// bottom.
    fn settle(&mut self, layers: &Layers, row: &[usize], wanted: impl Fn(usize) -> Option<f64>) {
        let wanted: Vec<f64> = row
            .iter()
            .map(|&item| wanted(item).unwrap_or(self.y[item]))
            .collect();
        let room = |index: usize| {
            let heights = layers.items[row[index]].height + layers.items[row[index + 1]].height;
            heights / 2.0 + BETWEEN_ITEMS
        };
        let (mut down, mut up) = (wanted.clone(), wanted);

        for index in 1..row.len() {
            down[index] = down[index].max(down[index - 1] + room(index - 1));
        }

        for index in (1..row.len()).rev() {
            up[index - 1] = up[index - 1].min(up[index] - room(index - 1));
        }

        for (index, &item) in row.iter().enumerate() {
            self.y[item] = f64::midpoint(down[index], up[index]);
        }
    }
}
