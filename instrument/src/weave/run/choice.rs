//! The choice of what is monitored, in the whole program.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use date::model::Specification;
use rayon::prelude::*;

use super::job::Job;
use super::specifications::specifications;
use crate::weave::decide::{ClassDecisions, Exceptions, Woven, decide};
use crate::weave::hide::in_sight;
use crate::weave::pairing::{Placed, Verdict};
use crate::weave::program::ProgramClass;
use crate::weave::rows::Rows;
use crate::weave::{Notice, Task, WeaveError, WeaveReport, written};
use plan::Generator;

/// The specifications that are woven, and the decisions for each class of the program.
pub struct Choice<'s, 'p> {
    /// The specifications.
    pub specifications: Vec<Woven<'s>>,
    /// The decisions, in the order of the classes.
    pub classes: Vec<ClassDecisions<'p>>,
}

impl<'s, 'p> Choice<'s, 'p> {
    /// Decides by these models, given with the names of their properties. The plan does not count
    /// for the properties that `written` names.
    ///
    /// # Errors
    /// A specification cannot be woven.
    pub fn make(
        job: &Job<'p>,
        models: &'s [Cow<'_, Specification>],
        names: &'s [Vec<String>],
        written: Option<&BTreeSet<String>>,
    ) -> Result<Self, WeaveError> {
        let specifications = specifications(job, models, names)?;
        let classes = decide_all(job, &specifications, written);
        Ok(Choice {
            specifications,
            classes,
        })
    }
}

/// The properties that are woven as written, whatever the plan says. Full monitoring weaves all of
/// them so.
pub fn as_written(
    job: &Job<'_>,
    choice: &Choice<'_, '_>,
    report: &mut WeaveReport,
) -> BTreeSet<String> {
    let request = job.request;
    if request.task == Task::Full {
        return BTreeSet::new();
    }
    let found = written::properties_as_written(request.plan, job.program, &choice.classes);
    let (mut properties, notices): (BTreeSet<String>, Vec<Notice>) = found.into_iter().unzip();
    if !request.unforeseen.is_empty() {
        properties.extend(written::reduced(request.plan));
    }
    let unforeseen = request.unforeseen.iter().cloned().map(Notice::Unforeseen);
    report.notices.extend(unforeseen.chain(notices));
    properties
}

/// Decides for all classes, until every group of rows is silenced as a whole or not at all.
fn decide_all<'p>(
    job: &Job<'p>,
    specifications: &[Woven<'_>],
    written: Option<&BTreeSet<String>>,
) -> Vec<ClassDecisions<'p>> {
    let generators = &job.request.plan.generators;
    let mut rows = Rows::new(generators);
    loop {
        let decisions = decide_once(job, specifications, &rows, written);
        let broken = broken_groups(generators, &rows, &decisions);
        if broken.is_empty() {
            return decisions;
        }
        rows.break_groups(&broken);
    }
}

/// Decides for all classes by these rows.
fn decide_once<'p>(
    job: &Job<'_>,
    specifications: &[Woven<'_>],
    rows: &Rows<'p>,
    written: Option<&BTreeSet<String>>,
) -> Vec<ClassDecisions<'p>> {
    let (task, hierarchy) = (job.request.task, &job.program.hierarchy);
    let decide_one = |(class, unreached): (&ProgramClass<'_>, &BTreeMap<usize, String>)| {
        let joins = match task {
            Task::Residual | Task::Full => BTreeSet::new(),
            Task::Hide => in_sight(class, specifications, hierarchy),
        };
        let exceptions = Exceptions {
            all: task == Task::Full,
            written,
            joins,
            unreached: Some(unreached),
        };
        decide(&class.sites, specifications, hierarchy, rows, &exceptions)
    };

    let classes = job.program.classes.par_iter();
    classes
        .zip(&job.tripwires.classes)
        .map(decide_one)
        .collect()
}

/// The groups with a silenced row that is monitored after all. A row without a site raises nothing;
/// but where some site of its property could not be told to be a row, it may be that one.
fn broken_groups(
    generators: &[Generator],
    rows: &Rows<'_>,
    decisions: &[ClassDecisions<'_>],
) -> BTreeSet<u32> {
    let verdicts = decisions.iter().flat_map(|class| &class.verdicts);
    let doubtful =
        verdicts.filter(|decided| matches!(decided.verdict, Verdict::Unknown | Verdict::Ambiguous));
    let doubtful: BTreeSet<&str> = doubtful.map(|decided| decided.property.as_str()).collect();

    let placed: BTreeMap<&str, Placed> = decisions
        .iter()
        .flat_map(|class| class.placed.clone())
        .collect();
    let is_monitored = |row: &&Generator| match placed.get(row.id.as_str()) {
        Some(Placed::Silent) => false,
        Some(Placed::Monitored) => true,
        Some(Placed::Nowhere) | None => doubtful.contains(row.property.as_str()),
    };

    generators
        .iter()
        .filter(|row| rows.silences(row))
        .filter(is_monitored)
        .filter_map(|row| row.group)
        .collect()
}
