//! Which constants 0 and 1 are truth values: those that are used as such and not as numbers.

use index_vec::{IndexVec, index_vec};
use ir::{ArithmeticKind, LocalId, StatementKind};
use java_types::descriptor::Type;
use java_types::hierarchy::Hierarchy;

use super::Types;
use super::kind::Kind;
use super::typing::Kinds;
use crate::category::Category;
use crate::emitter::{BOOLEAN, INT};
use crate::raw::RawBody;

/// How the values of a local are used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Uses {
    truth: bool,
    number: bool,
}

/// The type of each local. Where nothing is known it is `int` or `Object`. What stands in the slot of
/// a parameter has its type, if it fits: it is what the parameter is assigned.
pub(crate) fn types(raw: &RawBody, kinds: Kinds, hierarchy: &Hierarchy) -> Types {
    let uses = uses(raw, &kinds);
    let mut types = Types::new();
    for (local, kind) in kinds.into_iter_enumerated() {
        let parameter = raw.parameter_of(local);
        let of_parameter = parameter.and_then(|of| raw.locals[of].fixed.clone());
        if let Some(ty) = of_parameter
            && kind.join(&Kind::Of(ty.clone()), hierarchy) == Kind::Of(ty.clone())
        {
            types.push(ty);
            continue;
        }
        let is_truth = uses[local].truth && !uses[local].number;
        types.push(match kind {
            Kind::Of(ty) => ty,
            Kind::Null => Type::object(),
            Kind::Constants(0 | 1, 0 | 1) if is_truth => BOOLEAN,
            Kind::Constants(..) => INT,
            Kind::Nothing if raw.locals[local].category == Category::Int => INT,
            Kind::Nothing => Type::object(),
        });
    }

    types
}

fn uses(raw: &RawBody, kinds: &Kinds) -> IndexVec<LocalId, Uses> {
    let mut uses: IndexVec<LocalId, Uses> = index_vec![Uses::default(); raw.locals.len()];
    let mut copies = Vec::new();
    for block in &raw.blocks {
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign { target, source } if !kinds[*target].is_truth() => {
                    copies.push((*target, *source));
                    let is_constant = matches!(kinds[*target], Kind::Constants(..));
                    uses[*source].number |= !is_constant;
                }
                kind => note(raw, kinds, kind, &mut uses),
            }
        }
        let is_of_truth = matches!(
            block.zero,
            Some(ArithmeticKind::Equal | ArithmeticKind::NotEqual)
        );
        if let Some(local) = block.terminator.operand().filter(|_| !is_of_truth) {
            uses[local].number = true;
        }
    }

    // A copy is used for what its own copies are used for.
    let mut changed = true;
    while changed {
        changed = false;
        for &(target, source) in copies.iter().rev() {
            let (of_copy, own) = (uses[target], &mut uses[source]);
            let joined = Uses {
                truth: own.truth || of_copy.truth,
                number: own.number || of_copy.number,
            };
            changed |= std::mem::replace(own, joined) != joined;
        }
    }

    uses
}

fn note(raw: &RawBody, kinds: &Kinds, kind: &StatementKind, uses: &mut IndexVec<LocalId, Uses>) {
    use ArithmeticKind::{And, Equal, NotEqual, Or, Xor};
    let has_truth = |locals: &[LocalId]| locals.iter().any(|&local| kinds[local].is_truth());
    match kind {
        StatementKind::Assign { source, .. } => uses[*source].truth = true,
        StatementKind::Compute {
            kind: Equal | NotEqual,
            operands,
            ..
        } if operands.iter().all(|&local| kinds[local].may_be_truth()) => {
            let is_truth = has_truth(operands);
            operands
                .iter()
                .for_each(|&local| uses[local].truth |= is_truth);
        }
        StatementKind::Compute {
            kind: And | Or | Xor,
            operands,
            target,
        } if kinds[*target].is_truth() => {
            operands.iter().for_each(|&local| uses[local].truth = true);
        }
        StatementKind::ArrayStore {
            array,
            index,
            source,
        } => {
            uses[*index].number = true;
            let is_truth = kinds[*array] == Kind::Of(Type::array(BOOLEAN));
            uses[*source].truth |= is_truth;
            uses[*source].number |= !is_truth;
        }
        _ => raw
            .operands(kind)
            .into_iter()
            .for_each(|local| uses[local].number = true),
    }
}
