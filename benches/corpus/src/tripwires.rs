//! The cost of tripwires where none is hit: a program woven by one plan with them and without them,
//! run in turns.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use date::model::Specification;
use jvm::jdk::Jdk;
use walkdir::WalkDir;

use crate::equal::{Variant, Weaving, compile, plans, woven};
use crate::measured::{Measured, measure};
use crate::recall::Subject;

/// A collector without threads of its own, and as much memory as it takes.
const MACHINE: [&str; 3] = ["-Xms2g", "-Xmn48m", "-XX:+UseSerialGC"];

/// The head of a table of rows.
pub const HEAD: &str = "| program | unreached bodies | class files, bytes | growth | monitors for them, bytes | pairs | processor s | ratio, processor | least to most | ratio, elapsed |\n|---|---|---|---|---|---|---|---|---|---|";

/// One program's figures.
#[derive(Debug, Clone)]
pub struct Row {
    program: String,
    bodies: usize,
    /// Of the class files without and with tripwires.
    bytes: (Bytes, Bytes),
    /// Runs in turns: without and with tripwires.
    pairs: Vec<(Measured, Measured)>,
}

/// The size of class files.
#[derive(Debug, Clone, Copy, Default)]
struct Bytes {
    program: u64,
    /// Monitors and what they need.
    added: u64,
}

/// Weaves the properties into a program with its driver, and runs it so many times, after one pair
/// that is not counted. Each pair begins with the other variant than the one before.
///
/// # Errors
/// A step fails, a tripwire is hit, or there are no properties.
pub fn cost(
    subject: &Subject,
    jdk: &Jdk,
    properties: &[Specification],
    work: &Path,
    pairs: usize,
) -> Result<Row> {
    compile(subject, jdk, work)?;
    let analysis = plans::analysis(subject, jdk, properties, false)?;
    let groups = plans::groups(&analysis);
    ensure!(!groups.is_empty(), "there are no properties");
    let plan = plans::plan(&analysis, &groups[0])?;

    for (name, weaving) in [
        ("without", Weaving::WithoutTripwires),
        ("with", Weaving::Optimized),
    ] {
        woven(subject, jdk, &plan, work, Variant { name, weaving })?;
    }

    let functional = plan
        .functional_bodies
        .values()
        .flatten()
        .filter(|row| row.unreached)
        .count();
    let mut row = Row {
        program: subject.name.clone(),
        bodies: plan.unreached.values().map(Vec::len).sum::<usize>() + functional,
        bytes: (
            class_bytes(&work.join("without"))?,
            class_bytes(&work.join("with"))?,
        ),
        pairs: Vec::new(),
    };

    for pair in 0..=pairs {
        let run = |variant: &str| ran(subject, jdk, work, variant);
        let (without, with) = if pair % 2 == 0 {
            let without = run("without")?;
            (without, run("with")?)
        } else {
            let with = run("with")?;
            (run("without")?, with)
        };
        row.pairs.extend((pair > 0).then_some((without, with)));
    }

    Ok(row)
}

fn ran(subject: &Subject, jdk: &Jdk, work: &Path, variant: &str) -> Result<Measured> {
    let here = work.join("here");
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here)?;
    let hits = work.join("hits.tsv");
    let mut options: Vec<_> = MACHINE.map(Into::into).to_vec();
    options.push(crate::recall::define("residua.tripwires", &hits));
    let mut java = subject.driven(jdk, &[work.join(variant)], &options)?;
    let measured = measure(java.current_dir(&here))?;
    ensure!(
        !hits.exists(),
        "{}: a tripwire is hit: {}",
        subject.name,
        fs::read_to_string(&hits)?
    );

    Ok(measured)
}

fn class_bytes(folder: &Path) -> Result<Bytes> {
    let mut bytes = Bytes::default();
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        if entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "class")
        {
            let is_added = entry.path().strip_prefix(folder)?.starts_with("residua");
            *(if is_added {
                &mut bytes.added
            } else {
                &mut bytes.program
            }) += entry.metadata()?.len();
        }
    }

    Ok(bytes)
}

impl Row {
    /// The ratios of the pairs, with to without, in order of size.
    fn ratios(&self, figure: fn(&Measured) -> f64) -> Vec<f64> {
        let mut ratios: Vec<f64> = self
            .pairs
            .iter()
            .map(|(without, with)| figure(with) / figure(without))
            .collect();
        ratios.sort_by(f64::total_cmp);
        ratios
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let middle = |ratios: &[f64]| ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN);
        let (processor, elapsed) = (
            self.ratios(|run| run.processor),
            self.ratios(|run| run.wall),
        );
        let seconds = self
            .pairs
            .iter()
            .map(|(without, _)| without.processor)
            .fold(f64::INFINITY, f64::min);

        let (without, with) = self.bytes;
        let growth = 100.0 * (with.program as f64 / without.program as f64 - 1.0);
        let (size, monitors) = (without.program, with.added.saturating_sub(without.added));
        let Row {
            program,
            bodies,
            pairs,
            ..
        } = self;
        let (least, most) = (
            processor.first().unwrap_or(&f64::NAN),
            processor.last().unwrap_or(&f64::NAN),
        );

        write!(
            f,
            "| {program} | {bodies} | {size} | {growth:+.1} % | {monitors} | {} | {seconds:.1} | {:.3} | {least:.3} to {most:.3} | {:.3} |",
            pairs.len(),
            middle(&processor),
            middle(&elapsed)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_those_of_pairs() {
        let run = |processor| Measured {
            wall: 2.0,
            processor,
            mebibytes: 1.0,
        };
        let size = |program, added| Bytes { program, added };
        let pairs = vec![
            (run(1.0), run(1.5)),
            (run(2.0), run(2.0)),
            (run(4.0), run(4.4)),
        ];
        let row = Row {
            program: "p".to_owned(),
            bodies: 7,
            bytes: (size(1000, 10), size(1020, 15)),
            pairs,
        };
        assert_eq!(
            row.to_string(),
            "| p | 7 | 1000 | +2.0 % | 5 | 3 | 1.0 | 1.100 | 1.000 to 1.500 | 1.000 |"
        );
    }
}
