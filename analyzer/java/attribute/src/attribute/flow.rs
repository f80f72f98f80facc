//! The facts about the shape of statements and expressions that need no types. They are the
//! variables that patterns bind and where (JLS 6.3), normal completion of statements (JLS 14.22),
//! and the possible bodies of lambdas (JLS 15.27.2).

use std::cell::RefCell;
use std::rc::Rc;

use java_syntax::ast::{
    Case, ExprId, ExprKind, Ident, Label, LambdaBody, Literal, Pattern, PatternKind, StmtId,
    StmtKind, Switch, UnaryOp, VarId,
};
use rustc_hash::FxHashMap;

use super::Attributor;
use crate::scope::{Entry, Scope};

/// Answers so far, so that deep nesting is not looked through once for each level.
#[derive(Debug, Default)]
pub(super) struct Flow {
    completes: RefCell<FxHashMap<StmtId, bool>>,
    bindings: RefCell<FxHashMap<(ExprId, bool), Bindings>>,
}

/// The variables that an expression binds.
type Bindings = Rc<[VarId]>;

impl Attributor<'_, '_> {
    /// The variables that patterns in an expression bind when it is true, or when it is false (JLS
    /// 6.3.1).
    pub(super) fn bindings(&self, expr: ExprId, truth: bool) -> Rc<[VarId]> {
        match &self.unit.exprs[expr].kind {
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.bindings(*operand, !truth),
            ExprKind::Logical { and, operands } if *and == truth => {
                self.bindings_of_all(expr, truth, operands)
            }
            ExprKind::InstanceOf { pattern, .. } if truth => pattern_variables(pattern).into(),
            _ => Rc::new([]),
        }
    }

    fn bindings_of_all(&self, expr: ExprId, truth: bool, operands: &[ExprId]) -> Rc<[VarId]> {
        if let Some(known) = self.flow.bindings.borrow().get(&(expr, truth)) {
            return known.clone();
        }
        let all = operands
            .iter()
            .flat_map(|&operand| self.bindings(operand, truth).to_vec());
        let all: Rc<[VarId]> = all.collect();
        self.flow
            .bindings
            .borrow_mut()
            .insert((expr, truth), all.clone());
        all
    }

    /// The scope with the variables that an expression binds when it is true, or when it is false.
    pub(super) fn with_bindings(&self, scope: &Scope, expr: ExprId, truth: bool) -> Scope {
        self.with_variables(scope, &self.bindings(expr, truth))
    }

    /// The scope with local variables.
    pub(super) fn with_variables(&self, scope: &Scope, variables: &[VarId]) -> Scope {
        variables
            .iter()
            .fold(scope.clone(), |scope, &var| self.with_variable(&scope, var))
    }

    /// The scope with a local variable.
    pub(super) fn with_variable(&self, scope: &Scope, var: VarId) -> Scope {
        scope.with(Entry::Local(self.unit.vars[var].name.text.clone(), var))
    }

    /// Returns whether a statement can complete normally. Values of names count once they are
    /// attributed.
    pub(super) fn can_complete(&self, stmt: StmtId) -> bool {
        if let Some(&known) = self.flow.completes.borrow().get(&stmt) {
            return known;
        }
        let completes = self.completes(stmt);
        self.flow.completes.borrow_mut().insert(stmt, completes);
        completes
    }

    fn completes(&self, stmt: StmtId) -> bool {
        match &self.unit.stmts[stmt].kind {
            StmtKind::Block(statements) => self.all_complete(statements),
            StmtKind::Local { .. }
            | StmtKind::Type(_)
            | StmtKind::Expr(_)
            | StmtKind::ConstructorCall { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Assert { .. }
            | StmtKind::If {
                otherwise: None, ..
            }
            | StmtKind::Empty => true,
            StmtKind::If {
                then,
                otherwise: Some(otherwise),
                ..
            } => self.can_complete(*then) || self.can_complete(*otherwise),
            StmtKind::While { test, body }
            | StmtKind::For {
                test: Some(test),
                body,
                ..
            } => !self.is_true(*test) || self.breaks(*body, None),
            StmtKind::For {
                test: None, body, ..
            } => self.breaks(*body, None),
            StmtKind::DoWhile { body, test } => {
                let tests = self.can_complete(*body) || self.continues(*body);
                tests && !self.is_true(*test) || self.breaks(*body, None)
            }
            StmtKind::Labeled { label, body } => {
                self.can_complete(*body) || self.breaks(*body, Some(&label.text))
            }
            StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Yield(_)
            | StmtKind::Return(_)
            | StmtKind::Throw(_) => false,
            StmtKind::Synchronized { body, .. } => self.can_complete(*body),
            StmtKind::Switch(switch) => self.switch_completes(switch),
            StmtKind::Try {
                body,
                catches,
                finally,
                ..
            } => {
                (self.can_complete(*body)
                    || catches.iter().any(|catch| self.can_complete(catch.body)))
                    && finally.is_none_or(|finally| self.can_complete(finally))
            }
        }
    }

    fn all_complete(&self, statements: &[StmtId]) -> bool {
        statements
            .iter()
            .all(|&statement| self.can_complete(statement))
    }

    fn switch_completes(&self, switch: &Switch) -> bool {
        let breaks = |case: &Case| {
            case.body
                .iter()
                .any(|&statement| self.breaks(statement, None))
        };
        let ends = |case: &Case| self.all_complete(&case.body);
        let by_end = if switch.arrows {
            switch.cases.iter().any(ends)
        } else {
            switch.cases.last().is_none_or(ends)
        };
        by_end || !is_exhaustive(switch) || switch.cases.iter().any(breaks)
    }

    /// Returns whether a `break` in the body leaves the statement around it: one without label, or
    /// with this one.
    pub(super) fn breaks(&self, stmt: StmtId, label: Option<&str>) -> bool {
        let kind = &self.unit.stmts[stmt].kind;
        match kind {
            StmtKind::Break(own) => is_label(own.as_ref(), label),
            StmtKind::Switch(_) if label.is_none() => false,
            _ if label.is_none() && is_loop(kind) => false,
            _ => substatements(kind)
                .iter()
                .any(|&part| self.breaks(part, label)),
        }
    }

    /// Returns whether a `continue` without label in the body of a loop leads to its test; labels
    /// are taken to name this loop.
    fn continues(&self, stmt: StmtId) -> bool {
        let kind = &self.unit.stmts[stmt].kind;
        match kind {
            StmtKind::Continue(_) => true,
            _ if is_loop(kind) => false,
            _ => substatements(kind).iter().any(|&part| self.continues(part)),
        }
    }

    /// Returns whether an expression is a constant of this value.
    fn is_true(&self, expr: ExprId) -> bool {
        self.truth_of(expr) == Some(true)
    }

    fn truth_of(&self, expr: ExprId) -> Option<bool> {
        if let Some(ir::Constant::Bool(value)) = self.out.exprs[expr].constant {
            return Some(value);
        }
        match &self.unit.exprs[expr].kind {
            ExprKind::Literal(Literal::Bool(value)) => Some(*value),
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.truth_of(*operand).map(|value| !value),
            ExprKind::Logical { and, operands } => {
                let values = operands
                    .iter()
                    .map(|&operand| self.truth_of(operand))
                    .collect::<Option<Vec<bool>>>()?;
                Some(if *and {
                    !values.contains(&false)
                } else {
                    values.contains(&true)
                })
            }
            _ => None,
        }
    }

    /// Returns whether the body of a lambda fits a function without result (JLS 15.27.2).
    pub(super) fn is_void_compatible(&self, body: LambdaBody) -> bool {
        match body {
            LambdaBody::Expr(expr) => is_statement_expression(&self.unit.exprs[expr].kind),
            LambdaBody::Block(block) => self.all_return(block, false),
        }
    }

    /// Returns whether the body of a lambda fits a function with a result (JLS 15.27.2).
    pub(super) fn is_value_compatible(&self, body: LambdaBody) -> bool {
        match body {
            LambdaBody::Expr(_) => true,
            LambdaBody::Block(block) => !self.can_complete(block) && self.all_return(block, true),
        }
    }

    /// Returns whether all `return` statements have a value, or all have none.
    fn all_return(&self, stmt: StmtId, value: bool) -> bool {
        match &self.unit.stmts[stmt].kind {
            StmtKind::Return(returned) => returned.is_some() == value,
            kind => substatements(kind)
                .iter()
                .all(|&part| self.all_return(part, value)),
        }
    }
}

/// The variables that a pattern binds, in order.
pub(super) fn pattern_variables(pattern: &Pattern) -> Vec<VarId> {
    match &pattern.kind {
        PatternKind::Binding(var) => vec![*var],
        PatternKind::Record { components, .. } => {
            components.iter().flat_map(pattern_variables).collect()
        }
        PatternKind::Type(_) | PatternKind::Any => Vec::new(),
    }
}

/// Returns whether some case takes every value (JLS 14.11.1.1): there is a default, or the switch
/// must have one for each.
fn is_exhaustive(switch: &Switch) -> bool {
    let enhanced =
        |label: &Label| matches!(label, Label::Default | Label::Pattern(_) | Label::Null);
    switch
        .cases
        .iter()
        .any(|case| case.guard.is_some() || case.labels.iter().any(enhanced))
}

fn is_label(own: Option<&Ident>, wanted: Option<&str>) -> bool {
    own.map(|own| &*own.text) == wanted
}

fn is_loop(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::For { .. }
            | StmtKind::ForEach { .. }
    )
}

/// Returns whether an expression can be a statement (JLS 14.8).
fn is_statement_expression(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Assign { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Call { .. }
            | ExprKind::New { .. }
    )
}

/// The statements directly inside a statement, in order.
fn substatements(kind: &StmtKind) -> Vec<StmtId> {
    match kind {
        StmtKind::Block(statements) => statements.clone(),
        StmtKind::If {
            then, otherwise, ..
        } => std::iter::once(*then).chain(*otherwise).collect(),
        StmtKind::For { initial, body, .. } => initial.iter().copied().chain([*body]).collect(),
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::ForEach { body, .. }
        | StmtKind::Labeled { body, .. }
        | StmtKind::Synchronized { body, .. } => vec![*body],
        StmtKind::Switch(switch) => switch
            .cases
            .iter()
            .flat_map(|case| case.body.iter().copied())
            .collect(),
        StmtKind::Try {
            body,
            catches,
            finally,
            ..
        } => std::iter::once(*body)
            .chain(catches.iter().map(|catch| catch.body))
            .chain(*finally)
            .collect(),
        StmtKind::Local { .. }
        | StmtKind::Type(_)
        | StmtKind::Expr(_)
        | StmtKind::ConstructorCall { .. }
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Yield(_)
        | StmtKind::Return(_)
        | StmtKind::Throw(_)
        | StmtKind::Assert { .. }
        | StmtKind::Empty => Vec::new(),
    }
}
