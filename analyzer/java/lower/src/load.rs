//! The door: from the files of the sources and a class path to a program.

use java_types::Spelling;
use std::sync::Arc;

use index_vec::IndexVec;
use ir::{AnnotationUse, FileId, Program, SourceFile};
use java_attribute::{Attributed, Attribution, Declarations, Finding, TypeNames};
use java_syntax::ast::{Damage, TypeDeclId, Unit};
use java_types::Library;
use java_types::class_info::ClassInfo;
use java_types::hierarchy::Hierarchy;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use text::{Diagnostic, Span, line_starts};
use thiserror::Error;

use crate::join::join;
use crate::lower::lower;
use crate::missing::{self, Named};
use crate::numbering::Numbering;
use crate::part::Part;
use crate::source::Source;
use crate::versions::{self, Version};

/// Why sources cannot be lowered at all. What is wrong inside a file is a diagnostic and a gap
/// instead.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LoadError {
    /// Two sources with the same root and path.
    #[error("the source `{0}` is given twice")]
    Repeated(String),
    /// A source whose positions do not fit in 32 bits.
    #[error("the source `{0}` is larger than 4 GiB")]
    TooLarge(String),
}

/// Reads, resolves and lowers `sources` as one program, in any order given. Types come from the
/// sources themselves, the class path and its JDK; nothing else is read.
///
/// Parallel on as many threads as the current rayon pool has; the result depends on the sources and
/// the class path only, never on their number. What cannot be parsed or resolved is told in
/// [`Program::diagnostics`], and what it could contain in [`Program::gaps`]. Of two files that
/// declare one class the second is left out as a gap; where both declare the same types with the
/// same constants, the classes of the first count as ones that have further members and supertypes.
///
/// ```
/// use std::sync::Arc;
///
/// use java_lower::Source;
/// use jvm::{classpath::ClassPath, jdk::Jdk};
///
/// let text = "class Main { public static void main(String[] a) { new Session().send(); } }
///             class Session { void open() {} void send() {} }";
/// let source = Source { root: "src".into(), path: "Main.java".into(), bytes: text.into() };
/// let class_path = ClassPath::open(&[], &Jdk::from_environment().unwrap()).unwrap();
/// let program = java_lower::load(vec![source], Arc::new(class_path)).unwrap();
///
/// assert!(program.diagnostics.is_empty() && program.gaps.is_empty());
/// assert!(ir::print(&program).contains("Session.send"));
/// assert!(ir::verify(&program).is_empty());
/// ```
///
/// # Errors
/// [`LoadError`].
pub fn load(sources: Vec<Source>, library: Arc<dyn Library>) -> Result<Program, LoadError> {
    let sources = sorted(sources)?;
    Ok(java_attribute::on_big_stacks(|| {
        lower_all(&sources, library)
    }))
}

fn sorted(mut sources: Vec<Source>) -> Result<Vec<Source>, LoadError> {
    sources.sort_by(|a, b| (&a.path, &a.root).cmp(&(&b.path, &b.root)));
    if let Some(pair) = sources
        .windows(2)
        .find(|pair| (&pair[0].path, &pair[0].root) == (&pair[1].path, &pair[1].root))
    {
        return Err(LoadError::Repeated(shown_path(&pair[0])));
    }
    match sources
        .iter()
        .find(|source| u32::try_from(source.bytes.len()).is_err())
    {
        Some(source) => Err(LoadError::TooLarge(shown_path(source))),
        None => Ok(sources),
    }
}

fn lower_all(sources: &[Source], library: Arc<dyn Library>) -> Program {
    let files = sources.par_iter().map(source_file).collect();
    let mut units: Vec<Unit> = sources.par_iter().map(parsed).collect();
    let (mut declarations, versions) = declare_once(&mut units, sources, &*library);
    let mut attributed = java_attribute::attribute(&units, &declarations, &*library);
    versions::forget_marks(&mut declarations, &mut attributed);
    let (mut parts, numbering) = lower_units(&units, &attributed, &*library);
    let annotations = annotations(&declarations, &numbering);
    let infos = numbering
        .classes
        .iter()
        .map(|class| class.info.clone())
        .collect::<Vec<_>>();

    let holes = parts
        .iter_mut()
        .map(|part| std::mem::take(&mut part.holes))
        .collect();
    let mut program = join(files, numbering, parts, Hierarchy::new(infos, library));
    missing::settle(&mut program, &named(&declarations, &attributed), holes);
    versions
        .iter()
        .for_each(|version| version.tell(&mut program));
    program.annotations = annotations;
    program.diagnostics = diagnostics(sources, &units, &declarations, &attributed);

    program
}

pub(crate) fn parsed(source: &Source) -> Unit {
    let mut unit = java_syntax::parse_bytes(&source.bytes);
    let file = source.path.rsplit('/').next().unwrap_or_default();
    unit.name_implicit_class(file.strip_suffix(".java").unwrap_or(file));
    unit
}

pub(crate) fn source_file(source: &Source) -> SourceFile {
    let sha256 = format!("{:x}", Sha256::digest(&source.bytes));
    let line_starts = line_starts(&source.bytes)
        .map(|start| start as u32)
        .collect();
    SourceFile {
        root: source.root.clone(),
        path: source.path.clone(),
        sha256,
        line_starts,
        is_compiled: false,
    }
}

/// Declares the classes of all units, after leaving out files that declare one that is declared
/// already: gives those that are other versions of one that is read, too.
fn declare_once(
    units: &mut [Unit],
    sources: &[Source],
    library: &dyn Library,
) -> (Declarations, Vec<Version>) {
    let mut names = TypeNames::new(units);
    let repeated = names.repeated();
    let files: Vec<usize> = repeated.iter().map(|(file, _)| *file).collect();
    let versions = files
        .iter()
        .filter_map(|&file| versions::version(units, sources, file, &files));
    let versions: Vec<Version> = versions.collect();
    versions
        .iter()
        .for_each(|version| versions::widen(&mut units[version.first()]));

    for (file, class) in repeated {
        units[file] = left_out(&units[file], &class);
        names.forget(file);
    }

    (java_attribute::declare(units, names, library), versions)
}

/// The unit of a file of which nothing is used.
fn left_out(unit: &Unit, class: &str) -> Unit {
    let end = unit
        .type_decls
        .iter()
        .map(|decl| decl.span.end)
        .max()
        .unwrap_or_default();
    let span = Span {
        start: 0,
        end,
        line: 1,
        column: 1,
    };

    let error = unit
        .types
        .first()
        .map_or(span, |&first| unit.type_decls[first].name.span);
    let message = format!(
        "the class `{}` is declared more than once: this file is left out",
        class.to_binary()
    );
    let damaged = unit.damage.iter().map(|damage| Damage {
        within: None,
        ..damage.clone()
    });

    let damage = std::iter::once(Damage {
        span,
        error,
        message,
        within: None,
    })
    .chain(damaged)
    .collect();

    Unit {
        damage,
        ..Unit::default()
    }
}

fn lower_units(
    units: &[Unit],
    attributed: &Attributed,
    library: &dyn Library,
) -> (Vec<Part>, Numbering) {
    let facts: &[Attribution] = &attributed.units;
    let mut numbering = Numbering::new(library);
    let mut infos = attributed.infos.iter();

    for (unit, facts) in units.iter().zip(facts) {
        let own: IndexVec<TypeDeclId, Arc<ClassInfo>> = infos
            .by_ref()
            .take(unit.type_decls.len())
            .cloned()
            .collect();
        numbering.add_unit(unit, facts, &own);
    }

    let numbered: Vec<(&Unit, &Attribution)> = units.iter().zip(facts).collect();
    let parts = numbered.into_par_iter().enumerate();
    let parts =
        parts.map(|(file, (unit, facts))| lower(unit, facts, &numbering, FileId::new(file)));
    (parts.collect(), numbering)
}

fn annotations(declarations: &Declarations, numbering: &Numbering) -> Vec<AnnotationUse> {
    let units = declarations.annotations.iter().enumerate();
    let uses = units.flat_map(|(file, uses)| {
        uses.iter()
            .map(move |annotation| (FileId::new(file), annotation))
    });
    uses.map(|(file, annotation)| AnnotationUse {
        annotation: annotation.annotation.clone(),
        class: annotation
            .declaration
            .map(|declaration| numbering.class_of(file, declaration)),
        classes: annotation.classes.clone(),
        texts: annotation.texts.clone(),
        names: annotation.names.clone(),
        file,
        span: annotation.span,
    })
    .collect()
}

fn named<'f>(declarations: &'f Declarations, attributed: &'f Attributed) -> Named<'f> {
    let files = declarations.findings.iter().zip(&attributed.findings);
    let findings = files
        .map(|(headers, bodies)| headers.iter().chain(bodies).collect())
        .collect();
    Named {
        findings,
        blamed: &attributed.blamed,
    }
}

/// Returns what is wrong with the sources, in order of file and position.
fn diagnostics(
    sources: &[Source],
    units: &[Unit],
    declarations: &Declarations,
    attributed: &Attributed,
) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        let mut findings: Vec<Finding> = declarations.findings[file].clone();
        findings.extend(attributed.findings[file].iter().cloned());
        let mut own: Vec<Diagnostic> = units[file]
            .damage
            .iter()
            .map(|damage| of_damage(source, damage))
            .collect();
        own.extend(
            findings
                .into_iter()
                .map(|finding| of_finding(source, finding)),
        );
        own.sort_by(|a, b| (a.span, &a.code, &a.message).cmp(&(b.span, &b.code, &b.message)));
        own.dedup();
        let text = if own.is_empty() {
            Default::default()
        } else {
            String::from_utf8_lossy(&source.bytes)
        };
        all.extend(
            own.into_iter()
                .map(|diagnostic| diagnostic.with_source(&text)),
        );
    }

    all
}

fn of_damage(source: &Source, damage: &Damage) -> Diagnostic {
    Diagnostic::warning(
        &shown_path(source),
        damage.error,
        "left-out",
        &*damage.message,
    )
    .with_help("whatever this part could contain is assumed")
}

fn of_finding(source: &Source, finding: Finding) -> Diagnostic {
    Diagnostic {
        file: shown_path(source),
        span: finding.span,
        severity: finding.severity,
        code: finding.code.to_owned(),
        message: finding.message,
        source_line: None,
        help: finding.help,
    }
}

/// The path as the user gave it.
fn shown_path(source: &Source) -> String {
    match source.root.as_str() {
        "" => source.path.clone(),
        root => format!("{}/{}", root.trim_end_matches('/'), source.path),
    }
}
