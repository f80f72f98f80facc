//! `residua analyze`: from sources and properties to a plan, residual properties and a report.

mod findings;
mod outputs;
mod printed;

use std::path::Path;

use analyzer::{Analysis, Request, Stage};
use anyhow::Result;
use date::residual::Reduction;
use plan::{Plan, Verdict};
use text::Diagnostic;

use super::Outcome;
use crate::cli::{AnalyzeArgs, Format, Step};
use crate::console::Console;
use crate::inputs::excerpts;
use crate::inputs::program::Inputs;
use crate::output::FileSet;
use crate::project::left_out;
use crate::record;
use crate::settings::Settings;
use crate::wording::{analyze as wording, next};
use crate::{acceptance, counts, threads};
use findings::{findings, refuse_gaps, refuse_property_errors, told_once};
use outputs::{outputs, remove_other_residuals};
use printed::tell;

/// Reads everything, analyses it, writes the results and tells the summary.
pub fn run(args: AnalyzeArgs, console: Console) -> Result<Outcome> {
    let settings = Settings::new(args)?;
    acceptance::check(&settings.accept)?;
    threads::on(settings.program.threads, || run_with(&settings, console))
}

fn run_with(settings: &Settings, console: Console) -> Result<Outcome> {
    if settings.out.join("plan.json").exists() {
        console.phase("comparing the input with that of earlier results");
    }
    let before = record::Inputs::of_analysis(settings);
    let found = before
        .as_ref()
        .filter(|_| !settings.force)
        .and_then(|inputs| record::find_analysis(&settings.out, inputs));
    let Results {
        plan,
        diagnostics,
        written,
    } = match found {
        Some((plan, diagnostics)) => Results {
            plan,
            diagnostics,
            written: Vec::new(),
        },
        None => make(settings, before, console)?,
    };
    console.end();
    tell(settings, console, &plan, &diagnostics, &written)?;

    let violated = plan
        .properties
        .iter()
        .any(|property| property.verdict == Verdict::Violated);
    let excess = over_budget(&plan, settings.budget);
    console.findings(excess.as_slice())?;
    if settings.format == Format::Text {
        console.next(next::analyze(&plan, &settings.out, &settings.weave_needs));
    }

    Ok(if violated || excess.is_some() {
        Outcome::Objections
    } else {
        Outcome::Done
    })
}

/// The results of an analysis.
struct Results {
    plan: Plan,
    diagnostics: Vec<Diagnostic>,
    /// Paths of the files that have been written.
    written: Vec<String>,
}

/// Analyses, and writes the results. Inputs that were others before are not recorded: they have
/// changed while they were read.
fn make(settings: &Settings, before: Option<record::Inputs>, console: Console) -> Result<Results> {
    let counts = settings.counts.as_deref().map(counts::read).transpose()?;
    let inputs = Inputs::read(&settings.program, console)?;
    if settings.strict {
        refuse_gaps(&inputs.program)?;
    }

    let (analyzed, code) = std::thread::scope(|scope| {
        let code = scope.spawn(|| inputs.code_findings(&settings.program));
        (
            analyze(&inputs, settings, console),
            code.join().unwrap_or_default(),
        )
    });
    let (analysis, plan) = analyzed?;
    let of_properties = told_once(&inputs.properties.findings, &code, &analysis.diagnostics);
    let diagnostics = findings(
        settings,
        &of_properties,
        &analysis,
        &inputs.class_file_findings(),
    );
    refuse_property_errors(&inputs.properties, &diagnostics)?;

    if settings.strict {
        acceptance::require(&plan.assumptions, &settings.accept)?;
    }

    console.phase("writing");
    let (mut files, mut unsaid) = outputs(
        &plan,
        &analysis,
        &inputs.properties,
        settings.program.fidelity,
        counts.as_ref(),
    )?;
    excerpts::complete(&mut unsaid, &[]);
    let diagnostics = [diagnostics, unsaid].concat();
    let written = written(&files, &settings.out);

    let unchanged =
        before.filter(|before| record::Inputs::of_analysis(settings).as_ref() == Some(before));
    let record = unchanged
        .map(|inputs| record::of_analysis(inputs, &files, &diagnostics))
        .transpose()?;
    files.add(record::FILE_NAME, record.unwrap_or_default());
    files.write(&settings.out)?;
    remove_other_residuals(&settings.out, &files);

    Ok(Results {
        plan,
        diagnostics,
        written,
    })
}

/// The objection to more generators than the budget allows to stay monitored.
fn over_budget(plan: &Plan, budget: Option<u64>) -> Option<Diagnostic> {
    let kept: u64 = plan.totals.values().map(|totals| totals.kept).sum();
    let excess = kept.checked_sub(budget?).filter(|&excess| excess > 0)?;
    Some(wording::over_budget(kept, excess))
}

fn analyze(inputs: &Inputs, settings: &Settings, console: Console) -> Result<(Analysis, Plan)> {
    let (over_data, check) = (settings.over_data, settings.check);
    let request = Request {
        over_data,
        check,
        ..inputs.request(&settings.program, through(settings.through))
    };
    let (methods, properties) = (inputs.program.methods.len(), inputs.properties.files.len());
    let reducing = format!(
        "reducing {properties} property {}",
        if properties == 1 { "file" } else { "files" }
    );

    let tell = |stage| match stage {
        Stage::Solving => console.phase(format_args!(
            "following the calls and objects of {methods} methods"
        )),
        Stage::Reducing { done, of } => console.steps(&reducing, done, of),
    };
    let analysis = analyzer::analyze_in_stages(&inputs.program, &request, &tell)?;
    console.phase("making the plan");
    let hashes: Vec<String> = inputs
        .properties
        .files
        .iter()
        .map(|file| file.sha256.clone())
        .collect();

    let mut plan = analyzer::to_plan(&analysis, &hashes);
    plan.compared.clone_from(&inputs.compared);
    plan.assumptions
        .extend(left_out::assumptions(&settings.program.left_out));
    plan.assumptions.sort();

    for row in &mut plan.properties {
        let mut files = inputs.properties.files.iter();
        let file = files.find(|file| file.specification.file == row.file);
        row.imported = file.map(|file| file.imported.clone()).unwrap_or_default();
    }

    Ok((analysis, plan))
}

fn through(step: Step) -> Reduction {
    match step {
        Step::Residual0 => Reduction::Residual0,
        Step::Residual1 => Reduction::Residual1,
        Step::Residual2 => Reduction::Residual2,
        Step::All => Reduction::LAST,
    }
}

fn written(files: &FileSet, folder: &Path) -> Vec<String> {
    files
        .names()
        .map(|name| folder.join(name).to_string_lossy().into_owned())
        .collect()
}
