//! The constructs of the tree under test, in the words of the Java program that asks javac.

use std::collections::BTreeMap;

use java_syntax::ast::{
    Expr, ExprKind, Ident, Literal, Member, StmtKind, TypeDecl, TypeRef, UnaryOp, Unit,
};
use java_syntax::dump::type_text;
use text::Span;

/// Constructs of one file, each as a line of text, sorted.
pub type Constructs = Vec<String>;

/// The constructs of `unit` as the Java program prints them.
pub fn constructs(unit: &Unit, text: &str) -> Constructs {
    let units = Utf16::new(text);
    let place = |span: Span| format!("{} {}", units.offset(span.start), units.offset(span.end));
    let mut found: Constructs = Vec::new();
    for expr in unit
        .exprs
        .iter()
        .filter(|expr| negated(unit, expr, text).is_none())
    {
        found.extend(expression(&expr.kind).map(|kind| format!("{kind} {}", place(expr.span))));
    }
    found.extend(
        literals(unit, text)
            .into_iter()
            .map(|(span, value)| format!("literal {value} {}", place(span))),
    );
    for stmt in &unit.stmts {
        let span = match &stmt.kind {
            // Without the semicolon, which is no part of the call, and what is before it.
            StmtKind::ConstructorCall { .. } => {
                let call = text[..stmt.span.end as usize]
                    .rfind(')')
                    .map_or(0, |close| close + 1);
                Span {
                    end: call as u32,
                    ..stmt.span
                }
            }
            _ => stmt.span,
        };
        found.extend(statement(&stmt.kind).map(|kind| format!("{kind} {}", place(span))));
    }
    for var in &unit.vars {
        let types: Vec<_> = var
            .ty
            .iter()
            .chain(&var.alternatives)
            .map(type_name)
            .collect();
        let types = if types.is_empty() {
            "-".to_owned()
        } else {
            types.join("|")
        };
        let name = if &*var.name.text == "_" {
            ""
        } else {
            &var.name.text
        };
        found.push(format!("variable {name} {types}"));
    }
    for decl in &unit.type_decls {
        declaration(decl, &place, &mut found);
    }
    found.sort();
    found
}

fn declaration(decl: &TypeDecl, place: &dyn Fn(Span) -> String, found: &mut Constructs) {
    match &*decl.name.text {
        "" => found.push("anonymous".to_owned()),
        name => found.push(format!("type {name} {}", place(decl.span))),
    }
    found.extend(
        decl.constants
            .iter()
            .map(|constant| format!("variable {} {}", constant.name.text, decl.name.text)),
    );
    for member in &decl.members {
        match member {
            Member::Method(method) => {
                let name = if method.result.is_none() {
                    "<init>"
                } else {
                    &method.name.text
                };
                let result = method.result.as_ref().map_or("-".to_owned(), type_name);
                found.push(format!("method {name} {result} {}", place(method.span)));
            }
            Member::Field(field) => found.push(format!(
                "variable {} {}",
                field.name.text,
                type_name(&field.ty)
            )),
            _ => {}
        }
    }
}

/// Without spaces.
fn type_name(ty: &TypeRef) -> String {
    type_text(ty).replace(' ', "")
}

fn expression(kind: &ExprKind) -> Option<String> {
    Some(match kind {
        ExprKind::Call { .. } => "call".to_owned(),
        ExprKind::New { ty, .. } => format!("new {}", type_name(ty)),
        ExprKind::NewArray { .. } => "new-array".to_owned(),
        ExprKind::Lambda { .. } => "lambda".to_owned(),
        ExprKind::MethodReference { name, .. } if &*name.text == "new" => {
            "reference <init>".to_owned()
        }
        ExprKind::MethodReference { name, .. } => format!("reference {}", name.text),
        ExprKind::Assign { op: None, .. } => "assign".to_owned(),
        ExprKind::Assign { .. } => "compound".to_owned(),
        ExprKind::Cast { ty, .. } => format!("cast {}", type_name(ty)),
        ExprKind::InstanceOf { .. } => "instanceof".to_owned(),
        ExprKind::Conditional { .. } => "conditional".to_owned(),
        ExprKind::Index { .. } => "index".to_owned(),
        ExprKind::Switch(_) => "switch-value".to_owned(),
        ExprKind::Increment { postfix: true, .. } => "postfix".to_owned(),
        ExprKind::Increment { .. } => "prefix".to_owned(),
        ExprKind::Unary { .. } => "unary".to_owned(),
        ExprKind::Binary { operands, .. } | ExprKind::Logical { operands, .. } => {
            format!("binary {}", operands.len())
        }
        _ => return None,
    })
}

fn statement(kind: &StmtKind) -> Option<String> {
    let label = |label: &Option<Ident>| {
        label
            .as_ref()
            .map_or("null".to_owned(), |label| label.text.to_string())
    };
    Some(match kind {
        StmtKind::ConstructorCall { .. } => "call".to_owned(),
        StmtKind::Block(_) => "block".to_owned(),
        StmtKind::ForEach { .. } => "for-each".to_owned(),
        StmtKind::For { .. } => "for".to_owned(),
        StmtKind::While { .. } => "while".to_owned(),
        StmtKind::DoWhile { .. } => "do-while".to_owned(),
        StmtKind::If { .. } => "if".to_owned(),
        StmtKind::Try { .. } => "try".to_owned(),
        StmtKind::Return(_) => "return".to_owned(),
        StmtKind::Throw(_) => "throw".to_owned(),
        StmtKind::Yield(_) => "yield".to_owned(),
        StmtKind::Break(to) => format!("break {}", label(to)),
        StmtKind::Continue(to) => format!("continue {}", label(to)),
        StmtKind::Labeled { label, .. } => format!("label {}", label.text),
        StmtKind::Assert { .. } => "assert".to_owned(),
        StmtKind::Synchronized { .. } => "synchronized".to_owned(),
        StmtKind::Switch(_) => "switch".to_owned(),
        _ => return None,
    })
}

/// Literals with their values; a minus before an integer counts as part of it.
fn literals(unit: &Unit, text: &str) -> Vec<(Span, String)> {
    let mut found: BTreeMap<u32, (Span, String)> = BTreeMap::new();
    for expr in &unit.exprs {
        if let ExprKind::Literal(literal) = &expr.kind {
            found.insert(expr.span.start, (expr.span, value(literal)));
        }
    }
    for expr in &unit.exprs {
        if let Some((operand, value)) = negated(unit, expr, text) {
            found.remove(&operand.start);
            found.insert(expr.span.start, (expr.span, value));
        }
    }
    found.into_values().collect()
}

fn negated(unit: &Unit, expr: &Expr, text: &str) -> Option<(Span, String)> {
    let ExprKind::Unary {
        op: UnaryOp::Minus,
        operand,
    } = &expr.kind
    else {
        return None;
    };
    let operand = &unit.exprs[*operand];
    let value = match &operand.kind {
        ExprKind::Literal(Literal::Int(value)) => format!("I{}", value.wrapping_neg()),
        ExprKind::Literal(Literal::Long(value)) => format!("J{}", value.wrapping_neg()),
        _ => return None,
    };
    let between = &text[expr.span.start as usize..operand.span.start as usize];
    (!between.contains('(')).then_some((operand.span, value))
}

fn value(literal: &Literal) -> String {
    match literal {
        Literal::Null => "N".to_owned(),
        Literal::Bool(value) => format!("Z{value}"),
        Literal::Int(value) => format!("I{value}"),
        Literal::Long(value) => format!("J{value}"),
        Literal::Float(value) => format!("F{}", value.to_bits() as i32),
        Literal::Double(value) => format!("D{}", value.to_bits() as i64),
        Literal::Char(unit) => format!("C{unit}"),
        Literal::Str(text) => string(&text.encode_utf16().collect::<Vec<_>>()),
        Literal::StrUnits(units) => string(units),
    }
}

/// Length and `String.hashCode`.
fn string(units: &[u16]) -> String {
    let hash = units.iter().fold(0i32, |hash, &unit| {
        hash.wrapping_mul(31).wrapping_add(i32::from(unit))
    });
    format!("S{}:{hash}", units.len())
}

/// From byte offsets to offsets in UTF-16 units.
struct Utf16(Option<Vec<u32>>);

impl Utf16 {
    fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Utf16(None);
        }
        let mut table = vec![0; text.len() + 1];
        let mut units = 0;
        for (at, c) in text.char_indices() {
            table[at] = units;
            units += c.len_utf16() as u32;
        }
        table[text.len()] = units;
        Utf16(Some(table))
    }

    fn offset(&self, byte: u32) -> u32 {
        self.0.as_ref().map_or(byte, |table| table[byte as usize])
    }
}
