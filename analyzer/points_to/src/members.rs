//! The constructors and methods that reflection finds in a class.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{ClassId, MethodId, MethodKind, Program};
use java_types::Access;

use crate::classes::{Classes, above, below};
use crate::dispatch::Dispatch;
use crate::parameters::Parameters;

/// The methods that reflection asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// Their name; any for `None`.
    pub name: Option<&'a str>,
    /// The types of their parameters.
    pub parameters: &'a Parameters,
}

/// All methods.
const ALL: Asked<'_> = Asked {
    name: None,
    parameters: &Parameters::Any,
};

/// The methods that `Method` objects of the classes stand for: declared or inherited, and what
/// overrides them, since an invocation selects as a virtual call does.
pub(crate) fn methods(
    program: &Program,
    dispatch: &Dispatch<'_>,
    classes: impl IntoIterator<Item = ClassId>,
    asked: Asked<'_>,
) -> BTreeSet<MethodId> {
    let owners: BTreeSet<ClassId> = classes
        .into_iter()
        .flat_map(|class| above(program, dispatch, class))
        .collect();
    let mut found = BTreeSet::new();
    for owner in owners {
        found.extend(declared(program, dispatch, owner, asked));
    }
    found
}

/// The names of the methods that classes of the sources declare or inherit from such.
pub(crate) fn names_of_methods(
    program: &Program,
    dispatch: &Dispatch<'_>,
    classes: &Classes,
) -> Vec<Option<Arc<str>>> {
    let owners = classes
        .members(dispatch, program)
        .into_iter()
        .flat_map(|class| above(program, dispatch, class));
    let methods = owners
        .flat_map(|owner| &program.classes[owner].methods)
        .copied();
    let methods = methods.filter(|&method| is_asked(program, method, ALL));
    let names: BTreeSet<Arc<str>> = methods
        .map(|method| program.methods[method].name.clone())
        .collect();
    names.into_iter().map(Some).collect()
}

/// The methods that a class declares, and what overrides them.
pub(crate) fn own_methods(
    program: &Program,
    dispatch: &Dispatch<'_>,
    class: ClassId,
) -> BTreeSet<MethodId> {
    declared(program, dispatch, class, ALL)
}

fn declared(
    program: &Program,
    dispatch: &Dispatch<'_>,
    class: ClassId,
    asked: Asked<'_>,
) -> BTreeSet<MethodId> {
    let named = program.classes[class]
        .methods
        .iter()
        .filter(|&&method| is_asked(program, method, asked));
    let named: BTreeSet<MethodId> = named.copied().collect();

    if named.is_empty() {
        return named;
    }

    let mut below: BTreeSet<ClassId> =
        below(program, dispatch, &program.classes[class].name).collect();
    // A class inherits methods that implement those of its interfaces, from a superclass that knows
    // nothing of these (JLS 8.4.8).
    if program.classes[class].info.access.is_interface() {
        let inherited = below
            .iter()
            .flat_map(|&class| above(program, dispatch, class));
        below = inherited.collect();
    }
    let overriders = named
        .iter()
        .flat_map(|&method| overriders(program, dispatch, method, &below));
    let all = overriders.chain(named.iter().copied());
    all.filter(|&method| program.methods[method].body.is_some())
        .collect()
}

fn is_asked(program: &Program, id: MethodId, asked: Asked<'_>) -> bool {
    let method = &program.methods[id];
    let is_method = matches!(method.kind, MethodKind::Declared | MethodKind::Implicit)
        && &*method.name != "<init>";
    is_method
        && asked.name.is_none_or(|name| &*method.name == name)
        && has_parameters(program, id, asked.parameters)
}

/// Returns whether a method may be found by its parameters. The compiler adds a method with the
/// parameters of the overridden one, where those are others (JLS 15.12.4.5).
fn has_parameters(program: &Program, id: MethodId, parameters: &Parameters) -> bool {
    let method = &program.methods[id];
    if is_overriding(program, id) {
        parameters.may_lead_to(&method.descriptor)
    } else {
        parameters.may_be(&program.hierarchy, &method.descriptor)
    }
}

/// Returns whether it is a method that may override others.
fn is_overriding(program: &Program, method: MethodId) -> bool {
    let access = Access(program.methods[method].access);
    !access.is_static() && !access.is_private()
}

/// Returns what may override an instance method: those of its name in the classes `below` its own
/// and above these, whose parameters may be its parameters.
fn overriders(
    program: &Program,
    dispatch: &Dispatch<'_>,
    method: MethodId,
    below: &BTreeSet<ClassId>,
) -> Vec<MethodId> {
    let base = &program.methods[method];
    if !is_overriding(program, method) {
        return Vec::new();
    }
    let parameters = Parameters::of(&base.descriptor);
    let named = below
        .iter()
        .flat_map(|&class| dispatch.declared(class, &base.name).to_vec());
    named
        .filter(|&m| parameters.may_lead_to(&program.methods[m].descriptor))
        .collect()
}

/// The constructors of a class that have these parameters.
pub(crate) fn constructors(
    program: &Program,
    class: ClassId,
    parameters: &Parameters,
) -> Vec<MethodId> {
    let class = &program.classes[class];
    // Compilers differ in the parameters for the variables that a local class uses.
    let is_sure = *parameters == Parameters::none() || !is_local(&class.name);
    let is_meant = |&method: &MethodId| {
        let method = &program.methods[method];
        let has = !is_sure || parameters.may_be(&program.hierarchy, &method.descriptor);
        &*method.name == "<init>" && has
    };
    class.methods.iter().copied().filter(is_meant).collect()
}

/// Returns whether a class is local or anonymous: its name has a number (JLS 13.1).
fn is_local(name: &str) -> bool {
    let mut parts = name.split('$').skip(1);
    parts.any(|part| part.starts_with(|first: char| first.is_ascii_digit()))
}
