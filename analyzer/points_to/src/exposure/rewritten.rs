//! Classes that an annotation processor or a compiler plug-in may have changed.
//!
//! `@Cleanup InputStream in` makes Lombok add `in.close()`. The class file has calls then that no source shows: on what
//! the methods of the class hold in their variables, of whatever methods the classes have that they name. Annotations
//! that are kept until run time are for frameworks; processors take those that are gone by then.

use std::collections::BTreeSet;

use ir::{AllocationKind, AnnotationUse, Body, ClassId, LocalId, MethodId, Program, StatementKind};
use jvm::classfile::ClassFile;
use jvm::descriptor::Type;

use crate::dispatch::Dispatch;
use crate::hidden::{Classes, Effect};
use crate::openness::Opening;

/// What code that the sources do not show gets hold of.
#[derive(Debug, Default)]
pub(super) struct Rewritten {
    /// The classes that it may use, each with the annotation that lets it.
    pub(super) openings: Vec<Opening>,
    /// The variables of the classes that may have been changed.
    pub(super) escaping: Vec<(MethodId, LocalId)>,
}

/// Finds the classes that may have been changed because of one of these annotations. O(annotations + size of the classes).
pub(super) fn rewritten(program: &Program, dispatch: &Dispatch<'_>, active: &[&AnnotationUse]) -> Rewritten {
    let mut found = Rewritten::default();
    let mut seen = BTreeSet::new();
    for annotation in active {
        let is_new = annotation.class.is_some_and(|class| !seen.contains(&class));
        if let Some(class) = annotation.class.filter(|_| is_new && !is_kept_at_run_time(program, &annotation.annotation)) {
            seen.insert(class);
            found.add(program, dispatch, annotation, class);
        }
    }
    found
}

/// Whether annotations of this type are there at run time (JLS 9.6.4.2); those of the sources are no processor's.
fn is_kept_at_run_time(program: &Program, annotation: &str) -> bool {
    let bytes = program.hierarchy.class_path().class_bytes(annotation).ok().flatten();
    let retention = |bytes: &[u8]| Some(&*ClassFile::parse(bytes).ok()?.retention().ok()?? == "RUNTIME");
    program.hierarchy.is_source(annotation) || bytes.and_then(|bytes| retention(&bytes)).unwrap_or(false)
}

impl Rewritten {
    fn add(&mut self, program: &Program, dispatch: &Dispatch<'_>, annotation: &AnnotationUse, class: ClassId) {
        let mut named = BTreeSet::new();
        for &method in &program.classes[class].methods {
            let Some(body) = &program.methods[method].body else { continue };
            let held = body.locals.iter_enumerated().filter(|(_, local)| local.ty.is_reference());
            self.escaping.extend(held.map(|(local, _)| (method, local)));
            named.extend(types_of(program, body).iter().filter_map(|ty| dispatch.class(element(ty)?)));
        }
        let name = annotation.annotation.replace(['/', '$'], ".");
        self.openings.extend(named.into_iter().map(|class| Opening {
            effect: Effect::Use(Classes::One(class)),
            place: Some((annotation.file, annotation.span)),
            reason: format!("a processor of `@{name}` may add calls"),
        }));
    }
}

/// The types of variables and of what is made.
fn types_of(program: &Program, body: &Body) -> Vec<Type> {
    let made = body.blocks.iter().flat_map(|block| &block.statements).filter_map(|statement| match statement.kind {
        StatementKind::Allocate { site, .. } => Some(&program.allocations[site]),
        _ => None,
    });
    let made = made.filter(|site| !matches!(site.kind, AllocationKind::Functional { .. })).map(|site| site.ty.clone());
    body.locals.iter().map(|local| local.ty.clone()).chain(made).collect()
}

fn element(ty: &Type) -> Option<&str> {
    match ty {
        Type::Array(inner) => element(inner),
        other => other.class_name().map(|name| &**name),
    }
}
