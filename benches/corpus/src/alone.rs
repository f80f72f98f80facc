//! Each property alone, all together, and together in the opposite order: a property gets the same
//! decisions, whatever stands beside it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::Result;
use plan::{Decision, Generator, Plan, PropertyRow};

use crate::analyze::{Input, plan_of};
use crate::classic::property_files;
use crate::programs::{Places, Program};

/// Columns of [`Row`].
pub const HEAD: &str = "\
| program | property files | generators | removed together | decided otherwise alone | in the opposite order | files that differ |
|---|---|---|---|---|---|---|";

/// A program.
#[derive(Debug)]
pub struct Row {
    program: String,
    files: usize,
    generators: usize,
    removed: usize,
    alone: Difference,
    reversed: Difference,
}

/// How the decisions of one plan for a property file differ from those of another one.
#[derive(Debug, Default)]
pub struct Difference {
    /// Generators and transitions that are decided otherwise, or that one plan lacks.
    decisions: usize,
    /// The property files, in the order in which they are compared, with the number of each.
    files: Vec<(String, usize)>,
}

/// The decisions of a plan on the generators and transitions of one property file, by what they are
/// about.
#[derive(Debug)]
struct Decided(BTreeMap<String, String>);

/// Compares for one program. The program `residua` stands beside this one.
///
/// # Errors
/// The program is not there, or an analysis fails.
pub fn alone(places: &Places, program: &Program, properties: &Path) -> Result<Row> {
    let out = places.corpus.join(".alone").join(&program.name);
    let plan = |files: &[PathBuf]| plan_of(places, program, Input::Sources, files, &out);
    let files = property_files(properties)?;
    let together = plan(&files)?;
    let opposite: Vec<PathBuf> = files.iter().rev().cloned().collect();
    let reversed = plan(&opposite)?;
    let is_silenced = |row: &&Generator| row.decision == Decision::Silence;

    let mut row = Row {
        program: program.name.clone(),
        files: files.len(),
        generators: together.generators.len(),
        removed: together.generators.iter().filter(is_silenced).count(),
        alone: Difference::default(),
        reversed: Difference::default(),
    };
    for file in &files {
        let name = file.to_string_lossy();
        let beside_others = Decided::on(&together, &name);
        let own = plan(std::slice::from_ref(file))?;
        row.alone
            .add(&name, beside_others.differences(&Decided::on(&own, &name)));
        let last = Decided::on(&reversed, &name);
        row.reversed.add(&name, beside_others.differences(&last));
    }
    Ok(row)
}

impl Decided {
    fn on(plan: &Plan, file: &str) -> Self {
        let mut decided = BTreeMap::new();
        let is_of_file = |property: &&PropertyRow| property.file == file;
        for property in plan.properties.iter().filter(is_of_file) {
            let name = &property.name;
            for transition in &property.transitions {
                let step = format!("{:?}", transition.removed_by);
                decided.insert(format!("{name} {:?}", transition.id), step);
            }
            for row in plan.generators.iter().filter(|row| row.property == *name) {
                let place = format!("{name} {} {:?} {:?}", row.event, row.when, row.site);
                decided.insert(place, format!("{:?} {:?}", row.decision, row.by));
            }
        }
        Decided(decided)
    }

    /// How many are decided otherwise by another plan, or by one plan alone.
    fn differences(&self, other: &Self) -> usize {
        let is_other =
            |(place, decision): &(&String, &String)| other.0.get(*place) != Some(*decision);
        let only = other.0.keys().filter(|place| !self.0.contains_key(*place));
        self.0.iter().filter(is_other).count() + only.count()
    }
}

impl Difference {
    fn add(&mut self, file: &str, decisions: usize) {
        self.decisions += decisions;
        if decisions > 0 {
            let stem = Path::new(file).file_stem().unwrap_or_default();
            self.files
                .push((stem.to_string_lossy().into_owned(), decisions));
        }
    }
}

impl Row {
    /// Returns whether all decisions are the same.
    pub fn is_same(&self) -> bool {
        self.alone.decisions + self.reversed.decisions == 0
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differing = self.alone.files.iter().chain(&self.reversed.files);
        let differing: Vec<String> = differing
            .map(|(file, decisions)| format!("{file}: {decisions}"))
            .collect();
        write!(
            f,
            "| {} | {} | {} | {} | {} | {} | {} |",
            self.program,
            self.files,
            self.generators,
            self.removed,
            self.alone.decisions,
            self.reversed.decisions,
            differing.join(", ")
        )
    }
}
