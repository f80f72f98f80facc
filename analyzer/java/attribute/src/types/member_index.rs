//! Which members a declaration has, by name, those included that the language implies (JLS 8.8.9,
//! 8.9.3, 8.10.3, 8.10.4).

use std::sync::Arc;

use java_syntax::ast::{
    Ident, Member, MethodDecl, Nesting, TypeArgument, TypeDecl, TypeDeclKind, TypeRef, TypeRefKind,
    Unit, VarId,
};
use rustc_hash::FxHashMap;

use super::{FieldSource, MethodSource};

/// The name of constructors.
pub(crate) const CONSTRUCTOR: &str = "<init>";

/// The methods and constructors of a declaration, overloads in order of text.
pub(super) fn method_index(unit: &Unit, decl: &TypeDecl) -> FxHashMap<Arc<str>, Vec<MethodSource>> {
    let mut index: FxHashMap<Arc<str>, Vec<MethodSource>> = FxHashMap::default();
    for (member, method) in methods(decl) {
        let name = if method.result.is_none() {
            CONSTRUCTOR.into()
        } else {
            method.name.text.clone()
        };
        index
            .entry(name)
            .or_default()
            .push(MethodSource::Declared(member));
    }

    for (name, source) in implicit_methods(unit, decl) {
        index.entry(name).or_default().push(source);
    }

    index
}

fn implicit_methods(unit: &Unit, decl: &TypeDecl) -> Vec<(Arc<str>, MethodSource)> {
    let constructor = (Arc::from(CONSTRUCTOR), MethodSource::DefaultConstructor);
    let is_anonymous = matches!(decl.nesting, Nesting::Anonymous(_));
    let has_constructor = is_anonymous || methods(decl).any(|(_, method)| method.result.is_none());
    let default = (!has_constructor).then_some(constructor);
    match decl.kind {
        TypeDeclKind::Class => default.into_iter().collect(),
        TypeDeclKind::Enum => {
            let values = ("values".into(), MethodSource::EnumValues);
            let value_of = ("valueOf".into(), MethodSource::EnumValueOf);
            default.into_iter().chain([values, value_of]).collect()
        }
        TypeDeclKind::Record => implicit_record_methods(unit, decl),
        TypeDeclKind::Interface | TypeDeclKind::Annotation => Vec::new(),
    }
}

fn implicit_record_methods(unit: &Unit, decl: &TypeDecl) -> Vec<(Arc<str>, MethodSource)> {
    let written = |name: &str, arity: usize| {
        methods(decl).any(|(_, m)| {
            m.result.is_some() && *m.name.text == *name && m.parameters.len() == arity
        })
    };
    let is_canonical = |method: &MethodDecl| {
        method.result.is_none()
            && (method.compact || same_types(unit, &method.parameters, &decl.components))
    };
    let canonical = !methods(decl).any(|(_, method)| is_canonical(method));

    let canonical = canonical.then(|| (Arc::from(CONSTRUCTOR), MethodSource::CanonicalConstructor));
    let names = decl
        .components
        .iter()
        .map(|&component| unit.vars[component].name.text.clone());
    let accessors = names.enumerate().filter(|(_, name)| !written(name, 0));
    let accessors = accessors.map(|(index, name)| (name, MethodSource::Accessor(index)));
    let members = [("toString", 0), ("hashCode", 0), ("equals", 1)]
        .into_iter()
        .enumerate();

    let members = members.filter(|(_, (name, arity))| !written(name, *arity));
    let members =
        members.map(|(index, (name, _))| (Arc::from(name), MethodSource::RecordMember(index)));
    canonical
        .into_iter()
        .chain(accessors)
        .chain(members)
        .collect()
}

/// The methods and constructors that are written, each with its index among the members.
pub(crate) fn methods(decl: &TypeDecl) -> impl Iterator<Item = (usize, &MethodDecl)> {
    decl.members
        .iter()
        .enumerate()
        .filter_map(|(index, member)| match member {
            Member::Method(method) => Some((index, method)),
            _ => None,
        })
}

fn same_types(unit: &Unit, left: &[VarId], right: &[VarId]) -> bool {
    let ty = |&var: &VarId| unit.vars[var].ty.as_ref();
    left.len() == right.len()
        && left
            .iter()
            .map(ty)
            .zip(right.iter().map(ty))
            .all(|pair| match pair {
                (Some(left), Some(right)) => same_written(left, right),
                _ => false,
            })
}

/// Returns whether two types are written alike: within one declaration they are the same type then.
fn same_written(left: &TypeRef, right: &TypeRef) -> bool {
    match (&left.kind, &right.kind) {
        (TypeRefKind::Array(left), TypeRefKind::Array(right)) => same_written(left, right),
        (TypeRefKind::Primitive(left), TypeRefKind::Primitive(right)) => left == right,
        (TypeRefKind::Named(left), TypeRefKind::Named(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same_part(left, right))
        }
        _ => false,
    }
}

type Part = (Ident, Option<Vec<TypeArgument>>);

fn same_part((left, left_arguments): &Part, (right, right_arguments): &Part) -> bool {
    let left_arguments = left_arguments.as_deref().unwrap_or_default();
    let right_arguments = right_arguments.as_deref().unwrap_or_default();
    left.text == right.text
        && left_arguments.len() == right_arguments.len()
        && left_arguments
            .iter()
            .zip(right_arguments)
            .all(|(left, right)| same_argument(left, right))
}

fn same_argument(left: &TypeArgument, right: &TypeArgument) -> bool {
    match (left, right) {
        (TypeArgument::Type(left), TypeArgument::Type(right))
        | (TypeArgument::Extends(left), TypeArgument::Extends(right))
        | (TypeArgument::Super(left), TypeArgument::Super(right)) => same_written(left, right),
        (TypeArgument::Unbounded, TypeArgument::Unbounded) => true,
        _ => false,
    }
}

/// The fields of a declaration. Where two have the same name, the first one counts.
pub(super) fn field_index(unit: &Unit, decl: &TypeDecl) -> FxHashMap<Arc<str>, FieldSource> {
    let constants = decl.constants.iter().enumerate();
    let constants = constants
        .map(|(index, constant)| (constant.name.text.clone(), FieldSource::EnumConstant(index)));
    let components = decl.components.iter().enumerate();
    let components = components.map(|(index, &var)| {
        (
            unit.vars[var].name.text.clone(),
            FieldSource::Component(index),
        )
    });

    let declared = decl
        .members
        .iter()
        .enumerate()
        .filter_map(|(index, member)| match member {
            Member::Field(field) => Some((field.name.text.clone(), FieldSource::Declared(index))),
            _ => None,
        });
    let mut index = FxHashMap::default();

    for (name, source) in constants.chain(components).chain(declared) {
        index.entry(name).or_insert(source);
    }

    index
}
