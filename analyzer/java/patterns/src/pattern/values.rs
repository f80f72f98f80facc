//! The values of a point, and the tests that a pattern makes of them.

use date::model::{JoinPoint, When};
use java_types::descriptor::Type;
use java_types::hierarchy::{Answer, Hierarchy};

use super::{Outcome, Pattern};
use crate::conformance::{Conformance, conform, conform_result};
use crate::type_names::TypeName;
use crate::{PointMatch, Test};

/// The three parts of a point that can be bound statically.
pub(super) struct Parts {
    /// Type of the receiver; `None` in static methods.
    pub(super) target: Option<Type>,
    /// Type of the calling object or receiver; `None` in static code.
    pub(super) caller: Option<Type>,
    /// Type of the result; `None` for `void`.
    pub(super) result: Option<Type>,
    pub(super) arguments: Vec<Type>,
}

impl Pattern {
    pub(super) fn tests(
        &self,
        hierarchy: &Hierarchy,
        parts: &Parts,
        constructor: bool,
        member: Answer,
    ) -> Option<PointMatch> {
        let target = match &self.target {
            // A constructor's new object is bound by its result, never as target.
            Some(_) if constructor => unbound(),
            None => unbound(),
            Some(wanted) => self.not_null(conform(hierarchy, parts.target.as_ref()?, wanted)?),
        };
        let caller = object(hierarchy, parts.caller.as_ref(), self.caller.as_ref())?;
        let result = match &self.outcome {
            Outcome::Any => unbound(),
            Outcome::Result(wanted) => conform_result(hierarchy, parts.result.as_ref(), wanted)?,
            Outcome::Exception(wanted) => {
                conform(hierarchy, &Type::class("java/lang/Throwable"), wanted)?
            }
        };

        let arguments = self.argument_tests(hierarchy, &parts.arguments)?;
        let uncertain = [&target, &caller, &result]
            .into_iter()
            .chain(&arguments)
            .any(|c| c.uncertain);
        Some(PointMatch {
            target: target.test,
            arguments: arguments.into_iter().map(|c| c.test).collect(),
            caller: caller.test,
            result: result.test,
            uncertain: uncertain || member == Answer::Unknown,
        })
    }

    /// The test of a target that conforms by its static type. A call, read or write on `null` throws,
    /// so one that has come to its end had an object; and a body is that of an object.
    fn not_null(&self, target: Conformance) -> Conformance {
        let is_before_end = self.moment != When::Returning;
        let may_be_null = is_before_end && (self.join == JoinPoint::Call || self.join.is_access());
        match target.test {
            Test::Always if may_be_null => Conformance {
                test: Test::NotNull,
                ..target
            },
            _ => target,
        }
    }

    /// The tests of the arguments, as many as there are parameters.
    pub(super) fn argument_tests(
        &self,
        hierarchy: &Hierarchy,
        parameters: &[Type],
    ) -> Option<Vec<Conformance>> {
        let mut tests = vec![unbound(); parameters.len()];
        for ((position, _), wanted) in self.arguments.iter().zip(&self.argument_types) {
            let (Some(wanted), Some(at)) = (wanted, position.index(parameters.len())) else {
                continue;
            };
            tests[at] = conform(hierarchy, &parameters[at], wanted)?;
        }
        Some(tests)
    }
}

pub(super) fn unbound() -> Conformance {
    Conformance::certain(Test::Always)
}

/// The test of a receiver or calling object; `None` where there is none to bind.
pub(super) fn object(
    hierarchy: &Hierarchy,
    ty: Option<&Type>,
    wanted: Option<&TypeName>,
) -> Option<Conformance> {
    match wanted {
        None => Some(unbound()),
        Some(wanted) => conform(hierarchy, ty?, wanted),
    }
}

/// Of a damaged class nothing but the name is known.
pub(super) fn by_name_alone() -> PointMatch {
    PointMatch {
        target: Test::Always,
        arguments: Vec::new(),
        caller: Test::Always,
        result: Test::Always,
        uncertain: true,
    }
}
