//! `residua weave`: the monitors that a plan leaves, woven into class files.

use std::path::{Path, PathBuf};

use anyhow::{Error, Result, bail};
use instrument::weave::{
    Notice, RuntimePlacement, Tally, Task, WeaveError, WeaveReport, WeaveRequest, weave,
};
use plan::{CauseSort, Plan};
use text::Diagnostic;
use walkdir::WalkDir;

use super::recorded_program::{RecordedClasses, events_of};
use super::{Outcome, print};
use crate::cache;
use crate::causes::causes;
use crate::cli::{Runtime, WeaveArgs};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::{class_path, compiled, plans, shown};
use crate::interrupt;
use crate::project::{has_classes, left_out};
use crate::record::{WeavingRecord, Woven};
use crate::recorder;
use crate::settings::WeaveSettings;
use crate::wording::next;
use crate::wording::weave::{self as wording, Misfit};

/// So many sites may be unknown to a plan, and so many of its generators at no site, though the
/// classes are those of the sources.
const FEW: u64 = 10;

/// Reads the plan, weaves, and tells what was done.
pub fn run(args: &WeaveArgs, console: Console) -> Result<Outcome> {
    let settings = WeaveSettings::new(&args.woven)?;
    let Some(output) = args.output.clone().or_else(|| settings.output.clone()) else {
        bail!(wording::NO_OUTPUT);
    };
    if args.log {
        return log(args, settings, &output, console);
    }
    let plan = if args.record_reflection {
        recorder::plan()
    } else {
        plans::read_with_files(&settings.plan)?
    };
    refuse_nothing(&settings.classes)?;
    left_out::refuse_compiled(&plan, &settings.classes)?;
    refuse_foreign_folder(&output)?;
    console.phase(format_args!("weaving {}", shown(&output)));

    let task = if args.hide {
        Task::Hide
    } else {
        Task::monitoring(args.full || args.record_reflection)
    };
    let runtime = match args.runtime {
        Runtime::Bundled => RuntimePlacement::Bundled,
        Runtime::Separate => RuntimePlacement::Separate,
    };
    let request = request(&plan, &settings, task, runtime, output);

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
    console.next(if args.record_reflection {
        next::record_reflection(&request.output)
    } else {
        next::weave(&request.output, args.hide)
    });

    Ok(Outcome::Done)
}

/// Weaves the recorder of threads.
fn log(
    args: &WeaveArgs,
    settings: WeaveSettings,
    output: &Path,
    console: Console,
) -> Result<Outcome> {
    refuse_nothing(&settings.classes)?;
    refuse_foreign_folder(output)?;
    let recorded = RecordedClasses {
        properties: events_of(&args.property, false, console)?,
        classes: settings.classes,
        class_path: settings.class_path,
        java_home: None,
        all: args.all,
        atomic: args.atomic.clone(),
    };
    interrupt::whole(|| recorded.weave(output, console))?;
    print(&wording::threads_recorded(output))?;
    console.next(next::weave_log(output));
    Ok(Outcome::Done)
}

/// Weaves, and records it.
fn make(plan: &Plan, settings: &WeaveSettings, request: &WeaveRequest<'_>) -> Result<Woven> {
    let before = WeavingRecord::of(plan, settings, request);
    if let Some(refused) = compiled::others(plan, &request.classes)? {
        return Err(Rejected(vec![refused]).into());
    }
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
        notices: told(&report, plan),
        summary: if recorder::made(plan) {
            wording::recorded(&report)
        } else {
            wording::summary(&report, request.task == Task::Hide, &request.output)
        },
        classes: wording::classes(&report),
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
    task: Task,
    runtime: RuntimePlacement,
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
    Err(wording::no_classes(classes).into())
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

    Err(wording::output_in_use(output).into())
}

/// Says of what keeps from weaving what can be done about it.
pub fn rejection(error: WeaveError) -> Error {
    match error {
        WeaveError::Stale(files) => {
            Rejected(files.iter().map(|file| plans::changed(file)).collect()).into()
        }
        WeaveError::NoInput(path) => Rejected::from(wording::no_input(&path)).into(),
        WeaveError::ClassPath(error) => class_path::rejected(error).into(),
        WeaveError::Monitors(diagnostics) => Rejected(diagnostics).into(),
        other => match wording::refusal(&other) {
            Some(finding) => Rejected::from(finding).into(),
            None => other.into(),
        },
    }
}

fn notices(woven: &Woven) -> Vec<Diagnostic> {
    let notices = woven.notices.iter();
    notices.map(|notice| wording::finding(notice)).collect()
}

/// Returns what keeps sites from being found in the plan, so that they are monitored whatever it
/// says: nearly all of them, or as many as one class has that was compiled from another text. The
/// few that compilers make of one generator are none of these.
fn misfit(report: &WeaveReport) -> Option<Misfit> {
    let count = |part: fn(&Tally) -> u64| report.properties.values().map(part).sum::<u64>();
    let (sites, unknown) = (count(|tally| tally.sites), count(|tally| tally.unknown));
    let doubtful = unknown + count(|tally| tally.ambiguous);
    let unfound = report.rows_without_site.len() as u64;
    let is_stale = unknown.min(unfound) > FEW.max(sites / 50);
    (unfound > 0 && (doubtful > sites / 2 || is_stale)).then_some(Misfit { doubtful, sites })
}

/// The notices of a weaving, each cause once. Classes with other code than their sources have places
/// that the plan does not know, so these two are one cause.
fn told(report: &WeaveReport, plan: &Plan) -> Vec<String> {
    let mut told = Vec::new();
    let (mut unread, mut unknown) = (Vec::new(), Vec::new());
    let mut has_other_code = false;
    for notice in &report.notices {
        match notice {
            Notice::WovenAsWritten(written) if written.unread.is_some() => unread.push(written),
            Notice::WovenAsWritten(written) => unknown.push(written),
            other => {
                has_other_code |= matches!(other, Notice::Unforeseen(_));
                told.push(wording::notice(other));
            }
        }
    }

    told.extend(wording::woven_as_written(&unread, None));
    if !has_other_code {
        let processor = processor(plan);
        told.extend(wording::woven_as_written(&unknown, processor.as_deref()));
        told.extend(misfit(report).map(|misfit| wording::misfit(misfit, processor.as_deref())));
    }
    told
}

/// Says which processor may have added code that the sources of a plan do not have, if there is one.
fn processor(plan: &Plan) -> Option<String> {
    let mut causes = causes(plan).into_iter();
    let cause = causes.find(|cause| cause.sort == CauseSort::Processor)?;
    Some(cause.what)
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
        let misfit_of = |doubtful, sites| Some(Misfit { doubtful, sites });
        assert_eq!(misfit(&report(10, 9, 1)), misfit_of(9, 10));
        assert_eq!(misfit(&report(10, 1, 1)), None);
        // One class of many.
        assert_eq!(misfit(&report(1000, 30, 30)), misfit_of(30, 1000));
        assert_eq!(misfit(&report(1000, 20, 30)), None);
        // Calls that compilers insert are at sites and in no plan.
        assert_eq!(misfit(&report(1000, 900, 0)), None);
    }
}
