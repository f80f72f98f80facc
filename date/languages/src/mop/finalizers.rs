//! `endObject(T o)`: an object is finalized. That is the outermost `finalize()` that runs for it:
//! one that calls `super.finalize()` is one end of one object.

use date::model::{
    Arguments, Binding, ControlFlow, FlowTest, JoinPoint, Member, MemberPattern, Moment,
    PointPattern, Signature, TypePattern,
};

/// The end of the body that finalizes an object, before its moment is known.
pub(super) fn end_of(object: Binding) -> PointPattern {
    let outer = ControlFlow {
        points: vec![body()],
        below: true,
    };
    PointPattern {
        target: Some(object),
        flows: vec![FlowTest {
            flow: outer,
            holds: false,
        }],
        ..body()
    }
}

/// The body of any `finalize()`.
fn body() -> PointPattern {
    let signature = Signature {
        result: Some(TypePattern::Exact("void".to_owned())),
        parameters: Some(Vec::new()),
        modifiers: Vec::new(),
    };
    PointPattern {
        join: JoinPoint::Execution,
        moment: Moment::Before,
        members: vec![MemberPattern {
            declaring: TypePattern::Any,
            name: Member::Method("finalize".to_owned()),
            signature,
        }],
        target: None,
        arguments: Arguments::any(),
        caller: None,
        within: Vec::new(),
        flows: Vec::new(),
    }
}
