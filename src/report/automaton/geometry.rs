//! Points, rooms and edges of a drawing.

/// Room that something needs, in characters and lines.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Characters of its longest line.
    pub columns: usize,
    /// Its lines.
    pub lines: usize,
}

/// An edge between two states, by their indices, and the room of its label.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// The state that it leaves.
    pub from: usize,
    /// The state that it enters.
    pub to: usize,
    /// Its label.
    pub label: Shape,
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
