//! One program of sources and class files.
//!
//! The program is what its class files say. A source gives names, lines and columns where its class
//! file has the same code; where Lombok or another tool of the build has changed the class, where a
//! part of the source cannot be followed, and where there is no Java source at all, the code is read
//! from the class file. Without class files the sources alone are the program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analyzer::{InertAnnotations, NamedOutside, RewrittenClass};
use anyhow::Result;
use ir::{ClassId, FileId, Program};
use java_types::ClassName;
use jvm::classpath::ClassPath;
use plan::sha256;
use text::Diagnostic;

use super::compiled;
use super::named::{self, Names};
use super::other_languages;
use super::own_classes::{self, OwnClass};
use super::sources::{self, SourceFile};
use crate::console::Console;
use crate::failure::Rejected;
use crate::settings::ProgramSettings;
use crate::wording::{analyze as wording, weave};

/// A program, and how its class files and its sources differ.
pub struct Whole {
    /// The program.
    pub program: Program,
    /// Classes that stay with their sources though their class files have other code.
    pub rewritten: Vec<RewrittenClass>,
    /// The classes of the program that those class files name.
    pub named: Vec<NamedOutside>,
    /// The SHA-256 of each class file that was compared or read, by class.
    pub compared: BTreeMap<ClassName, String>,
    /// Findings about the class files.
    pub findings: Vec<Diagnostic>,
}

impl Whole {
    /// A program without class files beside it.
    fn of(program: Program) -> Self {
        Whole {
            program,
            rewritten: Vec::new(),
            named: Vec::new(),
            compared: BTreeMap::new(),
            findings: Vec::new(),
        }
    }
}

/// Reads the sources and the class files of a program. Sources are lowered anew without those that
/// class files stand for, until no more of them do: mostly once or twice.
///
/// # Errors
/// A file is missing or cannot be read, or a class is older than its source and differs from it.
pub fn read(
    settings: &ProgramSettings,
    class_path: &Arc<ClassPath>,
    inert: &InertAnnotations,
    console: Console,
) -> Result<Whole> {
    let classes = own_classes::read(&settings.classes)?;
    let mut sources = sources::read(&settings.sources, &settings.left_out)?;
    if sources.is_empty() && classes.is_empty() {
        return Err(if settings.classes.is_empty() {
            sources::without_classes(&settings.sources).into()
        } else {
            Rejected::from(weave::no_classes(&settings.classes)).into()
        });
    }
    if classes.is_empty() {
        return Ok(Whole::of(lowered(sources, class_path.clone(), console)?));
    }
    let by_name: BTreeMap<&str, &OwnClass> = classes
        .iter()
        .map(|class| (class.name.as_str(), class))
        .collect();
    let mut replaced: Vec<SourceFile> = Vec::new();
    let mut findings = Vec::new();

    let (mut program, others) = loop {
        let program = match replaced.len() {
            0 => lowered(sources.clone(), class_path.clone(), console)?,
            known => {
                console.phase(wording::again(sources.len(), known));
                lowered_silently(sources.clone(), class_path.clone())?
            }
        };
        let comparison = compiled::compare(&program, &classes, inert)?;
        // Code that uses what a processor has made cannot be understood before that is read, and seems
        // to differ.
        let others = comparison.others();
        let made = others.iter().copied();
        let made = made.filter(|&class| comparison.is_marked(class)).collect();
        let known = (&classes[..], &by_name);
        let mut files = files_to_replace(&program, &made, known);
        let are_made = !files.is_empty();
        if !are_made {
            files = files_to_replace(&program, &others, known);
        }
        let is_read = |class: ClassId| files.contains(&program.classes[class].file);
        findings.extend(comparison.findings(&program, &files, |class| !are_made || is_read(class)));
        if files.is_empty() {
            break (program, others);
        }
        let is_replaced = |source: &SourceFile| {
            let key = |file: &FileId| {
                let file = &program.files[*file];
                file.path == source.path && file.root == source.root
            };
            files.iter().any(key)
        };
        let (other, own) = sources.into_iter().partition(is_replaced);
        replaced.extend::<Vec<SourceFile>>(other);
        sources = own;
    };

    let names = Names::of(&program);
    let added = classes_without_source(&program, &classes);
    java_bytecode::add(
        &mut program,
        added.map(|class| class.file.clone()).collect(),
    );
    find_texts(&mut program, &replaced, &settings.sources);

    let mut whole = Whole {
        findings,
        ..Whole::of(program)
    };
    for class in others {
        let class = by_name.get(&*whole.program.classes[class].name);
        if let Some(class) = class {
            let (rewritten, named) = compiled::rewritten(&names, class);
            whole.rewritten.push(rewritten);
            whole.named.extend(named);
        }
    }
    let own = whole.program.classes.iter();
    let own = own.filter_map(|class| Some((&class.name, by_name.get(&*class.name)?)));
    let hashes = own.map(|(name, class)| {
        let name = ClassName::from_internal(name.clone());
        (name, sha256(&class.file.bytes))
    });
    whole.compared = hashes.collect();

    Ok(whole)
}

/// The program of sources alone.
///
/// # Errors
/// A source is too large.
pub fn lowered(
    sources: Vec<SourceFile>,
    class_path: Arc<ClassPath>,
    console: Console,
) -> Result<Program> {
    if !sources.is_empty() {
        console.phase(wording::reading(sources.len()));
    }
    lowered_silently(sources, class_path)
}

fn lowered_silently(sources: Vec<SourceFile>, class_path: Arc<ClassPath>) -> Result<Program> {
    let sources = sources.into_iter().map(|file| java_lower::Source {
        root: file.root,
        path: file.path,
        bytes: file.bytes,
    });
    Ok(java_lower::load(sources.collect(), class_path)?)
}

/// The sources whose class files are to be read in their place: they have other code or classes, or
/// a part of the source cannot be followed. A source stays if the class file of a type in it is not
/// there.
fn files_to_replace(
    program: &Program,
    others: &BTreeSet<ClassId>,
    (all, classes): (&[OwnClass], &BTreeMap<&str, &OwnClass>),
) -> BTreeSet<FileId> {
    let files: BTreeMap<&str, FileId> = program
        .classes
        .iter()
        .map(|class| (&*class.name, class.file))
        .collect();
    let mut types: BTreeMap<FileId, Vec<&str>> = BTreeMap::new();
    for class in &program.classes {
        let is_nested = class.info.nesting().is_some();
        let types = types.entry(class.file).or_default();
        types.extend((!is_nested).then_some(&*class.name));
    }
    let is_compiled = |file: &FileId| {
        let path = program.files[*file].path.trim_end_matches(".java");
        match types.get(file).map(Vec::as_slice) {
            // Nothing in the source could be read.
            None | Some([]) => classes.contains_key(path),
            Some(types) => types.iter().all(|ty| classes.contains_key(ty)),
        }
    };

    let differing = others.iter().map(|&class| program.classes[class].file);
    let unread = program.gaps.iter().map(|gap| gap.file);
    let with_more = classes_without_source(program, all)
        .filter_map(|class| files.get(class.name.split_once('$')?.0).copied());
    differing
        .chain(unread)
        .chain(with_more)
        .filter(is_compiled)
        .collect()
}

/// The class files of classes that the program does not have, without those that compilers add to
/// one of its classes and those of languages that call members by their names.
fn classes_without_source<'c>(
    program: &Program,
    classes: &'c [OwnClass],
) -> impl Iterator<Item = &'c OwnClass> + use<'c> {
    let names = Names::of(program);
    classes
        .iter()
        .filter(move |class| named::is_without_source(&class.file.bytes, &names))
}

/// Gives files whose class files were read the roots and hashes of their texts, where these are
/// known: their lines can be shown then, and a change of them is seen.
fn find_texts(program: &mut Program, replaced: &[SourceFile], folders: &[PathBuf]) {
    let mut texts: BTreeMap<String, (String, String)> = BTreeMap::new();
    for source in other_languages::beside(folders) {
        let path = source.path_of_class_files();
        let root = source.path.to_string_lossy().into_owned();
        let root = root.strip_suffix(&format!("/{path}")).map(str::to_owned);
        if let Some((root, bytes)) = root.zip(std::fs::read(&source.path).ok()) {
            texts.insert(path, (root, sha256(&bytes)));
        }
    }
    for source in replaced {
        let text = (source.root.clone(), sha256(&source.bytes));
        texts.insert(source.path.clone(), text);
    }

    for file in program.files.iter_mut().filter(|file| file.is_compiled) {
        if let Some((root, hash)) = texts.get(&file.path) {
            file.root.clone_from(root);
            file.sha256.clone_from(hash);
        } else if let Ok(bytes) = std::fs::read(Path::new(&file.root).join(&file.path)) {
            // Some builds copy their sources beside the classes.
            file.sha256 = sha256(&bytes);
        }
    }
}
