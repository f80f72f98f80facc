//! `residua analyze`: from sources and properties to a plan, residual properties and a report.

use std::collections::BTreeSet;
use std::path::Path;

use analyzer::{Analysis, Optimized, Request, Stage};
use anyhow::Result;
use date::residual::Reduction;
use indexmap::IndexMap;
use ir::Program;
use languages::comments::{self, Notation, Written};
use languages::lrv::{self, Keys};
use languages::{self, Fidelity, mop, yaml};
use plan::{Plan, Verdict};
use text::{Diagnostic, Severity, Span};

use super::{Outcome, print};
use crate::cli::{AnalyzeArgs, Format, Step};
use crate::console::Console;
use crate::counts::Counts;
use crate::failure::Rejected;
use crate::inputs::program::Inputs;
use crate::inputs::properties::{Properties, PropertyFile, named_in};
use crate::inputs::{excerpts, plans};
use crate::output::FileSet;
use crate::project::left_out;
use crate::ranking::Ranking;
use crate::record;
use crate::settings::Settings;
use crate::summary::Summary;
use crate::wording::analyze as wording;
use crate::{acceptance, counts, report, sarif, threads};

/// Diagnostics that are told on stderr; more of them nobody reads there.
const TOLD: usize = 20;

/// The codes of notes that are told: on results that are not there.
const TOLD_NOTES: [&str; 2] = ["not-in-mop", "lrv-inexpressible"];

/// The code of findings about parts of sources that cannot be read.
const UNREAD: &str = "left-out";

/// Reads everything, analyses it, writes the results and tells the summary.
pub fn run(args: AnalyzeArgs, console: Console) -> Result<Outcome> {
    let settings = Settings::new(args)?;
    acceptance::check(&settings.accept)?;
    threads::on(settings.program.threads, || run_with(&settings, console))
}

fn run_with(settings: &Settings, console: Console) -> Result<Outcome> {
    console.phase("comparing the input with that of earlier results");
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

/// Removes residual properties of earlier runs, which are not of this plan.
fn remove_other_residuals(folder: &Path, files: &FileSet) {
    let is_other = |path: &Path| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let is_residual = stem.is_some_and(|stem| stem.ends_with(".residual"));
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        is_residual && !files.names().any(|written| written == name)
    };
    let entries = folder
        .read_dir()
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());

    // What cannot be removed stays; the plan does not name it.
    entries
        .filter(|path| is_other(path))
        .for_each(|path| drop(std::fs::remove_file(path)));
}

/// Returns the findings about properties alone, with those of `javac` about their code: none where
/// the analysis objects to a file, since one wrong import or type makes many errors of code.
fn told_once(
    alone: &[Diagnostic],
    code: &[Diagnostic],
    of_analysis: &[Diagnostic],
) -> Vec<Diagnostic> {
    let objects = |file: &str| {
        of_analysis
            .iter()
            .any(|found| found.severity == Severity::Error && found.file == file)
    };
    let code = code.iter().filter(|found| !objects(&found.file));
    alone.iter().chain(code).cloned().collect()
}

/// The objection to more generators than the budget allows to stay monitored.
fn over_budget(plan: &Plan, budget: Option<u64>) -> Option<Diagnostic> {
    let kept: u64 = plan.totals.values().map(|totals| totals.kept).sum();
    let excess = kept.checked_sub(budget?).filter(|&excess| excess > 0)?;
    Some(wording::over_budget(kept, excess))
}

/// Returns the findings about properties, then those about class files and of the analysis, with
/// the lines they are about.
fn findings(
    settings: &Settings,
    properties: &[Diagnostic],
    analysis: &Analysis,
    damaged: &[Diagnostic],
) -> Vec<Diagnostic> {
    let mut findings = [properties, damaged, analysis.diagnostics.as_slice()].concat();
    findings
        .iter_mut()
        .filter(|finding| finding.code == UNREAD)
        .for_each(offer_to_leave_out);
    excerpts::complete(&mut findings, &settings.program.sources);
    findings
}

/// Test data and templates need not be Java, and one of them keeps every property from being
/// optimized.
fn offer_to_leave_out(finding: &mut Diagnostic) {
    finding.help = Some(wording::leave_out(finding.help.take()));
}

/// Refuses properties with errors, which end the analysis. An error in a source does not: its code
/// is assumed to do anything.
fn refuse_property_errors(
    properties: &Properties,
    findings: &[Diagnostic],
) -> Result<(), Rejected> {
    let is_property = |file: &str| {
        properties
            .files
            .iter()
            .any(|property| property.specification.file == file)
    };
    let about_properties = findings.iter().filter(|finding| is_property(&finding.file));
    let about_properties: Vec<Diagnostic> = about_properties.cloned().collect();
    let wrong = about_properties
        .iter()
        .any(|finding| finding.severity == Severity::Error);

    if wrong {
        Err(Rejected(about_properties))
    } else {
        Ok(())
    }
}

/// Refuses gaps under `--strict`. Otherwise a gap is assumed to do anything.
fn refuse_gaps(program: &Program) -> Result<(), Rejected> {
    let refusals = program.gaps.iter().map(|gap| {
        let file = &program.files[gap.file];
        let path = Path::new(&file.root)
            .join(&file.path)
            .to_string_lossy()
            .into_owned();
        wording::unread_source(&path, gap.span, &gap.reason)
    });

    let refusals: Vec<Diagnostic> = refusals.collect();
    if refusals.is_empty() {
        Ok(())
    } else {
        Err(Rejected([program.diagnostics.clone(), refusals].concat()))
    }
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

/// The files, and what a residual property says that the language of its original has nothing for.
fn outputs(
    plan: &Plan,
    analysis: &Analysis,
    properties: &Properties,
    fidelity: Fidelity,
    counts: Option<&Counts>,
) -> Result<(FileSet, Vec<Diagnostic>)> {
    let mut files = FileSet::default();
    let mut unsaid = Vec::new();
    files.add("plan.json", plan::render(plan)?);
    files.add(
        "report.html",
        report::render(plan, &plans::unchanged_texts(plan), counts),
    );
    let stems = analysis
        .specifications
        .iter()
        .map(|optimized| optimized.residual.name.as_str());

    for ((name, optimized), file) in residual_names(stems)
        .iter()
        .zip(&analysis.specifications)
        .zip(&properties.files)
    {
        let commented =
            |printed, notation| with_comments(file, fidelity, optimized, printed, notation);
        let extension = Path::new(&file.specification.file)
            .extension()
            .and_then(|extension| extension.to_str());
        let in_yaml = yaml::print(&optimized.residual);
        let in_yaml = if extension.is_some_and(is_yaml) {
            commented(in_yaml, Notation::Yaml)
        } else {
            in_yaml
        };
        files.add(&format!("{name}.yaml"), in_yaml);
        let written = match extension {
            Some("mop") => {
                let text = mop::print_residual(&optimized.residual);
                text.map(|text| text.map(|text| commented(text, Notation::Java)))
            }
            Some("lrv") => residual_script(optimized, file, fidelity).map(Some),
            _ => continue,
        };
        match written {
            Ok(text) => text.into_iter().for_each(|text| {
                files.add(&format!("{name}.{}", extension.unwrap_or_default()), text)
            }),
            Err(refused) => unsaid.extend(
                refused
                    .into_iter()
                    .map(|refused| not_written(refused, name)),
            ),
        }
    }

    Ok((files, unsaid))
}

fn is_yaml(extension: &str) -> bool {
    matches!(extension, "yaml" | "yml")
}

/// The text of a residual property in the language of its file, with the file's comments.
fn with_comments(
    file: &PropertyFile,
    fidelity: Fidelity,
    optimized: &Optimized,
    printed: String,
    notation: Notation,
) -> String {
    let written = Written {
        text: &file.text,
        specification: &optimized.original,
        notation,
    };
    comments::carried_over(written, printed, |text| {
        let beside = |name: &str| named_in(Path::new(&file.specification.file), name);
        let reading = languages::read_with(&file.specification.file, text, fidelity, &beside);
        reading.ok().map(|reading| reading.specification)
    })
}

/// Notes that a residual property is there in YAML alone.
fn not_written(refused: Diagnostic, name: &str) -> Diagnostic {
    let help = format!("the residual property is in `{name}.yaml` alone");
    Diagnostic {
        severity: Severity::Note,
        ..refused
    }
    .with_help(help)
}

/// The residual of a LARVA script as a script: the original without what is gone, or else written
/// anew.
///
/// # Errors
/// A property that LARVA cannot express.
fn residual_script(
    optimized: &Optimized,
    file: &PropertyFile,
    fidelity: Fidelity,
) -> Result<String, Vec<Diagnostic>> {
    let beside = |name: &str| named_in(Path::new(&file.specification.file), name);
    let pruned = lrv::pruned(
        &file.text,
        fidelity,
        &optimized.original,
        &optimized.residual,
        &beside,
    );
    let anew = || {
        let text = lrv::print(&optimized.residual, Keys::Assigned, fidelity)?;
        Ok(with_comments(
            file,
            fidelity,
            optimized,
            text,
            Notation::Larva,
        ))
    };

    pruned.map_or_else(anew, Ok)
}

/// `stem.residual` for each file, to which an extension is added; for a stem that was there before,
/// `stem-2.residual` and so on.
fn residual_names<'a>(stems: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |stem: &str| {
        let numbered = (1..).map(|n| {
            if n == 1 {
                stem.to_owned()
            } else {
                format!("{stem}-{n}")
            }
        });
        numbered
            .map(|stem| format!("{stem}.residual"))
            .find(|name| taken.insert(name.clone()))
            .unwrap_or_default()
    };

    stems.map(name).collect()
}

fn written(files: &FileSet, folder: &Path) -> Vec<String> {
    files
        .names()
        .map(|name| folder.join(name).to_string_lossy().into_owned())
        .collect()
}

fn tell(
    settings: &Settings,
    console: Console,
    plan: &Plan,
    diagnostics: &[Diagnostic],
    written: &[String],
) -> Result<()> {
    let summary = Summary::new(plan, diagnostics, written);
    match settings.format {
        Format::Text => {
            console.findings(&worst(diagnostics))?;
            let kept = match written {
                [] => format!("up to date: {}\n", settings.out.display()),
                _ => String::new(),
            };
            let events = match &settings.counts {
                Some(path) => events(&counts::read(path)?, plan, path),
                None => String::new(),
            };
            print(&(summary.text() + &events + &kept))?;
        }
        Format::Json => print(&summary.json()?)?,
        Format::Sarif => {
            let findings = [sarif::of_diagnostics(diagnostics), sarif::of_plan(plan)].concat();
            print(&sarif::render(findings)?)?;
        }
    }

    Ok(())
}

/// Which share of the events of a run goes.
fn events(counts: &Counts, plan: &Plan, path: &Path) -> String {
    format!(
        "{}: {}\n",
        path.display(),
        Ranking::new(counts, plan, 0).headline()
    )
}

/// The worst diagnostics, in their order, and how many there are beside them: of sources those that
/// say the same are one with the first of them, and most notes are what `check` and `--format json`
/// are for.
fn worst(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut told: IndexMap<(&str, &str, Option<Span>), (&Diagnostic, usize)> = IndexMap::new();
    let is_note = |finding: &Diagnostic| {
        finding.severity == Severity::Note && !TOLD_NOTES.contains(&finding.code.as_str())
    };

    for diagnostic in diagnostics.iter().filter(|diagnostic| !is_note(diagnostic)) {
        let place = (!diagnostic.file.ends_with(".java")).then_some(diagnostic.span);
        told.entry((&diagnostic.code, &diagnostic.message, place))
            .or_insert((diagnostic, 0))
            .1 += 1;
    }

    let mut told: Vec<(usize, (&Diagnostic, usize))> = told.into_values().enumerate().collect();
    told.sort_by_key(|(place, (diagnostic, _))| (std::cmp::Reverse(diagnostic.severity), *place));
    told.truncate(TOLD);
    told.sort_by_key(|(place, _)| *place);
    let shown: usize = told.iter().map(|(_, (_, count))| count).sum();
    let mut told: Vec<Diagnostic> = told
        .into_iter()
        .map(|(_, (diagnostic, count))| counted(diagnostic, count))
        .collect();
    let notes = diagnostics
        .iter()
        .filter(|diagnostic| is_note(diagnostic))
        .count();
    let findings = diagnostics.len() - notes - shown;
    told.extend((findings + notes > 0).then(|| wording::not_shown(findings, notes)));

    told
}

/// A diagnostic for `count` that say the same.
fn counted(diagnostic: &Diagnostic, count: usize) -> Diagnostic {
    if count == 1 {
        return diagnostic.clone();
    }
    let help = wording::the_same(diagnostic.help.as_deref(), count - 1);
    diagnostic.clone().with_help(help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::about_file;

    #[test]
    fn residuals_of_equal_stems_do_not_overwrite_each_other() {
        let names = residual_names(["p", "q", "p", "p-2"].into_iter());
        assert_eq!(
            names,
            ["p", "q", "p-2", "p-2-2"].map(|stem| format!("{stem}.residual"))
        );
    }

    #[test]
    fn what_says_the_same_is_told_once_and_notes_are_counted() {
        let one = |severity, message: &str| Diagnostic {
            severity,
            ..about_file("F.java", "w", message)
        };
        let [warning, note] = [
            one(Severity::Warning, "missing"),
            one(Severity::Note, "so it is"),
        ];
        let told = worst(&[warning.clone(), note, warning.clone(), warning]);
        assert_eq!(told[0].help.as_deref(), Some("the same at 2 more places"));
        assert_eq!(
            (told.len(), told[1].message.split(';').next()),
            (2, Some("1 note is not shown"))
        );
        assert!(worst(&[one(Severity::Warning, "alone")])[0].help.is_none());
    }

    #[test]
    fn errors_are_told_before_the_rest_is_cut() {
        let mut diagnostics: Vec<Diagnostic> = (0..TOLD + 5)
            .map(|n| Diagnostic {
                severity: Severity::Warning,
                ..about_file("f", "w", n.to_string())
            })
            .collect();
        diagnostics.push(about_file("f", "e", "the error"));
        let told = worst(&diagnostics);
        assert_eq!(told.len(), TOLD + 1);
        assert_eq!(told[TOLD - 1].message, "the error");
        assert!(
            told[TOLD]
                .message
                .starts_with("6 more findings are not shown")
        );
        let note = Diagnostic {
            severity: Severity::Note,
            ..about_file("f", "n", "by the way")
        };
        let told = worst(&[diagnostics, vec![note.clone(), note]].concat());
        assert!(
            told[TOLD]
                .message
                .starts_with("6 more findings and 2 notes are not shown")
        );
    }
}
