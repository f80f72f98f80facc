//! Events: members, triggers, filters and `where` code.

use super::Assembly;
use crate::draft::{DraftAlternative, DraftEvent, Word};
use date::code::lexical::{is_identifier, is_word_character};
use date::ids::{ContextId, EventId};
use date::model::{Alternative, Binding, Event, PointPattern, Trigger};

impl<'a> Assembly<'a> {
    /// Declares the events of all contexts in order. A member is an event of the same context or an
    /// ancestor, declared anywhere; an event must not contain itself.
    pub(super) fn declare_events(&mut self) {
        for id in self.contexts.indices() {
            for draft in &self.draft.contexts[id.index()].events {
                let event = self.draft_event(draft, id);
                self.events.push(event);
            }
        }

        for (event, draft) in self.events.indices().zip(self.drafts()) {
            let context = self.events[event].context;
            self.events[event].members = draft
                .members
                .iter()
                .filter_map(|name| self.event(name, context))
                .collect();
        }

        for event in self.events.indices() {
            if self.contains(event, event) {
                let word = self.word_of(event);
                self.report(
                    &word,
                    "circular-event",
                    format!("the event `{}` contains itself", word.text),
                );
            }
        }
    }

    /// The drafts of all events, in the order of their ids.
    fn drafts(&self) -> Vec<&'a DraftEvent> {
        self.draft
            .contexts
            .iter()
            .flat_map(|context| &context.events)
            .collect()
    }

    fn draft_event(&mut self, draft: &DraftEvent, context: ContextId) -> Event {
        let keys = self
            .chain(context)
            .into_iter()
            .flat_map(|id| &self.draft.contexts[id.index()].parameters);
        let parameters = draft
            .parameters
            .iter()
            .map(|parameter| parameter.name.as_str());
        let variables: Vec<&str> = keys
            .map(|key| key.name.text.as_str())
            .chain(parameters)
            .collect();
        draft
            .alternatives
            .iter()
            .for_each(|alternative| self.check_words(alternative, &variables));

        let alternatives = draft
            .alternatives
            .iter()
            .map(|alternative| self.alternative(alternative, context))
            .collect();
        Event {
            name: draft.name.text.clone(),
            context,
            parameters: draft.parameters.clone(),
            alternatives,
            members: Vec::new(),
            span: self.source.span(draft.name.range.clone()),
        }
    }

    fn alternative(&mut self, draft: &DraftAlternative, context: ContextId) -> Alternative {
        match &draft.trigger {
            Trigger::Timeout { clock, .. } => {
                self.check_declared(clock, "unknown-clock", draft, context)
            }
            Trigger::Receive { channel, .. } => {
                self.check_declared(channel, "unknown-channel", draft, context)
            }
            Trigger::Point(_) | Trigger::EndOfProgram => {}
        }
        Alternative {
            trigger: draft.trigger.clone(),
            filter: None,
            wheres: Vec::new(),
            span: self.source.span(draft.range.clone()),
        }
    }

    /// Checks that the words of a pattern look like types and variables, and can be told apart. A
    /// program decides whether there are such types.
    fn check_words(&mut self, draft: &DraftAlternative, variables: &[&str]) {
        let bindings = draft.trigger.bindings();
        let is_variable = |name: &str| {
            variables.contains(&name) || bindings.iter().any(|binding| binding.name == name)
        };
        let tests = tests(&draft.trigger);
        let types =
            declaring_types(&draft.trigger).chain(bindings.iter().filter_map(|b| b.ty.as_deref()));
        let of_flows = draft
            .trigger
            .flows()
            .iter()
            .flat_map(|test| &test.flow.points)
            .flat_map(PointPattern::types);

        let no_types = types
            .chain(of_flows)
            .chain(tests.iter().copied())
            .filter(|ty| !is_type(ty));
        let variables_as_types = tests.iter().filter(|ty| is_variable(ty));
        let no_names = bindings
            .iter()
            .map(|binding| &binding.name)
            .filter(|name| !is_identifier(name));
        let messages: Vec<String> = no_types
            .map(|ty| format!("`{ty}` is not a type"))
            .chain(variables_as_types.map(|ty| format!("`{ty}` is a variable here, and no type")))
            .chain(no_names.map(|name| format!("`{name}` is not the name of a variable")))
            .collect();

        for message in messages {
            self.findings.push(
                self.source
                    .error(draft.range.clone(), "invalid-name", message),
            );
        }

        if let Some(name) = bound_twice(&bindings) {
            let message = format!(
                "`{name}` is bound in two places of this pattern, and can hold one of the values only"
            );
            let help = "give each of them a variable of its own";
            self.findings.push(
                self.source
                    .error(draft.range.clone(), "bound-twice", message)
                    .with_help(help),
            );
        }
    }

    /// Reports a clock or channel that no context around declares.
    fn check_declared(
        &mut self,
        name: &str,
        code: &str,
        draft: &DraftAlternative,
        context: ContextId,
    ) {
        let known: Vec<String> = self
            .chain(context)
            .into_iter()
            .flat_map(|id| self.names_of(id, code))
            .collect();
        if !known.iter().any(|k| k == name) {
            let word = Word {
                text: name.to_owned(),
                range: draft.range.clone(),
            };
            self.report_unknown(
                &word,
                code,
                &known.iter().map(String::as_str).collect::<Vec<&str>>(),
            );
        }
    }

    /// The names of a context that a name with this code may have been meant to be.
    fn names_of(&self, id: ContextId, code: &str) -> Vec<String> {
        let context = &self.contexts[id];
        match code {
            "unknown-clock" => context
                .clocks
                .iter()
                .map(|clock| clock.name.clone())
                .collect(),
            _ => context
                .channels
                .iter()
                .map(|channel| channel.name.clone())
                .collect(),
        }
    }

    /// Returns whether `inner` is reached from the members of `outer`. O(events) at each of at most
    /// all events.
    fn contains(&self, outer: EventId, inner: EventId) -> bool {
        let mut seen = vec![false; self.events.len()];
        let mut open = self.events[outer].members.clone();
        while let Some(event) = open.pop() {
            if event == inner {
                return true;
            }
            if !std::mem::replace(&mut seen[event.index()], true) {
                open.extend(&self.events[event].members);
            }
        }
        false
    }

    pub(super) fn parse_event_code(&mut self) {
        for (event, draft) in self.events.indices().zip(self.drafts()) {
            let context = self.events[event].context;
            for (i, alternative) in draft.alternatives.iter().enumerate() {
                let filter = alternative
                    .filter
                    .as_ref()
                    .and_then(|filter| self.expression(filter, context));
                let wheres = alternative
                    .wheres
                    .iter()
                    .filter_map(|code| self.statements(code, context))
                    .collect();
                self.events[event].alternatives[i].filter = filter;
                self.events[event].alternatives[i].wheres = wheres;
            }
        }
    }
}

/// The types that declare the members of a pattern.
fn declaring_types(trigger: &Trigger) -> impl Iterator<Item = &str> {
    let point = match trigger {
        Trigger::Point(point) => Some(point),
        _ => None,
    };
    point.into_iter().flat_map(PointPattern::declaring_types)
}

/// The types that arguments are asked for without being bound.
fn tests(trigger: &Trigger) -> Vec<&str> {
    let Trigger::Point(point) = trigger else {
        return Vec::new();
    };
    point.argument_types().collect()
}

/// Returns whether `text` can be a Java type or a pattern of types: names, dots, stars and
/// brackets, and more between `<` and `>`.
pub(super) fn is_type(text: &str) -> bool {
    let mut depth = 0_u32;
    let ends = text.chars().all(|c| match c {
        '<' => {
            depth += 1;
            true
        }
        '>' => depth.checked_sub(1).map(|less| depth = less).is_some(),
        ',' | ' ' | '?' | '&' => depth > 0,
        _ => is_word_character(c) || ".*[]".contains(c),
    });
    ends && depth == 0 && text.starts_with(|c: char| is_word_character(c) || c == '*')
}

/// The first name that two of the bindings have.
fn bound_twice<'b>(bindings: &[&'b Binding]) -> Option<&'b str> {
    let names = bindings
        .iter()
        .enumerate()
        .map(|(at, binding)| (at, &*binding.name));
    let mut again =
        names.filter(|&(at, name)| bindings[..at].iter().any(|earlier| earlier.name == name));
    again.next().map(|(_, name)| name)
}
