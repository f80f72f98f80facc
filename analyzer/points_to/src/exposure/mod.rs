//! The places where the program itself refutes that code outside the sources knows none of its
//! classes.
//!
//! By the separate-compilation assumption a library knows no class of the sources. Some programs
//! show the contrary: a class has an annotation that a framework reads, is the type argument of a
//! library's supertype, or a value of a library is cast to it though nothing makes such an object.
//! Each such place opens the class ([`Opening`]).
//!
//! - [`annotations`]: annotations that somebody outside may read, and class literals in them.
//! - [`texts`]: classes that texts in annotations name.
//! - [`constants`]: classes that string constants of the code name.
//! - [`conventions`]: classes that the JDK finds by names which it makes.
//! - [`type_arguments`]: `new TypeReference<List<Line>>() {}`, `class Main extends
//!   Application<Conf>`.
//! - [`rewritten`]: classes that an annotation processor may have changed.
//! - [`outside`]: classes that class files and resources name.
//! - [`ran`]: methods that tripwires have recorded.
//! - [`handed`]: objects that libraries get and may look into.
//! - [`refuted`]: values of libraries that can only be objects which libraries make.

mod annotations;
mod constants;
mod conventions;
mod handed;
mod inert;
mod outside;
mod ran;
mod refuted;
mod rewritten;
mod texts;
mod type_arguments;

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{ClassId, LocalId, MethodId, Program};

pub use annotations::marked_classes;
pub(crate) use handed::HandedOver;
pub use inert::InertAnnotations;
pub use outside::NamedOutside;
pub use ran::{RanMethod, functional_code, functional_objects_of_ran, openings_of_ran};
pub(crate) use refuted::Refutations;
pub use rewritten::RewrittenClass;

use crate::dispatch::Dispatch;
use crate::openness::Opening;

/// The parts of the program that its text exposes to code outside the sources.
#[derive(Debug, Clone, Default)]
pub struct Exposure {
    /// The classes, each with the place that exposes it; in order.
    pub openings: Vec<Opening>,
    /// The classes that texts in the code name, likewise.
    pub named: Vec<Opening>,
    /// Locals of code that the sources may not show as it is: what they hold may be another object.
    pub changed: Vec<(MethodId, LocalId)>,
    /// The classes that may have code that the sources do not show.
    pub rewritten: BTreeSet<ClassId>,
}

/// Finds what the program exposes; annotations that `inert` names expose nothing. O(annotations +
/// classes), and for classes that a processor may have changed the size of their bodies.
pub fn exposure(
    program: &Program,
    dispatch: &Dispatch<'_>,
    inert: &InertAnnotations,
    named: &[NamedOutside],
    changed: &[RewrittenClass],
) -> Exposure {
    let active = annotations::active(program, inert);
    let rewritten = rewritten::rewritten(program, dispatch, &active, changed);
    let mut openings = annotations::openings(program, &active);
    openings.extend(texts::openings(program, &active));
    openings.extend(conventions::openings(program));
    openings.extend(type_arguments::openings(program, dispatch));
    openings.extend(rewritten.openings);
    openings.extend(outside::openings(program, dispatch, named));
    openings.sort();
    openings.dedup();

    Exposure {
        openings,
        named: constants::openings(program),
        changed: rewritten.locals,
        rewritten: rewritten.classes,
    }
}

/// The type itself or one above it that is neither of the sources nor of the JDK; `None` if there
/// is none.
pub(crate) fn foreign_above(program: &Program, name: &str) -> Option<Arc<str>> {
    let (supertypes, library) = (
        program.hierarchy.supertypes(name),
        program.hierarchy.library(),
    );
    supertypes
        .names()
        .iter()
        .find(|name| !program.hierarchy.is_source(name) && !library.is_of_jdk(name))
        .cloned()
}
