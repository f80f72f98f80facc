//! `residua measure`: the user's program without monitors, fully monitored and optimized, side by
//! side.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use instrument::weave::{RuntimePlacement, Task, weave};
use plan::Plan;
use serde_json::json;

use super::weave::{refuse_nothing, rejection, request};
use super::{Outcome, print};
use crate::cli::{Listing, MeasureArgs};
use crate::console::Console;
use crate::counts::Planned;
use crate::failure::about_file;
use crate::inputs::{plans, shown};
use crate::interrupt;
use crate::measurement::{CommandLine, Measurement, Variant, measure, table};
use crate::output::FileSet;
use crate::project::left_out;
use crate::ranking::Ranking;
use crate::settings::WeaveSettings;
use crate::wording::next;

/// The file of what tripwires recorded, beside the plan.
const RECORD: &str = "ran.tsv";

/// How many of the sites that cost most are told.
const SITES: usize = 10;

/// Weaves the variants into a temporary folder, runs the command on each in turns, and writes the
/// table beside the plan; reports that differ are objections.
pub fn run(args: &MeasureArgs, console: Console) -> Result<Outcome> {
    let settings = WeaveSettings::new(&args.woven)?;
    let command = CommandLine::new(args.command.clone(), &settings.classes)?;
    let plan = plans::read_with_files(&settings.plan)?;
    refuse_nothing(&settings.classes)?;
    left_out::refuse_compiled(&plan, &settings.classes)?;
    let mut measurement = interrupt::whole(|| {
        let scratch = tempfile::tempdir()?;
        let classes = weave_all(&plan, &settings, scratch.path(), console)?;
        measure(
            &command,
            &classes,
            args.rounds,
            scratch.path(),
            &mut |what| console.phase(what),
        )
    })?;
    console.end();

    let folder = settings
        .plan
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let broken = broken_assumption(&measurement.hits, &folder.join(RECORD));
    measurement.objections.extend(broken);
    let ranking = Ranking::new(&measurement.counts, &Planned::new(&plan), SITES);
    let told = text(&measurement, &ranking);
    let data =
        serde_json::to_string_pretty(&json!({ "measured": measurement, "sites": ranking }))? + "\n";

    let mut files = FileSet::default();
    files.add("measured.txt", told.as_str());
    files.add("measured.json", data.as_str());
    let record: String = measurement
        .hits
        .iter()
        .map(|hit| format!("{hit}\n"))
        .collect();

    if !record.is_empty() {
        files.add(RECORD, record.as_str());
    }

    files.write(folder)?;
    print(match args.format {
        Listing::Text => &told,
        Listing::Json => &data,
    })?;
    let objections = measurement
        .objections
        .iter()
        .map(|objection| about_file("", "not-as-promised", objection));
    console.findings(&objections.collect::<Vec<_>>())?;
    if args.format == Listing::Text && measurement.objections.is_empty() {
        console.next(next::site(ranking.first_kept()));
    }

    Ok(if measurement.objections.is_empty() {
        Outcome::Done
    } else {
        Outcome::Objections
    })
}

/// Returns what the user is told where code ran that was taken for unreachable.
fn broken_assumption(hits: &[String], record: &Path) -> Option<String> {
    let first = hits.first()?.replacen('\t', ".", 1);
    let ran = match hits.len() {
        1 => format!("`{first}` ran, which the analysis took for unreachable"),
        n => format!(
            "{n} methods ran which the analysis took for unreachable, the first is `{first}`"
        ),
    };
    Some(format!(
        "{ran}; reports may be missing or wrong: analyze again with `--ran {}`",
        shown(record)
    ))
}

fn weave_all(
    plan: &Plan,
    settings: &WeaveSettings,
    scratch: &Path,
    console: Console,
) -> Result<BTreeMap<Variant, PathBuf>> {
    let mut woven = BTreeMap::new();
    for (variant, task) in [
        (Variant::Full, Task::Full),
        (Variant::Optimized, Task::Residual),
    ] {
        interrupt::check()?;
        console.phase(format_args!("weaving, {}", variant.name()));
        let output = scratch.join(variant.name());
        weave(&request(
            plan,
            settings,
            task,
            RuntimePlacement::Bundled,
            output.clone(),
        ))
        .map_err(rejection)?;
        woven.insert(variant, output);
    }

    Ok(woven)
}

fn text(measurement: &Measurement, ranking: &Ranking<'_>) -> String {
    let sites = ranking.text(measurement.nanoseconds_of_an_event());
    format!(
        "{}\nThe sites with most events under full monitoring\n{sites}",
        table(measurement)
    )
}
