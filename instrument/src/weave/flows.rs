//! The beginnings and ends of control flows. Monitors are notified of them whatever a plan
//! silences: if no property listens to the event of a point, other events may still ask whether the
//! thread is in its course.
//!
//! A point is told of next to its join point, within the events that are told there, so that what
//! leaves these by an exception (`residua.runtime.Reports`) leaves no control flow open. Only where
//! an event of the point asks for the control flow of the point itself it is told of around the
//! events: the point is in its own course, unless it has to be below.

use std::collections::{BTreeMap, BTreeSet};

use java_types::hierarchy::Hierarchy;

use super::decide::{ClassDecisions, Join, Woven, may_tell};
use super::sites::ClassSites;
use super::told::Told;
use crate::monitor::{FlowPoint, Notification, Passage, Subject, passage_method};
use plan::When;

/// A point of a control flow, with its specification.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PointOf {
    /// The number of the specification.
    pub specification: usize,
    /// The point.
    pub point: FlowPoint,
}

/// The points of control flows in a class, in order.
pub type FlowPoints = BTreeMap<Join, Vec<PointOf>>;

/// Finds the points of all control flows in a class. O(sites * patterns of control flows).
pub fn flow_points(
    class: &ClassSites,
    specifications: &[Woven<'_>],
    hierarchy: &Hierarchy,
) -> FlowPoints {
    let mut found = FlowPoints::new();
    for (number, woven) in specifications.iter().enumerate() {
        for (b, body) in class.bodies.iter().enumerate() {
            let mut add = |join: Join, points: Vec<FlowPoint>| {
                if !points.is_empty() {
                    found
                        .entry(join)
                        .or_default()
                        .extend(points.into_iter().map(|point| PointOf {
                            specification: number,
                            point,
                        }));
                }
            };
            if may_tell(class, body, hierarchy) {
                add(
                    Join::Body(b),
                    woven.matcher.flows_at_body(hierarchy, class, body),
                );
            }
            for (s, site) in body.sites.iter().enumerate() {
                add(
                    Join::Site(b, s),
                    woven.matcher.flows_at_site(hierarchy, class, body, site),
                );
            }
        }
    }

    found
}

/// The control flows that what is told asks for, by specification. Nobody sees whether a thread is
/// in another one.
#[derive(Debug, Default)]
pub struct Asked {
    flows: Vec<BTreeSet<usize>>,
}

impl Asked {
    /// By the notifications of each specification.
    pub fn of(specifications: &[Woven<'_>], notifications: &[Vec<Notification>]) -> Self {
        let flows = specifications
            .iter()
            .zip(notifications)
            .map(|(woven, told)| {
                told.iter()
                    .flat_map(|notification| asked_by(&woven.subject, notification))
                    .collect()
            });
        Asked {
            flows: flows.collect(),
        }
    }

    /// Keeps the points of control flows that are asked for.
    pub fn only(&self, mut points: FlowPoints) -> FlowPoints {
        for at_join in points.values_mut() {
            at_join.retain(|of| self.flows[of.specification].contains(&of.point.flow));
        }
        points.retain(|_, at_join| !at_join.is_empty());
        points
    }
}

/// The control flows that the alternative of a notification asks for.
fn asked_by(subject: &Subject<'_>, notification: &Notification) -> Vec<usize> {
    let alternative =
        &subject.specification.events[notification.event].alternatives[notification.alternative];
    let flows = subject.specification.control_flows();
    let number = |test: &date::model::FlowTest| flows.iter().position(|flow| **flow == test.flow);
    alternative
        .trigger
        .flows()
        .iter()
        .filter_map(number)
        .collect()
}

/// Returns the notifications of the passage of a point.
pub fn told_of(
    subject: &Subject<'_>,
    point: &FlowPoint,
    number: usize,
    passage: Passage,
) -> Vec<Told> {
    let moments: &[When] = match passage {
        Passage::Begins => &[When::Before],
        Passage::Ends => &[When::Returning, When::Throwing],
    };
    let told = moments.iter().map(|&moment| Told {
        moment,
        class: subject.internal_name(),
        method: passage_method(passage, number),
        descriptor: point.descriptor(),
        values: point.values.clone(),
        takes_loop_iterators: false,
    });
    told.collect()
}

/// Returns whether the events of a join point are in the course of one of its own points. The
/// notifications of that point stand around them then.
pub fn is_around(
    decisions: &ClassDecisions<'_>,
    join: Join,
    of: &PointOf,
    woven: &Woven<'_>,
) -> bool {
    let PointOf {
        specification,
        point,
    } = of;
    let is_below = woven.subject.specification.control_flows()[point.flow].below;
    let told = decisions.told.get(&join).into_iter().flatten();
    let mut of_same = told.filter(|(number, ..)| number == specification);
    !is_below
        && of_same.any(|(_, _, notification)| {
            asked_by(&woven.subject, notification).contains(&point.flow)
        })
}
