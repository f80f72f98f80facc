//! Properties as Graphviz drawings.

use std::fmt::Write;

use crate::model::{Property, Specification, StateKind, Transition};

/// The DOT text of one property of `specification`: bad states are double circles, accepting ones double boxes; the
/// label of an edge is `event | condition |-> action`.
pub fn print(specification: &Specification, property: &Property) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "digraph {} {{", quoted(&property.name));
    let _ = writeln!(out, "  rankdir=LR;");
    let _ = writeln!(out, "  start [shape=point];");
    for (id, state) in property.date.states.iter_enumerated() {
        let shape = match state.kind {
            StateKind::Normal => "ellipse",
            StateKind::Bad => "doublecircle, color=red",
            StateKind::Accepting => "box, peripheries=2",
        };
        let entry = state.entry.as_ref().map_or(String::new(), |entry| format!("\n{}", entry.text));
        let _ = writeln!(out, "  q{} [label={}, shape={shape}];", id.index(), quoted(&(state.name.clone() + &entry)));
    }
    let _ = writeln!(out, "  start -> q{};", property.date.initial.index());
    for transition in &property.date.transitions {
        let label = quoted(&label(specification, transition));
        let _ = writeln!(out, "  q{} -> q{} [label={label}];", transition.from.index(), transition.to.index());
    }
    out.push_str("}\n");
    out
}

fn label(specification: &Specification, transition: &Transition) -> String {
    let mut label = specification.events[transition.event].name.clone();
    if let Some(condition) = &transition.condition {
        label += &format!(" | {}", condition.text);
    }
    if let Some(action) = &transition.action {
        label += &format!(" \u{21a6} {}", action.text);
    }
    label
}

/// A quoted DOT string; lines are broken with `\n`.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace("\r\n", "\n").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
