//! The code of properties as code of the program: classes that use the program's, and that the
//! program does not know.

use std::sync::Arc;

use index_vec::IndexVec;
use ir::{FileId, Method, Program, StatementKind, Target};
use java_attribute::{Attributed, Declarations, TypeNames};
use java_syntax::ast::{TypeDeclId, Unit};
use java_types::Library;
use java_types::class_info::ClassInfo;
use java_types::hierarchy::Hierarchy;
use java_types::library::ModuleInfo;
use rayon::prelude::*;

use crate::join::joined_to;
use crate::load::{parsed, source_file};
use crate::lower::lower;
use crate::numbering::Numbering;
use crate::part::Part;
use crate::source::Source;

/// A program with the code of properties.
#[derive(Debug)]
pub struct WithProperties {
    /// The program. Its own ids stay; the classes of the sources that are followed stand behind the
    /// others, and are [`ir::Class::is_of_properties`].
    pub program: Program,
    /// For each source in order the file that it is; `None` where it is not followed, and so left
    /// out.
    pub files: Vec<Option<FileId>>,
}

/// Lowers `sources`, which use the classes of `program`, and adds them to it. Each source has one
/// class. One is followed only if all of it is understood: each name, type and call in it has one
/// meaning.
///
/// Deterministic. O(size of the program + size of the sources).
///
/// ```
/// use std::sync::Arc;
///
/// use java_lower::{Source, load, with_properties};
/// use jvm::{classpath::ClassPath, jdk::Jdk};
///
/// let source = |path: &str, text: &str| {
///     Source { root: String::new(), path: path.into(), bytes: text.into() }
/// };
/// let class_path = ClassPath::open(&[], &Jdk::from_environment().unwrap()).unwrap();
/// let session = source("Session.java", "class Session { void send() {} }");
/// let program = load(vec![session], Arc::new(class_path)).unwrap();
///
/// let code = source("p", "class P { Session s; void c() { boolean r = s == null; } }");
/// let wrong = source("q", "class Q { Session s; void c() { s.fly(); } }");
/// let with = with_properties(&program, &[code, wrong]);
/// assert!(with.files[0].is_some() && with.files[1].is_none());
/// assert!(with.program.classes.last().unwrap().is_of_properties);
/// ```
pub fn with_properties(program: &Program, sources: &[Source]) -> WithProperties {
    java_attribute::on_big_stacks(|| {
        let all: Vec<&Source> = sources.iter().collect();
        let is_followed = Lowered::of(program, &all).are_followed();
        let followed: Vec<&Source> = all
            .into_iter()
            .zip(&is_followed)
            .filter(|(_, followed)| **followed)
            .map(|(source, _)| source)
            .collect();

        let mut next = program.files.len()..;
        let files = is_followed
            .iter()
            .map(|followed| followed.then(|| next.next().map(FileId::new)).flatten());
        WithProperties {
            files: files.collect(),
            program: Lowered::of(program, &followed).joined(program, &followed),
        }
    })
}

/// Sources that are lowered, and not joined to the program yet.
struct Lowered {
    units: Vec<Unit>,
    declarations: Declarations,
    attributed: Attributed,
    numbering: Numbering,
    parts: Vec<Part>,
}

impl Lowered {
    fn of(program: &Program, sources: &[&Source]) -> Self {
        let library = ProgramLibrary(&program.hierarchy);
        let units: Vec<Unit> = sources.par_iter().map(|source| parsed(source)).collect();
        let names = TypeNames::new(&units);
        let declarations = java_attribute::declare(&units, names, &library);
        let attributed = java_attribute::attribute(&units, &declarations, &library);

        let mut numbering = Numbering::after(program, &library);
        let mut infos = attributed.infos.iter();
        for (unit, facts) in units.iter().zip(&attributed.units) {
            let own: IndexVec<TypeDeclId, Arc<ClassInfo>> = infos
                .by_ref()
                .take(unit.type_decls.len())
                .cloned()
                .collect();
            numbering.add_unit(unit, facts, &own);
        }

        let numbered: Vec<_> = units.iter().zip(&attributed.units).enumerate().collect();
        let parts = numbered.into_par_iter().map(|(file, (unit, facts))| {
            lower(
                unit,
                facts,
                &numbering,
                FileId::new(program.files.len() + file),
            )
        });
        let parts = parts.collect();
        Lowered {
            units,
            declarations,
            attributed,
            numbering,
            parts,
        }
    }

    /// For each source whether all of it is understood.
    fn are_followed(&self) -> Vec<bool> {
        (0..self.units.len())
            .map(|file| {
                let (unit, part) = (&self.units[file], &self.parts[file]);
                let is_understood = unit.damage.is_empty()
                    && self.declarations.findings[file].is_empty()
                    && self.attributed.findings[file].is_empty();
                is_understood && unit.type_decls.len() == 1 && is_whole(part)
            })
            .collect()
    }

    fn joined(self, program: &Program, sources: &[&Source]) -> Program {
        let files = sources.iter().map(|source| source_file(source)).collect();
        joined_to(program, files, self.numbering, self.parts)
    }
}

/// Returns whether nothing is missing from a part.
fn is_whole(part: &Part) -> bool {
    let mut statements = part.methods.iter().flat_map(Method::statements);
    let are_resolved = part
        .calls
        .iter()
        .all(|call| matches!(call.target, Target::Resolved(_)));
    part.gaps.is_empty()
        && part.holes.is_empty()
        && are_resolved
        && !statements.any(|statement| matches!(statement.kind, StatementKind::Unknown))
}

/// The classes of a program and of its library, as the library of others.
#[derive(Debug)]
struct ProgramLibrary<'a>(&'a Hierarchy);

impl Library for ProgramLibrary<'_> {
    fn class(&self, name: &str) -> Option<Arc<ClassInfo>> {
        self.0.class(name)
    }

    fn classes_in_package(&self, package: &str) -> Vec<Arc<str>> {
        let sources = self
            .0
            .sources()
            .filter(|class| class.package() == package)
            .map(|class| class.name.clone());
        let mut names = self.0.library().classes_in_package(package);
        names.extend(sources);
        names.sort();
        names.dedup();
        names
    }

    fn package_exists(&self, package: &str) -> bool {
        let is_in_or_below = |class: &Arc<ClassInfo>| {
            let rest = class.package().strip_prefix(package);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.0.library().package_exists(package) || self.0.sources().any(is_in_or_below)
    }

    fn is_of_jdk(&self, name: &str) -> bool {
        self.0.library().is_of_jdk(name)
    }

    fn keeps_at_run_time(&self, annotation: &str) -> bool {
        self.0.library().keeps_at_run_time(annotation)
    }

    fn module(&self, name: &str) -> Option<ModuleInfo> {
        self.0.library().module(name)
    }

    fn release(&self) -> u16 {
        self.0.library().release()
    }
}
