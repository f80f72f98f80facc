//! The experiment of the paper's section 4: five variants, several numbers of users.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::build::Built;
use crate::objections;
use crate::remainder::Remainder;
use crate::row::Row;
use crate::run::{Load, Measured, run};
use crate::variant::Variant;
use crate::{Demo, DemoError};

/// What the experiment shows.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// One for each number of users.
    pub rows: Vec<Row>,
    /// What is not as promised; empty if all is well.
    pub objections: Vec<String>,
    /// What is left to monitor in each monitored variant.
    pub reductions: BTreeMap<Variant, Remainder>,
    /// The cost of one evaluation of the risk condition over that of one payment, as the program
    /// measures it.
    pub condition_cost: String,
    /// The folders of the variants.
    pub folders: BTreeMap<Variant, PathBuf>,
}

impl Outcome {
    /// The average overhead of a variant over the unmonitored program.
    pub fn average_overhead(&self, variant: Variant) -> f64 {
        let overheads = self
            .rows
            .iter()
            .map(|row| row.seconds(variant) / row.seconds(Variant::Unmonitored) - 1.0);
        overheads.sum::<f64>() / self.rows.len().max(1) as f64
    }
}

/// Runs every variant for every number of users, one after the other in each round, so that
/// whatever else the machine does meets all of them alike.
pub fn measure(
    built: &Built,
    options: &Demo,
    progress: &mut dyn FnMut(&str),
) -> Result<Outcome, DemoError> {
    let (mut rows, mut objections) = (Vec::new(), Vec::new());
    for &users in &options.users {
        let load = Load {
            users,
            seed: options.seed,
            rogues: options.rogues,
        };
        let mut best: BTreeMap<Variant, Measured> = BTreeMap::new();
        for round in 1..=options.rounds {
            progress(&format!(
                "running {users} users, round {round} of {}",
                options.rounds
            ));
            for variant in Variant::ALL {
                let measured = run(&built.java, &built.folders[&variant], load)?;
                objections.extend(keep_best(&mut best, variant, measured));
            }
        }
        let row = Row { load, best };
        objections.extend(objections::to(&row, &built.reductions));
        rows.push(row);
    }

    Ok(Outcome {
        rows,
        objections,
        reductions: built.reductions.clone(),
        condition_cost: built.condition_cost.clone(),
        folders: built.folders.clone(),
    })
}

/// Keeps the faster of two runs; an objection if they have not shown the same.
fn keep_best(
    best: &mut BTreeMap<Variant, Measured>,
    variant: Variant,
    measured: Measured,
) -> Option<String> {
    let Some(known) = best.get(&variant) else {
        best.insert(variant, measured);
        return None;
    };
    let same = (&known.reports, &known.events) == (&measured.reports, &measured.events);
    if measured.seconds < known.seconds {
        best.insert(variant, measured);
    }
    (!same).then(|| {
        format!(
            "two runs of `{}` show different reports or events",
            variant.title()
        )
    })
}
