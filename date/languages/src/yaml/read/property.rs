//! Properties and their states.

use super::reader::Reader;
use crate::draft::{DraftProperty, DraftState, Word};
use crate::yaml::node::{Node, Value};
use date::model::{Explanation, Observability, Severity, StateKind};
use text::nearest;

/// The characters that end a line for a terminal or a reader of logs.
const LINE_BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

impl Reader<'_> {
    pub(super) fn properties(&mut self, node: &Node) -> Vec<DraftProperty> {
        let entries = self.mapping(node, "properties");
        entries
            .iter()
            .map(|(name, node)| self.property(name, node))
            .collect()
    }

    fn property(&mut self, name: &Word, node: &Node) -> DraftProperty {
        let entries = self.entries(
            node,
            "a property",
            &[
                "states",
                "transitions",
                "alphabet",
                "observable",
                "severity",
                "message",
                "help",
                "releases",
            ],
        );

        let states = entries
            .get("states")
            .map_or(Vec::new(), |node| self.states(node));
        let transitions = self.items(entries.get("transitions"));
        DraftProperty {
            name: name.clone(),
            states,
            transitions: transitions
                .into_iter()
                .flat_map(|item| self.transition(item))
                .collect(),
            alphabet: self.words(entries.get("alphabet"), "an event"),
            observable: self.one_of(
                entries.get("observable"),
                &[
                    ("all", Observability::All),
                    ("verdict-only", Observability::VerdictOnly),
                ],
                Observability::All,
            ),
            severity: self.one_of(entries.get("severity"), &Severity::ALL, Severity::default()),
            explanation: Explanation {
                message: entries.get("message").and_then(|node| self.line(node)),
                help: self.sentences(entries.get("help")),
            },
            releases: self.one_of(
                entries.get("releases"),
                &[("false", false), ("true", true)],
                false,
            ),
        }
    }

    /// A text without a line break.
    fn line(&mut self, node: &Node) -> Option<String> {
        let text = self.sentences(Some(node))?;
        if text.contains(LINE_BREAKS) {
            let message = "expected one line: `help` may have more".to_owned();
            self.error(node.range.clone(), "yaml-shape", message);
            return None;
        }
        Some(text)
    }

    /// A text of one line or several; `None` where it is empty.
    fn sentences(&mut self, node: Option<&Node>) -> Option<String> {
        let text = self.text(node?, "a text")?.text;
        (!text.is_empty()).then_some(text)
    }

    fn states(&mut self, node: &Node) -> Vec<DraftState> {
        let entries = self.mapping(node, "states");
        entries
            .iter()
            .map(|(name, node)| self.state(name, node))
            .collect()
    }

    fn state(&mut self, name: &Word, node: &Node) -> DraftState {
        let mut state = DraftState {
            name: name.clone(),
            kind: StateKind::Normal,
            initial: false,
            entry: None,
        };
        match &node.value {
            Value::Null => {}
            Value::Mapping(_) => {
                let entries = self.entries(node, "a state", &["is", "entry"]);
                entries
                    .get("is")
                    .into_iter()
                    .for_each(|is| self.state_words(is, &mut state));
                state.entry = self.java(entries.get("entry"), "Java statements");
            }
            _ => self.state_words(node, &mut state),
        }

        state
    }

    /// Any of `initial`, `normal`, `bad`, `accepting`, separated by spaces.
    fn state_words(&mut self, node: &Node, state: &mut DraftState) {
        let what = "`initial`, `normal`, `bad` or `accepting`";
        let Some(word) = self.text(node, what) else {
            return;
        };

        for text in word.text.split_whitespace() {
            let taken = state.kind;
            match text {
                "initial" => state.initial = true,
                "normal" => {}
                "bad" => state.kind = StateKind::Bad,
                "accepting" => state.kind = StateKind::Accepting,
                other => {
                    let near = nearest(other, ["initial", "normal", "bad", "accepting"]);
                    let help = near.map_or(format!("one of {what}"), |near| {
                        format!("did you mean `{near}`?")
                    });
                    let message = format!("a state cannot be `{other}`");
                    self.error_with_help(word.range.clone(), "unknown-value", message, help);
                }
            }
            if taken != StateKind::Normal && taken != state.kind {
                let help = "enter the accepting state by an event of its own".to_owned();
                let message = "a state cannot be `bad` and `accepting`".to_owned();
                self.error_with_help(word.range.clone(), "unknown-value", message, help);
            }
        }
    }
}
