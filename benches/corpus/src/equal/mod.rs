//! The promise on real programs: fully and optimized monitored, they make the same reports.

mod comparison;
pub mod plans;
mod report;
mod rounds;
mod row;
pub mod run;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use analyzer::Analysis;
use anyhow::{Context, Result, bail};
use date::model::Specification;
use instrument::weave::{RuntimePlacement, Task, WeaveReport, WeaveRequest, weave};
use jvm::jdk::Jdk;
use plan::Plan;

use crate::recall::Subject;
use rounds::{Round, Rounds};
use row::Outcome;
use run::{Conditions, End, Ran, compile_reporter, run};

pub use report::Report;
pub use row::{HEAD, Row, hold, summary};

/// How often a difference is looked at again, as threads may make one run of a program differ from
/// the other.
const ROUNDS: usize = 4;

/// How programs are compared.
#[derive(Debug, Clone)]
pub struct Settings {
    /// True if only that is open to reflection which `recall --closed` found it to use.
    pub closed: bool,
    /// Processor time that a run may take.
    pub limit: Duration,
    /// The folder for all that is made.
    pub work: PathBuf,
}

/// Weaves each of the properties into a program with its driver, fully and by the plan of its
/// analysis, runs both and compares what they report and print; `tell` gets each row as it is
/// known.
///
/// # Errors
/// A step before the runs fails, or the program fails without monitors.
pub fn equal(
    subject: &Subject,
    jdk: &Jdk,
    properties: &[Specification],
    settings: &Settings,
    tell: &mut dyn FnMut(&Row),
) -> Result<Vec<Row>> {
    let test = Test {
        subject,
        jdk,
        settings,
    };
    test.prepare()?;
    let analysis = plans::analysis(subject, jdk, properties, settings.closed)?;
    let mut rows = Vec::new();
    for group in plans::groups(&analysis) {
        rows.extend(test.group(&analysis, &group, tell)?);
    }
    Ok(rows)
}

/// Compiles a program with its driver, and what writes its reports, into an empty folder: `plain`
/// and `reporter`.
///
/// # Errors
/// One of them does not compile.
pub fn compile(subject: &Subject, jdk: &Jdk, work: &Path) -> Result<()> {
    let _ = fs::remove_dir_all(work);
    subject.compile(jdk, &work.join("plain"))?;
    compile_reporter(jdk, &work.join("reporter"))
}

/// How a program is woven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weaving {
    /// Everything is monitored.
    Full,
    /// By the plan.
    Optimized,
    /// By the plan, without tripwires.
    WithoutTripwires,
}

/// A variant of a program.
#[derive(Debug, Clone, Copy)]
pub struct Variant<'a> {
    /// The name of its folder.
    pub name: &'a str,
    /// How it is woven.
    pub weaving: Weaving,
}

/// Weaves what [`compile`] has made into a variant, a folder beside it.
///
/// # Errors
/// The weaver refuses.
pub fn woven(
    subject: &Subject,
    jdk: &Jdk,
    plan: &Plan,
    work: &Path,
    variant: Variant<'_>,
) -> Result<WeaveReport> {
    let Variant { name, weaving } = variant;
    let woven = weave(&WeaveRequest {
        plan,
        base: work.to_owned(),
        classes: vec![work.join("plain")],
        class_path: subject.class_path.clone(),
        output: work.join(name),
        task: Task::monitoring(weaving == Weaving::Full),
        runtime: RuntimePlacement::Bundled,
        adds_fields: true,
        tripwires: weaving != Weaving::WithoutTripwires,
        unforeseen: Vec::new(),
        java_home: Some(jdk.home().to_owned()),
        handler: None,
        kept: None,
    });
    woven.with_context(|| format!("weaving {}", subject.name))
}

struct Test<'a> {
    subject: &'a Subject,
    jdk: &'a Jdk,
    settings: &'a Settings,
}

impl Test<'_> {
    /// Compiles what is needed, and runs the program as it is.
    fn prepare(&self) -> Result<()> {
        compile(self.subject, self.jdk, &self.settings.work)?;
        let conditions = Conditions {
            limit: self.settings.limit,
            rare_collections: true,
            one_hash: false,
        };
        match self.run("plain", conditions)? {
            End::Ran(_) => Ok(()),
            End::NotFinished(reason) | End::Failed(reason) => {
                bail!("{} without monitors: {reason}", self.subject.name)
            }
        }
    }

    /// Compares the properties of some files, woven in together; each for itself if that does not
    /// finish.
    fn group(
        &self,
        analysis: &Analysis,
        files: &[usize],
        tell: &mut dyn FnMut(&Row),
    ) -> Result<Vec<Row>> {
        let plan = plans::plan(analysis, files)?;
        let (full, optimized) =
            rayon::join(|| self.weave(&plan, true), || self.weave(&plan, false));
        let (_, woven) = (full?, optimized?);
        let rows = match self.rounds(&plan)? {
            Ok(rounds) => self.rows(&plan, &woven, &rounds),
            Err(Outcome::NotFinished(_)) if files.len() > 1 => {
                let each = files
                    .iter()
                    .map(|&file| self.group(analysis, &[file], tell));
                return Ok(each.collect::<Result<Vec<_>>>()?.concat());
            }
            Err(outcome) => {
                let row = |name: &String| self.row(name, &woven, None, outcome.clone());
                names(&plan).iter().map(row).collect()
            }
        };
        rows.iter().for_each(tell);

        Ok(rows)
    }

    fn weave(&self, plan: &Plan, full: bool) -> Result<WeaveReport> {
        let (name, weaving) = if full {
            ("full", Weaving::Full)
        } else {
            ("optimized", Weaving::Optimized)
        };
        let variant = Variant { name, weaving };
        woven(self.subject, self.jdk, plan, &self.settings.work, variant)
    }

    fn run(&self, variant: &str, conditions: Conditions) -> Result<End> {
        let work = &self.settings.work;
        let classes = [variant, "reporter"].map(|folder| work.join(folder));
        run(
            self.subject,
            self.jdk,
            &classes,
            &work.join(format!("{variant}.run")),
            conditions,
        )
    }

    /// As many rounds as it takes to see agreement, but at most [`ROUNDS`] and one in which all
    /// identity hashes are one.
    fn rounds(&self, plan: &Plan) -> Result<Result<Rounds, Outcome>> {
        let is_single = plan
            .models
            .iter()
            .all(|model| plans::is_single(&model.original));
        let usual = Conditions {
            limit: self.settings.limit,
            rare_collections: is_single,
            one_hash: false,
        };
        let mut rounds = Rounds::default();

        while rounds.usual.len() < ROUNDS
            && (rounds.usual.is_empty() || !rounds.agree(&names(plan)))
        {
            match self.round(usual)? {
                Ok(round) => rounds.usual.push(round),
                Err(outcome) => return Ok(Err(outcome)),
            }
        }

        if !rounds.agree(&names(plan)) {
            rounds.one_hash = self
                .round(Conditions {
                    one_hash: true,
                    ..usual
                })?
                .ok();
        }

        Ok(Ok(rounds))
    }

    fn round(&self, conditions: Conditions) -> Result<Result<Round, Outcome>> {
        let mut ran = Vec::new();
        for variant in ["plain", "full", "optimized"] {
            match self.ended(variant, conditions)? {
                Ok(one) => ran.push(one),
                Err(outcome) => return Ok(Err(outcome)),
            }
        }
        let [plain, full, optimized] = <[Ran; 3]>::try_from(ran).expect("three variants ran");
        Ok(Ok(Round {
            plain,
            full,
            optimized,
        }))
    }

    fn ended(&self, variant: &str, conditions: Conditions) -> Result<Result<Ran, Outcome>> {
        Ok(match self.run(variant, conditions)? {
            End::Ran(ran) if ran.faults.is_empty() => Ok(ran),
            End::Ran(ran) => Err(Outcome::Different(ran.faults)),
            End::NotFinished(reason) => Err(Outcome::NotFinished(format!("{variant}: {reason}"))),
            End::Failed(said) => Err(Outcome::Different(vec![format!("{variant} fails: {said}")])),
        })
    }

    fn rows(&self, plan: &Plan, woven: &WeaveReport, rounds: &Rounds) -> Vec<Row> {
        let row = |name: &String| self.row(name, woven, rounds.usual.last(), rounds.outcome(name));
        names(plan).iter().map(row).collect()
    }

    fn row(&self, name: &str, woven: &WeaveReport, round: Option<&Round>, outcome: Outcome) -> Row {
        let tally = woven.properties.get(name).copied().unwrap_or_default();
        let events = |ran: &Ran| ran.events.get(name).copied().unwrap_or_default();
        let figures = round.map(|round| row::Figures {
            events: (events(&round.full), events(&round.optimized)),
            reports: round.full.of(name).len(),
            seconds: (
                round.plain.seconds,
                round.full.seconds,
                round.optimized.seconds,
            ),
        });

        Row {
            program: self.subject.name.clone(),
            property: name.to_owned(),
            sites: tally.sites,
            left_out: tally.left_out,
            figures,
            outcome,
        }
    }
}

fn names(plan: &Plan) -> Vec<String> {
    plan.properties
        .iter()
        .map(|property| property.name.clone())
        .collect()
}
