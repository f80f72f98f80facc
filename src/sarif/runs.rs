//! The results of predictions for a code scanning service: each error of another schedule at its
//! lines.

use predict::{Prediction, Report, Step};

use super::Finding;
use super::document::{CodeFlow, FlowStep, Location, Stack, StackFrame, ThreadFlow};
use crate::lookup::place_of;
use crate::wording::predict as wording;

/// The reports about a run, in their order. `file` is the run: where its lines are numbers alone, a
/// report is at the run itself.
pub fn of_run(file: &str, prediction: &Prediction) -> Vec<Finding> {
    let reports = prediction.reports.iter();
    reports.map(|report| of_report(file, report)).collect()
}

fn of_report(file: &str, report: &Report) -> Finding {
    let text = wording::sentence(report);
    let first = report.lines.first().map_or("", String::as_str);
    let steps = report.steps.iter().map(|step| FlowStep {
        location: Location {
            message: Some(wording::deed(step).into()),
            ..location(file, &step.line)
        },
    });
    let stacks = report
        .steps
        .iter()
        .filter_map(|step| stack(file, step))
        .collect();
    let flow = CodeFlow {
        thread_flows: [ThreadFlow {
            locations: steps.collect(),
        }],
    };
    Finding {
        code_flows: vec![flow],
        stacks,
        ..Finding::new(report.kind.word(), "warning", text, location(file, first))
    }
}

/// The calls on which a thread has come to a step. None where they were not recorded.
fn stack(file: &str, step: &Step) -> Option<Stack> {
    let frames = step.stack.iter().map(|frame| StackFrame {
        location: Location {
            message: Some(frame.method.clone().into()),
            ..location(file, &frame.line)
        },
    });
    let stack = Stack {
        message: wording::deed(step).into(),
        frames: frames.collect(),
    };
    (!stack.frames.is_empty()).then_some(stack)
}

/// The place that `Main.java:12` names; any other text is a line of the run.
fn location(file: &str, line: &str) -> Location {
    match place_of(line) {
        Some((source, number)) => Location::new(source, number, 0),
        None => Location::new(file, 0, 0),
    }
}
