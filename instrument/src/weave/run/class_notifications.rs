//! The notifications of one class.

use super::choice::Choice;
use super::monitors::Monitors;
use crate::monitor::Passage;
use crate::weave::decide::{ClassDecisions, Join, Woven};
use crate::weave::flows::{FlowPoints, PointOf, is_around};
use crate::weave::handlers::ToldAtHandler;
use crate::weave::told::Told;

/// The notifications at the join points of a class.
pub struct ClassNotifications<'a> {
    decisions: &'a ClassDecisions<'a>,
    flows: FlowPoints,
    monitors: &'a Monitors,
    specifications: &'a [Woven<'a>],
}

impl<'a> ClassNotifications<'a> {
    /// The notifications of the class with this number, in which control flows have these points.
    pub fn new(
        choice: &'a Choice<'a, 'a>,
        monitors: &'a Monitors,
        number: usize,
        points: FlowPoints,
    ) -> Self {
        ClassNotifications {
            decisions: &choice.classes[number],
            flows: monitors.asked.only(points),
            monitors,
            specifications: &choice.specifications,
        }
    }

    /// Gives the notifications at a join point, in order: of its control flows next to it, or
    /// around its events.
    pub fn at(&self, join: Join) -> Vec<Told> {
        let of_events = self.decisions.told.get(&join).into_iter().flatten();
        let of_events = of_events.map(|(n, when, notification)| {
            self.monitors
                .told(&self.specifications[*n].subject, *n, *when, notification)
        });

        let points = self.flows.get(&join).into_iter().flatten();
        let is_around = |of: &&PointOf| {
            is_around(
                self.decisions,
                join,
                of,
                &self.specifications[of.specification],
            )
        };
        let (around, next): (Vec<&PointOf>, Vec<&PointOf>) = points.partition(is_around);

        let mut all = self.passages(&around, Passage::Begins);
        all.extend(self.passages(&next, Passage::Ends));
        all.extend(of_events);
        all.extend(self.passages(&next, Passage::Begins));
        all.extend(self.passages(&around, Passage::Ends));
        all
    }

    /// Gives the notifications of points of control flows, in order.
    fn passages(&self, points: &[&PointOf], passage: Passage) -> Vec<Told> {
        let told = points
            .iter()
            .flat_map(|of| self.monitors.told_of(self.specifications, of, passage));
        told.collect()
    }

    /// Gives the notifications in a catch block, in order.
    pub fn at_handler(&self, join: Join) -> Vec<ToldAtHandler> {
        let notified = self.decisions.told.get(&join).into_iter().flatten();
        let of_exceptions = notified.map(|(n, _, notification)| {
            self.specifications[*n]
                .matcher
                .is_of_exceptions(notification.event, notification.alternative)
        });
        let pairs = self.at(join).into_iter().zip(of_exceptions);
        pairs
            .map(|(told, of_exception)| ToldAtHandler { told, of_exception })
            .collect()
    }
}
