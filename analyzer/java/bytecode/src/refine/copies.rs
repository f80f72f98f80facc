//! Copies that types make needless: of parameters into their slots, which are one local with all that
//! the parameter is assigned, and of truth values that were to be narrowed.

use ir::{LocalId, StatementKind};
use rustc_hash::FxHashMap;

use super::Types;
use super::webs::rename;
use crate::emitter::BOOLEAN;
use crate::raw::RawBody;

/// Removes them, and names what they copy in their place.
pub(crate) fn remove(raw: &mut RawBody, types: &Types) {
    let in_slots = raw
        .locals
        .indices()
        .filter_map(|local| Some((local, raw.parameter_of(local)?)));
    let mut names: FxHashMap<LocalId, LocalId> = in_slots
        .filter(|&(local, of)| types[local] == types[of])
        .collect();
    for id in raw.blocks.indices() {
        let mut statements = std::mem::take(&mut raw.blocks[id].statements);
        statements.retain(|statement| match statement.kind {
            StatementKind::Assign { target, source } if names.get(&target) == Some(&source) => {
                false
            }
            StatementKind::Assign { target, source } if is_narrowed(raw, types, target, source) => {
                names.insert(target, source);
                false
            }
            _ => true,
        });
        raw.blocks[id].statements = statements;
    }

    if !names.is_empty() {
        rename(raw, |local| {
            let mut local = local;
            // A truth value may be a parameter's.
            while let Some(&source) = names.get(&local) {
                local = source;
            }
            local
        });
    }
}

/// Returns whether a copy is one of a truth value that is one.
fn is_narrowed(raw: &RawBody, types: &Types, target: LocalId, source: LocalId) -> bool {
    let is_wanted =
        !raw.locals[target].is_variable && raw.locals[target].fixed.as_ref() == Some(&BOOLEAN);
    is_wanted && types[target] == types[source]
}
