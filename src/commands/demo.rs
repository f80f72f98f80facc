//! `residua demo`: the case study.

use anyhow::{Context, Result};
use case_study::{Demo, Variant, demo, render_plot, render_table};

use super::{Outcome, print};
use crate::cli::DemoArgs;
use crate::console::Console;
use crate::failure::about_file;
use crate::inputs::plans;
use crate::output::FileSet;
use crate::report;
use crate::wording::next;

/// Runs the experiment, prints its table, writes it with its plot, and tells what is not as
/// promised.
pub fn run(args: &DemoArgs, console: Console) -> Result<Outcome> {
    let options = Demo {
        out: args.out.clone(),
        users: args.users.clone(),
        seed: args.seed,
        rogues: args.rogues,
        rounds: args.rounds,
    };
    let outcome = demo(&options, &mut |what| console.phase(what))
        .with_context(|| format!("cannot run the case study in `{}`", args.out.display()))?;
    console.end();

    let mut files = FileSet::default();
    files.add("plot.svg", render_plot(&outcome));
    files.add("table.txt", render_table(&outcome));
    let last = args
        .out
        .join(Variant::After3rd.folder())
        .with_extension("plan.json");
    let optimized = plans::read(&last)?;
    files.add(
        "report.html",
        report::render(&optimized, &plans::unchanged_texts(&optimized), None),
    );
    files.write(&args.out)?;
    print(&render_table(&outcome))?;

    let objections = outcome
        .objections
        .iter()
        .map(|objection| about_file("", "not-as-promised", objection));
    console.findings(&objections.collect::<Vec<_>>())?;
    console.next(next::demo(&args.out));
    Ok(if outcome.objections.is_empty() {
        Outcome::Done
    } else {
        Outcome::Objections
    })
}
