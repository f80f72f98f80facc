//! The result for one kept generator.

use std::fmt;

use anyhow::{Result, ensure};

use super::walks::Move;

/// Columns of [`Row`].
pub const HEAD: &str = "\
| program | property | generator | way | taken by | objects | order |
|---|---|---|---|---|---|---|";

/// A kept generator.
#[derive(Debug, Clone)]
pub struct Row {
    /// The program.
    pub program: String,
    /// The property.
    pub property: String,
    /// `FILE:LINE`, the file without its folders.
    pub place: String,
    /// The event.
    pub event: String,
    /// Why it is kept.
    pub why: String,
    /// Its witness, if it has one.
    pub way: Option<Way>,
}

/// A witness.
#[derive(Debug, Clone)]
pub struct Way {
    /// Instances that took it.
    pub taken: usize,
    /// Its moves.
    pub moves: Vec<Move>,
    /// The objects of the witness, which the analysis cannot distinguish.
    pub objects: String,
    /// True if the moves come in an order of the program.
    pub is_ordered: bool,
    /// Why nothing is known of the order of the events, if nothing is.
    pub disorder: Option<String>,
}

impl Way {
    fn order(&self) -> &str {
        match &self.disorder {
            Some(reason) => reason,
            None if self.is_ordered => "the program's",
            None => "some at any time",
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            program,
            property,
            place,
            event,
            why,
            way,
        } = self;
        write!(f, "| {program} | {property} | {event} at {place} | ")?;
        let Some(way) = way else {
            return write!(f, "none | | {why} | |");
        };

        let file = |place: &str| place.rsplit('/').next().unwrap_or_default().to_owned();
        let moves = way
            .moves
            .iter()
            .map(|one| format!("{} at {} to {}", one.event, file(&one.place), one.to));
        let taken = match way.taken {
            0 => "no object".to_owned(),
            1 => "1 object".to_owned(),
            count => format!("{count} objects"),
        };

        let moves = moves.collect::<Vec<_>>().join(", ");
        write!(f, "{moves} | {taken} | {} | {} |", way.objects, way.order())
    }
}

/// Objects to fewer ways taken than `least`.
///
/// # Errors
/// There are fewer.
pub fn hold(rows: &[Row], least: usize) -> Result<()> {
    let taken = rows
        .iter()
        .filter(|row| row.way.as_ref().is_some_and(|way| way.taken > 0))
        .count();
    let ways = rows.iter().filter(|row| row.way.is_some()).count();
    println!(
        "\n{} generators, {ways} with a way, {taken} of them taken by an object of the run",
        rows.len()
    );
    ensure!(taken >= least, "fewer than {least} ways are taken");
    Ok(())
}
