//! The experiment of the paper's section 4: five variants, several numbers of users.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::build::Built;
use crate::run::{Load, Measured, run};
use crate::variant::Variant;
use crate::{Demo, DemoError};

/// One number of users.
#[derive(Debug, Clone)]
pub struct Row {
    /// What the runs were given.
    pub load: Load,
    /// For each variant its fastest run.
    pub best: BTreeMap<Variant, Measured>,
}

impl Row {
    /// Processor time.
    pub fn seconds(&self, variant: Variant) -> f64 {
        self.best[&variant].seconds
    }

    /// Largest resident set.
    pub fn mebibytes(&self, variant: Variant) -> f64 {
        self.best[&variant].mebibytes
    }

    /// Events that the monitor has counted.
    pub fn events(&self, variant: Variant) -> u64 {
        self.best[&variant].total()
    }

    /// Number of reports.
    pub fn reports(&self, variant: Variant) -> usize {
        self.best[&variant].reports.len()
    }
}

/// What the experiment shows.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// One for each number of users.
    pub rows: Vec<Row>,
    /// The cost of one evaluation of the risk condition over that of one payment, as the program measures it.
    pub condition_cost: String,
    /// The folders of the variants.
    pub folders: BTreeMap<Variant, PathBuf>,
}

impl Outcome {
    /// The average overhead of a variant over the unmonitored program.
    pub fn average_overhead(&self, variant: Variant) -> f64 {
        let overheads = self.rows.iter().map(|row| row.seconds(variant) / row.seconds(Variant::Unmonitored) - 1.0);
        overheads.sum::<f64>() / self.rows.len().max(1) as f64
    }
}

/// Runs every variant for every number of users, one after the other in each round, so that whatever else the machine does
/// meets all of them alike.
pub fn measure(built: &Built, options: &Demo, progress: &mut dyn FnMut(&str)) -> Result<Outcome, DemoError> {
    let mut rows = Vec::new();
    for &users in &options.users {
        let load = Load { users, seed: options.seed, rogues: options.rogues };
        let mut best: BTreeMap<Variant, Measured> = BTreeMap::new();
        for round in 1..=options.rounds {
            progress(&format!("running {users} users, round {round} of {}", options.rounds));
            for variant in Variant::ALL {
                let measured = run(&built.java, &built.folders[&variant], load)?;
                keep_best(&mut best, variant, measured)?;
            }
        }
        let row = Row { load, best };
        agree(&row)?;
        rows.push(row);
    }
    Ok(Outcome { rows, condition_cost: built.condition_cost.clone(), folders: built.folders.clone() })
}

/// Keeps the faster of two runs, which must have shown the same.
fn keep_best(best: &mut BTreeMap<Variant, Measured>, variant: Variant, measured: Measured) -> Result<(), DemoError> {
    match best.get(&variant) {
        Some(known) if (&known.reports, &known.events) != (&measured.reports, &measured.events) => {
            Err(DemoError::Disagreement(format!("two runs of `{}` show different reports or events", variant.title())))
        }
        Some(known) if known.seconds <= measured.seconds => Ok(()),
        _ => {
            best.insert(variant, measured);
            Ok(())
        }
    }
}

/// The promise: all variants do the same, and all monitored ones report the same.
fn agree(row: &Row) -> Result<(), DemoError> {
    let unmonitored = &row.best[&Variant::Unmonitored];
    let full = &row.best[&Variant::Monitored];
    for (variant, measured) in &row.best {
        let title = variant.title();
        if measured.figures != unmonitored.figures {
            return Err(DemoError::Disagreement(format!(
                "`{title}` computes other figures than the unmonitored program"
            )));
        }
        if variant.is_monitored() && measured.reports != full.reports {
            return Err(DemoError::Disagreement(format!("`{title}` reports other violations than full monitoring")));
        }
    }
    exact(row)
}

/// The exact figures: the first residual removes what never happens, the others remove what does.
fn exact(row: &Row) -> Result<(), DemoError> {
    let [full, first, second, third] = [Variant::Monitored, Variant::After1st, Variant::After2nd, Variant::After3rd]
        .map(|variant| row.events(variant));
    if full == first && first > second && second > third {
        return Ok(());
    }
    Err(DemoError::Disagreement(format!(
        "events counted are {full}, {first}, {second} and {third}, which is not the paper's shape"
    )))
}
