//! Events: members, triggers, filters and `where` code.

use super::Assembly;
use crate::formats::draft::{DraftAlternative, DraftEvent, Word};
use crate::ids::{ContextId, EventId};
use crate::model::{Alternative, Event, Trigger};

impl<'a> Assembly<'a> {
    /// Declares the events of all contexts in order. A member is an event of the same context or an ancestor, declared
    /// anywhere; an event must not contain itself.
    pub(super) fn declare_events(&mut self) {
        for id in self.contexts.indices() {
            for draft in &self.draft.contexts[id.index()].events {
                let event = self.draft_event(draft, id);
                self.events.push(event);
            }
        }
        for (event, draft) in self.events.indices().zip(self.drafts()) {
            let context = self.events[event].context;
            self.events[event].members = draft.members.iter().filter_map(|name| self.event(name, context)).collect();
        }
        for event in self.events.indices() {
            if self.contains(event, event) {
                let word = self.word_of(event);
                self.report(&word, "circular-event", format!("the event `{}` contains itself", word.text));
            }
        }
    }

    /// The drafts of all events, in the order of their ids.
    fn drafts(&self) -> Vec<&'a DraftEvent> {
        self.draft.contexts.iter().flat_map(|context| &context.events).collect()
    }

    fn draft_event(&mut self, draft: &DraftEvent, context: ContextId) -> Event {
        let alternatives =
            draft.alternatives.iter().map(|alternative| self.alternative(alternative, context)).collect();
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
            Trigger::Timeout { clock, .. } => self.check_declared(clock, "clock", draft, context),
            Trigger::Receive { channel, .. } => self.check_declared(channel, "channel", draft, context),
            Trigger::Point(_) | Trigger::EndOfProgram => {}
        }
        Alternative {
            trigger: draft.trigger.clone(),
            filter: None,
            wheres: Vec::new(),
            span: self.source.span(draft.range.clone()),
        }
    }

    fn check_declared(&mut self, name: &str, what: &str, draft: &DraftAlternative, context: ContextId) {
        let known: Vec<String> = self.chain(context).into_iter().flat_map(|id| self.names_of(id, what)).collect();
        if !known.iter().any(|k| k == name) {
            let word = Word { text: name.to_owned(), range: draft.range.clone() };
            self.report_unknown(&word, what, &known.iter().map(String::as_str).collect::<Vec<&str>>());
        }
    }

    fn names_of(&self, id: ContextId, what: &str) -> Vec<String> {
        let context = &self.contexts[id];
        match what {
            "clock" => context.clocks.iter().map(|clock| clock.name.clone()).collect(),
            _ => context.channels.iter().map(|channel| channel.name.clone()).collect(),
        }
    }

    /// Whether `inner` is reached from the members of `outer`. O(events) at each of at most all events.
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
                let filter = alternative.filter.as_ref().and_then(|filter| self.expression(filter, context));
                let wheres = alternative.wheres.iter().filter_map(|code| self.statements(code, context)).collect();
                self.events[event].alternatives[i].filter = filter;
                self.events[event].alternatives[i].wheres = wheres;
            }
        }
    }
}
