//! Grammars as text: rules whose alternatives are words of events and nonterminals, without groups
//! and repetitions.

use super::{Grammar, NonterminalId, Part};
use crate::Alphabet;

impl Grammar {
    /// The grammar in the language that [`Grammar::parse`] reads, over the same alphabet, as plain
    /// rules: a reader of it needs no groups and no repetitions. Every token stands between spaces;
    /// nonterminals are called `N0`, `N1`, .., the first of which is the start.
    pub fn text(&self, alphabet: &Alphabet) -> String {
        let is_taken = |prefix: &str| alphabet.names().any(|name| name.starts_with(prefix));
        let prefix = (1..)
            .map(|length| "N".repeat(length))
            .find(|prefix| !is_taken(prefix))
            .unwrap_or_default();
        let name = |id: NonterminalId| format!("{prefix}{}", id.index());
        let part = |part: &Part| match part {
            Part::Terminal(symbol) => alphabet.name(*symbol).to_owned(),
            Part::Nonterminal(id) => name(*id),
        };

        let alternative = |body: &Vec<Part>| {
            if body.is_empty() {
                "epsilon".to_owned()
            } else {
                body.iter().map(part).collect::<Vec<String>>().join(" ")
            }
        };
        let rules = self.rules_of.indices().filter_map(|head| {
            let bodies: Vec<String> = self
                .rules_of(head)
                .map(|rule| alternative(&rule.body))
                .collect();
            (!bodies.is_empty()).then(|| format!("{} -> {}", name(head), bodies.join(" | ")))
        });

        let rules: Vec<String> = rules.collect();
        if rules.is_empty() || self.rules_of[self.start].is_empty() {
            // Nothing comes from the start: nor does it from a rule that only mentions itself.
            format!("{0} -> {0}", name(self.start))
        } else {
            rules.join(" , ")
        }
    }
}
