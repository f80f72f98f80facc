//! Declarations of parameters and variables.

use super::reader::Reader;
use crate::draft::{DraftParameter, DraftVariable, Word};
use crate::yaml::node::Node;
use date::model::Identity;

impl Reader<'_> {
    /// `TYPE NAME [by identity | by equals]`.
    pub(super) fn parameter(&mut self, word: &Word) -> Option<DraftParameter> {
        let text = word
            .text
            .split_whitespace()
            .collect::<Vec<&str>>()
            .join(" ");
        let (declaration, identity) = match text.split_once(" by ") {
            Some((declaration, "equals")) => (declaration, Identity::Equals),
            Some((declaration, "identity")) => (declaration, Identity::Identity),
            Some((_, other)) => {
                let help = "write `by identity` (==, the default) or `by equals`".to_owned();
                self.error_with_help(
                    word.range.clone(),
                    "identity",
                    format!("unknown identity `{other}`"),
                    help,
                );
                return None;
            }
            None => (text.as_str(), Identity::Identity),
        };

        // The name may be a part of what follows it: `Session s by equals`.
        let mut declared = word.clone();
        if declaration.len() < text.len() {
            let written = &self.source.text[word.range.clone()];
            let by = written.rfind(" by ").unwrap_or(written.len());
            declared.range.end = word.range.start + by;
        }
        let (ty, name) = self.typed_name(declaration, &declared)?;
        Some(DraftParameter { name, ty, identity })
    }

    /// `TYPE NAME`, found in `word`.
    fn typed_name(&mut self, text: &str, word: &Word) -> Option<(String, Word)> {
        let text = text.trim();
        match text.rsplit_once(char::is_whitespace) {
            Some((ty, name)) => {
                let at = self.source.text[word.range.clone()]
                    .rfind(name)
                    .map_or(0, |at| at + word.range.start);
                let range = if at == 0 {
                    word.range.clone()
                } else {
                    at..at + name.len()
                };
                Some((
                    ty.trim().to_owned(),
                    Word {
                        text: name.to_owned(),
                        range,
                    },
                ))
            }
            None => {
                self.error(
                    word.range.clone(),
                    "declaration",
                    format!("expected `Type name`, found `{text}`"),
                );
                None
            }
        }
    }

    pub(super) fn variables(&mut self, node: Option<&Node>) -> Vec<DraftVariable> {
        let declarations = self.items(node);
        declarations
            .into_iter()
            .filter_map(|declaration| self.variable(declaration))
            .collect()
    }

    /// `TYPE NAME [= JAVA]`.
    fn variable(&mut self, node: &Node) -> Option<DraftVariable> {
        let excerpt = self.java(Some(node), "a variable such as `int count = 0`")?;
        let text = excerpt.text();
        let equals = text.find('=');
        let declaration = excerpt.slice(0..equals.unwrap_or(text.len()));
        let word = Word {
            text: declaration.text().to_owned(),
            range: declaration.extent(),
        };
        let (ty, name) = self.typed_name(declaration.text(), &word)?;
        let initial =
            equals.map(|at| excerpt.slice(at + 1..text.trim_end().trim_end_matches(';').len()));
        Some(DraftVariable { name, ty, initial })
    }
}
