//! The conformance of values of a static type to a wanted type: always, never, or by a test at run
//! time.

use super::Test;
use crate::type_names::{MissingType, TypeName};
use java_types::descriptor::{Primitive, Type};
use java_types::hierarchy::{Answer, Hierarchy};

/// A test that some value may pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Conformance {
    pub(super) test: Test,
    /// A missing class decided it.
    pub(super) uncertain: bool,
}

impl Conformance {
    pub(super) fn certain(test: Test) -> Self {
        Conformance {
            test,
            uncertain: false,
        }
    }

    fn uncertain(test: Test) -> Self {
        Conformance {
            test,
            uncertain: true,
        }
    }
}

/// How a value of type `from` conforms to `wanted`; `None` if it never does.
pub(super) fn conform(
    hierarchy: &Hierarchy,
    from: &Type,
    wanted: &TypeName,
) -> Option<Conformance> {
    match wanted {
        TypeName::Known(to) => conform_known(hierarchy, from, to),
        TypeName::Missing(missing) => conform_missing(from, missing),
    }
}

/// How the result of a method conforms; `None` as result type is `void`, for which `null` stands.
pub(super) fn conform_result(
    hierarchy: &Hierarchy,
    result: Option<&Type>,
    wanted: &TypeName,
) -> Option<Conformance> {
    match result {
        Some(from) => conform(hierarchy, from, wanted),
        None => (*wanted == TypeName::Known(Type::object()))
            .then(|| Conformance::certain(Test::NoValue)),
    }
}

fn conform_known(hierarchy: &Hierarchy, from: &Type, to: &Type) -> Option<Conformance> {
    match (from, to) {
        (Type::Primitive(from), Type::Primitive(to)) => widen(*from, *to).map(Conformance::certain),
        (Type::Primitive(from), _) => boxed(hierarchy, *from, to),
        (Type::Class(class), Type::Primitive(to)) => {
            let unboxed = Primitive::from_wrapper(class).filter(|p| p == to);
            unboxed.map(|p| Conformance::certain(Test::Unboxed(p)))
        }
        (Type::Array(_), Type::Primitive(_)) => None,
        _ => match hierarchy.is_subtype(from, to) {
            Answer::Yes => Some(Conformance::certain(Test::Always)),
            Answer::Unknown => Some(Conformance::uncertain(Test::InstanceOf(to.clone()))),
            Answer::No => match castable(hierarchy, from, to) {
                Answer::Yes => Some(Conformance::certain(Test::InstanceOf(to.clone()))),
                Answer::Unknown => Some(Conformance::uncertain(Test::InstanceOf(to.clone()))),
                Answer::No => None,
            },
        },
    }
}

fn widen(from: Primitive, to: Primitive) -> Option<Test> {
    let test = if from == to {
        Test::Always
    } else {
        Test::Widened { from, to }
    };
    from.widens_to(to).then_some(test)
}

/// A primitive value in a variable of its wrapper, or of a supertype of that.
fn boxed(hierarchy: &Hierarchy, from: Primitive, to: &Type) -> Option<Conformance> {
    match hierarchy.is_subtype(&Type::class(from.wrapper()), to) {
        Answer::Yes => Some(Conformance::certain(Test::Boxed(from))),
        Answer::Unknown => Some(Conformance::uncertain(Test::Boxed(from))),
        Answer::No => None,
    }
}

/// Returns whether an object can be of both types though `from` is no subtype of `to` (JLS
/// 5.1.6.1): `to` is a subtype of `from`, or one is an interface and the other is not final.
fn castable(hierarchy: &Hierarchy, from: &Type, to: &Type) -> Answer {
    if let (Type::Array(from), Type::Array(to)) = (from, to) {
        return castable_elements(hierarchy, from, to);
    }
    match hierarchy.is_subtype(to, from) {
        Answer::No => either_interface(hierarchy, from, to),
        answer => answer,
    }
}

fn castable_elements(hierarchy: &Hierarchy, from: &Type, to: &Type) -> Answer {
    if !from.is_reference() || !to.is_reference() {
        return if from == to { Answer::Yes } else { Answer::No };
    }
    match hierarchy.is_subtype(from, to) {
        Answer::No => castable(hierarchy, from, to),
        answer => answer,
    }
}

fn either_interface(hierarchy: &Hierarchy, a: &Type, b: &Type) -> Answer {
    let (Some(a), Some(b)) = (a.class_name(), b.class_name()) else {
        return Answer::No;
    };
    let (Some(a), Some(b)) = (hierarchy.class(a), hierarchy.class(b)) else {
        return Answer::Unknown;
    };
    let possible = match (a.is_interface(), b.is_interface()) {
        (true, true) => true,
        (true, false) => !b.access.is_final(),
        (false, true) => !a.access.is_final(),
        (false, false) => false,
    };
    if possible { Answer::Yes } else { Answer::No }
}

/// The type wanted is not there: by name. A class that is not there has no primitive values and no
/// wrappers below it, unless the name could mean one of several classes.
fn conform_missing(from: &Type, wanted: &MissingType) -> Option<Conformance> {
    match from {
        Type::Primitive(p) => {
            let one_of_several = !wanted.candidates.is_empty() && wanted.guess.is_reference();
            one_of_several.then(|| Conformance::uncertain(Test::Boxed(*p)))
        }
        _ if may_be_same(from, &wanted.guess) => Some(Conformance::uncertain(Test::Always)),
        _ => Some(Conformance::uncertain(Test::InstanceOf(
            wanted.guess.clone(),
        ))),
    }
}

/// Returns whether `guess`, the type that a name without a class stands for, may be `ty`.
fn may_be_same(ty: &Type, guess: &Type) -> bool {
    match (ty, guess) {
        (Type::Class(class), Type::Class(guess)) => may_name(guess, class),
        (Type::Array(a), Type::Array(b)) => may_be_same(a, b),
        _ => ty == guess,
    }
}

/// Returns whether the guessed internal name may mean `class`: equal, or without a package and
/// equal to its simple name.
pub(super) fn may_name(guess: &str, class: &str) -> bool {
    let simple = class.rsplit(['/', '$']).next().unwrap_or(class);
    guess == class || (!guess.contains('/') && guess == simple)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualified_guess_needs_the_whole_name() {
        assert!(may_name("Item", "shop/Item"));
        assert!(may_name("Item", "shop/Cart$Item"));
        assert!(may_name("shop/Item", "shop/Item"));
        assert!(!may_name("other/Item", "shop/Item"));
        assert!(!may_name("Ite", "shop/Item"));
    }

    #[test]
    fn primitives_widen_and_never_narrow() {
        assert_eq!(widen(Primitive::Int, Primitive::Int), Some(Test::Always));
        let widened = Test::Widened {
            from: Primitive::Char,
            to: Primitive::Long,
        };
        assert_eq!(widen(Primitive::Char, Primitive::Long), Some(widened));
        assert_eq!(widen(Primitive::Long, Primitive::Int), None);
        assert_eq!(widen(Primitive::Boolean, Primitive::Int), None);
    }
}
