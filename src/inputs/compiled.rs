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
use ir::{ClassId, Program};
use java_compiled::{ClassFiles, Difference, Kind};
use jvm::files::each_file;
use plan::{Plan, sha256};
use text::Diagnostic;

use super::class_path::rejected;
use super::named::{self, Names};
use crate::failure::{Rejected, about_file};
use crate::wording::analyze::{self, SourceClass};
use crate::wording::weave::{self, ChangedClass};

/// The facts that only the class files have.
#[derive(Debug, Default)]
pub struct Compiled {
    /// Classes whose class files differ from their sources.
    pub rewritten: Vec<RewrittenClass>,
    /// The classes of the program that those class files name.
    pub named: Vec<NamedOutside>,
    /// The SHA-256 of each class file, by binary name with dots.
    pub compared: BTreeMap<ClassName, String>,
    /// Findings about it.
    pub findings: Vec<Diagnostic>,
}

/// A class file of the program.
struct Own {
    /// The path inside its folder or jar.
    path: String,
    /// When it was written.
    written: Option<SystemTime>,
    /// Its SHA-256.
    sha256: String,
    /// The classes of the program that it names.
    names: Vec<Arc<str>>,
}

/// Compares the class files of the program in these folders and jars with its sources. Linear in
/// the size of both, but for methods that differ much.
///
/// A class file that has the same calls and is older than its source may still pass other objects:
/// it counts as changed.
///
/// # Errors
/// A file cannot be read, or a class is older than its source and differs from it.
pub fn compare(
    program: &Program,
    names: &Names,
    entries: &[PathBuf],
    inert: &InertAnnotations,
) -> Result<Compiled> {
    let OwnFiles {
        files,
        own,
        unreadable,
    } = read(names, entries)?;

    if let Some(first) = unreadable.into_iter().next() {
        return Err(Rejected(vec![first]).into());
    }

    let differences = differences(program, &files, tells);
    let marked = marked_classes(program, inert);
    let others: Vec<_> = differences
        .iter()
        .filter(|(class, _)| !marked.contains(class))
        .collect();
    let stale = others
        .iter()
        .filter(|(class, _)| is_older(program, **class, &own));
    let stale: Vec<Diagnostic> = stale
        .map(|(class, difference)| {
            analyze::stale_class(&source_class(program, **class), &difference.method)
        })
        .collect();

    if !stale.is_empty() {
        return Err(Rejected(stale).into());
    }

    let older: Vec<ClassId> = program
        .classes
        .indices()
        .filter(|&class| is_older(program, class, &own))
        .collect();
    let compared = own
        .iter()
        .map(|(name, file)| (ClassName::from_internal(name.clone()), file.sha256.clone()))
        .collect();
    let mut compiled = Compiled {
        compared,
        ..Compiled::default()
    };

    let changed_ones: BTreeSet<ClassId> = differences.keys().chain(&older).copied().collect();
    changed_ones
        .into_iter()
        .for_each(|class| compiled.add(program, class, &own));
    if let Some(&first) = older.first() {
        let finding = analyze::older_class(&source_class(program, first), older.len() - 1);
        compiled.findings.push(finding);
    }
    if let Some((first, difference)) = others.first() {
        let class = source_class(program, **first);
        let more = others.len() - 1;
        let finding = analyze::changed_class(&class, &difference.method, &difference.text, more);
        compiled.findings.push(finding);
    }

    Ok(compiled)
}

impl Compiled {
    fn add(&mut self, program: &Program, class: ClassId, own: &BTreeMap<Arc<str>, Own>) {
        let name = &program.classes[class].name;
        let Some(file) = own.get(name) else { return };
        let by = format!("`{}`, which has other code than its source,", file.path);
        self.named
            .extend(file.names.iter().map(|class| NamedOutside {
                class: class.clone(),
                by: by.clone(),
            }));
        self.rewritten.push(RewrittenClass {
            class: name.clone(),
            by,
        });
    }
}

/// The class files of the program's classes.
#[derive(Default)]
struct OwnFiles {
    files: ClassFiles,
    own: BTreeMap<Arc<str>, Own>,
    /// An error for each that is damaged: what it does is not known.
    unreadable: Vec<Diagnostic>,
}

fn read(names: &Names, entries: &[PathBuf]) -> Result<OwnFiles> {
    let OwnFiles {
        mut files,
        mut own,
        mut unreadable,
    } = OwnFiles::default();

    for entry in entries {
        let mut each = |path: &str, bytes: Vec<u8>| {
            let name: Arc<str> = Arc::from(path.trim_end_matches(".class"));
            if own.contains_key(&name) {
                return;
            }
            if let Err(error) = files.add(&bytes) {
                unreadable.push(about_file(
                    path,
                    "unreadable-classes",
                    format!("`{path}` cannot be read: {error}"),
                ));
            } else {
                let names = named::in_class_file(&bytes, names).into_iter().collect();
                let (path, written) = (path.to_owned(), written(entry, path));
                own.insert(
                    name,
                    Own {
                        path,
                        written,
                        sha256: sha256(&bytes),
                        names,
                    },
                );
            }
        };
        let wanted = |path: &str| {
            path.strip_suffix(".class")
                .is_some_and(|name| names.is_class(name))
        };
        each_file(entry, &wanted, &mut each).map_err(rejected)?;
    }

    Ok(OwnFiles {
        files,
        own,
        unreadable,
    })
}

/// When a file of a folder, or else the jar, was written.
fn written(entry: &Path, path: &str) -> Option<SystemTime> {
    let file = if entry.is_dir() {
        entry.join(path)
    } else {
        entry.to_owned()
    };
    file.metadata().ok()?.modified().ok()
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
        let sources = plan.sources.iter().filter_map(|source| {
            let bytes = std::fs::read(Path::new(&source.root).join(&source.path)).ok()?;
            Some(java_lower::Source {
                root: source.root.clone(),
                path: source.path.clone(),
                bytes,
            })
        });
        let class_path = Arc::new(super::class_path::open(class_path)?);
        let program = java_lower::load(sources.collect(), class_path)?;
        let own = read(&Names::of(&program), classes)?;
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
    let types: BTreeSet<&str> = plan
        .sources
        .iter()
        .flat_map(|source| &source.types)
        .map(ClassName::internal)
        .collect();
    let name = |path: &str| path.trim_end_matches(".class").to_owned();
    // A dollar sign may be a part of a name (JLS 13.1).
    let is_inside = |name: &str| {
        name.match_indices('$')
            .any(|(at, _)| types.contains(&name[..at]))
    };

    let is_own = |path: &str| {
        path.ends_with(".class") && (types.contains(&*name(path)) || is_inside(&name(path)))
    };
    let mut found = false;

    for entry in entries {
        let mut each =
            |path: &str, bytes: Vec<u8>| found |= is_unknown(plan, &name(path), &sha256(&bytes));
        if each_file(entry, &is_own, &mut each).is_err() {
            return false;
        }
    }

    found
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
