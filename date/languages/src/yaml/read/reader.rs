//! The reader: its results so far, and the shapes of nodes that it takes.

use std::ops::Range;

use super::entries::Entries;
use crate::draft::{DraftContext, Word};
use crate::java::Excerpt;
use crate::yaml::node::{self, Node, Value};
use text::{Diagnostic, Source, nearest};

pub(super) struct Reader<'a> {
    pub source: &'a Source<'a>,
    /// Contexts read so far, parents first.
    pub contexts: Vec<DraftContext>,
    pub findings: Vec<Diagnostic>,
}

impl Reader<'_> {
    pub(super) fn error(&mut self, range: Range<usize>, code: &str, message: impl Into<String>) {
        self.findings.push(self.source.error(range, code, message));
    }

    pub(super) fn error_with_help(
        &mut self,
        range: Range<usize>,
        code: &str,
        message: String,
        help: String,
    ) {
        self.findings
            .push(self.source.error(range, code, message).with_help(help));
    }

    pub(super) fn kept<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|finding| self.findings.push(finding)).ok()
    }

    pub(super) fn entries<'n>(
        &mut self,
        node: &'n Node,
        what: &str,
        known: &[&str],
    ) -> Entries<'n> {
        let entries = self.mapping(node, what);
        for (key, _) in entries
            .iter()
            .filter(|(key, _)| !known.contains(&key.text.as_str()))
        {
            let help = match nearest(&key.text, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known here: {}", known.join(", ")),
            };
            self.error_with_help(
                key.range.clone(),
                "unknown-key",
                format!("{what} has no `{}`", key.text),
                help,
            );
        }

        Entries { entries }
    }

    /// The entries of a mapping; nothing at all counts as an empty one.
    pub(super) fn mapping<'n>(&mut self, node: &'n Node, what: &str) -> &'n [(Word, Node)] {
        match &node.value {
            Value::Mapping(entries) => entries,
            Value::Null => &[],
            _ => {
                self.error(
                    node.range.clone(),
                    "yaml-shape",
                    format!("expected {what} as `key: value` lines"),
                );
                &[]
            }
        }
    }

    /// The items of a list; a single value counts as a list of one.
    pub(super) fn items<'n>(&self, node: Option<&'n Node>) -> Vec<&'n Node> {
        match node.map(|node| &node.value) {
            Some(Value::Sequence(items)) => items.iter().collect(),
            Some(Value::Null) | None => Vec::new(),
            Some(_) => node.into_iter().collect(),
        }
    }

    pub(super) fn text(&mut self, node: &Node, what: &str) -> Option<Word> {
        match &node.value {
            Value::Scalar(text) => Some(Word {
                text: text.trim().to_owned(),
                range: node.range.clone(),
            }),
            _ => {
                self.error(node.range.clone(), "yaml-shape", format!("expected {what}"));
                None
            }
        }
    }

    pub(super) fn words(&mut self, node: Option<&Node>, what: &str) -> Vec<Word> {
        self.items(node)
            .into_iter()
            .filter_map(|item| self.text(item, what))
            .collect()
    }

    pub(super) fn java(&mut self, node: Option<&Node>, what: &str) -> Option<Excerpt> {
        let node = node?;
        match &node.value {
            Value::Scalar(text) => Some(node::excerpt(text, &node.range, self.source)),
            _ => {
                self.error(node.range.clone(), "yaml-shape", format!("expected {what}"));
                None
            }
        }
    }

    pub(super) fn one_of<T: Copy>(
        &mut self,
        node: Option<&Node>,
        choices: &[(&str, T)],
        default: T,
    ) -> T {
        let Some(node) = node else { return default };
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let Some(word) = self.text(node, &format!("`{}`", names.join("` or `"))) else {
            return default;
        };
        match choices.iter().find(|(name, _)| *name == word.text) {
            Some((_, value)) => *value,
            None => {
                let message = format!("expected `{}`, found `{}`", names.join("` or `"), word.text);
                self.error(word.range, "unknown-value", message);
                default
            }
        }
    }
}
