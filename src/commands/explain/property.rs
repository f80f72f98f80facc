//! The fate of a property or of its transitions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use plan::{
    Generator, Plan, PropertyRow, Reduction, SourcePlace, TransitionRow, WitnessStep, sha256,
};
use text::{Diagnostic, nearest};

use crate::failure::{Rejected, about_file};
use crate::lookup::model_of;
use crate::render;
use crate::wording::{reduction, shares, verdict};

/// Names that are told where none is near, and files with generators that are kept; more of them
/// nobody reads.
const TOLD: usize = 12;

/// The property of that name in a plan, which was read from `path`.
///
/// # Errors
/// There is none; the nearest name is told, or how to ask about a source if it is called like one.
pub fn named<'a>((plan, path): (&'a Plan, &str), name: &str) -> Result<&'a PropertyRow, Rejected> {
    let unknown = || {
        let names = plan
            .properties
            .iter()
            .map(|property| property.name.as_str());
        let unknown = about_file(
            path,
            "unknown-property",
            format!("the plan has no property called `{name}`"),
        );
        Rejected::from(match name.split_once(".java") {
            Some((stem, _)) => {
                unknown.with_help(format!("of a source name a line: `{stem}.java:LINE`"))
            }
            None => suggesting(unknown, name, names),
        })
    };
    plan.properties
        .iter()
        .find(|property| property.name == name)
        .ok_or_else(unknown)
}

fn suggesting<'a>(
    diagnostic: Diagnostic,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let more = names.clone().count().saturating_sub(TOLD);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    match nearest(name, names.clone()) {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
        None => diagnostic.with_help(format!(
            "it has: {}{more}",
            names.take(TOLD).collect::<Vec<_>>().join(", ")
        )),
    }
}

/// The verdict, every transition, and where generators are kept.
pub fn explain(plan: &Plan, property: &PropertyRow) -> String {
    let mut text = format!(
        "{} ({}): {}\n",
        property.name,
        property.file,
        verdict(property.verdict)
    );
    property
        .transitions
        .iter()
        .for_each(|row| describe(row, &mut text));
    places(plan, property, &mut text);
    text
}

/// The lines with generators that are kept, those of a file together, the file with most of them
/// first.
fn places(plan: &Plan, property: &PropertyRow, text: &mut String) {
    let is_kept =
        |generator: &&Generator| generator.property == property.name && generator.by.is_none();
    let mut files: BTreeMap<&str, (usize, BTreeSet<u32>)> = BTreeMap::new();

    for generator in plan.generators.iter().filter(is_kept) {
        let (count, lines) = files.entry(&generator.site.file).or_default();
        *count += 1;
        lines.insert(generator.site.line);
    }

    let kept: usize = files.values().map(|(count, _)| count).sum();
    if kept == 0 {
        return;
    }

    let (are, points) = if kept == 1 {
        ("is", "point")
    } else {
        ("are", "points")
    };
    let _ = writeln!(
        text,
        "{kept} program {points} {are} monitored; ask about a line for the reason:"
    );
    let mut files: Vec<(&str, (usize, BTreeSet<u32>))> = files.into_iter().collect();
    files.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));

    for (file, (_, lines)) in files.iter().take(TOLD) {
        let told: Vec<String> = lines.iter().take(TOLD).map(u32::to_string).collect();
        let more = lines.len() - told.len();
        let more = if more > 0 {
            format!(" and {more} more lines")
        } else {
            String::new()
        };
        let _ = writeln!(text, "  {file}:{}{more}", told.join(", "));
    }

    if let Some(more) = files.len().checked_sub(TOLD).filter(|&more| more > 0) {
        let _ = writeln!(
            text,
            "  and {more} more {}",
            if more == 1 { "file" } else { "files" }
        );
    }
}

/// The transitions between two states, each with its line in the property file as long as that is
/// there unchanged, the reason, the generators of its event, and where a way to a report takes it.
///
/// # Errors
/// There is none; the nearest state is told.
pub fn explain_transition(
    plan: &Plan,
    property: &PropertyRow,
    from: &str,
    to: &str,
) -> Result<String, Rejected> {
    let between = property
        .transitions
        .iter()
        .filter(|row| row.from == from && row.to == to);
    let text = std::fs::read(&property.file)
        .ok()
        .filter(|bytes| sha256(bytes) == property.sha256);
    let text = text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let told = between.map(|row| {
        let decision = decision(plan, property, row);
        let line = text.as_ref().and_then(|text| {
            text.lines()
                .nth(decision.span.line.checked_sub(1)? as usize)
        });
        render::decision(&decision, line)
    });

    let told: Vec<String> = told.collect();
    if told.is_empty() {
        Err(no_transition(property, from, to).into())
    } else {
        Ok(told.join("\n\n") + "\n")
    }
}

fn decision<'a>(
    plan: &Plan,
    property: &PropertyRow,
    row: &'a TransitionRow,
) -> render::Decision<'a> {
    let model = model_of(plan, &property.name)
        .and_then(|model| model.property.date.transitions.get(row.id));
    let span = model.map(|transition| transition.span).unwrap_or_default();
    let guard = model.and_then(|transition| transition.condition.as_ref());
    let guard = guard.map_or_else(String::new, |code| format!(", if `{}`", code.text.trim()));
    render::Decision {
        fate: if row.removed_by.is_some() {
            "removed"
        } else {
            "stays"
        },
        step: row.removed_by.map(reduction),
        what: format!("{} -> {} [{}]{guard}", row.from, row.to, row.event),
        file: property.file.clone(),
        span,
        why: &row.why,
        notes: std::iter::once(raised(plan, property, row))
            .chain(taken(plan, property, row))
            .collect(),
    }
}

/// Returns what became of the generators of a transition's event.
fn raised(plan: &Plan, property: &PropertyRow, row: &TransitionRow) -> String {
    let mine = |generator: &&Generator| {
        generator.property == property.name && generator.event == row.event
    };
    let mine: Vec<&Generator> = plan.generators.iter().filter(mine).collect();
    let of = |step: Option<Reduction>| mine.iter().filter(|generator| generator.by == step).count();
    let steps = [
        Reduction::Residual0,
        Reduction::Residual1,
        Reduction::Residual2,
        Reduction::Nop,
    ];

    let steps = steps.map(|step| (reduction(step), of(Some(step))));
    match mine.len() {
        0 => format!("no program point raises `{}`", row.event),
        1 => format!(
            "1 program point raises `{}`: {}",
            row.event,
            shares(&steps, of(None))
        ),
        all => format!(
            "{all} program points raise `{}`: {}",
            row.event,
            shares(&steps, of(None))
        ),
    }
}

/// The first place at which the way of a generator takes a transition.
fn taken(plan: &Plan, property: &PropertyRow, row: &TransitionRow) -> Option<String> {
    let is_row =
        |step: &&WitnessStep| step.from == row.from && step.event == row.event && step.to == row.to;
    let of_property = plan
        .generators
        .iter()
        .filter(|generator| generator.property == property.name);
    let steps = of_property
        .filter_map(|generator| generator.witness.as_ref())
        .flat_map(|witness| &witness.steps);
    let mut steps = steps
        .filter_map(|&step| plan.witness_steps.get(step))
        .filter(is_row);

    let place = steps.find_map(|step| step.place.as_ref())?;
    let SourcePlace { file, line, .. } = place;
    Some(format!(
        "a way to what the user sees takes it at {file}:{line}; ask about that line for the way"
    ))
}

fn describe(row: &TransitionRow, text: &mut String) {
    let fate = row.removed_by.map_or("stays", reduction);
    let by = if row.removed_by.is_some() {
        "removed, "
    } else {
        ""
    };
    let _ = writeln!(
        text,
        "  {} -> {} [{}]: {by}{fate}\n    {}",
        row.from, row.to, row.event, row.why
    );
}

fn no_transition(property: &PropertyRow, from: &str, to: &str) -> Diagnostic {
    let name = &property.name;
    let states = property
        .transitions
        .iter()
        .flat_map(|row| [row.from.as_str(), row.to.as_str()]);
    let unknown = [from, to]
        .into_iter()
        .find(|state| !states.clone().any(|known| known == *state));

    match unknown {
        Some(state) => {
            let message =
                format!("no transition of `{name}` leaves or enters a state called `{state}`");
            let diagnostic = about_file(&property.file, "unknown-state", message);
            let distinct: BTreeSet<&str> = states.collect();
            suggesting(diagnostic, state, distinct.iter().copied())
        }
        None => about_file(
            &property.file,
            "unknown-transition",
            format!("`{name}` has no transition from `{from}` to `{to}`"),
        ),
    }
}
