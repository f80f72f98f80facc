//! The same program three times: from its sources, from its class files, and from both.
//!
//! The decisions of the three plans are compared row by row. They are equal but for what only
//! sources or only class files show.

mod comparison;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use jvm::jdk::Jdk;
use plan::Plan;

use crate::analyze::{Input, plan_of};
use crate::javac;
use crate::programs::{Places, Program};
use comparison::{Apart, Compared, compare};

/// Columns of [`Row`].
pub const HEAD: &str = "\
| program | s: sources, classes, both | generators: sources, classes | removed %: sources, classes, both | only in sources | only in classes | kept by sources alone | kept by classes alone |
|---|---|---|---|---|---|---|---|";

/// A program.
#[derive(Debug)]
pub struct Row {
    program: String,
    seconds: [f64; 3],
    generators: [usize; 2],
    removed: [f64; 3],
    classes: Compared,
}

impl Row {
    /// The rows that only one plan has, by kind.
    pub fn kinds(&self) -> &BTreeMap<Apart, usize> {
        &self.classes.apart
    }

    /// Some of the rows that are decided otherwise, and of those of no kind.
    pub fn examples(&self) -> &[String] {
        &self.classes.examples
    }
}

/// Compiles a program where that is not done yet, analyses it three times for the properties of a
/// folder, and compares the plans. The program `residua` stands beside this one.
///
/// # Errors
/// The program is not there or does not compile, or an analysis fails.
pub fn twice(places: &Places, jdk: &Jdk, program: &Program, properties: &Path) -> Result<Row> {
    if !places.classes(&program.name).is_dir() {
        javac::compile(places, jdk, program)?;
    }
    let mut plans = Vec::new();
    let mut seconds = Vec::new();
    for input in Input::ALL {
        let began = Instant::now();
        let name = format!("{}-{input:?}", program.name);
        let out = places.corpus.join(".twice").join(name);
        let properties = [properties.to_owned()];
        plans.push(plan_of(places, program, input, &properties, &out)?);
        seconds.push(began.elapsed().as_secs_f64());
    }

    let plans: [Plan; 3] = plans.try_into().ok().context("three plans")?;
    let [sources, classes, _] = &plans;
    Ok(Row {
        program: program.name.clone(),
        seconds: seconds.try_into().ok().context("three times")?,
        generators: [sources.generators.len(), classes.generators.len()],
        removed: plans.each_ref().map(removed),
        classes: compare(sources, classes),
    })
}

/// The share of the generators that is removed, in percent.
fn removed(plan: &Plan) -> f64 {
    let kept: u64 = plan.totals.values().map(|totals| totals.kept).sum();
    let all = plan.generators.len().max(1) as f64;
    100.0 * (all - kept as f64) / all
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from_sources, from_classes, from_both] = self.seconds;
        let [sources, classes] = self.generators;
        let [removed_sources, removed_classes, removed_both] = self.removed;
        let Compared {
            only,
            kept_otherwise,
            ..
        } = &self.classes;
        write!(
            f,
            "| {} | {from_sources:.1}, {from_classes:.1}, {from_both:.1} | {sources}, {classes} | {removed_sources:.1}, {removed_classes:.1}, {removed_both:.1} | {} | {} | {} | {} |",
            self.program, only[0], only[1], kept_otherwise[0], kept_otherwise[1]
        )
    }
}
