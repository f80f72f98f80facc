//! Switch statements and expressions (JLS 14.11, 15.28).

use std::rc::Rc;

use java_syntax::ast::{Case, ExprId, ExprKind, Ident, Label, StmtId, StmtKind, Switch};
use java_types::Access;

use super::Attributor;
use super::flow::pattern_variables;
use super::operand::{Operand, Target};
use crate::scope::{Entry, Scope};
use crate::types::{ClassId, Ty};

impl Attributor<'_, '_> {
    pub(super) fn switch_statement(&mut self, scope: &Scope, switch: &Switch) {
        self.switch(scope, switch, false);
    }

    /// A switch expression, whose type its results and the target decide.
    pub(super) fn switch_expression(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        switch: &Switch,
    ) -> Rc<Operand> {
        self.results.yields.push(Vec::new());
        self.switch(scope, switch, true);
        let results = self.results.yields.pop().unwrap_or_default();
        Rc::new(Operand::Switch { expr, results })
    }

    fn switch(&mut self, scope: &Scope, switch: &Switch, is_expression: bool) {
        let selector = self.value(scope, switch.selector, Target::Own);
        let mut block = scope.clone();
        for case in &switch.cases {
            let inner = self.labels(&block, case, selector);
            if switch.arrows {
                self.rule(&inner, &case.body, is_expression)
            } else {
                self.statements(&inner, &case.body);
                block = self.declared_in_group(&block, &case.body);
            }
        }
    }

    /// Attributes the part behind an arrow: a statement, or a result of a switch expression (JLS
    /// 15.28.1).
    fn rule(&mut self, scope: &Scope, body: &[StmtId], is_expression: bool) {
        for &statement in body {
            match self.unit.stmts[statement].kind {
                StmtKind::Expr(value) if is_expression => self.yielded(scope, value),
                _ => {
                    self.statement(scope, statement);
                }
            }
        }
    }

    /// Declarations of a group of statements are in scope in the following groups, too; what its
    /// patterns bind is not (JLS 6.3, 6.3.4).
    fn declared_in_group(&self, block: &Scope, body: &[StmtId]) -> Scope {
        body.iter().fold(block.clone(), |scope, &statement| {
            match self.unit.stmts[statement].kind {
                StmtKind::Local { var, .. } => self.with_variable(&scope, var),
                StmtKind::Type(decl) => scope.with(Entry::LocalClass(
                    self.unit.type_decls[decl].name.text.clone(),
                    decl,
                )),
                _ => scope,
            }
        })
    }

    /// Labels and guard of a case; the scope of its body.
    fn labels(&mut self, scope: &Scope, case: &Case, selector: Ty) -> Scope {
        let mut inner = scope.clone();
        for label in &case.labels {
            match label {
                Label::Constant(constant) => self.label(scope, *constant, selector),
                Label::Pattern(pattern) => {
                    self.pattern(scope, pattern, selector);
                    inner = self.with_variables(&inner, &pattern_variables(pattern));
                }
                Label::Null | Label::Default => {}
            }
        }

        match case.guard {
            Some(guard) => {
                self.condition(&inner, guard);
                self.with_bindings(&inner, guard, true)
            }
            None => inner,
        }
    }

    /// A constant label; a simple name is an enum's constant where the selector is an enum (JLS
    /// 14.11.1).
    fn label(&mut self, scope: &Scope, constant: ExprId, selector: Ty) {
        if let ExprKind::Name(name) = &self.unit.exprs[constant].kind
            && let Some(class) = self.enum_class(selector)
            && self.enum_label(constant, class, name)
        {
            return;
        }
        self.value(scope, constant, Target::Raw);
    }

    fn enum_label(&mut self, constant: ExprId, class: ClassId, name: &Ident) -> bool {
        let field = self
            .types
            .declared_field(class, &name.text)
            .filter(|field| field.access.has(Access::ENUM));
        if let Some(field) = &field {
            self.field_operand(constant, field, Ty::UNKNOWN, class, None);
        }
        field.is_some()
    }

    /// The enum class of a selector.
    fn enum_class(&self, selector: Ty) -> Option<ClassId> {
        let mut classes = self.member_classes(selector).into_iter();
        classes.find(|&class| self.types.class_data(class).access.has(Access::ENUM))
    }
}
