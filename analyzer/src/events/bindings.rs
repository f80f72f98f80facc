//! Which value at a place an event binds to a parameter of its context.

use std::collections::BTreeMap;

use date::code::{Assigned, Body, Expr, Name, NameKind, Stmt};
use date::ids::ContextId;
use date::model::{Alternative, ArgumentPattern, ArgumentPosition, Binding, Moment, PointPattern, Specification};

use super::notification::Source;

/// For each parameter of `context` and its ancestors, outermost first, the value that the alternative binds to it. A
/// parameter is bound by a pattern variable of its own name, or by a `where` that copies one (`where {u = u1;}`);
/// whatever else a `where` assigns to it is [`Source::Computed`].
pub fn sources(
    specification: &Specification,
    context: ContextId,
    alternative: &Alternative,
    pattern: &PointPattern,
) -> Vec<Option<Source>> {
    let chain = chain(specification, context);
    let parameters = chain.iter().flat_map(|&c| &specification.contexts[c].parameters);
    parameters.map(|parameter| source_of(&parameter.name, alternative, pattern)).collect()
}

/// A context and its ancestors, outermost first.
pub fn chain(specification: &Specification, context: ContextId) -> Vec<ContextId> {
    let mut chain: Vec<ContextId> =
        std::iter::successors(Some(context), |&c| specification.contexts[c].parent).collect();
    chain.reverse();
    chain
}

/// Whether every statement of the alternative's `where`s only copies names: it computes nothing and drops nothing.
pub fn only_copies(alternative: &Alternative) -> bool {
    alternative.wheres.iter().all(|code| match &code.body {
        Body::Stmts(statements) => statements.iter().all(|statement| copy(statement).is_some()),
        Body::Expr(_) => false,
    })
}

fn source_of(parameter: &str, alternative: &Alternative, pattern: &PointPattern) -> Option<Source> {
    if only_copies(alternative) {
        return copied(alternative, pattern).remove(parameter).or_else(|| bound(parameter, pattern));
    }
    let is_mentioned = alternative.wheres.iter().any(|code| match &code.body {
        Body::Stmts(statements) => mentions(parameter, &format!("{statements:?}")),
        Body::Expr(_) => mentions(parameter, &code.text),
    });
    if is_mentioned { Some(Source::Computed) } else { bound(parameter, pattern) }
}

/// What the names hold that the `where`s have copied to, when all of them are done: later statements see what earlier ones did.
fn copied<'a>(alternative: &'a Alternative, pattern: &PointPattern) -> BTreeMap<&'a str, Source> {
    let statements = alternative.wheres.iter().flat_map(|code| match &code.body {
        Body::Stmts(statements) => &**statements,
        Body::Expr(_) => &[],
    });
    let mut held: BTreeMap<&str, Source> = BTreeMap::new();
    for (to, from) in statements.filter_map(copy) {
        let source = held.get(&*from.text).copied().or_else(|| bound(&from.text, pattern));
        held.insert(&to.text, source.unwrap_or(Source::Computed));
    }
    held
}

fn mentions(name: &str, text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.split(|c| !is_part(c)).any(|word| word == name)
}

fn copy(statement: &Stmt) -> Option<(&Name, &Name)> {
    let Stmt::Expr(Expr::Assign { target: Assigned::Name(to), op: None, value }) = statement else { return None };
    match value.as_ref() {
        Expr::Name(from) if matches!(from.kind, NameKind::EventVariable | NameKind::Parameter(_)) => Some((to, from)),
        _ => None,
    }
}

/// The value that a pattern binds to a variable.
fn bound(variable: &str, pattern: &PointPattern) -> Option<Source> {
    let is = |binding: &Option<Binding>| binding.as_ref().is_some_and(|b| b.name == variable);
    if is(&pattern.target) {
        return Some(Source::Receiver);
    }
    if is(&pattern.caller) {
        return Some(Source::Caller);
    }
    match &pattern.moment {
        Moment::Returning(binding) if is(binding) => return Some(result_source(pattern)),
        Moment::Throwing(binding) if is(binding) => return Some(Source::Computed),
        _ => {}
    }
    let mut arguments = pattern.arguments.iter();
    let bound = arguments.find(|(_, argument)| matches!(argument, ArgumentPattern::Bound(b) if b.name == variable));
    bound.map(|(position, _)| match (pattern.is_creation(), position) {
        // Behind the arguments of a local class's constructor stand the variables that it captures; which, compilers differ in.
        (true, ArgumentPosition::FromEnd(_)) => Source::Computed,
        _ => Source::Argument(position),
    })
}

/// What a constructor call returns is its receiver.
fn result_source(pattern: &PointPattern) -> Source {
    if pattern.is_creation() { Source::Receiver } else { Source::Result }
}
