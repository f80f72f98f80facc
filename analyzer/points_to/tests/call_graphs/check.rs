//! The call graph against what a program expects.

use ir::{MethodId, MethodKind};

use crate::edges::CallGraph;
use crate::fixture::{File, Fixture};
use crate::marker::{Expected, Marker};

/// Returns the faults, one line each.
pub fn failures(fixture: &Fixture) -> Vec<String> {
    let graph = CallGraph::of(fixture);
    if std::env::var_os("RESIDUA_EDGES").is_some() {
        println!(
            "{}:\n{}\n{:#?}",
            fixture.name,
            graph.listing(),
            graph.openings
        );
    }
    let mut missing = Vec::new();
    let mut found = Vec::new();
    for file in fixture.files.iter().filter(|file| !file.is_client()) {
        for expected in callers(file) {
            let place = format!("{}, {}:{}", fixture.name, file.path, expected.line);
            match callee(&graph, file, expected) {
                Ok(method) => compare(&graph, expected, method, &place, &mut missing, &mut found),
                Err(reason) => found.push(format!("{place}: {reason}")),
            }
        }
        found.extend(opening_failures(fixture, &graph, file));
    }
    match (&fixture.covered, missing.is_empty()) {
        (Some((id, _)), true) => found.push(format!(
            "{}: nothing is missing: `{id}` covers nothing",
            fixture.name
        )),
        (Some(_), false) => {}
        (None, _) => found.extend(missing),
    }
    found
}

fn callers(file: &File) -> impl Iterator<Item = &Expected> {
    file.markers.iter().filter_map(|marker| match marker {
        Marker::Callers(expected) => Some(expected),
        Marker::Opens(..) => None,
    })
}

fn compare(
    graph: &CallGraph,
    expected: &Expected,
    method: MethodId,
    place: &str,
    missing: &mut Vec<String>,
    found: &mut Vec<String>,
) {
    let name = graph.name(method);
    for caller in expected
        .called
        .iter()
        .filter(|caller| !graph.calls(caller, method))
    {
        missing.push(format!("{place}: the edge {caller} -> {name} is missing"));
    }
    for caller in expected
        .imprecise
        .iter()
        .filter(|caller| !graph.calls(caller, method))
    {
        found.push(format!(
            "{place}: the edge {caller} -> {name} is not there: no longer imprecise"
        ));
    }
    for caller in expected
        .not_called
        .iter()
        .filter(|caller| graph.calls(caller, method))
    {
        found.push(format!(
            "{place}: the edge {caller} -> {name} must not be there"
        ));
    }
    if expected.never && graph.is_reachable(method) {
        found.push(format!("{place}: {name} must not be reachable"));
    }
}

/// The method that a marker speaks of: the one of that name, or the only one that is declared on
/// its line.
fn callee(graph: &CallGraph, file: &File, expected: &Expected) -> Result<MethodId, String> {
    let program = &graph.program;
    let declared = |&id: &MethodId| {
        let method = &program.methods[id];
        let here = *program.files[program.classes[method.class].file].path == file.path
            && method.span.line as usize == expected.line;
        match &expected.method {
            Some(name) => {
                graph.name(id) == *name && (here || method.kind == MethodKind::StaticInitializer)
            }
            None => here && matches!(method.kind, MethodKind::Declared | MethodKind::Lambda),
        }
    };
    let found: Vec<MethodId> = program.methods.indices().filter(declared).collect();
    match found[..] {
        [only] => Ok(only),
        _ => Err(format!("the marker speaks of {} methods", found.len())),
    }
}

/// Openings and announcements must be the same.
fn opening_failures(fixture: &Fixture, graph: &CallGraph, file: &File) -> Vec<String> {
    let announced: Vec<(usize, &str)> = file
        .markers
        .iter()
        .filter_map(|marker| match marker {
            Marker::Opens(line, reason) => Some((*line, reason.as_str())),
            Marker::Callers(_) => None,
        })
        .collect();
    let here = graph.openings.iter().filter_map(|opening| {
        let (id, span) = opening.place?;
        (graph.program.files[id].path == file.path)
            .then_some((span.line as usize, opening.reason.as_str()))
    });
    let here: Vec<(usize, &str)> = here.collect();
    let place = |line: usize| format!("{}, {}:{line}", fixture.name, file.path);
    let same = |a: &(usize, &str), o: &(usize, &str)| a.0 == o.0 && o.1.contains(a.1);
    let unmet = announced
        .iter()
        .filter(|a| !here.iter().any(|o| same(a, o)));
    let unmet = unmet.map(|a| format!("{}: nothing opens classes for `{}`", place(a.0), a.1));
    let unsaid = here
        .iter()
        .filter(|o| !announced.iter().any(|a| same(a, o)));
    let unsaid = unsaid.map(|o| format!("{}: opens classes: {}", place(o.0), o.1));
    unmet.chain(unsaid).collect()
}
