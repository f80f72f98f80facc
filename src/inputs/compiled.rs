//! The program's own class files, compared with its sources.
//!
//! An annotation processor, a compiler plug-in or an agent of the build may have changed a class:
//! its class file has calls then that the source lacks. Or the sources were edited and nobody
//! compiled them again.

use java_types::{ClassName, Spelling};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use analyzer::{InertAnnotations, NamedOutside, RewrittenClass, marked_classes};
use anyhow::Result;
use ir::{ClassId, FileId, Program};
use java_compiled::{ClassFiles, Difference, Kind};
use plan::{Plan, Types, sha256};
use text::Diagnostic;

use super::named::{self, Names};
use super::own_classes::{self, OwnClass};
use crate::failure::{Rejected, about_file};
use crate::wording::analyze::{self, SourceClass};
use crate::wording::weave::{self, ChangedClass};

/// The result of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// The classes whose class files have other code than their sources, each with the first
    /// difference.
    differences: BTreeMap<ClassId, Difference>,
    /// The classes whose class files are older than their sources.
    older: Vec<ClassId>,
    /// The classes with annotations that let processors change them.
    marked: BTreeSet<ClassId>,
}

impl Comparison {
    /// The classes whose class files have other code than their sources, or may have.
    pub fn others(&self) -> BTreeSet<ClassId> {
        self.differences
            .keys()
            .chain(&self.older)
            .copied()
            .collect()
    }

    /// Returns whether a processor may have changed a class.
    pub fn is_marked(&self, class: ClassId) -> bool {
        self.marked.contains(&class)
    }

    /// The findings about the classes that `counts` accepts, where the class files of these sources
    /// are `read` in their place.
    pub fn findings(
        &self,
        program: &Program,
        read: &BTreeSet<FileId>,
        counts: impl Fn(ClassId) -> bool,
    ) -> Vec<Diagnostic> {
        let mut older = self.older.iter().copied().filter(|&class| counts(class));
        let older = older
            .next()
            .map(|first| analyze::older_class(&source_class(program, first), older.count()));
        let mut findings: Vec<Diagnostic> = older.into_iter().collect();
        for is_read in [true, false] {
            let of_kind = |class: ClassId| {
                read.contains(&program.classes[class].file) == is_read && counts(class)
            };
            let mut others = self
                .differences
                .iter()
                .filter(|(class, _)| !self.marked.contains(class) && of_kind(**class));
            if let Some((&first, difference)) = others.next() {
                let class = changed_class(program, first, difference);
                let place = program.classes[first].span;
                findings.push(analyze::changed_class(
                    &class,
                    place,
                    others.count(),
                    is_read,
                ));
            }
        }
        findings
    }
}

/// A class file of the program.
struct Own {
    /// When it was written.
    written: Option<SystemTime>,
    /// Its SHA-256.
    sha256: String,
}

/// Compares class files with the sources of their classes. Linear in the size of both, but for
/// methods that differ much.
///
/// A class file that has the same calls and is older than its source may still pass other objects:
/// it counts as another one.
///
/// # Errors
/// A class file is damaged, or a class is older than its source and differs from it.
pub fn compare(
    program: &Program,
    classes: &[OwnClass],
    inert: &InertAnnotations,
) -> Result<Comparison> {
    let OwnFiles {
        files,
        own,
        unreadable,
    } = own_files(&Names::of(program), classes);

    if let Some(first) = unreadable.into_iter().next() {
        return Err(Rejected(vec![first]).into());
    }

    let differences = differences(program, &files, tells);
    let marked = marked_classes(program, inert);
    let stale = differences
        .iter()
        .filter(|(class, _)| !marked.contains(class) && is_older(program, **class, &own));
    let stale: Vec<Diagnostic> = stale
        .map(|(class, difference)| {
            analyze::stale_class(&source_class(program, *class), &difference.method)
        })
        .collect();

    if !stale.is_empty() {
        return Err(Rejected(stale).into());
    }

    let older = program
        .classes
        .indices()
        .filter(|&class| is_older(program, class, &own));
    Ok(Comparison {
        older: older.collect(),
        differences,
        marked,
    })
}

/// The class file of a class that stays with its source though it has other code: the classes of
/// the program that it names are used.
pub fn rewritten(names: &Names, class: &OwnClass) -> (RewrittenClass, Vec<NamedOutside>) {
    let by = format!(
        "`{}`, which has other code than its source,",
        class.file.path
    );
    let named = named::in_class_file(&class.file.bytes, names).into_iter();
    let named = named.map(|class| NamedOutside {
        class,
        by: by.clone(),
    });
    let named = named.collect();
    let class = Arc::from(class.name.as_str());
    (RewrittenClass { class, by }, named)
}

/// The class files of the program's classes.
#[derive(Default)]
struct OwnFiles {
    files: ClassFiles,
    own: BTreeMap<Arc<str>, Own>,
    /// An error for each that is damaged: what it does is not known.
    unreadable: Vec<Diagnostic>,
}

/// The class files of classes with these names.
fn own_files(names: &Names, classes: &[OwnClass]) -> OwnFiles {
    let mut found = OwnFiles::default();
    for class in classes.iter().filter(|class| names.is_class(&class.name)) {
        let path = &class.file.path;
        match found.files.add(&class.file.bytes) {
            Err(error) => found.unreadable.push(about_file(
                path,
                "unreadable-classes",
                format!("`{path}` cannot be read: {error}"),
            )),
            Ok(()) => {
                let own = Own {
                    written: class.written,
                    sha256: sha256(&class.file.bytes),
                };
                found.own.insert(Arc::from(class.name.as_str()), own);
            }
        }
    }

    found
}

/// Compares those class files with their sources that the plan does not know: one line for the
/// first that has other code, though the plan does not expect that, or else for the first that is
/// older than its source. What is not among the sources, or whose sources are not here, is left
/// out.
///
/// Types that `analyze` has not found may be here. What it took names for without them is compared,
/// too: `ArrayList` is no longer that of `java.util` where a superclass has come that declares one.
///
/// # Errors
/// A file cannot be read.
pub fn unforeseen(plan: &Plan, classes: &[PathBuf], class_path: &[PathBuf]) -> Result<Vec<String>> {
    if !are_there(plan, classes) {
        return Ok(Vec::new());
    }

    // As `analyze` has it: classes without sources first.
    let woven = NewFiles::read(plan, classes, &[classes, class_path].concat())?;
    if let Some(found) = woven.other_code().or_else(|| woven.older_code()) {
        return Ok(vec![found]);
    }
    if !plan
        .assumptions
        .iter()
        .any(|assumption| assumption.id == analyzer::MISSING_TYPE)
    {
        return Ok(Vec::new());
    }
    let known = if plan.compared.is_empty() {
        &[]
    } else {
        classes
    };

    Ok(NewFiles::read(plan, classes, known)?
        .other_members()
        .into_iter()
        .collect())
}

/// The class files that a plan does not know, and the program of its sources.
struct NewFiles<'p> {
    plan: &'p Plan,
    program: Program,
    own: OwnFiles,
}

impl<'p> NewFiles<'p> {
    /// Reads the sources with these class path entries, as far as they are here.
    fn read(plan: &'p Plan, classes: &[PathBuf], class_path: &[PathBuf]) -> Result<Self> {
        let sources = plan.sources.iter().filter(|source| !source.compiled);
        let sources = sources.filter_map(|source| {
            let bytes = std::fs::read(Path::new(&source.root).join(&source.path)).ok()?;
            Some(java_lower::Source {
                root: source.root.clone(),
                path: source.path.clone(),
                bytes,
            })
        });
        let class_path = Arc::new(super::class_path::open(class_path)?);
        let program = java_lower::load(sources.collect(), class_path)?;
        let own = own_files(&Names::of(&program), &own_classes::read(classes)?);
        Ok(NewFiles { plan, program, own })
    }

    fn is_new(&self, class: ClassId) -> bool {
        let name = &self.program.classes[class].name;
        self.own
            .own
            .get(name)
            .is_some_and(|file| is_unknown(self.plan, name, &file.sha256))
    }

    fn other_code(&self) -> Option<String> {
        let differences = differences(&self.program, &self.own.files, tells);
        let mut new = differences.iter().filter(|(class, _)| self.is_new(**class));
        let (&class, difference) = new.next()?;
        let class = changed_class(&self.program, class, difference);
        Some(weave::other_code(&class, new.count()))
    }

    fn older_code(&self) -> Option<String> {
        let is_doubtful =
            |class: &ClassId| self.is_new(*class) && is_older(&self.program, *class, &self.own.own);
        let class = self.program.classes.indices().find(is_doubtful)?;
        let source = source_of(&self.program, class);
        Some(weave::older_code(&dotted(&self.program, class), &source))
    }

    fn other_members(&self) -> Option<String> {
        let differences = differences(&self.program, &self.own.files, refutes);
        let (&class, difference) = differences.iter().find(|(class, _)| self.is_new(**class))?;
        let class = changed_class(&self.program, class, difference);
        Some(weave::other_members(&class))
    }
}

/// Returns whether the plan was not made for a class file that is like this, and does not hold
/// whatever its code is.
fn is_unknown(plan: &Plan, class: &str, sha256: &str) -> bool {
    let name = ClassName::from_internal(class);
    !plan.changed.contains(&name)
        && plan
            .compared
            .get(&name)
            .is_none_or(|compared| compared != sha256)
}

/// Returns whether there is a class file of the sources that the plan does not know. What cannot be
/// read, the weaver refuses.
fn are_there(plan: &Plan, entries: &[PathBuf]) -> bool {
    let Ok(classes) = own_classes::read(entries) else {
        return false;
    };
    let types = Types::of(plan.sources.iter().filter(|source| !source.compiled));
    classes.iter().any(|class| {
        types.have(&class.name) && is_unknown(plan, &class.name, &sha256(&class.file.bytes))
    })
}

/// An error for the first of the class files that are not those that were analyzed in place of
/// sources: nothing in the plan is true of another one.
///
/// # Errors
/// A file cannot be read.
pub fn others(plan: &Plan, entries: &[PathBuf]) -> Result<Option<Diagnostic>> {
    let types = Types::of(plan.sources.iter().filter(|source| source.compiled));
    if types.is_empty() {
        return Ok(None);
    }
    let classes = own_classes::read(entries)?;
    let mut others = classes.iter().filter(|class| {
        let hash = plan.compared.get(&ClassName::from_internal(&*class.name));
        types.have(&class.name) && hash != Some(&sha256(&class.file.bytes))
    });
    let first = others.next();
    Ok(first.map(|class| weave::other_class(&class.name.to_binary(), others.count())))
}

/// The first difference of a kind that counts, of each class that has one.
fn differences(
    program: &Program,
    files: &ClassFiles,
    counts: fn(&Difference) -> bool,
) -> BTreeMap<ClassId, Difference> {
    let ids: BTreeMap<&str, ClassId> = program
        .classes
        .iter_enumerated()
        .map(|(id, class)| (&*class.name, id))
        .collect();
    let mut first = BTreeMap::new();

    for difference in java_compiled::compare(program, files).differences {
        let class = ids
            .get(difference.class.as_str())
            .filter(|_| files.has(&difference.class) && counts(&difference));
        if let Some(&class) = class {
            first.entry(class).or_insert(difference);
        }
    }

    first
}

/// Returns whether a difference says that the class file was made from another text.
fn tells(difference: &Difference) -> bool {
    match difference.kind {
        Kind::Other
        | Kind::Missing
        | Kind::Extra
        | Kind::Order
        | Kind::MethodMissing
        | Kind::MethodExtra => true,
        Kind::Unresolved | Kind::ClassMissing | Kind::Implementation | Kind::CapturedInstance => {
            false
        }
        Kind::CapturedVariable | Kind::ReferenceOwner | Kind::AccessorOwner | Kind::Line => false,
    }
}

/// Says whether a difference shows that the analysis took a name for another one. What only the
/// class file has, a gap may hide. Where the class above an anonymous one is missing, so are the
/// parameters of its constructor.
fn refutes(difference: &Difference) -> bool {
    match difference.kind {
        Kind::Other => true,
        Kind::Extra | Kind::MethodExtra => !difference.method.starts_with("<init>"),
        _ => false,
    }
}

fn is_older(program: &Program, class: ClassId, own: &BTreeMap<Arc<str>, Own>) -> bool {
    let source = Path::new(&source_of(program, class))
        .metadata()
        .and_then(|file| file.modified())
        .ok();
    let class = own
        .get(&program.classes[class].name)
        .and_then(|file| file.written);
    source
        .zip(class)
        .is_some_and(|(source, class)| class < source)
}

fn source_of(program: &Program, class: ClassId) -> String {
    let file = &program.files[program.classes[class].file];
    match file.root.as_str() {
        "" => file.path.clone(),
        root => format!("{}/{}", root.trim_end_matches('/'), file.path),
    }
}

fn changed_class(program: &Program, class: ClassId, difference: &Difference) -> ChangedClass {
    ChangedClass {
        class: dotted(program, class),
        source: source_of(program, class),
        method: difference.method.clone(),
        difference: difference.text.clone(),
    }
}

fn source_class(program: &Program, class: ClassId) -> SourceClass {
    SourceClass {
        name: dotted(program, class),
        file: source_of(program, class),
        place: program.classes[class].span,
    }
}

fn dotted(program: &Program, class: ClassId) -> String {
    program.classes[class].name.to_binary()
}
