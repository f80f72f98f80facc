//! Evaluates Java expressions and statements (JLS 14, 15) over [`Value`]s. What depends on the
//! program is asked of an [`Environment`].

mod operators;
mod statements;

use super::types::Typing;
use super::value::Fault;
use super::{Assigned, BinaryOp, Expr, JavaType, Name, NameKind, Stmt, Value};

/// A term whose value (or effect) the evaluator does not know: a call, an object's field, an array
/// element, `new`, a write to program state, an unknown reference conversion, opaque text.
#[derive(Debug)]
pub struct Term<'a> {
    /// The term as it stands in the code.
    pub expr: &'a Expr,
    /// The values of its operands in evaluation order: the receiver (unless it is a type, clock,
    /// channel or absent), then arguments, index or assigned value.
    pub operands: Vec<Value>,
    /// True if the value is used; if not, any value may be given.
    pub value_needed: bool,
}

/// The access of code to its variables and calls.
pub trait Environment {
    /// The value of a name that is neither local to the code nor Java's.
    ///
    /// # Errors
    /// A value that does not exist or is not known.
    fn read(&mut self, name: &Name) -> Result<Value, Failure>;

    /// Writes a name that is neither local to the code nor Java's; `value` has been converted to
    /// the name's type.
    ///
    /// # Errors
    /// A name that cannot be written.
    fn write(&mut self, name: &Name, value: Value) -> Result<(), Failure>;

    /// The declared type of a name, if it has one.
    fn type_of(&self, name: &Name) -> Option<JavaType>;

    /// The value of a term; performs its effect.
    ///
    /// # Errors
    /// The exception that it throws, or a term about which nothing is known.
    fn term(&mut self, term: &Term<'_>) -> Result<Value, Failure>;
}

/// Why code has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Java throws: a condition counts as false, an action has no further effect.
    Exception(String),
    /// The result that Java would give is not known here.
    Undetermined(String),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::DivisionByZero => {
                Failure::Exception("java.lang.ArithmeticException: / by zero".to_owned())
            }
            Fault::NullUnboxed => null_pointer(),
            Fault::IllTyped => Failure::Undetermined(
                "the operands are not of the types that Java wants".to_owned(),
            ),
        }
    }
}

fn null_pointer() -> Failure {
    Failure::Exception("java.lang.NullPointerException".to_owned())
}

/// How statements end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// By reaching their end.
    Through,
    /// By `return`.
    Return,
}

/// The value of `expr`. O(size), loops inside opaque terms aside.
///
/// # Errors
/// See [`Failure`].
pub fn evaluate(expr: &Expr, environment: &mut dyn Environment) -> Result<Value, Failure> {
    Evaluator {
        environment,
        locals: Vec::new(),
        rounds: MAX_ROUNDS,
    }
    .expr(expr)
}

/// Runs `statements`.
///
/// # Errors
/// See [`Failure`]; what was written before stays written. A loop that goes round a million times
/// is undetermined.
pub fn execute(statements: &[Stmt], environment: &mut dyn Environment) -> Result<Flow, Failure> {
    Evaluator {
        environment,
        locals: Vec::new(),
        rounds: MAX_ROUNDS,
    }
    .block(statements)
}

const MAX_ROUNDS: u32 = 1_000_000;

struct Local {
    name: String,
    ty: Option<JavaType>,
    value: Option<Value>,
}

struct Evaluator<'e> {
    environment: &'e mut dyn Environment,
    locals: Vec<Local>,
    rounds: u32,
}

impl Evaluator<'_> {
    fn expr(&mut self, expr: &Expr) -> Result<Value, Failure> {
        match expr {
            Expr::Literal(literal) => Ok(literal.into()),
            Expr::Name(name) => self.name(expr, name),
            Expr::Unary { op, operand } => Ok(self.expr(operand)?.unary(*op)?),
            Expr::Binary { op, left, right } => self.binary(*op, left, right),
            Expr::Conditional {
                test,
                then,
                otherwise,
            } => self.conditional(test, then, otherwise),
            Expr::InstanceOf { operand, ty } => self.instance_of(expr, operand, ty),
            Expr::Cast { ty, operand } => self.cast(expr, ty, operand),
            Expr::Assign { target, op, value } => self.assign(expr, target, *op, value),
            Expr::Increment {
                target,
                by,
                postfix,
            } => self.increment(expr, target, *by, *postfix),
            Expr::Field { .. }
            | Expr::Call { .. }
            | Expr::New { .. }
            | Expr::Index { .. }
            | Expr::Opaque(_) => self.term(expr, true),
        }
    }

    fn boolean(&mut self, expr: &Expr) -> Result<bool, Failure> {
        Ok(self.expr(expr)?.boolean()?)
    }

    fn name(&mut self, expr: &Expr, name: &Name) -> Result<Value, Failure> {
        match name.kind {
            NameKind::Local => match self
                .locals
                .iter()
                .rev()
                .find(|local| local.name == name.text)
            {
                Some(Local {
                    value: Some(value), ..
                }) => Ok(value.clone()),
                _ => Err(Failure::Undetermined(format!(
                    "the local variable `{}` has no value",
                    name.text
                ))),
            },
            NameKind::Java | NameKind::CurrentThread => self.environment.term(&Term {
                expr,
                operands: Vec::new(),
                value_needed: true,
            }),
            _ => self.environment.read(name),
        }
    }

    /// Evaluates the operands of a term from left to right and asks for the term.
    fn term(&mut self, expr: &Expr, value_needed: bool) -> Result<Value, Failure> {
        let operands = self.operands(expr)?;
        self.environment.term(&Term {
            expr,
            operands,
            value_needed,
        })
    }

    fn operands(&mut self, expr: &Expr) -> Result<Vec<Value>, Failure> {
        match expr {
            Expr::Field { object, .. } => self.object(object),
            Expr::Index { array, index } => {
                let mut operands = self.object(array)?;
                operands.push(self.expr(index)?);
                Ok(operands)
            }
            Expr::New { arguments, .. } => arguments
                .iter()
                .map(|argument| self.expr(argument))
                .collect(),
            Expr::Call {
                receiver,
                arguments,
                ..
            } => {
                let mut operands = match receiver.as_deref() {
                    Some(receiver) => self.receiver(receiver)?,
                    None => Vec::new(),
                };
                for argument in arguments {
                    operands.push(self.expr(argument)?);
                }
                if receiver.as_deref().is_some_and(|r| !has_no_value(r))
                    && operands[0] == Value::Null
                {
                    Err(null_pointer())
                } else {
                    Ok(operands)
                }
            }
            _ => Ok(Vec::new()),
        }
    }

    fn receiver(&mut self, receiver: &Expr) -> Result<Vec<Value>, Failure> {
        if has_no_value(receiver) {
            Ok(Vec::new())
        } else {
            Ok(vec![self.expr(receiver)?])
        }
    }

    /// The object of a field or array access; none for a static one.
    fn object(&mut self, object: &Expr) -> Result<Vec<Value>, Failure> {
        if object.is_static_path() {
            return Ok(Vec::new());
        }
        match self.expr(object)? {
            Value::Null => Err(null_pointer()),
            value => Ok(vec![value]),
        }
    }

    fn static_type(&self, expr: &Expr) -> Option<JavaType> {
        Typing {
            of_name: &|name| self.type_of(name),
        }
        .expr(expr)
    }

    fn type_of(&self, name: &Name) -> Option<JavaType> {
        match name.kind {
            NameKind::Local => self
                .locals
                .iter()
                .rev()
                .find(|local| local.name == name.text)
                .and_then(|l| l.ty),
            _ => self.environment.type_of(name),
        }
    }

    fn assign(
        &mut self,
        expr: &Expr,
        target: &Assigned,
        op: Option<BinaryOp>,
        value: &Expr,
    ) -> Result<Value, Failure> {
        match target {
            Assigned::Name(name) if name.kind != NameKind::Java => {
                let value = match op {
                    None => self.expr(value)?,
                    Some(op) => self.binary(op, &Expr::Name(name.clone()), value)?,
                };
                self.write(name, value)
            }
            _ => {
                let place = place_of(target);
                let mut operands = self.operands(&place)?;
                let value = match op {
                    None => self.expr(value)?,
                    Some(op) => {
                        let read = Term {
                            expr: &place,
                            operands: operands.clone(),
                            value_needed: true,
                        };
                        let old = self.environment.term(&read)?;
                        let new = self.expr(value)?;
                        self.combined(op, (&place, old), (value, new))?
                    }
                };
                operands.push(value.clone());
                self.environment.term(&Term {
                    expr,
                    operands,
                    value_needed: false,
                })?;
                Ok(value)
            }
        }
    }

    fn increment(
        &mut self,
        expr: &Expr,
        target: &Assigned,
        by: i8,
        postfix: bool,
    ) -> Result<Value, Failure> {
        let one = Value::Int(by.into());
        match target {
            Assigned::Name(name) if name.kind != NameKind::Java => {
                let old = self.name(expr, name)?;
                let new = self.write(name, old.binary(BinaryOp::Add, &one)?)?;
                Ok(if postfix { old } else { new })
            }
            _ => {
                let place = place_of(target);
                let mut operands = self.operands(&place)?;
                let read = Term {
                    expr: &place,
                    operands: operands.clone(),
                    value_needed: true,
                };
                let old = self.environment.term(&read)?;
                let new = old.binary(BinaryOp::Add, &one)?;
                operands.push(new.clone());
                self.environment.term(&Term {
                    expr,
                    operands,
                    value_needed: false,
                })?;
                Ok(if postfix { old } else { new })
            }
        }
    }

    /// Writes a variable; gives the value as converted to its type, which is the value of the
    /// assignment.
    fn write(&mut self, name: &Name, value: Value) -> Result<Value, Failure> {
        let value = match self.type_of(name) {
            Some(ty) => value.assigned_to(ty)?,
            None => value,
        };

        if name.kind != NameKind::Local {
            self.environment.write(name, value.clone())?;
        } else if let Some(local) = self
            .locals
            .iter_mut()
            .rev()
            .find(|local| local.name == name.text)
        {
            local.value = Some(value.clone());
        }
        Ok(value)
    }
}

/// Types, clocks and channels stand before a call without being values.
fn has_no_value(receiver: &Expr) -> bool {
    let named = matches!(receiver, Expr::Name(name) if matches!(name.kind, NameKind::Clock(_) | NameKind::Channel(_)));
    named || receiver.is_static_path()
}

fn place_of(target: &Assigned) -> Expr {
    match target {
        Assigned::Name(name) => Expr::Name(name.clone()),
        Assigned::Program(place) => (**place).clone(),
    }
}
