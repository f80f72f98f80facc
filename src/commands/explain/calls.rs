//! Why methods may run, and what the calls at a line may run.

use ir::{CallSiteId, MethodId};
use points_to::{Callee, callee_name, method_name, methods_matching, nearest_method};

use super::asked::{Asked, Typed};
use super::values::{calls_at, nothing_at};
use super::view::View;
use crate::failure::Rejected;
use crate::render::{self, Clause};
use crate::wording::explain as wording;

/// Callees, callers or methods that are told; more of them nobody reads.
const TOLD: usize = 10;

/// Answers for each method or place.
///
/// # Errors
/// There is no such method or place.
pub fn explain(view: &View<'_>, subjects: &[String]) -> Result<Vec<String>, Rejected> {
    let mut told = Vec::new();
    for subject in subjects {
        told.extend(match Typed::parse(subject) {
            Some(typed) => at(view, &typed.find(view.program)?),
            None => of_methods(view, subject)?,
        });
    }
    Ok(told)
}

/// The methods that a pattern fits.
fn of_methods(view: &View<'_>, pattern: &str) -> Result<Vec<String>, Rejected> {
    let methods = methods_matching(view.program, pattern);
    if methods.is_empty() {
        let near = nearest_method(view.program, pattern);
        return Err(wording::unknown_method(pattern, near.as_deref()).into());
    }
    let mut told: Vec<String> = methods
        .iter()
        .take(TOLD)
        .map(|&method| reached(view, method))
        .collect();
    told.extend(and_more(methods.len(), "methods"));
    Ok(told)
}

/// The calls at a place, and the methods that are declared there.
fn at(view: &View<'_>, asked: &Asked) -> Vec<String> {
    let methods = view
        .program
        .methods
        .iter_enumerated()
        .filter(|(_, method)| {
            method.body.is_some()
                && asked.covers(view.program.classes[method.class].file, method.span)
        });
    let mut told: Vec<String> = methods.map(|(id, _)| reached(view, id)).collect();
    told.extend(
        calls_at(view.program, asked)
            .into_iter()
            .flat_map(|(site, _)| runs(view, site)),
    );

    if told.is_empty() {
        vec![nothing_at(view.program, asked)]
    } else {
        told
    }
}

/// Why a method may run, and who calls it.
fn reached(view: &View<'_>, method: MethodId) -> String {
    let declared = &view.program.methods[method];
    let place = (view.program.classes[declared.class].file, declared.span);
    let name = method_name(view.program, method);
    let Some(steps) = view.why.reached(method) else {
        let text = wording::never_runs(&name);
        return render::clauses(&[view.clause("method", text, Some(place))]);
    };
    let title = view.clause("method", wording::may_run(&name), Some(place));
    let callers = callers(view, method);
    render::clauses(&[vec![title], view.chain("note", steps), callers].concat())
}

fn callers(view: &View<'_>, method: MethodId) -> Vec<Clause> {
    let sites = view.why.callers().of(method);
    let mut clauses: Vec<Clause> = sites
        .iter()
        .take(TOLD)
        .map(|&site| caller(view, site))
        .collect();
    if let Some(more) = sites.len().checked_sub(TOLD).filter(|&more| more > 0) {
        clauses.push(view.clause("caller", wording::more(more, None), None));
    }
    clauses
}

fn caller(view: &View<'_>, site: CallSiteId) -> Clause {
    let call = &view.program.calls[site];
    let point = &view.program.points[call.point];
    view.clause(
        "caller",
        method_name(view.program, call.method),
        Some((point.file, point.span)),
    )
}

/// Returns what a call may run, and why.
fn runs(view: &View<'_>, site: CallSiteId) -> Vec<String> {
    let call = &view.program.calls[site];
    let point = &view.program.points[call.point];
    let place = Some((point.file, point.span));
    let name = callee_name(view.program, site);
    let title = |text: String| view.clause("call", text, place);
    let Some(targets) = view
        .points_to
        .targets_of(site)
        .filter(|targets| !targets.is_empty())
    else {
        let text = wording::call_runs_nothing(&name);
        return vec![render::clauses(&[title(text)])];
    };

    let mut told = Vec::new();
    for &target in targets.iter().take(TOLD) {
        told.push(match target {
            Callee::Library => render::clauses(&[title(wording::call_may_run_library(&name))]),
            Callee::Method(method) => {
                let text = wording::call_may_run(&name, &method_name(view.program, method));
                let steps = view.why.runs(site, method).unwrap_or_default();
                render::clauses(&[vec![title(text)], view.chain("note", steps)].concat())
            }
        });
    }

    told.extend(and_more(targets.len(), "callees"));
    told
}

fn and_more(all: usize, what: &str) -> Option<String> {
    let more = all.checked_sub(TOLD).filter(|&more| more > 0)?;
    Some(wording::more(more, Some(what)) + "\n")
}
