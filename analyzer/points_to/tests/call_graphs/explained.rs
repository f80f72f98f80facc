//! Everything that is found can be explained: whatever the solver states has a chain behind it.

use std::collections::BTreeSet;

use points_to::models::Models;
use points_to::{Dispatch, ObjectId, Solution, Step, Why, explore, explore_recorded};

use crate::fixture::{Fixture, start};

/// Returns the facts that have no chain, or a chain with a step that nothing in the sources is
/// found for.
pub fn failures(fixture: &Fixture) -> Vec<String> {
    let program = fixture.program();
    let dispatch = Dispatch::new(&program);
    let log = fixture.log();
    let start = start(&program, log.as_ref(), &fixture.entry_points(&program));
    let models = Models::jdk();
    let (points_to, hidden, constraints) = explore_recorded(&program, &dispatch, &start, &models);
    let solution = Solution {
        start: &start,
        hidden: &hidden,
        points_to: &points_to,
        constraints: &constraints,
    };
    let why = Why::new(&program, &dispatch, solution);
    let mut failures = Vec::new();
    if points_to.targets != explore(&program, &dispatch, &start, &models).0.targets {
        failures.push(format!(
            "{}: recording changes the call graph",
            fixture.name
        ));
    }
    let mut require = |what: String, steps: Option<Vec<Step>>| {
        let told = |step: &Step| step.text != "handed on";
        if steps.is_none_or(|steps| steps.is_empty() || !steps.iter().all(told)) {
            failures.push(format!("{}: {what}", fixture.name));
        }
    };
    for &method in &points_to.reachable {
        let declared = &program.methods[method];
        require(format!("why `{}` runs", declared.name), why.reached(method));
        for local in declared.body.iter().flat_map(|body| body.locals.indices()) {
            let objects: BTreeSet<ObjectId> = points_to
                .objects_of(method, local)
                .iter()
                .map(ObjectId::from_raw)
                .collect();
            // The library's object may stand for another one that is not told from it.
            let stands_in = objects
                .iter()
                .any(|&object| !points_to.is_identified(object));
            for &object in objects
                .iter()
                .filter(|&&object| object != ObjectId::LIBRARY || !stands_in)
            {
                require(
                    format!("why {local} of `{}` may hold {object}", declared.name),
                    why.holds(method, local, object),
                );
            }
        }
    }
    for (&site, targets) in &points_to.targets {
        for target in targets {
            if let points_to::Callee::Method(method) = *target {
                require(
                    format!("why {site} runs `{}`", program.methods[method].name),
                    why.runs(site, method),
                );
            }
        }
    }
    failures
}
