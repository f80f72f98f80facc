//! `residua demo`: the case study.

use anyhow::Result;
use case_study::{Demo, demo, render_plot, render_table};

use super::{Outcome, print};
use crate::cli::DemoArgs;
use crate::output::FileSet;
use crate::progress::Progress;

/// Runs the experiment, prints its table and writes its plot.
pub fn run(args: &DemoArgs) -> Result<Outcome> {
    let progress = Progress::on_stderr();
    let options = Demo {
        out: args.out.clone(),
        users: args.users.clone(),
        seed: args.seed,
        rogues: args.rogues,
        rounds: args.rounds,
    };
    let outcome = demo(&options, &mut |what| progress.phase(what))?;
    let mut files = FileSet::default();
    files.add("plot.svg", render_plot(&outcome));
    files.write(&args.out)?;
    print(&render_table(&outcome))?;
    Ok(Outcome::Done)
}
