//! The layout of a treemap: rectangles with given areas that are as square as a layout in rows
//! makes them (Bruls, Huizing and van Wijk, *Squarified Treemaps*, 2000).

/// A rectangle in the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Room {
    /// Strips are cut off a wide room from left to right, and off a high one from top to bottom.
    fn is_wide(self) -> bool {
        self.width >= self.height
    }

    /// The room inside a frame of `border`, below a strip of `top`.
    pub fn inside(self, border: f64, top: f64) -> Room {
        Room {
            x: self.x + border,
            y: self.y + border + top,
            width: (self.width - 2. * border).max(0.),
            height: (self.height - 2. * border - top).max(0.),
        }
    }
}

/// Divides `room` into one rectangle for each weight, in their order. Weights come from the largest
/// to the smallest and are more than 0. Takes time in proportion to their number.
pub fn squarified(weights: &[f64], room: Room) -> Vec<Room> {
    let mut rooms = Vec::with_capacity(weights.len());
    let (mut room, mut rest) = (room, weights);
    let mut left: f64 = weights.iter().sum();
    while !rest.is_empty() {
        let (row, behind) = rest.split_at(row_length(rest, left, room));
        let sum: f64 = row.iter().sum();
        let share = if behind.is_empty() { 1. } else { sum / left };
        let (strip, remaining) = cut_off(room, share);
        rooms.extend(in_strip(row, sum, strip, room.is_wide()));
        (room, rest, left) = (remaining, behind, left - sum);
    }

    rooms
}

/// The number of weights in the first row: as many as make its longest rectangle shorter.
fn row_length(weights: &[f64], left: f64, room: Room) -> usize {
    let side = room.width.min(room.height);
    let scale = room.width * room.height / left;
    let (mut sum, mut best) = (0., f64::INFINITY);
    for (index, weight) in weights.iter().enumerate() {
        sum += weight;
        let worst = worst_ratio(weights[0] * scale, weight * scale, sum * scale, side);
        if worst > best {
            return index;
        }
        best = worst;
    }

    weights.len()
}

/// The ratio of the sides of the longest rectangle in a row along `side`.
fn worst_ratio(largest: f64, smallest: f64, sum: f64, side: f64) -> f64 {
    let (side, sum) = (side * side, sum * sum);
    (side * largest / sum).max(sum / (side * smallest))
}

/// Cuts a share off a room along its shorter side: the strip, and what is left.
fn cut_off(room: Room, share: f64) -> (Room, Room) {
    let Room {
        x,
        y,
        width,
        height,
    } = room;
    if room.is_wide() {
        let cut = width * share;
        let (strip, rest) = ((x, cut), (x + cut, width - cut));
        let part = |(x, width)| Room { x, width, ..room };
        (part(strip), part(rest))
    } else {
        let cut = height * share;
        let (strip, rest) = ((y, cut), (y + cut, height - cut));
        let part = |(y, height)| Room { y, height, ..room };
        (part(strip), part(rest))
    }
}

/// The rectangles of a row in its strip, below each other in a column.
fn in_strip(row: &[f64], sum: f64, strip: Room, is_column: bool) -> impl Iterator<Item = Room> {
    row.iter().scan(0., move |before, weight| {
        let (start, share) = (*before / sum, weight / sum);
        *before += weight;
        Some(if is_column {
            Room {
                y: strip.y + start * strip.height,
                height: share * strip.height,
                ..strip
            }
        } else {
            Room {
                x: strip.x + start * strip.width,
                width: share * strip.width,
                ..strip
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room {
        x: 10.,
        y: 20.,
        width: 600.,
        height: 400.,
    };

    fn area(room: &Room) -> f64 {
        room.width * room.height
    }

    fn overlap(a: &Room, b: &Room) -> f64 {
        let width = (a.x + a.width).min(b.x + b.width) - a.x.max(b.x);
        let height = (a.y + a.height).min(b.y + b.height) - a.y.max(b.y);
        width.max(0.) * height.max(0.)
    }

    #[test]
    fn areas_are_the_weights_and_fill_the_room_without_overlap() {
        let weights = [600., 600., 400., 300., 200., 200., 100.];
        let rooms = squarified(&weights, ROOM);
        let scale = 240_000. / 2400.;
        for (room, weight) in rooms.iter().zip(weights) {
            assert!((area(room) - weight * scale).abs() < 1e-6, "{room:?}");
            assert!(room.x >= 10. && room.x + room.width <= 610.0001, "{room:?}");
            assert!(
                room.y >= 20. && room.y + room.height <= 420.0001,
                "{room:?}"
            );
        }
        for (index, room) in rooms.iter().enumerate() {
            let others = rooms[index + 1..].iter();
            let sum: f64 = others.map(|other| overlap(room, other)).sum();
            assert!(sum < 1e-6, "{room:?} overlaps");
        }
    }

    /// The example of the paper's section 3: the first column holds the two sixes.
    #[test]
    fn example_of_the_paper_has_the_same_first_row() {
        let weights = [6., 6., 4., 3., 2., 2., 1.];
        let room = Room {
            x: 0.,
            y: 0.,
            width: 6.,
            height: 4.,
        };
        let rooms = squarified(&weights, room);
        let first = [rooms[0], rooms[1]].map(|room| (room.x, room.width, room.height));
        assert_eq!(first, [(0., 3., 2.), (0., 3., 2.)]);
    }

    #[test]
    fn extreme_weights_and_empty_rooms_make_no_endless_numbers() {
        let rooms = squarified(&[1e18, 1., 1.], ROOM);
        let flat = squarified(&[2., 1.], ROOM.inside(0., 400.));
        for room in rooms.iter().chain(&flat) {
            let Room {
                x,
                y,
                width,
                height,
            } = room;
            assert!(
                [x, y, width, height].iter().all(|n| n.is_finite()),
                "{room:?}"
            );
        }
        assert!(squarified(&[], ROOM).is_empty());
    }
}
