//! From YAML nodes to a draft.

use std::ops::Range;

use super::node::{self, Node, Value};
use crate::assembly::assemble;
use crate::draft::{
    DraftAlternative, DraftContext, DraftCreation, DraftEvent, DraftParameter, DraftProperty,
    DraftSpecification, DraftState, DraftTransition, DraftVariable, Word,
};
use crate::java::Excerpt;
use crate::pattern::{self, Known};
use date::model::{EventParameter, Identity, Observability, Severity, Specification, StateKind};
use text::{Diagnostic, Source, nearest};

/// Reads a YAML property file. `file` is its path as the user gave it.
///
/// # Errors
/// Everything that is wrong with it, with places.
pub fn read(file: &str, text: &str) -> Result<Specification, Vec<Diagnostic>> {
    let source = Source::new(file, text);
    let root = node::parse(&source).map_err(|error| vec![error])?;
    let mut reader = Reader {
        source: &source,
        contexts: Vec::new(),
        findings: Vec::new(),
    };
    let draft = reader.specification(&root);
    if reader.findings.is_empty() {
        assemble(&draft, &source)
    } else {
        Err(reader.findings)
    }
}

const CONTEXT: [&str; 6] = [
    "variables",
    "clocks",
    "channels",
    "events",
    "properties",
    "foreach",
];

struct Reader<'a> {
    source: &'a Source<'a>,
    /// Contexts read so far, parents first.
    contexts: Vec<DraftContext>,
    findings: Vec<Diagnostic>,
}

/// The entries of a mapping whose keys have been checked.
struct Entries<'n> {
    entries: &'n [(Word, Node)],
}

impl<'n> Entries<'n> {
    fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries
            .iter()
            .find(|(word, _)| word.text == key)
            .map(|(_, node)| node)
    }
}

impl Reader<'_> {
    fn error(&mut self, range: Range<usize>, code: &str, message: impl Into<String>) {
        self.findings.push(self.source.error(range, code, message));
    }

    fn error_with_help(&mut self, range: Range<usize>, code: &str, message: String, help: String) {
        self.findings
            .push(self.source.error(range, code, message).with_help(help));
    }

    fn kept<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|finding| self.findings.push(finding)).ok()
    }

    fn entries<'n>(&mut self, node: &'n Node, what: &str, known: &[&str]) -> Entries<'n> {
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
    fn mapping<'n>(&mut self, node: &'n Node, what: &str) -> &'n [(Word, Node)] {
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
    fn items<'n>(&self, node: Option<&'n Node>) -> Vec<&'n Node> {
        match node.map(|node| &node.value) {
            Some(Value::Sequence(items)) => items.iter().collect(),
            Some(Value::Null) | None => Vec::new(),
            Some(_) => node.into_iter().collect(),
        }
    }

    fn text(&mut self, node: &Node, what: &str) -> Option<Word> {
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

    fn words(&mut self, node: Option<&Node>, what: &str) -> Vec<Word> {
        self.items(node)
            .into_iter()
            .filter_map(|item| self.text(item, what))
            .collect()
    }

    fn java(&mut self, node: Option<&Node>, what: &str) -> Option<Excerpt> {
        let node = node?;
        match &node.value {
            Value::Scalar(text) => Some(node::excerpt(text, &node.range, self.source)),
            _ => {
                self.error(node.range.clone(), "yaml-shape", format!("expected {what}"));
                None
            }
        }
    }

    fn specification(&mut self, root: &Node) -> DraftSpecification {
        let known: Vec<&str> = ["package", "imports", "methods", "method-references"]
            .into_iter()
            .chain(CONTEXT)
            .collect();
        let entries = self.entries(root, "a property file", &known);
        let imports = self.words(
            entries.get("imports"),
            "a Java import such as `java.util.Iterator`",
        );
        let package = entries
            .get("package")
            .and_then(|node| self.text(node, "the name of a package"));

        let methods = self.java(entries.get("methods"), "Java methods");
        let hears_references = self.references(entries.get("method-references"));
        self.context(&entries, DraftContext::new(None, root.range.clone()));
        let (package, contexts) = (
            package.map(|word| word.text),
            std::mem::take(&mut self.contexts),
        );

        DraftSpecification {
            imports,
            package,
            hears_references,
            methods,
            contexts,
        }
    }

    /// Returns whether method references are `heard`, which they are unless they are `ignored`.
    fn references(&mut self, node: Option<&Node>) -> bool {
        let Some(word) = node.and_then(|node| self.text(node, "`heard` or `ignored`")) else {
            return true;
        };
        match word.text.as_str() {
            "heard" => true,
            "ignored" => false,
            other => {
                let message = format!("method references cannot be `{other}`");
                let near = nearest(other, ["heard", "ignored"])
                    .map(|near| format!("did you mean `{near}`?"));
                let help =
                    near.unwrap_or_else(|| "write `heard` (the default) or `ignored`".to_owned());
                self.error_with_help(word.range, "method-references", message, help);
                true
            }
        }
    }

    /// Reads a context after its parameters, and then the contexts in it.
    fn context(&mut self, entries: &Entries<'_>, mut context: DraftContext) {
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

    /// `TYPE NAME [by identity | by equals]`.
    fn parameter(&mut self, word: &Word) -> Option<DraftParameter> {
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

        let (ty, name) = self.typed_name(declaration, word)?;
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

    fn creation(&mut self, node: Option<&Node>) -> DraftCreation {
        match node.map(|node| &node.value) {
            None | Some(Value::Null) => DraftCreation::AnyEvent,
            Some(Value::Scalar(text)) if text == "any-event" => DraftCreation::AnyEvent,
            Some(Value::Scalar(text)) if text == "slicing" => DraftCreation::Slicing,
            Some(_) => DraftCreation::Listed(self.words(node, "`any-event`, `slicing`, or events")),
        }
    }

    fn variables(&mut self, node: Option<&Node>) -> Vec<DraftVariable> {
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

    fn events(&mut self, node: &Node, keys: &Known) -> Vec<DraftEvent> {
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

    fn properties(&mut self, node: &Node) -> Vec<DraftProperty> {
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
            releases: self.one_of(
                entries.get("releases"),
                &[("false", false), ("true", true)],
                false,
            ),
        }
    }

    fn one_of<T: Copy>(&mut self, node: Option<&Node>, choices: &[(&str, T)], default: T) -> T {
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

    /// `FROM -> TO: EVENT` with `when` and `do`; a list of events makes one transition of each.
    fn transition(&mut self, node: &Node) -> Vec<DraftTransition> {
        let entries = self.mapping(node, "a transition");
        let is_arrow = |key: &Word| key.text.contains("->");
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
