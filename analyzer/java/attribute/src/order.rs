//! The order in which javac comes across the local and anonymous classes of a class body, and the
//! scopes they stand in. It numbers them by that order: their binary names (JLS 13.1) depend on it,
//! though no specification gives it.
//!
//! Members are met in order of text. Inside a call the arguments come before the qualifier: first
//! those with a type of their own, then the qualifier, then those that need a target type (JLS
//! 15.2: lambdas, method references, calls, the diamond, conditionals), of which implicitly typed
//! lambdas come last, since they wait for the others.

use java_syntax::ast::{
    Case, ExprId, ExprKind, Label, LambdaBody, Member, Resource, StmtId, StmtKind, Switch,
    TypeDeclId, TypeDeclKind, TypeRef, TypeRefKind, Unit,
};
use java_types::Access;

use crate::scope::{Entry, Scope};

/// A local or anonymous class and the scope that its header sees.
pub(crate) struct Enclosed {
    pub(crate) decl: TypeDeclId,
    pub(crate) scope: Scope,
}

/// The local and anonymous classes directly enclosed by the body of `decl`, in the order in which
/// they are numbered; `body` is the scope of the members. O(size of the body); recursion follows
/// the nesting of the tree.
pub(crate) fn directly_enclosed(unit: &Unit, decl: TypeDeclId, body: &Scope) -> Vec<Enclosed> {
    let mut walk = Walk {
        unit,
        scope: body.with(Entry::Static),
        found: Vec::new(),
    };
    for constant in &unit.type_decls[decl].constants {
        walk.call(&constant.arguments, None);
        walk.found(constant.body);
    }
    for (index, member) in unit.type_decls[decl].members.iter().enumerate() {
        walk.scope = member_scope(unit, decl, index, body);
        walk.member(member);
    }
    walk.found
}

/// The scope of the code of a member, `body` being that of the type's body.
pub(crate) fn member_scope(unit: &Unit, decl: TypeDeclId, index: usize, body: &Scope) -> Scope {
    match &unit.type_decls[decl].members[index] {
        Member::Method(method) => {
            let scope = body.with(Entry::Method(decl, index));
            let is_static = Access(method.modifiers.access).is_static();
            if is_static {
                scope.with(Entry::Static)
            } else {
                scope
            }
        }
        Member::Field(field) => {
            let implied = matches!(
                unit.type_decls[decl].kind,
                TypeDeclKind::Interface | TypeDeclKind::Annotation
            );
            let is_static = implied || Access(field.modifiers.access).is_static();
            if is_static {
                body.with(Entry::Static)
            } else {
                body.clone()
            }
        }
        Member::Initializer {
            is_static: true, ..
        } => body.with(Entry::Static),
        Member::Initializer { .. } | Member::Type(_) => body.clone(),
    }
}

struct Walk<'u> {
    unit: &'u Unit,
    scope: Scope,
    found: Vec<Enclosed>,
}

impl Walk<'_> {
    fn member(&mut self, member: &Member) {
        match member {
            Member::Field(field) => self.exprs(field.initial.as_slice()),
            Member::Method(method) => self.stmts(method.body.as_slice()),
            Member::Initializer { body, .. } => self.stmt(*body),
            Member::Type(_) => {}
        }
    }

    fn found(&mut self, decl: Option<TypeDeclId>) {
        self.found.extend(decl.map(|decl| Enclosed {
            decl,
            scope: self.scope.clone(),
        }));
    }

    fn local_class(&mut self, decl: TypeDeclId) {
        self.scope = self.scope.with(Entry::LocalClass(
            self.unit.type_decls[decl].name.text.clone(),
            decl,
        ));
        self.found(Some(decl));
    }

    /// Walks statements whose declarations end with them.
    fn block(&mut self, stmts: &[StmtId]) {
        let outer = self.scope.clone();
        self.stmts(stmts);
        self.scope = outer;
    }

    fn stmts(&mut self, stmts: &[StmtId]) {
        stmts.iter().for_each(|&stmt| self.stmt(stmt));
    }

    fn exprs(&mut self, exprs: &[ExprId]) {
        exprs.iter().for_each(|&expr| self.expr(expr));
    }

    fn stmt(&mut self, stmt: StmtId) {
        match &self.unit.stmts[stmt].kind {
            StmtKind::Block(body) => self.block(body),
            StmtKind::Local { initial, .. } => self.exprs(initial.as_slice()),
            StmtKind::Type(decl) => self.local_class(*decl),
            StmtKind::Expr(expr) | StmtKind::Yield(expr) | StmtKind::Throw(expr) => {
                self.expr(*expr)
            }
            StmtKind::ConstructorCall {
                outer, arguments, ..
            } => {
                let around = self.scope.clone();
                self.scope = around.with(Entry::Prologue);
                self.call(arguments, *outer);
                self.scope = around;
            }
            StmtKind::If {
                test,
                then,
                otherwise,
            } => {
                self.expr(*test);
                self.stmt(*then);
                self.stmts(otherwise.as_slice());
            }
            StmtKind::While { test, body } => {
                self.expr(*test);
                self.stmt(*body);
            }
            StmtKind::DoWhile { body, test } => {
                self.stmt(*body);
                self.expr(*test);
            }
            StmtKind::For {
                initial,
                test,
                update,
                body,
            } => {
                self.stmts(initial);
                self.exprs(test.as_slice());
                self.exprs(update);
                self.stmt(*body);
            }
            StmtKind::ForEach { iterable, body, .. } => {
                self.expr(*iterable);
                self.stmt(*body);
            }
            StmtKind::Labeled { body, .. } => self.stmt(*body),
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Empty => {}
            StmtKind::Return(value) => self.exprs(value.as_slice()),
            StmtKind::Assert { test, message } => {
                self.expr(*test);
                self.exprs(message.as_slice());
            }
            StmtKind::Synchronized { object, body } => {
                self.expr(*object);
                self.stmt(*body);
            }
            StmtKind::Switch(switch) => self.switch(switch),
            StmtKind::Try {
                resources,
                body,
                catches,
                finally,
            } => {
                for resource in resources {
                    match resource {
                        Resource::Declared { initial: value, .. } | Resource::Named(value) => {
                            self.expr(*value)
                        }
                    }
                }
                self.stmt(*body);
                catches.iter().for_each(|catch| self.stmt(catch.body));
                self.stmts(finally.as_slice());
            }
        }
    }

    fn switch(&mut self, switch: &Switch) {
        self.expr(switch.selector);
        let outer = self.scope.clone();
        for Case {
            labels,
            guard,
            body,
            ..
        } in &switch.cases
        {
            for label in labels {
                if let Label::Constant(constant) = label {
                    self.expr(*constant);
                }
            }
            self.exprs(guard.as_slice());
            self.stmts(body);
        }

        self.scope = outer;
    }

    fn expr(&mut self, expr: ExprId) {
        match &self.unit.exprs[expr].kind {
            ExprKind::Literal(_)
            | ExprKind::Name(_)
            | ExprKind::Type(_)
            | ExprKind::This(_)
            | ExprKind::Super(_)
            | ExprKind::ClassLiteral(_) => {}
            ExprKind::Select {
                qualifier: operand, ..
            }
            | ExprKind::Unary { operand, .. }
            | ExprKind::Increment {
                target: operand, ..
            }
            | ExprKind::InstanceOf { operand, .. }
            | ExprKind::Cast { operand, .. }
            | ExprKind::MethodReference {
                qualifier: operand, ..
            } => self.expr(*operand),
            ExprKind::Call {
                qualifier,
                arguments,
                ..
            } => self.call(arguments, *qualifier),
            ExprKind::New {
                outer,
                arguments,
                body,
                ..
            } => {
                self.exprs(outer.as_slice());
                self.call(arguments, None);
                self.found(*body);
            }
            ExprKind::NewArray { sizes, initial, .. } => {
                self.exprs(sizes);
                self.exprs(initial.as_slice());
            }
            ExprKind::ArrayInitializer(operands)
            | ExprKind::Binary { operands, .. }
            | ExprKind::Logical { operands, .. } => self.exprs(operands),
            ExprKind::Index {
                array: first,
                index: second,
            }
            | ExprKind::Assign {
                target: first,
                value: second,
                ..
            } => self.exprs(&[*first, *second]),
            ExprKind::Conditional {
                test,
                then,
                otherwise,
            } => self.exprs(&[*test, *then, *otherwise]),
            ExprKind::Lambda {
                body: LambdaBody::Expr(body),
                ..
            } => self.expr(*body),
            ExprKind::Lambda {
                body: LambdaBody::Block(body),
                ..
            } => self.stmt(*body),
            ExprKind::Switch(switch) => self.switch(switch),
            ExprKind::Template {
                processor,
                embedded,
            } => {
                self.expr(*processor);
                self.exprs(embedded);
            }
        }
    }

    fn call(&mut self, arguments: &[ExprId], qualifier: Option<ExprId>) {
        let in_turn = |walk: &mut Self, turn| {
            for &argument in arguments {
                if walk.turn(argument) == turn {
                    walk.expr(argument);
                }
            }
        };
        in_turn(self, Turn::Standalone);
        self.exprs(qualifier.as_slice());
        in_turn(self, Turn::NeedsTarget);
        in_turn(self, Turn::Waits);
    }

    fn turn(&self, argument: ExprId) -> Turn {
        match &self.unit.exprs[argument].kind {
            ExprKind::Lambda { parameters, .. }
                if parameters.iter().any(|&p| self.unit.vars[p].ty.is_none()) =>
            {
                Turn::Waits
            }
            ExprKind::Call { type_arguments, .. } if !type_arguments.is_empty() => Turn::Standalone,
            ExprKind::Lambda { .. }
            | ExprKind::MethodReference { .. }
            | ExprKind::Call { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Switch(_) => Turn::NeedsTarget,
            ExprKind::New { ty, .. } if has_diamond(ty) => Turn::NeedsTarget,
            _ => Turn::Standalone,
        }
    }
}

#[derive(PartialEq, Clone, Copy)]
enum Turn {
    Standalone,
    NeedsTarget,
    Waits,
}

/// Returns whether the type ends in `<>`.
pub(crate) fn has_diamond(ty: &TypeRef) -> bool {
    let TypeRefKind::Named(parts) = &ty.kind else {
        return false;
    };
    parts
        .last()
        .is_some_and(|(_, arguments)| arguments.as_ref().is_some_and(Vec::is_empty))
}
