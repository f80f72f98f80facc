//! The calls that a thread is in the course of (AspectJ's `cflow` and `cflowbelow`).

use serde::{Deserialize, Serialize};

use super::{ArgumentPattern, Binding, JoinPoint, Moment, PointPattern, Specification, Trigger};

/// The course of join points: from where one of them begins to where it ends, normally or by an
/// exception, as seen by the thread that passes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ControlFlow {
    /// The join points, at least one pattern: calls, bodies and initializations. They are before,
    /// have no control flows of their own, and bind nothing: the names of their bindings are empty,
    /// the types are tests.
    pub points: Vec<PointPattern>,
    /// True if a join point is strictly below itself (`cflowbelow`), and not in its own course.
    pub below: bool,
}

/// A condition of a point: that the thread which passes it is in a control flow, or is not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FlowTest {
    /// The control flow.
    pub flow: ControlFlow,
    /// True if the thread is in it.
    pub holds: bool,
}

impl ControlFlow {
    /// Returns whether a pattern can be of the join points of a control flow.
    pub fn takes(point: &PointPattern) -> bool {
        let has_course = matches!(
            point.join,
            JoinPoint::Call | JoinPoint::Execution | JoinPoint::Initialization
        );
        let names = |binding: &Binding| !binding.name.is_empty();
        let bound = point
            .arguments
            .iter()
            .filter_map(|(_, argument)| match argument {
                ArgumentPattern::Bound(binding) => Some(binding),
                ArgumentPattern::Any | ArgumentPattern::Typed(_) => None,
            });
        let binds = bound.chain(&point.target).chain(&point.caller).any(names);
        has_course && !binds && point.moment == Moment::Before && point.flows.is_empty()
    }
}

impl Specification {
    /// The control flows that events ask for, each once, in the order of the events. O(events²) at
    /// worst.
    pub fn control_flows(&self) -> Vec<&ControlFlow> {
        let mut flows: Vec<&ControlFlow> = Vec::new();
        for alternative in self.events.iter().flat_map(|event| &event.alternatives) {
            for FlowTest { flow, .. } in alternative.trigger.flows() {
                if !flows.contains(&flow) {
                    flows.push(flow);
                }
            }
        }
        flows
    }
}

impl Trigger {
    /// The control flows that the thread has to be in, or not.
    pub fn flows(&self) -> &[FlowTest] {
        match self {
            Trigger::Point(point) => &point.flows,
            Trigger::Timeout { .. } | Trigger::Receive { .. } | Trigger::EndOfProgram => &[],
        }
    }
}
