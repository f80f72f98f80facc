//! Seeds: whole Java files and the places of what they are made of.

use std::ops::Range;

use java_syntax::ast::{Member, Unit};
use text::Span;

/// A text that mutants are made of.
pub struct Seed {
    /// Path of its file, for people.
    pub name: String,
    /// Without its package, so that each mutant can be in one of its own.
    pub text: String,
    /// Expressions.
    pub exprs: Vec<Range<usize>>,
    /// Statements.
    pub stmts: Vec<Range<usize>>,
    /// Methods and member types.
    pub members: Vec<Range<usize>>,
    /// Types that are written.
    pub types: Vec<Range<usize>>,
    /// The offsets where the bodies of type declarations begin, behind the brace.
    pub bodies: Vec<usize>,
}

impl Seed {
    /// The seed of a file.
    pub fn new(name: &str, text: &str) -> Self {
        let text = without_package(text);
        let unit = java_syntax::parse(&text);
        Seed {
            name: name.to_owned(),
            exprs: unit.exprs.iter().map(|expr| range(expr.span)).collect(),
            stmts: unit.stmts.iter().map(|stmt| range(stmt.span)).collect(),
            members: members(&unit),
            types: types(&unit),
            bodies: bodies(&unit, &text),
            text,
        }
    }
}

/// Blanks in the place of the package declaration.
fn without_package(text: &str) -> String {
    let is_package = |line: &str| line.trim_start().starts_with("package ");
    text.lines()
        .map(|line| {
            if is_package(line) {
                "\n".to_owned()
            } else {
                format!("{line}\n")
            }
        })
        .collect()
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

fn members(unit: &Unit) -> Vec<Range<usize>> {
    let members = unit.type_decls.iter().flat_map(|decl| &decl.members);
    let spans = members.filter_map(|member| match member {
        Member::Method(method) => Some(method.span),
        Member::Type(decl) => Some(unit.type_decls[*decl].span),
        Member::Field(_) | Member::Initializer { .. } => None,
    });
    spans.map(range).collect()
}

fn types(unit: &Unit) -> Vec<Range<usize>> {
    let of_variables = unit.vars.iter().filter_map(|var| var.ty.as_ref());
    let of_supertypes = unit
        .type_decls
        .iter()
        .flat_map(|decl| decl.extends.iter().chain(&decl.implements));
    let bounds = unit
        .type_decls
        .iter()
        .flat_map(|decl| &decl.type_parameters)
        .flat_map(|parameter| &parameter.bounds);
    let of_members = unit
        .type_decls
        .iter()
        .flat_map(|decl| &decl.members)
        .filter_map(|member| match member {
            Member::Method(method) => method.result.as_ref(),
            Member::Field(field) => Some(&field.ty),
            Member::Initializer { .. } | Member::Type(_) => None,
        });
    of_variables
        .chain(of_supertypes)
        .chain(bounds)
        .chain(of_members)
        .map(|ty| range(ty.span))
        .collect()
}

fn bodies(unit: &Unit, text: &str) -> Vec<usize> {
    let brace = |decl: &java_syntax::ast::TypeDecl| {
        let from = decl.name.span.end.max(decl.span.start) as usize;
        text.get(from..)?.find('{').map(|place| from + place + 1)
    };
    unit.type_decls.iter().filter_map(brace).collect()
}
