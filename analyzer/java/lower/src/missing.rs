//! Types that are nowhere to be found: which they are, and whether what depends on them may be the
//! program's own.

use java_types::Spelling;
use std::collections::BTreeMap;
use std::sync::Arc;

use ir::{FileId, Gap, Hides, MissingType, Program};
use java_attribute::Finding;
use java_types::descriptor::Type;
use rustc_hash::FxHashSet;

/// The missing types that attribution has found.
pub(crate) struct Named<'f> {
    /// The findings of each file.
    pub(crate) findings: Vec<Vec<&'f Finding>>,
    /// How many calls each type keeps from being resolved.
    pub(crate) blamed: &'f BTreeMap<Arc<str>, usize>,
}

/// Lists the missing types of a program, and makes gaps of what may not be a library's: of types in
/// packages of the sources, or above or below one, since a build step may generate such classes;
/// and of `holes`, the places of each file that depend on missing types, where the file has to do
/// with none.
pub(crate) fn settle(program: &mut Program, named: &Named, holes: Vec<Vec<Gap>>) {
    program.missing = missing(named);
    let own: Vec<Gap> = program
        .missing
        .iter()
        .filter_map(|missing| own(program, missing))
        .collect();
    program.gaps.extend(own);

    for (file, holes) in holes.into_iter().enumerate() {
        let is_named = named.findings[file]
            .iter()
            .any(|finding| finding.missing.is_some());
        // If no missing type explains the holes of a file, its names may mean the program's own
        // classes.
        if !holes.is_empty() && !is_named && !depends_on_missing(program, FileId::new(file)) {
            program.gaps.extend(holes);
        }
    }

    program
        .gaps
        .sort_by_key(|gap| (gap.file, gap.span.start, gap.span.end));
}

fn missing(named: &Named) -> Vec<MissingType> {
    let mut found: BTreeMap<Arc<str>, MissingType> = BTreeMap::new();
    let fresh = |name: &Arc<str>| MissingType {
        name: name.clone(),
        calls: 0,
        place: None,
    };

    for (file, findings) in named.findings.iter().enumerate() {
        for finding in findings {
            let Some(name) = &finding.missing else {
                continue;
            };
            let missing = found.entry(name.clone()).or_insert_with(|| fresh(name));
            missing
                .place
                .get_or_insert((FileId::new(file), finding.span));
        }
    }

    for (name, &calls) in named.blamed {
        found
            .entry(name.clone())
            .or_insert_with(|| fresh(name))
            .calls = calls;
    }

    found.into_values().collect()
}

/// The gap of a type that may be the program's own.
fn own(program: &Program, missing: &MissingType) -> Option<Gap> {
    let package = missing.name.package();
    let class = program
        .classes
        .iter()
        .find(|class| are_related(package, class.name.package()))?;
    let (file, span) = missing.place.unwrap_or((class.file, class.span));
    let name = missing.name.to_readable();
    let reason = format!(
        "the type `{name}` is missing and may be one of the program: its package is near those of the sources"
    );

    Some(Gap {
        file,
        span,
        class: None,
        reason,
        hides: Hides::Users,
        missing: Some(missing.name.clone()),
    })
}

/// Says whether two packages are equal, one lies below the other, or both have one owner. Nothing
/// lies below the unnamed package.
fn are_related(one: &str, other: &str) -> bool {
    let is_below = |lower: &str, upper: &str| {
        !upper.is_empty()
            && lower
                .strip_prefix(upper)
                .is_some_and(|rest| rest.starts_with('/'))
    };
    let owner = owner(one);
    one == other
        || is_below(one, other)
        || is_below(other, one)
        || owner.is_some() && owner == self::owner(other)
}

/// The parts of a package that name its owner (JLS 6.1): `com/acme` of `com/acme/shop/core`, `shop`
/// of `shop/core`. A first part of at most three letters is a domain's last one, which many owners
/// share.
fn owner(package: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = package.split('/').collect();
    let first = parts.first().filter(|first| !first.is_empty())?;
    let length = if first.len() <= 3 { 2 } else { 1 };
    (parts.len() >= length).then(|| parts[..length].to_vec())
}

/// Returns whether a class of the file has a missing supertype, or a variable of its code a type
/// that is missing or has one.
fn depends_on_missing(program: &Program, file: FileId) -> bool {
    let mut asked: FxHashSet<Arc<str>> = FxHashSet::default();
    let mut is_incomplete = |class: &Arc<str>| {
        asked.insert(class.clone()) && !program.hierarchy.supertypes(class).complete()
    };
    let classes = program.classes.iter().filter(|class| class.file == file);
    classes.into_iter().any(|class| {
        let bodies = class
            .methods
            .iter()
            .filter_map(|&method| program.methods[method].body.as_ref());
        let mut types = bodies.flat_map(|body| body.locals.iter().map(|local| &local.ty));
        is_incomplete(&class.name) || types.any(|ty| innermost(ty).is_some_and(&mut is_incomplete))
    })
}

/// The class of a type, or of an array's elements.
fn innermost(ty: &Type) -> Option<&Arc<str>> {
    match ty {
        Type::Array(component) => innermost(component),
        Type::Class(name) => Some(name),
        Type::Primitive(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::are_related;

    #[test]
    fn packages_are_related_in_a_line() {
        assert!(
            are_related("a/b", "a/b") && are_related("a/b/c", "a/b") && are_related("a", "a/b")
        );
        assert!(!are_related("a/bc", "a/b") && !are_related("a/c", "a/b"));
        assert!(
            are_related("com/acme/shop/gen", "com/acme/shop/core")
                && are_related("shop/gen", "shop/core")
        );
        assert!(!are_related("com/acme", "com/other") && !are_related("shop", "shopping"));
        assert!(are_related("", "") && !are_related("", "a") && !are_related("a", ""));
    }
}
