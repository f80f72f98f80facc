//! Annotations that somebody outside the sources may read.
//!
//! `@Inject`, `@Test`, `@Entity`: a framework makes objects of the annotated class, calls its
//! methods and fills its fields. residua knows no framework. It knows the annotations that mean
//! nothing to anybody ([`InertAnnotations`]), and takes every other one of a library for such. An
//! annotation of the sources counts if its own declaration has one that counts (`@Qualifier`,
//! `@Constraint`), since that is how frameworks learn of it.

use java_types::Spelling;
use std::collections::BTreeSet;

use ir::{AnnotationUse, ClassId, Program};

use super::InertAnnotations;
use crate::classes::Classes;
use crate::effect::Effect;
use crate::exposure::rewritten::is_kept_at_run_time;
use crate::openness::{Opening, Origin};

/// The annotations of the program that somebody outside may read, in order of file and position.
pub(super) fn active<'a>(program: &'a Program, inert: &InertAnnotations) -> Vec<&'a AnnotationUse> {
    let own = own_active(program, inert);
    program
        .annotations
        .iter()
        .filter(|annotation| is_active(program, annotation, inert, &own))
        .collect()
}

/// The classes that have, on or in them or a class around them, an annotation which somebody
/// outside may read. O(annotated classes * classes).
pub fn marked_classes(program: &Program, inert: &InertAnnotations) -> BTreeSet<ClassId> {
    let marked: BTreeSet<ClassId> = active(program, inert)
        .into_iter()
        .filter_map(|a| a.class)
        .collect();
    marked
        .into_iter()
        .flat_map(|class| with_nested(program, class))
        .collect()
}

/// A class and those inside it, by their binary names (JLS 13.1): a processor that changes it may
/// change them.
pub(super) fn with_nested(program: &Program, class: ClassId) -> impl Iterator<Item = ClassId> {
    let name = &program.classes[class].name;
    let is_inside = move |other: &str| {
        other
            .strip_prefix(&**name)
            .is_some_and(|rest| rest.starts_with('$'))
    };
    let nested = program
        .classes
        .iter_enumerated()
        .filter(move |(_, other)| is_inside(&other.name));
    std::iter::once(class).chain(nested.map(|(id, _)| id))
}

/// The annotation types of the sources that count, by a fixed point: those annotated with one that
/// counts.
fn own_active(program: &Program, inert: &InertAnnotations) -> BTreeSet<ClassId> {
    let mut found = BTreeSet::new();
    loop {
        let active = program
            .annotations
            .iter()
            .filter(|annotation| is_active(program, annotation, inert, &found));
        let marked = active.filter_map(|annotation| annotation.class);
        let next: BTreeSet<ClassId> = marked
            .filter(|&class| is_annotation_type(program, class))
            .collect();
        if next == found {
            return found;
        }
        found = next;
    }
}

/// Returns whether annotations of a type that is there are gone at run time.
fn is_for_processors(program: &Program, annotation: &str) -> bool {
    !is_kept_at_run_time(program, annotation)
        && program.hierarchy.library().class(annotation).is_some()
}

fn is_annotation_type(program: &Program, class: ClassId) -> bool {
    program.classes[class]
        .info
        .access
        .has(java_types::Access::ANNOTATION)
}

fn is_active(
    program: &Program,
    annotation: &AnnotationUse,
    inert: &InertAnnotations,
    own: &BTreeSet<ClassId>,
) -> bool {
    if program.hierarchy.is_source(&annotation.annotation) {
        own.iter()
            .any(|&class| program.classes[class].name == annotation.annotation)
    } else {
        !inert.contains(&annotation.annotation)
    }
}

/// Returns what these annotations open: the classes that they stand on, for a package all of its
/// classes, and those whose literals are among their elements.
pub(super) fn openings(program: &Program, active: &[&AnnotationUse]) -> Vec<Opening> {
    active
        .iter()
        .flat_map(|annotation| opened_by(program, annotation))
        .collect()
}

fn opened_by(program: &Program, annotation: &AnnotationUse) -> Vec<Opening> {
    let name = annotation.annotation.to_readable();
    let marked = match annotation.class {
        Some(class) => vec![class],
        None => in_package_of(program, annotation),
    };
    let named = program
        .classes
        .iter_enumerated()
        .filter(|(_, class)| annotation.classes.contains(&class.name));
    let opening = |class, reason| Opening {
        effect: Effect::Use(Classes::One(class)),
        place: Some((annotation.file, annotation.span)),
        reason,
        origin: if is_for_processors(program, &annotation.annotation) {
            Origin::Processor(name.clone())
        } else {
            Origin::Annotation(name.clone())
        },
    };

    let marked = marked
        .into_iter()
        .map(|class| opening(class, format!("`@{name}` may be read by a framework")));
    let named = named.map(|(class, _)| opening(class, format!("`@{name}` names the class")));
    marked.chain(named).collect()
}

/// The classes of the files beside a `package-info.java`; all for a `module-info.java`.
fn in_package_of(program: &Program, annotation: &AnnotationUse) -> Vec<ClassId> {
    let folder = |path: &str| {
        path.rsplit_once('/')
            .map_or("", |(folder, _)| folder)
            .to_owned()
    };
    let path = &program.files[annotation.file].path;
    let is_module = path.ends_with("module-info.java");
    let beside =
        |class: &ir::Class| is_module || folder(&program.files[class.file].path) == folder(path);

    program
        .classes
        .iter_enumerated()
        .filter(|(_, class)| beside(class))
        .map(|(id, _)| id)
        .collect()
}
