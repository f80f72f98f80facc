//! The fate of a property or of its transitions.

use std::fmt::Write;

use date::diagnostic::{Diagnostic, nearest};
use instrument::plan::{Plan, PropertyRow, TransitionRow};

use crate::failure::{Rejected, about_file};
use crate::wording::{residual, verdict};

/// The property of that name.
///
/// # Errors
/// There is none; the nearest name is told.
pub fn named<'a>(plan: &'a Plan, name: &str) -> Result<&'a PropertyRow, Rejected> {
    let unknown = || {
        let names = plan.properties.iter().map(|property| property.name.as_str());
        let message = format!("the plan has no property called `{name}`");
        Rejected::from(suggesting(about_file("", "unknown-property", message), name, names))
    };
    plan.properties.iter().find(|property| property.name == name).ok_or_else(unknown)
}

fn suggesting<'a>(diagnostic: Diagnostic, name: &str, names: impl Iterator<Item = &'a str> + Clone) -> Diagnostic {
    match nearest(name, names.clone()) {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
        None => diagnostic.with_help(format!("it has: {}", names.collect::<Vec<_>>().join(", "))),
    }
}

/// The verdict and every transition.
pub fn explain(property: &PropertyRow) -> String {
    let mut text = format!("{} ({}): {}\n", property.name, property.file, verdict(property.verdict));
    property.transitions.iter().for_each(|row| describe(row, &mut text));
    text
}

/// The transitions between two states.
///
/// # Errors
/// There is none; the nearest state is told.
pub fn explain_transition(property: &PropertyRow, from: &str, to: &str) -> Result<String, Rejected> {
    let mut text = String::new();
    let between = property.transitions.iter().filter(|row| row.from == from && row.to == to);
    between.for_each(|row| describe(row, &mut text));
    if text.is_empty() { Err(no_transition(property, from, to).into()) } else { Ok(text) }
}

fn describe(row: &TransitionRow, text: &mut String) {
    let fate = row.removed_by.map_or("stays", residual);
    let by = if row.removed_by.is_some() { "removed by " } else { "" };
    let _ = writeln!(text, "  {} -> {} [{}]: {by}{fate}\n    {}", row.from, row.to, row.event, row.why);
}

fn no_transition(property: &PropertyRow, from: &str, to: &str) -> Diagnostic {
    let name = &property.name;
    let states = property.transitions.iter().flat_map(|row| [row.from.as_str(), row.to.as_str()]);
    let unknown = [from, to].into_iter().find(|state| !states.clone().any(|known| known == *state));
    match unknown {
        Some(state) => {
            let message = format!("no transition of `{name}` leaves or enters a state called `{state}`");
            let diagnostic = about_file(&property.file, "unknown-state", message);
            let distinct: std::collections::BTreeSet<&str> = states.collect();
            suggesting(diagnostic, state, distinct.iter().copied())
        }
        None => about_file(
            &property.file,
            "unknown-transition",
            format!("`{name}` has no transition from `{from}` to `{to}`"),
        ),
    }
}
