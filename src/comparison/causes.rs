//! The changes between two plans beside the generators, and the causes of a generator's change.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use plan::{Assumption, Generator, Plan, PropertyRow};
use serde::Serialize;

/// Names of files that a text lists in one line.
const NAMED: usize = 10;

/// Files of one kind.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Files<'a> {
    changed: BTreeSet<&'a str>,
    new: BTreeSet<&'a str>,
    gone: BTreeSet<&'a str>,
}

/// The inputs of two plans, as far as they differ.
#[derive(Debug, Serialize)]
pub struct Changes<'a> {
    sources: Files<'a>,
    properties: Files<'a>,
    /// Version of the program before and now.
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<[&'a str; 2]>,
    assumptions_new: Vec<&'a Assumption>,
    assumptions_gone: Vec<&'a Assumption>,
}

/// The cause that changed a generator, as near as the plans tell.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "cause", content = "files", rename_all = "kebab-case")]
pub enum Cause<'a> {
    /// The file it stands in.
    OwnFile([&'a str; 1]),
    /// The file of its property.
    Property([&'a str; 1]),
    /// Files that its way to a report leads through.
    OnTheWay(BTreeSet<&'a str>),
    /// Some of these files: its own, its property's and those on its way are as they were.
    Elsewhere(BTreeSet<&'a str>),
    /// The program that makes plans.
    Tool,
    /// No file: options, class path, models or the JDK.
    Options,
}

impl<'a> Changes<'a> {
    /// Compares hashes, versions and assumptions.
    pub fn between(old: &'a Plan, new: &'a Plan) -> Self {
        let versions = [old.tool.version.as_str(), new.tool.version.as_str()];
        let without = |all: &'a [Assumption], others: &[Assumption]| {
            let key = |assumption: &Assumption| {
                (
                    assumption.id.clone(),
                    assumption.text.clone(),
                    assumption.file.clone(),
                )
            };
            let others: BTreeSet<_> = others.iter().map(key).collect();
            all.iter()
                .filter(|assumption| !others.contains(&key(assumption)))
                .collect()
        };

        Changes {
            sources: Files::between(&sources(old), &sources(new)),
            properties: Files::between(&properties(old), &properties(new)),
            tool: Some(versions).filter(|[before, now]| before != now),
            assumptions_new: without(&new.assumptions, &old.assumptions),
            assumptions_gone: without(&old.assumptions, &new.assumptions),
        }
    }

    /// Returns what changed a generator of the new plan.
    pub fn cause(&self, plan: &'a Plan, generator: &'a Generator) -> Cause<'a> {
        if self.sources.touch(&generator.site.file) {
            return Cause::OwnFile([&generator.site.file]);
        }

        let rows = plan
            .properties
            .iter()
            .filter(|row| row.name == generator.property);

        if let Some((file, _)) = rows
            .flat_map(files_of)
            .find(|(file, _)| self.properties.touch(file))
        {
            return Cause::Property([file]);
        }
        let steps = generator.witness.iter().flat_map(|witness| &witness.steps);
        let places = steps.filter_map(|&step| plan.witness_steps.get(step)?.place.as_ref());
        let on_the_way: BTreeSet<&str> = places
            .map(|place| place.file.as_str())
            .filter(|file| self.sources.touch(file))
            .collect();
        let any: BTreeSet<&str> = self.sources.all().chain(self.properties.all()).collect();

        match (on_the_way.is_empty(), any.is_empty()) {
            (false, _) => Cause::OnTheWay(on_the_way),
            (true, false) => Cause::Elsewhere(any),
            (true, true) if self.tool.is_some() => Cause::Tool,
            (true, true) => Cause::Options,
        }
    }

    /// The changes for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some([before, now]) = self.tool {
            let _ = writeln!(text, "residua {now}; before: {before}");
        }

        for (what, files) in [
            ("source", &self.sources),
            ("property file", &self.properties),
        ] {
            for (fate, files) in [
                ("changed", &files.changed),
                ("new", &files.new),
                ("gone", &files.gone),
            ] {
                if !files.is_empty() {
                    let plural = if files.len() == 1 { "" } else { "s" };
                    let _ = writeln!(
                        text,
                        "{} {what}{plural} {fate}: {}",
                        files.len(),
                        named(files)
                    );
                }
            }
        }

        for (fate, assumptions) in [
            ("new", &self.assumptions_new),
            ("gone", &self.assumptions_gone),
        ] {
            for assumption in assumptions {
                let place = assumption
                    .file
                    .as_ref()
                    .map(|file| format!("{file}: "))
                    .unwrap_or_default();
                let _ = writeln!(
                    text,
                    "{fate} assumption `{}`: {place}{}",
                    assumption.id, assumption.text
                );
            }
        }

        text
    }
}

impl<'a> Files<'a> {
    fn between(old: &BTreeMap<&'a str, &'a str>, new: &BTreeMap<&'a str, &'a str>) -> Self {
        let differs = |name: &&str| {
            old.get(*name)
                .zip(new.get(*name))
                .is_some_and(|(before, now)| before != now)
        };
        Files {
            changed: new.keys().copied().filter(differs).collect(),
            new: new
                .keys()
                .copied()
                .filter(|name| !old.contains_key(name))
                .collect(),
            gone: old
                .keys()
                .copied()
                .filter(|name| !new.contains_key(name))
                .collect(),
        }
    }

    fn touch(&self, file: &str) -> bool {
        self.changed.contains(file) || self.new.contains(file)
    }

    fn all(&self) -> impl Iterator<Item = &'a str> {
        self.changed
            .iter()
            .chain(&self.new)
            .chain(&self.gone)
            .copied()
    }
}

impl fmt::Display for Cause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::OwnFile([file]) => write!(f, "{file} has changed"),
            Cause::Property([file]) => write!(f, "its property in {file} has changed"),
            Cause::OnTheWay(files) => write!(
                f,
                "its path to a report leads through {}, which changed",
                named(files)
            ),
            Cause::Elsewhere(files) => write!(f, "a change elsewhere, in {}", named(files)),
            Cause::Tool => f.write_str("another version of residua made the plan"),
            Cause::Options => f.write_str(
                "something changed that plans do not record: options, class path, models, the JDK",
            ),
        }
    }
}

fn named(files: &BTreeSet<&str>) -> String {
    let mut names: Vec<String> = files
        .iter()
        .take(NAMED)
        .map(|&file| file.to_owned())
        .collect();
    if let Some(more) = files.len().checked_sub(NAMED).filter(|&more| more > 0) {
        names.push(format!("{more} more"));
    }
    names.join(", ")
}

/// Hashes of sources by their paths, as generators name them.
fn sources(plan: &Plan) -> BTreeMap<&str, &str> {
    plan.sources
        .iter()
        .map(|source| (source.path.as_str(), source.sha256.as_str()))
        .collect()
}

/// Hashes of property files, and of what they import.
fn properties(plan: &Plan) -> BTreeMap<&str, &str> {
    plan.properties.iter().flat_map(files_of).collect()
}

fn files_of(property: &PropertyRow) -> impl Iterator<Item = (&str, &str)> {
    let imported = property
        .imported
        .iter()
        .map(|imported| (imported.file.as_str(), imported.sha256.as_str()));
    std::iter::once((property.file.as_str(), property.sha256.as_str())).chain(imported)
}
