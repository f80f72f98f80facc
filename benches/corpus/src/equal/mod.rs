//! The promise on real programs: fully and optimized monitored, they make the same reports.

mod comparison;
mod plans;
mod report;
mod row;
mod run;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use analyzer::Analysis;
use anyhow::{Context, Result, bail};
use date::model::Specification;
use instrument::plan::Plan;
use instrument::weave::{RuntimePlacement, WeaveReport, WeaveRequest, weave};
use jvm::jdk::Jdk;

use crate::recall::Subject;
use comparison::{Agreement, compare, in_number};
use row::Outcome;
use run::{Conditions, End, Ran, compile_reporter, run};

pub use row::{HEAD, Row, hold, summary};

/// How often a difference is looked at again, as threads may make one run of a program differ from the other.
const ROUNDS: usize = 4;

/// How programs are compared.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Whether only that is open to reflection which `recall --closed` found it to use.
    pub closed: bool,
    /// Processor time that a run may take.
    pub limit: Duration,
    /// The folder for all that is made.
    pub work: PathBuf,
}

/// Weaves each of the properties into a program with its driver, fully and by the plan of its analysis, runs both and
/// compares what they report and print; `tell` gets each row as it is known.
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
    let test = Test { subject, jdk, settings };
    test.prepare()?;
    let analysis = plans::analysis(subject, jdk, properties, settings.closed)?;
    let mut rows = Vec::new();
    for group in plans::groups(&analysis) {
        rows.extend(test.group(&analysis, &group, tell)?);
    }
    Ok(rows)
}

struct Test<'a> {
    subject: &'a Subject,
    jdk: &'a Jdk,
    settings: &'a Settings,
}

/// A run of the program as it is, under full and under optimized monitoring.
struct Round {
    plain: Ran,
    full: Ran,
    optimized: Ran,
}

impl Test<'_> {
    /// Compiles what is needed, and runs the program as it is.
    fn prepare(&self) -> Result<()> {
        let work = &self.settings.work;
        let _ = fs::remove_dir_all(work);
        self.subject.compile(self.jdk, &work.join("plain"))?;
        compile_reporter(self.jdk, &work.join("reporter"))?;
        match self.run("plain", true)? {
            End::Ran(_) => Ok(()),
            End::NotFinished(reason) | End::Failed(reason) => bail!("{} without monitors: {reason}", self.subject.name),
        }
    }

    /// Compares the properties of some files, woven in together; each for itself if that does not finish.
    fn group(&self, analysis: &Analysis, files: &[usize], tell: &mut dyn FnMut(&Row)) -> Result<Vec<Row>> {
        let plan = plans::plan(analysis, files)?;
        let (full, optimized) = rayon::join(|| self.weave(&plan, true), || self.weave(&plan, false));
        let (_, woven) = (full?, optimized?);
        let rows = match self.rounds(&plan)? {
            Ok(rounds) => self.rows(&plan, &woven, &rounds),
            Err(Outcome::NotFinished(_)) if files.len() > 1 => {
                let each = files.iter().map(|&file| self.group(analysis, &[file], tell));
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
        let work = &self.settings.work;
        let woven = weave(&WeaveRequest {
            plan,
            base: work.clone(),
            classes: vec![work.join("plain")],
            class_path: self.subject.class_path.clone(),
            output: work.join(if full { "full" } else { "optimized" }),
            full,
            runtime: RuntimePlacement::Bundled,
            java_home: Some(self.jdk.home().to_owned()),
            handler: None,
        });
        woven.with_context(|| format!("weaving {}", self.subject.name))
    }

    fn run(&self, variant: &str, rare_collections: bool) -> Result<End> {
        let work = &self.settings.work;
        let classes = [variant, "reporter"].map(|folder| work.join(folder));
        let conditions = Conditions { limit: self.settings.limit, rare_collections };
        run(self.subject, self.jdk, &classes, &work.join(format!("{variant}.run")), conditions)
    }

    /// As many rounds as it takes to see agreement, but at most [`ROUNDS`].
    fn rounds(&self, plan: &Plan) -> Result<Result<Vec<Round>, Outcome>> {
        let is_single = plan.models.iter().all(|model| plans::is_single(&model.original));
        let mut rounds: Vec<Round> = Vec::new();
        while rounds.len() < ROUNDS && (rounds.is_empty() || !agree(plan, &rounds)) {
            match self.round(is_single)? {
                Ok(round) => rounds.push(round),
                Err(outcome) => return Ok(Err(outcome)),
            }
        }
        Ok(Ok(rounds))
    }

    fn round(&self, is_single: bool) -> Result<Result<Round, Outcome>> {
        let mut ran = Vec::new();
        for variant in ["plain", "full", "optimized"] {
            match self.ended(variant, is_single)? {
                Ok(one) => ran.push(one),
                Err(outcome) => return Ok(Err(outcome)),
            }
        }
        let [plain, full, optimized] = <[Ran; 3]>::try_from(ran).expect("three variants ran");
        Ok(Ok(Round { plain, full, optimized }))
    }

    fn ended(&self, variant: &str, is_single: bool) -> Result<Result<Ran, Outcome>> {
        Ok(match self.run(variant, is_single)? {
            End::Ran(ran) if ran.faults.is_empty() => Ok(ran),
            End::Ran(ran) => Err(Outcome::Different(ran.faults)),
            End::NotFinished(reason) => Err(Outcome::NotFinished(format!("{variant}: {reason}"))),
            End::Failed(said) => Err(Outcome::Different(vec![format!("{variant} fails: {said}")])),
        })
    }

    fn rows(&self, plan: &Plan, woven: &WeaveReport, rounds: &[Round]) -> Vec<Row> {
        let printed = printed(rounds);
        let outcome = |name: &str| match &printed {
            Err(outcome) => outcome.clone(),
            Ok(()) => reported(name, rounds),
        };
        names(plan).iter().map(|name| self.row(name, woven, rounds.last(), outcome(name))).collect()
    }

    fn row(&self, name: &str, woven: &WeaveReport, round: Option<&Round>, outcome: Outcome) -> Row {
        let tally = woven.properties.get(name).copied().unwrap_or_default();
        let events = |ran: &Ran| ran.events.get(name).copied().unwrap_or_default();
        let figures = round.map(|round| row::Figures {
            events: (events(&round.full), events(&round.optimized)),
            reports: round.full.of(name).len(),
            seconds: (round.plain.seconds, round.full.seconds, round.optimized.seconds),
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
    plan.properties.iter().map(|property| property.name.clone()).collect()
}

fn agree(plan: &Plan, rounds: &[Round]) -> bool {
    let equal = |name: &String| matches!(reported(name, rounds), Outcome::Equal { .. });
    printed(rounds).is_ok() && names(plan).iter().all(equal)
}

/// Whether the program prints the same in all variants, in some round each.
fn printed(rounds: &[Round]) -> Result<(), Outcome> {
    let plain: Vec<&String> = rounds.iter().map(|round| &round.plain.printed).collect();
    let full = rounds.iter().any(|round| plain.contains(&&round.full.printed));
    let optimized = rounds.iter().any(|round| plain.contains(&&round.optimized.printed));
    let said = |variant: &str| vec![format!("{variant} monitoring changes what the program prints")];
    match (full, optimized) {
        (true, true) => Ok(()),
        _ if plain.iter().any(|&printed| printed != plain[0]) => {
            Err(Outcome::Unsteady(vec!["two runs without monitors print different things".to_owned()]))
        }
        (false, _) => Err(Outcome::Different(said("full"))),
        _ => Err(Outcome::Different(said("optimized"))),
    }
}

/// Whether some run under full monitoring reports what some run under optimized monitoring does, in as few rounds as it takes.
fn reported(name: &str, rounds: &[Round]) -> Outcome {
    let full: Vec<_> = rounds.iter().map(|round| round.full.of(name)).collect();
    let optimized: Vec<_> = rounds.iter().map(|round| round.optimized.of(name)).collect();
    for rounds in 1..=rounds.len() {
        let pairs = full[..rounds].iter().flat_map(|full| optimized[..rounds].iter().map(move |other| (full, other)));
        if let Some(agreement) = pairs.filter_map(|(full, other)| compare(full, other).ok()).min() {
            return Outcome::Equal { agreement, rounds };
        }
    }
    let difference = compare(&full[0], &optimized[0]).err().unwrap_or_default();
    if full.iter().all(|other| compare(&full[0], other).is_ok()) {
        return Outcome::Different(difference);
    }
    // Full monitoring differs from itself: in order only, or altogether?
    match full.iter().zip(&optimized).any(|(full, optimized)| in_number(full, optimized).is_ok()) {
        true => Outcome::Equal { agreement: Agreement::PerPlace, rounds: rounds.len() },
        false => Outcome::Unsteady(difference),
    }
}
