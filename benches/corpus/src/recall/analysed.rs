//! The analysis of a program with its driver.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Result;
use ir::{ClassId, Program};
use points_to::models::Models;
use points_to::{Dispatch, Opening, PointsTo, Roots, Start, entries, explore, openings, solve};

use super::subject::DRIVER;

/// What the analysis says of a program, from its driver's `main`.
#[derive(Debug)]
pub struct Analysed {
    /// Where execution begins.
    pub roots: Roots,
    /// What opens classes.
    pub openings: Vec<Opening>,
    /// What was found.
    pub points_to: PointsTo,
    /// Seconds that it took.
    pub seconds: f64,
}

/// Analyses a program with its driver. Open to code without sources is what reflection may use as far as the sources say;
/// with `open` only what it certainly names, and these classes.
///
/// # Errors
/// There is no driver in it.
pub fn analysed(program: &Program, open: Option<&BTreeSet<ClassId>>) -> Result<Analysed> {
    let began = Instant::now();
    let dispatch = Dispatch::new(program);
    let entries = entries(program, &[format!("{DRIVER}.main")])?.methods;
    let (start, models) = (Start { entries, openings: openings(program, false), ..Start::default() }, Models::jdk());
    let (explored, hidden) = explore(program, &dispatch, &start, &models);
    let (roots, points_to) = match open {
        None => (hidden.reached.roots(&start.entries), explored),
        Some(open) => {
            let mut roots = hidden.resolved.roots(&start.entries);
            roots.opened.extend(open);
            let points_to = solve(program, &dispatch, &roots, &models);
            (roots, points_to)
        }
    };
    Ok(Analysed { roots, openings: hidden.openings, points_to, seconds: began.elapsed().as_secs_f64() })
}
