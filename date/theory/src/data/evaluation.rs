//! The values of expressions, given what is known of variables.

use super::alphabet::Arguments;
use super::known::{Known, range};
use super::valuation::{Tracked, Valuation};
use crate::code::eval::{Environment, Failure, Term, evaluate};
use crate::code::{
    BinaryOp, Body, Code, Expr, JavaType, Literal, Name, NameKind, Primitive, Truth, Types,
    UnaryOp, Value,
};

/// The surroundings of code when an event with these arguments occurs.
pub(super) struct Scene<'a> {
    pub tracked: &'a Tracked,
    pub arguments: &'a Arguments,
    types: Types,
}

/// The value of an expression.
pub(super) struct Answer {
    /// The value, if there is one.
    pub known: Known,
    /// True if evaluating it may throw.
    pub throws: bool,
}

/// An operand of a connective.
struct Operand<'a> {
    /// The expression.
    expr: &'a Expr,
    /// Its value.
    answer: Answer,
}

impl Answer {
    fn unknown() -> Self {
        Answer {
            known: Known::Any,
            throws: true,
        }
    }

    fn truth(&self) -> Truth {
        match self.known {
            Known::Is(Value::Bool(true)) if !self.throws => Truth::True,
            Known::Is(Value::Bool(false)) => Truth::False,
            _ => Truth::Unknown,
        }
    }
}

impl<'a> Scene<'a> {
    pub fn new(tracked: &'a Tracked, arguments: &'a Arguments) -> Self {
        let mut types = Types::default();
        for (name, &ty) in tracked.names.iter().zip(&tracked.types) {
            types.declare_as(name.clone(), ty);
        }
        for (name, &(ty, _)) in arguments {
            types.declare_as(Name::new(name, NameKind::EventVariable), ty);
        }
        Scene {
            tracked,
            arguments,
            types,
        }
    }

    /// Returns whether a condition holds, as far as it is known; one that throws does not.
    pub fn condition(&self, code: &Code, valuation: &Valuation) -> Truth {
        match &code.body {
            Body::Expr(expr) => self.truth(expr, valuation),
            Body::Stmts(_) => Truth::Unknown,
        }
    }

    /// Returns whether a boolean expression holds, as far as it is known; one that throws does not.
    pub fn truth(&self, expr: &Expr, valuation: &Valuation) -> Truth {
        match evaluate(
            expr,
            &mut Exact {
                scene: self,
                valuation: valuation.clone(),
            },
        ) {
            Ok(Value::Bool(true)) => Truth::True,
            // An exception in a condition counts as false.
            Ok(Value::Bool(false)) | Err(Failure::Exception(_)) => Truth::False,
            Ok(_) | Err(Failure::Undetermined(_)) => self.answer(expr, valuation).truth(),
        }
    }

    /// The value of an expression that writes no variable.
    pub fn answer(&self, expr: &Expr, valuation: &Valuation) -> Answer {
        match evaluate(
            expr,
            &mut Exact {
                scene: self,
                valuation: valuation.clone(),
            },
        ) {
            Ok(value) => Answer {
                known: Known::of(value),
                throws: false,
            },
            // It surely throws, so there is no value.
            Err(Failure::Exception(_)) => Answer::unknown(),
            Err(Failure::Undetermined(_)) => self.by_parts(expr, valuation),
        }
    }

    fn by_parts(&self, expr: &Expr, valuation: &Valuation) -> Answer {
        match expr {
            Expr::Literal(literal) => Answer {
                known: Known::of(literal.into()),
                throws: false,
            },
            Expr::Name(name) => Answer {
                known: self.named(name, valuation),
                throws: false,
            },
            Expr::Unary { op, operand } => self.unary(*op, operand, valuation),
            Expr::Binary { op, left, right } => self.binary(*op, left, right, valuation),
            Expr::Conditional {
                test,
                then,
                otherwise,
            } => self.conditional([test, then, otherwise], valuation),
            Expr::InstanceOf { operand, .. } => Answer {
                known: Known::Any,
                throws: self.answer(operand, valuation).throws,
            },
            Expr::Cast { ty, operand } => self.cast(JavaType::of(ty), operand, valuation),
            _ => Answer::unknown(),
        }
    }

    fn named(&self, name: &Name, valuation: &Valuation) -> Known {
        match name.kind {
            NameKind::EventVariable | NameKind::CurrentThread => self
                .arguments
                .get(&name.text)
                .map_or(Known::Any, |(_, value)| Known::of(value.clone())),
            _ => self
                .tracked
                .position(name)
                .map_or(Known::Any, |position| valuation[position].clone()),
        }
    }

    /// Returns whether unboxing an operand may find `null`.
    pub fn may_be_null(&self, expr: &Expr, known: &Known) -> bool {
        !self.is_primitive(expr) && !known.is_not_null()
    }

    fn is_primitive(&self, expr: &Expr) -> bool {
        matches!(self.types.of_expr(expr), Some(JavaType::Primitive(_)))
    }

    fn unary(&self, op: UnaryOp, operand: &Expr, valuation: &Valuation) -> Answer {
        let inner = self.answer(operand, valuation);
        let throws = inner.throws || self.may_be_null(operand, &inner.known);
        let known = match (op, &inner.known) {
            (UnaryOp::Not, Known::Is(Value::Bool(value))) => Known::Is(Value::Bool(!value)),
            // `-x` is `0 - x`, promotion included (JLS 15.15.4). An interval that would overflow is
            // given up.
            (UnaryOp::Minus, &Known::Whole { ty, low, high }) => {
                arithmetic(BinaryOp::Sub, (Primitive::Int, 0, 0), (ty, low, high))
            }
            // Unary plus only promotes (JLS 15.15.3).
            (UnaryOp::Plus, &Known::Whole { ty, low, high }) => {
                Known::whole(ty.max(Primitive::Int), low, high)
            }
            _ => Known::Any,
        };
        Answer { known, throws }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr, valuation: &Valuation) -> Answer {
        let (one, other) = (self.answer(left, valuation), self.answer(right, valuation));
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let left = Operand {
                expr: left,
                answer: one,
            };
            let right = Operand {
                expr: right,
                answer: other,
            };
            return self.connected(op, left, right);
        }

        let nulls = self.may_be_null(left, &one.known) || self.may_be_null(right, &other.known);
        let throws = one.throws || other.throws;
        match op {
            BinaryOp::Eq | BinaryOp::Ne => {
                // `==` unboxes an operand unless both are references (JLS 15.21).
                let unboxes = !(self.is_reference(left, &one.known)
                    && self.is_reference(right, &other.known));
                let known = compared(BinaryOp::Eq, &one.known, &other.known);
                let known = if op == BinaryOp::Ne {
                    negated(known)
                } else {
                    known
                };
                Answer {
                    known,
                    throws: throws || unboxes && nulls,
                }
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Answer {
                known: compared(op, &one.known, &other.known),
                throws: throws || nulls,
            },
            _ => {
                let known = match (&one.known, &other.known) {
                    (
                        &Known::Whole { ty, low, high },
                        &Known::Whole {
                            ty: with,
                            low: l,
                            high: h,
                        },
                    ) => arithmetic(op, (ty, low, high), (with, l, h)),
                    _ => Known::Any,
                };
                let numbers = self.is_primitive(left) && self.is_primitive(right);
                // An integer division by zero throws (JLS 15.17.2).
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
                Answer {
                    known,
                    throws: throws || !numbers || divides,
                }
            }
        }
    }

    /// Returns whether comparing with it unboxes nothing: it is `null`, a string, or of a type that
    /// is no box.
    fn is_reference(&self, expr: &Expr, known: &Known) -> bool {
        let literal = matches!(expr, Expr::Literal(Literal::Null | Literal::Str(_)));
        let declared = matches!(
            self.types.of_expr(expr),
            Some(JavaType::Text | JavaType::Null | JavaType::Reference)
        );
        literal || declared || *known == Known::Is(Value::Null)
    }

    /// The right operand counts only where the left one does not decide.
    fn connected(&self, op: BinaryOp, left: Operand<'_>, right: Operand<'_>) -> Answer {
        let (one, other) = (left.answer, right.answer);
        let deciding = Known::Is(Value::Bool(op == BinaryOp::Or));
        let neutral = Known::Is(Value::Bool(op == BinaryOp::And));
        let here = one.throws || self.may_be_null(left.expr, &one.known);
        // The right operand is not evaluated then (JLS 15.23, 15.24).
        if one.known == deciding {
            return Answer {
                known: deciding,
                throws: here,
            };
        }

        let throws = here || other.throws || self.may_be_null(right.expr, &other.known);
        // If the right operand decides, the result is the same whatever the left one is.
        let known = match (&one.known, other.known) {
            (_, known) if known == deciding => deciding,
            (one, known) if *one == neutral => known,
            _ => Known::Any,
        };

        Answer { known, throws }
    }

    fn conditional(&self, [test, then, otherwise]: [&Expr; 3], valuation: &Valuation) -> Answer {
        let asked = self.answer(test, valuation);
        let throws = asked.throws || self.may_be_null(test, &asked.known);
        let ty = self.types.of_conditional(then, otherwise);
        let (one, other) = (
            self.answer(then, valuation),
            self.answer(otherwise, valuation),
        );
        let unboxes =
            self.may_be_null(then, &one.known) || self.may_be_null(otherwise, &other.known);
        // A conditional of a primitive type unboxes and converts both of its branches (JLS 15.25).
        let (known, converts) = match ty {
            Some(JavaType::Primitive(ty)) => (
                one.known.converted(ty).or(&other.known.converted(ty)),
                unboxes,
            ),
            Some(_) => (one.known.or(&other.known), false),
            None => (Known::Any, true),
        };

        Answer {
            known,
            throws: throws || one.throws || other.throws || converts,
        }
    }

    fn cast(&self, ty: JavaType, operand: &Expr, valuation: &Valuation) -> Answer {
        let inner = self.answer(operand, valuation);
        let JavaType::Primitive(primitive) = ty else {
            return Answer::unknown();
        };
        let is_number = self
            .types
            .of_expr(operand)
            .and_then(JavaType::unboxed)
            .is_some();
        let known = if is_number {
            inner.known.converted(primitive)
        } else {
            Known::Any
        };

        Answer {
            known,
            throws: inner.throws || !self.is_primitive(operand),
        }
    }

    /// Narrows a valuation to the case that a boolean expression holds (or, evaluated to its end,
    /// does not). Returns `None` where that cannot be.
    pub fn assume(&self, expr: &Expr, holds: bool, valuation: Valuation) -> Option<Valuation> {
        match expr {
            Expr::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.assume(operand, !holds, valuation),
            Expr::Binary {
                op: BinaryOp::And,
                left,
                right,
            } if holds => self.assume(right, true, self.assume(left, true, valuation)?),
            Expr::Binary {
                op: BinaryOp::Or,
                left,
                right,
            } if !holds => self.assume(right, false, self.assume(left, false, valuation)?),
            // A comparison says something about the variables on both of its sides.
            Expr::Binary { op, left, right } => {
                let Some(op) = (if holds { Some(*op) } else { opposite(*op) }) else {
                    return Some(valuation);
                };
                let valuation = self.narrowed(op, left, right, valuation)?;
                mirrored(op).map_or(Some(valuation.clone()), |op| {
                    self.narrowed(op, right, left, valuation)
                })
            }
            Expr::Name(name) => Some(self.with(name, valuation, |known, _| match known {
                Known::Any => Known::Is(Value::Bool(holds)),
                known => known,
            })),
            _ => Some(valuation),
        }
    }

    fn with(
        &self,
        name: &Name,
        mut valuation: Valuation,
        change: impl Fn(Known, JavaType) -> Known,
    ) -> Valuation {
        if let Some(position) = self
            .tracked
            .position(name)
            .filter(|_| name.kind != NameKind::EventVariable)
        {
            let old = std::mem::replace(&mut valuation[position], Known::Any);
            valuation[position] = self
                .tracked
                .rounded(change(old, self.tracked.types[position]));
        }
        valuation
    }

    /// Narrows the variable on the left to the case that `left op right` holds.
    fn narrowed(
        &self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        valuation: Valuation,
    ) -> Option<Valuation> {
        let Expr::Name(name) = left else {
            return Some(valuation);
        };
        let Some(position) = self.tracked.position(name) else {
            return Some(valuation);
        };
        let other = self.answer(right, &valuation).known;

        if other == Known::Is(Value::Null) {
            return match (op, &valuation[position]) {
                (BinaryOp::Eq, known) if known.is_not_null() => None,
                (BinaryOp::Ne, Known::Is(Value::Null)) => None,
                (BinaryOp::Eq, _) => {
                    Some(self.with(name, valuation, |_, _| Known::Is(Value::Null)))
                }
                (BinaryOp::Ne, Known::Any) => {
                    Some(self.with(name, valuation, |_, _| Known::NotNull))
                }
                _ => Some(valuation),
            };
        }

        let JavaType::Primitive(ty) = self.tracked.types[position] else {
            return Some(valuation);
        };
        let (Some((least, most)), Some((low, high))) = (range(ty), other.ends()) else {
            return Some(valuation);
        };
        let (from, to) = valuation[position].ends().unwrap_or((least, most));
        // A bound outside of the range, or an interval without integers, means that the case cannot
        // be.
        let (from, to) = match op {
            BinaryOp::Lt => (from, to.min(high.checked_sub(1)?)),
            BinaryOp::Le => (from, to.min(high)),
            BinaryOp::Gt => (from.max(low.checked_add(1)?), to),
            BinaryOp::Ge => (from.max(low), to),
            BinaryOp::Eq => (from.max(low), to.min(high)),
            BinaryOp::Ne if low == high && from == low => (from.checked_add(1)?, to),
            BinaryOp::Ne if low == high && to == low => (from, to.checked_sub(1)?),
            _ => (from, to),
        };

        (from <= to).then(|| self.with(name, valuation, |_, _| Known::whole(ty, from, to)))
    }
}

/// The comparison that holds where `op` does not, of numbers that can be ordered. (Nothing else is
/// narrowed by it.)
fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        _ => return None,
    })
}

/// The comparison with its sides exchanged.
fn mirrored(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Eq | BinaryOp::Ne => op,
        _ => return None,
    })
}

fn negated(known: Known) -> Known {
    match known {
        Known::Is(Value::Bool(value)) => Known::Is(Value::Bool(!value)),
        _ => Known::Any,
    }
}

/// A comparison of which one side at least is not known exactly.
fn compared(op: BinaryOp, one: &Known, other: &Known) -> Known {
    let is_null = |known: &Known| *known == Known::Is(Value::Null);
    if op == BinaryOp::Eq
        && (is_null(one) && other.is_not_null() || one.is_not_null() && is_null(other))
    {
        return Known::Is(Value::Bool(false));
    }
    let (Some((low, high)), Some((l, h))) = (one.ends(), other.ends()) else {
        return Known::Any;
    };
    let (always, never) = match op {
        BinaryOp::Lt => (high < l, low >= h),
        BinaryOp::Le => (high <= l, low > h),
        BinaryOp::Gt => (low > h, high <= l),
        BinaryOp::Ge => (low >= h, high < l),
        _ => (false, high < l || h < low),
    };

    match (always, never) {
        (true, _) => Known::Is(Value::Bool(true)),
        (_, true) => Known::Is(Value::Bool(false)),
        _ => Known::Any,
    }
}

/// Sums, differences and products, unless one of them may leave the range of the type that they
/// have (JLS 5.6).
fn arithmetic(op: BinaryOp, one: (Primitive, i64, i64), other: (Primitive, i64, i64)) -> Known {
    let Some(ty) = one.0.promoted(other.0) else {
        return Known::Any;
    };
    // 128 bits hold every product, so nothing overflows before the result is compared with the
    // range.
    let (a, b, c, d) = (
        i128::from(one.1),
        i128::from(one.2),
        i128::from(other.1),
        i128::from(other.2),
    );
    let ends = match op {
        BinaryOp::Add => [a + c, b + d],
        BinaryOp::Sub => [a - d, b - c],
        BinaryOp::Mul => {
            // A negative factor turns the order, so all four products count.
            let products = [a * c, a * d, b * c, b * d];
            [
                products.into_iter().min().unwrap_or(a * c),
                products.into_iter().max().unwrap_or(a * c),
            ]
        }
        _ => return Known::Any,
    };

    match ends.map(i64::try_from) {
        [Ok(low), Ok(high)] => Known::whole(ty, low, high),
        _ => Known::Any,
    }
}

/// An environment that knows what has one possible value, and may be written.
pub(super) struct Exact<'s> {
    pub scene: &'s Scene<'s>,
    pub valuation: Valuation,
}

impl Environment for Exact<'_> {
    fn read(&mut self, name: &Name) -> Result<Value, Failure> {
        let value = self.scene.named(name, &self.valuation).value();
        value.ok_or_else(|| {
            Failure::Undetermined(format!("`{}` has more than one value", name.text))
        })
    }

    fn write(&mut self, name: &Name, value: Value) -> Result<(), Failure> {
        match self.scene.tracked.position(name) {
            Some(position) => self.valuation[position] = Known::of(value),
            // Nothing reads here what is not followed.
            None if matches!(name.kind, NameKind::Variable(_)) => {}
            None => return Err(Failure::Undetermined(format!("`{}` is written", name.text))),
        }
        Ok(())
    }

    fn type_of(&self, name: &Name) -> Option<JavaType> {
        self.scene.types.of_name(name)
    }

    fn term(&mut self, term: &Term<'_>) -> Result<Value, Failure> {
        if let Expr::Name(name) = term.expr
            && name.kind == NameKind::CurrentThread
        {
            return self.read(name);
        }
        Err(Failure::Undetermined(format!(
            "`{}` depends on the program",
            term.expr
        )))
    }
}
