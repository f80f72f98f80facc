//! The conditions of branches on numbers: a truth value decides by itself, a number is compared with
//! zero. Constants of truth values become `true` and `false`.

use ir::{ArithmeticKind, BlockId, Constant, LocalId, Statement, StatementKind, Terminator};

use super::Types;
use crate::emitter::{BOOLEAN, INT};
use crate::raw::RawBody;

/// Makes every condition a truth value.
pub(crate) fn decide(raw: &mut RawBody, types: &mut Types) {
    for id in raw.blocks.indices() {
        for statement in &mut raw.blocks[id].statements {
            write_truth(&mut statement.kind, types);
        }
        if let Some(kind) = raw.blocks[id].zero.take() {
            decide_one(raw, types, id, kind);
        }
    }
}

fn write_truth(kind: &mut StatementKind, types: &Types) {
    match kind {
        StatementKind::Constant { target, value } if types[*target] == BOOLEAN => {
            if let Constant::Integer(number) = *value {
                *value = Constant::Bool(number != 0);
            }
        }
        // A number that is not known to be 0 or 1 has the place of a truth value.
        StatementKind::Assign { target, source }
            if types[*target] == BOOLEAN && types[*source] != BOOLEAN =>
        {
            *kind = StatementKind::Constant {
                target: *target,
                value: Constant::Unknown,
            };
        }
        _ => {}
    }
}

fn decide_one(raw: &mut RawBody, types: &mut Types, id: BlockId, kind: ArithmeticKind) {
    let Terminator::Branch {
        condition,
        then,
        otherwise,
    } = raw.blocks[id].terminator
    else {
        return;
    };
    let is_truth = types[condition] == BOOLEAN;
    raw.blocks[id].terminator = match kind {
        ArithmeticKind::NotEqual if is_truth => return,
        ArithmeticKind::Equal if is_truth => Terminator::Branch {
            condition,
            then: otherwise,
            otherwise: then,
        },
        _ => Terminator::Branch {
            condition: compared_with_zero(raw, types, (id, condition), kind),
            then,
            otherwise,
        },
    };
}

fn compared_with_zero(
    raw: &mut RawBody,
    types: &mut Types,
    place: (BlockId, LocalId),
    kind: ArithmeticKind,
) -> LocalId {
    let (id, value) = place;
    let (zero, target) = (raw.typed(INT), raw.typed(BOOLEAN));
    types.push(INT);
    types.push(BOOLEAN);
    let statements = &mut raw.blocks[id].statements;
    let span = statements
        .last()
        .map_or_else(Default::default, |last| last.span);
    let added = [
        StatementKind::Constant {
            target: zero,
            value: Constant::Integer(0),
        },
        StatementKind::Compute {
            target,
            kind,
            operands: vec![value, zero],
        },
    ];
    statements.extend(added.map(|kind| Statement { kind, span }));

    target
}
