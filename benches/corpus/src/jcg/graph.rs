//! The call graph of a case, with what code without sources calls back.

use std::collections::BTreeSet;

use ir::{CallSiteId, MethodId, MethodKind, Program};
use points_to::{Callee, PointsTo};

use super::expected::Expected;
use crate::recall::calls_in;

/// The answer of a call graph to an expected call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It has the call.
    Present,
    /// It has a call of code without sources, which may run the method, or is the code that the case
    /// expects.
    ThroughLibrary,
    /// It lacks the call.
    Missing,
}

/// A call graph.
pub struct CallGraph<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    /// The methods that code without sources may run.
    called_back: BTreeSet<MethodId>,
}

impl<'a> CallGraph<'a> {
    /// The call graph of an analysis.
    pub fn new(program: &'a Program, points_to: &'a PointsTo) -> Self {
        let during = points_to.during.values().flatten().copied();
        let initializers = points_to.first_uses.initializers();
        let called_back = points_to.anytime.iter().copied();
        CallGraph {
            program,
            points_to,
            called_back: called_back.chain(during).chain(initializers).collect(),
        }
    }

    /// Says whether the graph has a call of the method of a class, from the method below the
    /// annotation in this file.
    pub fn answer(&self, file: &str, expected: &Expected, class: &str) -> Answer {
        let Some(caller) = self.annotated(file, expected.until) else {
            return Answer::Missing;
        };
        if !self.points_to.reachable.contains(&caller) {
            return Answer::Missing;
        }
        if expected.is_indirect {
            self.indirect(caller, expected, class)
        } else {
            self.direct(file, expected, class)
        }
    }

    fn direct(&self, file: &str, expected: &Expected, class: &str) -> Answer {
        let sites: Vec<CallSiteId> = self
            .points_to
            .targets
            .keys()
            .copied()
            .filter(|&site| self.is_written_at(site, file, expected))
            .collect();
        let mut callees = sites.iter().flat_map(|&site| self.callees(site));
        if callees.any(|callee| self.is_expected(callee, expected, class)) {
            return Answer::Present;
        }
        let through = sites.iter().any(|&site| self.runs_library(site));
        let may_be = !self.is_own(class) || self.calls_back(expected, class);
        if through && may_be {
            Answer::ThroughLibrary
        } else {
            Answer::Missing
        }
    }

    fn is_written_at(&self, site: CallSiteId, file: &str, expected: &Expected) -> bool {
        let call = &self.program.calls[site];
        let point = &self.program.points[call.point];
        let mut named = call.target.named().iter();
        self.program.files[point.file].path == file
            && expected.line.is_none_or(|line| point.span.line == line)
            && named.any(|target| *target.name == *expected.name)
    }

    fn indirect(&self, caller: MethodId, expected: &Expected, class: &str) -> Answer {
        let (mut seen, mut work) = (BTreeSet::from([caller]), vec![caller]);
        let mut through = false;
        let mut called_back = BTreeSet::new();
        while let Some(method) = work.pop() {
            let mut callees = BTreeSet::new();
            for site in calls_in(self.program, method) {
                callees.extend(self.callees(site));
                if self.runs_library(site) && !through {
                    through = true;
                    called_back.extend(self.called_back.iter().copied());
                }
            }
            if callees
                .iter()
                .any(|&callee| self.is_expected(callee, expected, class))
            {
                return Answer::Present;
            }
            callees.extend(std::mem::take(&mut called_back));
            let new = callees.into_iter().filter(|&callee| seen.insert(callee));
            work.extend(new);
        }
        let mut reached = seen.iter();
        let own = reached.any(|&method| self.is_expected(method, expected, class));
        if own || through && !self.is_own(class) {
            Answer::ThroughLibrary
        } else {
            Answer::Missing
        }
    }

    fn callees(&self, site: CallSiteId) -> Vec<MethodId> {
        let targets = self.points_to.targets.get(&site).into_iter().flatten();
        targets
            .filter_map(|target| match target {
                Callee::Method(method) => Some(*method),
                Callee::Library => None,
            })
            .collect()
    }

    fn runs_library(&self, site: CallSiteId) -> bool {
        self.points_to
            .targets
            .get(&site)
            .is_some_and(|targets| targets.contains(&Callee::Library))
    }

    fn calls_back(&self, expected: &Expected, class: &str) -> bool {
        let mut methods = self.called_back.iter();
        methods.any(|&method| self.is_expected(method, expected, class))
    }

    fn is_expected(&self, method: MethodId, expected: &Expected, class: &str) -> bool {
        let method = &self.program.methods[method];
        *method.name == *expected.name
            && *self.program.classes[method.class].name == *class
            && expected.parameters.as_ref().is_none_or(|parameters| {
                !expected.is_indirect || takes(&method.descriptor, parameters)
            })
    }

    fn is_own(&self, class: &str) -> bool {
        let mut classes = self.program.classes.iter();
        classes.any(|own| *own.name == *class)
    }

    /// The declared method that is next below a line.
    fn annotated(&self, file: &str, line: u32) -> Option<MethodId> {
        let program = self.program;
        let methods = program.methods.iter_enumerated().filter(|(_, method)| {
            method.kind == MethodKind::Declared
                && program.files[program.classes[method.class].file].path == file
                && method.span.line >= line
        });
        methods
            .min_by_key(|(_, method)| (method.span.line, method.span.start))
            .map(|(id, _)| id)
    }
}

/// Returns whether the parameters of a descriptor have these simple names.
fn takes(descriptor: &str, parameters: &[String]) -> bool {
    let inside = descriptor.trim_start_matches('(');
    let inside = inside.split(')').next().unwrap_or_default();
    let (mut found, mut rest) = (Vec::new(), inside);
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        rest = &rest[dimensions..];
        let (name, length) = match rest.as_bytes()[0] {
            b'L' => {
                let end = rest.find(';').unwrap_or(rest.len() - 1);
                let name = rest[1..end].rsplit(['/', '$']).next().unwrap_or_default();
                (name, end + 1)
            }
            b'Z' => ("boolean", 1),
            b'B' => ("byte", 1),
            b'C' => ("char", 1),
            b'S' => ("short", 1),
            b'I' => ("int", 1),
            b'J' => ("long", 1),
            b'F' => ("float", 1),
            _ => ("double", 1),
        };
        found.push(name.to_owned() + &"[]".repeat(dimensions));
        rest = &rest[length..];
    }
    found == parameters
}
