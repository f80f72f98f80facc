//! Drawings in the language of Graphviz.

use std::fmt::Write;

use super::Drawing;
use date::model::StateKind;

/// A `digraph` for each drawing: bad states are double circles, accepting ones double boxes; what
/// is gone is dashed.
pub fn print(drawings: &[Drawing]) -> String {
    drawings.iter().map(one).collect()
}

fn one(drawing: &Drawing) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "digraph {} {{", quoted(&drawing.name));
    let _ = writeln!(out, "  rankdir=LR;");
    let _ = writeln!(out, "  start [shape=point];");

    for (at, node) in drawing.nodes.iter().enumerate() {
        let shape = match node.kind {
            StateKind::Normal => "ellipse",
            StateKind::Bad => "doublecircle, color=red",
            StateKind::Accepting => "box, peripheries=2",
        };
        let _ = writeln!(
            out,
            "  q{at} [label={}, shape={shape}{}];",
            quoted(&node.label),
            style(node.is_gone)
        );
    }

    let _ = writeln!(out, "  start -> q{};", drawing.initial);
    for edge in &drawing.edges {
        let label = quoted(&edge.label);
        let _ = writeln!(
            out,
            "  q{} -> q{} [label={label}{}];",
            edge.from,
            edge.to,
            style(edge.is_gone)
        );
    }

    out.push_str("}\n");
    out
}

fn style(is_gone: bool) -> &'static str {
    if is_gone { ", style=dashed" } else { "" }
}

/// A quoted DOT string; lines are broken with `\n`.
fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace("\r\n", "\n")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}
