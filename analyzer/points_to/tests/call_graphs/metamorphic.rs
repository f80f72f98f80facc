//! How results of one program relate to each other.

use ir::Program;
use points_to::models::Models;
use points_to::{
    Answers, Beyond, CallGraph, Dispatch, Entries, Precision, beyond, beyond_types, explore, solve,
};

use crate::fixture::{Fixture, start};

/// Partners of each call when aliases are compared: programs of the suite are smaller.
const PARTNERS: usize = 500;

/// Returns the facts that more precise settings give beyond less precise ones, and points-to sets
/// beyond types.
pub fn settings(fixture: &Fixture) -> Vec<String> {
    let program = fixture.program();
    let dispatch = Dispatch::new(&program);
    let (log, models) = (fixture.log(), Models::jdk());
    let start = start(&program, log.as_ref(), &fixture.entry_points(&program));
    let answers =
        Precision::ALL.map(|precision| precision.answers(&program, &dispatch, &start, &models));
    let settings = answers
        .windows(2)
        .flat_map(|pair| beyond(&program, &pair[1], &pair[0], PARTNERS));
    let types = answers
        .iter()
        .flat_map(|answers| beyond_types(&program, answers, PARTNERS));
    settings
        .chain(types)
        .map(|found| told(fixture, &program, found))
        .collect()
}

/// Returns the facts that get lost when methods of the program become entry points, one after the
/// other.
pub fn entries_added(fixture: &Fixture) -> Vec<String> {
    let program = fixture.program();
    let dispatch = Dispatch::new(&program);
    let (log, models) = (fixture.log(), Models::jdk());
    let mut entries = fixture.entry_points(&program);
    if entries.library {
        return Vec::new();
    }
    let methods = program.methods.iter_enumerated();
    let with_body = methods
        .filter(|(_, method)| method.body.is_some() && method.kind == ir::MethodKind::Declared);
    let more: Vec<_> = with_body
        .map(|(id, _)| id)
        .filter(|id| !entries.methods.contains(id))
        .take(2)
        .collect();
    let answer = |precision: Precision, entries: &Entries| -> Answers {
        precision.answers(
            &program,
            &dispatch,
            &start(&program, log.as_ref(), entries),
            &models,
        )
    };
    let mut lost = Vec::new();
    let mut before = Precision::ALL.map(|precision| answer(precision, &entries));
    for method in more {
        entries.methods.push(method);
        let after = Precision::ALL.map(|precision| answer(precision, &entries));
        for (before, after) in before.iter().zip(&after) {
            lost.extend(
                beyond(&program, before, after, PARTNERS)
                    .into_iter()
                    .map(|b| told(fixture, &program, b)),
            );
        }
        before = after;
    }
    lost
}

/// How the result with roots that became known on the way differs from one with all of them known
/// from the start.
pub fn roots_on_the_way(fixture: &Fixture) -> Vec<String> {
    let program = fixture.program();
    let dispatch = Dispatch::new(&program);
    let (log, models) = (fixture.log(), Models::jdk());
    let start = start(&program, log.as_ref(), &fixture.entry_points(&program));
    let (explored, hidden) = explore(&program, &dispatch, &start, &models);
    let known = solve(
        &program,
        &dispatch,
        &hidden.reached.roots(&start.entries),
        &models,
    );
    let answers = |points_to| Answers {
        calls: CallGraph::of(&points_to),
        hidden: hidden.clone(),
        points_to: Some(points_to),
    };
    let (explored, known) = (answers(explored), answers(known));
    let differences = [(&explored, &known), (&known, &explored)]
        .map(|(inner, outer)| beyond(&program, inner, outer, PARTNERS));
    differences
        .into_iter()
        .flatten()
        .map(|found| told(fixture, &program, found))
        .collect()
}

fn told(fixture: &Fixture, program: &Program, found: Beyond) -> String {
    format!("{}: {}", fixture.name, found.told(program))
}

/// How many facts of each kind a less precise setting has beyond a more precise one: methods,
/// edges, aliases.
pub fn less_precise(fixture: &Fixture) -> [usize; 3] {
    let program = fixture.program();
    let dispatch = Dispatch::new(&program);
    let models = Models::jdk();
    let start = start(&program, None, &fixture.entry_points(&program));
    let [types, _, full] =
        Precision::ALL.map(|precision| precision.answers(&program, &dispatch, &start, &models));
    let found = beyond(&program, &types, &full, PARTNERS);
    let count = |kind: fn(&Beyond) -> bool| found.iter().filter(|found| kind(found)).count();
    [
        count(|found| matches!(found, Beyond::Reachable(_))),
        count(|found| matches!(found, Beyond::Edge(..))),
        count(|found| matches!(found, Beyond::Alias(..))),
    ]
}
