//! Drawings in the language of Mermaid.

use std::fmt::Write;

use super::{Drawing, Node};
use date::model::StateKind;

/// A flow chart with a part for each drawing: bad states are double circles, accepting ones double
/// boxes; what is gone is dashed. A chart and not a diagram of states, as only in charts edges can
/// be dashed.
pub fn print(drawings: &[Drawing]) -> String {
    let mut out = String::from("flowchart LR\n");
    for (at, drawing) in drawings.iter().enumerate() {
        let _ = writeln!(out, "  subgraph p{at} [{}]", quoted(&drawing.name));
        let _ = writeln!(out, "    p{at}start(( )) --> p{at}q{}", drawing.initial);
        for (state, node) in drawing.nodes.iter().enumerate() {
            let _ = writeln!(out, "    p{at}q{state}{}", shape(node));
        }
        for edge in &drawing.edges {
            let arrow = if edge.is_gone { "-.->" } else { "-->" };
            let label = quoted(&edge.label);
            let _ = writeln!(
                out,
                "    p{at}q{} {arrow}|{label}| p{at}q{}",
                edge.from, edge.to
            );
        }
        out.push_str("  end\n");
    }

    // A class is declared where something is of it.
    let bad: Vec<String> = names(drawings, |node| node.kind == StateKind::Bad);
    let gone: Vec<String> = names(drawings, |node| node.is_gone);

    for (names, class, style) in [
        (bad, "bad", "stroke:#c00"),
        (gone, "gone", "stroke-dasharray:4 3"),
    ] {
        if !names.is_empty() {
            let _ = writeln!(
                out,
                "  classDef {class} {style}\n  class {} {class}",
                names.join(",")
            );
        }
    }

    out
}

fn names(drawings: &[Drawing], is_wanted: impl Fn(&Node) -> bool) -> Vec<String> {
    let nodes = |drawing: &Drawing| -> Vec<usize> {
        drawing
            .nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| is_wanted(node))
            .map(|(state, _)| state)
            .collect()
    };
    let states = drawings.iter().enumerate().flat_map(|(at, drawing)| {
        nodes(drawing)
            .into_iter()
            .map(move |state| format!("p{at}q{state}"))
    });

    states.collect()
}

fn shape(node: &Node) -> String {
    let label = quoted(&node.label);
    match node.kind {
        StateKind::Normal => format!("([{label}])"),
        StateKind::Bad => format!("((({label})))"),
        StateKind::Accepting => format!("[[{label}]]"),
    }
}

/// A quoted text of Mermaid: what means something there, or in HTML or Markdown, is written by its
/// number; lines are broken with `<br/>`.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\n' => quoted.push_str("<br/>"),
            '"' | '#' | '&' | '<' | '>' | '`' | '*' | '_' | '\\' => {
                quoted += &format!("#{};", u32::from(c))
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
