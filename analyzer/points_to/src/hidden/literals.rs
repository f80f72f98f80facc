//! Arrays of class literals that a call gets and nobody else: the types of parameters.

use ir::{CallSiteId, Constant, LocalId, StatementKind};
use java_types::descriptor::Type;

use super::index::{Index, Locals, Use};

/// The types in the array that a call gets at a position of its arguments; no types for null.
/// `None` where they are not certain. An element to which nothing is stored is null, and asks for
/// nothing that exists. O(uses of the array).
pub(super) fn types(index: &Index<'_>, site: CallSiteId, position: usize) -> Option<Vec<Type>> {
    let call = &index.program.calls[site];
    let array = *call.arguments.get(position)?;
    let locals = index.locals(call.method);
    let names = names(index, call.method, &locals, array)?;

    let mut stores = Vec::new();
    for used in names.iter().flat_map(|&name| locals.uses(name)) {
        match used {
            Use::Statement(StatementKind::ArrayStore {
                array,
                index,
                source,
            }) if names.contains(array) && !names.contains(source) => {
                stores.push((position_of(&locals, *index)?, literal(&locals, *source)?));
            }
            Use::Statement(
                StatementKind::Assign { target, .. } | StatementKind::Cast { target, .. },
            ) if names.contains(target) => {}
            Use::Statement(StatementKind::Call(other)) if *other == site => {}
            _ => return None,
        }
    }

    in_order(stores)
}

/// The locals that hold the array, from the call back to where it is made; `None` if it is not
/// made here alone.
fn names(
    index: &Index<'_>,
    method: ir::MethodId,
    locals: &Locals<'_>,
    array: LocalId,
) -> Option<Vec<LocalId>> {
    let body = index.program.methods[method].body.as_ref()?;
    let mut names = vec![array];
    loop {
        let local = *names.last()?;
        let [definition] = locals.definitions(local) else {
            return None;
        };
        match definition {
            _ if body.parameters.contains(&local) => return None,
            StatementKind::Allocate { .. }
            | StatementKind::Constant {
                value: Constant::Null,
                ..
            } => return Some(names),
            StatementKind::Assign { source, .. } | StatementKind::Cast { source, .. }
                if !names.contains(source) =>
            {
                names.push(*source);
            }
            _ => return None,
        }
    }
}

/// The types by their positions, if there is one for each.
fn in_order(mut stores: Vec<(i64, Type)>) -> Option<Vec<Type>> {
    stores.sort();
    let is_full = (0..)
        .zip(&stores)
        .all(|(at, (position, _))| at == *position);
    is_full.then(|| stores.into_iter().map(|(_, ty)| ty).collect())
}

fn position_of(locals: &Locals<'_>, index: LocalId) -> Option<i64> {
    match constant(locals, index)? {
        Constant::Integer(position) => Some(*position),
        _ => None,
    }
}

fn literal(locals: &Locals<'_>, local: LocalId) -> Option<Type> {
    match constant(locals, local)? {
        Constant::Class(ty) => Some(ty.clone()),
        _ => None,
    }
}

/// The only value that a local ever has.
fn constant<'a>(locals: &Locals<'a>, local: LocalId) -> Option<&'a Constant> {
    match locals.definitions(local) {
        [StatementKind::Constant { value, .. }] => Some(value),
        _ => None,
    }
}
