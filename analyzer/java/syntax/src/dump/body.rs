//! Expressions and statements as text.

use super::Piece;
use super::types::{arguments_text, binary_text, literal_text, type_text, unary_text, var_text};
use crate::ast::{
    BinaryOp, Case, ExprId, ExprKind, Ident, Label, LambdaBody, Pattern, PatternKind, Resource,
    StmtId, StmtKind, Switch, TypeArgument, Unit,
};

/// `(head operand operand ..)`.
struct Form {
    pieces: Vec<Piece>,
    depth: usize,
}

impl Form {
    fn new(head: impl Into<String>, depth: usize) -> Self {
        Form {
            pieces: vec![Piece::Text(format!("({}", head.into()))],
            depth,
        }
    }

    fn word(mut self, text: impl AsRef<str>) -> Self {
        if !text.as_ref().is_empty() {
            self.pieces.push(Piece::Text(format!(" {}", text.as_ref())));
        }
        self
    }

    fn expr(mut self, id: ExprId) -> Self {
        self.pieces
            .extend([" ".into(), Piece::Expr(id, self.depth)]);
        self
    }

    fn exprs(self, ids: impl IntoIterator<Item = ExprId>) -> Self {
        ids.into_iter().fold(self, Form::expr)
    }

    fn stmt(mut self, id: StmtId) -> Self {
        self.pieces
            .extend([Piece::Line(self.depth + 1), Piece::Stmt(id, self.depth + 1)]);
        self
    }

    fn stmts(self, ids: impl IntoIterator<Item = StmtId>) -> Self {
        ids.into_iter().fold(self, Form::stmt)
    }

    fn line(mut self, text: &str) -> Self {
        self.pieces
            .extend([Piece::Line(self.depth + 1), text.into()]);
        self
    }

    fn end(mut self) -> Vec<Piece> {
        self.pieces.push(")".into());
        self.pieces
    }
}

fn optional_arguments(arguments: &[TypeArgument]) -> String {
    if arguments.is_empty() {
        String::new()
    } else {
        arguments_text(arguments)
    }
}

/// The pieces of one expression.
pub(super) fn expression(unit: &Unit, id: ExprId, depth: usize) -> Vec<Piece> {
    let form = |head: &str| Form::new(head, depth);
    match &unit.exprs[id].kind {
        ExprKind::Literal(literal) => vec![literal_text(literal).into()],
        ExprKind::Name(name) => vec![(*name.text).into()],
        ExprKind::Select { qualifier, name } => form(".").expr(*qualifier).word(&name.text).end(),
        ExprKind::Type(ty) => form("type").word(type_text(ty)).end(),
        ExprKind::This(None) => vec!["this".into()],
        ExprKind::This(Some(ty)) => form("this").word(type_text(ty)).end(),
        ExprKind::Super(None) => vec!["super".into()],
        ExprKind::Super(Some(ty)) => form("super").word(type_text(ty)).end(),
        ExprKind::ClassLiteral(ty) => form("class").word(type_text(ty)).end(),
        ExprKind::Call {
            qualifier,
            type_arguments,
            name,
            arguments,
        } => {
            let head = if qualifier.is_some() {
                "call-on"
            } else {
                "call"
            };
            let method = format!("{}{}", optional_arguments(type_arguments), name.text);
            form(head)
                .exprs(*qualifier)
                .word(method)
                .exprs(arguments.iter().copied())
                .end()
        }
        ExprKind::New {
            outer,
            ty,
            arguments,
            body,
            ..
        } => {
            let head = if outer.is_some() { "new-in" } else { "new" };
            let mut form = form(head)
                .exprs(*outer)
                .word(type_text(ty))
                .exprs(arguments.iter().copied());
            form.pieces.extend(
                body.map(|body| [Piece::from(" "), Piece::Decl(body, depth)])
                    .into_iter()
                    .flatten(),
            );
            form.end()
        }
        ExprKind::NewArray { ty, sizes, initial } => form("new-array")
            .word(type_text(ty))
            .exprs(sizes.iter().copied())
            .exprs(*initial)
            .end(),
        ExprKind::ArrayInitializer(values) => form("array").exprs(values.iter().copied()).end(),
        ExprKind::Index { array, index } => form("index").expr(*array).expr(*index).end(),
        ExprKind::Unary { op, operand } => form(unary_text(*op)).expr(*operand).end(),
        ExprKind::Increment {
            target,
            decrement,
            postfix,
        } => {
            let sign = if *decrement { "--" } else { "++" };
            let head = if *postfix {
                format!("_{sign}")
            } else {
                format!("{sign}_")
            };
            form(&head).expr(*target).end()
        }
        ExprKind::Binary { op, operands } => {
            form(binary_text(*op)).exprs(operands.iter().copied()).end()
        }
        ExprKind::Logical { and, operands } => form(if *and { "&&" } else { "||" })
            .exprs(operands.iter().copied())
            .end(),
        ExprKind::Conditional {
            test,
            then,
            otherwise,
        } => form("?").exprs([*test, *then, *otherwise]).end(),
        ExprKind::Assign { target, op, value } => {
            form(&assignment_sign(*op)).exprs([*target, *value]).end()
        }
        ExprKind::InstanceOf { operand, pattern } => form("instanceof")
            .expr(*operand)
            .word(pattern_text(unit, pattern))
            .end(),
        ExprKind::Cast { ty, operand } => form("cast").word(type_text(ty)).expr(*operand).end(),
        ExprKind::Lambda { parameters, body } => {
            let parameters: Vec<_> = parameters.iter().map(|&var| var_text(unit, var)).collect();
            let form = form("lambda").word(format!("({})", parameters.join(", ")));
            match body {
                LambdaBody::Expr(value) => form.expr(*value).end(),
                LambdaBody::Block(block) => form.stmt(*block).end(),
            }
        }
        ExprKind::MethodReference {
            qualifier,
            type_arguments,
            name,
        } => {
            let method = format!("{}{}", optional_arguments(type_arguments), name.text);
            form("::").expr(*qualifier).word(method).end()
        }
        ExprKind::Switch(switch) => switch_pieces(unit, switch, depth),
        ExprKind::Template {
            processor,
            embedded,
        } => form("template")
            .expr(*processor)
            .exprs(embedded.iter().copied())
            .end(),
    }
}

fn assignment_sign(op: Option<BinaryOp>) -> String {
    format!("{}=", op.map(binary_text).unwrap_or_default())
}

fn pattern_text(unit: &Unit, pattern: &Pattern) -> String {
    match &pattern.kind {
        PatternKind::Type(ty) => type_text(ty),
        PatternKind::Binding(var) => format!("(bind {})", var_text(unit, *var)),
        PatternKind::Record { ty, components } => {
            let parts: Vec<_> = components
                .iter()
                .map(|component| pattern_text(unit, component))
                .collect();
            format!(
                "(record {}{}{})",
                type_text(ty),
                if parts.is_empty() { "" } else { " " },
                parts.join(" ")
            )
        }
        PatternKind::Any => "_".to_owned(),
    }
}

fn switch_pieces(unit: &Unit, switch: &Switch, depth: usize) -> Vec<Piece> {
    let mut form =
        Form::new(if switch.arrows { "switch->" } else { "switch" }, depth).expr(switch.selector);
    for case in &switch.cases {
        form.pieces.push(Piece::Line(depth + 1));
        form.pieces.extend(case_pieces(unit, case, depth + 1));
    }
    form.end()
}

fn case_pieces(unit: &Unit, case: &Case, depth: usize) -> Vec<Piece> {
    let mut form = Form::new("case", depth);
    for label in &case.labels {
        form = match label {
            Label::Constant(value) => form.expr(*value),
            Label::Pattern(pattern) => form.word(pattern_text(unit, pattern)),
            Label::Null => form.word("null"),
            Label::Default => form.word("default"),
        };
    }
    if let Some(guard) = case.guard {
        form = form.word("when").expr(guard);
    }
    form.stmts(case.body.iter().copied()).end()
}

/// The pieces of one statement.
pub(super) fn statement(unit: &Unit, id: StmtId, depth: usize) -> Vec<Piece> {
    let form = |head: &str| Form::new(head, depth);
    match &unit.stmts[id].kind {
        StmtKind::Block(body) => form("block").stmts(body.iter().copied()).end(),
        StmtKind::Local { var, initial } => form("local")
            .word(var_text(unit, *var))
            .exprs(*initial)
            .end(),
        StmtKind::Type(decl) => vec![Piece::Decl(*decl, depth)],
        StmtKind::Expr(value) => form("do").expr(*value).end(),
        StmtKind::ConstructorCall {
            is_super,
            outer,
            arguments,
        } => {
            let head = if *is_super { "super-call" } else { "this-call" };
            let form = outer.map_or_else(
                || form(head),
                |outer| form(&format!("{head}-in")).expr(outer),
            );
            form.exprs(arguments.iter().copied()).end()
        }
        StmtKind::If {
            test,
            then,
            otherwise,
        } => form("if").expr(*test).stmt(*then).stmts(*otherwise).end(),
        StmtKind::While { test, body } => form("while").expr(*test).stmt(*body).end(),
        StmtKind::DoWhile { body, test } => {
            let mut form = form("do-while").stmt(*body);
            form.pieces
                .extend([Piece::Line(depth + 1), Piece::Expr(*test, depth + 1)]);
            form.end()
        }
        StmtKind::For {
            initial,
            test,
            update,
            body,
        } => {
            let mut form = form("for").stmts(initial.iter().copied());
            form = form
                .line("(test")
                .exprs(*test)
                .closed()
                .line("(update")
                .exprs(update.iter().copied())
                .closed();
            form.stmt(*body).end()
        }
        StmtKind::ForEach {
            var,
            iterable,
            body,
        } => form("for-each")
            .word(var_text(unit, *var))
            .expr(*iterable)
            .stmt(*body)
            .end(),
        StmtKind::Labeled { label, body } => form("label").word(&label.text).stmt(*body).end(),
        StmtKind::Break(label) => jump(form("break"), label.as_ref()),
        StmtKind::Continue(label) => jump(form("continue"), label.as_ref()),
        StmtKind::Yield(value) => form("yield").expr(*value).end(),
        StmtKind::Return(value) => form("return").exprs(*value).end(),
        StmtKind::Throw(value) => form("throw").expr(*value).end(),
        StmtKind::Assert { test, message } => form("assert").expr(*test).exprs(*message).end(),
        StmtKind::Synchronized { object, body } => {
            form("synchronized").expr(*object).stmt(*body).end()
        }
        StmtKind::Switch(switch) => switch_pieces(unit, switch, depth),
        StmtKind::Try { .. } => try_pieces(unit, id, depth),
        StmtKind::Empty => vec!["(empty)".into()],
    }
}

fn jump(form: Form, label: Option<&Ident>) -> Vec<Piece> {
    form.word(label.map(|label| &*label.text).unwrap_or_default())
        .end()
}

fn try_pieces(unit: &Unit, id: StmtId, depth: usize) -> Vec<Piece> {
    let StmtKind::Try {
        resources,
        body,
        catches,
        finally,
    } = &unit.stmts[id].kind
    else {
        return Vec::new();
    };
    let mut form = Form::new("try", depth);

    for resource in resources {
        form = match resource {
            Resource::Declared { var, initial } => form
                .line(&format!("(resource {}", var_text(unit, *var)))
                .expr(*initial)
                .closed(),
            Resource::Named(value) => form.line("(resource").expr(*value).closed(),
        };
    }

    form = form.stmt(*body);
    for catch in catches {
        form = form.line(&format!("(catch {}", var_text(unit, catch.var)));
        form.pieces
            .extend([Piece::Line(depth + 2), Piece::Stmt(catch.body, depth + 2)]);
        form = form.closed();
    }

    if let Some(finally) = finally {
        form = form.line("(finally");
        form.pieces
            .extend([Piece::Line(depth + 2), Piece::Stmt(*finally, depth + 2)]);
        form = form.closed();
    }

    form.end()
}

impl Form {
    /// Closes a form inside this one.
    fn closed(mut self) -> Self {
        self.pieces.push(")".into());
        self
    }
}
