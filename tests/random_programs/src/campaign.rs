//! Many programs with many properties each, each in several runs.

use rayon::prelude::*;

use crate::comparison::{Shown, compare};
use crate::generate::{Threads, program, property};
use crate::machine::Code;
use crate::subject::{Subject, lowered, specification};
use crate::trace::heard;
use crate::tree::Tree;

/// How much is tested.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Seed of the first program.
    pub first: u64,
    /// Number of programs.
    pub programs: u64,
    /// Property files for each.
    pub properties: u64,
    /// Runs of each program.
    pub runs: usize,
}

/// How much was compared.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// Programs with a property.
    pub pairs: usize,
    /// Runs of pairs that were compared.
    pub runs: usize,
    /// Of them, those that the interpreter cannot judge.
    pub undecided: usize,
    /// Runs in which something is reported.
    pub reporting: usize,
    /// Reports.
    pub reports: usize,
    /// External actions.
    pub actions: usize,
    /// What was heard under full monitoring.
    pub heard: usize,
    /// Of that, what was silenced.
    pub silenced: usize,
    /// Generators of the analysis.
    pub generators: usize,
    /// Of them, those that are silenced.
    pub silent: usize,
    /// Transitions removed.
    pub removed: usize,
    /// Properties that are monitored as written.
    pub frozen: usize,
    /// Properties that cannot be violated.
    pub satisfied: usize,
    /// Programs that did not end.
    pub endless: usize,
}

impl std::ops::Add for Figures {
    type Output = Figures;

    fn add(self, other: Figures) -> Figures {
        Figures {
            pairs: self.pairs + other.pairs,
            runs: self.runs + other.runs,
            undecided: self.undecided + other.undecided,
            reporting: self.reporting + other.reporting,
            reports: self.reports + other.reports,
            actions: self.actions + other.actions,
            heard: self.heard + other.heard,
            silenced: self.silenced + other.silenced,
            generators: self.generators + other.generators,
            silent: self.silent + other.silent,
            removed: self.removed + other.removed,
            frozen: self.frozen + other.frozen,
            satisfied: self.satisfied + other.satisfied,
            endless: self.endless + other.endless,
        }
    }
}

/// A run in which a user sees something else.
#[derive(Debug)]
pub struct Difference {
    /// Seed of the program.
    pub seed: u64,
    /// The program.
    pub program: Tree,
    /// The property file.
    pub property: Tree,
    /// Under full monitoring.
    pub full: Shown,
    /// Under optimized monitoring.
    pub optimized: Shown,
}

/// What came of a program.
#[derive(Debug, Default)]
pub struct Outcome {
    /// How much.
    pub figures: Figures,
    /// What differs; the first of each property.
    pub differences: Vec<Difference>,
}

/// Tests programs in parallel.
pub fn campaign(extent: Extent) -> Outcome {
    let seeds = extent.first..extent.first + extent.programs;
    let outcomes = seeds.into_par_iter().map(|seed| of_seed(seed, extent));
    outcomes.reduce(Outcome::default, |mut a, b| {
        a.figures = a.figures + b.figures;
        a.differences.extend(b.differences);
        a
    })
}

fn of_seed(seed: u64, extent: Extent) -> Outcome {
    let tree = program(seed, "p", if seed % 2 == 0 { Threads::InTurns } else { Threads::Interleaved });
    let properties = (0..extent.properties).map(|number| property(seed * 1_000_003 + number, "p", number as usize));
    test(seed, &tree, &properties.collect::<Vec<_>>(), extent.runs)
}

/// Tests a program with properties. Those that are not valid are left out.
///
/// # Panics
/// If the program is not valid.
pub fn test(seed: u64, tree: &Tree, properties: &[Tree], runs: usize) -> Outcome {
    let program = lowered(tree).unwrap_or_else(|| panic!("seed {seed} gives no program:\n{}", tree.text()));
    let read = properties.iter().filter_map(|property| Some((property, specification(property)?)));
    let (properties, specifications): (Vec<&Tree>, Vec<_>) = read.unzip();
    let subject = Subject::new(program, specifications);
    let mut outcome = Outcome { figures: figures(&subject), ..Outcome::default() };
    let (code, hooks) = (Code::new(&subject.program), subject.hooks());
    for number in 0..runs {
        let run = subject.run(&code, &hooks, number * 7 + 1, seed + number as u64);
        outcome.figures.endless += usize::from(!run.ended);
        for (index, optimized) in subject.analysis.specifications.iter().enumerate() {
            let heard = heard(&code, &run, &optimized.original, &hooks[index]);
            outcome.figures.runs += 1;
            let Some(compared) = compare(optimized, &optimized.residual, &heard) else {
                outcome.figures.undecided += 1;
                continue;
            };
            let is_report =
                |seen: &&(u32, String, date::interpreter::Seen)| matches!(seen.2, date::interpreter::Seen::Reported(_));
            let reports = compared.full.iter().filter(is_report).count();
            outcome.figures.reports += reports;
            outcome.figures.reporting += usize::from(reports > 0);
            outcome.figures.actions += compared.full.len() - reports;
            outcome.figures.heard += heard.len();
            outcome.figures.silenced += compared.silenced;
            if !compared.agrees() && !outcome.differences.iter().any(|d| d.property == *properties[index]) {
                outcome.differences.push(Difference {
                    seed,
                    program: tree.clone(),
                    property: properties[index].clone(),
                    full: compared.full,
                    optimized: compared.optimized,
                });
            }
        }
    }
    outcome
}

fn figures(subject: &Subject) -> Figures {
    let mut figures = Figures { pairs: subject.analysis.specifications.len(), ..Figures::default() };
    for property in subject.analysis.specifications.iter().flat_map(|optimized| &optimized.properties) {
        figures.generators += property.generators.len();
        figures.silent += property.generators.iter().filter(|row| row.silenced_by.is_some()).count();
        figures.removed += property.transitions.iter().flatten().count();
        figures.frozen += usize::from(property.frozen.is_some());
        figures.satisfied += usize::from(property.verdict == analyzer::Verdict::Satisfied);
    }
    figures
}
