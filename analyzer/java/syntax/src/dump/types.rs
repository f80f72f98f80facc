//! Types, literals, operators and variables as text.

use std::fmt::Write;

use crate::ast::{
    BinaryOp, Ident, Literal, Primitive, TypeArgument, TypeParameter, TypeRef, TypeRefKind,
    UnaryOp, Unit, VarId,
};

/// A type as in Java, without annotations and with spaces only around `extends` and `super`:
/// `Map<?extends K,int[]>`.
pub fn type_text(ty: &TypeRef) -> String {
    match &ty.kind {
        TypeRefKind::Primitive(primitive) => primitive_text(*primitive).to_owned(),
        TypeRefKind::Named(parts) => parts
            .iter()
            .map(|(name, args)| part(name, args.as_deref()))
            .collect::<Vec<_>>()
            .join("."),
        TypeRefKind::Array(element) => type_text(element) + "[]",
        TypeRefKind::Intersection(types) => {
            types.iter().map(type_text).collect::<Vec<_>>().join("&")
        }
    }
}

fn part(name: &Ident, arguments: Option<&[TypeArgument]>) -> String {
    match arguments {
        Some(arguments) => format!("{}{}", name.text, arguments_text(arguments)),
        None => name.text.to_string(),
    }
}

/// `<A,?extends B>`.
pub(super) fn arguments_text(arguments: &[TypeArgument]) -> String {
    format!(
        "<{}>",
        arguments
            .iter()
            .map(argument_text)
            .collect::<Vec<_>>()
            .join(",")
    )
}

fn argument_text(argument: &TypeArgument) -> String {
    match argument {
        TypeArgument::Type(ty) => type_text(ty),
        TypeArgument::Unbounded => "?".to_owned(),
        TypeArgument::Extends(ty) => format!("?extends {}", type_text(ty)),
        TypeArgument::Super(ty) => format!("?super {}", type_text(ty)),
    }
}

/// `<T extends A&B,U>`.
pub(super) fn parameters_text(parameters: &[TypeParameter]) -> String {
    let one = |parameter: &TypeParameter| {
        let bounds: Vec<_> = parameter.bounds.iter().map(type_text).collect();
        if bounds.is_empty() {
            parameter.name.text.to_string()
        } else {
            format!("{} extends {}", parameter.name.text, bounds.join("&"))
        }
    };
    format!(
        "<{}>",
        parameters.iter().map(one).collect::<Vec<_>>().join(",")
    )
}

/// `final T x`, `var x`, `A|B x`.
pub(super) fn var_text(unit: &Unit, id: VarId) -> String {
    let var = &unit.vars[id];
    let mut text = if var.is_final {
        "final ".to_owned()
    } else {
        String::new()
    };
    match &var.ty {
        Some(ty) => text += &type_text(ty),
        None => text += "var",
    }
    for alternative in &var.alternatives {
        let _ = write!(text, "|{}", type_text(alternative));
    }
    text + " " + &var.name.text
}

/// Strings in quotes; units of others in hexadecimal.
pub(super) fn literal_text(literal: &Literal) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Long(value) => format!("{value}L"),
        Literal::Float(value) => format!("{value:?}f"),
        Literal::Double(value) => format!("{value:?}"),
        Literal::Char(unit) => match char::from_u32(u32::from(*unit)) {
            Some(c) => format!("{c:?}"),
            None => format!("'\\u{unit:04x}'"),
        },
        Literal::Str(text) => format!("{text:?}"),
        Literal::StrUnits(units) => {
            let units: Vec<_> = units.iter().map(|unit| format!("{unit:04x}")).collect();
            format!("(units {})", units.join(" "))
        }
    }
}

pub(super) fn primitive_text(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "boolean",
        Primitive::Byte => "byte",
        Primitive::Short => "short",
        Primitive::Char => "char",
        Primitive::Int => "int",
        Primitive::Long => "long",
        Primitive::Float => "float",
        Primitive::Double => "double",
        Primitive::Void => "void",
    }
}

pub(super) fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::Not => "!",
        UnaryOp::Complement => "~",
    }
}

pub(super) fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::UShr => ">>>",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
    }
}
