//! String concatenation (JLS 15.18.1).
//!
//! An operand that is neither constant, nor a string, nor primitive is converted by
//! `String.valueOf`, which can call a `toString` of the program. The call is not an instruction of
//! its own: since Java 9 it happens inside a dynamic call, and when it happens depends on the
//! compiler. Java 19 and later, and those for Java 8, convert each operand before the next one is
//! evaluated; in between all were evaluated first. Where a later operand can have effects both are
//! allowed for: a conversion that may happen at once, and one that may happen at the end.

use ir::{ArithmeticKind, LocalId};
use java_syntax::ast::{BinaryOp, ExprId, ExprKind};
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::calls::{Invoke, inserted};
use crate::types;

/// An operand that was evaluated.
struct Part {
    value: LocalId,
    span: Span,
    when: When,
}

/// When an operand becomes a string.
#[derive(PartialEq)]
enum When {
    /// Without code of the program.
    Silently,
    /// Once, now.
    Now,
    /// Now or at the end.
    NowOrLater,
    /// Now, at the end, or never: it is not known whether it is converted at all.
    Perhaps,
}

/// How surely an operand that is an object is converted.
#[derive(Clone, Copy, PartialEq)]
enum Conversion {
    Sure,
    Possible,
}

impl<'a> BodyLowering<'_, 'a> {
    /// A chain of `+` whose value is a string. Operands before the first string are added as
    /// numbers.
    pub(crate) fn concatenation(&mut self, operands: &'a [ExprId], span: Span) -> LocalId {
        let numbers = self.leading_numbers(operands);
        let mut parts = Vec::with_capacity(operands.len());
        let (leading, rest) = operands.split_at(numbers);
        if !leading.is_empty() {
            let value = self.sum(leading, span);
            parts.push(Part {
                value,
                span,
                when: When::Silently,
            });
        }

        for (position, &operand) in rest.iter().enumerate() {
            parts.push(self.part_of(operand, &rest[position + 1..]));
        }

        self.join(parts, span)
    }

    /// A chain of `+` of which it is not known whether it makes a string, as the type of an operand
    /// is not known: every object may be converted, and the value may be anything.
    pub(crate) fn sum_or_text(&mut self, operands: &'a [ExprId], ty: &Type, span: Span) -> LocalId {
        let mut parts = Vec::with_capacity(operands.len());
        for (position, &operand) in operands.iter().enumerate() {
            let later = &operands[position + 1..];
            let value = self.operand(operand, later);
            parts.push(self.part(
                value,
                self.tree().exprs[operand].span,
                later,
                Conversion::Possible,
            ));
        }
        self.convert_rest(&parts);
        self.invoke(Invoke::unknown_value(ty.clone(), span))
            .unwrap_or_else(|| self.temporary(ty.clone()))
    }

    /// How many operands stand before the first addition that has a string on one side. One of an
    /// unknown type may be a string itself.
    fn leading_numbers(&self, operands: &[ExprId]) -> usize {
        let may_be_string = |&operand: &ExprId| {
            self.is_unknown(operand) || types::is_string(&self.static_type(operand))
        };
        let first = operands.iter().position(may_be_string);
        first.filter(|&first| first >= 2).unwrap_or(0)
    }

    fn sum(&mut self, operands: &'a [ExprId], span: Span) -> LocalId {
        let mut value = self.operand(operands[0], &operands[1..2]);
        for &next in &operands[1..] {
            let right = self.expr(next);
            value = self.apply(BinaryOp::Add, value, right, span);
        }
        value
    }

    /// Evaluates an operand, and converts it as far as that can happen before the later ones are
    /// evaluated.
    fn part_of(&mut self, operand: ExprId, later: &[ExprId]) -> Part {
        let value = self.operand(operand, later);
        let span = self.tree().exprs[operand].span;
        let conversion = if self.is_unknown(operand) {
            Conversion::Possible
        } else {
            Conversion::Sure
        };

        match self.tree().exprs[operand].kind {
            ExprKind::Literal(_) => Part {
                value,
                span,
                when: When::Silently,
            },
            _ => self.part(value, span, later, conversion),
        }
    }

    /// Converts an evaluated operand as far as that can happen before the later ones are evaluated.
    fn part(
        &mut self,
        value: LocalId,
        span: Span,
        later: &[ExprId],
        conversion: Conversion,
    ) -> Part {
        let ty = self.type_of(value);
        let when = match later.iter().all(|&later| self.has_no_effect(later)) {
            _ if types::is_string(&ty) || !ty.is_reference() => When::Silently,
            _ if conversion == Conversion::Possible => When::Perhaps,
            true => When::Now,
            false => When::NowOrLater,
        };
        let part = Part { value, span, when };
        match part.when {
            When::Silently => {}
            When::Now => self.stringify(&part),
            When::NowOrLater | When::Perhaps => self.maybe_stringify(&part),
        }
        part
    }

    /// Returns whether evaluating (but not converting) an expression surely runs no code of the
    /// program; a cheap test.
    fn has_no_effect(&self, id: ExprId) -> bool {
        let is_constant = self
            .facts()
            .exprs
            .get(id)
            .is_some_and(|facts| facts.constant.is_some());
        is_constant
            || matches!(
                self.tree().exprs[id].kind,
                ExprKind::Literal(_) | ExprKind::This(_)
            )
            || matches!(
                self.facts().names.get(&id),
                Some(java_attribute::NameMeaning::Local(_))
            )
    }

    fn stringify(&mut self, part: &Part) {
        let invoke = inserted(
            ir::CallKind::Static,
            types::STRING,
            "valueOf",
            "(Ljava/lang/Object;)Ljava/lang/String;",
            None,
            vec![part.value],
            part.span,
        );
        self.invoke(Invoke {
            is_emitted: false,
            result: None,
            ..invoke
        });
    }

    fn maybe_stringify(&mut self, part: &Part) {
        let (call, end) = (self.graph.block(), self.graph.block());
        let happens = self.undetermined(types::BOOLEAN, part.span);
        self.graph.branch(happens, call, end);
        self.graph.start(call);
        self.stringify(part);
        self.graph.start(end);
    }

    /// Makes the string of its parts.
    fn join(&mut self, parts: Vec<Part>, span: Span) -> LocalId {
        self.convert_rest(&parts);
        let values = parts.into_iter().map(|part| part.value).collect();
        self.compute(ArithmeticKind::Add, values, types::string(), span)
    }

    /// The conversions that may happen after all operands are evaluated.
    fn convert_rest(&mut self, parts: &[Part]) {
        for part in parts
            .iter()
            .filter(|part| matches!(part.when, When::NowOrLater | When::Perhaps))
        {
            self.maybe_stringify(part);
        }
    }

    /// `target += right` where the sum is a string, if the type of `target` is known: its value
    /// `left` is read already.
    pub(crate) fn append(
        &mut self,
        target: ExprId,
        left: LocalId,
        right: ExprId,
        span: Span,
    ) -> LocalId {
        let conversion = if self.is_unknown(target) {
            Conversion::Possible
        } else {
            Conversion::Sure
        };
        let left = self.part(left, span, &[right], conversion);
        let right = self.part_of(right, &[]);
        self.join(vec![left, right], span)
    }
}
