//! The ways that instances take through their automata in a run, and whether one of them is the way
//! of a witness.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use date::model::StateKind;
use plan::{GeneratorKind, Plan, Witness, WitnessStep};

use crate::equal::Report;

/// A move of a monitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The event.
    pub event: String,
    /// `FILE:LINE`; empty for what no line raises.
    pub place: String,
    /// True if it is a body, whose line is that of its name to a plan and that of its first
    /// statement to a run.
    pub is_body: bool,
    /// The state afterwards.
    pub to: String,
}

/// For each instance of each property its moves, those included that leave it where it is; one
/// table for each run.
#[derive(Debug, Default)]
pub struct Walks(Vec<BTreeMap<Instance, Vec<Move>>>);

/// A property and what it is bound to.
type Instance = (String, String);

/// Makes every state a bad one, so that each move is a report: with its event, its place and the
/// state behind it.
pub fn reporting_moves(mut plan: Plan) -> Plan {
    for model in &mut plan.models {
        for specification in [&mut model.original, &mut model.residual] {
            let states = specification
                .properties
                .iter_mut()
                .flat_map(|property| &mut property.date.states);
            states.for_each(|state| state.kind = StateKind::Bad);
        }
    }
    plan
}

impl Walks {
    /// Adds the moves of a run, of which each is a report.
    ///
    /// # Errors
    /// A report is not worded as they are.
    pub fn add_run(&mut self, reports: &[Report]) -> Result<()> {
        let mut walks: BTreeMap<Instance, Vec<Move>> = BTreeMap::new();
        for report in reports {
            let key = (report.property.clone(), report.instance.clone());
            walks.entry(key).or_default().push(moved(report)?);
        }
        self.0.push(walks);
        Ok(())
    }

    /// How many instances make the moves of a witness, one after the other, from the initial state
    /// on, whether they are in it for the first time or again; what leaves them where they are does
    /// not count.
    pub fn taking(&self, property: &str, initial: &str, way: &[Move]) -> usize {
        let of_property = self
            .0
            .iter()
            .flatten()
            .filter(|((name, _), _)| name == property);
        of_property
            .filter(|(_, moves)| takes(moves, initial, way))
            .count()
    }
}

fn takes(moves: &[Move], initial: &str, way: &[Move]) -> bool {
    let before = std::iter::once(initial).chain(moves.iter().map(|made| made.to.as_str()));
    let moving: Vec<(&str, &Move)> = before
        .zip(moves)
        .filter(|(before, made)| *before != made.to)
        .collect();
    moving.windows(way.len()).any(|part| {
        part[0].0 == initial
            && part
                .iter()
                .zip(way)
                .all(|((_, made), wanted)| is_same(made, wanted))
    })
}

fn is_same(made: &Move, wanted: &Move) -> bool {
    let is_there = if wanted.is_body {
        is_begun_at(&made.place, &wanted.place)
    } else {
        is_one_place(&made.place, &wanted.place)
    };
    is_there && made.event == wanted.event && made.to == wanted.to
}

/// A run knows files by their packages, a plan by their paths below the sources: either may have
/// more folders.
fn is_one_place(one: &str, other: &str) -> bool {
    let is_end = |whole: &str, part: &str| {
        whole
            .strip_suffix(part)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    is_end(one, other) || is_end(other, one)
}

/// So many lines a method's head may take.
const HEAD: u32 = 4;

/// Returns whether a body with the name at one place has its first statement at the other.
fn is_begun_at(statement: &str, name: &str) -> bool {
    let parts = |place: &str| {
        place
            .rsplit_once(':')
            .and_then(|(file, line)| Some((file.to_owned(), line.parse::<u32>().ok()?)))
    };
    let (Some((one, statement)), Some((other, name))) = (parts(statement), parts(name)) else {
        return false;
    };
    is_one_place(&one, &other) && (name..=name + HEAD).contains(&statement)
}

/// The moves that a witness tells, and the state before the first.
pub fn way<'a>(plan: &'a Plan, witness: &Witness) -> (&'a str, Vec<Move>) {
    let steps: Vec<_> = witness
        .steps
        .iter()
        .map(|&step| &plan.witness_steps[step])
        .collect();
    let place = |step: &WitnessStep| {
        step.place.as_ref().map_or_else(String::new, |place| {
            format!("{}:{}", place.file, place.line)
        })
    };

    let is_body = |step: &WitnessStep| {
        let mut there = plan.generators.iter().filter(|row| {
            let at = step.place.as_ref();
            row.event == step.event
                && at.is_some_and(|at| {
                    at.file == row.site.file
                        && at.line == row.site.line
                        && at.column == row.site.column
                })
        });
        there.any(|row| row.site.kind == GeneratorKind::Execution)
    };

    let told = steps.iter().map(|step| Move {
        event: step.event.clone(),
        place: place(step),
        is_body: is_body(step),
        to: step.to.clone(),
    });

    (
        steps.first().map_or("", |step| step.from.as_str()),
        told.collect(),
    )
}

/// `residua: violation of PROPERTY in STATE by EVENT at FILE:LINE (INSTANCE)`.
fn moved(report: &Report) -> Result<Move> {
    let parts = || {
        let told = report
            .text
            .strip_prefix("residua: violation of ")?
            .strip_prefix(report.property.as_str())?;
        let (to, told) = told.strip_prefix(" in ")?.split_once(" by ")?;
        let (event, told) = told.split_once(" at ")?;
        let (place, _) = told.rsplit_once(" (")?;
        Some(Move {
            event: event.to_owned(),
            place: place.to_owned(),
            is_body: false,
            to: to.to_owned(),
        })
    };
    parts().with_context(|| format!("no move: {}", report.text))
}
