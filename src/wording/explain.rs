//! The sentences of `residua explain`.

use date::model::{Explanation, Severity};
use plan::{Generator, PropertyRow, SourcePlace, TransitionRow, WitnessStep};
use text::{Diagnostic, nearest};

use super::{point, reduction, verdict};
use crate::failure::about_file;

/// Names that are said where none is near; more of them nobody reads.
const NAMES: usize = 12;

/// Says that a finding means another code or none; with the nearest of all codes.
pub fn unknown_code<'a>(code: &str, names: impl Iterator<Item = &'a str>) -> Diagnostic {
    let message = format!("no finding has the code `{code}`");
    let finding = about_file("", "unknown-code", message);
    match nearest(code, names) {
        Some(near) => finding.with_help(did_you_mean(near)),
        None => finding.with_help("a code stands in brackets behind `error` or `warning`"),
    }
}

/// The help with the nearest name.
fn did_you_mean(near: &str) -> String {
    format!("did you mean `{near}`?")
}

fn with_nearest(finding: Diagnostic, near: Option<&str>) -> Diagnostic {
    match near {
        Some(near) => finding.with_help(did_you_mean(near)),
        None => finding,
    }
}

/// The error about a text that is no place.
pub fn no_place(text: &str) -> Diagnostic {
    let message = format!("`{text}` is not a place in the sources");
    about_file("", "no-place", message).with_help("write `FILE:LINE` or `FILE:LINE:COLUMN`")
}

/// The error about a source that does not exist.
pub fn unknown_source(file: &str, near: Option<&str>) -> Diagnostic {
    let message = format!("none of the sources is called `{file}`");
    with_nearest(about_file(file, "unknown-source", message), near)
}

/// The error about a source that may be several.
pub fn ambiguous_source(file: &str, paths: &[&str]) -> Diagnostic {
    let message = format!("`{file}` may be each of {} sources", paths.len());
    about_file(file, "ambiguous-source", message)
        .with_help(format!("give more of the path: {}", paths.join(", ")))
}

/// The error about a method that does not exist.
pub fn unknown_method(pattern: &str, near: Option<&str>) -> Diagnostic {
    let message = format!("no method of the sources is called `{pattern}`");
    with_nearest(about_file("", "unknown-method", message), near)
}

/// The error about a property that the plan, a file, does not have. What is called like a source is
/// a question about one.
pub fn unknown_property<'a>(
    plan: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let message = format!("the plan has no property called `{name}`");
    let unknown = about_file(plan, "unknown-property", message);
    match name.split_once(".java") {
        Some((stem, _)) => {
            unknown.with_help(format!("of a source name a line: `{stem}.java:LINE`"))
        }
        None => suggesting(unknown, name, names),
    }
}

/// The error about a state that no transition of a property has.
pub fn unknown_state<'a>(
    property: &PropertyRow,
    state: &str,
    states: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let name = &property.name;
    let message = format!("no transition of `{name}` leaves or enters a state called `{state}`");
    let finding = about_file(&property.file, "unknown-state", message);
    suggesting(finding, state, states)
}

/// The error about a transition that a property does not have.
pub fn unknown_transition(property: &PropertyRow, from: &str, to: &str) -> Diagnostic {
    let name = &property.name;
    let message = format!("`{name}` has no transition from `{from}` to `{to}`");
    about_file(&property.file, "unknown-transition", message)
}

/// Adds the nearest name, or else the names.
fn suggesting<'a>(
    finding: Diagnostic,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let more = names.clone().count().saturating_sub(NAMES);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    match nearest(name, names.clone()) {
        Some(near) => finding.with_help(did_you_mean(near)),
        None => finding.with_help(format!(
            "it has: {}{more}",
            names.take(NAMES).collect::<Vec<_>>().join(", ")
        )),
    }
}

/// The verdict about a property, as a heading.
pub fn property(property: &PropertyRow) -> String {
    format!(
        "{} ({}): {}",
        property.name,
        property.file,
        verdict(property.verdict)
    )
}

/// The lines about the reports of a property: none if it says nothing of them.
pub fn reports(severity: Severity, explanation: &Explanation) -> Vec<String> {
    let Explanation { message, help } = explanation;
    let is_silent = explanation.is_empty() && severity == Severity::default();
    let severity = (!is_silent).then(|| format!("  severity of its reports: {}", severity.word()));
    let message = message.as_ref().map(|text| format!("  message: {text}"));
    let help = help.as_ref().map(|text| format!("  help: {text}"));
    [severity, message, help].into_iter().flatten().collect()
}

/// A transition with its fate and the reason.
pub fn transition(row: &TransitionRow) -> String {
    let fate = row.removed_by.map_or("stays", reduction);
    let by = if row.removed_by.is_some() {
        "removed, "
    } else {
        ""
    };
    format!(
        "  {} -> {} [{}]: {by}{fate}\n    {}",
        row.from, row.to, row.event, row.why
    )
}

/// The heading of the lines that stay monitored.
pub fn monitored_points(kept: usize) -> String {
    let (are, points) = if kept == 1 {
        ("is", "point")
    } else {
        ("are", "points")
    };
    format!("{kept} program {points} {are} monitored; ask about a line for the reason:")
}

/// Lines of a file that stay monitored, and how many more of them there are.
pub fn monitored_lines(file: &str, lines: &[String], more: usize) -> String {
    let more = if more > 0 {
        format!(" and {more} more lines")
    } else {
        String::new()
    };
    format!("  {file}:{}{more}", lines.join(", "))
}

/// So many more files have lines that stay monitored.
pub fn more_files(more: usize) -> String {
    let files = if more == 1 { "file" } else { "files" };
    format!("  and {more} more {files}")
}

/// Says whether a transition is removed.
pub fn fate_of_transition(is_removed: bool) -> &'static str {
    if is_removed { "removed" } else { "stays" }
}

/// Says whether a monitored call is silenced.
pub fn fate_of_call(is_silenced: bool) -> &'static str {
    if is_silenced { "silenced" } else { "kept" }
}

/// A transition with its condition.
pub fn guarded(row: &TransitionRow, guard: Option<&str>) -> String {
    let guard = guard.map_or_else(String::new, |code| format!(", if `{code}`"));
    format!("{} -> {} [{}]{guard}", row.from, row.to, row.event)
}

/// Says how many program points raise an event; `shares` says what became of them.
pub fn raised(event: &str, points: usize, shares: &str) -> String {
    match points {
        0 => format!("no program point raises `{event}`"),
        1 => format!("1 program point raises `{event}`: {shares}"),
        all => format!("{all} program points raise `{event}`: {shares}"),
    }
}

/// Says where a path to a report takes a transition.
pub fn taken_at(SourcePlace { file, line, .. }: &SourcePlace) -> String {
    format!(
        "a way to what the user sees takes it at {file}:{line}; ask about that line for the way"
    )
}

/// A monitored call: its event, its property and its program point.
pub fn monitored_call(generator: &Generator) -> String {
    format!(
        "`{}` of `{}`, {}",
        generator.event,
        generator.property,
        point(generator)
    )
}

/// Says with which others a call is silent, and how many more there are.
pub fn silent_together(others: &[String], more: usize) -> String {
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!(
        "it is silent only together with the monitored calls at {}{more}",
        others.join(", ")
    )
}

/// Says that a line raises no event, and which lines near it do.
pub fn no_event(file: &str, line: u32, near: &[String]) -> String {
    let message = format!("nothing in line {line} of {file} raises an event of the properties");
    if near.is_empty() {
        message
    } else {
        format!("{message}; the nearest lines that do: {}", near.join(", "))
    }
}

/// Says what a witness shows. `is_report` is true if a report is at its end.
pub fn witness(is_report: bool, is_ordered: bool) -> String {
    let end = if is_report {
        "a report"
    } else {
        "an external action"
    };
    if is_ordered {
        format!("through here an object may be led to {end}, as far as the analysis knows")
    } else {
        format!(
            "together these events lead an object to {end}; whether it comes to them, and in this order, is not known"
        )
    }
}

/// A step of a witness, with the conditions that it needs.
pub fn step(number: usize, step: &WitnessStep, conditions: &[&str]) -> String {
    let WitnessStep {
        event, from, to, ..
    } = step;
    let raised = if step.place.is_none() {
        ", which no line of the program raises"
    } else {
        ""
    };
    let assumed = conditions
        .iter()
        .map(|condition| format!("; `{condition}` is taken to hold"));
    let assumed: String = assumed.collect();
    format!("{number}. `{from}` -> `{to}` by `{event}`{raised}{assumed}")
}

/// So many steps of a witness are not shown.
pub fn steps_not_shown(steps: usize) -> String {
    if steps == 1 {
        ".. 1 step is not shown".to_owned()
    } else {
        format!(".. {steps} steps are not shown")
    }
}

/// Says that the order of the events of a witness is not known.
pub fn order_not_known(order: &str) -> String {
    format!("not known: {order}")
}

/// Says that a method may run.
pub fn may_run(method: &str) -> String {
    format!("{method} may run")
}

/// Says that a method never runs.
pub fn never_runs(method: &str) -> String {
    format!("{method} never runs: nothing leads there from an entry point")
}

/// Says that a call runs a method.
pub fn call_may_run(callee: &str, method: &str) -> String {
    format!("the call of {callee} may run {method}")
}

/// Says that a call leaves the sources.
pub fn call_may_run_library(callee: &str) -> String {
    format!("the call of {callee} may run code without sources")
}

/// Says that a call runs nothing.
pub fn call_runs_nothing(callee: &str) -> String {
    format!("the call of {callee} runs nothing: it is never reached, or on null only")
}

/// So many more, of a kind or of what is shown.
pub fn more(more: usize, what: Option<&str>) -> String {
    match what {
        Some(what) => format!("and {more} more {what}"),
        None => format!("and {more} more"),
    }
}

/// Says that a value may be an object.
pub fn may_be(value: &str, object: &str) -> String {
    format!("{value} may be {object}")
}

/// Says that a value is no object.
pub fn is_null(value: &str) -> String {
    format!("{value} is null, or the line is never reached")
}

/// An object and its place.
pub fn object_at(object: &str, file: &str, line: u32) -> String {
    format!("{object} at {file}:{line}")
}

/// Objects of the library that the analysis does not distinguish.
pub const LIBRARY_OBJECT: &str =
    "an object that the analysis does not distinguish from others of the library";

/// The second of two values.
pub const OTHER_VALUE: &str = "the other value";

/// Says that two values may be one object, of so many in all.
pub fn may_be_one(first: &str, second: &str, object: &str, all: usize) -> String {
    let more = match all {
        0 | 1 => String::new(),
        several => format!(" ({several} objects in all)"),
    };
    format!("{first} and {second} may be one object, {object}{more}")
}

/// Says of how many pairs of values of two places none is ever one object; `some` if others may be.
pub fn never_one(here: &str, there: &str, pairs: usize, some: bool) -> String {
    match (some, pairs) {
        (false, _) => format!("no value of {here} is ever one object with a value of {there}"),
        (true, 1) => {
            format!("the other pair of values of {here} and {there} is never one object")
        }
        (true, never) => {
            format!("the other {never} pairs of values of {here} and {there} are never one object")
        }
    }
}

/// A value that has neither a name nor a role.
pub const A_VALUE: &str = "a value";

/// The name of a value with its role.
pub fn in_role(name: &str, role: &str) -> String {
    format!("{name} ({role})")
}

/// The receiver of a call.
pub fn receiver(callee: &str) -> String {
    format!("the receiver of {callee}")
}

/// An argument of a call, from 1.
pub fn argument(number: usize, callee: &str) -> String {
    format!("argument {number} of {callee}")
}

/// The result of a call.
pub fn result(callee: &str) -> String {
    format!("the result of {callee}")
}

/// Says that no value is at a place, and where on its line there is one.
pub fn no_value(place: &str, columns: &[String]) -> String {
    format!(
        "no value is at {place}; the columns of that line that have one: {}",
        columns.join(", ")
    )
}

/// Says that a place has neither calls nor assignments, and which lines near it have calls.
pub fn no_code(place: &str, near: &[String]) -> String {
    let message = format!("nothing is called or assigned at {place}");
    if near.is_empty() {
        message
    } else {
        format!(
            "{message}; the nearest lines with calls: {}",
            near.join(", ")
        )
    }
}
