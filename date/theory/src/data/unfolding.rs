//! An automaton whose states say what is known of its variables.

use std::collections::VecDeque;

use index_vec::{IndexVec, index_vec};

use super::alphabet::Alphabet;
use super::evaluation::Scene;
use super::valuation::{Tracked, Valuation};
use crate::algebra::{StaticDate, StaticTransition, TransitionSet};
use crate::code::{Body, Code, Truth};
use crate::ids::{EventId, StateId, TransitionId};
use crate::model::{Property, Specification};

/// The most states of an unfolding.
pub const MOST_STATES: usize = 128;

/// A transition of an unfolding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfolded {
    /// The property's transition.
    pub origin: TransitionId,
    /// The state of the unfolding that it leaves.
    pub from: StateId,
    /// The event of the [`Alphabet`].
    pub event: EventId,
    /// The truth of its condition there.
    pub guard: Truth,
    /// The state of the unfolding that it enters.
    pub to: StateId,
}

/// A property unfolded by what is known of its variables. Whatever a run of the property does, it
/// does the same from state to state of the unfolding: the variables are as the states say; where a
/// transition has no copy, its condition does not hold or an earlier one's does.
#[derive(Debug, Clone, PartialEq)]
pub struct Unfolding {
    /// The variables that are told apart: those that were not given up.
    pub tracked: Tracked,
    /// For each state, the first of which is the initial one, the property's state and the values.
    pub states: IndexVec<StateId, (StateId, Valuation)>,
    /// By state, then in the order in which they are tried.
    pub transitions: IndexVec<TransitionId, Unfolded>,
    /// How many transitions the property has.
    of: usize,
}

impl Unfolding {
    /// Unfolds the transitions of `property` that `kept` accepts by its `tracked` variables.
    /// Conditions with the texts `impure` are left undecided, since evaluating them is seen. `None`
    /// if no condition is decided but constants. O(states * transitions * alphabet), times the size
    /// of the code.
    pub fn of(
        specification: &Specification,
        property: &Property,
        mut tracked: Tracked,
        impure: &[String],
        alphabet: &Alphabet,
        kept: &dyn Fn(TransitionId) -> bool,
    ) -> Option<Self> {
        loop {
            let mut explorer = Explorer::new(property, impure, alphabet, &tracked);
            if explorer.explore(tracked.initial(specification, property), kept) {
                let Explorer {
                    states,
                    transitions,
                    decides,
                    ..
                } = explorer;
                return decides.then_some(Unfolding {
                    states,
                    transitions,
                    tracked,
                    of: property.date.transitions.len(),
                });
            }
            // There are too many states: without the variable that has most values there are fewer.
            let widest = explorer.widest()?;
            tracked.give_up(widest);
        }
    }

    /// The unfolding as the reductions see it; `plain` is the property as they see that.
    pub fn static_date(&self, plain: &StaticDate) -> StaticDate {
        let transitions = self.transitions.iter().map(|unfolded| {
            let origin = &plain.transitions[unfolded.origin];
            let &Unfolded {
                from,
                event,
                guard,
                to,
                ..
            } = unfolded;
            StaticTransition {
                from,
                event,
                guard,
                to,
                ..origin.clone()
            }
        });
        StaticDate {
            states: self.states.len(),
            initial: StateId::from_raw(0),
            bad: self
                .states
                .iter()
                .map(|&(state, _)| plain.bad[state.index()])
                .collect(),
            releasing: self
                .states
                .iter()
                .map(|&(state, _)| plain.releasing[state.index()])
                .collect(),
            may_be_unborn: plain.may_be_unborn,
            transitions: transitions.collect(),
        }
    }

    /// The property's transitions that have a copy among `copies`.
    pub fn folded(&self, copies: &TransitionSet) -> TransitionSet {
        let mut folded = TransitionSet::empty(self.of);
        for copy in copies.iter() {
            folded.insert(self.transitions[copy].origin.index());
        }
        folded
    }
}

struct Explorer<'a> {
    property: &'a Property,
    impure: &'a [String],
    alphabet: &'a Alphabet,
    tracked: &'a Tracked,
    scenes: Vec<Scene<'a>>,
    states: IndexVec<StateId, (StateId, Valuation)>,
    /// The copies of each state.
    copies: IndexVec<StateId, Vec<StateId>>,
    pending: VecDeque<StateId>,
    transitions: IndexVec<TransitionId, Unfolded>,
    /// True if something is known of a condition that the condition alone does not say.
    decides: bool,
}

impl<'a> Explorer<'a> {
    fn new(
        property: &'a Property,
        impure: &'a [String],
        alphabet: &'a Alphabet,
        tracked: &'a Tracked,
    ) -> Self {
        Explorer {
            property,
            impure,
            alphabet,
            tracked,
            scenes: alphabet
                .arguments
                .iter()
                .map(|arguments| Scene::new(tracked, arguments))
                .collect(),
            states: IndexVec::new(),
            copies: index_vec![Vec::new(); property.date.states.len()],
            pending: VecDeque::new(),
            transitions: IndexVec::new(),
            decides: false,
        }
    }

    /// Finds states and transitions; `false` if there are too many.
    fn explore(&mut self, values: Valuation, kept: &dyn Fn(TransitionId) -> bool) -> bool {
        let date = &self.property.date;
        let entry = &date.states[date.initial].entry;
        // A new instance runs the entry code of its initial state.
        let begun = entry
            .as_ref()
            .map(|code| Scene::new(self.tracked, &Default::default()).after(code, &values));
        self.arrive(date.initial, begun.unwrap_or(values));
        while let Some(state) = self.pending.pop_front() {
            self.leave(state, kept);
            if self.states.len() > MOST_STATES {
                return false;
            }
        }
        true
    }

    fn arrive(&mut self, state: StateId, values: Valuation) -> StateId {
        if let Some(&known) = self.copies[state]
            .iter()
            .find(|&&copy| self.states[copy].1 == values)
        {
            return known;
        }
        let copy = self.states.push((state, values));
        self.copies[state].push(copy);
        self.pending.push_back(copy);
        copy
    }

    /// Adds the transitions out of a state.
    fn leave(&mut self, from: StateId, kept: &dyn Fn(TransitionId) -> bool) {
        let (state, values) = self.states[from].clone();
        // What is known where the transitions of each event that come first are not taken; nothing
        // where one surely is.
        let mut left: IndexVec<EventId, Option<Valuation>> = self
            .alphabet
            .events
            .iter()
            .map(|_| Some(values.clone()))
            .collect();
        let property = self.property;

        for (origin, transition) in property.date.outgoing(state).filter(|(id, _)| kept(*id)) {
            for event in self.alphabet.events.indices() {
                let (named, _) = self.alphabet.events[event];
                if named == transition.event
                    && let Some(values) = left[event].take()
                {
                    left[event] = self.pass(from, origin, event, values);
                }
            }
        }
    }

    /// Adds a transition if it may be taken; what is known if it is not.
    fn pass(
        &mut self,
        from: StateId,
        origin: TransitionId,
        event: EventId,
        values: Valuation,
    ) -> Option<Valuation> {
        let transition = &self.property.date.transitions[origin];
        let (_, arguments) = self.alphabet.events[event];
        let condition = transition.condition.as_ref();
        let guard = self.guard(condition, arguments, &values);
        let is_impure = condition.is_some_and(|code| self.is_impure(code));
        self.decides |= !is_impure && guard != Truth::of(condition);
        // It is never taken here, and later transitions find the same values.
        if guard == Truth::False {
            return Some(values);
        }

        // A condition whose evaluation is seen stays undecided, so nothing is learnt from it.
        let decided = condition
            .filter(|code| !self.is_impure(code))
            .and_then(|code| match &code.body {
                Body::Expr(expr) => Some(expr),
                Body::Stmts(_) => None,
            });
        let scene = &self.scenes[arguments];
        let holding = decided.map_or(Some(values.clone()), |expr| {
            scene.assume(expr, true, values.clone())
        });

        // With the values that are known the condition cannot hold.
        let Some(taken) = holding else {
            self.decides = true;
            return Some(values);
        };
        let codes = transition
            .action
            .iter()
            .chain(&self.property.date.states[transition.to].entry);
        let after = codes.fold(taken, |values, code| scene.after(code, &values));
        // Later transitions are tried only if the condition was false, which narrows the values. An
        // exception counts as false as well, and narrows nothing.
        let passed = match (guard, decided) {
            (Truth::True, _) => None,
            (_, Some(expr)) if !scene.answer(expr, &values).throws => {
                scene.assume(expr, false, values)
            }
            _ => Some(values),
        };

        let to = self.arrive(transition.to, after);
        // If the condition cannot be false here, the transition has to be taken.
        let guard = if passed.is_none() { Truth::True } else { guard };
        self.transitions.push(Unfolded {
            origin,
            from,
            event,
            guard,
            to,
        });

        passed
    }

    fn guard(&self, condition: Option<&Code>, arguments: usize, values: &Valuation) -> Truth {
        match condition {
            Some(code) if !self.is_impure(code) => self.scenes[arguments].condition(code, values),
            Some(_) => Truth::Unknown,
            None => Truth::True,
        }
    }

    fn is_impure(&self, code: &Code) -> bool {
        self.impure.contains(&code.text)
    }

    /// The variable with most values; `None` if there is none.
    fn widest(&self) -> Option<usize> {
        let different = |&position: &usize| {
            let mut seen = Vec::new();
            for (_, values) in &self.states {
                if !seen.contains(&&values[position]) {
                    seen.push(&values[position]);
                }
            }
            seen.len()
        };
        // `max_by_key` gives the last maximum: in this order, the first variable.
        (0..self.tracked.names.len()).rev().max_by_key(different)
    }
}
