//! Aliases by declared types.

use ir::{AllocationKind, Program};
use java_types::descriptor::Type;
use java_types::hierarchy::{Answer, Hierarchy};

/// Returns whether an object may be of both types: one is a subtype of the other, a class of the
/// sources or a functional object is of both, or a class without sources that nobody knows may be.
/// O(source classes below a type).
pub fn may_be_one(program: &Program, first: &Type, second: &Type) -> bool {
    let hierarchy = &program.hierarchy;
    if hierarchy.is_subtype(first, second) != Answer::No
        || hierarchy.is_subtype(second, first) != Answer::No
    {
        return true;
    }

    match (first, second) {
        (Type::Class(first), Type::Class(second)) => {
            may_be_below_both(hierarchy, first, second)
                || is_any_source_below(program, first, second)
                || is_any_functional_below(program, first, second)
        }
        (Type::Array(first), Type::Array(second)) => may_be_one(program, first, second),
        _ => false,
    }
}

/// Returns whether a class without sources may be below both, of which neither is below the other.
fn may_be_below_both(hierarchy: &Hierarchy, first: &str, second: &str) -> bool {
    let is_interface = |name: &str| hierarchy.is_interface(name).may();
    let is_final = |name: &str| {
        hierarchy
            .class(name)
            .is_some_and(|info| info.access.has(java_types::Access::FINAL))
    };
    let is_open = |name: &str| !hierarchy.is_source(name) && !is_final(name);
    is_open(first) && is_open(second) && (is_interface(first) || is_interface(second))
}

fn is_any_source_below(program: &Program, first: &str, second: &str) -> bool {
    let subtypes = program.hierarchy.source_subtypes(first);
    let mut below = subtypes.known.iter().chain(&subtypes.possible);
    below.any(|class| program.hierarchy.is_subclass(class, second).may())
}

fn is_any_functional_below(program: &Program, first: &str, second: &str) -> bool {
    let hierarchy = &program.hierarchy;
    program.allocations.iter().any(|site| match &site.kind {
        AllocationKind::Functional {
            interface, markers, ..
        } if !markers.is_empty() => {
            let is_below = |above: &str| {
                std::iter::once(interface)
                    .chain(markers)
                    .any(|own| hierarchy.is_subclass(own, above).may())
            };
            is_below(first) && is_below(second)
        }
        _ => false,
    })
}
