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
use super::hide::hide;
use super::program::Program;
use super::tripwires::Tripwires;
use super::{Task, WeaveError, WeaveReport, WeaveRequest, written};
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
    let woven = edit_all(job, choice, &monitors, report)?;
    let sources = monitors.sources(specifications, request.handler.as_deref())?;
    let compiled = compile(job, specifications, &sources)?;

    report
        .notices
        .extend(module_notice(request, inputs, &sources));
    woven.write(request, inputs, &compiled)
}
