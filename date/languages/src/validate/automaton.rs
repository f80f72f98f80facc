//! The automaton of a property: what its order of transitions decides, and what can never happen.

use std::collections::BTreeSet;

use super::Findings;
use date::code::{Truth, exclusive};
use date::ids::{EventId, StateId, TransitionId};
use date::judgement::judge;
use date::model::{Property, Specification, State, StateKind, Transition};

pub(super) fn check(
    specification: &Specification,
    property: &Property,
    findings: &mut Findings<'_>,
) {
    let checker = Checker {
        specification,
        property,
    };
    let dead: BTreeSet<TransitionId> = property
        .date
        .transitions
        .indices()
        .filter(|&id| checker.check_dead(id, findings))
        .collect();
    for id in property.date.states.indices() {
        checker.check_order(id, &dead, findings);
    }
    checker.check_reachability(&dead, findings);
}

struct Checker<'a> {
    specification: &'a Specification,
    property: &'a Property,
}

impl Checker<'_> {
    fn state(&self, id: StateId) -> &str {
        &self.property.date.states[id].name
    }

    fn shown(&self, transition: &Transition) -> String {
        let event = &self.specification.events[transition.event].name;
        format!(
            "{} -> {}: {event}",
            self.state(transition.from),
            self.state(transition.to)
        )
    }

    /// The letters in which `event` is notified.
    fn letters(&self, event: EventId) -> Vec<Vec<EventId>> {
        let raised = self
            .specification
            .events
            .iter_enumerated()
            .filter(|(_, e)| !e.alternatives.is_empty());
        raised
            .map(|(id, _)| self.specification.letter(id))
            .filter(|letter| letter.contains(&event))
            .collect()
    }

    /// Returns whether the transition can never be taken: its condition is false, or an earlier one
    /// always comes first.
    fn check_dead(&self, id: TransitionId, findings: &mut Findings<'_>) -> bool {
        let transition = &self.property.date.transitions[id];
        if Truth::of(transition.condition.as_ref()) == Truth::False {
            let message = format!("the condition of `{}` never holds", self.shown(transition));
            findings.warning(transition.span, "dead-transition", message, "");
            return true;
        }

        let letters = self.letters(transition.event);
        let hides = |earlier: &&Transition| {
            earlier.from == transition.from
                && Truth::of(earlier.condition.as_ref()) == Truth::True
                && (earlier.event == transition.event
                    || !letters.is_empty() && letters.iter().all(|l| l.contains(&earlier.event)))
        };
        let Some(earlier) = self.property.date.transitions[..id].iter().find(hides) else {
            return false;
        };

        let message = format!(
            "`{}` is never taken: `{}` in line {} always comes first",
            self.shown(transition),
            self.shown(earlier),
            earlier.span.line
        );
        findings.warning(
            transition.span,
            "dead-transition",
            message,
            "transitions are tried in the order of the file",
        );

        true
    }

    /// Pairs of transitions of a state that one notification may enable both.
    fn check_order(
        &self,
        state: StateId,
        dead: &BTreeSet<TransitionId>,
        findings: &mut Findings<'_>,
    ) {
        let outgoing: Vec<&Transition> = self
            .property
            .date
            .outgoing(state)
            .filter(|(id, _)| !dead.contains(id))
            .map(|(_, t)| t)
            .collect();
        for (i, earlier) in outgoing.iter().enumerate() {
            for later in &outgoing[i + 1..] {
                // What is made of one place of the file, as of a formula, is in an order that
                // nobody wrote.
                let is_written = earlier.span != later.span;
                if is_written
                    && self.meet(earlier.event, later.event)
                    && !are_exclusive(earlier, later)
                {
                    self.report_order(earlier, later, findings);
                }
            }
        }
    }

    /// Returns whether some notification carries both events.
    fn meet(&self, a: EventId, b: EventId) -> bool {
        a == b || self.letters(a).iter().any(|letter| letter.contains(&b))
    }

    /// A last transition without condition is an "otherwise", which is worth a note only.
    fn report_order(&self, earlier: &Transition, later: &Transition, findings: &mut Findings<'_>) {
        let (first, second) = (self.shown(earlier), self.shown(later));
        let place = format!("in line {}", earlier.span.line);
        if earlier.event == later.event && Truth::of(later.condition.as_ref()) == Truth::True {
            let message = format!(
                "`{second}` is taken when the condition of `{first}` {place} does not hold"
            );
            findings.note(
                later.span,
                "otherwise",
                message,
                "transitions are tried in the order of the file",
            );
            return;
        }

        let message = format!(
            "`{second}` and `{first}` {place} may both be enabled: the first in the file is taken"
        );
        findings.warning(
            later.span,
            "nondeterminism",
            message,
            "make their conditions exclude each other",
        );
    }

    fn check_reachability(&self, dead: &BTreeSet<TransitionId>, findings: &mut Findings<'_>) {
        let date = &self.property.date;
        let initial = &date.states[date.initial];
        let edges: Vec<(TransitionId, &Transition)> = date
            .transitions
            .iter_enumerated()
            .filter(|(id, _)| !dead.contains(id))
            .collect();
        let forward: Vec<(StateId, StateId)> = edges.iter().map(|(_, t)| (t.from, t.to)).collect();
        let reachable = closure(BTreeSet::from([date.initial]), &forward);

        for (_, state) in date
            .states
            .iter_enumerated()
            .filter(|(id, _)| !reachable.contains(id))
        {
            findings.warning(
                state.span,
                "unreachable-state",
                format!("the state `{}` is never reached", state.name),
                "",
            );
        }

        if initial.kind == StateKind::Bad {
            let message = format!(
                "the initial state `{}` is bad, but starting in it is no report",
                initial.name
            );
            findings.warning(
                initial.span,
                "bad-initial-state",
                message,
                "only entering a bad state is reported",
            );
        }

        let useful = self.observing(&edges);
        if !useful.contains(&date.initial) {
            let message = format!(
                "the property `{}` can never report anything",
                self.property.name
            );
            findings.warning(
                self.property.span,
                "silent-property",
                message,
                "no bad state and no external action is reachable",
            );
            return;
        }

        let fruitless = |id: &StateId, kind: StateKind| {
            reachable.contains(id) && !useful.contains(id) && kind == StateKind::Normal
        };
        // States that a whole formula stands for are nobody's mistake.
        let property = self.property.span;
        let is_written =
            |state: &State| state.span.start > property.start || state.span.end < property.end;
        let found = date
            .states
            .iter_enumerated()
            .filter(|(id, state)| fruitless(id, state.kind) && is_written(state));

        for (_, state) in found {
            let message = format!(
                "after the state `{}` nothing can be reported any more",
                state.name
            );
            findings.note(state.span, "fruitless-state", message, "");
        }
    }

    /// The states from which an observable transition can be taken.
    fn observing(&self, edges: &[(TransitionId, &Transition)]) -> BTreeSet<StateId> {
        let judgement = judge(self.specification, self.property, &|_| false);
        let observable = |id: TransitionId| judgement.date.transitions[id].observable;
        let sources = edges
            .iter()
            .filter(|(id, _)| observable(*id))
            .map(|(_, t)| t.from)
            .collect();
        let backward: Vec<(StateId, StateId)> = edges.iter().map(|(_, t)| (t.to, t.from)).collect();
        closure(sources, &backward)
    }
}

fn are_exclusive(a: &Transition, b: &Transition) -> bool {
    match (&a.condition, &b.condition) {
        (Some(a), Some(b)) => exclusive(a, b),
        _ => false,
    }
}

fn closure(start: BTreeSet<StateId>, edges: &[(StateId, StateId)]) -> BTreeSet<StateId> {
    let mut reached = start;
    let mut open: Vec<StateId> = reached.iter().copied().collect();
    while let Some(state) = open.pop() {
        for (_, to) in edges.iter().filter(|(from, _)| *from == state) {
            if reached.insert(*to) {
                open.push(*to);
            }
        }
    }
    reached
}
