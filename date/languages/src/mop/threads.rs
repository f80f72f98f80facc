//! `startThread()` and `endThread()`: the outermost body of a thread is entered, and left. That is
//! `run` of a thread, or of what a thread has been given to run, or a `main` that Java has called.

use date::model::{
    Arguments, JoinPoint, Member, MemberPattern, Moment, ParameterPattern, PointPattern, Signature,
    TypePattern,
};

/// Java that tests whether a body is the outermost of its thread.
pub(super) const OUTERMOST: &str = "residua.runtime.ThreadBody.isOutermost()";

/// The bodies that may be the outermost of a thread.
pub(super) fn bodies() -> PointPattern {
    let method =
        |declaring: TypePattern, name: &str, parameters: Vec<ParameterPattern>| MemberPattern {
            declaring,
            name: Member::Method(name.to_owned()),
            signature: Signature {
                result: Some(TypePattern::Exact("void".to_owned())),
                parameters: Some(parameters),
                modifiers: Vec::new(),
            },
        };

    let texts = ParameterPattern::One(TypePattern::Exact("String[]".to_owned()));
    PointPattern {
        join: JoinPoint::Execution,
        moment: Moment::Before,
        members: vec![
            method(
                TypePattern::Subtypes("java.lang.Runnable".to_owned()),
                "run",
                Vec::new(),
            ),
            method(TypePattern::Any, "main", vec![texts]),
        ],
        target: None,
        arguments: Arguments::any(),
        caller: None,
        within: Vec::new(),
        flows: Vec::new(),
    }
}
