//! Classes that an annotation processor or a compiler plug-in may have changed.
//!
//! `@Cleanup InputStream in` makes Lombok add `in.close()`. The class file has calls then that no
//! source shows: on what the methods of the class hold in their variables, of whatever methods the
//! classes have that they name. Annotations that are kept until run time are for frameworks;
//! processors take those that are gone by then.

use java_types::Spelling;
use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{
    AllocationKind, AnnotationUse, Body, ClassId, Gap, Hides, LocalId, MethodId, Program,
    StatementKind,
};
use java_types::descriptor::Type;

use super::annotations::with_nested;
use crate::classes::Classes;
use crate::dispatch::Dispatch;
use crate::effect::Effect;
use crate::openness::{Opening, Origin};

/// A class whose class file has other code than its source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RewrittenClass {
    /// Its internal name.
    pub class: Arc<str>,
    /// The class file and what it is, for people: "`app/Main.class`, which has other code than its
    /// source,".
    pub by: String,
}

/// The objects that code gets hold of which the sources do not show.
#[derive(Debug, Default)]
pub(super) struct Rewritten {
    /// The classes that it may use, each with the annotation that lets it.
    pub(super) openings: Vec<Opening>,
    /// The variables of the classes that may have been changed.
    pub(super) locals: Vec<(MethodId, LocalId)>,
    /// The classes that may have been changed.
    pub(super) classes: BTreeSet<ClassId>,
}

/// Finds the classes that may have been changed because of one of these annotations, and adds those
/// that have been `changed` and those of which another file has another text. O(annotations + size
/// of the classes).
pub(super) fn rewritten(
    program: &Program,
    dispatch: &Dispatch<'_>,
    active: &[&AnnotationUse],
    changed: &[RewrittenClass],
) -> Rewritten {
    let mut found = Rewritten::default();
    for changed in changed {
        if let Some(class) = dispatch.class(&changed.class) {
            let declared = &program.classes[class];
            let opening = |class| Opening {
                effect: Effect::Use(Classes::One(class)),
                place: Some((declared.file, declared.span)),
                reason: format!("{} may use the class", changed.by),
                origin: Origin::Changed,
            };
            found.add(program, dispatch, class, &opening);
            found.openings.push(opening(class));
        }
    }

    program
        .gaps
        .iter()
        .for_each(|gap| found.add_versions(program, dispatch, gap));
    let is_for_processors =
        |name: &str| !is_mark_of_generated(name) && !is_kept_at_run_time(program, name);

    for annotation in active
        .iter()
        .filter(|annotation| is_for_processors(&annotation.annotation))
    {
        let name = annotation.annotation.to_readable();
        let opening = |class| Opening {
            effect: Effect::Use(Classes::One(class)),
            place: Some((annotation.file, annotation.span)),
            reason: format!("a processor of `@{name}` may add calls"),
            origin: Origin::Processor(name.clone()),
        };
        let inside = annotation
            .class
            .into_iter()
            .flat_map(|class| with_nested(program, class));
        // The class file has the code that processors added.
        let inside =
            inside.filter(|&class| !program.files[program.classes[class].file].is_compiled);
        inside.for_each(|class| found.add(program, dispatch, class, &opening));
    }

    found
}

/// Returns whether the annotation says that a processor has written the class
/// (`javax.annotation.processing.Generated`): none changes it any more.
fn is_mark_of_generated(annotation: &str) -> bool {
    annotation.ends_with("/Generated")
}

/// Returns whether annotations of this type are there at run time (JLS 9.6.4.2); those of the
/// sources are no processor's.
pub(super) fn is_kept_at_run_time(program: &Program, annotation: &str) -> bool {
    program.hierarchy.is_source(annotation)
        || program.hierarchy.library().keeps_at_run_time(annotation)
}

impl Rewritten {
    /// The classes that a gap says to have another text.
    fn add_versions(&mut self, program: &Program, dispatch: &Dispatch<'_>, gap: &Gap) {
        let Hides::Versions { classes, .. } = &gap.hides else {
            return;
        };
        let opening = |class| Opening {
            effect: Effect::Use(Classes::One(class)),
            place: Some((gap.file, gap.span)),
            reason: gap.reason.clone(),
            origin: Origin::Versions,
        };
        classes
            .iter()
            .for_each(|&class| self.add(program, dispatch, class, &opening));
    }

    /// The variables of a class, and what may be called on what they hold; once for each class.
    fn add(
        &mut self,
        program: &Program,
        dispatch: &Dispatch<'_>,
        class: ClassId,
        opening: &dyn Fn(ClassId) -> Opening,
    ) {
        if !self.classes.insert(class) {
            return;
        }

        let mut named = BTreeSet::new();
        for &method in &program.classes[class].methods {
            let Some(body) = &program.methods[method].body else {
                continue;
            };
            let held = body
                .locals
                .iter_enumerated()
                .filter(|(_, local)| local.ty.is_reference());
            self.locals.extend(held.map(|(local, _)| (method, local)));
            named.extend(
                types_of(program, body)
                    .iter()
                    .filter_map(|ty| dispatch.class(ty.innermost_class()?)),
            );
        }

        self.openings.extend(named.into_iter().map(opening));
    }
}

/// The types of variables and of what is made.
fn types_of(program: &Program, body: &Body) -> Vec<Type> {
    let made = body
        .statements()
        .filter_map(|statement| match statement.kind {
            StatementKind::Allocate { site, .. } => Some(&program.allocations[site]),
            _ => None,
        });
    let made = made
        .filter(|site| !matches!(site.kind, AllocationKind::Functional { .. }))
        .map(|site| site.ty.clone());

    body.locals
        .iter()
        .map(|local| local.ty.clone())
        .chain(made)
        .collect()
}
