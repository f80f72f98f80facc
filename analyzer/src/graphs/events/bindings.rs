//! Which value at a place an event binds to a parameter of its context.

use std::collections::{BTreeMap, BTreeSet};

use date::code::{Assigned, Body, Effects, Expr, Name, NameKind, Stmt, Types};
use date::ids::ContextId;
use date::model::{
    Alternative, ArgumentPattern, ArgumentPosition, Binding, Event, Moment, PointPattern,
    Specification,
};
use ir::{FieldId, Program};
use java_patterns::type_names::{TypeName, TypeNames};
use java_types::descriptor::Type;

use super::notification::Source;
use super::reads::{Read, Reading};

/// The sources of the parameters that an alternative of an event binds.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    /// For each parameter of the event's context and its ancestors, outermost first, what is bound
    /// to it.
    pub sources: Vec<Option<Source>>,
    /// The fields that its `where`s read.
    pub reads: Vec<Read>,
    /// True if its `where`s do nothing but copy names and read what is followed.
    pub is_followed: bool,
}

/// An alternative, with the event and the specification that it is of.
#[derive(Clone, Copy)]
pub(super) struct EventAlternative<'a> {
    /// The specification.
    pub specification: &'a Specification,
    /// The event.
    pub event: &'a Event,
    /// The alternative.
    pub alternative: &'a Alternative,
}

/// Returns the sources of the parameters that an alternative binds. A parameter is bound by a
/// pattern variable of its own name, or by a `where` that copies one (`where {u = u1;}`) or reads a
/// field of one (`where {u = account.owner;}`); whatever else a `where` assigns to it is
/// [`Source::Computed`], as is what its `filter` may assign.
pub(super) fn bound_by(
    program: &Program,
    names: TypeNames<'_>,
    of: EventAlternative<'_>,
    pattern: &PointPattern,
) -> Bound {
    let EventAlternative {
        specification,
        event,
        alternative,
    } = of;
    let chain = chain(specification, event.context);
    let parameters = || {
        chain
            .iter()
            .flat_map(|&c| &specification.contexts[c].parameters)
    };
    let rewritten = written_by_filter(specification, event, alternative);
    let taken = |name: &str| {
        if rewritten.contains(name) {
            Some(Source::Computed)
        } else {
            bound(name, pattern)
        }
    };

    // If a statement is not followed, each parameter that the `where`s mention may be assigned
    // there.
    let Some(statements) = followed_statements(alternative) else {
        let computed = |name: &str| is_mentioned(name, alternative).then_some(Source::Computed);
        let sources = parameters()
            .map(|p| computed(&p.name).or_else(|| taken(&p.name)))
            .collect();
        return Bound {
            sources,
            reads: Vec::new(),
            is_followed: false,
        };
    };

    let mut held = Held {
        taken: &taken,
        assigned: BTreeMap::new(),
        reads: Vec::new(),
        is_followed: true,
    };

    for statement in statements {
        match statement {
            Followed::Copy(to, from) => held.copy(to, from),
            Followed::Read(reading) => {
                let fields =
                    static_type(specification, event, reading.of).and_then(|ty| {
                        match names.resolve(ty) {
                            TypeName::Known(Type::Class(class)) => reading.fields(program, &class),
                            _ => None,
                        }
                    });
                held.read(&reading, fields);
            }
        }
    }

    Bound {
        sources: parameters().map(|p| held.get(&p.name)).collect(),
        reads: held.reads,
        is_followed: held.is_followed,
    }
}

/// The values of names while the statements of `where`s run: later statements see the effects of
/// earlier ones.
struct Held<'a> {
    taken: &'a dyn Fn(&str) -> Option<Source>,
    assigned: BTreeMap<&'a str, Source>,
    reads: Vec<Read>,
    is_followed: bool,
}

impl<'a> Held<'a> {
    fn get(&self, name: &str) -> Option<Source> {
        self.assigned
            .get(name)
            .copied()
            .or_else(|| (self.taken)(name))
    }

    fn copy(&mut self, to: &'a Name, from: &Name) {
        let source = self.get(&from.text).unwrap_or(Source::Computed);
        self.assigned.insert(&to.text, source);
    }

    fn read(&mut self, reading: &Reading<'a>, fields: Option<BTreeSet<FieldId>>) {
        let of = self
            .get(&reading.of.text)
            .filter(|&of| of != Source::Computed);
        let source = match of.zip(fields) {
            Some((of, fields)) => {
                self.reads.push(Read { of, fields });
                Source::Read(self.reads.len() - 1)
            }
            None => {
                self.is_followed = false;
                Source::Computed
            }
        };
        self.assigned.insert(&reading.to.text, source);
    }
}

/// A statement of a `where` that is followed.
enum Followed<'e> {
    Copy(&'e Name, &'e Name),
    Read(Reading<'e>),
}

/// The statements of an alternative's `where`s, if all are followed.
fn followed_statements(alternative: &Alternative) -> Option<Vec<Followed<'_>>> {
    let followed = |statement| {
        let copied = copy(statement).map(|(to, from)| Followed::Copy(to, from));
        copied.or_else(|| Reading::of(statement).map(Followed::Read))
    };
    let statements = alternative.wheres.iter().map(|code| match &code.body {
        Body::Stmts(statements) => statements.iter().map(followed).collect(),
        Body::Expr(_) => None,
    });
    let statements: Option<Vec<Vec<Followed<'_>>>> = statements.collect();
    Some(statements?.into_iter().flatten().collect())
}

/// The type that a name has in the `where`s of an event, as written; `None` if it is not one type
/// for all alternatives.
fn static_type<'a>(
    specification: &'a Specification,
    event: &'a Event,
    name: &Name,
) -> Option<&'a str> {
    if let NameKind::Parameter(context) = name.kind {
        let mut parameters = specification.contexts[context].parameters.iter();
        return parameters
            .find(|parameter| parameter.name == name.text)
            .map(|parameter| &*parameter.ty);
    }

    let declared = event
        .parameters
        .iter()
        .filter(|p| p.name == name.text)
        .filter_map(|p| p.ty.as_deref());
    let bindings = event
        .alternatives
        .iter()
        .flat_map(|alternative| alternative.trigger.bindings());
    let bound = bindings
        .filter(|binding| binding.name == name.text)
        .filter_map(|binding| binding.ty.as_deref());

    let types: BTreeSet<&str> = declared.chain(bound).collect();
    types.first().filter(|_| types.len() == 1).copied()
}

/// The variables that the filter of an alternative may assign.
fn written_by_filter(
    specification: &Specification,
    event: &Event,
    alternative: &Alternative,
) -> BTreeSet<String> {
    let types = Types::of(specification, event.context);
    let written = alternative
        .filter
        .iter()
        .flat_map(|filter| Effects::of(filter, &types).writes);
    written.map(|name| name.text).collect()
}

/// A context and its ancestors, outermost first.
pub fn chain(specification: &Specification, context: ContextId) -> Vec<ContextId> {
    let mut chain: Vec<ContextId> =
        std::iter::successors(Some(context), |&c| specification.contexts[c].parent).collect();
    chain.reverse();
    chain
}

/// Returns whether every statement of the alternative's `where`s only copies names: it computes
/// nothing and drops nothing.
pub fn only_copies(alternative: &Alternative) -> bool {
    alternative.wheres.iter().all(|code| match &code.body {
        Body::Stmts(statements) => statements.iter().all(|statement| copy(statement).is_some()),
        Body::Expr(_) => false,
    })
}

fn is_mentioned(name: &str, alternative: &Alternative) -> bool {
    alternative.wheres.iter().any(|code| match &code.body {
        Body::Stmts(statements) => mentions(name, &format!("{statements:?}")),
        Body::Expr(_) => mentions(name, &code.text),
    })
}

fn mentions(name: &str, text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.split(|c| !is_part(c)).any(|word| word == name)
}

fn copy(statement: &Stmt) -> Option<(&Name, &Name)> {
    let Stmt::Expr(Expr::Assign {
        target: Assigned::Name(to),
        op: None,
        value,
    }) = statement
    else {
        return None;
    };
    match value.as_ref() {
        Expr::Name(from)
            if matches!(from.kind, NameKind::EventVariable | NameKind::Parameter(_)) =>
        {
            Some((to, from))
        }
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
    let bound = arguments
        .find(|(_, argument)| matches!(argument, ArgumentPattern::Bound(b) if b.name == variable));

    bound.map(|(position, _)| match (pattern.is_creation(), position) {
        // Behind the arguments of a local class's constructor stand the variables that it captures;
        // which, compilers differ in.
        (true, ArgumentPosition::FromEnd(_)) => Source::Computed,
        _ => Source::Argument(position),
    })
}

/// Returns the source of a call's result. The result of a constructor call is its receiver.
fn result_source(pattern: &PointPattern) -> Source {
    if pattern.is_creation() {
        Source::Receiver
    } else {
        Source::Result
    }
}
