//! Unions and intersections as JavaMOP simplifies them. Its slips are kept: they decide when an
//! expression is `empty`.

use std::cmp::Ordering;

use super::expression::{Expression, ExpressionId, Expressions};

impl Expressions {
    /// A union: flat and sorted. Of neighbours that are to go, one after the other, every second
    /// one stays.
    pub(super) fn or_of_javamop(&mut self, parts: Vec<ExpressionId>) -> ExpressionId {
        let is_alone = parts.len() == 1;
        let mut flat: Vec<ExpressionId> = parts
            .into_iter()
            .flat_map(|part| self.alternatives(part))
            .collect();

        if is_alone {
            return self.union_of(flat);
        }

        flat.sort_by(|&one, &other| self.order(one, other));
        let mut at = 0;
        while at < flat.len() {
            if self.is_empty(flat[at]) {
                flat.remove(at);
            }
            at += 1;
        }

        at = 0;
        while at + 1 < flat.len() {
            if flat[at] == flat[at + 1] {
                flat.remove(at);
            }
            at += 1;
        }

        self.union_of(flat)
    }

    /// An intersection, which JavaMOP has only as a complement of a union of complements.
    pub(super) fn and_of_javamop(&mut self, parts: Vec<ExpressionId>) -> ExpressionId {
        if let [only] = parts.as_slice() {
            return *only;
        }
        let complements = parts.into_iter().map(|part| self.not(part)).collect();
        let union = self.or_of_javamop(complements);
        self.not(union)
    }

    fn union_of(&mut self, parts: Vec<ExpressionId>) -> ExpressionId {
        match parts.as_slice() {
            [] => self.add(Expression::Empty),
            [only] => *only,
            _ => self.add(Expression::Or(parts)),
        }
    }

    /// The parts of a union; of anything else itself.
    fn alternatives(&self, id: ExpressionId) -> Vec<ExpressionId> {
        match self.expression(id) {
            Expression::Or(parts) => parts
                .iter()
                .flat_map(|&part| self.alternatives(part))
                .collect(),
            _ => vec![id],
        }
    }

    /// By kind, then by parts.
    fn order(&self, one: ExpressionId, other: ExpressionId) -> Ordering {
        let by_parts = |one: &[ExpressionId], other: &[ExpressionId]| {
            let mut pairs = one
                .iter()
                .zip(other)
                .map(|(&one, &other)| self.order(one, other));
            pairs
                .find(|order| order.is_ne())
                .unwrap_or_else(|| one.len().cmp(&other.len()))
        };
        match (self.expression(one), self.expression(other)) {
            _ if one == other => Ordering::Equal,
            (Expression::Symbol(one), Expression::Symbol(other)) => one.cmp(other),
            (Expression::Not(one), Expression::Not(other))
            | (Expression::Star(one), Expression::Star(other)) => self.order(*one, *other),
            (Expression::Concat(one, rest), Expression::Concat(other, other_rest)) => {
                by_parts(&[*one, *rest], &[*other, *other_rest])
            }
            (Expression::Or(one), Expression::Or(other)) => by_parts(one, other),
            (one, other) => rank(one).cmp(&rank(other)),
        }
    }
}

fn rank(expression: &Expression) -> u32 {
    match expression {
        Expression::Empty => 0,
        Expression::Epsilon => 1,
        Expression::Symbol(_) => 2,
        Expression::Not(_) => 3,
        Expression::Concat(..) => 4,
        Expression::Star(_) => 5,
        Expression::Or(_) | Expression::And(_) => 6,
    }
}
