//! Conditions that cannot both hold.

use super::{BinaryOp, Body, Code, Expr, Primitive, UnaryOp, Value, truth};

/// Returns whether two conditions are shown never to hold together. Both are evaluated in the same
/// state, and calls give the same values in both. It is enough that one conjunct of each contradict
/// the other: comparisons of one term with constants that leave no common value, opposite
/// comparisons of two terms, a condition and its negation. O(conjuncts of the one * conjuncts of
/// the other * size).
pub fn exclusive(one: &Code, other: &Code) -> bool {
    let (Body::Expr(one), Body::Expr(other)) = (&one.body, &other.body) else {
        return false;
    };
    let others = conjuncts(other);
    conjuncts(one)
        .iter()
        .any(|a| others.iter().any(|b| contradict(*a, *b)))
}

/// A part of a conjunction, or its negation.
#[derive(Clone, Copy)]
struct Conjunct<'a> {
    expr: &'a Expr,
    holds: bool,
}

fn conjuncts(expr: &Expr) -> Vec<Conjunct<'_>> {
    let mut parts = Vec::new();
    let mut open = vec![Conjunct { expr, holds: true }];
    while let Some(Conjunct { expr, holds }) = open.pop() {
        match expr {
            Expr::Binary {
                op: BinaryOp::And,
                left,
                right,
            } if holds => {
                open.extend([left, right].map(|part| Conjunct { expr: part, holds }));
            }
            Expr::Binary {
                op: BinaryOp::Or,
                left,
                right,
            } if !holds => {
                open.extend([left, right].map(|part| Conjunct { expr: part, holds }));
            }
            Expr::Unary {
                op: UnaryOp::Not,
                operand,
            } => open.push(Conjunct {
                expr: operand,
                holds: !holds,
            }),
            _ => {}
        }
        parts.push(Conjunct { expr, holds });
    }

    parts
}

fn contradict(a: Conjunct<'_>, b: Conjunct<'_>) -> bool {
    if a.holds != b.holds && a.expr == b.expr && is_stable(a.expr) {
        return true;
    }
    match (Comparison::of(a), Comparison::of(b)) {
        (Some(a), Some(b)) => a.contradicts(&b) || a.contradicts(&b.flipped()),
        _ => false,
    }
}

/// Returns whether the expression has the same value in both conditions: what assigns, or is not
/// understood, may not.
fn is_stable(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(_) | Expr::Name(_) => true,
        Expr::Field { object, .. } => is_stable(object),
        Expr::Call {
            receiver,
            arguments,
            ..
        } => receiver.as_deref().is_none_or(is_stable) && arguments.iter().all(is_stable),
        Expr::Index { array, index } => is_stable(array) && is_stable(index),
        Expr::Unary { operand, .. }
        | Expr::InstanceOf { operand, .. }
        | Expr::Cast { operand, .. } => is_stable(operand),
        Expr::Binary { left, right, .. } => is_stable(left) && is_stable(right),
        Expr::Conditional {
            test,
            then,
            otherwise,
        } => [test, then, otherwise]
            .into_iter()
            .all(|part| is_stable(part)),
        Expr::New { .. } | Expr::Assign { .. } | Expr::Increment { .. } | Expr::Opaque(_) => false,
    }
}

/// The outcomes of comparing two numbers that a comparison allows. A comparison with `NaN` has none
/// of the three, so that the negation of a comparison allows it, too.
type Outcomes = u8;
const LESS: Outcomes = 1;
const EQUAL: Outcomes = 2;
const GREATER: Outcomes = 4;
const UNORDERED: Outcomes = 8;

/// `left outcomes right`.
struct Comparison<'a> {
    left: &'a Expr,
    right: &'a Expr,
    outcomes: Outcomes,
}

impl<'a> Comparison<'a> {
    fn of(conjunct: Conjunct<'a>) -> Option<Self> {
        let Expr::Binary { op, left, right } = conjunct.expr else {
            return None;
        };
        let outcomes = match op {
            BinaryOp::Lt => LESS,
            BinaryOp::Le => LESS | EQUAL,
            BinaryOp::Gt => GREATER,
            BinaryOp::Ge => GREATER | EQUAL,
            BinaryOp::Eq => EQUAL,
            BinaryOp::Ne => LESS | GREATER | UNORDERED,
            _ => return None,
        };

        let outcomes = if conjunct.holds {
            outcomes
        } else {
            !outcomes & (LESS | EQUAL | GREATER | UNORDERED)
        };
        let comparison = Comparison {
            left,
            right,
            outcomes,
        };

        let comparison = if number(left).is_some() {
            comparison.flipped()
        } else {
            comparison
        };
        (is_stable(left) && is_stable(right)).then_some(comparison)
    }

    fn flipped(&self) -> Self {
        let keep = self.outcomes & (EQUAL | UNORDERED);
        let less = if self.outcomes & GREATER != 0 {
            LESS
        } else {
            0
        };
        let greater = if self.outcomes & LESS != 0 {
            GREATER
        } else {
            0
        };

        Comparison {
            left: self.right,
            right: self.left,
            outcomes: keep | less | greater,
        }
    }

    fn contradicts(&self, other: &Comparison<'_>) -> bool {
        if self.left != other.left {
            return false;
        }
        if self.right == other.right {
            return self.outcomes & other.outcomes == 0;
        }
        match (number(self.right), number(other.right)) {
            (Some(a), Some(b)) => self.excludes(a, other, b),
            _ => false,
        }
    }

    /// Returns whether no number is to `a` as this comparison wants and to `b` as the other one
    /// wants. Between and beside the two constants there are five places where a number can be, and
    /// `NaN`.
    fn excludes(&self, a: f64, other: &Comparison<'_>, b: f64) -> bool {
        let places = [
            (a.min(b), -1),
            (a, 0),
            (a.midpoint(b), 0),
            (b, 0),
            (a.max(b), 1),
        ];
        let allowed = |(at, beside): (f64, i32)| {
            self.outcomes & outcome(at, beside, a) != 0
                && other.outcomes & outcome(at, beside, b) != 0
        };
        let unordered = self.outcomes & other.outcomes & UNORDERED != 0;
        !unordered && !places.into_iter().any(allowed)
    }
}

/// How a number at `at`, or just below or above it, compares with `constant`.
fn outcome(at: f64, beside: i32, constant: f64) -> Outcomes {
    match at.partial_cmp(&constant) {
        Some(std::cmp::Ordering::Less) => LESS,
        Some(std::cmp::Ordering::Greater) => GREATER,
        Some(std::cmp::Ordering::Equal) if beside < 0 => LESS,
        Some(std::cmp::Ordering::Equal) if beside > 0 => GREATER,
        Some(std::cmp::Ordering::Equal) => EQUAL,
        None => UNORDERED,
    }
}

/// The value of a constant number that is the same number in every numeric type it may be promoted
/// to.
fn number(expr: &Expr) -> Option<f64> {
    const EXACT: f64 = (1u32 << f32::MANTISSA_DIGITS) as f64;
    let value = match truth::constant(expr)?.ok()? {
        Value::Float(value) => f64::from(value),
        value => match value.to_primitive(Primitive::Double) {
            Ok(Value::Double(value)) => value,
            _ => return None,
        },
    };
    (value.abs() < EXACT).then_some(value)
}
