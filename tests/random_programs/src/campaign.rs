//! Many programs with many properties each, each in several runs.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use analyzer::Optimized;
use date::model::{Creation, Specification};
use plan::Verdict;
use reference::interpreter::Seen;

use crate::comparison::{Shown, compare};
use crate::fault::{Fault, drop_one, silence_one};
use crate::generate::{Choice, Threads, program, property};
use crate::hooks::Hooks;
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
    /// The fault that is planted in the results beforehand.
    pub fault: Option<Fault>,
    /// True if some triggers are exchanged for reads of elements.
    pub elements: bool,
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
    /// The number of events heard under full monitoring.
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
    /// Runs of programs that are said to violate a property in every execution.
    pub certain: usize,
    /// Of them, those that ended without a report.
    pub unbroken: usize,
    /// Runs of programs that did not end.
    pub endless: usize,
    /// Results in which a fault was planted.
    pub planted: usize,
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
            certain: self.certain + other.certain,
            unbroken: self.unbroken + other.unbroken,
            endless: self.endless + other.endless,
            planted: self.planted + other.planted,
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

/// The result of a program.
#[derive(Debug, Default)]
pub struct Outcome {
    /// How much.
    pub figures: Figures,
    /// The differences; the first of each property.
    pub differences: Vec<Difference>,
}

/// Tests programs, one on each processor at a time. What comes of it does not depend on their
/// number.
pub fn campaign(extent: Extent) -> Outcome {
    let next = AtomicU64::new(0);
    let work = || {
        let mut outcome = Outcome::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= extent.programs {
                return outcome;
            }
            outcome = outcome.with(of_seed(extent.first + number, extent));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut outcome = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let outcomes = workers.into_iter().map(|worker| match worker.join() {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        outcomes.fold(Outcome::default(), Outcome::with)
    });
    outcome
        .differences
        .sort_by_key(|difference| difference.seed);
    outcome
}

impl Outcome {
    fn with(mut self, other: Outcome) -> Outcome {
        self.figures = self.figures + other.figures;
        self.differences.extend(other.differences);
        self
    }
}

fn of_seed(seed: u64, extent: Extent) -> Outcome {
    let tree = program(
        seed,
        "p",
        if seed.is_multiple_of(2) {
            Threads::InTurns
        } else {
            Threads::Interleaved
        },
    );
    let properties = (0..extent.properties)
        .map(|number| property(seed * 1_000_003 + number, "p", number as usize))
        .map(|written| {
            if extent.elements {
                with_elements(&written)
            } else {
                written
            }
        });
    test(
        seed,
        &tree,
        &properties.collect::<Vec<_>>(),
        extent.runs,
        extent.fault,
    )
}

/// Triggers, and reads of elements that bind the same.
const ELEMENTS: [(&str, &str); 7] = [
    (
        "call Res.self() returning (r)",
        "element Res[] returning (Res r)",
    ),
    (
        "call Iterator.next() returning (Res r)",
        "element Object[] returning (Res r)",
    ),
    (
        "call Holder.get() returning (r)",
        "element Res[] returning (r)",
    ),
    (
        "call Factory.make() returning (r)",
        "element Sub[] returning (Res r)",
    ),
    (
        "call Factory.*(..) returning (Res r)",
        "element Res[] returning (Res r)",
    ),
    ("call Main.take(Res r)", "element Res[] returning (Res r)"),
    (
        "execution Main.take(Res r) returning",
        "element Res[] returning (Sub r)",
    ),
];

/// A property with reads of elements in the place of some events.
fn with_elements(property: &Tree) -> Tree {
    let exchange = |text: &str| {
        ELEMENTS.iter().fold(text.to_owned(), |text, (call, read)| {
            text.replace(call, read)
        })
    };
    Tree {
        head: exchange(&property.head),
        body: property.body.iter().map(with_elements).collect(),
        tail: property.tail.clone(),
        removable: property.removable,
    }
}

/// Tests a program with properties. Those that are not valid are left out.
///
/// # Panics
/// If the program is not valid.
pub fn test(
    seed: u64,
    tree: &Tree,
    properties: &[Tree],
    runs: usize,
    fault: Option<Fault>,
) -> Outcome {
    let program =
        lowered(tree).unwrap_or_else(|| panic!("seed {seed} gives no program:\n{}", tree.text()));
    let read = properties
        .iter()
        .filter_map(|property| Some((property, specification(property)?)));
    let (properties, specifications): (Vec<&Tree>, Vec<_>) = read.unzip();
    let subject = Subject::new(program, specifications);
    let mut outcome = Outcome {
        figures: figures(&subject),
        ..Outcome::default()
    };
    let (code, mut hooks) = (Code::new(&subject.program), subject.hooks());
    let choice = &mut Choice::new(seed);
    let residuals = plant(&subject, &mut hooks, fault, choice, &mut outcome.figures);
    for number in 0..runs {
        let run = subject.run(&code, &hooks, number * 7 + 1, seed + number as u64);
        outcome.figures.endless += usize::from(!run.ended);
        for (index, optimized) in subject.analysis.specifications.iter().enumerate() {
            let mut heard = heard(&code, &run, &optimized.original, &hooks[index]);
            let is_whole = heard.len() <= most_heard(&optimized.original);
            heard.truncate(most_heard(&optimized.original));
            outcome.figures.runs += 1;
            let Some(compared) =
                compare(optimized, &residuals[index], &heard, run.ended && is_whole)
            else {
                outcome.figures.undecided += 1;
                continue;
            };
            let reports = compared
                .full
                .iter()
                .filter(|(_, _, seen)| matches!(seen, Seen::Reported(_)))
                .count();
            outcome.figures.reports += reports;
            outcome.figures.reporting += usize::from(reports > 0);
            outcome.figures.actions += compared.full.len() - reports;
            if run.ended && is_whole && is_certain(optimized) {
                outcome.figures.certain += 1;
                outcome.figures.unbroken += usize::from(reports == 0);
            }
            outcome.figures.heard += heard.len();
            outcome.figures.silenced += compared.silenced;
            if !compared.agrees()
                && !outcome
                    .differences
                    .iter()
                    .any(|d| d.property == *properties[index])
            {
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

/// Returns whether every execution makes a report of the only property.
fn is_certain(optimized: &Optimized) -> bool {
    matches!(&*optimized.properties, [property] if property.verdict == Verdict::Violated)
}

/// How much of a run is judged: its beginning, which is a run as well. Slicing joins every object
/// with every other, and the reference interpreter looks at all of them each time.
fn most_heard(specification: &Specification) -> usize {
    let slices = specification
        .contexts
        .iter()
        .any(|context| context.creation == Creation::Slicing);
    if slices { 60 } else { 400 }
}

/// The residuals; with a fault in each result that can have it.
fn plant<'s>(
    subject: &'s Subject,
    hooks: &mut [Hooks<'_>],
    fault: Option<Fault>,
    choice: &mut Choice,
    figures: &mut Figures,
) -> Vec<Cow<'s, Specification>> {
    let mut residuals = Vec::new();
    for (optimized, hooks) in subject.analysis.specifications.iter().zip(hooks) {
        let dropped = match fault {
            Some(Fault::DroppedTransition) => drop_one(optimized, choice),
            Some(Fault::SilencedGenerator) => {
                figures.planted += usize::from(silence_one(hooks, choice));
                None
            }
            None => None,
        };
        figures.planted += usize::from(dropped.is_some());
        residuals.push(dropped.map_or(Cow::Borrowed(&optimized.residual), Cow::Owned));
    }
    residuals
}

fn figures(subject: &Subject) -> Figures {
    let mut figures = Figures {
        pairs: subject.analysis.specifications.len(),
        ..Figures::default()
    };
    for property in subject
        .analysis
        .specifications
        .iter()
        .flat_map(|optimized| &optimized.properties)
    {
        figures.generators += property.generators.len();
        figures.silent += property
            .generators
            .iter()
            .filter(|row| row.silenced_by.is_some())
            .count();
        figures.removed += property.transitions.iter().flatten().count();
        figures.frozen += usize::from(property.frozen.is_some());
        figures.satisfied += usize::from(property.verdict == Verdict::Satisfied);
    }
    figures
}
