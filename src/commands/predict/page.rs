//! The page of `--html`.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use anyhow::Result;

use super::Run;
use crate::cli::PredictArgs;
use crate::failure::Rejected;
use crate::inputs::{excerpts, shown};
use crate::lookup::place_of;
use crate::output;
use crate::report::predictions::{self, Facts};
use crate::wording::predictions::{PredictCommand, Replay};

/// Writes the page about the runs, whole or not at all.
pub fn write(path: &Path, args: &PredictArgs, runs: &[Run]) -> Result<()> {
    let steps = runs.iter().flat_map(Run::reports).flat_map(|r| &r.steps);
    let files: BTreeSet<&str> = steps
        .filter_map(|step| place_of(&step.line))
        .map(|(file, _)| file)
        .collect();
    let texts = excerpts::below(files, &args.source).map_err(Rejected::from)?;
    let facts: Vec<Facts<'_>> = runs
        .iter()
        .map(|run| Facts {
            name: run.name(),
            events: run.long.events,
            prediction: &run.long.prediction,
            findings: &run.findings,
        })
        .collect();
    let page = predictions::render(&facts, &replay(args, runs), &texts);
    output::write_file(path, |file| file.write_all(page.as_bytes()))
}

/// The way to a replay. A replay looks for the reports of a log itself, as long as it finds them in the
/// same order: of one log that is one window, in which no two reports have the same lines.
fn replay(args: &PredictArgs, runs: &[Run]) -> Replay {
    let properties = args.property.iter().map(|path| shown(path)).collect();
    if let [run] = runs
        && is_log(&run.file.path)
        && run.name() == shown(&run.file.path)
        && run.long.windows == 1
        && !has_ties(run)
    {
        return Replay {
            reports: run.name().to_owned(),
            predict: None,
            properties,
            compat: args.compat,
        };
    }
    let names = |paths: &[std::path::PathBuf]| paths.iter().map(|path| shown(path)).collect();
    let window = (args.window != PredictCommand::WINDOW).then_some(args.window);
    Replay {
        reports: PredictCommand::REPORTS.to_owned(),
        predict: Some(PredictCommand {
            logs: names(&args.logs),
            std: names(&args.std),
            window,
        }),
        properties,
        compat: args.compat,
    }
}

fn is_log(path: &Path) -> bool {
    let file = File::open(path).map(BufReader::new);
    file.is_ok_and(|mut file| file.fill_buf().is_ok_and(predict::log::is_log))
}

/// Checks whether two reports stand in an order that their lines do not decide.
fn has_ties(run: &Run) -> bool {
    let alike =
        |pair: &[predict::Report]| (pair[0].kind, &pair[0].lines) == (pair[1].kind, &pair[1].lines);
    run.reports().windows(2).any(alike)
}
