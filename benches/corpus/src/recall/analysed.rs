//! The analysis of a program with its driver.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Result;
use ir::Program;
use points_to::models::Models;
use points_to::{Dispatch, Opening, PointsTo, Roots, Start, entries, explore, openings, solve};

use super::reflection::Used;
use super::subject::DRIVER;

/// The analysis of a program, from its driver's `main`.
#[derive(Debug)]
pub struct Analysed {
    /// The methods where execution begins.
    pub roots: Roots,
    /// The facts that open classes.
    pub openings: Vec<Opening>,
    /// The result of the points-to analysis.
    pub points_to: PointsTo,
    /// Seconds that it took.
    pub seconds: f64,
}

/// Analyses a program and its driver with these models of libraries. Open to code without sources is
/// what reflection may use as far as the sources say; with `used` only what it certainly names, and
/// this.
///
/// # Errors
/// There is no driver in it.
pub fn analysed(
    program: &Program,
    models: &Models,
    used: Option<&BTreeSet<Used>>,
) -> Result<Analysed> {
    let began = Instant::now();
    let dispatch = Dispatch::new(program);
    let entries = entries(program, &[format!("{DRIVER}.main")])?.methods;
    let start = Start {
        entries,
        openings: openings(program, false),
        ..Start::default()
    };

    let (explored, hidden) = explore(program, &dispatch, &start, models);
    let (roots, points_to) = match used {
        None => (hidden.reached.roots(&start.entries), explored),
        Some(used) => {
            let mut roots = hidden.resolved.roots(&start.entries);
            used.iter()
                .for_each(|used| used.add_to(&mut roots, program));
            let points_to = solve(program, &dispatch, &roots, models);
            (roots, points_to)
        }
    };

    Ok(Analysed {
        roots,
        openings: hidden.openings,
        points_to,
        seconds: began.elapsed().as_secs_f64(),
    })
}
