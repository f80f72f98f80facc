//! Faults to plant in results, which comparisons must find.

use analyzer::Optimized;
use date::model::Specification;

use crate::generate::Choice;
use crate::hooks::Hooks;

/// A fault that is planted in a right result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// One generator that is kept is silenced.
    SilencedGenerator,
    /// One transition that is left is dropped.
    DroppedTransition,
}

/// Silences a generator for one of the properties that hear it; whether there is one.
pub fn silence_one(hooks: &mut Hooks<'_>, choice: &mut Choice) -> bool {
    let mut kept: Vec<_> = hooks
        .values_mut()
        .flatten()
        .filter(|hook| hook.silent.len() < hook.told.len())
        .collect();
    if kept.is_empty() {
        return false;
    }
    let at = choice.below(kept.len());
    let hook = &mut kept[at];
    let property = hook.told.difference(&hook.silent).next().copied();
    hook.silent.extend(property);
    true
}

/// The residual without one of its transitions; `None` if it has none.
pub fn drop_one(optimized: &Optimized, choice: &mut Choice) -> Option<Specification> {
    let mut residual = optimized.residual.clone();
    let mut left = residual
        .properties
        .iter_mut()
        .filter(|property| !property.date.transitions.is_empty());
    let transitions = &mut left.next()?.date.transitions;
    let at = choice.below(transitions.len());
    transitions.remove(date::ids::TransitionId::from_usize(at));
    Some(residual)
}
