//! Expressions up to the laws that keep the number of derivatives finite.

use index_vec::{IndexVec, define_index_type};
use rustc_hash::FxHashMap;

use super::Laws;
use crate::SymbolId;

define_index_type! {
    /// An expression; equal expressions have equal ids, and parts come before the whole.
    pub(super) struct ExpressionId = u32;
    DISPLAY_FORMAT = "r{}";
}

/// Expressions that have more parts than these together are not made.
const MAX_PARTS: usize = 1_000_000;
/// Nor deeper ones: derivatives are taken by recursion.
const MAX_DEPTH: u32 = 400;

/// Each operator over simplified parts: concatenations nest to the right, the parts of `Or` and
/// `And` are sorted, differ, and are two or more.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Expression {
    Empty,
    Epsilon,
    Symbol(SymbolId),
    Concat(ExpressionId, ExpressionId),
    Star(ExpressionId),
    Or(Vec<ExpressionId>),
    And(Vec<ExpressionId>),
    Not(ExpressionId),
}

#[derive(Debug)]
struct Entry {
    expression: Expression,
    is_nullable: bool,
    depth: u32,
}

/// All expressions of one translation.
#[derive(Debug)]
pub(super) struct Expressions {
    laws: Laws,
    entries: IndexVec<ExpressionId, Entry>,
    ids: FxHashMap<Expression, ExpressionId>,
    derivatives: FxHashMap<(ExpressionId, SymbolId), ExpressionId>,
    /// How many parts all have together.
    parts: usize,
    is_exhausted: bool,
}

impl Expressions {
    pub fn new(laws: Laws) -> Self {
        Expressions {
            laws,
            entries: IndexVec::new(),
            ids: FxHashMap::default(),
            derivatives: FxHashMap::default(),
            parts: 0,
            is_exhausted: false,
        }
    }

    /// Returns whether expressions were refused because there would have been too many, or too deep
    /// ones. All results are then without meaning.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// Returns whether the empty word is in the language.
    pub fn is_nullable(&self, id: ExpressionId) -> bool {
        self.entries[id].is_nullable
    }

    /// The id of an expression that needs no simplification.
    pub fn add(&mut self, expression: Expression) -> ExpressionId {
        if let Some(&id) = self.ids.get(&expression) {
            return id;
        }

        let parts = parts(&expression);
        let depth = 1 + parts
            .iter()
            .map(|&part| self.entries[part].depth)
            .max()
            .unwrap_or(0);
        self.parts += 1 + parts.len();

        if self.parts > MAX_PARTS || depth > MAX_DEPTH {
            self.is_exhausted = true;
            return ExpressionId::from_raw(0);
        }

        let is_nullable = self.nullable(&expression);
        let id = self.entries.push(Entry {
            expression: expression.clone(),
            is_nullable,
            depth,
        });
        self.ids.insert(expression, id);

        id
    }

    fn nullable(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Empty | Expression::Symbol(_) => false,
            Expression::Epsilon | Expression::Star(_) => true,
            Expression::Concat(first, rest) => self.is_nullable(*first) && self.is_nullable(*rest),
            Expression::Or(parts) => parts.iter().any(|&part| self.is_nullable(part)),
            Expression::And(parts) => parts.iter().all(|&part| self.is_nullable(part)),
            Expression::Not(inner) => !self.is_nullable(*inner),
        }
    }

    pub fn expression(&self, id: ExpressionId) -> &Expression {
        &self.entries[id].expression
    }

    /// Returns whether this is `empty`, to the letter.
    pub fn is_empty(&self, id: ExpressionId) -> bool {
        self.is(id, &Expression::Empty)
    }

    fn is(&self, id: ExpressionId, expression: &Expression) -> bool {
        self.entries[id].expression == *expression
    }

    /// Returns whether an expression is written as the complement of `empty`.
    fn is_everything(&self, id: ExpressionId) -> bool {
        matches!(self.entries[id].expression, Expression::Not(inner) if self.is(inner, &Expression::Empty))
    }

    /// `first rest`.
    pub fn concat(&mut self, first: ExpressionId, rest: ExpressionId) -> ExpressionId {
        if self.is(first, &Expression::Empty) || self.is(rest, &Expression::Epsilon) {
            return first;
        }
        if self.is(first, &Expression::Epsilon) || self.is(rest, &Expression::Empty) {
            return rest;
        }
        match self.entries[first].expression {
            Expression::Concat(head, tail) if self.laws == Laws::Similarity => {
                let rest = self.concat(tail, rest);
                self.concat(head, rest)
            }
            _ => self.add(Expression::Concat(first, rest)),
        }
    }

    /// `inner*`.
    pub fn star(&mut self, inner: ExpressionId) -> ExpressionId {
        match self.entries[inner].expression {
            _ if self.laws == Laws::JavaMop => self.add(Expression::Star(inner)),
            Expression::Empty | Expression::Epsilon => self.add(Expression::Epsilon),
            Expression::Star(_) => inner,
            _ => self.add(Expression::Star(inner)),
        }
    }

    /// `~inner`.
    pub fn not(&mut self, inner: ExpressionId) -> ExpressionId {
        match self.entries[inner].expression {
            Expression::Not(inner) => inner,
            _ => self.add(Expression::Not(inner)),
        }
    }

    /// The union of one part or more.
    pub fn or(&mut self, parts: Vec<ExpressionId>) -> ExpressionId {
        if self.laws == Laws::JavaMop {
            return self.or_of_javamop(parts);
        }

        let mut flat = Vec::new();
        for part in parts {
            match &self.entries[part].expression {
                Expression::Or(inner) => flat.extend_from_slice(inner),
                Expression::Empty => {}
                _ => flat.push(part),
            }
        }

        flat.sort_unstable();
        flat.dedup();
        match flat.as_slice() {
            [] => self.add(Expression::Empty),
            [only] => *only,
            _ => match flat.iter().find(|&&part| self.is_everything(part)) {
                Some(&everything) => everything,
                None => self.add(Expression::Or(flat)),
            },
        }
    }

    /// The intersection of one part or more.
    pub fn and(&mut self, parts: Vec<ExpressionId>) -> ExpressionId {
        if self.laws == Laws::JavaMop {
            return self.and_of_javamop(parts);
        }

        let mut flat = Vec::new();
        for part in parts {
            match &self.entries[part].expression {
                Expression::And(inner) => flat.extend_from_slice(inner),
                _ if self.is_everything(part) => {}
                _ => flat.push(part),
            }
        }

        flat.sort_unstable();
        flat.dedup();
        match flat.as_slice() {
            [] => {
                let empty = self.add(Expression::Empty);
                self.not(empty)
            }
            [only] => *only,
            _ => match flat.iter().find(|&&part| self.is(part, &Expression::Empty)) {
                Some(&empty) => empty,
                None => self.add(Expression::And(flat)),
            },
        }
    }

    /// The words `w` for which `symbol w` is in the language.
    pub fn derivative(&mut self, id: ExpressionId, symbol: SymbolId) -> ExpressionId {
        if let Some(&known) = self.derivatives.get(&(id, symbol)) {
            return known;
        }

        let derivative = match self.entries[id].expression.clone() {
            Expression::Empty | Expression::Epsilon => self.add(Expression::Empty),
            Expression::Symbol(own) if own == symbol => self.add(Expression::Epsilon),
            Expression::Symbol(_) => self.add(Expression::Empty),
            Expression::Concat(first, rest) => self.derivative_of_concat(first, rest, symbol),
            Expression::Star(inner) => {
                let inner = self.derivative(inner, symbol);
                self.concat(inner, id)
            }
            Expression::Or(parts) => {
                let parts = parts
                    .into_iter()
                    .map(|part| self.derivative(part, symbol))
                    .collect();
                self.or(parts)
            }
            Expression::And(parts) => {
                let parts = parts
                    .into_iter()
                    .map(|part| self.derivative(part, symbol))
                    .collect();
                self.and(parts)
            }
            Expression::Not(inner) => {
                let inner = self.derivative(inner, symbol);
                self.not(inner)
            }
        };
        self.derivatives.insert((id, symbol), derivative);

        derivative
    }

    fn derivative_of_concat(
        &mut self,
        first: ExpressionId,
        rest: ExpressionId,
        symbol: SymbolId,
    ) -> ExpressionId {
        let within_first = self.derivative(first, symbol);
        let within_first = self.concat(within_first, rest);
        if !self.is_nullable(first) {
            return within_first;
        }
        let after_first = self.derivative(rest, symbol);
        self.or(vec![within_first, after_first])
    }
}

fn parts(expression: &Expression) -> Vec<ExpressionId> {
    match expression {
        Expression::Empty | Expression::Epsilon | Expression::Symbol(_) => Vec::new(),
        Expression::Star(inner) | Expression::Not(inner) => vec![*inner],
        Expression::Concat(first, rest) => vec![*first, *rest],
        Expression::Or(parts) | Expression::And(parts) => parts.clone(),
    }
}
