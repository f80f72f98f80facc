//! The patterns of a specification against the points of class files.

mod found;
mod patterns;

use date::ids::EventId;
use date::model::{Alternative, PointPattern, Specification, Trigger};
use java_patterns::Pattern;
use java_patterns::type_names::{Imports, TypeNames};
use java_types::hierarchy::Hierarchy;

use super::handlers::Handler as CatchBlock;
use super::sites::{Body, ClassSites, INITIALIZER, Site};
use crate::monitor::{FlowPoint, PassedValue};
use found::{Found, Resolved};
use patterns::Patterns;

/// A specification whose patterns are resolved.
#[derive(Debug)]
pub struct Matcher {
    /// By event and alternative.
    events: Patterns<(EventId, usize)>,
    /// The patterns of control flows: by control flow, as [`Specification::control_flows`] counts
    /// them, and point.
    flows: Patterns<(usize, usize)>,
}

/// An alternative that matches at a join point, with what is to be passed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Matched {
    /// The event.
    pub event: EventId,
    /// The number of its alternative.
    pub alternative: usize,
    /// When it occurs.
    pub when: plan::When,
    /// The values that are passed, in the order in which woven code passes them.
    pub values: Vec<PassedValue>,
}

impl Matcher {
    /// Resolves the patterns of a specification, in the order of its events.
    pub fn new(specification: &Specification, hierarchy: &Hierarchy) -> Self {
        let imports = Imports::of(specification);
        let names = TypeNames::new(hierarchy, &imports);
        let resolved = |wants: &PointPattern| (wants.clone(), Pattern::new(wants, names));
        let hears_references = specification.hears_references;
        let mut events = Patterns {
            patterns: Vec::new(),
            hears_references,
        };

        for (event, declared) in specification.events.iter_enumerated() {
            for (alternative, Alternative { trigger, .. }) in
                declared.alternatives.iter().enumerate()
            {
                if let Trigger::Point(point) = trigger {
                    let (wants, pattern) = resolved(point);
                    events.patterns.push(Resolved {
                        of: (event, alternative),
                        wants,
                        pattern,
                    });
                }
            }
        }

        let mut flows = Patterns {
            patterns: Vec::new(),
            hears_references,
        };

        for (number, flow) in specification.control_flows().into_iter().enumerate() {
            for (at, point) in flow.points.iter().enumerate() {
                let (wants, pattern) = resolved(point);
                flows.patterns.push(Resolved {
                    of: (number, at),
                    wants,
                    pattern,
                });
            }
        }

        Matcher { events, flows }
    }

    /// Returns the matches at a call, method reference or access, in order.
    pub fn site(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
        site: &Site,
    ) -> Vec<Matched> {
        self.events
            .site(hierarchy, class, body, site)
            .into_iter()
            .map(Matched::of)
            .collect()
    }

    /// Returns the matches at the execution of a body, in order.
    pub fn execution(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
    ) -> Vec<Matched> {
        self.events
            .execution(hierarchy, class, body)
            .into_iter()
            .map(Matched::of)
            .collect()
    }

    /// Returns the matches at a catch block of a body, in order.
    pub fn handler(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
        handler: &CatchBlock,
    ) -> Vec<Matched> {
        self.events
            .handler(hierarchy, class, body, handler)
            .into_iter()
            .map(Matched::of)
            .collect()
    }

    /// Returns the matches at the initialization of a class, in order.
    pub fn initialization(&self, hierarchy: &Hierarchy, class: &ClassSites) -> Vec<Matched> {
        self.events
            .initialization(hierarchy, class)
            .into_iter()
            .map(Matched::of)
            .collect()
    }

    /// The control flows that begin at a call or method reference.
    pub fn flows_at_site(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
        site: &Site,
    ) -> Vec<FlowPoint> {
        self.flows
            .site(hierarchy, class, body, site)
            .into_iter()
            .map(flow_point)
            .collect()
    }

    /// The control flows that begin at the entry of a body.
    pub fn flows_at_body(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
    ) -> Vec<FlowPoint> {
        let found = match &*body.name {
            INITIALIZER => self.flows.initialization(hierarchy, class),
            _ => self.flows.execution(hierarchy, class, body),
        };
        found.into_iter().map(flow_point).collect()
    }

    /// Returns whether the arguments of an alternative are those of a catch block, not those of the
    /// method around it.
    pub fn is_of_exceptions(&self, event: EventId, alternative: usize) -> bool {
        self.events
            .patterns
            .iter()
            .any(|p| p.of == (event, alternative) && p.pattern.is_of_exceptions())
    }
}

impl Matched {
    fn of(found: Found<'_, (EventId, usize)>) -> Self {
        let Found { resolved, values } = found;
        let (event, alternative) = resolved.of;
        Matched {
            event,
            alternative,
            when: resolved.wants.moment.when(),
            values,
        }
    }
}

fn flow_point(found: Found<'_, (usize, usize)>) -> FlowPoint {
    let Found { resolved, values } = found;
    let (flow, point) = resolved.of;
    FlowPoint {
        flow,
        point,
        values,
    }
}
