//! The transitions of a property as edges of a drawing: those between two states that share a fate
//! are one edge.

use std::collections::BTreeMap;

use date::code::Code;
use date::model::{Property, Specification, Transition};
use plan::PropertyRow;

use super::Fate;

/// Characters of a line of a label.
const LABEL_WIDTH: usize = 32;

/// Characters that go on one line in any case.
const SHORT: usize = 18;

/// Transitions of a label; what more there is, is counted.
const LABEL_TRANSITIONS: usize = 4;

/// Transitions from one state to another with one fate.
#[derive(Debug)]
pub struct Edge {
    /// Index of the state that they leave.
    pub from: usize,
    /// Index of the state that they enter.
    pub to: usize,
    /// Their fate.
    pub fate: Fate,
    /// For each transition `event [condition] / action`, whole, with what became of it.
    pub transitions: Vec<String>,
    /// The lines that are drawn.
    pub label: Vec<String>,
}

/// The edges in order of their states.
pub fn merged(specification: &Specification, property: &Property, row: &PropertyRow) -> Vec<Edge> {
    let mut edges: BTreeMap<(usize, usize, Fate), Vec<(String, String)>> = BTreeMap::new();
    for transition_row in &row.transitions {
        let Some(transition) = property.date.transitions.get(transition_row.id) else {
            continue;
        };
        let fate = transition_row
            .removed_by
            .map_or(Fate::Stays, Fate::RemovedBy);
        let text = text(specification, transition);
        let told = format!(
            "{} \u{2192} {}: {text}: {}",
            transition_row.from, transition_row.to, transition_row.why
        );
        edges
            .entry((transition.from.index(), transition.to.index(), fate))
            .or_default()
            .push((text, told));
    }

    let edge = |((from, to, fate), texts): ((usize, usize, Fate), Vec<(String, String)>)| {
        let (texts, transitions): (Vec<String>, Vec<String>) = texts.into_iter().unzip();
        Edge {
            from,
            to,
            fate,
            label: label(&texts),
            transitions,
        }
    };

    edges.into_iter().map(edge).collect()
}

/// A transition on one line: its event, the condition in brackets, the action behind a slash.
pub fn text(specification: &Specification, transition: &Transition) -> String {
    let event = specification.events[transition.event].name.clone();
    let condition = transition
        .condition
        .as_ref()
        .map(|code| format!(" [{}]", on_one_line(code)));
    let action = transition
        .action
        .as_ref()
        .map(|code| format!(" / {}", on_one_line(code)));
    [Some(event), condition, action]
        .into_iter()
        .flatten()
        .collect()
}

fn on_one_line(code: &Code) -> String {
    code.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A transition to a line, or to two where its condition or action makes it long.
fn label(texts: &[String]) -> Vec<String> {
    let drawn = if texts.len() > LABEL_TRANSITIONS {
        LABEL_TRANSITIONS - 1
    } else {
        texts.len()
    };
    let mut lines: Vec<String> = texts[..drawn]
        .iter()
        .flat_map(|text| broken(text))
        .collect();
    if drawn < texts.len() {
        lines.push(format!("and {} more", texts.len() - drawn));
    }
    lines
}

fn broken(text: &str) -> Vec<String> {
    match text
        .split_once(' ')
        .filter(|_| text.chars().count() > SHORT)
    {
        Some((event, rest)) => [event, rest]
            .map(|line| shortened(line, LABEL_WIDTH))
            .to_vec(),
        None => vec![shortened(text, LABEL_WIDTH)],
    }
}

/// The text, or as much of it as fits, with an ellipsis.
pub fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 1).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_labels_are_cut_and_what_is_left_out_is_counted() {
        let texts: Vec<String> = (0..6).map(|n| format!("event{n}")).collect();
        assert_eq!(label(&texts[..4]), ["event0", "event1", "event2", "event3"]);
        assert_eq!(label(&texts), ["event0", "event1", "event2", "and 3 more"]);
        assert_eq!(
            label(&["send [n > 3] / n++; told = true;".to_owned()]),
            ["send", "[n > 3] / n++; told = true;"]
        );
        assert_eq!(
            shortened("\u{e9}\u{e9}\u{e9}\u{e9}", 3),
            "\u{e9}\u{e9}\u{2026}"
        );
    }
}
