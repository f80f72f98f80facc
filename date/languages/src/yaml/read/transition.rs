//! The transitions of a property.

use std::ops::Range;

use super::entries::Entries;
use super::reader::Reader;
use crate::draft::{DraftTransition, Word};
use crate::yaml::node::{self, Node};

impl Reader<'_> {
    /// `FROM -> TO: EVENT` with `when` and `do`; a list of events makes one transition of each.
    pub(super) fn transition(&mut self, node: &Node) -> Vec<DraftTransition> {
        let entries = self.mapping(node, "a transition");
        let Some((arrow, events)) = entries.iter().find(|(key, _)| is_arrow(key)) else {
            let help = "a transition begins with `from -> to: event`".to_owned();
            self.error_with_help(
                node.range.clone(),
                "transition-shape",
                "a transition without an arrow".into(),
                help,
            );
            return Vec::new();
        };

        self.check_keys(entries, arrow);
        let rest = Entries { entries };
        let condition = self.java(rest.get("when"), "a Java condition");
        let action = self.java(rest.get("do"), "Java statements");
        let Some((from, to)) = self.ends(arrow) else {
            return Vec::new();
        };
        let events = self.words(Some(events), "an event");

        if events.is_empty() {
            self.error(
                arrow.range.clone(),
                "transition-shape",
                "this transition has no event",
            );
        }

        let transition = |event: Word| DraftTransition {
            from: from.clone(),
            to: to.clone(),
            range: arrow.range.start..event.range.end.max(arrow.range.end),
            event,
            condition: condition.clone(),
            action: action.clone(),
        };

        events.into_iter().map(transition).collect()
    }

    /// Complains about a second arrow, and about keys that a transition does not have.
    fn check_keys(&mut self, entries: &[(Word, Node)], arrow: &Word) {
        for (key, _) in entries.iter().filter(|(key, _)| !std::ptr::eq(key, arrow)) {
            if is_arrow(key) {
                let help = "begin each transition with `-`".to_owned();
                self.error_with_help(
                    key.range.clone(),
                    "transition-shape",
                    "a second arrow in one transition".into(),
                    help,
                );
            } else if key.text != "when" && key.text != "do" {
                let help = "a transition has `when` and `do`".to_owned();
                self.error_with_help(
                    key.range.clone(),
                    "unknown-key",
                    format!("unknown key `{}`", key.text),
                    help,
                );
            }
        }
    }

    fn ends(&mut self, arrow: &Word) -> Option<(Word, Word)> {
        let excerpt = node::excerpt(&arrow.text, &arrow.range, self.source);
        let at = arrow.text.find("->")?;
        let end = |range: Range<usize>| {
            let part = excerpt.slice(range);
            Word {
                text: part.text().to_owned(),
                range: part.extent(),
            }
        };
        let (from, to) = (end(0..at), end(at + 2..arrow.text.len()));

        if from.text.is_empty() || to.text.is_empty() || to.text.contains("->") {
            self.error(
                arrow.range.clone(),
                "transition-shape",
                "expected `from -> to`",
            );
            return None;
        }

        Some((from, to))
    }
}

/// True if a key is the arrow of a transition.
fn is_arrow(key: &Word) -> bool {
    key.text.contains("->")
}
