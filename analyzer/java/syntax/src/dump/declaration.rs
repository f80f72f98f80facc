//! Units and type declarations as text.

use std::fmt;

use super::Piece;
use super::types::{parameters_text, type_text, var_text};
use crate::ast::{
    Directive, EnumConstant, FieldDecl, Ident, Import, Member, MethodDecl, Modifiers, TypeDecl,
    TypeDeclId, TypeDeclKind, TypeRef, Unit, VarId,
};

/// Package and imports.
pub(super) fn header(unit: &Unit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if !unit.package.is_empty() {
        writeln!(f, "(package {})", unit.package)?;
    }

    for import in &unit.imports {
        writeln!(f, "(import {})", import_text(import))?;
    }

    if let Some(module) = &unit.module {
        let open = if module.is_open { "open " } else { "" };
        write!(f, "({open}module {}", dotted(&module.name))?;
        for directive in &module.directives {
            write!(f, "\n  ({})", directive_text(directive))?;
        }
        writeln!(f, ")")?;
    }

    Ok(())
}

fn import_text(import: &Import) -> String {
    let mut text = String::new();
    if import.is_static {
        text += "static ";
    }
    if import.is_module {
        text += "module ";
    }
    text += &dotted(&import.path);
    text + if import.on_demand { ".*" } else { "" }
}

fn directive_text(directive: &Directive) -> String {
    let list = |names: &[Vec<Ident>]| {
        names
            .iter()
            .map(|name| format!(" {}", dotted(name)))
            .collect::<String>()
    };
    match directive {
        Directive::Requires {
            module,
            transitive,
            is_static,
        } => {
            let transitive = if *transitive { " transitive" } else { "" };
            format!(
                "requires{transitive}{} {}",
                if *is_static { " static" } else { "" },
                dotted(module)
            )
        }
        Directive::Exports { package, to } => format!("exports {}{}", dotted(package), list(to)),
        Directive::Opens { package, to } => format!("opens {}{}", dotted(package), list(to)),
        Directive::Uses(service) => format!("uses {}", dotted(service)),
        Directive::Provides { service, with } => {
            format!("provides {}{}", dotted(service), list(with))
        }
    }
}

fn dotted(path: &[Ident]) -> String {
    path.iter()
        .map(|part| &*part.text)
        .collect::<Vec<_>>()
        .join(".")
}

/// A declaration with its members, one a line.
pub(super) fn type_declaration(unit: &Unit, id: TypeDeclId, depth: usize) -> Vec<Piece> {
    let decl = &unit.type_decls[id];
    let mut pieces = vec![Piece::Text(format!(
        "({}{}",
        kind_text(decl),
        modifiers_text(&decl.modifiers)
    ))];
    pieces.push(header_text(unit, decl).into());

    for constant in &decl.constants {
        pieces.push(Piece::Line(depth + 1));
        pieces.extend(constant_pieces(constant, depth + 1));
    }

    for member in &decl.members {
        pieces.push(Piece::Line(depth + 1));
        pieces.extend(member_pieces(unit, member, depth + 1));
    }

    pieces.push(")".into());
    pieces
}

fn kind_text(decl: &TypeDecl) -> &'static str {
    match decl.kind {
        TypeDeclKind::Class if decl.name.text.is_empty() => "anonymous",
        TypeDeclKind::Class => "class",
        TypeDeclKind::Interface => "interface",
        TypeDeclKind::Enum => "enum",
        TypeDeclKind::Record => "record",
        TypeDeclKind::Annotation => "@interface",
    }
}

fn header_text(unit: &Unit, decl: &TypeDecl) -> String {
    let mut text = String::new();
    if !decl.name.text.is_empty() {
        text = format!(" {}", decl.name.text);
    }
    if !decl.type_parameters.is_empty() {
        text += &parameters_text(&decl.type_parameters);
    }
    if decl.kind == TypeDeclKind::Record {
        text += &format!(" ({})", vars_text(unit, &decl.components));
    }
    if let Some(extends) = &decl.extends {
        text += &format!(" extends {}", type_text(extends));
    }
    text + &types_clause("implements", &decl.implements) + &types_clause("permits", &decl.permits)
}

fn types_clause(keyword: &str, types: &[TypeRef]) -> String {
    match types {
        [] => String::new(),
        _ => format!(
            " {keyword} {}",
            types.iter().map(type_text).collect::<Vec<_>>().join(",")
        ),
    }
}

fn vars_text(unit: &Unit, vars: &[VarId]) -> String {
    vars.iter()
        .map(|&var| var_text(unit, var))
        .collect::<Vec<_>>()
        .join(", ")
}

fn modifiers_text(modifiers: &Modifiers) -> String {
    const FLAGS: [(u16, &str); 11] = [
        (0x0001, "public"),
        (0x0002, "private"),
        (0x0004, "protected"),
        (0x0400, "abstract"),
        (0x0008, "static"),
        (0x0010, "final"),
        (0x0080, "transient"),
        (0x0040, "volatile"),
        (0x0020, "synchronized"),
        (0x0100, "native"),
        (0x0800, "strictfp"),
    ];

    let mut text: String = modifiers
        .annotations
        .iter()
        .map(|name| format!(" @{name}"))
        .collect();
    text.extend(
        FLAGS
            .iter()
            .filter(|(flag, _)| modifiers.access & flag != 0)
            .map(|(_, name)| format!(" {name}")),
    );

    let others = [
        (modifiers.is_default, " default"),
        (modifiers.sealed, " sealed"),
        (modifiers.non_sealed, " non-sealed"),
    ];
    text.extend(
        others
            .iter()
            .filter(|(written, _)| *written)
            .map(|(_, name)| *name),
    );

    text
}

fn constant_pieces(constant: &EnumConstant, depth: usize) -> Vec<Piece> {
    let mut pieces = vec![Piece::Text(format!("(constant {}", constant.name.text))];
    for &argument in &constant.arguments {
        pieces.extend([" ".into(), Piece::Expr(argument, depth)]);
    }
    if let Some(body) = constant.body {
        pieces.extend([" ".into(), Piece::Decl(body, depth)]);
    }
    pieces.push(")".into());
    pieces
}

fn member_pieces(unit: &Unit, member: &Member, depth: usize) -> Vec<Piece> {
    match member {
        Member::Field(field) => field_pieces(field, depth),
        Member::Method(method) => method_pieces(unit, method, depth),
        Member::Initializer { is_static, body } => {
            let keyword = if *is_static { "(static-init" } else { "(init" };
            vec![
                keyword.into(),
                Piece::Line(depth + 1),
                Piece::Stmt(*body, depth + 1),
                ")".into(),
            ]
        }
        Member::Type(id) => vec![Piece::Decl(*id, depth)],
    }
}

fn field_pieces(field: &FieldDecl, depth: usize) -> Vec<Piece> {
    let modifiers = modifiers_text(&field.modifiers);
    let mut pieces = vec![Piece::Text(format!(
        "(field{modifiers} {} {}",
        type_text(&field.ty),
        field.name.text
    ))];

    if let Some(initial) = field.initial {
        pieces.extend([" ".into(), Piece::Expr(initial, depth)]);
    }

    pieces.push(if field.damaged {
        " damaged)".into()
    } else {
        ")".into()
    });
    pieces
}

fn method_pieces(unit: &Unit, method: &MethodDecl, depth: usize) -> Vec<Piece> {
    let mut text = match &method.result {
        _ if method.compact => "(compact".to_owned(),
        Some(_) => "(method".to_owned(),
        None => "(constructor".to_owned(),
    };
    text += &modifiers_text(&method.modifiers);

    if !method.type_parameters.is_empty() {
        text += &format!(" {}", parameters_text(&method.type_parameters));
    }
    if let Some(result) = &method.result {
        text += &format!(" {}", type_text(result));
    }

    text += &format!(
        " {} ({})",
        method.name.text,
        vars_text(unit, &method.parameters)
    );

    if method.varargs {
        text += " varargs";
    }

    text += &types_clause("throws", &method.throws);
    let mut pieces = vec![Piece::Text(text)];
    if let Some(body) = method.body {
        pieces.extend([Piece::Line(depth + 1), Piece::Stmt(body, depth + 1)]);
    }

    pieces.push(if method.damaged {
        " damaged)".into()
    } else {
        ")".into()
    });
    pieces
}
