//! Statements (JLS 14) and the scopes of what they declare (JLS 6.3).

use java_syntax::ast::{ExprId, ExprKind, StmtId, StmtKind, TypeDeclId, VarId};

use super::operand::{Operand, Target, Typed};
use super::{Attributor, Returns};
use crate::scope::{Entry, Scope};
use crate::types::Ty;
use crate::types::Value;

impl Attributor<'_, '_> {
    /// Attributes statements in order; what they declare ends with them.
    pub(super) fn block(&mut self, scope: &Scope, statements: &[StmtId]) {
        self.statements(scope, statements);
    }

    /// Attributes statements in order; the scope behind them.
    pub(super) fn statements(&mut self, scope: &Scope, statements: &[StmtId]) -> Scope {
        statements.iter().fold(scope.clone(), |scope, &statement| {
            self.statement(&scope, statement)
        })
    }

    /// Attributes a statement; the scope of the statements that follow in its block.
    pub(super) fn statement(&mut self, scope: &Scope, stmt: StmtId) -> Scope {
        match self.deeper(|this| this.statement_at(scope, stmt)) {
            Some(scope) => scope,
            None => {
                self.too_deep(self.unit.stmts[stmt].span);
                scope.clone()
            }
        }
    }

    /// An expression whose value is not used: a signature-polymorphic call has none then (JLS
    /// 15.12.3).
    fn expression_statement(&mut self, scope: &Scope, expr: ExprId) {
        self.polymorphic.insert(expr, Ty::VOID);
        self.value(scope, expr, Target::Raw);
    }

    fn statement_at(&mut self, scope: &Scope, stmt: StmtId) -> Scope {
        self.forget_stmt(stmt);
        match &self.unit.stmts[stmt].kind {
            StmtKind::Block(statements) => self.block(scope, statements),
            StmtKind::Local { var, initial } => return self.local(scope, *var, *initial),
            StmtKind::Type(decl) => return self.local_class(scope, *decl),
            StmtKind::Expr(expr) => self.expression_statement(scope, *expr),
            StmtKind::ConstructorCall { .. } => self.constructor_call(scope, stmt),
            StmtKind::If {
                test,
                then,
                otherwise,
            } => return self.if_statement(scope, *test, *then, *otherwise),
            StmtKind::While { test, body } => {
                return self.loop_statement(scope, scope, Some(*test), &[], *body);
            }
            StmtKind::DoWhile { body, test } => return self.do_statement(scope, *body, *test),
            StmtKind::For {
                initial,
                test,
                update,
                body,
            } => {
                let inner = self.statements(scope, initial);
                return self.loop_statement(scope, &inner, *test, update, *body);
            }
            StmtKind::ForEach {
                var,
                iterable,
                body,
            } => self.for_each(scope, stmt, *var, *iterable, *body),
            StmtKind::Labeled { body, .. } => return self.statement(scope, *body),
            StmtKind::Yield(value) => self.yielded(scope, *value),
            StmtKind::Return(value) => value.iter().for_each(|&value| self.returned(scope, value)),
            StmtKind::Throw(value) => {
                self.value(scope, *value, Target::Own);
            }
            StmtKind::Assert { test, message } => self.assertion(scope, *test, *message),
            StmtKind::Synchronized { object, body } => {
                self.value(scope, *object, Target::Own);
                self.statement(scope, *body);
            }
            StmtKind::Switch(switch) => self.switch_statement(scope, switch),
            StmtKind::Try {
                resources,
                body,
                catches,
                finally,
            } => {
                let inner = self.resources(scope, stmt, resources);
                self.statement(&inner, *body);
                self.catches(scope, catches);
                finally.iter().for_each(|&finally| {
                    self.statement(scope, finally);
                });
            }
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Empty => {}
        }

        scope.clone()
    }

    /// A condition, unboxed where necessary; its value if it is constant.
    pub(super) fn condition(&mut self, scope: &Scope, test: ExprId) -> Option<Value> {
        let operand = self.operand(scope, test);
        self.finish(&operand, Target::Type(Ty::BOOLEAN, Ty::BOOLEAN));
        operand.value()
    }

    /// The declaration of a local variable; the scope behind it.
    pub(super) fn local(&mut self, scope: &Scope, var: VarId, initial: Option<ExprId>) -> Scope {
        let inner = self.with_variable(scope, var);
        match (&self.unit.vars[var].ty, initial) {
            (Some(written), initial) => {
                let ty = self.written(scope, written);
                self.declare(var, ty);
                initial
                    .iter()
                    .for_each(|&initial| self.initial_value(&inner, var, initial, ty));
            }
            (None, Some(initial)) => {
                let ty = self.value(scope, initial, Target::Own);
                self.declare(var, self.types.upward(ty));
            }
            (None, None) => {}
        }

        inner
    }

    /// The initializer of a variable with a written type; a constant makes a final variable a
    /// constant (JLS 4.12.4).
    fn initial_value(&mut self, scope: &Scope, var: VarId, initial: ExprId, ty: Ty) {
        if matches!(self.unit.exprs[initial].kind, ExprKind::ArrayInitializer(_)) {
            self.assigned(scope, initial, ty);
            return;
        }

        let operand = self.operand(scope, initial);
        self.finish(&operand, Target::Type(ty, self.types.erasure(ty)));
        let is_constant_type = ty.is_primitive() || ty == self.types.known().string;
        if !self.unit.vars[var].is_final || !is_constant_type {
            return;
        }

        let value = operand
            .value()
            .filter(|value| self.types.assignable_constant(value, ty));
        if let Some(value) = value.and_then(|value| value.cast(ty, self.types)) {
            self.var_values.insert(var, value);
        }
    }

    fn local_class(&mut self, scope: &Scope, decl: TypeDeclId) -> Scope {
        let inner = scope.with(Entry::LocalClass(
            self.unit.type_decls[decl].name.text.clone(),
            decl,
        ));
        self.class(&inner, decl);
        inner
    }

    /// An `if`; patterns of its test bind variables behind it where one way does not lead there
    /// (JLS 6.3.2.2).
    fn if_statement(
        &mut self,
        scope: &Scope,
        test: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    ) -> Scope {
        self.condition(scope, test);
        let on_true = self.with_bindings(scope, test, true);
        self.statement(&on_true, then);
        let on_false = self.with_bindings(scope, test, false);
        otherwise.iter().for_each(|&otherwise| {
            self.statement(&on_false, otherwise);
        });

        if self.bindings(test, true).is_empty() && self.bindings(test, false).is_empty() {
            return scope.clone();
        }

        match (
            self.can_complete(then),
            otherwise.is_none_or(|otherwise| self.can_complete(otherwise)),
        ) {
            (false, true) => on_false,
            (true, false) => on_true,
            _ => scope.clone(),
        }
    }

    /// `while` and `for`, the initial statements done: `inner` is the scope of its parts. What the
    /// test binds when it is false is in scope behind the loop unless a `break` leads there (JLS
    /// 6.3.2.3, 6.3.2.5).
    fn loop_statement(
        &mut self,
        scope: &Scope,
        inner: &Scope,
        test: Option<ExprId>,
        update: &[ExprId],
        body: StmtId,
    ) -> Scope {
        let repeated = match test {
            Some(test) => {
                self.condition(inner, test);
                self.with_bindings(inner, test, true)
            }
            None => inner.clone(),
        };
        self.statement(&repeated, body);
        for &expr in update {
            self.expression_statement(&repeated, expr);
        }
        test.map_or_else(|| scope.clone(), |test| self.behind_loop(scope, test, body))
    }

    fn do_statement(&mut self, scope: &Scope, body: StmtId, test: ExprId) -> Scope {
        self.statement(scope, body);
        self.condition(scope, test);
        self.behind_loop(scope, test, body)
    }

    fn behind_loop(&self, scope: &Scope, test: ExprId, body: StmtId) -> Scope {
        let bound = self.bindings(test, false);
        if bound.is_empty() || self.breaks(body, None) {
            scope.clone()
        } else {
            self.with_variables(scope, &bound)
        }
    }

    fn returned(&mut self, scope: &Scope, value: ExprId) {
        match self.results.returns {
            Returns::Method(ty) => {
                self.assigned(scope, value, ty);
            }
            Returns::Nothing => {
                self.value(scope, value, Target::Own);
            }
            Returns::Lambda(_) => {
                let operand = self.operand(scope, value);
                if let Returns::Lambda(results) = &mut self.results.returns {
                    results.push(operand);
                }
            }
        }
    }

    /// A result of the innermost switch expression.
    pub(super) fn yielded(&mut self, scope: &Scope, value: ExprId) {
        let operand = self.operand(scope, value);
        match self.results.yields.last_mut() {
            Some(results) => results.push(operand),
            None => {
                self.finish(&operand, Target::Own);
            }
        }
    }

    fn assertion(&mut self, scope: &Scope, test: ExprId, message: Option<ExprId>) {
        self.condition(scope, test);
        if let Some(message) = message {
            let scope = self.with_bindings(scope, test, false);
            self.value(&scope, message, Target::Own);
        }
    }
}

impl Operand {
    /// Its value, if it is constant.
    pub(super) fn value(&self) -> Option<Value> {
        match self {
            Operand::Typed(Typed { value, .. }) => value.clone(),
            _ => None,
        }
    }
}
