//! The types and names that patterns give to the values of a join point.

use date::model::{Alternative, ArgumentPattern, Binding, Event, Moment, PointPattern, Trigger};

use super::Subject;
use super::bindings::bindings;
use super::notification::{Conversion, PassedValue, Position};
use super::plain::runs_code;
use super::types::{boxed, erased};
use super::writer::JavaWriter;

/// A type that a pattern wants of a value, and a variable to bind it to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted<'a> {
    /// The type, as it is written.
    pub ty: &'a str,
    /// The variable.
    pub name: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    fn bound(binding: Option<&'a Binding>) -> Option<Self> {
        let binding = binding?;
        Some(Wanted {
            ty: binding.ty.as_deref()?,
            name: Some(&binding.name),
        })
    }
}

/// Gives the type that a trigger wants of a value of the join point; `None` if it takes any.
pub fn wanted(trigger: &Trigger, position: Position) -> Option<Wanted<'_>> {
    match (trigger, position) {
        (Trigger::Receive { value, .. }, Position::Value) => Wanted::bound(value.as_ref()),
        (Trigger::Point(pattern), position) => wanted_by(pattern, position),
        (Trigger::Receive { .. } | Trigger::Timeout { .. } | Trigger::EndOfProgram, _) => None,
    }
}

/// Gives the same for each of these values.
pub fn wanted_of<'t>(trigger: &'t Trigger, values: &[PassedValue]) -> Vec<Option<Wanted<'t>>> {
    let each = values.iter();
    each.map(|value| wanted(trigger, value.position)).collect()
}

/// The place among passed values of the one that a trigger binds to a name. Where a pattern has the
/// name twice, the last value counts.
pub fn place_bound(trigger: &Trigger, values: &[PassedValue], name: &str) -> Option<usize> {
    values.iter().rposition(|value| {
        wanted(trigger, value.position).is_some_and(|wanted| wanted.name == Some(name))
    })
}

/// Gives the type that a pattern wants of a value of its join point; `None` if it takes any.
pub fn wanted_by(pattern: &PointPattern, position: Position) -> Option<Wanted<'_>> {
    match position {
        Position::Value => match &pattern.moment {
            Moment::Before => None,
            Moment::Returning(binding) | Moment::Throwing(binding) => {
                Wanted::bound(binding.as_ref())
            }
        },
        Position::Target => Some(Wanted {
            ty: pattern.target_type()?,
            name: pattern.target.as_ref().map(|target| &*target.name),
        }),
        Position::Caller => Wanted::bound(pattern.caller.as_ref()),
        Position::Argument(position) => match pattern.arguments.at(position)? {
            ArgumentPattern::Any => None,
            ArgumentPattern::Typed(ty) => Some(Wanted { ty, name: None }),
            ArgumentPattern::Bound(binding) => Wanted::bound(Some(binding)),
        },
    }
}

/// Appends the tests of the values passed: the method returns where one does not conform.
pub fn append_conformance(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    values: &[PassedValue],
    wanted: &[Option<Wanted<'_>>],
) {
    let stands_in = subject.takes_loop_iterators();
    for (i, (value, wanted)) in values.iter().zip(wanted).enumerate() {
        match (value.conversion, wanted) {
            (Conversion::Tested, Some(wanted)) => {
                let ty = erased(boxed(wanted.ty));
                let object = if stands_in {
                    format!("residua.runtime.LoopIterator.behind(p{i})")
                } else {
                    format!("p{i}")
                };
                java.line(format_args!("if (!({object} instanceof {ty})) return;"));
            }
            // A stand-in for an iterator is an object as well.
            (Conversion::NotNull, _) => java.line(format_args!("if (p{i} == null) return;")),
            _ => {}
        }
    }
}

/// The first alternative of an event that makes the same of these values as the given one does:
/// they share a method.
pub fn first_alike(event: &Event, alternative: usize, values: &[PassedValue]) -> usize {
    let of = &event.alternatives[alternative];
    let wants = |position: Position, other: &Alternative| {
        wanted(&of.trigger, position) == wanted(&other.trigger, position)
    };

    let is_alike = |other: &Alternative| {
        let asks_alike = of.trigger.flows() == other.trigger.flows();
        asks_alike
            && !runs_code(other)
            && bindings(&of.trigger) == bindings(&other.trigger)
            && values.iter().all(|value| wants(value.position, other))
    };

    let alike = event
        .alternatives
        .iter()
        .position(is_alike)
        .filter(|_| !runs_code(of));
    alike.unwrap_or(alternative)
}
