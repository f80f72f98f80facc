//! A pattern that matches at a point, with the values that woven code passes there.

use date::model::{ArgumentPattern, Binding, Moment, PointPattern};
use java_patterns::{Pattern, PointMatch, Test};
use java_types::descriptor::{MethodDescriptor, Type};

use crate::monitor::{Conversion, PassedValue, Position};

/// A pattern, ready to be asked.
#[derive(Debug)]
pub(super) struct Resolved<K> {
    pub(super) of: K,
    pub(super) wants: PointPattern,
    pub(super) pattern: Pattern,
}

/// A pattern that matches, with what is to be passed.
pub(super) struct Found<'m, K> {
    /// The pattern.
    pub(super) resolved: &'m Resolved<K>,
    /// The values that are passed, in the order in which woven code passes them.
    pub(super) values: Vec<PassedValue>,
}

impl<K> Resolved<K> {
    pub(super) fn found(&self, answer: &PointMatch, descriptor: &MethodDescriptor) -> Found<'_, K> {
        let wants = &self.wants;
        let result = match &wants.moment {
            Moment::Before => None,
            Moment::Returning(binding) | Moment::Throwing(binding) => typed(binding.as_ref()),
        };
        let mut values = Vec::new();
        let object = Type::object();
        let is_returning = matches!(wants.moment, Moment::Returning(_));
        let result_type = descriptor
            .result
            .as_ref()
            .filter(|_| is_returning)
            .unwrap_or(&object);
        let names_target = typed(wants.target.as_ref()) == Some(true);
        values.extend(
            result.and_then(|named| passed(Position::Value, named, &answer.result, result_type)),
        );
        values.extend(
            wants
                .target_type()
                .and_then(|_| passed(Position::Target, names_target, &answer.target, &object)),
        );

        for (position, argument) in wants.arguments.iter() {
            let named = match argument {
                ArgumentPattern::Any => None,
                ArgumentPattern::Typed(_) => Some(false),
                ArgumentPattern::Bound(binding) => typed(Some(binding)),
            };
            let Some(n) = position.index(descriptor.parameters.len()) else {
                continue;
            };
            if let (Some(named), Some(test)) = (named, answer.arguments.get(n)) {
                values.extend(passed(
                    Position::Argument(position),
                    named,
                    test,
                    &descriptor.parameters[n],
                ));
            }
        }

        values.extend(
            typed(wants.caller.as_ref())
                .and_then(|n| passed(Position::Caller, n, &answer.caller, &object)),
        );
        Found {
            resolved: self,
            values,
        }
    }
}

/// Returns whether a value is bound or only tested, for a binding that has a type.
fn typed(binding: Option<&Binding>) -> Option<bool> {
    binding
        .filter(|binding| binding.ty.is_some())
        .map(|binding| !binding.name.is_empty())
}

/// Returns how a value is passed: a test, or a value to bind; `None` if neither is needed.
fn passed(position: Position, is_bound: bool, test: &Test, ty: &Type) -> Option<PassedValue> {
    let primitive = match ty {
        Type::Primitive(primitive) => Some(primitive.descriptor()),
        Type::Class(_) | Type::Array(_) => None,
    };
    let (primitive, conversion) = match test {
        Test::InstanceOf(_) => (None, Conversion::Tested),
        Test::NotNull => (None, Conversion::NotNull),
        Test::Unboxed(_) => (None, Conversion::Unboxed),
        Test::NoValue => (None, Conversion::Conforms),
        Test::Always | Test::Widened { .. } | Test::Boxed(_) => (primitive, Conversion::Conforms),
    };

    let is_tested = matches!(conversion, Conversion::Tested | Conversion::NotNull);
    (is_bound || is_tested).then_some(PassedValue {
        position,
        primitive,
        conversion,
    })
}
