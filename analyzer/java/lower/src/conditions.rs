//! Boolean expressions as control flow: short circuits, negation, patterns (JLS 15.23 to 15.25).
//!
//! Constant conditions leave no branch, and what they exclude is not lowered, as javac emits no
//! code for it.

use ir::{BlockId, Constant, LocalId};
use java_attribute::NameMeaning;
use java_syntax::ast::{BinaryOp, ExprId, ExprKind, Literal, PatternKind, UnaryOp};
use text::Span;

use crate::body::BodyLowering;
use crate::types;

impl<'a> BodyLowering<'_, 'a> {
    /// Evaluates a condition. Then jumps to `then` if it is true, and to `otherwise` if not.
    pub(crate) fn condition(&mut self, id: ExprId, then: BlockId, otherwise: BlockId) {
        let lowered = self.nested(|lowering| lowering.branch_on(id, then, otherwise));
        if lowered.is_none() && self.graph.is_live() {
            let span = self.tree().exprs[id].span;
            let condition = self.unknown(types::BOOLEAN, span, "nested too deeply");
            self.graph.branch(condition, then, otherwise);
        }
    }

    /// The condition of an if statement or conditional expression. Comparisons of literals with
    /// `null` are no constants (JLS 15.29), but javac emits nothing for what they exclude here;
    /// generated parsers have them.
    pub(crate) fn choice(&mut self, test: ExprId, then: BlockId, otherwise: BlockId) {
        match self.null_test(test).filter(|_| self.graph.is_live()) {
            Some(truth) => self.graph.goto(if truth { then } else { otherwise }),
            None => self.condition(test, then, otherwise),
        }
    }

    /// Returns what a comparison of two literals, one of them `null`, comes to.
    fn null_test(&self, test: ExprId) -> Option<bool> {
        let ExprKind::Binary {
            op: op @ (BinaryOp::Eq | BinaryOp::Ne),
            ref operands,
        } = self.tree().exprs[test].kind
        else {
            return None;
        };
        let is_null = |&id: &ExprId| match &self.tree().exprs[id].kind {
            ExprKind::Literal(literal) => Some(*literal == Literal::Null),
            _ => None,
        };
        let both: Vec<bool> = operands.iter().map(is_null).collect::<Option<_>>()?;
        both.contains(&true)
            .then(|| both.iter().all(|&null| null) == (op == BinaryOp::Eq))
    }

    fn branch_on(&mut self, id: ExprId, then: BlockId, otherwise: BlockId) {
        if !self.graph.is_live() {
            return;
        }

        match self
            .facts()
            .exprs
            .get(id)
            .and_then(|facts| facts.constant.as_ref())
        {
            Some(Constant::Bool(true)) => return self.graph.goto(then),
            Some(Constant::Bool(false)) => return self.graph.goto(otherwise),
            _ => {}
        }

        match self.tree().exprs[id].kind {
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.condition(operand, otherwise, then),
            ExprKind::Logical { and, ref operands } => {
                self.short_circuit(and, operands, then, otherwise)
            }
            ExprKind::InstanceOf {
                operand,
                ref pattern,
            } if !matches!(pattern.kind, PatternKind::Type(_)) => {
                let value = self.expr(operand);
                let value = self.kept(value);
                self.match_pattern(value, pattern, then, otherwise);
            }
            ExprKind::Conditional {
                test,
                then: on_true,
                otherwise: on_false,
            } if self.is_boolean(id) => {
                self.choose(test, [on_true, on_false], then, otherwise);
            }
            _ => self.branch_on_value(id, then, otherwise),
        }
    }

    /// Returns whether an expression is a `boolean` that needs no conversion.
    fn is_boolean(&self, id: ExprId) -> bool {
        self.facts()
            .exprs
            .get(id)
            .is_some_and(|facts| facts.ty == Some(types::BOOLEAN) && facts.conversion.is_none())
    }

    fn branch_on_value(&mut self, id: ExprId, then: BlockId, otherwise: BlockId) {
        let span = self.tree().exprs[id].span;
        let value = self.expr(id);

        // The qualifier of a constant field is evaluated, but the constant decides.
        if let Some(NameMeaning::Field {
            constant: Some(Constant::Bool(truth)),
            ..
        }) = self.facts().names.get(&id)
        {
            return self.graph.goto(if *truth { then } else { otherwise });
        }
        let mut condition = self.coerced(value, &types::BOOLEAN, span);

        // The expression is not known to be a `boolean`: both ways are open.
        if self.type_of(condition) != types::BOOLEAN {
            condition = self.undetermined(types::BOOLEAN, span);
        }
        self.graph.branch(condition, then, otherwise);
    }

    /// `a && b && ..` or `a || b || ..`.
    fn short_circuit(
        &mut self,
        and: bool,
        operands: &'a [ExprId],
        then: BlockId,
        otherwise: BlockId,
    ) {
        let Some((&last, first)) = operands.split_last() else {
            return;
        };
        for &operand in first {
            let next = self.graph.block();
            if and {
                self.condition(operand, next, otherwise)
            } else {
                self.condition(operand, then, next)
            }
            self.graph.start(next);
        }
        self.condition(last, then, otherwise);
    }

    fn choose(&mut self, test: ExprId, values: [ExprId; 2], then: BlockId, otherwise: BlockId) {
        let branches = [self.graph.block(), self.graph.block()];
        self.choice(test, branches[0], branches[1]);
        for (branch, value) in branches.into_iter().zip(values) {
            self.graph.start(branch);
            self.condition(value, then, otherwise);
        }
    }

    /// The value of a boolean expression that is control flow by nature.
    pub(crate) fn truth(&mut self, id: ExprId, span: Span) -> LocalId {
        let result = self.temporary(types::BOOLEAN);
        let (then, otherwise, end) = (self.graph.block(), self.graph.block(), self.graph.block());
        self.branch_on(id, then, otherwise);
        for (branch, value) in [(then, true), (otherwise, false)] {
            self.graph.start(branch);
            let value = self.constant(Constant::Bool(value), types::BOOLEAN, span);
            self.assign_fresh(result, value, span);
            self.graph.goto(end);
        }
        self.graph.start(end);
        result
    }
}
