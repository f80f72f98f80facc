//! The valuations that actions and entry code leave behind.

use super::evaluation::{Exact, Scene};
use super::known::Known;
use super::valuation::{Valuation, assigned_name};
use crate::code::eval::{Failure, evaluate, execute};
use crate::code::{Assigned, BinaryOp, Body, Code, Expr, Literal, Name, Stmt, Truth};

impl Scene<'_> {
    /// Returns the valuation after `code` has run, or thrown.
    pub fn after(&self, code: &Code, valuation: &Valuation) -> Valuation {
        let mut exact = Exact {
            scene: self,
            valuation: valuation.clone(),
        };
        let ended = match &code.body {
            Body::Stmts(statements) => execute(statements, &mut exact).map(drop),
            Body::Expr(expr) => evaluate(expr, &mut exact).map(drop),
        };
        match ended {
            // Code that throws leaves behind what it has written before.
            Ok(()) | Err(Failure::Exception(_)) => self.stored(&exact.valuation),
            Err(Failure::Undetermined(_)) => self.abstractly(code, valuation),
        }
    }

    fn stored(&self, valuation: &Valuation) -> Valuation {
        valuation
            .iter()
            .enumerate()
            .map(|(position, known)| self.tracked.stored(position, known))
            .collect()
    }

    fn abstractly(&self, code: &Code, valuation: &Valuation) -> Valuation {
        let written = code
            .names
            .iter()
            .filter_map(|used| self.tracked.position(&used.name))
            .collect();
        let mut run = Run {
            scene: self,
            written,
            ends: Vec::new(),
        };

        let through = match &code.body {
            Body::Stmts(statements) => run.all(statements, valuation.clone()),
            Body::Expr(expr) => Some(run.effect(expr, valuation.clone())),
        };
        // The code may end at each `return` and exception, or after its last statement.
        let ends = run.ends.into_iter().chain(through);
        let joined = ends.reduce(|one, other| self.tracked.either(&one, &other));

        joined.unwrap_or_else(|| valuation.clone())
    }
}

struct Run<'s> {
    scene: &'s Scene<'s>,
    /// The variables that the code names.
    written: Vec<usize>,
    /// The valuations where the code throws or returns.
    ends: Vec<Valuation>,
}

impl Run<'_> {
    /// Returns the valuation after all statements; `None` if the run never gets there.
    fn all(&mut self, statements: &[Stmt], valuation: Valuation) -> Option<Valuation> {
        statements
            .iter()
            .try_fold(valuation, |valuation, statement| {
                self.one(statement, valuation)
            })
    }

    fn one(&mut self, statement: &Stmt, valuation: Valuation) -> Option<Valuation> {
        match statement {
            Stmt::Expr(expr) => Some(self.effect(expr, valuation)),
            Stmt::Local { initial, .. } => {
                Some(initial.iter().fold(valuation, |valuation, initial| {
                    self.effect(initial, valuation)
                }))
            }
            Stmt::If {
                test,
                then,
                otherwise,
            } => self.branch(test, then, otherwise, valuation),
            Stmt::Block(statements) => self.all(statements, valuation),
            Stmt::Return => {
                self.ends.push(valuation);
                None
            }
            // Loops are not iterated: whatever they may write is unknown afterwards.
            Stmt::While { .. } | Stmt::Opaque(_) => Some(self.anything(valuation)),
        }
    }

    /// Any of the variables that the code names may be written, and it may throw or return.
    fn anything(&mut self, mut valuation: Valuation) -> Valuation {
        self.written
            .iter()
            .for_each(|&position| valuation[position] = Known::Any);
        self.ends.push(valuation.clone());
        valuation
    }

    fn branch(
        &mut self,
        test: &Expr,
        then: &[Stmt],
        otherwise: &[Stmt],
        valuation: Valuation,
    ) -> Option<Valuation> {
        // The branches would see what the test writes, which `assume` does not follow.
        if writes(test) {
            return Some(self.anything(valuation));
        }
        if self.scene.answer(test, &valuation).throws {
            self.ends.push(valuation.clone());
        }

        let truth = self.scene.truth(test, &valuation);
        let mut way = |holds: bool, statements: &[Stmt]| {
            // What throws is false to a condition, but takes no branch of a statement.
            let excluded = if holds { Truth::False } else { Truth::True };
            let taken = (truth != excluded)
                .then(|| self.scene.assume(test, holds, valuation.clone()))
                .flatten()?;
            self.all(statements, taken)
        };
        let (then, otherwise) = (way(true, then), way(false, otherwise));

        match (then, otherwise) {
            (Some(one), Some(other)) => Some(self.scene.tracked.either(&one, &other)),
            (one, other) => one.or(other),
        }
    }

    fn effect(&mut self, expr: &Expr, valuation: Valuation) -> Valuation {
        match expr {
            Expr::Assign { target, op, value } if !expr.parts().into_iter().any(writes) => {
                let read = assigned_name(target)
                    .zip(*op)
                    .map(|(name, op)| combined(name, op, (**value).clone()));
                self.assign(target, read.as_ref().unwrap_or(value), valuation)
            }
            Expr::Increment {
                target: target @ Assigned::Name(name),
                by,
                ..
            } => {
                let one = Expr::Literal(Literal::Int((*by).into()));
                self.assign(target, &combined(name, BinaryOp::Add, one), valuation)
            }
            expr if writes(expr) => self.anything(valuation),
            expr => {
                if self.scene.answer(expr, &valuation).throws {
                    self.ends.push(valuation.clone());
                }
                valuation
            }
        }
    }

    fn assign(&mut self, target: &Assigned, value: &Expr, mut valuation: Valuation) -> Valuation {
        let answer = self.scene.answer(value, &valuation);
        let position = assigned_name(target).and_then(|name| self.scene.tracked.position(name));
        let unboxes = self.scene.may_be_null(value, &answer.known);
        // Computing the value or finding the place may throw, and then the variable keeps its
        // value.
        if answer.throws || unboxes || target.place().is_some() {
            self.ends.push(valuation.clone());
        }
        if let Some(position) = position {
            valuation[position] = self.scene.tracked.stored(position, &answer.known);
        }
        valuation
    }
}

fn combined(name: &Name, op: BinaryOp, value: Expr) -> Expr {
    Expr::Binary {
        op,
        left: Box::new(Expr::Name(name.clone())),
        right: Box::new(value),
    }
}

/// Returns whether an expression may write a variable.
fn writes(expr: &Expr) -> bool {
    match expr {
        Expr::Assign { .. } | Expr::Increment { .. } | Expr::Opaque(_) => true,
        _ => expr.parts().into_iter().any(writes),
    }
}
