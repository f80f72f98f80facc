//! Statements (JLS chapter 14).

use std::sync::Arc;

use ir::Terminator;
use java_syntax::ast::{ExprId, Ident, StmtId, StmtKind, VarId};
use text::Span;

use crate::body::BodyLowering;
use crate::loops::{For, ForEach};
use crate::scopes::{JumpTarget, Scope};
use crate::tries::Try;
use crate::types;

impl<'a> BodyLowering<'_, 'a> {
    /// A statement; nothing where control does not come.
    pub(crate) fn stmt(&mut self, id: StmtId) {
        if self.graph.is_live()
            && self
                .nested(|lowering| lowering.lower_statement(id))
                .is_none()
        {
            self.unknown_effect(self.tree().stmts[id].span, "nested too deeply");
        }
    }

    fn lower_statement(&mut self, id: StmtId) {
        let span = self.tree().stmts[id].span;
        match self.tree().stmts[id].kind {
            StmtKind::Block(ref statements) => statements
                .iter()
                .for_each(|&statement| self.stmt(statement)),
            StmtKind::Local { var, initial } => self.lower_local(var, initial),
            StmtKind::Type(_) | StmtKind::Empty => {}
            StmtKind::Expr(value) => self.effect(value),
            StmtKind::ConstructorCall {
                is_super,
                outer,
                ref arguments,
            } => {
                self.lower_constructor_call(id, is_super, outer, arguments);
            }
            StmtKind::If {
                test,
                then,
                otherwise,
            } => self.lower_if(test, then, otherwise),
            StmtKind::While { test, body } => self.lower_while(test, body),
            StmtKind::DoWhile { body, test } => self.lower_do(body, test),
            StmtKind::For {
                ref initial,
                test,
                ref update,
                body,
            } => {
                self.lower_for(For {
                    initial,
                    test,
                    update,
                    body,
                });
            }
            StmtKind::ForEach {
                var,
                iterable,
                body,
            } => self.lower_for_each(
                id,
                ForEach {
                    var,
                    iterable,
                    body,
                },
            ),
            StmtKind::Labeled { ref label, body } => self.lower_labeled(label, body),
            StmtKind::Break(ref label) => self.lower_break(text(label), span),
            StmtKind::Continue(ref label) => self.lower_continue(text(label), span),
            StmtKind::Yield(value) => self.lower_yield(value),
            StmtKind::Return(value) => self.lower_return(value, span),
            StmtKind::Throw(exception) => {
                let exception = self.expr(exception);
                self.throw(exception, span);
            }
            StmtKind::Assert { test, message } => self.lower_assert(test, message, span),
            StmtKind::Synchronized { object, body } => {
                let object = self.expr(object);
                self.lower_synchronized(object, body, span);
            }
            StmtKind::Switch(ref switch) => self.lower_switch(switch, span),
            StmtKind::Try {
                ref resources,
                body,
                ref catches,
                finally,
            } => {
                self.lower_try(
                    id,
                    Try {
                        resources,
                        body,
                        catches,
                        finally,
                    },
                );
            }
        }
    }

    /// A local variable declaration.
    pub(crate) fn lower_local(&mut self, var: VarId, initial: Option<ExprId>) {
        let local = self.var(var);
        if let Some(initial) = initial {
            let span = self.tree().exprs[initial].span;
            let value = self.initial_value(initial, &self.var_type(var));
            self.assign_fresh(local, value, span);
        }
    }

    fn lower_if(&mut self, test: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        let (on_true, on_false, end) = (self.graph.block(), self.graph.block(), self.graph.block());
        self.choice(test, on_true, on_false);
        self.graph.start(on_true);
        self.stmt(then);
        self.graph.goto(end);
        self.graph.start(on_false);
        otherwise
            .into_iter()
            .for_each(|otherwise| self.stmt(otherwise));
        self.graph.start(end);
    }

    /// `label: body`: loops take their labels with them, as `continue` can name them.
    fn lower_labeled(&mut self, label: &Ident, body: StmtId) {
        match self.tree().stmts[body].kind {
            StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::For { .. }
            | StmtKind::ForEach { .. } => {
                self.labels.push(label.text.clone());
                self.stmt(body);
            }
            StmtKind::Labeled { .. } => {
                self.labels.push(label.text.clone());
                self.stmt(body);
            }
            _ => self.lower_labeled_block(label.text.clone(), body),
        }
    }

    fn lower_labeled_block(&mut self, label: Arc<str>, body: StmtId) {
        let mut labels = std::mem::take(&mut self.labels);
        labels.push(label);
        let end = self.graph.block();
        self.scopes.push(Scope::Jump(JumpTarget {
            labels,
            is_plain: false,
            end,
            next: None,
        }));
        self.stmt(body);
        self.scopes.pop();
        self.graph.start(end);
    }

    fn lower_return(&mut self, value: Option<ExprId>, span: Span) {
        let value = value.map(|value| self.expr(value));
        let value = match (value, self.code.result.clone()) {
            (Some(value), Some(ty)) => Some(self.coerced(value, &ty, span)),
            _ => None,
        };
        // A finally block runs after the value is computed, and may assign its variable (JLS
        // 14.17).
        let value = if self.has_cleanup(0) {
            value.map(|value| self.kept(value))
        } else {
            value
        };
        self.leave_scopes(0, self.return_of(value));
    }

    /// The end of a method that returns this value; a missing one is an error of the program.
    pub(crate) fn return_of(&self, value: Option<ir::LocalId>) -> Terminator {
        match (value, &self.code.result) {
            (None, Some(_)) => Terminator::Unreachable,
            (value, Some(_)) => Terminator::Return(value),
            (_, None) => Terminator::Return(None),
        }
    }

    /// `assert test : message`: whether assertions are enabled is not known.
    fn lower_assert(&mut self, test: ExprId, message: Option<ExprId>, span: Span) {
        let (enabled, failed, end) = (self.graph.block(), self.graph.block(), self.graph.block());
        let is_enabled = self.undetermined(types::BOOLEAN, span);
        self.graph.branch(is_enabled, enabled, end);
        self.graph.start(enabled);
        self.condition(test, end, failed);
        self.graph.start(failed);
        let error = self.assertion_error(message, span);
        self.graph.end(Terminator::Throw(error));
        self.graph.start(end);
    }
}

fn text(label: &Option<Ident>) -> Option<&str> {
    label.as_ref().map(|label| &*label.text)
}
