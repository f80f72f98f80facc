//! The origin of a method's collections.

use std::collections::BTreeSet;

use ir::{CallSite, LocalId, MethodId, Program, StatementKind, Target};

/// The origin of a method's collection, as far as the method itself shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// All of it comes from callers.
    Given,
    /// Some of it is what another method of the program gives back.
    Got,
    /// All else is in a field, or made here, or methods of the library give it out for such.
    #[default]
    Own,
}

/// Returns the origin of a local's value. It is [`Origin::Given`] if all assigned values are, and
/// [`Origin::Got`] if any of them is.
pub fn origin(program: &Program, method: MethodId, local: LocalId) -> Origin {
    let mut seen = BTreeSet::new();
    let found = origins(program, method, local, &mut seen);
    match (found.contains(&Origin::Got), found.contains(&Origin::Own)) {
        (true, _) => Origin::Got,
        (false, false) if !found.is_empty() => Origin::Given,
        _ => Origin::Own,
    }
}

fn origins(
    program: &Program,
    method: MethodId,
    local: LocalId,
    seen: &mut BTreeSet<LocalId>,
) -> BTreeSet<Origin> {
    let Some(body) = program.methods[method]
        .body
        .as_ref()
        .filter(|_| seen.insert(local))
    else {
        return BTreeSet::new();
    };
    let mut found: BTreeSet<Origin> = body
        .parameters
        .contains(&local)
        .then_some(Origin::Given)
        .into_iter()
        .collect();

    let statements = body.statements();
    for statement in statements.filter(|statement| program.target(&statement.kind) == Some(local)) {
        match &statement.kind {
            StatementKind::Assign { source, .. } | StatementKind::Cast { source, .. } => {
                found.extend(origins(program, method, *source, seen));
            }
            StatementKind::ArrayLoad { array, .. } => {
                found.extend(origins(program, method, *array, seen))
            }
            StatementKind::Call(site) => {
                found.extend(of_call(program, &program.calls[*site], seen))
            }
            _ => _ = found.insert(Origin::Own),
        }
    }

    found
}

/// Returns the origins of a call's result. The result of a library method has the origins of its
/// receiver.
fn of_call(program: &Program, call: &CallSite, seen: &mut BTreeSet<LocalId>) -> BTreeSet<Origin> {
    let is_of_program = match &call.target {
        Target::Resolved(callee) => program.hierarchy.is_source(&callee.owner),
        _ => true,
    };
    match (is_of_program, call.receiver) {
        (true, _) => BTreeSet::from([Origin::Got]),
        (false, Some(receiver)) => origins(program, call.method, receiver, seen),
        (false, None) => BTreeSet::from([Origin::Own]),
    }
}
