//! Contexts: the whole specification, and each `foreach` in it.

use super::entries::Entries;
use super::reader::Reader;
use crate::draft::{DraftContext, DraftCreation};
use crate::pattern::Known;
use crate::yaml::node::{Node, Value};

/// The keys of every context.
pub(super) const CONTEXT: [&str; 6] = [
    "variables",
    "clocks",
    "channels",
    "events",
    "properties",
    "foreach",
];

impl Reader<'_> {
    /// Reads a context after its parameters, and then the contexts in it.
    pub(super) fn context(&mut self, entries: &Entries<'_>, mut context: DraftContext) {
        let position = self.contexts.len();
        context.variables = self.variables(entries.get("variables"));
        context.clocks = self.words(entries.get("clocks"), "the name of a clock");
        context.channels = self.words(entries.get("channels"), "the name of a channel");
        let known = self.keys(&context);
        self.contexts.push(context);
        let events = entries
            .get("events")
            .map_or(Vec::new(), |node| self.events(node, &known));
        let properties = entries
            .get("properties")
            .map_or(Vec::new(), |node| self.properties(node));
        self.contexts[position].events = events;
        self.contexts[position].properties = properties;

        for item in self.items(entries.get("foreach")) {
            self.foreach(item, position);
        }
    }

    fn foreach(&mut self, node: &Node, parent: usize) {
        let known: Vec<&str> = ["parameters", "creation"]
            .into_iter()
            .chain(CONTEXT)
            .collect();
        let entries = self.entries(node, "a `foreach` context", &known);
        let range = entries
            .entries
            .first()
            .map_or(node.range.clone(), |(key, _)| key.range.clone());
        let mut context = DraftContext::new(Some(parent), range.clone());

        let parameters = self.words(entries.get("parameters"), "a parameter such as `Session s`");
        context.parameters = parameters
            .iter()
            .filter_map(|parameter| self.parameter(parameter))
            .collect();

        if parameters.is_empty() {
            let help = "for example `parameters: [Session s]`".to_owned();
            self.error_with_help(
                range,
                "missing-parameters",
                "a `foreach` context needs parameters".into(),
                help,
            );
        }

        context.creation = self.creation(entries.get("creation"));
        self.context(&entries, context);
    }

    fn creation(&mut self, node: Option<&Node>) -> DraftCreation {
        match node.map(|node| &node.value) {
            None | Some(Value::Null) => DraftCreation::AnyEvent,
            Some(Value::Scalar(text)) if text == "any-event" => DraftCreation::AnyEvent,
            Some(Value::Scalar(text)) if text == "slicing" => DraftCreation::Slicing,
            Some(_) => DraftCreation::Listed(self.words(node, "`any-event`, `slicing`, or events")),
        }
    }

    /// The parameters of a context and its ancestors, which patterns may bind without a type.
    fn keys(&self, context: &DraftContext) -> Known {
        let ancestors = std::iter::successors(context.parent, |&id| self.contexts[id].parent)
            .map(|id| &self.contexts[id]);
        let parameters = std::iter::once(context)
            .chain(ancestors)
            .flat_map(|context| &context.parameters);
        parameters
            .map(|p| (p.name.text.clone(), Some(p.ty.clone())))
            .collect()
    }
}
