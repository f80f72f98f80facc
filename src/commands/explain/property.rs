//! The fate of a property or of its transitions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use date::model::Property;
use plan::{Generator, Plan, PropertyRow, Reduction, TransitionRow, WitnessStep, sha256};
use text::Diagnostic;

use crate::failure::Rejected;
use crate::lookup::model_of;
use crate::render;
use crate::wording::{explain as wording, reduction, shares};

/// Files and lines with generators that are kept; more of them nobody reads.
const TOLD: usize = 12;

/// The property of that name in a plan, which was read from `path`.
///
/// # Errors
/// There is none; the nearest name is told, or how to ask about a source if it is called like one.
pub fn named<'a>(plan: &'a Plan, path: &str, name: &str) -> Result<&'a PropertyRow, Rejected> {
    let unknown = || {
        let names = plan
            .properties
            .iter()
            .map(|property| property.name.as_str());
        Rejected::from(wording::unknown_property(path, name, names))
    };
    plan.properties
        .iter()
        .find(|property| property.name == name)
        .ok_or_else(unknown)
}

/// The verdict, the words of the property for its reports, every transition, and where generators
/// are kept.
pub fn explain(plan: &Plan, property: &PropertyRow) -> String {
    let mut text = wording::property(property) + "\n";
    if let Some(model) = model_of(plan, &property.name) {
        let Property {
            severity,
            explanation,
            ..
        } = model.property;
        for line in wording::reports(*severity, explanation) {
            let _ = writeln!(text, "{line}");
        }
    }
    for row in &property.transitions {
        let _ = writeln!(text, "{}", wording::transition(row));
    }
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

    let _ = writeln!(text, "{}", wording::monitored_points(kept));
    let mut files: Vec<(&str, (usize, BTreeSet<u32>))> = files.into_iter().collect();
    files.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));

    for (file, (_, lines)) in files.iter().take(TOLD) {
        let told: Vec<String> = lines.iter().take(TOLD).map(u32::to_string).collect();
        let more = lines.len() - told.len();
        let _ = writeln!(text, "{}", wording::monitored_lines(file, &told, more));
    }

    if let Some(more) = files.len().checked_sub(TOLD).filter(|&more| more > 0) {
        let _ = writeln!(text, "{}", wording::more_files(more));
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
    render::Decision {
        fate: wording::fate_of_transition(row.removed_by.is_some()),
        step: row.removed_by.map(reduction),
        what: wording::guarded(row, guard.map(|code| code.text.trim())),
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
    wording::raised(&row.event, mine.len(), &shares(&steps, of(None)))
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

    let place = steps.find_map(|step| step.place.as_ref());
    place.map(wording::taken_at)
}

fn no_transition(property: &PropertyRow, from: &str, to: &str) -> Diagnostic {
    let states = property
        .transitions
        .iter()
        .flat_map(|row| [row.from.as_str(), row.to.as_str()]);
    let unknown = [from, to]
        .into_iter()
        .find(|state| !states.clone().any(|known| known == *state));

    match unknown {
        Some(state) => {
            let distinct: BTreeSet<&str> = states.collect();
            wording::unknown_state(property, state, distinct.iter().copied())
        }
        None => wording::unknown_transition(property, from, to),
    }
}
