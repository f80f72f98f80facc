//! The kinds of all locals: the least that hold for every assignment.

use index_vec::{IndexVec, index_vec};
use ir::{ArithmeticKind, BlockId, Constant, LocalId, StatementKind};
use java_types::descriptor::Type;
use java_types::hierarchy::Hierarchy;

use super::kind::Kind;
use crate::category::Category;
use crate::emitter::{BOOLEAN, INT};
use crate::raw::RawBody;

/// The value that an assignment gives a local.
#[derive(Debug)]
enum Source {
    Known(Kind),
    /// The value of another local.
    Copy(LocalId),
    /// An element of an array.
    Element(LocalId),
    /// `a & b`, `a | b` or `a ^ b`.
    Logic(LocalId, LocalId),
}

/// The kinds of all locals.
pub(crate) type Kinds = IndexVec<LocalId, Kind>;

/// Infers them.
pub(crate) fn kinds(raw: &RawBody, hierarchy: &Hierarchy) -> Kinds {
    let sources = sources(raw);
    let mut readers: IndexVec<LocalId, Vec<LocalId>> = index_vec![Vec::new(); raw.locals.len()];
    for (local, sources) in sources.iter_enumerated() {
        for source in sources {
            match source {
                Source::Known(_) => {}
                Source::Copy(of) | Source::Element(of) => readers[*of].push(local),
                Source::Logic(a, b) => {
                    readers[*a].push(local);
                    readers[*b].push(local);
                }
            }
        }
    }

    let mut kinds: Kinds = raw
        .locals
        .iter()
        .map(|local| local.fixed.clone().map_or(Kind::Nothing, Kind::Of))
        .collect();
    let mut waiting: IndexVec<LocalId, bool> = index_vec![true; raw.locals.len()];
    let mut work: Vec<LocalId> = raw.locals.indices().rev().collect();
    while let Some(local) = work.pop() {
        waiting[local] = false;
        if raw.locals[local].fixed.is_some() {
            continue;
        }
        let is_reference = raw.locals[local].category == Category::Reference;
        let mut kind = kinds[local].clone();
        for source in &sources[local] {
            kind = kind.join(&of_source(source, &kinds, is_reference), hierarchy);
        }
        if kind == kinds[local] {
            continue;
        }

        kinds[local] = kind;
        for &reader in &readers[local] {
            if !std::mem::replace(&mut waiting[reader], true) {
                work.push(reader);
            }
        }
    }

    kinds
}

fn of_source(source: &Source, kinds: &Kinds, is_reference: bool) -> Kind {
    match source {
        Source::Known(kind) => kind.clone(),
        Source::Copy(of) => kinds[*of].clone(),
        Source::Element(array) => kinds[*array].element(is_reference),
        Source::Logic(a, b) => kinds[*a].logic(&kinds[*b]),
    }
}

fn sources(raw: &RawBody) -> IndexVec<LocalId, Vec<Source>> {
    let mut sources: IndexVec<LocalId, Vec<Source>> =
        raw.locals.iter().map(|_| Vec::new()).collect();
    for (id, block) in raw.blocks.iter_enumerated() {
        for (position, statement) in block.statements.iter().enumerate() {
            if let Some(target) = raw.target(&statement.kind)
                && raw.locals[target].fixed.is_none()
            {
                sources[target].push(source(raw, (id, position), &statement.kind));
            }
        }
        for handler in &block.handlers {
            let caught = handler.caught.iter().map(|name| Type::Class(name.clone()));
            let thrown = || Type::class("java/lang/Throwable");
            let known = caught.chain(handler.caught.is_empty().then(thrown));
            sources[handler.exception].extend(known.map(|ty| Source::Known(Kind::Of(ty))));
        }
    }

    sources
}

fn source(raw: &RawBody, place: (BlockId, usize), kind: &StatementKind) -> Source {
    use ArithmeticKind::{And, Or, Xor};
    if let Some(ty) = raw.results.get(&place) {
        return Source::Known(Kind::Of(ty.clone()));
    }
    Source::Known(match kind {
        StatementKind::Constant { value, .. } => match value {
            Constant::Null => Kind::Null,
            Constant::Integer(value) => Kind::constant(*value),
            Constant::Bool(_) => Kind::Of(BOOLEAN),
            _ => Kind::Of(Type::object()),
        },
        StatementKind::Assign { source, .. } => return Source::Copy(*source),
        StatementKind::Cast { ty, .. } => Kind::Of(ty.clone()),
        StatementKind::InstanceOf { .. } => Kind::Of(BOOLEAN),
        StatementKind::Compute {
            kind: And | Or | Xor,
            operands,
            ..
        } if operands.len() == 2 => return Source::Logic(operands[0], operands[1]),
        StatementKind::Compute { .. } => Kind::Of(INT),
        StatementKind::ArrayLoad { array, .. } => return Source::Element(*array),
        StatementKind::Allocate { site, .. } => Kind::Of(raw.allocations[*site].ty.clone()),
        _ => Kind::Of(Type::object()),
    })
}
