//! Entry points by annotation: what a framework calls because of what stands above its declaration.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{ClassId, MethodId, Program};

use crate::dispatch::arity;
use crate::glob::glob;

/// The methods that an annotation selects: those that have it, those whose class has it, and what
/// overrides or inherits these, as annotations of supertypes count for many frameworks. `name` is a
/// simple or qualified name in which `*` stands for any run of characters; a simple one in the
/// sources may be any of that name. In id order. O(methods), and for each selected class its
/// subtypes.
pub(crate) fn annotated(program: &Program, name: &str) -> BTreeSet<MethodId> {
    let mut found = BTreeSet::new();
    for class in program
        .classes
        .iter()
        .filter(|class| fits_any(name, &class.annotations))
    {
        found.extend(
            below(program, &class.name)
                .into_iter()
                .flat_map(|class| &program.classes[class].methods),
        );
    }

    for (id, method) in program
        .methods
        .iter_enumerated()
        .filter(|(_, m)| fits_any(name, &m.annotations))
    {
        let class = &program.classes[method.class].name;
        found.insert(id);
        found.extend(
            below(program, class)
                .into_iter()
                .flat_map(|class| overriding(program, class, id)),
        );
    }

    found
}

/// The annotations of the sources, each with `@`, in order of names.
pub(crate) fn annotations(program: &Program) -> BTreeSet<String> {
    let of_classes = program.classes.iter().flat_map(|class| &class.annotations);
    let of_methods = program
        .methods
        .iter()
        .flat_map(|method| &method.annotations);
    of_classes
        .chain(of_methods)
        .map(|name| format!("@{name}"))
        .collect()
}

fn fits_any(pattern: &str, written: &[Arc<str>]) -> bool {
    written.iter().any(|written| fits(pattern, written))
}

/// Qualified names are compared where both are; else their last parts.
fn fits(pattern: &str, written: &str) -> bool {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    match (pattern.contains('.'), written.contains('.')) {
        (true, true) | (false, false) => glob(pattern, written),
        (true, false) => glob(&last(pattern), written),
        (false, true) => glob(pattern, &last(written)),
    }
}

fn below(program: &Program, class: &str) -> Vec<ClassId> {
    let subtypes = program.hierarchy.source_subtypes(class);
    let names: BTreeSet<Arc<str>> = subtypes
        .known
        .into_iter()
        .chain(subtypes.possible)
        .collect();
    program
        .classes
        .iter_enumerated()
        .filter(|(_, class)| names.contains(&class.name))
        .map(|(id, _)| id)
        .collect()
}

/// The methods of a class that may override another.
fn overriding(
    program: &Program,
    class: ClassId,
    base: MethodId,
) -> impl Iterator<Item = &MethodId> {
    let base = &program.methods[base];
    program.classes[class].methods.iter().filter(move |&&id| {
        let method = &program.methods[id];
        method.name == base.name && arity(&method.descriptor) == arity(&base.descriptor)
    })
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn simple_and_qualified_names_of_annotations_meet() {
        for (pattern, written, right) in [
            ("Test", "Test", true),
            ("Test", "org.junit.Test", true),
            ("org.junit.Test", "Test", true),
            ("org.junit.Test", "org.junit.Test", true),
            ("org.junit.Test", "org.testng.Test", false),
            ("Test", "TestFactory", false),
            ("Test*", "TestFactory", true),
            ("org.junit.*", "Test", true),
        ] {
            assert_eq!(fits(pattern, written), right, "{pattern} for {written}");
        }
    }
}
