//! The monitors that run.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::choice::Choice;
use crate::monitor::{
    FlowPoint, MonitorSource, Notification, Passage, Subject, generate, needs_start,
    notification_method,
};
use crate::weave::WeaveError;
use crate::weave::carried::{AddedFields, fields};
use crate::weave::decide::Woven;
use crate::weave::flows::{Asked, FlowPoints, PointOf, flow_points, told_of};
use crate::weave::program::{Program, ProgramClass};
use crate::weave::told::Told;
use plan::When;

/// The notifications of all specifications, numbered, and which specifications run at all.
pub struct Monitors {
    notifications: Vec<Vec<Notification>>,
    /// The points of control flows, numbered.
    flows: Vec<Vec<FlowPoint>>,
    /// The control flows that notifications ask for.
    pub asked: Asked,
    /// The numbers of the specifications that start with the program.
    pub starts: BTreeSet<usize>,
    /// The fields that classes get.
    pub fields: AddedFields,
}

impl Monitors {
    /// Numbers the notifications of a choice.
    pub fn of(program: &Program<'_>, choice: &Choice<'_, '_>) -> Self {
        let specifications = &choice.specifications;
        let notifications = notifications(choice);
        let asked = Asked::of(specifications, &notifications);
        Monitors {
            flows: points(program, specifications, &asked),
            starts: starts(specifications, &notifications),
            fields: fields_in_use(program, specifications, &notifications),
            notifications,
            asked,
        }
    }

    /// Gives the notifications of a point of a control flow.
    pub fn told_of(
        &self,
        specifications: &[Woven<'_>],
        of: &PointOf,
        passage: Passage,
    ) -> Vec<Told> {
        let PointOf {
            specification,
            point,
        } = of;
        let number = self.flows[*specification]
            .binary_search(point)
            .unwrap_or_else(|at| at);
        told_of(
            &specifications[*specification].subject,
            point,
            number,
            passage,
        )
    }

    /// Gives the call of the monitors for a notification of a specification.
    pub fn told(
        &self,
        subject: &Subject<'_>,
        specification: usize,
        moment: When,
        notification: &Notification,
    ) -> Told {
        let number = self.notifications[specification]
            .binary_search(notification)
            .unwrap_or_else(|at| at);
        Told {
            moment,
            class: subject.internal_name(),
            method: notification_method(number),
            descriptor: notification.descriptor(),
            values: notification.values.clone(),
            takes_loop_iterators: subject.takes_loop_iterators(),
        }
    }

    /// The monitors of the specifications that any code tells or starts.
    pub fn sources(
        &self,
        specifications: &[Woven<'_>],
        handler: Option<&str>,
    ) -> Result<Vec<(usize, MonitorSource)>, WeaveError> {
        let mut sources = Vec::new();
        for (n, (woven, notifications)) in
            specifications.iter().zip(&self.notifications).enumerate()
        {
            if !notifications.is_empty() || self.starts.contains(&n) {
                let source = generate(&woven.subject, notifications, &self.flows[n], handler)
                    .map_err(|diagnostic| WeaveError::Monitors(vec![diagnostic]))?;
                sources.push((n, source));
            }
        }
        Ok(sources)
    }
}

/// Returns the notifications of each specification, in order.
fn notifications(choice: &Choice<'_, '_>) -> Vec<Vec<Notification>> {
    let told = choice.classes.iter().flat_map(|class| class.told.values());
    let told = told
        .flatten()
        .map(|(specification, _, notification)| (*specification, notification.clone()));
    sorted(choice.specifications.len(), told)
}

/// Returns the numbers of the specifications that start with the program.
fn starts(specifications: &[Woven<'_>], notifications: &[Vec<Notification>]) -> BTreeSet<usize> {
    let numbered = specifications.iter().zip(notifications).enumerate();
    numbered
        .filter(|(_, (woven, told))| needs_start(&woven.subject, !told.is_empty()))
        .map(|(n, _)| n)
        .collect()
}

/// Returns the fields for the specifications that any code tells.
fn fields_in_use(
    program: &Program<'_>,
    specifications: &[Woven<'_>],
    notifications: &[Vec<Notification>],
) -> AddedFields {
    let each = specifications.iter().zip(notifications);
    let used = each.filter(|(_, told)| !told.is_empty());
    fields(
        used.map(|(woven, told)| (&woven.subject, told.as_slice())),
        program,
    )
}

/// Returns the points of the control flows that are asked for, by specification and in order.
fn points(
    program: &Program<'_>,
    specifications: &[Woven<'_>],
    asked: &Asked,
) -> Vec<Vec<FlowPoint>> {
    let of_class = |class: &ProgramClass<'_>| {
        asked.only(flow_points(
            &class.sites,
            specifications,
            &program.hierarchy,
        ))
    };
    let found: Vec<FlowPoints> = program.classes.par_iter().map(of_class).collect();
    let found = found.into_iter().flat_map(FlowPoints::into_values);
    let numbered = found.flatten().map(|of| (of.specification, of.point));
    sorted(specifications.len(), numbered)
}

/// Sorts values by the number of their specification, each once and in order.
fn sorted<T: Ord>(specifications: usize, all: impl Iterator<Item = (usize, T)>) -> Vec<Vec<T>> {
    let mut sets: Vec<BTreeSet<T>> = (0..specifications).map(|_| BTreeSet::new()).collect();
    for (specification, one) in all {
        sets[specification].insert(one);
    }
    sets.into_iter()
        .map(|set| set.into_iter().collect())
        .collect()
}
