//! The call graph by names.

use std::collections::BTreeSet;

use ir::{CallSiteId, MethodId, MethodKind, Program, StatementKind};
use points_to::models::Models;
use points_to::{Callee, Dispatch, Opening, PointsTo, explore};

use crate::fixture::{Fixture, start};

/// The caller that is no code of the sources.
pub const OUTSIDE: &str = "<outside>";

/// A program and what the analysis says of it.
pub struct CallGraph {
    /// The program.
    pub program: Program,
    /// The facts that open the program to outside code.
    pub openings: Vec<Opening>,
    points_to: PointsTo,
    /// Methods with the static initializers that run in them.
    initializing: BTreeSet<(MethodId, MethodId)>,
    entries: Vec<MethodId>,
}

impl CallGraph {
    /// Analyses a program of the suite.
    pub fn of(fixture: &Fixture) -> CallGraph {
        let program = fixture.program();
        let entries = fixture.entry_points(&program);
        assert_eq!(
            entries.library, fixture.library,
            "{}: entry points",
            fixture.name
        );
        let dispatch = Dispatch::new(&program);
        let log = fixture.log();
        let start = start(&program, log.as_ref(), &entries);
        let (points_to, hidden) = explore(&program, &dispatch, &start, &Models::jdk());
        let openings = hidden.openings;
        let initializing = initializing(&program, &dispatch, &points_to);
        drop(start);
        drop(dispatch);
        CallGraph {
            program,
            openings,
            points_to,
            initializing,
            entries: entries.methods,
        }
    }

    /// Returns whether the method may run.
    pub fn is_reachable(&self, method: MethodId) -> bool {
        self.points_to.reachable.contains(&method)
    }

    /// Returns whether `caller`, by name, may call `callee`: a call of it leads there, or to code
    /// without sources that may call it back.
    pub fn calls(&self, caller: &str, callee: MethodId) -> bool {
        if caller == OUTSIDE {
            return self.may_run_at_any_time(callee) || self.entries.contains(&callee);
        }
        let bodies = self
            .program
            .methods
            .indices()
            .filter(|&method| self.name(method) == caller);
        bodies
            .filter(|&method| self.is_reachable(method))
            .any(|method| self.body_calls(method, callee))
    }

    fn body_calls(&self, caller: MethodId, callee: MethodId) -> bool {
        let initializer = self.program.methods[callee].kind == MethodKind::StaticInitializer;
        self.targets(caller).any(|target| match target {
            Callee::Method(method) => self.is_or_calls(method, callee),
            Callee::Library => self.may_run_at_any_time(callee),
        }) || self
            .called_back(caller)
            .any(|method| self.is_or_calls(method, callee))
            || initializer
                && (self.may_run_at_any_time(callee)
                    || self.initializing.contains(&(caller, callee)))
    }

    fn is_or_calls(&self, method: MethodId, callee: MethodId) -> bool {
        method == callee || self.is_transparent(method) && self.body_calls(method, callee)
    }

    /// The methods that libraries call back during the calls of a method.
    fn called_back(&self, method: MethodId) -> impl Iterator<Item = MethodId> {
        let sites = self.sites(method).into_iter();
        sites
            .filter_map(|site| self.points_to.during.get(&site))
            .flatten()
            .copied()
    }

    /// Returns whether code without sources may call it; the call that a method reference makes
    /// counts as one by its caller.
    fn may_run_at_any_time(&self, method: MethodId) -> bool {
        let by_reference =
            |&body: &MethodId| self.is_transparent(body) && self.body_calls(body, method);
        self.points_to.anytime.contains(&method)
            || self
                .points_to
                .anytime
                .iter()
                .any(|body| *body != method && by_reference(body))
    }

    /// Bodies that no frame shows at run time.
    fn is_transparent(&self, method: MethodId) -> bool {
        matches!(
            self.program.methods[method].kind,
            MethodKind::MethodReference | MethodKind::InstanceInitializer
        )
    }

    fn targets(&self, method: MethodId) -> impl Iterator<Item = Callee> {
        self.sites(method)
            .into_iter()
            .filter_map(|site| self.points_to.targets.get(&site))
            .flatten()
            .copied()
    }

    fn sites(&self, method: MethodId) -> Vec<CallSiteId> {
        let statements = self.program.methods[method].statements();
        let site = |kind: &StatementKind| match kind {
            StatementKind::Call(site) => Some(*site),
            _ => None,
        };
        statements
            .filter_map(|statement| site(&statement.kind))
            .collect()
    }

    /// `Outer.Inner.method`; `Class.lambda` for lambdas.
    pub fn name(&self, method: MethodId) -> String {
        let declared = &self.program.methods[method];
        let class = self.program.classes[declared.class]
            .name
            .replace(['/', '$'], ".");
        match declared.kind {
            MethodKind::Lambda => format!("{class}.lambda"),
            _ => format!("{class}.{}", declared.name),
        }
    }

    /// All edges, as text.
    pub fn listing(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for &method in &self.points_to.reachable {
            let targets = self.targets(method).map(|target| match target {
                Callee::Method(method) => self.name(method),
                Callee::Library => "library".to_owned(),
            });
            let targets: Vec<String> = targets.collect();
            let mark = if self.points_to.anytime.contains(&method) {
                " (at any time)"
            } else {
                ""
            };
            lines.push(format!(
                "{}{mark} -> {}",
                self.name(method),
                targets.join(" ")
            ));
        }
        lines.join("\n")
    }
}

fn initializing(
    program: &Program,
    dispatch: &Dispatch<'_>,
    points_to: &PointsTo,
) -> BTreeSet<(MethodId, MethodId)> {
    let mut found = BTreeSet::new();
    for (id, method) in program.methods.iter_enumerated() {
        for statement in method.statements() {
            let uses = &points_to.first_uses;
            let run = uses.at(program, dispatch, points_to, &statement.kind);
            found.extend(run.into_iter().map(|initializer| (id, initializer)));
        }
        let before = points_to.first_uses.before(id).iter();
        found.extend(before.map(|&initializer| (id, initializer)));
    }
    found
}
