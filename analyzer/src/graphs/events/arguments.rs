//! Event variables whose values are constants of the program.

use std::collections::BTreeSet;

use date::code::{Effects, JavaType, NameKind, Primitive, Types, Value};
use date::data::Arguments;
use date::model::{
    Alternative, ArgumentPattern, ArgumentPosition, Arguments as Pattern, Binding, Moment,
    Specification, Trigger,
};
use ir::{CallSite, CallSiteId, Constant, LocalId, MethodId, Program, StatementKind, Target};
use java_types::descriptor::{MethodDescriptor, Type};

use super::{Notification, Place, Sites};

/// The event variables of a specification whose events the program raises.
pub struct EventVariables<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its calls by their points.
    pub sites: &'a Sites,
    /// The specification.
    pub specification: &'a Specification,
    /// The variables that are not known, since something may write them.
    rewritten: BTreeSet<String>,
}

impl<'a> EventVariables<'a> {
    /// Finds out which variables something may write. O(size of the code).
    pub fn new(program: &'a Program, sites: &'a Sites, specification: &'a Specification) -> Self {
        EventVariables {
            program,
            sites,
            specification,
            rewritten: rewritten(specification),
        }
    }
}

/// The event variables that something may write while an event is dealt with that has bound them:
/// code of a transition or state that runs before other code reads them, of this property or
/// another, at this instance or another; and messages, which are received in the middle of the
/// event whose action sends them. O(size of the code).
fn rewritten(specification: &Specification) -> BTreeSet<String> {
    let of_properties = specification.properties.iter().flat_map(|property| {
        let types = Types::of(specification, property.context);
        let codes = property.date.codes();
        codes
            .flat_map(|code| Effects::of(code, &types).writes)
            .collect::<Vec<_>>()
    });

    let written = of_properties
        .filter(|name| name.kind == NameKind::EventVariable)
        .map(|name| name.text);
    let triggers = specification
        .events
        .iter()
        .flat_map(|event| &event.alternatives)
        .map(|of| &of.trigger);
    let received = triggers
        .filter(|trigger| matches!(trigger, Trigger::Receive { .. }))
        .flat_map(Trigger::bindings);

    written
        .chain(received.map(|binding| binding.name.clone()))
        .collect()
}

/// Returns the known variables that a notification of the specification binds. All copies of its
/// call pass the same constant for them, as written or by way of a local variable that never holds
/// anything else. Variables that are rewritten are not known. Nothing is known where a `where`
/// computes variables, and at bodies, which have any callers. O(statements of the methods around
/// the call).
pub fn arguments(variables: &EventVariables<'_>, notification: &Notification) -> Arguments {
    let EventVariables {
        program,
        sites,
        specification,
        rewritten,
    } = variables;
    let event = &specification.events[notification.event];
    let alternative = &event.alternatives[notification.alternative];
    let (Trigger::Point(pattern), Place::Call(point)) = (&alternative.trigger, notification.place)
    else {
        return Arguments::new();
    };

    if notification.unresolved || writes(specification, notification, alternative) {
        return Arguments::new();
    }

    let written = &pattern.arguments;
    let bound = written
        .iter()
        .filter_map(|(position, argument)| match (argument, position) {
            // As in `sources`: captured variables may stand behind them.
            (_, ArgumentPosition::FromEnd(_)) if pattern.is_creation() => None,
            (ArgumentPattern::Bound(binding), _) if !rewritten.contains(&binding.name) => {
                Some((position, binding))
            }
            _ => None,
        });

    let known = bound.filter_map(|(position, binding)| {
        let value = passed(program, sites.at(point), position, written, binding)?;
        Some((binding.name.clone(), value))
    });
    known.collect()
}

/// The event variable to which a notification binds a truth value that its call gives: if it is not
/// rewritten, no `where` or `filter` computes anything, and every copy of the call gives a
/// `boolean`. O(copies).
pub fn answer(variables: &EventVariables<'_>, notification: &Notification) -> Option<String> {
    let EventVariables {
        program,
        sites,
        specification,
        rewritten,
    } = variables;
    let alternative =
        &specification.events[notification.event].alternatives[notification.alternative];
    let (Trigger::Point(pattern), Place::Call(point)) = (&alternative.trigger, notification.place)
    else {
        return None;
    };
    let Moment::Returning(Some(binding)) = &pattern.moment else {
        return None;
    };
    let is_truth = binding.ty.as_deref() == Some("boolean");

    let gives_truth = |&site: &CallSiteId| match &program.calls[site].target {
        Target::Resolved(callee) => callee.descriptor.ends_with(")Z"),
        _ => false,
    };
    let is_known = is_truth
        && !notification.unresolved
        && !rewritten.contains(&binding.name)
        && !writes(specification, notification, alternative)
        && sites.at(point).iter().all(gives_truth);

    is_known.then(|| binding.name.clone())
}

/// Returns whether a `where` or the filter of an alternative may write variables.
pub(super) fn writes(
    specification: &Specification,
    notification: &Notification,
    alternative: &Alternative,
) -> bool {
    let types = Types::of(
        specification,
        specification.events[notification.event].context,
    );
    let filter = alternative
        .filter
        .as_ref()
        .map(|code| Effects::of(code, &types));
    !alternative.wheres.is_empty()
        || filter.is_some_and(|effects| effects.opaque || !effects.writes.is_empty())
}

/// The one value that all these calls pass at a position of the arguments that are `written`.
fn passed(
    program: &Program,
    sites: &[CallSiteId],
    position: ArgumentPosition,
    written: &Pattern,
    binding: &Binding,
) -> Option<(JavaType, Value)> {
    let bound = JavaType::of(binding.ty.as_deref()?);
    let mut values = sites.iter().map(|&site| {
        let call = &program.calls[site];
        let position = position.index(call.arguments.len())?;
        let ty = declared(call, position, written)?;
        let constant = constant(program, call, *call.arguments.get(position)?)?;
        typed(bound, &ty, &constant)
    });
    let first = values.next()??;
    values
        .all(|value| value.as_ref() == Some(&first))
        .then_some(first)
}

/// The type of the parameter that an argument is passed to, if the call passes as many as are
/// declared and the pattern takes them.
fn declared(call: &CallSite, position: usize, written: &Pattern) -> Option<Type> {
    let Target::Resolved(callee) = &call.target else {
        return None;
    };
    let parameters = MethodDescriptor::parse(&callee.descriptor).ok()?.parameters;
    let fits = parameters.len() == call.arguments.len() && written.takes(parameters.len());
    fits.then(|| parameters.get(position).cloned()).flatten()
}

/// The constant that a local holds whenever it holds anything.
fn constant(program: &Program, call: &CallSite, local: LocalId) -> Option<Constant> {
    match only_definition(program, call.method, local)? {
        StatementKind::Constant { value, .. } => Some(value.clone()),
        _ => None,
    }
}

/// The one statement that a local has its value from, behind copies from local to local; `None` if
/// there are several, and for parameters and caught exceptions. O(statements of the method).
pub(super) fn only_definition(
    program: &Program,
    method: MethodId,
    local: LocalId,
) -> Option<&StatementKind> {
    let body = program.methods[method].body.as_ref()?;
    let (mut local, mut steps) = (local, 0);
    loop {
        // A parameter or a caught exception has values that no statement assigns.
        let caught = body
            .blocks
            .iter()
            .flat_map(|block| &block.handlers)
            .any(|handler| handler.exception == local);
        if body.parameters.contains(&local) || caught || steps > MOST_COPIES {
            return None;
        }

        let statements = body.statements().map(|statement| &statement.kind);
        let mut written = statements.filter(|kind| program.target(kind) == Some(local));
        // One statement alone may write it.
        match (written.next()?, written.next()) {
            (StatementKind::Assign { source, .. }, None) if !body.parameters.contains(source) => {
                local = *source
            }
            (only, None) => return Some(only),
            _ => return None,
        }
        steps += 1;
    }
}

/// So many copies from one local to the next are followed.
const MOST_COPIES: u32 = 8;

/// A constant as a value of the type that the property writes, which has to be the parameter's.
fn typed(written: JavaType, declared: &Type, constant: &Constant) -> Option<(JavaType, Value)> {
    let value = match (written, constant) {
        (JavaType::Primitive(Primitive::Boolean), &Constant::Bool(value)) => Value::Bool(value),
        (JavaType::Primitive(primitive), &Constant::Integer(value)) => {
            // Only a number that the type holds unchanged.
            let converted = Value::Long(value).to_primitive(primitive).ok()?;
            let back = converted.to_primitive(Primitive::Long).ok()?;
            (back == Value::Long(value)).then_some(converted)?
        }
        (JavaType::Primitive(Primitive::Double), &Constant::Floating(value)) => {
            Value::Double(value)
        }
        (JavaType::Text, Constant::Str(text)) => Value::Str(text.to_string()),
        (JavaType::Text | JavaType::Reference, Constant::Null) => Value::Null,
        _ => return None,
    };

    let fits = match (written, declared) {
        (JavaType::Primitive(_), ty) => JavaType::of(&ty.java_name()) == written,
        (JavaType::Text, ty) => ty.java_name() == "java.lang.String",
        (_, ty) => ty.is_reference(),
    };
    fits.then_some((written, value))
}
