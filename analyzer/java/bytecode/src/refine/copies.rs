//! Copies that types make needless: of parameters into their slots, and of truth values that were to
//! be narrowed.

use ir::{BlockId, LocalId, StatementKind};
use rustc_hash::FxHashMap;

use super::Types;
use super::webs::rename;
use crate::emitter::BOOLEAN;
use crate::raw::RawBody;

/// Removes them, and names what they copy in their place.
pub(crate) fn remove(raw: &mut RawBody, types: &Types) {
    let mut names: FxHashMap<LocalId, LocalId> = FxHashMap::default();
    for id in raw.blocks.indices() {
        let mut statements = std::mem::take(&mut raw.blocks[id].statements);
        statements.retain(|statement| match statement.kind {
            StatementKind::Assign { target, source }
                if is_needless(raw, types, id, (target, source)) =>
            {
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

fn is_needless(raw: &RawBody, types: &Types, block: BlockId, copy: (LocalId, LocalId)) -> bool {
    let (target, source) = copy;
    let is_parameter = block.index() == 0 && raw.parameters.contains(&source);
    let is_narrowed =
        !raw.locals[target].is_variable && raw.locals[target].fixed.as_ref() == Some(&BOOLEAN);
    types[target] == types[source] && (is_parameter || is_narrowed)
}
