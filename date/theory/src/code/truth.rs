//! The truth of a condition before the program runs: constants only. Conditions over data are the
//! business of the analyses.

use serde::{Deserialize, Serialize};

use super::eval::{Environment, Failure, Term, evaluate};
use super::{BinaryOp, Body, Code, Expr, JavaType, Name, Value};

/// The static truth of a condition. An exception counts as false (semantics: monitor code that
/// throws).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Truth {
    /// Holds whenever it is evaluated.
    True,
    /// Never holds.
    False,
    /// May hold.
    Unknown,
}

impl Truth {
    /// The truth of a condition; an absent one is true. O(size).
    pub fn of(condition: Option<&Code>) -> Self {
        match condition.map(|code| &code.body) {
            None => Truth::True,
            Some(Body::Expr(expr)) => Truth::of_expr(expr),
            Some(Body::Stmts(_)) => Truth::Unknown,
        }
    }

    /// The truth of a boolean expression whose value decides the condition.
    pub fn of_expr(expr: &Expr) -> Self {
        match constant(expr) {
            Some(Ok(Value::Bool(true))) => return Truth::True,
            Some(Ok(Value::Bool(false)) | Err(_)) => return Truth::False,
            _ => {}
        }
        match expr {
            Expr::Binary {
                op: BinaryOp::And,
                left,
                right,
            } => conjunction(Truth::of_expr(left), Truth::of_expr(right)),
            Expr::Binary {
                op: BinaryOp::Or,
                left,
                right,
            } => disjunction(left, right),
            Expr::Conditional {
                test,
                then,
                otherwise,
            } => match constant(test) {
                Some(Ok(Value::Bool(true))) => Truth::of_expr(then),
                Some(Ok(Value::Bool(false))) => Truth::of_expr(otherwise),
                _ => Truth::Unknown,
            },
            _ => Truth::Unknown,
        }
    }
}

/// False when either side is: if the other throws, the whole counts as false, too.
fn conjunction(left: Truth, right: Truth) -> Truth {
    match (left, right) {
        (Truth::False, _) | (_, Truth::False) => Truth::False,
        (Truth::True, Truth::True) => Truth::True,
        _ => Truth::Unknown,
    }
}

/// `x || true` may throw in x, hence is not known. `false` on the left needs no value that could
/// throw.
fn disjunction(left: &Expr, right: &Expr) -> Truth {
    match (Truth::of_expr(left), Truth::of_expr(right)) {
        (Truth::True, _) => Truth::True,
        (Truth::False, Truth::False) => Truth::False,
        (Truth::False, right) if constant(left) == Some(Ok(Value::Bool(false))) => right,
        _ => Truth::Unknown,
    }
}

/// The value of an expression made of literals alone, or the exception that it throws; `None` for
/// any other expression.
pub fn constant(expr: &Expr) -> Option<Result<Value, String>> {
    match evaluate(expr, &mut Nothing) {
        Ok(value) => Some(Ok(value)),
        Err(Failure::Exception(thrown)) => Some(Err(thrown)),
        Err(Failure::Undetermined(_)) => None,
    }
}

/// An environment in which nothing is known.
struct Nothing;

impl Nothing {
    fn unknown<T>() -> Result<T, Failure> {
        Err(Failure::Undetermined("not a constant".to_owned()))
    }
}

impl Environment for Nothing {
    fn read(&mut self, _: &Name) -> Result<Value, Failure> {
        Nothing::unknown()
    }

    fn write(&mut self, _: &Name, _: Value) -> Result<(), Failure> {
        Nothing::unknown()
    }

    fn type_of(&self, _: &Name) -> Option<JavaType> {
        None
    }

    fn term(&mut self, _: &Term<'_>) -> Result<Value, Failure> {
        Nothing::unknown()
    }
}
