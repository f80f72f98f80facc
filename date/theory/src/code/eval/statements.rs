//! Statements.

use super::{Evaluator, Expr, Failure, Flow, JavaType, Local, Stmt};

impl Evaluator<'_> {
    pub(super) fn block(&mut self, statements: &[Stmt]) -> Result<Flow, Failure> {
        let outer = self.locals.len();
        let flow = self.sequence(statements);
        self.locals.truncate(outer);
        flow
    }

    pub(super) fn sequence(&mut self, statements: &[Stmt]) -> Result<Flow, Failure> {
        for statement in statements {
            if self.stmt(statement)? == Flow::Return {
                return Ok(Flow::Return);
            }
        }
        Ok(Flow::Through)
    }

    pub(super) fn stmt(&mut self, statement: &Stmt) -> Result<Flow, Failure> {
        match statement {
            Stmt::Expr(expr) => self.effect(expr).map(|()| Flow::Through),
            Stmt::Local { ty, name, initial } => self
                .local(ty, name, initial.as_ref())
                .map(|()| Flow::Through),
            Stmt::If {
                test,
                then,
                otherwise,
            } => {
                let branch = if self.boolean(test)? { then } else { otherwise };
                self.block(branch)
            }
            Stmt::While { test, body } => self.repeat(test, body),
            Stmt::Block(statements) => self.block(statements),
            Stmt::Return => Ok(Flow::Return),
            Stmt::Opaque(text) => self
                .effect(&Expr::Opaque(text.clone()))
                .map(|()| Flow::Through),
        }
    }

    /// An expression statement: the value of a call is not used.
    fn effect(&mut self, expr: &Expr) -> Result<(), Failure> {
        match expr {
            Expr::Call { .. } | Expr::New { .. } | Expr::Opaque(_) => {
                self.term(expr, false).map(drop)
            }
            _ => self.expr(expr).map(drop),
        }
    }

    fn local(&mut self, ty: &str, name: &str, initial: Option<&Expr>) -> Result<(), Failure> {
        let inferred = ty == "var";
        let declared = if inferred {
            initial.and_then(|e| self.static_type(e))
        } else {
            Some(JavaType::of(ty))
        };
        let value = match initial {
            Some(initial) => {
                let value = self.expr(initial)?;
                Some(match declared {
                    Some(ty) => value.assigned_to(ty)?,
                    None => value,
                })
            }
            None => None,
        };
        self.locals.push(Local {
            name: name.to_owned(),
            ty: declared,
            value,
        });

        Ok(())
    }

    fn repeat(&mut self, test: &Expr, body: &[Stmt]) -> Result<Flow, Failure> {
        while self.boolean(test)? {
            if self.rounds == 0 {
                return Err(Failure::Undetermined(
                    "a loop does not seem to end".to_owned(),
                ));
            }
            self.rounds -= 1;
            if self.block(body)? == Flow::Return {
                return Ok(Flow::Return);
            }
        }
        Ok(Flow::Through)
    }
}
