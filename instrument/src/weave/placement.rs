//! The place of the monitors of a specification: the package and the imports that they need.

use std::collections::{BTreeMap, BTreeSet};

use date::model::{PointPattern, Specification, Trigger};
use java_patterns::type_names::{Imports, TypeName, TypeNames};
use java_types::descriptor::Type;
use java_types::hierarchy::Hierarchy;
use java_types::{Access, Spelling};

use crate::monitor::Placement;

/// Returns the place of the monitors of a specification: they must see the types that it names, in
/// declarations and in the words of its code.
pub fn placement(specification: &Specification, hierarchy: &Hierarchy) -> Placement {
    let imports = Imports::of(specification);
    let names = TypeNames::new(hierarchy, &imports);
    let is_empty = |import: &&String| imports_nothing(import, names);
    let empty_imports = specification
        .imports
        .iter()
        .filter(is_empty)
        .cloned()
        .collect();
    let mut placement = Placement {
        empty_imports,
        ..Placement::default()
    };

    let mut known: BTreeMap<&str, Option<String>> = BTreeMap::new();
    for word in type_words(specification) {
        let found = known
            .entry(word)
            .or_insert_with(|| program_class(word, names, hierarchy));
        let Some(class) = found else { continue };
        let is_unnamed = !class.contains('.') || hierarchy.is_source(&class.replace('.', "$"));
        placement.unnamed_package |= is_unnamed;
        if !is_unnamed && !is_imported(specification, word, class) {
            placement.imports.insert(class.clone());
        }
    }

    placement
}

/// Returns whether an import of all classes of something means neither a package with classes nor a
/// class.
fn imports_nothing(import: &str, names: TypeNames<'_>) -> bool {
    let Some(prefix) = import
        .strip_suffix(".*")
        .filter(|prefix| !prefix.starts_with("static "))
    else {
        return false;
    };
    let (package, hierarchy) = (prefix.to_internal(), names.hierarchy());
    let has_sources = || hierarchy.sources().any(|class| class.package() == package);
    let is_package = hierarchy.library().package_exists(&package) || has_sources();
    !is_package && names.resolve(prefix).missing().is_some()
}

/// An import of a nested class of the unnamed package: Java has no such imports (JLS 7.5).
pub fn unimportable<'s>(
    specification: &'s Specification,
    hierarchy: &Hierarchy,
) -> Option<&'s String> {
    specification
        .imports
        .iter()
        .find(|import| import.contains('.') && hierarchy.is_source(&import.replace('.', "$")))
}

/// The class of the program that a simple name means, with dots.
fn program_class(word: &str, names: TypeNames<'_>, hierarchy: &Hierarchy) -> Option<String> {
    match names.resolve(word) {
        TypeName::Known(Type::Class(class)) if hierarchy.is_source(&class) => {
            let is_visible = hierarchy
                .class(&class)
                .is_some_and(|info| info.access.has(Access::PUBLIC));
            let is_unnamed = !class.contains('/');
            (is_visible || is_unnamed).then(|| class.to_readable())
        }
        _ => None,
    }
}

fn is_imported(specification: &Specification, word: &str, class: &str) -> bool {
    // Imports on demand may bring other classes of this name.
    class.rsplit('.').next() == Some(word)
        && specification.imports.iter().any(|import| import == class)
}

/// Words that may be simple names of types: what is written as a type, and capitalized words of
/// user code.
fn type_words(specification: &Specification) -> BTreeSet<&str> {
    let contexts = specification.contexts.iter();
    let declared = contexts.flat_map(|context| {
        let parameters = context
            .parameters
            .iter()
            .map(|parameter| parameter.ty.as_str());
        parameters.chain(
            context
                .variables
                .iter()
                .map(|variable| variable.ty.as_str()),
        )
    });

    let events = specification.events.iter().flat_map(|event| {
        let parameters = event
            .parameters
            .iter()
            .filter_map(|parameter| parameter.ty.as_deref());
        parameters.chain(
            event
                .alternatives
                .iter()
                .flat_map(|alternative| types_of(&alternative.trigger)),
        )
    });

    let codes = plan::codes(specification)
        .into_iter()
        .map(|code| code.text.as_str());
    let words = declared
        .chain(events)
        .chain(codes)
        .flat_map(|text| text.split(|c: char| !is_identifier_part(c)));

    words
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic()))
        .collect()
}

fn is_identifier_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The types that values of a trigger are tested against or bound as.
fn types_of(trigger: &Trigger) -> Vec<&str> {
    let bindings = crate::monitor::bindings(trigger)
        .into_iter()
        .filter_map(|binding| binding.ty.as_deref());
    let point = match trigger {
        Trigger::Point(point) => Some(point),
        _ => None,
    };
    let typed = point.into_iter().flat_map(|point| {
        let target = point.target_type().into_iter();
        point.argument_types().chain(target)
    });
    let of_flows = trigger
        .flows()
        .iter()
        .flat_map(|test| &test.flow.points)
        .flat_map(PointPattern::types);
    bindings.chain(typed).chain(of_flows).collect()
}
