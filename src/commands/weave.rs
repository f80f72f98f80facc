//! `residua weave`: the monitors that a plan leaves, woven into class files.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, bail};
use instrument::weave::{
    HIDDEN_JAR, Hidden, RuntimePlacement, Tally, Task, WeaveError, WeaveReport, WeaveRequest, weave,
};
use plan::Plan;
use text::{Diagnostic, Span};
use walkdir::WalkDir;

use super::{Outcome, print};
use crate::cache;
use crate::cli::{Runtime, WeaveArgs};
use crate::console::Console;
use crate::failure::{Rejected, about_file};
use crate::inputs::{class_path, compiled, missing, plans, shown};
use crate::interrupt;
use crate::project::{has_classes, left_out};
use crate::record::{WeavingRecord, Woven};
use crate::settings::WeaveSettings;
use crate::summary::EACH;

/// So many sites may be unknown to a plan, and so many of its generators at no site, though the
/// classes are those of the sources.
const FEW: u64 = 10;

/// Reads the plan, weaves, and tells what was done.
pub fn run(args: &WeaveArgs, console: Console) -> Result<Outcome> {
    let settings = WeaveSettings::new(&args.woven)?;
    let Some(output) = args.output.clone().or_else(|| settings.output.clone()) else {
        bail!(
            "no place for the woven classes: give one with `-o`, or write `output = \"..\"` into `residua.toml`"
        );
    };
    let plan = plans::read(&settings.plan)?;
    refuse_nothing(&settings.classes)?;
    left_out::refuse_compiled(&plan, &settings.classes)?;
    refuse_foreign_folder(&output)?;
    console.phase("weaving");

    let task = if args.hide {
        Task::Hide
    } else {
        Task::monitoring(args.full)
    };
    let runtime = match args.runtime {
        Runtime::Bundled => RuntimePlacement::Bundled,
        Runtime::Separate => RuntimePlacement::Separate,
    };
    let request = request(&plan, &settings, (task, runtime), output);

    let found = WeavingRecord::of(&plan, &settings, &request)
        .filter(|_| !args.force)
        .and_then(|record| record.find());
    let (woven, fate) = match found {
        Some(woven) => (woven, "up to date:"),
        None => (make(&plan, &settings, &request)?, "wrote"),
    };
    console.findings(&notices(&woven))?;
    print(&format!(
        "{}{fate} {}: {}\n",
        woven.summary,
        shown(&request.output),
        woven.classes
    ))?;

    Ok(Outcome::Done)
}

/// Weaves, and records it.
fn make(plan: &Plan, settings: &WeaveSettings, request: &WeaveRequest<'_>) -> Result<Woven> {
    let before = WeavingRecord::of(plan, settings, request);
    let unforeseen = match request.task {
        Task::Full => Vec::new(),
        Task::Residual | Task::Hide => {
            compiled::unforeseen(plan, &request.classes, &request.class_path)?
        }
    };
    let careful = WeaveRequest {
        unforeseen,
        ..request.clone()
    };

    let report = interrupt::whole(|| weave(&careful)).map_err(rejection)?;
    let woven = Woven {
        notices: report
            .notices
            .iter()
            .cloned()
            .chain(misfit(&report))
            .collect(),
        summary: summary(&report, request.task == Task::Hide, &request.output),
        classes: classes(&report),
    };
    if let Some(record) =
        before.filter(|before| WeavingRecord::of(plan, settings, request).as_ref() == Some(before))
    {
        record.keep(woven.clone());
    }

    Ok(woven)
}

/// Returns what is to be woven; paths count from the current folder.
pub fn request<'a>(
    plan: &'a Plan,
    settings: &WeaveSettings,
    (task, runtime): (Task, RuntimePlacement),
    output: PathBuf,
) -> WeaveRequest<'a> {
    WeaveRequest {
        plan,
        base: PathBuf::new(),
        classes: settings.classes.clone(),
        class_path: settings.class_path.clone(),
        output,
        task,
        runtime,
        adds_fields: settings.adds_fields,
        tripwires: settings.tripwires,
        unforeseen: Vec::new(),
        java_home: None,
        handler: None,
        kept: cache::folder(),
    }
}

/// Folders without a class: the project has not been compiled, and what is woven of them is
/// nothing.
pub fn refuse_nothing(classes: &[PathBuf]) -> Result<(), Rejected> {
    if classes.is_empty()
        || !classes
            .iter()
            .all(|folder| folder.is_dir() && !has_classes(folder))
    {
        return Ok(());
    }
    let folders: Vec<String> = classes.iter().map(|folder| shown(folder)).collect();
    let message = format!(
        "there are no compiled classes in `{}`",
        folders.join("`, `")
    );

    Err(about_file(&folders[0], "no-classes", message)
        .with_help("compile the project first")
        .into())
}

/// The output is replaced as a whole: a folder with files in it and no class among them is not the
/// output of a weaving, and what it holds would be lost.
fn refuse_foreign_folder(output: &Path) -> Result<(), Rejected> {
    let is_class = |path: &Path| {
        path.extension()
            .is_some_and(|extension| extension == "class")
    };
    let mut files = WalkDir::new(output)
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .peekable();

    if !output.is_dir() || files.peek().is_none() || files.any(|file| is_class(file.path())) {
        return Ok(());
    }

    let folder = shown(output);
    let message = format!(
        "the output folder `{folder}` holds files that no weaving has made; they would be replaced"
    );
    Err(about_file(&folder, "output-in-use", message)
        .with_help("name a folder that does not exist yet")
        .into())
}

/// Says of what keeps from weaving what can be done about it.
pub fn rejection(error: WeaveError) -> Error {
    match error {
        WeaveError::Stale(files) => {
            Rejected(files.iter().map(|file| plans::changed(file)).collect()).into()
        }
        WeaveError::NoInput(path) => {
            let mut unread = missing(&path, "folder or jar of classes");
            unread
                .help
                .get_or_insert_with(|| "compile the project first".to_owned());
            Rejected::from(unread).into()
        }
        WeaveError::Unreadable { ref path, .. } => {
            let diagnostic = about_file(&shown(path), "unreadable-classes", error.to_string());
            Rejected::from(
                diagnostic.with_help("classes are given as folders and jars of class files"),
            )
            .into()
        }
        WeaveError::OutputIsInput(ref path) => Rejected::from(about_file(
            &shown(path),
            "output-among-input",
            error.to_string(),
        ))
        .into(),
        WeaveError::OtherProgram(ref class) => {
            let diagnostic = about_file(class, "other-program", error.to_string());
            Rejected::from(diagnostic.with_help(
                "give the plan of this program with `--plan`, or its classes with `--classes`",
            ))
            .into()
        }
        WeaveError::TwoModules(_, ref path) => {
            Rejected::from(about_file(&shown(path), "two-modules", error.to_string())).into()
        }
        WeaveError::ClassPath(error) => class_path::rejected(error).into(),
        WeaveError::Monitors(diagnostics) => Rejected(diagnostics).into(),
        other => other.into(),
    }
}

fn notices(woven: &Woven) -> Vec<Diagnostic> {
    woven
        .notices
        .iter()
        .map(|notice| Diagnostic::warning("", Span::default(), "weaving", notice))
        .collect()
}

/// Returns what keeps sites from being found in the plan, so that they are monitored whatever it
/// says: nearly all of them, or as many as one class has that was compiled from another text. The
/// few that compilers make of one generator are none of these.
fn misfit(report: &WeaveReport) -> Option<String> {
    let count = |part: fn(&Tally) -> u64| report.properties.values().map(part).sum::<u64>();
    let (sites, unknown) = (count(|tally| tally.sites), count(|tally| tally.unknown));
    let doubtful = unknown + count(|tally| tally.ambiguous);
    let unfound = report.rows_without_site.len() as u64;
    let is_stale = unknown.min(unfound) > FEW.max(sites / 50);
    (unfound > 0 && (doubtful > sites / 2 || is_stale)).then(|| {
        format!(
            "{doubtful} of {sites} sites cannot be found in the plan, and so stay monitored: the classes are compiled without line \
             numbers, or from other sources; compile them again (`javac -g`, in Ant `debug=\"true\"`), then weave"
        )
    })
}

fn summary(report: &WeaveReport, hides: bool, output: &Path) -> String {
    let mut text = String::new();
    // Of many properties those that have nothing left are told together.
    let is_short = |tally: &Tally| report.properties.len() > EACH && tally.monitored == 0;
    let (short, long): (Vec<_>, Vec<_>) = report
        .properties
        .iter()
        .partition(|(_, tally)| is_short(tally));

    for (property, tally) in long {
        let told = if hides {
            hidden_of(*tally)
        } else {
            sites(*tally)
        };
        let _ = writeln!(text, "{property}: {told}");
    }

    if !short.is_empty() {
        let all: u64 = short.iter().map(|(_, tally)| tally.sites).sum();
        let _ = writeln!(
            text,
            "{} more properties: {all} sites, none monitored",
            short.len()
        );
    }
    if hides {
        text += &hidden(report.hidden, &output.with_file_name(HIDDEN_JAR));
    }
    if !report.rows_without_site.is_empty() {
        let _ = writeln!(
            text,
            "{} monitored calls of the plan are at no site",
            report.rows_without_site.len()
        );
    }

    text
}

/// `1 class changed, 27 as they were`.
fn classes(report: &WeaveReport) -> String {
    let (changed, unchanged) = (report.changed_classes, report.unchanged_classes);
    let classes = if changed == 1 { "class" } else { "classes" };
    format!("{changed} {classes} changed, {unchanged} as they were")
}

/// `24 sites, 18 left out`.
fn hidden_of(tally: Tally) -> String {
    format!("{} sites, {} left out", tally.sites, tally.left_out)
}

fn hidden(Hidden { calls, in_sight }: Hidden, jar: &Path) -> String {
    let mut text = format!("{calls} calls hidden");
    if calls > 0 {
        let _ = write!(
            text,
            " in {}, which the program needs and no other tool weaves",
            shown(jar)
        );
    }

    text.push('\n');
    if in_sight > 0 {
        let _ = writeln!(
            text,
            "{in_sight} silenced calls stay in sight: bodies of methods, and what is silenced \
             only together with them"
        );
    }

    text
}

/// `24 sites, 6 monitored (1 unknown to the plan, 2 ambiguous), 18 left out`.
fn sites(tally: Tally) -> String {
    let Tally {
        sites,
        monitored,
        left_out,
        unknown,
        ambiguous,
    } = tally;
    let unsure = [(unknown, "unknown to the plan"), (ambiguous, "ambiguous")];
    let unsure: Vec<String> = unsure
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| format!("{n} {what}"))
        .collect();

    let unsure = if unsure.is_empty() {
        String::new()
    } else {
        format!(" ({})", unsure.join(", "))
    };
    format!("{sites} sites, {monitored} monitored{unsure}, {left_out} left out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_that_do_not_fit_are_told_and_single_sites_are_not() {
        let report = |sites: u64, unknown: u64, unfound: usize| WeaveReport {
            properties: [(
                "p".to_owned(),
                Tally {
                    sites,
                    monitored: sites,
                    unknown,
                    ..Tally::default()
                },
            )]
            .into(),
            rows_without_site: vec!["g0".to_owned(); unfound],
            ..WeaveReport::default()
        };
        assert!(
            misfit(&report(10, 9, 1))
                .unwrap()
                .starts_with("9 of 10 sites cannot be found in the plan")
        );
        assert_eq!(misfit(&report(10, 1, 1)), None);
        // One class of many.
        assert!(
            misfit(&report(1000, 30, 30))
                .unwrap()
                .starts_with("30 of 1000 sites")
        );
        assert_eq!(misfit(&report(1000, 20, 30)), None);
        // Calls that compilers insert are at sites and in no plan.
        assert_eq!(misfit(&report(1000, 900, 0)), None);
    }

    #[test]
    fn sites_that_the_plan_does_not_decide_are_told() {
        let sure = Tally {
            sites: 5,
            monitored: 2,
            left_out: 3,
            ..Tally::default()
        };
        assert_eq!(sites(sure), "5 sites, 2 monitored, 3 left out");
        let unsure = Tally {
            unknown: 1,
            ambiguous: 1,
            ..sure
        };
        assert_eq!(
            sites(unsure),
            "5 sites, 2 monitored (1 unknown to the plan, 1 ambiguous), 3 left out"
        );
    }
}
