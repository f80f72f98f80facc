//! Properties: states, transitions, `*`.

use std::collections::BTreeSet;

use index_vec::IndexVec;

use super::Assembly;
use crate::draft::{DraftProperty, DraftState, DraftTransition, Word};
use date::code::Code;
use date::ids::{ContextId, EventId, StateId};
use date::model::{Date, Property, State, Transition};

/// A transition whose event is `None` for `*`.
struct Row<'d> {
    draft: &'d DraftTransition,
    from: StateId,
    event: Option<EventId>,
    to: StateId,
    condition: Option<Code>,
    action: Option<Code>,
}

impl Assembly<'_> {
    pub(super) fn properties(&mut self) -> Vec<Property> {
        let mut properties = Vec::new();
        for (id, context) in self.contexts.indices().zip(&self.draft.contexts) {
            for draft in &context.properties {
                properties.extend(self.property(draft, id));
            }
        }
        properties
    }

    fn property(&mut self, draft: &DraftProperty, context: ContextId) -> Option<Property> {
        let names: Vec<&Word> = draft.states.iter().map(|state| &state.name).collect();
        self.check_unique("state", &names, &[]);
        let states = draft
            .states
            .iter()
            .map(|state| self.state(state, context))
            .collect();
        let initial = self.initial_state(draft);
        let rows: Vec<Row<'_>> = draft
            .transitions
            .iter()
            .filter_map(|t| self.row(t, &states, context))
            .collect();

        let further: Vec<EventId> = draft
            .alphabet
            .iter()
            .filter_map(|name| self.event(name, context))
            .collect();
        let alphabet: BTreeSet<EventId> = rows
            .iter()
            .filter_map(|row| row.event)
            .chain(further)
            .collect();

        let transitions = rows
            .iter()
            .flat_map(|row| self.expanded(row, &rows, &alphabet))
            .collect();
        Some(Property {
            name: draft.name.text.clone(),
            context,
            date: Date {
                states,
                initial: initial?,
                transitions,
            },
            alphabet: alphabet.into_iter().collect(),
            observable: draft.observable,
            severity: draft.severity,
            explanation: draft.explanation.clone(),
            releases: draft.releases,
            span: self.source.span(draft.name.range.clone()),
        })
    }

    fn state(&mut self, draft: &DraftState, context: ContextId) -> State {
        State {
            name: draft.name.text.clone(),
            kind: draft.kind,
            entry: draft
                .entry
                .as_ref()
                .and_then(|entry| self.statements(entry, context)),
            span: self.source.span(draft.name.range.clone()),
        }
    }

    /// The one initial state; none and several are reported.
    fn initial_state(&mut self, draft: &DraftProperty) -> Option<StateId> {
        let mut initial = draft
            .states
            .iter()
            .enumerate()
            .filter(|(_, state)| state.initial);
        let first = initial.next();

        if let Some((_, second)) = initial.next() {
            let message = format!("`{}` is a second initial state", second.name.text);
            self.report(&second.name, "initial-state", message);
        }
        if first.is_none() {
            let message = format!("the property `{}` has no initial state", draft.name.text);
            self.report(&draft.name, "initial-state", message);
        }

        first.map(|(i, _)| StateId::from(i))
    }

    fn row<'d>(
        &mut self,
        draft: &'d DraftTransition,
        states: &IndexVec<StateId, State>,
        context: ContextId,
    ) -> Option<Row<'d>> {
        let from = self.state_named(&draft.from, states);
        let to = self.state_named(&draft.to, states);
        let event = match draft.event.text.as_str() {
            "*" => None,
            _ => Some(self.event(&draft.event, context)?),
        };
        let condition = draft
            .condition
            .as_ref()
            .and_then(|condition| self.expression(condition, context));

        let action = draft
            .action
            .as_ref()
            .and_then(|action| self.statements(action, context));
        Some(Row {
            draft,
            from: from?,
            event,
            to: to?,
            condition,
            action,
        })
    }

    fn state_named(&mut self, word: &Word, states: &IndexVec<StateId, State>) -> Option<StateId> {
        let found = states.position(|state| state.name == word.text);
        if found.is_none() {
            let known: Vec<&str> = states.iter().map(|state| state.name.as_str()).collect();
            self.report_unknown(word, "unknown-state", &known);
        }
        found
    }

    /// The transitions that a row stands for: `*` is every event of the alphabet for which its
    /// state has no other row.
    fn expanded(
        &self,
        row: &Row<'_>,
        rows: &[Row<'_>],
        alphabet: &BTreeSet<EventId>,
    ) -> Vec<Transition> {
        let events = match row.event {
            Some(event) => vec![event],
            None => {
                let named: BTreeSet<EventId> = rows
                    .iter()
                    .filter(|other| other.from == row.from)
                    .filter_map(|other| other.event)
                    .collect();
                alphabet.difference(&named).copied().collect()
            }
        };

        let transition = |event| Transition {
            from: row.from,
            event,
            condition: row.condition.clone(),
            action: row.action.clone(),
            to: row.to,
            span: self.source.span(row.draft.range.clone()),
        };

        events.into_iter().map(transition).collect()
    }
}
