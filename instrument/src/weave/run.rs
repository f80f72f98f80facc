//! The steps of weaving.

mod checks;
mod choice;
mod class_edits;
mod class_notifications;
mod job;
mod materials;
mod monitor_classes;
mod monitors;
mod notices;
mod specifications;
mod tally;

use std::collections::BTreeSet;

use super::analysed::Analysed;
use super::generated::mark;
use super::hide::hide;
use super::module::declarations;
use super::program::Program;
use super::tripwires::Tripwires;
use super::{RuntimePlacement, Task, WeaveError, WeaveReport, WeaveRequest, written};
use checks::{check_fresh, check_output};
use choice::{Choice, as_written};
use class_edits::edit_all;
use job::Job;
use materials::Materials;
use monitor_classes::compile;
use monitors::Monitors;
use notices::{initializations_notice, module_notice};
use specifications::property_names;
use tally::count;

/// Weaves the monitors of a plan into class files, compiles them, and writes the output.
///
/// A plan without properties leaves every class as it is:
///
/// ```
/// use instrument::weave::{RuntimePlacement, Task, WeaveRequest, weave};
///
/// let plan = r#"{"schema": "residua-plan/1", "tool": {"name": "residua", "version": "0.1.0"},
///     "assumptions": [], "sources": [], "properties": [], "generators": [], "entries": [],
///     "unreached": {}, "functional_bodies": {}, "compared": {}, "changed": [],
///     "witness_steps": [], "totals": {}, "models": []}"#;
/// let plan = plan::parse(plan, "plan.json").unwrap();
///
/// let jdk = jvm::jdk::Jdk::from_environment().unwrap();
/// let class_path = jvm::classpath::ClassPath::open(&[], &jdk).unwrap();
/// let bytes = class_path.class_bytes("java/util/List").unwrap().unwrap();
/// let folder = tempfile::tempdir().unwrap();
/// std::fs::create_dir(folder.path().join("classes")).unwrap();
/// std::fs::write(folder.path().join("classes/List.class"), &bytes).unwrap();
///
/// let request = WeaveRequest {
///     plan: &plan,
///     base: folder.path().to_owned(),
///     classes: vec![folder.path().join("classes")],
///     class_path: Vec::new(),
///     output: folder.path().join("woven"),
///     task: Task::Residual,
///     runtime: RuntimePlacement::Bundled,
///     adds_fields: true,
///     tripwires: true,
///     unforeseen: Vec::new(),
///     java_home: None,
///     handler: None,
///     kept: None,
/// };
/// let report = weave(&request).unwrap();
/// assert_eq!((report.changed_classes, report.unchanged_classes), (0, 1));
/// assert_eq!(std::fs::read(request.output.join("List.class")).unwrap(), bytes);
/// ```
///
/// # Errors
/// [`WeaveError`]; nothing has been written then.
pub fn weave(request: &WeaveRequest<'_>) -> Result<WeaveReport, WeaveError> {
    let mut report = WeaveReport::default();
    check_fresh(request, &mut report)?;
    check_output(request)?;
    let materials = &Materials::open(request)?;
    let notices = &materials.inputs.notices;
    report.notices.extend(notices.iter().cloned());

    let program = &read_program(request, materials)?;
    report.notices.extend(program.others_notice());
    let tripwires = &Tripwires::of(request.plan, request.task, request.tripwires, program)?;
    report.notices.extend(tripwires.notice());

    let job = Job {
        request,
        materials,
        program,
        tripwires,
    };
    weave_program(&job, &mut report)?;
    Ok(report)
}

fn read_program<'m>(
    request: &WeaveRequest<'_>,
    materials: &'m Materials,
) -> Result<Program<'m>, WeaveError> {
    let class_path = materials.class_path(&request.class_path)?;
    let analysed = Analysed::of(request.plan);
    let program = Program::read(&materials.inputs, class_path, &analysed)?;
    program.refuse_another()?;
    Ok(program)
}

/// Decides by the residual properties first. If the plan does not cover some of them, decides again
/// with these as written.
fn weave_program(job: &Job<'_>, report: &mut WeaveReport) -> Result<(), WeaveError> {
    let request = job.request;
    let names = property_names(request);
    let reduced = written::models(request, &BTreeSet::new());
    let mixed;

    let mut choice = Choice::make(job, &reduced, &names, None)?;
    let written = as_written(job, &choice, report);
    if !written.is_empty() {
        mixed = written::models(request, &written);
        choice = Choice::make(job, &mixed, &names, Some(&written))?;
    }

    count(request, &choice.classes, &written, report);
    let notice = initializations_notice(job.program, &choice.specifications);
    report.notices.extend(notice);
    match request.task {
        Task::Hide => {
            let inputs = &job.materials.inputs;
            hide(request, inputs, job.program, &choice.classes, report)
        }
        Task::Residual | Task::Full => monitor(job, &choice, report),
    }
}

/// Edits the classes, compiles the monitors and writes the output.
fn monitor(
    job: &Job<'_>,
    choice: &Choice<'_, '_>,
    report: &mut WeaveReport,
) -> Result<(), WeaveError> {
    let (request, inputs) = (job.request, &job.materials.inputs);
    let specifications = &choice.specifications;
    let monitors = Monitors::of(job.program, choice);
    let mut woven = edit_all(job, choice, &monitors, report)?;
    let sources = monitors.sources(specifications, request.handler.as_deref())?;
    let mut compiled = compile(job, specifications, &sources)?;
    mark(&mut compiled)?;
    if request.runtime == RuntimePlacement::Bundled {
        woven.changed.extend(declarations(inputs, &compiled)?);
    }

    report
        .notices
        .extend(module_notice(request, inputs, &sources));
    woven.write(request, inputs, &compiled)
}
