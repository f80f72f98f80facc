//! Type arguments that a library can read.
//!
//! `new TypeReference<List<Line>>() {}` and `class Main extends Application<Conf>` hand no `Class`
//! object to anybody. The library asks the object for its generic superclass
//! (`Class.getGenericSuperclass`) and finds `Line` and `Conf` there.

use java_types::Spelling;
use std::collections::BTreeSet;

use ir::{Class, Program};
use java_types::signature::{ClassSignature, ClassType, GenericType, TypeArgument};

use super::foreign_above;
use crate::classes::Classes;
use crate::dispatch::Dispatch;
use crate::effect::Effect;
use crate::openness::{Opening, Origin};

/// The classes that are type arguments of a supertype which is a library's, or missing. The JDK
/// reads type arguments of its own types, but makes nothing of them.
pub(super) fn openings(program: &Program, dispatch: &Dispatch<'_>) -> Vec<Opening> {
    program
        .classes
        .iter()
        .flat_map(|class| opened_by(program, dispatch, class))
        .collect()
}

fn opened_by(program: &Program, dispatch: &Dispatch<'_>, class: &Class) -> Vec<Opening> {
    let signature = class
        .info
        .signature
        .as_deref()
        .and_then(|text| ClassSignature::parse(text).ok());
    let supertypes = signature
        .iter()
        .flat_map(|signature| std::iter::once(&signature.superclass).chain(&signature.interfaces));
    supertypes
        .flat_map(|supertype| arguments_read_by_library(program, dispatch, class, supertype))
        .collect()
}

fn arguments_read_by_library(
    program: &Program,
    dispatch: &Dispatch<'_>,
    class: &Class,
    supertype: &ClassType,
) -> Vec<Opening> {
    let mut names = BTreeSet::new();
    arguments(supertype, &mut names);
    let classes: Vec<ir::ClassId> = names
        .iter()
        .filter_map(|name| dispatch.class(name))
        .collect();
    let reader = Some(binary_name(supertype)).filter(|_| !classes.is_empty());
    let Some(library) = reader.and_then(|name| foreign_above(program, &name)) else {
        return Vec::new();
    };

    let opening = |class_id| Opening {
        effect: Effect::Use(Classes::One(class_id)),
        place: Some((class.file, class.span)),
        reason: format!("`{}` can read the type argument", library.to_readable()),
        origin: Origin::Library(Some(library.to_readable())),
    };
    classes.into_iter().map(opening).collect()
}

/// `Outer$Inner` of `Outer<String>.Inner`.
fn binary_name(ty: &ClassType) -> String {
    ty.parts
        .iter()
        .map(|part| &*part.name)
        .collect::<Vec<_>>()
        .join("$")
}

/// Adds the names of all classes among the type arguments, and theirs.
fn arguments(ty: &ClassType, names: &mut BTreeSet<String>) {
    for argument in ty.parts.iter().flat_map(|part| &part.arguments) {
        match argument {
            TypeArgument::Exact(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                classes(ty, names)
            }
            TypeArgument::Unbounded => {}
        }
    }
}

fn classes(ty: &GenericType, names: &mut BTreeSet<String>) {
    match ty {
        GenericType::Class(class) => {
            names.insert(binary_name(class));
            arguments(class, names);
        }
        GenericType::Array(element) => classes(element, names),
        GenericType::Primitive(_) | GenericType::Variable(_) => {}
    }
}
