//! Plain parts of specifications, which need less of their monitors: most are plain for want of
//! code of the user.

use date::code::{Body, Code, Expr};
use date::model::{Alternative, Context, Date};

/// Says whether a property is states and transitions, and no code of the user.
pub fn is_automaton(date: &Date) -> bool {
    date.states.iter().all(|state| state.entry.is_none())
        && date
            .transitions
            .iter()
            .all(|t| t.condition.is_none() && t.action.is_none())
}

/// Says whether an occurrence runs code of the user before it is delivered.
pub fn runs_code(alternative: &Alternative) -> bool {
    alternative.filter.is_some() || !alternative.wheres.is_empty()
}

/// Says whether a context has no variables, clocks and channels.
pub fn is_bare(context: &Context) -> bool {
    context.variables.is_empty() && context.clocks.is_empty() && context.channels.is_empty()
}

/// Says whether a context is directly inside the global one.
pub fn is_outermost(context: &Context) -> bool {
    context.parent.is_some_and(|parent| parent.index() == 0)
}

/// Says whether code is a literal, so that nobody sees when it runs.
pub fn is_constant(code: &Code) -> bool {
    matches!(code.body, Body::Expr(Expr::Literal(_)))
}
