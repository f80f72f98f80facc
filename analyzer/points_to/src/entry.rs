//! Entry points.

use java_types::Spelling;
use std::collections::BTreeSet;

use ir::{ClassId, Method, MethodId, MethodKind, Program};
use java_types::descriptor::MethodDescriptor;
use text::nearest;

use crate::annotated::{annotated, annotations};
use crate::classes::Classes;
use crate::effect::Effect;
use crate::exposure::foreign_above;
use crate::glob::glob;
use crate::launch::{Launch, launched_by_libraries, launches};

/// A pattern that no method of the sources matches.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no method of the sources matches the entry point `{pattern}`{}", nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
pub struct NoSuchEntry {
    /// As the user wrote it.
    pub pattern: String,
    /// The nearest qualified name.
    pub nearest: Option<String>,
}

/// The methods in which execution begins, as chosen by the user or by convention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entries {
    /// The methods, in id order.
    pub methods: Vec<MethodId>,
    /// True if there is none: the program is analysed as a library.
    pub library: bool,
    /// The classes that the program may be launched with, of those whose `main` is among the
    /// methods.
    launches: BTreeSet<Launch>,
    /// The classes that a `main` of a library may be launched with.
    by_libraries: Vec<ClassId>,
}

impl Entries {
    /// These methods, in any order.
    pub fn new(program: &Program, mut methods: Vec<MethodId>, library: bool) -> Self {
        methods.sort();
        methods.dedup();
        let launches = launches(program)
            .into_iter()
            .filter(|launch| methods.binary_search(&launch.main).is_ok());
        Entries {
            library,
            launches: launches.collect(),
            methods,
            by_libraries: Vec::new(),
        }
    }

    /// Returns the methods that begin an execution. Other entry points are called while one runs.
    pub fn mains(&self) -> Vec<MethodId> {
        let mains: BTreeSet<MethodId> = self.launches.iter().map(|launch| launch.main).collect();
        mains.into_iter().collect()
    }

    /// Returns whether nothing but the initialization of its own class comes before any `main`, and
    /// every entry point is one.
    pub fn begin_with_main(&self, program: &Program) -> bool {
        let is_main = |method: &MethodId| self.launches.iter().any(|launch| launch.main == *method);
        let is_plain = |launch: &Launch| {
            let is_alone =
                launch.effects(program).is_empty() && !is_below_others(program, launch.class);
            is_alone && takes_arguments(program, launch.main)
        };
        !self.library
            && self.by_libraries.is_empty()
            && self.methods.iter().all(is_main)
            && self.launches.iter().all(is_plain)
    }

    /// Returns what launchers do before `main`, and what the framework does that calls the others:
    /// it makes their objects, fills their fields, and calls them.
    pub fn uses(&self, program: &Program) -> Vec<Effect> {
        let mains = self.mains();
        let others = self
            .methods
            .iter()
            .filter(|method| mains.binary_search(method).is_err());
        let called = others.flat_map(|&m| {
            [
                Effect::Call(m),
                Effect::Use(Classes::One(program.methods[m].class)),
            ]
        });

        let used = self
            .by_libraries
            .iter()
            .map(|&class| Effect::Use(Classes::One(class)));
        self.launches
            .iter()
            .flat_map(|launch| launch.effects(program))
            .chain(called)
            .chain(used)
            .collect()
    }
}

/// Returns whether a class that is neither of the sources nor of the JDK is above: it is
/// initialized before `main`, by code that may know the sources.
fn is_below_others(program: &Program, class: ClassId) -> bool {
    let name = &program.classes[class].name;
    !program.hierarchy.supertypes(name).complete() || foreign_above(program, name).is_some()
}

fn takes_arguments(program: &Program, main: MethodId) -> bool {
    &*program.methods[main].descriptor != "()V"
}

/// Finds the entry points: the methods that match a pattern `[package.Class.]method[(types)]` (`*`
/// stands for any run of characters, a bare name for every method of that name) or
/// `@[package.]Annotation` (methods that have it and methods of classes that have it), or every
/// `main` that a launcher may start if there are no patterns.
pub fn entries(program: &Program, patterns: &[String]) -> Result<Entries, NoSuchEntry> {
    if patterns.is_empty() {
        let mains: Vec<MethodId> = launches(program)
            .into_iter()
            .map(|launch| launch.main)
            .collect();
        let is_library = mains.is_empty();
        let by_libraries = launched_by_libraries(program);
        return Ok(Entries {
            by_libraries,
            ..Entries::new(program, mains, is_library)
        });
    }

    let mut methods = Vec::new();
    for pattern in patterns {
        let found = methods_matching(program, pattern);
        if found.is_empty() {
            return Err(NoSuchEntry {
                pattern: pattern.clone(),
                nearest: nearest_method(program, pattern),
            });
        }
        methods.extend(found);
    }

    Ok(Entries::new(program, methods, false))
}

/// The methods with bodies that a pattern of [`entries`] fits, in id order; none if it fits
/// nothing. O(methods).
pub fn methods_matching(program: &Program, pattern: &str) -> Vec<MethodId> {
    let callable = |m: &Method| {
        m.body.is_some() && matches!(m.kind, MethodKind::Declared | MethodKind::Implicit)
    };
    if let Some(annotation) = pattern.trim().strip_prefix('@') {
        let annotated = annotated(program, annotation).into_iter();
        return annotated
            .filter(|&method| callable(&program.methods[method]))
            .collect();
    }

    let (path, types) = split_types(pattern);
    let fits = |method: &Method| {
        let name = if path.contains('.') {
            qualified(program, method)
        } else {
            method.name.to_string()
        };
        glob(path, &name) && types.is_none_or(|types| types_fit(types, &method.descriptor))
    };

    program
        .methods
        .iter_enumerated()
        .filter(|(_, m)| callable(m) && fits(m))
        .map(|(id, _)| id)
        .collect()
}

fn split_types(pattern: &str) -> (&str, Option<&str>) {
    match pattern.split_once('(') {
        Some((path, types)) => (path.trim(), Some(types.trim_end().trim_end_matches(')'))),
        None => (pattern.trim(), None),
    }
}

/// Compares written parameter types, simple or qualified, with a descriptor.
fn types_fit(types: &str, descriptor: &str) -> bool {
    let written: Vec<&str> = types
        .split(',')
        .map(str::trim)
        .filter(|t| !t.is_empty())
        .collect();
    let Ok(declared) = MethodDescriptor::parse(descriptor) else {
        return false;
    };

    written.len() == declared.parameters.len()
        && written
            .iter()
            .zip(&declared.parameters)
            .all(|(written, declared)| {
                let full = declared.java_name();
                glob(written, &full)
                    || glob(written, full.rsplit(['.', '$']).next().unwrap_or(&full))
            })
}

/// `package.Outer.Inner.method`.
fn qualified(program: &Program, method: &Method) -> String {
    let class = program.classes[method.class].name.to_readable();
    format!("{class}.{}", method.name)
}

/// The name of a method, or of an annotation, that is most like a pattern of [`entries`].
/// O(methods).
pub fn nearest_method(program: &Program, pattern: &str) -> Option<String> {
    if pattern.trim().starts_with('@') {
        return nearest(
            pattern.trim(),
            annotations(program).iter().map(String::as_str),
        )
        .map(str::to_owned);
    }

    let (path, _) = split_types(pattern);
    let simple = !path.contains('.');
    let declared = program
        .methods
        .iter()
        .filter(|m| m.kind == MethodKind::Declared);
    let names: Vec<String> = declared
        .map(|m| {
            if simple {
                m.name.to_string()
            } else {
                qualified(program, m)
            }
        })
        .collect();

    nearest(path, names.iter().map(String::as_str)).map(str::to_owned)
}
