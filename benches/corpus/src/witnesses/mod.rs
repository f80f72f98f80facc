//! The witnesses of a plan on real programs: of some of the generators that it keeps, whether the
//! way that it shows is one that an object takes when the driver runs.
//!
//! The program is woven by the plan, with every state of the residual properties a bad one. So each
//! move of each monitor is a report, and the reports of an instance are its way through the
//! automaton, with silenced generators silent, as in a witness.

mod row;
#[cfg(test)]
mod tests;
mod walks;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use date::model::Specification;
use jvm::jdk::Jdk;
use plan::{Decision, Generator, Plan};

use crate::equal::plans;
use crate::equal::run::{Conditions, End, run};
use crate::equal::{Variant, Weaving, compile, woven};
use crate::recall::{Subject, finished, java_files, javac};
use row::Way;
use walks::{Walks, reporting_moves, way};

pub use row::{HEAD, Row, hold};

/// The extent of the campaign.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How many kept generators.
    pub count: usize,
    /// Processor time that a run may take.
    pub limit: Duration,
    /// A folder with a driver for the purpose, if there is one: compiled against the woven classes,
    /// it runs after the other.
    pub replays: PathBuf,
    /// The folder for all that is made.
    pub work: PathBuf,
    /// How many of their ways have to be taken.
    pub least: usize,
}

/// Looks at kept generators of a program with its driver, evenly spread over all that the
/// properties keep, in the order of the plans.
///
/// # Errors
/// A step before the runs fails, or a run does not end well.
pub fn witnesses(
    subject: &Subject,
    jdk: &Jdk,
    properties: &[Specification],
    settings: &Settings,
) -> Result<Vec<Row>> {
    compile(subject, jdk, &settings.work)?;
    let analysis = plans::analysis(subject, jdk, properties, false)?;
    let groups = plans::groups(&analysis);
    let plans: Vec<Plan> = groups
        .iter()
        .map(|group| plans::plan(&analysis, group))
        .collect::<Result<_>>()?;
    let kept: Vec<(usize, &Generator)> = plans
        .iter()
        .enumerate()
        .flat_map(|(number, plan)| self::kept(plan).map(move |one| (number, one)))
        .collect();

    let chosen = spread(&kept, settings.count);
    let mut walks = Vec::new();
    for (number, plan) in plans.iter().enumerate() {
        let is_asked = chosen.iter().any(|(chosen, _)| *chosen == number);
        walks.push(if is_asked {
            walked(subject, jdk, plan, settings)?
        } else {
            Walks::default()
        });
    }

    Ok(chosen
        .iter()
        .map(|&(number, generator)| row(subject, &plans[number], generator, &walks[number]))
        .collect())
}

fn kept(plan: &Plan) -> impl Iterator<Item = &Generator> {
    plan.generators
        .iter()
        .filter(|generator| generator.decision == Decision::Keep)
}

/// `count` of a list, as far from each other as can be; all where there are fewer.
fn spread<T: Copy>(all: &[T], count: usize) -> Vec<T> {
    let count = count.min(all.len());
    (0..count)
        .map(|number| all[number * all.len() / count])
        .collect()
}

/// The ways that instances take in a run of the driver.
fn walked(subject: &Subject, jdk: &Jdk, plan: &Plan, settings: &Settings) -> Result<Walks> {
    let Settings { work, limit, .. } = settings;
    woven(
        subject,
        jdk,
        &reporting_moves(plan.clone()),
        work,
        Variant {
            name: "moves",
            weaving: Weaving::Optimized,
        },
    )?;
    let is_single = plan
        .models
        .iter()
        .all(|model| plans::is_single(&model.original));

    let conditions = Conditions {
        limit: *limit,
        rare_collections: is_single,
        one_hash: false,
    };
    let mut walks = Walks::default();
    let woven = ["moves", "reporter"]
        .map(|folder| work.join(folder))
        .to_vec();
    let replayed =
        replayed(subject, jdk, settings)?.map(|driver| [vec![driver], woven.clone()].concat());

    for classes in std::iter::once(woven).chain(replayed) {
        match run(subject, jdk, &classes, &work.join("moves.run"), conditions)? {
            End::Ran(ran) if ran.faults.is_empty() => walks.add_run(&ran.reports)?,
            End::Ran(ran) => bail!("{}: {}", subject.name, ran.faults.join("\n")),
            End::NotFinished(reason) | End::Failed(reason) => bail!("{}: {reason}", subject.name),
        }
    }

    Ok(walks)
}

/// The classes of the driver for the purpose, which go before those of the program and hide its
/// driver.
fn replayed(subject: &Subject, jdk: &Jdk, settings: &Settings) -> Result<Option<PathBuf>> {
    if !settings.replays.is_dir() {
        return Ok(None);
    }

    let classes = settings.work.join("replay");
    let against = std::env::join_paths(
        [settings.work.join("moves")]
            .iter()
            .chain(&subject.class_path),
    )?;
    finished(
        javac(jdk, &classes, &java_files(&settings.replays)?)?
            .arg("-cp")
            .arg(against),
    )?;

    Ok(Some(classes))
}

fn row(subject: &Subject, plan: &Plan, generator: &Generator, walks: &Walks) -> Row {
    let found = generator.witness.as_ref().map(|witness| {
        let (initial, moves) = way(plan, witness);
        Way {
            taken: walks.taking(&generator.property, initial, &moves),
            moves,
            objects: witness.subject.clone(),
            is_ordered: witness.ordered,
            disorder: witness.disorder.clone(),
        }
    });

    let file = Path::new(&generator.site.file)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Row {
        program: subject.name.clone(),
        property: generator.property.clone(),
        place: format!("{file}:{}", generator.site.line),
        event: generator.event.clone(),
        why: generator.why.clone(),
        way: found,
    }
}
