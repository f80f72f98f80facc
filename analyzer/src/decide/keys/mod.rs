//! Keys by `equals`: monitors find an instance by the `hashCode` and the `equals` of its key, which
//! are code of the program.
//!
//! Which events are silent decides how often that code runs. So it must only compute: a property
//! whose keys may do more is monitored as written. What such a method throws is not part of a
//! verdict.

mod purity;

use java_types::Spelling;
use std::sync::Arc;

use date::model::{Identity, Parameter, Property, Specification};
use ir::{MethodId, MethodRef, Program};
use java_patterns::type_names::{Imports, TypeName, TypeNames};
use java_types::descriptor::Type;
use points_to::{Callee, Dispatch};

use crate::graphs::events::chain;
use crate::wording;
use purity::{Impure, Purity};

/// The methods by which a key is found.
const METHODS: [(&str, &str); 2] = [("hashCode", "()I"), ("equals", "(Ljava/lang/Object;)Z")];

/// Why the keys of a property may do more than compute, if so: one sentence for people.
pub fn effect(
    program: &Program,
    dispatch: &Dispatch<'_>,
    specification: &Specification,
    property: &Property,
) -> Option<String> {
    let contexts = chain(specification, property.context);
    let parameters = contexts
        .iter()
        .flat_map(|&context| &specification.contexts[context].parameters);
    let mut by_equals = parameters.filter(|parameter| parameter.identity == Identity::Equals);
    by_equals.find_map(|parameter| of_parameter(program, dispatch, specification, parameter))
}

fn of_parameter(
    program: &Program,
    dispatch: &Dispatch<'_>,
    specification: &Specification,
    parameter: &Parameter,
) -> Option<String> {
    let imports = Imports::of(specification);
    let ty = match TypeNames::new(&program.hierarchy, &imports).resolve(&parameter.ty) {
        TypeName::Known(ty) => ty,
        TypeName::Missing(_) => Type::object(),
    };
    let mut purity = Purity::new(program, dispatch);
    METHODS
        .iter()
        .for_each(|(name, descriptor)| purity.ask(&ty, name, descriptor));
    let Impure { method, why } = purity.first_effect()?;

    let method = shown(program, method);
    Some(wording::impure_key(&parameter.name, &method, &why))
}

/// `app.Main.K.hashCode`.
fn shown(program: &Program, method: MethodId) -> String {
    let method = &program.methods[method];
    format!(
        "{}.{}",
        program.classes[method.class].name.to_readable(),
        method.name
    )
}

/// The method that a call names.
fn reference(owner: &Arc<str>, name: &str, descriptor: &str) -> MethodRef {
    MethodRef {
        owner: owner.clone(),
        name: name.into(),
        descriptor: descriptor.into(),
    }
}

/// The methods of the sources that a call of `callee` on an object of a type may run, whatever
/// class below it the object is of.
fn overriding(
    program: &Program,
    dispatch: &Dispatch<'_>,
    ty: &Arc<str>,
    callee: &MethodRef,
) -> Vec<Callee> {
    let below = program.hierarchy.source_subtypes(ty);
    let classes = below.known.iter().chain(&below.possible);
    let mut found: Vec<Callee> = classes
        .flat_map(|class| dispatch.select(class, callee))
        .collect();
    found.sort();
    found.dedup();
    found
}
