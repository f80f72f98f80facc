//! Locals that surely hold an object, and not `null`.
//!
//! Unseen are objects that a method gives back, that a field holds, and that the program has
//! compared with `null`: any of them may be `null`.

use ir::{Constant, LocalId, MethodId, Program, StatementKind, Target};
use java_types::Access;
use java_types::descriptor::Type;

use super::arguments::only_definition;
use super::{Place, Sites};

/// Returns whether each copy of a call, read or write surely has a receiver. O(copies * statements of
/// the methods around them).
pub fn is_on_objects(program: &Program, sites: &Sites, place: Place) -> bool {
    match place {
        Place::Call(point) => sites.at(point).iter().all(|&site| {
            let call = &program.calls[site];
            let receiver = call.receiver;
            receiver.is_some_and(|receiver| is_object(program, call.method, receiver))
        }),
        Place::Access(access) => {
            let method = sites.accesses.get(access).method;
            let values = sites.accesses.values(program, access);
            let mut objects = values.iter().map(|values| values.object);
            objects.all(|object| object.is_some_and(|object| is_object(program, method, object)))
        }
        Place::Execution(_) | Place::Initialization(_) => false,
    }
}

/// Returns whether a local surely holds an object: one that has just been made, a text, a class, a
/// box, or `this`. O(statements of the method).
pub(super) fn is_object(program: &Program, method: MethodId, local: LocalId) -> bool {
    // Monitors get a primitive value in a box.
    let is_boxed = local_type(program, method, local).is_some_and(|ty| !ty.is_reference());
    if is_boxed || is_this(program, method, local) {
        return true;
    }

    match only_definition(program, method, local) {
        Some(StatementKind::Allocate { .. }) => true,
        Some(StatementKind::Constant { value, .. }) => {
            matches!(value, Constant::Str(_) | Constant::Class(_))
        }
        Some(StatementKind::Call(site)) => match &program.calls[*site].target {
            Target::Resolved(callee) => {
                java_patterns::boxes(&callee.owner, &callee.name, &callee.descriptor)
                    && &*callee.name == "valueOf"
            }
            _ => false,
        },
        // A text that is put together.
        Some(StatementKind::Compute { .. }) => true,
        Some(StatementKind::Assign { source, .. }) => is_this(program, method, *source),
        _ => false,
    }
}

/// Returns whether a local is the receiver of the method that it is of. Functional bodies have none:
/// what they capture comes first.
fn is_this(program: &Program, method: MethodId, local: LocalId) -> bool {
    let declared = &program.methods[method];
    let body = declared.body.as_ref();
    let first = body.and_then(|body| body.parameters.first());
    !Access(declared.access).is_static() && first == Some(&local)
}

/// Returns the static type of a local; `None` if its method has no body.
pub(super) fn local_type(program: &Program, method: MethodId, local: LocalId) -> Option<&Type> {
    let body = program.methods[method].body.as_ref()?;
    Some(&body.locals[local].ty)
}
