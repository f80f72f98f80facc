//! Each property alone, all together, and together in the opposite order: a property gets the same
//! decisions, whatever stands beside it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use plan::{Decision, Generator, Plan, PropertyRow, Reduction, Site, When};

use crate::analyze::{Input, plan_of};
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

/// What a plan decides on the generators and transitions of one property file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Decided<'p> {
    generators: BTreeMap<Place<'p>, (Decision, Option<Reduction>)>,
    transitions: BTreeMap<(&'p str, usize), bool>,
}

/// A generator, apart from its number in the plan.
type Place<'p> = (&'p str, &'p str, String, String);

/// Compares for one program. The program `residua` stands beside this one.
///
/// # Errors
/// The program is not there, or an analysis fails.
pub fn alone(places: &Places, program: &Program, properties: &Path) -> Result<Row> {
    let out = places.corpus.join(".alone").join(&program.name);
    let plan = |files: &[PathBuf]| plan_of(places, program, Input::Sources, files, &out);
    let files = files(properties)?;
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

/// The property files of a folder, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in folder
        .read_dir()
        .with_context(|| folder.display().to_string())?
    {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

impl<'p> Decided<'p> {
    fn on(plan: &'p Plan, file: &str) -> Self {
        let properties: Vec<&PropertyRow> = plan
            .properties
            .iter()
            .filter(|property| property.file == file)
            .collect();
        let mut decided = Decided::default();
        for property in &properties {
            for (number, transition) in property.transitions.iter().enumerate() {
                let is_removed = transition.removed_by.is_some();
                decided
                    .transitions
                    .insert((&property.name, number), is_removed);
            }
        }
        for row in &plan.generators {
            if properties
                .iter()
                .any(|property| property.name == row.property)
            {
                let place = (
                    row.property.as_str(),
                    row.event.as_str(),
                    when(row.when),
                    site(&row.site),
                );
                decided.generators.insert(place, (row.decision, row.by));
            }
        }
        decided
    }

    fn differences(&self, other: &Self) -> usize {
        differences(&self.generators, &other.generators)
            + differences(&self.transitions, &other.transitions)
    }
}

/// The keys that two maps do not give the same value.
fn differences<K: Ord, V: PartialEq>(first: &BTreeMap<K, V>, second: &BTreeMap<K, V>) -> usize {
    let is_other = |(key, value): &(&K, &V)| second.get(key) != Some(*value);
    let only = second.keys().filter(|key| !first.contains_key(key)).count();
    first.iter().filter(is_other).count() + only
}

fn when(when: When) -> String {
    format!("{when:?}")
}

fn site(site: &Site) -> String {
    format!("{site:?}")
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
