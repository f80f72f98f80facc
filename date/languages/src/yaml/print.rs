//! From a specification to YAML. Reading the result gives the same specification, places aside.

use std::collections::{BTreeMap, BTreeSet};

use super::emit::Doc;
use crate::pattern::{self, Known};
use date::code::Code;
use date::ids::{ContextId, EventId, StateId};
use date::model::{
    Alternative, Context, Creation, Event, EventParameter, Explanation, Identity, Observability,
    Parameter, Property, Severity, Specification, State, StateKind, Transition, Variable,
};

/// The YAML text of a specification. O(size).
pub fn print(specification: &Specification) -> String {
    let printer = Printer { specification };
    let mut entries = Entries::default();
    if let Some(package) = &specification.package {
        entries.put("package", Doc::text(package));
    }

    entries.list(
        "imports",
        specification.imports.iter().map(Doc::text).collect(),
    );

    if !specification.hears_references {
        entries.put("method-references", Doc::text("ignored"));
    }

    entries.code("methods", specification.methods.as_ref());
    printer.context(&mut entries, ContextId::from(0));
    Doc::Map(entries.entries).write()
}

/// The entries of a mapping; what is empty is left out.
#[derive(Default)]
struct Entries {
    entries: Vec<(String, Doc)>,
}

impl Entries {
    fn put(&mut self, key: &str, doc: Doc) {
        self.entries.push((key.to_owned(), doc));
    }

    fn list(&mut self, key: &str, items: Vec<Doc>) {
        if !items.is_empty() {
            self.put(key, Doc::List(items));
        }
    }

    fn map(&mut self, key: &str, entries: Vec<(String, Doc)>) {
        if !entries.is_empty() {
            self.put(key, Doc::Map(entries));
        }
    }

    fn code(&mut self, key: &str, code: Option<&Code>) {
        if let Some(code) = code {
            self.put(key, Doc::text(&code.text));
        }
    }
}

struct Printer<'a> {
    specification: &'a Specification,
}

impl Printer<'_> {
    fn context(&self, entries: &mut Entries, id: ContextId) {
        let context = &self.specification.contexts[id];
        entries.list(
            "variables",
            context.variables.iter().map(variable).collect(),
        );
        entries.list(
            "clocks",
            context
                .clocks
                .iter()
                .map(|clock| Doc::text(&clock.name))
                .collect(),
        );
        entries.list(
            "channels",
            context
                .channels
                .iter()
                .map(|channel| Doc::text(&channel.name))
                .collect(),
        );

        let events = self
            .specification
            .events
            .iter()
            .filter(|event| event.context == id);
        entries.map(
            "events",
            events
                .map(|event| (event.name.clone(), self.event(event)))
                .collect(),
        );

        let properties = self
            .specification
            .properties
            .iter()
            .filter(|property| property.context == id);
        entries.map(
            "properties",
            properties
                .map(|p| (p.name.clone(), self.property(p)))
                .collect(),
        );

        let children = self
            .specification
            .contexts
            .iter_enumerated()
            .filter(|(_, child)| child.parent == Some(id));
        entries.list(
            "foreach",
            children
                .map(|(child, context)| self.foreach(child, context))
                .collect(),
        );
    }

    fn foreach(&self, id: ContextId, context: &Context) -> Doc {
        let mut entries = Entries::default();
        entries.list(
            "parameters",
            context.parameters.iter().map(parameter).collect(),
        );
        match &context.creation {
            Creation::AnyEvent => {}
            Creation::Slicing => entries.put("creation", Doc::text("slicing")),
            Creation::Listed(events) => {
                entries.put(
                    "creation",
                    Doc::List(events.iter().map(|&event| self.event_name(event)).collect()),
                );
            }
        }
        self.context(&mut entries, id);

        Doc::Map(entries.entries)
    }

    fn event_name(&self, event: EventId) -> Doc {
        Doc::text(&self.specification.events[event].name)
    }

    /// The parameters of the context and its ancestors.
    fn keys(&self, id: ContextId) -> Known {
        let chain = std::iter::successors(Some(id), |&id| self.specification.contexts[id].parent);
        let parameters = chain.flat_map(|id| &self.specification.contexts[id].parameters);
        parameters
            .map(|p| (p.name.clone(), Some(p.ty.clone())))
            .collect()
    }

    fn event(&self, event: &Event) -> Doc {
        let mut known = self.keys(event.context);
        let mut entries = Entries::default();
        if event.parameters != implied_parameters(event) {
            entries.put(
                "parameters",
                Doc::List(event.parameters.iter().map(event_parameter).collect()),
            );
            known.extend(
                event
                    .parameters
                    .iter()
                    .map(|p| (p.name.clone(), p.ty.clone())),
            );
        }

        match (event.alternatives.as_slice(), event.members.as_slice()) {
            ([only], []) => alternative(&mut entries, only, &known),
            (alternatives, members) => {
                let alternatives = alternatives.iter().map(|a| list_item(a, &known));
                let members = members.iter().map(|&member| self.event_name(member));
                entries.put("any-of", Doc::List(alternatives.chain(members).collect()));
            }
        }

        match <[(String, Doc); 1]>::try_from(entries.entries) {
            Ok([(key, doc)]) if key == "on" => doc,
            Ok(only) => Doc::Map(only.into()),
            Err(entries) => Doc::Map(entries),
        }
    }

    fn property(&self, property: &Property) -> Doc {
        let mut entries = Entries::default();
        if property.observable == Observability::VerdictOnly {
            entries.put("observable", Doc::text("verdict-only"));
        }
        if property.severity != Severity::default() {
            entries.put("severity", Doc::text(property.severity.word()));
        }
        let Explanation { message, help } = &property.explanation;
        for (key, text) in [("message", message), ("help", help)] {
            if let Some(text) = text {
                entries.put(key, Doc::text(text));
            }
        }
        if property.releases {
            entries.put("releases", Doc::text("true"));
        }

        let used: BTreeSet<EventId> = property.date.transitions.iter().map(|t| t.event).collect();
        let alphabet: BTreeSet<EventId> = property.alphabet.iter().copied().collect();
        entries.list(
            "alphabet",
            alphabet
                .difference(&used)
                .map(|&event| self.event_name(event))
                .collect(),
        );
        let states = property.date.states.iter_enumerated();

        let states = states.map(|(id, state)| {
            (
                state.name.clone(),
                print_state(state, id == property.date.initial),
            )
        });
        entries.map("states", states.collect());
        let transitions = property
            .date
            .transitions
            .iter()
            .map(|t| self.transition(property, t));
        entries.list("transitions", transitions.collect());

        Doc::Map(entries.entries)
    }

    fn transition(&self, property: &Property, transition: &Transition) -> Doc {
        let name = |state: StateId| &property.date.states[state].name;
        let mut entries = Entries::default();
        let arrow = format!("{} -> {}", name(transition.from), name(transition.to));
        entries.put(&arrow, self.event_name(transition.event));
        entries.code("when", transition.condition.as_ref());
        entries.code("do", transition.action.as_ref());
        Doc::Map(entries.entries)
    }
}

fn variable(variable: &Variable) -> Doc {
    let initial = variable
        .initial
        .as_ref()
        .map_or(String::new(), |code| format!(" = {}", code.text));
    Doc::Text(format!("{} {}{initial}", variable.ty, variable.name))
}

fn parameter(parameter: &Parameter) -> Doc {
    let identity = if parameter.identity == Identity::Equals {
        " by equals"
    } else {
        ""
    };
    Doc::Text(format!("{} {}{identity}", parameter.ty, parameter.name))
}

fn event_parameter(parameter: &EventParameter) -> Doc {
    match &parameter.ty {
        Some(ty) => Doc::Text(format!("{ty} {}", parameter.name)),
        None => Doc::text(&parameter.name),
    }
}

/// The parameters that a reader finds in the event's patterns.
fn implied_parameters(event: &Event) -> Vec<EventParameter> {
    let mut seen = BTreeMap::new();
    let mut parameters = Vec::new();
    for binding in event
        .alternatives
        .iter()
        .flat_map(|alternative| alternative.trigger.bindings())
    {
        if seen.insert(&binding.name, ()).is_none() {
            parameters.push(EventParameter {
                name: binding.name.clone(),
                ty: binding.ty.clone(),
            });
        }
    }

    parameters
}

fn alternative(entries: &mut Entries, alternative: &Alternative, known: &Known) {
    entries.put("on", Doc::Text(pattern::print(&alternative.trigger, known)));
    entries.code("filter", alternative.filter.as_ref());
    match alternative.wheres.as_slice() {
        [only] => entries.code("where", Some(only)),
        wheres => entries.list(
            "where",
            wheres.iter().map(|code| Doc::text(&code.text)).collect(),
        ),
    }
}

/// One word in a list is an event, so `end` is written `on: end`.
fn list_item(item: &Alternative, known: &Known) -> Doc {
    let mut entries = Entries::default();
    alternative(&mut entries, item, known);
    match entries.entries.as_slice() {
        [(_, Doc::Text(text))] if text.contains(' ') => Doc::text(text),
        _ => Doc::Map(entries.entries),
    }
}

fn print_state(state: &State, initial: bool) -> Doc {
    let kind = match state.kind {
        StateKind::Normal => None,
        StateKind::Bad => Some("bad"),
        StateKind::Accepting => Some("accepting"),
    };
    let words: Vec<&str> = initial
        .then_some("initial")
        .into_iter()
        .chain(kind)
        .collect();

    let words = (!words.is_empty()).then(|| Doc::Text(words.join(" ")));
    match &state.entry {
        None => words.unwrap_or(Doc::Nothing),
        Some(entry) => {
            let kind = words.map(|words| ("is".to_owned(), words));
            Doc::Map(
                kind.into_iter()
                    .chain([("entry".to_owned(), Doc::text(&entry.text))])
                    .collect(),
            )
        }
    }
}
