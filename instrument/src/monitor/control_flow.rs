//! Control flows: a counter for each, which counts in each thread the join points that are under
//! way.

use date::model::{Alternative, ControlFlow, Specification};
use text::Span;

use super::Subject;
use super::notification::{PassedValue, descriptor, parameters};
use super::wanted::{append_conformance, wanted_by};
use super::writer::JavaWriter;

/// A join point of a control flow as woven code tells of it: there are two static methods for each
/// among the generated monitors, one for its beginning and one for its end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FlowPoint {
    /// The control flow, as [`date::model::Specification::control_flows`] counts them.
    pub flow: usize,
    /// Which of its patterns.
    pub point: usize,
    /// The values passed, as those of a [`super::Notification`].
    pub values: Vec<PassedValue>,
}

impl FlowPoint {
    /// The descriptor of its methods.
    pub fn descriptor(&self) -> String {
        descriptor(&self.values)
    }
}

/// The beginning or the end of a join point of a control flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passage {
    /// It begins.
    Begins,
    /// It has ended, normally or by an exception.
    Ends,
}

/// The name of the static method for a passage of the n-th point.
pub fn passage_method(passage: Passage, number: usize) -> String {
    match passage {
        Passage::Begins => format!("r$begins{number}"),
        Passage::Ends => format!("r$ends{number}"),
    }
}

/// The field of the n-th control flow.
fn field(number: usize) -> String {
    format!("r$flow{number}")
}

/// Appends the counters of the control flows, and the methods of the points at which they begin and
/// end.
pub fn append_flows(java: &mut JavaWriter, subject: &Subject<'_>, points: &[FlowPoint]) {
    let flows: Vec<&ControlFlow> = subject.specification.control_flows();
    for number in 0..flows.len() {
        let class = "residua.runtime.ControlFlow";
        java.line(format_args!(
            "static final {class} {} = new {class}();",
            field(number)
        ));
    }

    for (number, point) in points.iter().enumerate() {
        let pattern = &flows[point.flow].points[point.point];
        let values = point.values.iter();
        let wanted: Vec<_> = values
            .map(|value| wanted_by(pattern, value.position))
            .collect();
        let parameters = parameters(&point.values);
        let cause = place_asked(subject.specification, flows[point.flow]);
        for (passage, step) in [(Passage::Begins, "begin"), (Passage::Ends, "end")] {
            let method = passage_method(passage, number);
            let head = format!("public static void {method}({parameters}java.lang.String at)");
            java.generated(cause, |java| {
                java.block(head, |java| {
                    append_conformance(java, subject, &point.values, &wanted);
                    java.line(format_args!("{}.{step}();", field(point.flow)));
                });
            });
        }
    }
}

/// Gives the place of the first event that asks for a control flow.
fn place_asked(specification: &Specification, flow: &ControlFlow) -> Span {
    let asks = |alternative: &&Alternative| {
        let mut flows = alternative.trigger.flows().iter();
        flows.any(|test| test.flow == *flow)
    };
    let events = specification.events.iter();
    let mut alternatives = events.flat_map(|event| &event.alternatives);
    let asking = alternatives.find(asks);
    asking.map_or_else(Span::default, |alternative| alternative.span)
}

/// The test of a control flow that events ask for: an expression of Java.
pub fn is_active(subject: &Subject<'_>, flow: &ControlFlow) -> Option<String> {
    let number = subject
        .specification
        .control_flows()
        .into_iter()
        .position(|known| known == flow)?;
    Some(format!("{}.isActive()", field(number)))
}
