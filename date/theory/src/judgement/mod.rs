//! The facts that a property states about itself, before any program is looked at. They are the
//! observable transitions, the events that must be heard in any case, and uses of constructs that
//! the reductions do not follow.
//!
//! What is not followed freezes the property ([`Judgement::frozen`]): it is monitored as written.
//! That covers creation that is seen, event variables that outlive their event, what several
//! properties of one file share (semantics, hazards 3, 17 and 18).

mod freezing;
mod helpers;
mod initial;
mod observing;
mod stale;
mod starting;
mod unprompted;

pub use helpers::values_of_helpers;
pub use observing::is_output;
pub use stale::{bound_by, read_stale};
pub use starting::awaits_start;

use std::collections::BTreeSet;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::algebra::{StaticDate, StaticTransition};
use crate::code::Code;
use crate::ids::{EventId, StateId};
use crate::model::{Creation, Property, Specification, StateKind, Transition};

/// A property as the reductions need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The DATE with conditions as truth values.
    pub date: StaticDate,
    /// Events that must be heard whatever the residual says: their `filter` or `where` has effects,
    /// they create, or they bind a variable that code of other events reads.
    pub pinned: Vec<EventId>,
    /// The events that something else than a program point raises, at any time: timeouts, messages
    /// on channels, the end of the program.
    pub unprompted: Vec<EventId>,
    /// The events that are raised for instances of an outer context. They reach all instances
    /// inside that are there, and make none.
    pub outer: Vec<EventId>,
    /// Why nothing of the property may be removed.
    pub frozen: Option<String>,
    /// Texts of conditions whose evaluation has effects.
    pub impure_conditions: Vec<String>,
    /// Names of variables and clocks that something besides the property reads, writes or hears.
    pub shared_variables: Vec<String>,
}

/// Judges one property of `specification`. `has_effects` says of a condition, `filter` or `where`
/// whether the calls in it are seen to write program state or to do I/O.
pub fn judge(
    specification: &Specification,
    property: &Property,
    has_effects: &dyn Fn(&Code) -> bool,
) -> Judgement {
    let judge = observing::Judge::new(specification, property, has_effects);
    let date = &property.date;
    let states = date.states.len();
    let accepting =
        |state: &crate::model::State| property.releases && state.kind == StateKind::Accepting;
    // Equal texts get equal numbers, and the reductions compare code by number.
    let mut conditions: IndexSet<&str, FxBuildHasher> = IndexSet::default();
    let mut actions: IndexSet<Vec<&str>, FxBuildHasher> = IndexSet::default();
    let transitions = date.transitions.iter().map(|transition| StaticTransition {
        from: transition.from,
        event: transition.event,
        guard: judge.guard(transition.condition.as_ref()),
        condition: transition
            .condition
            .as_ref()
            .map(|code| number(conditions.insert_full(&code.text).0)),
        action: run_by(property, transition).map(|codes| number(actions.insert_full(codes).0)),
        observable: judge.is_observable(transition),
        to: transition.to,
    });

    let impure = date
        .transitions
        .iter()
        .filter_map(|t| t.condition.as_ref())
        .filter(|code| judge.is_impure(code));
    let creation = &specification.contexts[property.context].creation;
    let raised: Vec<EventId> = unprompted::raised(specification, property).collect();

    Judgement {
        date: StaticDate {
            states,
            initial: date.initial,
            bad: date
                .states
                .iter()
                .map(|state| state.kind == StateKind::Bad)
                .collect(),
            releasing: date.states.iter().map(accepting).collect(),
            may_be_unborn: matches!(creation, Creation::Listed(_)),
            transitions: transitions.collect(),
        },
        pinned: pinned(specification, property, &judge),
        unprompted: raised
            .iter()
            .copied()
            .filter(|&event| unprompted::is_unprompted(specification, event))
            .collect(),
        outer: raised
            .into_iter()
            .filter(|&e| specification.events[e].context != property.context)
            .collect(),
        frozen: freezing::reason(specification, property, &judge),
        impure_conditions: impure
            .map(|code| code.text.clone())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect(),
        shared_variables: judge.shared.iter().cloned().collect(),
    }
}

/// The texts of the code that taking a transition runs, in order, if there is any.
fn run_by<'a>(property: &'a Property, transition: &'a Transition) -> Option<Vec<&'a str>> {
    let entry = &property.date.states[transition.to].entry;
    // Where the one ends and the other begins makes a difference.
    let texts =
        [&transition.action, entry].map(|code| code.as_ref().map_or("", |code| &*code.text));
    (transition.action.is_some() || entry.is_some()).then(|| texts.to_vec())
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn pinned(
    specification: &Specification,
    property: &Property,
    judge: &observing::Judge<'_>,
) -> Vec<EventId> {
    // Without a listed event, the instance would be made later or not at all.
    let mut pinned: BTreeSet<EventId> = match &specification.contexts[property.context].creation {
        Creation::Listed(events) => events.iter().copied().collect(),
        Creation::AnyEvent | Creation::Slicing => BTreeSet::new(),
    };

    for (id, event) in specification.events.iter_enumerated() {
        let codes = event
            .alternatives
            .iter()
            .flat_map(|a| a.filter.iter().chain(&a.wheres));
        if codes.into_iter().any(|code| judge.is_impure_binding(code)) {
            pinned.insert(id);
        }
    }

    pinned.extend(stale::binding(
        specification,
        &stale::read_stale(specification),
    ));
    pinned.into_iter().collect()
}

/// The property with only what `remaining` keeps; the initial state always stays.
pub fn residual_property(property: &Property, remaining: &crate::algebra::SubDate) -> Property {
    let mut residual = property.clone();
    let kept = |state: StateId| remaining.states[state.index()] || state == property.date.initial;
    // The states that stay get numbers in a row, and transitions lead between these alone.
    let mut renamed = vec![property.date.initial; property.date.states.len()];
    residual.date.states = Default::default();

    for (id, state) in property
        .date
        .states
        .iter_enumerated()
        .filter(|(id, _)| kept(*id))
    {
        renamed[id.index()] = residual.date.states.push(state.clone());
    }
    residual.date.initial = renamed[property.date.initial.index()];
    let transitions = remaining.transition_ids().map(|id| {
        let transition = property.date.transitions[id].clone();
        let (from, to) = (
            renamed[transition.from.index()],
            renamed[transition.to.index()],
        );
        crate::model::Transition {
            from,
            to,
            ..transition
        }
    });
    residual.date.transitions = transitions.collect();

    residual
}
