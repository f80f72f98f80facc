//! Events and their alternatives.

use super::entries::Entries;
use super::reader::Reader;
use crate::draft::{DraftAlternative, DraftEvent, Word};
use crate::java::Excerpt;
use crate::pattern::{self, Known};
use crate::yaml::node::{Node, Value};
use date::model::EventParameter;

impl Reader<'_> {
    pub(super) fn events(&mut self, node: &Node, keys: &Known) -> Vec<DraftEvent> {
        let entries = self.mapping(node, "events");
        entries
            .iter()
            .map(|(name, node)| self.event(name, node, keys))
            .collect()
    }

    fn event(&mut self, name: &Word, node: &Node, keys: &Known) -> DraftEvent {
        let mut event = DraftEvent {
            name: name.clone(),
            parameters: Vec::new(),
            alternatives: Vec::new(),
            members: Vec::new(),
        };
        let Value::Mapping(_) = &node.value else {
            self.alternatives(node, keys, &mut event);
            return event;
        };

        let entries = self.entries(
            node,
            "an event",
            &["parameters", "on", "any-of", "filter", "where"],
        );
        let parameters = self.words(entries.get("parameters"), "a variable such as `int n`");
        event.parameters = parameters
            .iter()
            .map(|word| event_parameter(&word.text))
            .collect();

        let mut known = keys.clone();
        known.extend(
            event
                .parameters
                .iter()
                .map(|p| (p.name.clone(), p.ty.clone())),
        );
        match (entries.get("on"), entries.get("any-of")) {
            (Some(on), None) => event.alternatives.extend(self.on(on, &known)),
            (None, Some(any_of)) => self.alternatives(any_of, &known, &mut event),
            _ => self.error(
                name.range.clone(),
                "event-shape",
                "an event needs either `on` or `any-of`",
            ),
        }
        self.apply_to_all(&entries, &mut event);

        event
    }

    /// `filter` and `where` of a whole event hold for each of its alternatives; the `where`s of an
    /// alternative run first.
    fn apply_to_all(&mut self, entries: &Entries<'_>, event: &mut DraftEvent) {
        let filter = self.java(entries.get("filter"), "a Java condition");
        let wheres = self.wheres(entries.get("where"));
        if !event.members.is_empty() && (filter.is_some() || !wheres.is_empty()) {
            let help =
                "write it in the events that are listed, or beside the alternatives that need it"
                    .to_owned();
            let message = "`filter` and `where` do not reach into listed events".to_owned();
            self.error_with_help(event.name.range.clone(), "event-shape", message, help);
        }

        for alternative in &mut event.alternatives {
            if alternative.filter.is_none() {
                alternative.filter.clone_from(&filter);
            } else if filter.is_some() {
                let message = "an alternative and the whole event both have a `filter`";
                self.findings.push(self.source.error(
                    alternative.range.clone(),
                    "event-shape",
                    message,
                ));
            }
            alternative.wheres.extend(wheres.iter().cloned());
        }
    }

    fn wheres(&mut self, node: Option<&Node>) -> Vec<Excerpt> {
        self.items(node)
            .into_iter()
            .filter_map(|item| self.java(Some(item), "Java statements"))
            .collect()
    }

    /// A trigger, or a list of triggers and events: one word is an event, except for `end` when no
    /// event is called so.
    fn alternatives(&mut self, node: &Node, known: &Known, event: &mut DraftEvent) {
        let items = self.items(Some(node));
        if items.is_empty() {
            let message = format!("nothing raises the event `{}`", event.name.text);
            let help =
                "write a trigger such as `call Iterator+.next() target i`, or remove the event"
                    .to_owned();
            self.error_with_help(event.name.range.clone(), "event-shape", message, help);
        }

        for item in items {
            match &item.value {
                Value::Mapping(_) => event.alternatives.extend(self.alternative(item, known)),
                Value::Scalar(text)
                    if is_word(text)
                        && (text != "end" || !matches!(node.value, Value::Scalar(_))) =>
                {
                    event.members.push(Word {
                        text: text.clone(),
                        range: item.range.clone(),
                    });
                }
                _ => event.alternatives.extend(self.on(item, known)),
            }
        }
    }

    fn on(&mut self, node: &Node, known: &Known) -> Option<DraftAlternative> {
        let excerpt = self
            .java(
                Some(node),
                "an event such as `call Iterator+.next() target i`",
            )?
            .trimmed();
        let trigger = pattern::parse(&excerpt, known, self.source);
        let trigger = self.kept(trigger)?;
        Some(DraftAlternative {
            trigger,
            filter: None,
            wheres: Vec::new(),
            range: excerpt.extent(),
        })
    }

    fn alternative(&mut self, node: &Node, known: &Known) -> Option<DraftAlternative> {
        let entries = self.entries(node, "an alternative", &["on", "filter", "where"]);
        let Some(on) = entries.get("on") else {
            self.error(
                node.range.clone(),
                "event-shape",
                "an alternative needs `on`",
            );
            return None;
        };
        let mut alternative = self.on(on, known)?;
        alternative.filter = self.java(entries.get("filter"), "a Java condition");
        alternative.wheres = self.wheres(entries.get("where"));
        Some(alternative)
    }
}

fn event_parameter(text: &str) -> EventParameter {
    match text.rsplit_once(char::is_whitespace) {
        Some((ty, name)) => EventParameter {
            name: name.to_owned(),
            ty: Some(ty.trim().to_owned()),
        },
        None => EventParameter {
            name: text.to_owned(),
            ty: None,
        },
    }
}

fn is_word(text: &str) -> bool {
    !text
        .trim()
        .contains(|c: char| c.is_whitespace() || c == '(')
}
