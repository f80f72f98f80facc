//! Types of conditions, and comparisons by identity.

use super::Findings;
use date::code::{Assigned, BinaryOp, Body, Code, Expr, JavaType, Primitive, Stmt, Types};
use date::model::Specification;

pub(super) fn check(specification: &Specification, findings: &mut Findings<'_>) {
    for event in &specification.events {
        let types = Types::of(specification, event.context);
        for alternative in &event.alternatives {
            alternative
                .filter
                .iter()
                .for_each(|filter| check_boolean(filter, &types, findings));
            alternative
                .wheres
                .iter()
                .for_each(|code| check_identity(code, &types, findings));
        }
    }
    for property in &specification.properties {
        let types = Types::of(specification, property.context);
        for transition in &property.date.transitions {
            transition
                .condition
                .iter()
                .for_each(|condition| check_boolean(condition, &types, findings));
            transition
                .action
                .iter()
                .for_each(|action| check_identity(action, &types, findings));
        }
        for entry in property
            .date
            .states
            .iter()
            .filter_map(|state| state.entry.as_ref())
        {
            check_identity(entry, &types, findings);
        }
    }
}

fn check_boolean(condition: &Code, types: &Types, findings: &mut Findings<'_>) {
    check_identity(condition, types, findings);
    let Body::Expr(expr) = &condition.body else {
        return;
    };
    let boolean = [
        JavaType::Primitive(Primitive::Boolean),
        JavaType::Boxed(Primitive::Boolean),
    ];

    if types.of_expr(expr).is_some_and(|ty| !boolean.contains(&ty)) {
        let help = if matches!(expr, Expr::Assign { .. }) {
            "`==` compares, `=` assigns"
        } else {
            ""
        };
        findings.error(
            condition.span,
            "not-boolean",
            format!("the condition `{expr}` is not boolean"),
            help,
        );
    }
}

/// Strings and boxed numbers that are equal need not be one object.
fn check_identity(code: &Code, types: &Types, findings: &mut Findings<'_>) {
    let mut check = |expr: &Expr| {
        let Expr::Binary {
            op: BinaryOp::Eq | BinaryOp::Ne,
            left,
            right,
        } = expr
        else {
            return;
        };
        let by_value = |ty| matches!(ty, Some(JavaType::Text | JavaType::Boxed(_)));
        if by_value(types.of_expr(left)) && by_value(types.of_expr(right)) {
            let message = format!("`{expr}` compares objects, not what they hold");
            findings.warning(code.span, "identity-comparison", message, "use `equals`");
        }
    };
    match &code.body {
        Body::Expr(expr) => walk(expr, &mut check),
        Body::Stmts(statements) => statements
            .iter()
            .for_each(|statement| walk_stmt(statement, &mut check)),
    }
}

fn walk_stmt(statement: &Stmt, visit: &mut dyn FnMut(&Expr)) {
    match statement {
        Stmt::Expr(expr) => walk(expr, visit),
        Stmt::Local { initial, .. } => initial.iter().for_each(|initial| walk(initial, visit)),
        Stmt::If {
            test,
            then,
            otherwise,
        } => {
            walk(test, visit);
            then.iter()
                .chain(otherwise)
                .for_each(|inner| walk_stmt(inner, visit));
        }
        Stmt::While { test, body } => {
            walk(test, visit);
            body.iter().for_each(|inner| walk_stmt(inner, visit));
        }
        Stmt::Block(statements) => statements.iter().for_each(|inner| walk_stmt(inner, visit)),
        Stmt::Return | Stmt::Opaque(_) => {}
    }
}

fn walk(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match expr {
        Expr::Literal(_) | Expr::Name(_) | Expr::Opaque(_) => {}
        Expr::Field { object: inner, .. }
        | Expr::Unary { operand: inner, .. }
        | Expr::InstanceOf { operand: inner, .. }
        | Expr::Cast { operand: inner, .. } => walk(inner, visit),
        Expr::Call {
            receiver,
            arguments,
            ..
        } => {
            receiver.iter().for_each(|receiver| walk(receiver, visit));
            arguments.iter().for_each(|argument| walk(argument, visit));
        }
        Expr::New { arguments, .. } => arguments.iter().for_each(|argument| walk(argument, visit)),
        Expr::Index {
            array: left,
            index: right,
        }
        | Expr::Binary { left, right, .. } => {
            walk(left, visit);
            walk(right, visit);
        }
        Expr::Conditional {
            test,
            then,
            otherwise,
        } => {
            [test, then, otherwise]
                .into_iter()
                .for_each(|part| walk(part, visit));
        }
        Expr::Assign { target, value, .. } => {
            walk_target(target, visit);
            walk(value, visit);
        }
        Expr::Increment { target, .. } => walk_target(target, visit),
    }
}

fn walk_target(target: &Assigned, visit: &mut dyn FnMut(&Expr)) {
    if let Assigned::Program(place) = target {
        walk(place, visit);
    }
}
